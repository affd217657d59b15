import type { FixOrderQuery, FixSessionQuery, PlacedFixLog } from '../../domain/edges/fix-log.ts'
import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { EngineView } from '../../domain/view.ts'
import type { FixLogStore } from '../../storage/fix-log/fix-log-store.ts'
import type { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { OrderQueries } from '../../storage/projections/queries/order-queries.ts'
import { Audience } from '../audience.ts'
import type { FixGateway } from '../gateway.ts'
import { LogRenderer } from './log-rendering.ts'
import { MessagesOfOrder } from './messages-of-order.ts'
import type { Row } from './messages-of-order.ts'
import { MessagesOfSession } from './messages-of-session.ts'

export interface FixMessageLogParts {
  readonly gateway: Pick<FixGateway, 'books' | 'rules'>
  readonly reader: JournalReader
  /** what came in, and what SentMessages kept */
  readonly inbound: FixLogStore
  readonly orders: Pick<OrderQueries, 'history'>
  readonly view: EngineView
}

/**
 * FIX messages as they went over the wire, for the blotter and for operators, in the order of the journal. Reports and answers are rendered
 * from the journal and are always there, but for the routing fields of routed ones; what came in, session messages, and what was sent or told
 * again are there as far as fix-log.db still has them (FixLogStore: the newest million, best effort); gap fills are not kept.
 */
export class FixMessageLog {
  readonly #parts: FixMessageLogParts
  readonly #renderer: LogRenderer

  constructor(parts: FixMessageLogParts) {
    this.#parts = parts
    this.#renderer = new LogRenderer(parts.view)
  }

  /**
   * Up to `count` messages about an order behind `after`. A report for a session that was logged out is there twice: without a number where
   * it happened, and with it where it was sent. Without a session: an order to which none listens.
   */
  async ofOrder(
    { orderNumber, direction, msgType }: FixOrderQuery,
    after: PagePlace | undefined,
    count: number,
  ): Promise<readonly PlacedFixLog[]> {
    const { gateway, reader, inbound, orders, view } = this.#parts
    await inbound.written()
    const audience = new Audience(view)
    for (const book of gateway.books) audience.set(book)
    const history = orders.history(orderNumber)
    const found = await new MessagesOfOrder({
      books: gateway.books,
      audience,
      reader,
      store: inbound,
      renderer: this.#renderer,
      history,
    }).find()
    return found
      .filter((row) => (direction ?? row.direction) === row.direction && (msgType ?? row.msgType) === row.msgType)
      .filter((row) => after === undefined || isBehind(row, after))
      .slice(0, count)
      .map(({ key, id, render }) => ({ log: render(), place: { key, id } }))
  }

  /** Up to `count` messages of a session behind `after`; what waits for it is not among them. `session` is its index. */
  async ofSession(query: FixSessionQuery, after: PagePlace | undefined, count: number): Promise<readonly PlacedFixLog[]> {
    const { gateway, reader, inbound: store } = this.#parts
    const book = gateway.books.find(({ settings }) => settings.index === query.session)
    if (book === undefined) return []
    await store.written()
    const names = query.decode ? gateway.rules.names : undefined
    return new MessagesOfSession({ book, reader, store, renderer: this.#renderer, names }).read(query, after, count)
  }
}

const isBehind = (row: Row, after: PagePlace): boolean => row.key > after.key || (row.key === after.key && row.id > after.id)
