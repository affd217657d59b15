import type { FixLog } from '../../domain/edges/fix-log.ts'
import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { LoggedMessage } from '../../storage/fix-log/fix-log-piece.ts'
import type { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { PlacedEvent } from '../../storage/projections/tables/event-run.ts'
import type { Audience } from '../audience.ts'
import type { LoggedEvent, LogRenderer } from './log-rendering.ts'
import { isRequestFor, mayBeRequested } from './causing-request.ts'
import { logEntry } from './log-entry.ts'
import type { LoggedBytes } from './log-entry.ts'
import { Pace } from './pace.ts'
import { KEPT, repeatedNumberOf, resentOf } from './sent-messages.ts'
import { ToldFinder } from './told-finder.ts'
import type { BatchNumbers } from './told-finder.ts'
import type { SessionBook } from '../session/session-book.ts'
import { NAMELESS_SESSION } from '../session/session-settings.ts'
import { MessageView } from '../wire/message-view.ts'

export interface MessagesOfOrderParts {
  readonly books: readonly SessionBook[]
  readonly audience: Audience
  readonly reader: JournalReader
  readonly store: FixLogStore
  readonly renderer: LogRenderer
  /** what happened to the order, answers to requests about it included, in the order of the journal */
  readonly history: readonly PlacedEvent[]
}

/** An entry that has not been rendered yet. Its key is a position of the journal. */
export interface Row extends PagePlace {
  readonly direction: 'In' | 'Out'
  readonly msgType: string
  readonly render: () => FixLog
}

/** Finds all messages about one order; good for one use. */
export class MessagesOfOrder {
  readonly #parts: MessagesOfOrderParts
  readonly #pace = new Pace()
  readonly #finders = new Map<SessionBook, ToldFinder>()
  readonly #rows: Row[] = []
  /** ids of the inbound messages among the rows: one may cause several events of the order */
  readonly #causes = new Set<number>()
  /** whether the store has anything under a session */
  readonly #isKept = new Map<number, boolean>()
  #batch: BatchNumbers | undefined

  constructor(parts: MessagesOfOrderParts) {
    this.#parts = parts
  }

  /** In the order of the journal. */
  async find(): Promise<readonly Row[]> {
    const { history } = this.#parts
    for (const placed of history) {
      await this.#pace.breathe()
      this.#addCause(placed)
      await this.#addReports(placed)
    }
    const isHeard = this.#rows.some(({ direction }) => direction === 'Out')
    if (!isHeard) for (const placed of history) this.#addUnheard(placed)
    return this.#rows.sort((a, b) => a.key - b.key || a.id - b.id)
  }

  // --- In ---

  #addCause({ event, position }: PlacedEvent): void {
    if (!mayBeRequested(event)) return
    const cause = this.#parts.store.causeOf(position)
    if (cause === undefined || this.#causes.has(cause.id)) return
    if (!VIEW.load(cause.raw, 0, cause.raw.length) || !isRequestFor(event, VIEW)) return
    this.#causes.add(cause.id)
    const settings = this.#parts.books.find((book) => book.settings.index === cause.session)?.settings
    const entry = { id: `m${cause.id}`, settings, direction: 'In', bytes: cause.raw } as const
    this.#rows.push({
      key: cause.position,
      id: placeId(RANKS.cause, cause.id),
      direction: 'In',
      msgType: VIEW.msgType,
      render: () => logEntry(entry),
    })
  }

  // --- Out ---

  async #addReports({ event, position }: PlacedEvent): Promise<void> {
    const { books, audience } = this.#parts
    const batch = this.#batchOf(position)
    const told = new Set(batch.sessions.filter(({ outbound }) => outbound.includes(position)).map(({ session }) => session))
    for (const book of books) {
      // Who was told counts, whatever the session's settings are now.
      if (told.has(book.settings.index) || audience.concerns(event, book)) await this.#addReport({ event, position, book, batch })
    }
  }

  async #addReport(report: Report): Promise<void> {
    const { event, position, book, batch } = report
    const { settings } = book
    const found = await this.#finder(book).find(position, batch)
    if (found === 'passed') return
    if (found === 'waits' || found.waited) {
      const place = { key: position, id: placeId(RANKS.live, settings.index) }
      this.#addOut(place, { event, position, settings, number: 0, sentAt: batch.sealedAt }, `${position}.${settings.index}`)
    }
    if (found !== 'waits') this.#addNumbered(report, { ...found, possResend: false })
    for (const kept of this.#kept(KEPT.repeated(settings.index), position)) {
      this.#addNumbered(report, { number: repeatedNumberOf(kept), batch: kept.position, sentAt: kept.receivedAt, possResend: true })
    }
  }

  /** The message itself, and what was sent again of it. */
  #addNumbered({ event, position, book, batch }: Report, { number, batch: numberedBy, sentAt, possResend }: Numbered): void {
    const { settings } = book
    const isLive = numberedBy === batch.position
    const logged = { event, position, settings, number, sentAt, possResend }
    const place = isLive
      ? { key: position, id: placeId(RANKS.live, settings.index) }
      : { key: numberedBy, id: placeId(RANKS.later, settings.index * NUMBERS_A_SESSION + (number % NUMBERS_A_SESSION)) }
    this.#addOut(place, logged, `${numberedBy}.${settings.index}.${number}`)
    for (const kept of this.#kept(KEPT.again(settings.index), number)) {
      const resent = resentOf(kept)
      // The number may have been another message's before the numbering started over.
      if (Math.abs(resent.entry) !== position || resent.firstSentAt !== sentAt) continue
      const again = { ...logged, sentAt: kept.receivedAt, firstSentAt: sentAt }
      this.#addOut({ key: kept.position, id: placeId(RANKS.again, kept.id) }, again, `m${kept.id}`)
    }
  }

  /** A report of an order to which no session listens: what would be said, to nobody. */
  #addUnheard({ event, position }: PlacedEvent): void {
    if (!('order' in event && 'execution' in event)) return
    const targetCompId = this.#parts.books[0]?.settings.targetCompId ?? ''
    const settings = { ...NAMELESS_SESSION, targetCompId }
    this.#addOut({ key: position, id: placeId(RANKS.live, 0) }, { event, position, settings, number: 0, sentAt: event.at }, `${position}`)
  }

  #addOut(place: PagePlace, logged: LoggedEvent, id: string): void {
    const { renderer } = this.#parts
    const isWaiting = logged.number === 0
    const settings = logged.settings.index === 0 ? undefined : logged.settings
    const render = (): FixLog => {
      const entry: LoggedBytes = { id, settings, direction: 'Out', bytes: renderer.bytes(logged), isWaiting }
      return logEntry(entry)
    }
    this.#rows.push({ ...place, direction: 'Out', msgType: renderer.msgType(logged.event), render })
  }

  // --- Where it stands ---

  #batchOf(position: number): BatchNumbers {
    const last = this.#batch
    if (last !== undefined && position < last.position + last.positions) return last
    this.#batch = this.#parts.reader.numbers(position, 1)[0]
    if (this.#batch === undefined) throw new Error(`the journal has no batch with position ${position}, which read.db knows`)
    return this.#batch
  }

  #finder(book: SessionBook): ToldFinder {
    let finder = this.#finders.get(book)
    if (finder === undefined) this.#finders.set(book, (finder = new ToldFinder(this.#parts.reader, book, this.#pace)))
    return finder
  }

  /** What the store has under a session of `KEPT` and a sequence number. */
  #kept(session: number, sequence: number): readonly LoggedMessage[] {
    const { store } = this.#parts
    let isKept = this.#isKept.get(session)
    if (isKept === undefined) this.#isKept.set(session, (isKept = store.messages({ session }, 1).length > 0))
    return isKept ? store.messages({ session, fromSequence: sequence, toSequence: sequence }, MOST_REPEATS) : []
  }
}

interface Report extends PlacedEvent {
  readonly book: SessionBook
  /** the batch of the event */
  readonly batch: BatchNumbers
}

interface Numbered {
  readonly number: number
  /** the batch that gave the number */
  readonly batch: number
  readonly sentAt: number
  readonly possResend: boolean
}

/** How entries at one position follow each other: what came again before what happened there, and that before what is told of it. */
const RANKS = { again: 0, cause: 1, later: 2, live: 3 } as const
const IDS_A_RANK = 2 ** 50
const NUMBERS_A_SESSION = 2 ** 30
/** of one message that are shown */
const MOST_REPEATS = 1_000

const placeId = (rank: number, id: number): number => rank * IDS_A_RANK + (id % IDS_A_RANK)

const VIEW = new MessageView()
