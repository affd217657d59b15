import type Database from 'better-sqlite3'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import type { ExecutionEvent } from '../../../domain/events/order-event.ts'
import { shownStatus } from '../../../domain/orders/shown-status.ts'
import { isExecutionCode } from '../../encoding/event-codes.ts'
import { rowLimit } from '../../row-limit.ts'
import type { PlacedEvent } from '../tables/event-run.ts'
import { readRun } from '../tables/event-run.ts'
import type { OrderFilter } from './order-filter.ts'
import { addOrderFilter } from './order-filter.ts'
import type { OrderRecord, OrderRow } from '../tables/order-row.ts'
import { ORDER_COLUMNS, orderOfRow } from '../tables/order-row.ts'
import { Conditions, Statements } from './statements.ts'

export interface OrderListQuery extends OrderFilter {
  readonly account: number
  /** any id of the order's chain */
  readonly clientOrderId?: string | undefined
  readonly sort: 'created_at' | 'updated_at'
  readonly descending: boolean
}

/** Orders as read.db has them: everything that happened up to `projectedThrough`. */
export class OrderQueries {
  private readonly queries: Statements
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.queries = new Statements(database)
    this.statements = prepare(database)
  }

  order(number: number): OrderRecord | undefined {
    const row = this.statements.order.get(number)
    return row && orderOfRow(row)
  }

  /** The order that an id of its chain names: of an accepted request or a refused one. */
  numberOfId(account: number, clientOrderId: string): number | undefined {
    return this.statements.numberOfId.get(account, clientOrderId)
  }

  orderByClientId(account: number, clientOrderId: string): OrderRecord | undefined {
    const number = this.numberOfId(account, clientOrderId)
    return number === undefined ? undefined : this.order(number)
  }

  /**
   * Up to `count` orders sorted by (sort key, number), behind `after`. An order that comes in or changes while pages are read is never
   * the cause of another being skipped or shown twice.
   */
  orders(query: OrderListQuery, after: PagePlace | undefined, count: number): readonly OrderRecord[] {
    const { account, clientOrderId, sort, descending } = query
    // an id names one order of an account: there is no second page
    if (clientOrderId !== undefined) return after === undefined ? this.orderOfId(query, clientOrderId) : []
    const conditions = new Conditions().add('account = @account', { account })
    addOrderFilter(conditions, query)
    if (after) conditions.add(`(${sort}, order_number) ${descending ? '<' : '>'} (@key, @id)`, { key: after.key, id: after.id })
    const direction = descending ? 'DESC' : 'ASC'
    const sql = `SELECT ${ORDER_COLUMNS} FROM orders ${conditions.where} ORDER BY ${sort} ${direction}, order_number ${direction} ${rowLimit('@count')}`
    return this.queries.all<OrderRow>(sql, { ...conditions.parameters, count }).map(orderOfRow)
  }

  private orderOfId(query: OrderListQuery, id: string): readonly OrderRecord[] {
    const record = this.orderByClientId(query.account, id)
    return record !== undefined && matches(record, query) ? [record] : []
  }

  /** Its fills and what became of them, oldest first, behind a position. */
  executions(orderNumber: number, after: number, count: number): readonly PlacedEvent<ExecutionEvent>[] {
    const isExecution = (code: number, { position }: { readonly position: number }): boolean => position > after && isExecutionCode(code)
    return this.eventsOf(orderNumber, after, count, isExecution) as PlacedEvent<ExecutionEvent>[]
  }

  /** Every event that is about an order, answers to requests about it included; the oldest `count`, oldest first. */
  history(orderNumber: number, count = Infinity): readonly PlacedEvent[] {
    return this.eventsOf(orderNumber, 0, count, () => true)
  }

  private eventsOf(orderNumber: number, after: number, count: number, wanted: Parameters<typeof readRun>[1]): PlacedEvent[] {
    const first = this.statements.firstEvents.get(orderNumber)
    const events = first ? readRun(first, wanted) : []
    if (events.length < count) {
      for (const run of this.statements.runs.iterate({ orderNumber, after })) {
        events.push(...readRun(run, wanted))
        if (events.length >= count) break
      }
    }
    return events.slice(0, count)
  }
}

function matches({ order }: OrderRecord, filter: OrderFilter): boolean {
  const { statuses, instrument, side, createdFrom = 0, createdTo = Infinity, updatedFrom = 0 } = filter
  return (
    (statuses.length === 0 || statuses.includes(shownStatus(order))) &&
    (instrument === undefined || order.instrument === instrument) &&
    (side === undefined || order.side === side) &&
    order.createdAt >= createdFrom &&
    order.createdAt <= createdTo &&
    order.updatedAt >= updatedFrom
  )
}

/** An index leads to the orders that are looked for, and to no others. */
export function isAtHand({
  clientOrderId,
  statuses,
  instrument,
  side,
  sort,
  createdFrom,
  createdTo,
  updatedFrom,
}: OrderListQuery): boolean {
  if (clientOrderId !== undefined) return true
  const others = sort === 'created_at' ? [updatedFrom] : [createdFrom, createdTo]
  return statuses.length === 0 && [instrument, side, ...others].every((filter) => filter === undefined)
}

function prepare(database: Database.Database) {
  return {
    order: database.prepare<[number], OrderRow>(`SELECT ${ORDER_COLUMNS} FROM orders WHERE order_number = ?`),
    numberOfId: database
      .prepare<[number, string], number>('SELECT order_number FROM client_order_ids WHERE account = ? AND client_order_id = ?')
      .pluck(),
    firstEvents: database.prepare<[number], Buffer>('SELECT events FROM orders WHERE order_number = ?').pluck(),
    runs: database
      .prepare<[{ readonly orderNumber: number; readonly after: number }], Buffer>(
        `SELECT run FROM order_events WHERE order_number = @orderNumber AND position >= coalesce(
          (SELECT max(position) FROM order_events WHERE order_number = @orderNumber AND position <= @after), 0) ORDER BY position`,
      )
      .pluck(),
  }
}
