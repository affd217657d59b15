import type { ServerResponse } from 'node:http'
import { formatInstant } from '../requests/instants.ts'

export interface EventStreamParts {
  readonly response: ServerResponse
  /** of the answer: those that every answer has */
  readonly headers: Readonly<Record<string, string | number | string[] | undefined>>
  /** real clock, epoch ms */
  readonly now: () => number
  /** the client does not read */
  readonly onOverflow: () => void
}

/**
 * One stream of server-sent events (docs/api-contract.md section 12) to one client. It holds at most `LARGEST_BACKLOG_BYTES` for a client that
 * reads slowly, and ends when the client takes nothing: who can leave something out waits for room before it sends.
 */
export class EventStream {
  readonly #parts: EventStreamParts
  #lastId = 0
  #keptAliveAt: number
  #heartbeatAt: number
  #tickedAt: number
  /** when the client began to take nothing; 0 while it reads */
  #blockedAt = 0
  #hasEnded = false
  #waiting: (() => void)[] = []
  readonly #whenEnded: (() => void)[] = []

  constructor(parts: EventStreamParts) {
    const { response, headers, now } = parts
    this.#parts = parts
    this.#keptAliveAt = this.#heartbeatAt = this.#tickedAt = now()
    response.writeHead(200, { ...headers, ...STREAM_HEADERS })
    response.on('drain', () => this.#onDrain())
    response.on('close', () => this.#ended())
    // gone before the answer began
    if (response.destroyed) this.#ended()
    this.#write('retry: 3000\n\n')
  }

  /** Sends an event; `data` is one line of JSON. Ids increase by one, so that a client notices a hole. */
  send({ id, event, data }: { readonly id: number; readonly event: string; readonly data: string }): void {
    this.#lastId = id
    this.#write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`)
  }

  /** What is sent meanwhile is given to the system as one, before this returns: who sends to very many sees what it costs. */
  together(send: () => void): void {
    const { response } = this.#parts
    response.cork()
    send()
    response.uncork()
  }

  /** Everything up to an id is sent, or not wanted: what heartbeats say. */
  passed(id: number): void {
    this.#lastId = id
  }

  /** Id of the last event; 0 before the first. */
  get lastId(): number {
    return this.#lastId
  }

  /** Of what was sent, what the client is yet to take. */
  get unreadBytes(): number {
    return this.#parts.response.writableLength
  }

  /** Calls once the client has taken what was sent; at once when it has. */
  whenRoom(run: () => void): void {
    if (this.#blockedAt === 0) run()
    else this.#waiting.push(run)
  }

  /** Calls once the stream has ended, whoever ended it. */
  whenEnded(run: () => void): void {
    if (this.#hasEnded) run()
    else this.#whenEnded.push(run)
  }

  /** `event`: what it is told last, without an id */
  end(event?: string): void {
    if (this.#hasEnded) return
    this.#finish(event === undefined ? '' : `event: ${event}\ndata: {}\n\n`)
  }

  /** Does what is due: signs of life, and an end for who does not read. */
  tick(): void {
    const now = this.#parts.now()
    if (now < this.#tickedAt) this.#setBack(now)
    this.#tickedAt = now
    if (this.#blockedAt !== 0) {
      if (now - this.#blockedAt >= BLOCKED_PATIENCE_MS) this.#overflow()
      return
    }
    const dueAt = Math.min(this.#keptAliveAt + KEEP_ALIVE_MS, this.#heartbeatAt + HEARTBEAT_MS)
    if (now >= dueAt) this.together(() => this.#sayAlive(now))
  }

  #sayAlive(now: number): void {
    if (now - this.#keptAliveAt >= KEEP_ALIVE_MS) {
      this.#keptAliveAt = now
      this.#write(': keep-alive\n\n')
    }
    if (now - this.#heartbeatAt >= HEARTBEAT_MS) {
      this.#heartbeatAt = now
      // without an id: what was sent last stays the point to go on from
      this.#write(`event: heartbeat\ndata: ${JSON.stringify({ timestamp: formatInstant(now), last_sequence: this.#lastId })}\n\n`)
    }
  }

  /** The clock was set back, to `now`: what is due is due after as long as before. */
  #setBack(now: number): void {
    const ms = this.#tickedAt - now
    this.#keptAliveAt -= ms
    this.#heartbeatAt -= ms
    if (this.#blockedAt > now) this.#blockedAt -= ms
  }

  #write(text: string): void {
    const { response, now } = this.#parts
    if (this.#hasEnded) return
    const isTaken = response.write(text)
    if (!isTaken && this.#blockedAt === 0) this.#blockedAt = now()
    if (this.unreadBytes > LARGEST_BACKLOG_BYTES) this.#overflow()
  }

  #onDrain(): void {
    this.#blockedAt = 0
    for (const run of this.#waiting.splice(0)) run()
  }

  #overflow(): void {
    this.#parts.onOverflow()
    this.#finish('event: overflow\ndata: {}\n\n')
  }

  #finish(lastWords: string): void {
    const { response } = this.#parts
    response.end(lastWords)
    setTimeout(() => {
      if (!response.writableFinished) response.destroy()
    }, LAST_WORDS_MS).unref()
    this.#ended()
  }

  #ended(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#waiting = []
    for (const run of this.#whenEnded.splice(0)) run()
  }
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
const KEEP_ALIVE_MS = 15_000
const HEARTBEAT_MS = 30_000
const LARGEST_BACKLOG_BYTES = 1024 * 1024
const BLOCKED_PATIENCE_MS = 30_000
/** for what a client has not read yet */
const LAST_WORDS_MS = 5_000
