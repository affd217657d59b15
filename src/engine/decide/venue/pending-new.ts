import { CancelReason, marketOf, type Order, OrderStatus, Scenario } from '../../../domain/orders/order.ts'
import type { OrderRefusalCode, Refusal } from '../../../domain/refusal.ts'
import type { VenueRequest } from '../../../domain/orders/venue-request.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { delayMs } from '../../venue/latency.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { end, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { pendingOf, requestsOf } from '../../venue/pending.ts'
import type { Run } from '../../run.ts'
import { cancelUnsolicited } from '../matching/cancel-unsolicited.ts'
import { arrivalAt } from '../matching/arrival-quote.ts'
import { checkLiquidity, checkWash } from '../checks/check-opposite.ts'
import { checkSession } from '../checks/check-session.ts'
import { enterBook } from '../matching/enter-book.ts'
import { nextRequest, pend, venueDueAt } from './pending-request.ts'
import { refreshQuote } from '../matching/refresh-quote.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { waitsAtEntry } from '../matching/waits-at-entry.ts'

/** A new order, found to be right, on its way to the venue: 150=A. False when it gets there at once. */
export function pendNew(run: Run, order: Order): boolean {
  const dueAt = venueDueAt(run, order, 'new')
  if (dueAt === undefined) return false
  const { session, clientOrderId } = order
  const onItsWay: Order = { ...order, inFlight: true, held: false, status: OrderStatus.Accepted }
  const arrival = arrivalAt(run.state.bookOf(order))
  pend(run, onItsWay, { asked: { kind: 'new', session, clientOrderId }, dueAt, ...(arrival && { arrival }) })
  return true
}

/** An order that is acknowledged at once and reaches the book later: fills have a latency of their own. False when it has none. */
export function acceptInFlight(run: Run, order: Order): boolean {
  const delay = delayMs(run.rules.latency.fill, run.state.market(marketOf(order.number)))
  if (delay === 0) return false
  const onItsWay: Order = { ...order, inFlight: true, held: false, status: OrderStatus.Accepted }
  const execution = run.nextExecution(order.account)
  const arrival = arrivalAt(run.state.bookOf(order))
  run.emit({ type: 'OrderAccepted', at: run.at, order: onItsWay, execution, ...(arrival && { arrival }) })
  delayFill(run, order, delay)
  return true
}

/** The order has reached the venue: 150=0, or 150=8 where it can't stand there. */
export function acknowledgeDue(run: Run, request: VenueRequest): void {
  const { state } = run
  const book = state.bookOf(state.order(request.orderNumber)!)
  refreshQuote(run, book)
  // read anew: what a cash order may still fill goes by the quote
  const order = state.order(request.orderNumber)!
  const there = atBook(run, order)
  const refusal = checkSession(run, order) ?? checkLiquidity(run, book, there) ?? checkWash(run, book, there)
  if (refusal) {
    refuseDue(run, order, refusal)
    return
  }
  const delay = delayMs(run.rules.latency.fill, state.market(book.market))
  const next: NextOrder = delay === 0 ? there : { ...order }
  next.pending = pendingOf(requestsOf(state, order.number).filter((other) => other.sequence !== request.sequence))
  next.updatedAt = run.at
  run.emit({ type: 'OrderAcknowledged', at: run.at, order: next, execution: run.nextExecution(order.account) })
  if (delay > 0) delayFill(run, order, delay)
  else trade(run, book, order.number)
}

/** An acknowledged order has reached the book. */
export function reachBookDue(run: Run, request: VenueRequest): void {
  const { state } = run
  const book = state.bookOf(state.order(request.orderNumber)!)
  refreshQuote(run, book)
  const order = state.order(request.orderNumber)!
  run.emit({ type: 'OrderReleased', at: run.at, order: atBook(run, order) })
  trade(run, book, order.number)
}

/** An order as it stands where its way ends: it may wait on there, and meets nobody then. */
function atBook(run: Run, order: Order): NextOrder {
  const next: NextOrder = { ...order, inFlight: false }
  next.held = order.scenario !== Scenario.None || waitsAtEntry(run, order)
  next.status = workingStatus(next)
  return next
}

function delayFill(run: Run, { number, session }: Order, delay: number): void {
  const market = run.state.market(marketOf(number))
  const request = nextRequest(market, { dueAt: run.at + delay, orderNumber: number, kind: 'fill', session, clientOrderId: '' })
  run.emit({ type: 'FillDelayed', at: run.at, market: market.index, request })
}

function trade(run: Run, book: OrderBook, number: number): void {
  enterBook(run, book, run.state.directory.get(number))
  triggerStops(run, book)
}

function refuseDue(run: Run, order: Order, refusal: Refusal): void {
  // a script has filled a part of it meanwhile, which stays true
  if (order.filledLots > 0) {
    const why = { reason: CancelReason.System, restatement: RestatementReason.MarketOption, text: refusal.message }
    cancelUnsolicited(run, run.state.directory.get(order.number), why)
    return
  }
  const next: NextOrder = { ...order }
  end(next, OrderStatus.Rejected, run.at)
  run.emit({
    type: 'OrderRejected',
    at: run.at,
    order: next,
    execution: run.nextExecution(order.account),
    code: refusal.code as OrderRefusalCode,
    text: refusal.message,
    symbol: run.state.instruments[order.instrument]!.symbol,
    ...(refusal.details && { details: refusal.details }),
  })
}
