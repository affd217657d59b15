import type { FixSessionQuery, PlacedFixLog } from '../../domain/edges/fix-log.ts'
import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { LogRenderer } from './log-rendering.ts'
import { logEntry, msgTypeOf } from './log-entry.ts'
import type { LoggedBytes } from './log-entry.ts'
import { KeptMessages } from './kept-messages.ts'
import type { KeptMessage } from './kept-messages.ts'
import { NumberedMessages } from './numbered-messages.ts'
import type { NumberedMessage } from './numbered-messages.ts'
import { Pace } from './pace.ts'
import { resentOf } from './sent-messages.ts'
import type { SessionBook } from '../session/session-book.ts'
import type { DictionaryRules } from '../wire/dictionary-rules.ts'

export interface MessagesOfSessionParts {
  readonly book: SessionBook
  readonly reader: JournalReader
  readonly store: FixLogStore
  readonly renderer: LogRenderer
  /** for fields by name */
  readonly names: DictionaryRules['names'] | undefined
}

/**
 * Reads what went over the wire of one session: what the journal numbered and what the store kept, merged. A place has how far both have
 * been read, so a page goes on exactly where the one before ended; its key is the journal's, its id the store's.
 */
export class MessagesOfSession {
  readonly #parts: MessagesOfSessionParts

  constructor(parts: MessagesOfSessionParts) {
    this.#parts = parts
  }

  async read(filter: FixSessionQuery, after: PagePlace | undefined, count: number): Promise<PlacedFixLog[]> {
    const { book, reader, store, names } = this.#parts
    const { direction, msgType } = filter
    const pace = new Pace()
    const kept = new KeptMessages(store, book.settings.index, filter, after?.id ?? 0)
    const numbered = new NumberedMessages({ reader, book, pace, filter, after: after?.key ?? 0 })
    const page: PlacedFixLog[] = []
    while (page.length < count) {
      await pace.breathe()
      const ours = direction === 'In' ? undefined : await numbered.head()
      const theirs = kept.head()
      const isKept = theirs !== undefined && (ours === undefined || comesBefore(theirs, ours))
      const bytes = isKept ? this.#keptBytes(theirs, msgType) : ours && this.#numberedBytes(ours, msgType)
      if (isKept) kept.next()
      else if (ours !== undefined) numbered.next()
      else break
      if (bytes !== undefined) page.push({ log: logEntry(bytes, names), place: { key: numbered.passed, id: kept.passed } })
    }
    return page
  }

  /** Undefined when it is not of the type that is wanted. */
  #keptBytes({ kind, message }: KeptMessage, msgType: string | undefined): LoggedBytes | undefined {
    const { settings } = this.#parts.book
    const id = kind === 'said' ? `${message.position}.${settings.index}.${message.sequence}` : `m${message.id}`
    const direction = kind === 'in' ? 'In' : 'Out'
    if (kind !== 'again') {
      const isWanted = msgType === undefined || msgTypeOf(message.raw) === msgType
      return isWanted ? { id, settings, direction, bytes: message.raw } : undefined
    }
    const { entry, firstSentAt } = resentOf(message)
    return this.#rendered({ id, entry, number: message.sequence, sentAt: message.receivedAt, firstSentAt }, msgType)
  }

  #numberedBytes({ entry, batch, number, sealedAt }: NumberedMessage, msgType: string | undefined): LoggedBytes | undefined {
    const id = `${batch}.${this.#parts.book.settings.index}.${number}`
    return this.#rendered({ id, entry, number, sentAt: sealedAt }, msgType)
  }

  #rendered({ id, entry, ...sent }: Rendered, msgType: string | undefined): LoggedBytes | undefined {
    const { reader, renderer, book } = this.#parts
    const { settings } = book
    const position = Math.abs(entry)
    const event = reader.eventAt(position)
    if (event === undefined)
      throw new Error(`the journal has no event at position ${position}, which was sent to session ${settings.index}`)
    if (msgType !== undefined && renderer.msgType(event) !== msgType) return undefined
    return { id, settings, direction: 'Out', bytes: renderer.bytes({ settings, event, position, ...sent, possResend: entry < 0 }) }
  }
}

interface Rendered {
  readonly id: string
  /** see `SessionNumbers` */
  readonly entry: number
  readonly number: number
  readonly sentAt: number
  readonly firstSentAt?: number
}

/** A batch's messages go out together: behind what came in before it was sealed, and each in the order of its number. */
function comesBefore({ kind, message }: KeptMessage, { batch, end, nextInbound, number }: NumberedMessage): boolean {
  switch (kind) {
    case 'in':
      return message.position < end || (message.position === end && message.sequence < nextInbound)
    case 'said':
      return message.position < batch || (message.position === batch && message.sequence < number)
    case 'again':
      return message.position <= batch
  }
}
