import type Database from 'better-sqlite3'
import type { Event } from '../../../domain/event.ts'
import type { OrderEvent, OrderReleased, StopTrailed } from '../../../domain/events/order-event.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { marketOf } from '../../../domain/orders/order.ts'
import { shownStatus } from '../../../domain/orders/shown-status.ts'
import { ByteWriter } from '../../encoding/byte-writer.ts'
import { writeOrder } from '../../encoding/order-record.ts'
import { BulkInsert } from './bulk-insert.ts'
import type { PlacedRecord } from './event-run.ts'
import { writeRun } from './event-run.ts'
import { type LastFill, lastStandingFill, NO_FILL } from './last-fill.ts'
import { idGivenBy, rejectionOf } from './order-row.ts'

/** What the events of one transaction came to for one order. */
interface Touched {
  readonly number: number
  /** undefined where only answers about it are new */
  order: Order | undefined
  isNew: boolean
  rejection: string | null
  /** undefined where none of these events changes it; `revised` where a bust or a correction may have */
  lastFill: LastFill | 'revised' | undefined
  readonly records: PlacedRecord[]
}

/** Gathers what events say of orders and writes it, each order once a transaction. */
export class OrderRows {
  private readonly statements: ReturnType<typeof prepare>
  private readonly breathe: () => void
  private touched = new Map<number, Touched>()
  /** first execution of each market in this transaction, and its position */
  private readonly executions = new Map<number, { readonly execution: number; readonly position: number }>()
  private readonly orders: BulkInsert
  private readonly ids: BulkInsert
  private readonly writer = new ByteWriter(1024 * 1024)

  /** `breathe` is called between rows. */
  constructor(database: Database.Database, breathe: () => void) {
    this.statements = prepare(database)
    this.breathe = breathe
    this.orders = new BulkInsert(database, 'INSERT INTO orders', 12)
    // an id belongs to the first order that it named
    this.ids = new BulkInsert(database, 'INSERT OR IGNORE INTO client_order_ids', 3)
  }

  takeOrderEvent(event: OrderEvent, record: PlacedRecord): void {
    const { order, execution } = event
    const { number } = order
    const touched = this.touch(number, record)
    touched.order = order
    switch (event.type) {
      case 'OrderAccepted':
        touched.isNew = true
        break
      case 'OrderPended':
        if (event.request.kind === 'new') touched.isNew = true
        break
      case 'OrderRejected':
        // the venue may refuse an order that it had taken
        touched.isNew ||= this.statements.isStored.get(number) === undefined
        touched.rejection = JSON.stringify(rejectionOf(event))
        break
      case 'OrderFilled':
        touched.lastFill = { lots: event.lastLots, ticks: event.lastTicks }
        break
      case 'ExecutionBusted':
      case 'ExecutionCorrected':
        touched.lastFill = 'revised'
        break
      default:
    }
    const market = marketOf(number)
    if (!this.executions.has(market)) this.executions.set(market, { execution, position: record.position })
    this.takeId(event, order)
  }

  takeReleased({ order }: OrderReleased | StopTrailed, record: PlacedRecord): void {
    this.touch(order.number, record).order = order
  }

  /** An answer to a session that tells of an order. A refusal may end that it is pending, and has the order as it stands; the others change nothing. */
  takeAnswer(event: Event, record: PlacedRecord): void {
    if (event.type === 'OrderRefused') {
      if (event.orderNumber > 0) this.touch(event.orderNumber, record)
    } else if ((event.type === 'CancelRejected' || event.type === 'OrderStatusReported') && event.order) {
      const touched = this.touch(event.order.number, record)
      if (event.type === 'CancelRejected') touched.order = event.order
      this.takeId(event, event.order)
    }
  }

  /** Writes everything that was taken. Inside a transaction. */
  flush(): void {
    const { orders, ids, statements, writer } = this
    writer.offset = 0
    const created = new Map<number, number>()
    for (const touched of this.touched.values()) {
      this.write(touched)
      if (touched.isNew) created.set(touched.order!.account, (created.get(touched.order!.account) ?? 0) + 1)
      this.breathe()
    }
    orders.finish()
    ids.finish()
    for (const [account, count] of created) statements.countOrders.run(count, account)
    for (const [market, { execution, position }] of this.executions) statements.insertExecutionMark.run(market, execution, position)
    // not clear(): V8 keeps a link from the table that it drops to the next, and once one of them is old, all that was ever touched lives on until a
    // whole collection of garbage
    this.touched = new Map()
    this.executions.clear()
  }

  private write({ number, order, isNew, rejection, lastFill, records }: Touched): void {
    const { statements, writer } = this
    const run = writeRun(writer, records)
    if (!isNew) statements.insertRun.run(number, records[0]!.position, run)
    if (!order) return
    const { account, side, instrument, createdAt, updatedAt } = order
    const status = shownStatus(order)
    const start = writer.offset
    writeOrder(writer, order)
    const record = writer.bytes.subarray(start, writer.offset)
    const fill = lastFill === 'revised' ? lastStandingFill(isNew ? [run] : this.storedRuns(number)) : lastFill
    if (isNew) {
      const { lots, ticks } = fill ?? NO_FILL
      this.orders.add(number, account, status, side, instrument, createdAt, updatedAt, lots, ticks, rejection, record, run)
    } else if (rejection !== null) statements.updateRejectedOrder.run(status, updatedAt, record, rejection, number)
    else if (fill) statements.updateFilledOrder.run(status, updatedAt, record, fill.lots, fill.ticks, number)
    else statements.updateOrder.run(status, updatedAt, record, number)
  }

  /** All events of an order, the newest run first. */
  private *storedRuns(number: number): Generator<Buffer> {
    yield* this.statements.laterRuns.iterate(number)
    yield this.statements.firstRun.get(number)!
  }

  private touch(number: number, record: PlacedRecord): Touched {
    let touched = this.touched.get(number)
    if (!touched) {
      touched = { number, order: undefined, isNew: false, rejection: null, lastFill: undefined, records: [] }
      this.touched.set(number, touched)
    }
    touched.records.push(record)
    return touched
  }

  private takeId(event: Event, { account, number }: Order): void {
    const id = idGivenBy(event)
    if (id !== '') this.ids.add(account, id, number)
  }
}

function prepare(database: Database.Database) {
  return {
    updateOrder: database.prepare<[number, number, Buffer, number]>(
      'UPDATE orders SET status = ?, updated_at = ?, record = ? WHERE order_number = ?',
    ),
    updateFilledOrder: database.prepare<[number, number, Buffer, number, number, number]>(
      'UPDATE orders SET status = ?, updated_at = ?, record = ?, last_lots = ?, last_ticks = ? WHERE order_number = ?',
    ),
    updateRejectedOrder: database.prepare<[number, number, Buffer, string, number]>(
      'UPDATE orders SET status = ?, updated_at = ?, record = ?, rejection = ? WHERE order_number = ?',
    ),
    laterRuns: database.prepare<[number], Buffer>('SELECT run FROM order_events WHERE order_number = ? ORDER BY position DESC').pluck(),
    firstRun: database.prepare<[number], Buffer>('SELECT events FROM orders WHERE order_number = ?').pluck(),
    isStored: database.prepare<[number], number>('SELECT 1 FROM orders WHERE order_number = ?').pluck(),
    countOrders: database.prepare<[number, number]>('UPDATE accounts SET orders = orders + ? WHERE account = ?'),
    insertRun: database.prepare<[number, number, Buffer]>('INSERT INTO order_events VALUES (?, ?, ?)'),
    insertExecutionMark: database.prepare<[number, number, number]>('INSERT INTO execution_marks VALUES (?, ?, ?)'),
  }
}
