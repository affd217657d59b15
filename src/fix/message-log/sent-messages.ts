import type { Batch } from '../../domain/batch.ts'
import type { LoggedMessage } from '../../storage/fix-log/fix-log-piece.ts'
import type { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import type { ResendLog } from '../gateway-parts.ts'
import { sessionMsgType, writeSessionMessage } from '../outbound/session-messages.ts'
import type { ResentMessage } from '../past/replay.ts'
import type { SealedNumbers } from '../session/session-book.ts'
import type { SessionMessage } from '../session/session-message.ts'
import { Voice } from '../outbound/session-renderer.ts'
import { MessageWriter } from '../wire/message-writer.ts'

export interface SentMessagesParts {
  readonly store: Pick<FixLogStore, 'note'>
  /** position that the next event will have */
  readonly nextPosition: () => number
}

/**
 * Keeps what the journal does not say of outbound messages, in the log of inbound ones and, like those, best effort: the text of session
 * messages, of which the journal has the numbers alone; which messages were sent again, and when; and where an event was told again.
 * Each kind is a session of its own to the store: `KEPT`.
 */
export class SentMessages implements ResendLog {
  readonly #parts: SentMessagesParts
  readonly #writer = new MessageWriter(1_024)
  readonly #figures = Buffer.alloc(FIGURES_BYTES)

  constructor(parts: SentMessagesParts) {
    this.#parts = parts
  }

  /** A message has been sent again, with PossDupFlag(43)=Y. */
  note({ session, number, entry, firstSentAt, sentAt }: ResentMessage): void {
    this.#figures.writeDoubleLE(entry, 0)
    this.#figures.writeDoubleLE(firstSentAt, 8)
    const place = { position: this.#parts.nextPosition(), events: 0 }
    this.#parts.store.note({ session: KEPT.again(session), sequence: number, receivedAt: sentAt, ...place }, this.#figures)
  }

  /** The session messages of a durable batch have been sent. */
  noteSaid(batch: Batch, { book: { settings }, numbers, messages }: SealedNumbers): void {
    const { firstOutbound, outbound } = numbers
    const voice = new Voice(settings)
    let from = 0
    for (const message of messages) {
      const index = outbound.indexOf(0, from)
      from = index + 1
      if (PERISHABLE.has(message.type)) continue
      const msgSeqNum = firstOutbound + index
      this.#writer.reset()
      const header = voice.routed('route' in message ? message.route : undefined)
      this.#writer.begin(sessionMsgType(message), header, { msgSeqNum, sendingTimeMs: batch.sealedAt })
      writeSessionMessage(this.#writer, message)
      this.#writer.end()
      const place = { position: batch.position, events: 0 }
      this.#parts.store.note(
        { session: KEPT.said(settings.index), sequence: msgSeqNum, receivedAt: batch.sealedAt, ...place },
        this.#writer.take(),
      )
    }
  }

  /** A durable batch gave numbers to events of the past once more, with PossResend(97)=Y. */
  noteRepeated(batch: Batch, { book: { settings }, numbers }: SealedNumbers): void {
    const session = KEPT.repeated(settings.index)
    for (let index = 0; index < numbers.outbound.length; index++) {
      const entry = numbers.outbound[index]!
      if (entry >= 0) continue
      this.#figures.writeDoubleLE(numbers.firstOutbound + index, 0)
      this.#parts.store.note({ session, sequence: -entry, receivedAt: batch.sealedAt, position: batch.position, events: 0 }, this.#figures)
    }
  }
}

/** What the store knows as sessions, by the index of the session; what came in has the index itself. */
export const KEPT = {
  /** whole messages; `position` is the batch's */
  said: (session: number): number => session + MOST_SESSIONS,
  /** `sequence` is the number that was sent again, `position` the journal's end at that moment; see `resentOf` */
  again: (session: number): number => session + 2 * MOST_SESSIONS,
  /** `sequence` is the position of the event, `position` the batch's; see `repeatedNumberOf` */
  repeated: (session: number): number => session + 3 * MOST_SESSIONS,
} as const

/** Market data is out of date by the time that anybody reads the log, and would push messages out of it that are not. */
const PERISHABLE: ReadonlySet<SessionMessage['type']> = new Set(['MarketDataSnapshotFullRefresh', 'MarketDataIncrementalRefresh'])
const MOST_SESSIONS = 2 ** 20
const FIGURES_BYTES = 16

/** Of a message under `KEPT.again`: its entry in the numbers of its batch, and when it was sent first, epoch ms. */
export function resentOf({ raw }: LoggedMessage): { readonly entry: number; readonly firstSentAt: number } {
  return { entry: raw.readDoubleLE(0), firstSentAt: raw.readDoubleLE(8) }
}

/** Of a message under `KEPT.repeated`: its MsgSeqNum(34). */
export const repeatedNumberOf = ({ raw }: LoggedMessage): number => raw.readDoubleLE(0)
