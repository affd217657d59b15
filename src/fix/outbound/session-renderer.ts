import type { Batch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import type { Perspective } from './execution-report.ts'
import type { ReportLookup } from './report-lookup.ts'
import { sessionMsgType, writeGapFill, writeSessionMessage } from './session-messages.ts'
import { writeEvent } from './write-event.ts'
import { MsgType } from '../fix-values.ts'
import type { SealedNumbers } from '../session/session-book.ts'
import type { Route, SessionMessage } from '../session/session-message.ts'
import { SessionRoutes } from '../session/session-routes.ts'
import type { SessionSettings } from '../session/session-settings.ts'
import { MessageWriter } from '../wire/message-writer.ts'
import type { HandedOver } from '../wire/message-writer.ts'
import { OutboundHeader } from '../wire/outbound-header.ts'

/** How a session is spoken to: its header, and the routing of answers that are asked for with 115, 116, 128, 129, 144 or 145. */
export class Voice {
  readonly perspective: Perspective
  readonly header: OutboundHeader
  readonly #identity: { readonly senderCompId: string; readonly targetCompId: string }
  readonly #routes: SessionRoutes

  constructor(settings: SessionSettings, routes = new SessionRoutes()) {
    this.#routes = routes
    this.perspective = { session: settings.index, isCopy: settings.kind === 'drop-copy' }
    this.#identity = { senderCompId: settings.targetCompId, targetCompId: settings.senderCompId }
    this.header = new OutboundHeader(this.#identity)
  }

  routed(route: Route | undefined): OutboundHeader {
    return route === undefined ? this.header : new OutboundHeader({ ...this.#identity, ...route })
  }

  /** The header of the message about an event: reports on a routed order go where its order came from. */
  headerFor(event: Event, position: number): OutboundHeader {
    return this.routed(this.#routes.of(event, position))
  }
}

/** Turns what a batch gave numbers to into bytes: all messages of one session and batch in one buffer. */
export class SessionRenderer {
  readonly #lookup: ReportLookup
  readonly #writer = new MessageWriter(256 * 1024)
  readonly #variables: { msgSeqNum: number; sendingTimeMs: number; origSendingTimeMs?: number; possResend: boolean } = {
    msgSeqNum: 0,
    sendingTimeMs: 0,
    possResend: false,
  }

  constructor(lookup: ReportLookup) {
    this.#lookup = lookup
  }

  /** The messages of one session of a durable batch. */
  render(batch: Batch, { numbers, messages, past }: SealedNumbers, voice: Voice): HandedOver {
    const writer = this.#writer
    const variables = this.#variables
    const { outbound } = numbers
    let message = 0
    let fromPast = 0
    variables.sendingTimeMs = batch.sealedAt
    for (let index = 0; index < outbound.length; index++) {
      variables.msgSeqNum = numbers.firstOutbound + index
      const entry = outbound[index]!
      variables.possResend = entry < 0
      if (entry === 0) {
        this.#putMessage(messages[message++]!, voice)
        continue
      }
      const position = Math.abs(entry)
      const event = entry >= batch.position ? batch.events[entry - batch.position]! : past!.events[fromPast++]!
      const header = voice.headerFor(event, position)
      writeEvent(writer, this.#lookup, { event, position, header, variables, perspective: voice.perspective })
    }
    return writer.handOver()
  }

  #putMessage(message: SessionMessage, voice: Voice): void {
    const header = 'route' in message ? voice.routed(message.route) : voice.header
    this.#writer.begin(sessionMsgType(message), header, this.#variables)
    writeSessionMessage(this.#writer, message)
    this.#writer.end()
  }

  /** Adds a message that was sent before: PossDupFlag(43)=Y with the first SendingTime in 122. */
  again(resent: Resent, voice: Voice): void {
    const { event, position, entry, nowMs } = resent
    const variables = { msgSeqNum: resent.number, sendingTimeMs: nowMs, origSendingTimeMs: resent.sentAt, possResend: entry < 0 }
    const header = voice.headerFor(event, position)
    writeEvent(this.#writer, this.#lookup, { event, position, header, variables, perspective: voice.perspective })
  }

  /** Adds a SequenceReset-GapFill with the number `from`; the next message has `to`. */
  gapFill({ from, to, nowMs }: { from: number; to: number; nowMs: number }, voice: Voice): void {
    this.#writer.begin(MsgType.SequenceReset, voice.header, { msgSeqNum: from, sendingTimeMs: nowMs, origSendingTimeMs: nowMs })
    writeGapFill(this.#writer, to)
    this.#writer.end()
  }

  get addedBytes(): number {
    return this.#writer.messageEnd
  }

  /** What was added. */
  take(): Buffer {
    return this.#writer.take()
  }
}

export interface Resent {
  readonly event: Event
  readonly position: number
  /** as in SessionNumbers.outbound */
  readonly entry: number
  readonly number: number
  /** SendingTime(52) of the first time, epoch ms */
  readonly sentAt: number
  readonly nowMs: number
}
