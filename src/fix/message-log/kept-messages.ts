import type { FixSessionQuery } from '../../domain/edges/fix-log.ts'
import type { LoggedMessage } from '../../storage/fix-log/fix-log-piece.ts'
import type { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import { KEPT } from './sent-messages.ts'

/** A message of a session that the store has: what came in, session messages that were said, and what was sent again. */
export interface KeptMessage {
  readonly kind: 'in' | 'said' | 'again'
  readonly message: LoggedMessage
}

/** Reads all that the store has of a session, in the order in which it came to it. */
export class KeptMessages {
  readonly #sources: Source[]
  /** id of the last message that was read */
  passed: number

  constructor(store: FixLogStore, session: number, filter: FixSessionQuery, after: number) {
    const { direction, fromSeq: fromSequence, toSeq: toSequence, since } = filter
    const source = (kind: KeptMessage['kind'], key: number): Source => {
      const query = { session: key, fromSequence, toSequence, since }
      const read = (from: number) => store.messages({ ...query, after: from }, MESSAGES_AT_ONCE, BYTES_AT_ONCE)
      return { kind, read, messages: [], at: 0, after, hasMore: true }
    }
    this.#sources = [
      ...(direction === 'Out' ? [] : [source('in', session)]),
      ...(direction === 'In' ? [] : [source('said', KEPT.said(session)), source('again', KEPT.again(session))]),
    ]
    this.passed = after
  }

  /** The next message; undefined behind the last. */
  head(): KeptMessage | undefined {
    const first = this.#first()
    return first && { kind: first.kind, message: first.messages[first.at]! }
  }

  next(): void {
    const first = this.#first()
    if (first !== undefined) this.passed = first.messages[first.at++]!.id
  }

  #first(): Source | undefined {
    let first: Source | undefined
    for (const source of this.#sources) {
      const message = headOf(source)
      if (message !== undefined && (first === undefined || message.id < first.messages[first.at]!.id)) first = source
    }
    return first
  }
}

interface Source {
  readonly kind: KeptMessage['kind']
  readonly read: (after: number) => readonly LoggedMessage[]
  messages: readonly LoggedMessage[]
  at: number
  after: number
  hasMore: boolean
}

function headOf(source: Source): LoggedMessage | undefined {
  for (;;) {
    const message = source.messages[source.at]
    if (message !== undefined && !isSecondNote(message)) return message
    if (message !== undefined) {
      source.at++
      continue
    }
    if (!source.hasMore) return undefined
    source.messages = source.read(source.after)
    source.at = 0
    source.hasMore = source.messages.length > 0
    source.after = source.messages.at(-1)?.id ?? source.after
  }
}

/** A message that waited behind a gap was noted when it came; without its number it was noted again, with what it then caused. */
const isSecondNote = ({ sequence, events }: LoggedMessage): boolean => sequence === 0 && events > 0

const MESSAGES_AT_ONCE = 500
/** a few milliseconds, in which nobody's order is looked at */
const BYTES_AT_ONCE = 512 * 1024
