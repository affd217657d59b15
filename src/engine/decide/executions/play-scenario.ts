import { LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import { onTickAbove, onTickBelow } from '../../../domain/amounts/tick.ts'
import { CancelReason, isOpen, OrderType, Scenario, Side, TimeInForce } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { isAtHand, SLOW_FILL_MS } from '../../time/due.ts'
import { tradableLots } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { cancelUnsolicited } from '../matching/cancel-unsolicited.ts'
import { checkFractional } from '../checks/check-order.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { scriptedFill } from './trade.ts'

/** Plays the outcome that a sandbox client asked for. The order is apart from the book: nothing else fills it. */
export function playScenario(run: Run, book: OrderBook, slot: number): void {
  const scenario = run.state.orders.scenario(slot)
  switch (scenario) {
    case Scenario.None:
    case Scenario.NoFill:
    case Scenario.SlowFill:
      return
    case Scenario.Fill:
      fillWhole(run, book, slot)
      return
    case Scenario.PartialThenRest:
      fillPart(run, book, slot)
      return
    case Scenario.HalfThenCancel:
      fillPart(run, book, slot)
      if (isOpen(run.state.orders.status(slot)))
        cancelUnsolicited(run, slot, { reason: CancelReason.System, restatement: RestatementReason.MarketOption, text: 'sandbox scenario' })
      return
    case Scenario.TwoFills:
      fillHalf(run, book, slot)
      fillWhole(run, book, slot)
      return
    default:
      scenario satisfies never
  }
}

/** Fills the slow ones that are due, oldest first. */
export function fillSlowOnes(run: Run, market: Market, due: number): void {
  const { state } = run
  for (const number of market.slowFills) {
    const slot = state.directory.get(number)
    if (!isAtHand(state, slot)) continue
    if (state.orders.createdAt(slot) + SLOW_FILL_MS > due) return
    const book = state.book(market.index, state.orders.instrument(slot))
    fillWhole(run, book, slot)
    triggerStops(run, book)
  }
}

/** None of a fok order, which is filled whole or not at all. */
function fillPart(run: Run, book: OrderBook, slot: number): void {
  if (run.state.orders.timeInForce(slot) !== TimeInForce.Fok) fillHalf(run, book, slot)
}

function fillHalf(run: Run, book: OrderBook, slot: number): void {
  const ticks = priceOf(run, book, slot)
  const half = tradableLots(run.state, slot, ticks) / 2
  const whole = Math.floor(half / LOTS_PER_SHARE) * LOTS_PER_SHARE
  const account = run.state.account(run.state.orders.account(slot))
  const inParts = whole === 0 && checkFractional(run.state.instruments[book.instrument]!, account) === undefined
  const lots = inParts ? Math.floor(half) : whole
  if (lots > 0) scriptedFill(run, book, { slot, lots, ticks, script: 'scenario' })
}

function fillWhole(run: Run, book: OrderBook, slot: number): void {
  if (!isOpen(run.state.orders.status(slot))) return
  const ticks = priceOf(run, book, slot)
  const lots = tradableLots(run.state, slot, ticks)
  if (lots > 0) scriptedFill(run, book, { slot, lots, ticks, script: 'scenario' })
}

/** The quote's price where it is better than the order's worst, else the worst: never more than is held. On the tick, which no collar need be. */
function priceOf(run: Run, book: OrderBook, slot: number): number {
  const { orders } = run.state
  const side = orders.side(slot)
  const { bidTicks, bidLots, askTicks, askLots } = book.quote
  const quoted = side === Side.Buy ? { ticks: askTicks, lots: askLots } : { ticks: bidTicks, lots: bidLots }
  const market = quoted.lots > 0 ? quoted.ticks : run.state.referenceTicks(book.market, book.instrument, side)
  const worst = orders.type(slot) === OrderType.Limit ? orders.limitTicks(slot) : orders.collarTicks(slot)
  return side === Side.Buy ? onTickBelow(Math.min(market, worst)) : onTickAbove(Math.max(market, worst))
}
