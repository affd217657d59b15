import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { partnerOf } from '../access/authentication.ts'
import { tooManyRequests } from '../access/rate-limit.ts'
import { EventStream } from './event-stream.ts'

export interface OpenStreamsParts {
  /** streams of a partner at a time, of all kinds together; null = no limit */
  readonly perPartner: number | null
  /** whether a key may still be used: it is neither revoked nor past its end */
  readonly isKeyInUse: (credentialId: string) => boolean
  /** real clock, epoch ms */
  readonly now: () => number
  /** a client that does not read was cut */
  readonly onSlowReader: () => void
}

/** Whose a stream is. */
interface Of {
  readonly partner: number
  readonly credentialId: string
}

/** All open event streams: counts them by partner, keeps them alive, and ends those whose key is no longer good. */
export class OpenStreams {
  readonly #parts: OpenStreamsParts
  readonly #streams = new Map<EventStream, Of>()
  readonly #counts = new Map<number, number>()
  #timer: NodeJS.Timeout | undefined
  #haveEnded = false

  constructor(parts: OpenStreamsParts) {
    this.#parts = parts
  }

  /** Turns the answer to a partner's request into a stream. Throws a 429 when the partner has too many. */
  open(request: FastifyRequest, reply: FastifyReply): EventStream {
    this.#takePlace(partnerOf(request).partner.index)
    return this.#begin(request, reply)
  }

  /** One of which has to be found first where it begins, which may take a while: it counts as open meanwhile. Rejects as that does, and with the 429. */
  async openAt(request: FastifyRequest, reply: FastifyReply, beginning: () => Promise<number>): Promise<EventStream> {
    const { index } = partnerOf(request).partner
    this.#takePlace(index)
    const after = await beginning().catch((error: unknown) => {
      this.#leavePlace(index)
      throw error
    })
    const stream = this.#begin(request, reply)
    stream.passed(after)
    return stream
  }

  #begin(request: FastifyRequest, reply: FastifyReply): EventStream {
    const { now, onSlowReader } = this.#parts
    const { partner, credentialId } = partnerOf(request)
    reply.hijack()
    const stream = new EventStream({ response: reply.raw, headers: reply.getHeaders(), now, onOverflow: onSlowReader })
    this.#streams.set(stream, { partner: partner.index, credentialId })
    stream.whenEnded(() => this.#closed(stream))
    if (this.#timer === undefined) this.#tickIn(TICK_MS)
    // it was asked for before, and where it begins was found only now
    if (this.#haveEnded) stream.end()
    return stream
  }

  /** Ends the streams of a partner with an event that says why. */
  endOf(partner: number, event: string): void {
    for (const [stream, of] of [...this.#streams]) if (of.partner === partner) stream.end(event)
  }

  /** The gateway shuts down. */
  endAll(): void {
    this.#haveEnded = true
    for (const stream of [...this.#streams.keys()]) stream.end()
  }

  #takePlace(partner: number): void {
    const { perPartner } = this.#parts
    const count = this.#counts.get(partner) ?? 0
    if (perPartner !== null && count >= perPartner)
      throw tooManyRequests(RETRY_AFTER_S, `A partner may have ${perPartner} event streams open at a time.`)
    this.#counts.set(partner, count + 1)
  }

  #leavePlace(partner: number): void {
    this.#counts.set(partner, this.#counts.get(partner)! - 1)
  }

  #closed(stream: EventStream): void {
    this.#leavePlace(this.#streams.get(stream)!.partner)
    this.#streams.delete(stream)
    if (this.#streams.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Very many in pieces, with room for others in between: each may be a write to a socket. Of the map itself: who leaves meanwhile is left out. */
  #tick(streams = this.#streams.entries()): void {
    const begun = performance.now()
    for (let next = streams.next(); next.done !== true; next = streams.next()) {
      const [stream, { credentialId }] = next.value
      if (this.#parts.isKeyInUse(credentialId)) stream.tick()
      else stream.end()
      if (performance.now() - begun >= LONGEST_MS) return this.#tickIn(REST_MS, streams)
    }
    this.#tickIn(TICK_MS)
  }

  #tickIn(ms: number, streams?: MapIterator<[EventStream, Of]>): void {
    // the last one may have ended
    this.#timer = this.#streams.size === 0 ? undefined : setTimeout(() => this.#tick(streams), ms)
  }
}

/** A revoked key's streams end within a second, also where 10,000 have signs of life just then, which takes half of one. */
const TICK_MS = 250
/** Orders don't wait longer than this, and one stream, for the signs of life of all … */
const LONGEST_MS = 5
/** … and have the thread for so long behind it. */
const REST_MS = 10
const RETRY_AFTER_S = 5
