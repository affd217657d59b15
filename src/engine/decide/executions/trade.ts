import { cashLots } from '../../../domain/amounts/notional.ts'
import { HOUSE, Liquidity } from '../../../domain/events/order-event.ts'
import { OrderStatus, Pending, Scenario, Side } from '../../../domain/orders/order.ts'
import { heldCentsOf, heldLotsOf } from '../../accounts/buying-power.ts'
import { tradeCents } from '../../accounts/trade-cents.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { countFill, end, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { isAnswered } from '../../venue/late-requests.ts'
import { heldNow, pendingOf, requestsOf } from '../../venue/pending.ts'

/** Two rows trade: the one that stood longer adds liquidity. */
export function trade(
  run: Run,
  book: OrderBook,
  between: { readonly aggressor: number; readonly resting: number; readonly lots: number; readonly ticks: number },
): void {
  const { state } = run
  const { orders } = state
  const { aggressor, resting, lots, ticks } = between
  const number = state.market(book.market).tradeCount + 1
  const aggressorAccount = orders.account(aggressor)
  const restingAccount = orders.account(resting)
  if (restingAccount !== HOUSE)
    fill(run, book, { slot: resting, lots, ticks, trade: number, liquidity: Liquidity.Added, counterparty: aggressorAccount })
  if (aggressorAccount !== HOUSE)
    fill(run, book, { slot: aggressor, lots, ticks, trade: number, liquidity: Liquidity.Removed, counterparty: restingAccount })
  notePrint(run, book, ticks)
}

/** A fill that a script of the sandbox gives: with the house, at any price, the displayed quote untouched. */
export function scriptedFill(
  run: Run,
  book: OrderBook,
  { slot, lots, ticks, script }: Pick<Fill, 'slot' | 'lots' | 'ticks'> & { readonly script: Script },
): void {
  const trade = run.state.market(book.market).tradeCount + 1
  fill(run, book, { slot, lots, ticks, trade, liquidity: Liquidity.Removed, counterparty: HOUSE, script })
  notePrint(run, book, ticks)
}

/** The scenario that the order came with, or a fill that was asked for. */
type Script = 'scenario' | 'request'

interface Fill {
  readonly slot: number
  readonly lots: number
  readonly ticks: number
  readonly trade: number
  readonly liquidity: Liquidity
  readonly counterparty: number
  /** none: it has met a row of the book */
  readonly script?: Script
}

function fill(run: Run, book: OrderBook, { slot, lots, ticks, trade, liquidity, counterparty, script }: Fill): void {
  const { state, at } = run
  const order = state.orders.read(slot) as NextOrder
  const worth = tradeCents(order.side, ticks, lots)
  // A buy never pays more than it holds, whatever the rounding of its fills adds up to.
  const cents = order.side === Side.Buy ? Math.min(worth, order.heldCents) : worth
  const heldAfter = order.heldCents - cents
  const heldLotsAfter = order.side === Side.Sell ? Math.max(0, order.heldLots - lots) : 0
  countFill(order, { lots, ticks, cents })
  order.updatedAt = at
  // its outcome comes once, whatever is taken back of it
  if (script === 'scenario') order.scenario = Scenario.NoFill
  const { pending } = order
  if (isComplete(order, ticks, heldLotsAfter)) {
    end(order, OrderStatus.Filled, at)
    // FIX 4.4: a request that is pending outranks the fill that completes the order, for whom its refusal follows
    if (pending !== Pending.None) {
      const { session } = order
      order.pending = pendingOf(requestsOf(state, order.number).filter((request) => isAnswered(request) && request.session === session))
    }
  } else {
    order.status = workingStatus(order)
    order.leavesLots = leavesOf(order, ticks)
    const held = pending === Pending.None ? undefined : heldNow(state, order)
    order.heldCents = Math.min(held ? held.cents : heldCentsOf(order), Math.max(0, heldAfter))
    order.heldLots = Math.min(held ? held.lots : heldLotsOf(order), heldLotsAfter)
  }
  const market = state.market(book.market)
  run.emit({
    type: 'OrderFilled',
    at,
    order,
    execution: market.executionCount + 1,
    trade,
    lastTicks: ticks,
    lastLots: lots,
    cents,
    liquidity,
    counterparty,
    scripted: script !== undefined,
    tradeDay: market.tradeDay,
    settlementDay: state.calendar.nextBusinessDay(market.tradeDay),
  })
}

function isComplete(order: NextOrder, ticks: number, heldLotsAfter: number): boolean {
  if (order.cashCents === 0) return order.filledLots === order.quantityLots
  return cashLots(order.cashCents - order.postedCents, ticks, order.filledLots) === 0 || (order.side === Side.Sell && heldLotsAfter === 0)
}

function notePrint(run: Run, book: OrderBook, ticks: number): void {
  if (run.printedBook !== book) {
    run.printedBook = book
    run.lowPrint = 0
    run.highPrint = 0
  }
  if (run.lowPrint === 0 || ticks < run.lowPrint) run.lowPrint = ticks
  if (ticks > run.highPrint) run.highPrint = ticks
}
