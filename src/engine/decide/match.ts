import { HOUSE, Liquidity } from '../../domain/event.ts'
import { addNotional, lotsFor, notionalCents } from '../../domain/notional.ts'
import { CancelReason, isOpen, OrderStatus, Side } from '../../domain/order.ts'
import { heldCentsOf, heldLotsOf } from '../buying-power.ts'
import { isSelfMatch, nextMeeting, tradableLots } from '../matching.ts'
import type { OrderBook } from '../order-book.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../order-lifecycle.ts'
import type { Run } from '../run.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'

/** Trades a row of the book (an order, or a side of the quote) against the other side until nothing more is within reach. */
export function match(run: Run, book: OrderBook, slot: number): void {
  const { state, rules } = run
  const { orders } = state
  while (isOpen(orders.status[slot] as OrderStatus)) {
    const meeting = nextMeeting(state, book, slot)
    if (!meeting) return
    if (isSelfMatch(state, rules, slot, meeting.slot)) {
      preventSelfMatch(run, slot, meeting.slot)
      continue
    }
    const lots = Math.min(tradableLots(state, slot, meeting.ticks), tradableLots(state, meeting.slot, meeting.ticks))
    if (lots === 0) throw new Error('engine: two orders met with nothing to trade')
    const whole = orders.isHouse(slot) && lots === tradableLots(state, slot, meeting.ticks)
    trade(run, book, { aggressor: slot, resting: meeting.slot, lots, ticks: meeting.ticks })
    // a side of the quote leaves its row when it is used up
    if (whole) return
  }
}

function trade(
  run: Run,
  book: OrderBook,
  between: { readonly aggressor: number; readonly resting: number; readonly lots: number; readonly ticks: number },
): void {
  const { state } = run
  const { orders } = state
  const { aggressor, resting, lots, ticks } = between
  const number = state.market(book.market).tradeCount + 1
  const accountOf = (slot: number): number => (orders.isHouse(slot) ? HOUSE : orders.account[slot]!)
  const aggressorAccount = accountOf(aggressor)
  const restingAccount = accountOf(resting)
  if (restingAccount !== HOUSE)
    fill(run, book, { slot: resting, lots, ticks, trade: number, liquidity: Liquidity.Added, counterparty: aggressorAccount })
  if (aggressorAccount !== HOUSE)
    fill(run, book, { slot: aggressor, lots, ticks, trade: number, liquidity: Liquidity.Removed, counterparty: restingAccount })
  if (run.lowPrint === 0 || ticks < run.lowPrint) run.lowPrint = ticks
  if (ticks > run.highPrint) run.highPrint = ticks
}

interface Fill {
  readonly slot: number
  readonly lots: number
  readonly ticks: number
  readonly trade: number
  readonly liquidity: Liquidity
  readonly counterparty: number
}

function fill(run: Run, book: OrderBook, { slot, lots, ticks, trade, liquidity, counterparty }: Fill): void {
  const { state, at } = run
  const order = state.orders.read(slot) as NextOrder
  const exact = notionalCents(ticks, lots)
  // A buy never pays more than it holds, whatever the rounding of its fills adds up to.
  // And what rounds to nothing costs a cent: no share is free.
  const cents = order.side === Side.Buy ? Math.min(Math.max(exact, 1), order.heldCents) : exact
  const heldAfter = order.heldCents - cents
  const heldLotsAfter = order.side === Side.Sell ? order.heldLots - lots : 0
  const notional = addNotional({ whole: order.notionalWhole, fraction: order.notionalFraction }, ticks, lots)
  order.filledLots += lots
  order.notionalWhole = notional.whole
  order.notionalFraction = notional.fraction
  order.postedCents += cents
  order.updatedAt = at
  if (isComplete(order, ticks, heldLotsAfter)) end(order, OrderStatus.Filled, at)
  else {
    order.status = workingStatus(order)
    order.leavesLots = leavesOf(order, ticks)
    order.heldCents = Math.min(heldCentsOf(order), Math.max(0, heldAfter))
    order.heldLots = Math.min(heldLotsOf(order), heldLotsAfter)
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
    tradeDay: market.tradeDay,
    settlementDay: state.calendar.nextBusinessDay(market.tradeDay),
  })
}

function isComplete(order: NextOrder, ticks: number, heldLotsAfter: number): boolean {
  if (order.cashCents === 0) return order.filledLots === order.quantityLots
  return lotsFor(order.cashCents - order.postedCents, ticks) === 0 || (order.side === Side.Sell && heldLotsAfter === 0)
}

function preventSelfMatch(run: Run, aggressor: number, resting: number): void {
  const { rules, state } = run
  const cash = state.orders.cashCents[aggressor]! > 0 || state.orders.cashCents[resting]! > 0
  switch (rules.selfMatch) {
    case 'cancel_resting':
      cancelOwn(run, resting)
      return
    case 'cancel_both':
      cancelOwn(run, resting)
      cancelOwn(run, aggressor)
      return
    case 'decrement':
      // money can't be decremented by shares: a cash order gives way as a whole
      if (cash) cancelOwn(run, aggressor)
      else decrement(run, aggressor, resting)
      return
    case 'cancel_aggressor':
    case 'reject':
      cancelOwn(run, aggressor)
      return
    case 'off':
      throw new Error('engine: self-match prevention is off')
    default:
      rules.selfMatch satisfies never
  }
}

const SELF_MATCH = 'self-match prevention: the order would have traded with an order of the same account'

function cancelOwn(run: Run, slot: number): void {
  cancelUnsolicited(run, slot, { reason: CancelReason.Risk, restatement: 4, text: SELF_MATCH })
}

function decrement(run: Run, aggressor: number, resting: number): void {
  const { state } = run
  const left = (slot: number): number => state.orders.quantityLots[slot]! - state.orders.filledLots[slot]!
  const lots = Math.min(left(aggressor), left(resting))
  for (const slot of [resting, aggressor]) {
    if (left(slot) === lots) {
      cancelOwn(run, slot)
      continue
    }
    const order = state.orders.read(slot) as NextOrder
    order.quantityLots -= lots
    order.leavesLots -= lots
    order.heldCents = Math.min(order.heldCents, heldCentsOf(order))
    order.heldLots = heldLotsOf(order)
    order.updatedAt = run.at
    order.revision += 1
    run.emit({
      type: 'OrderRestated',
      at: run.at,
      order,
      execution: run.nextExecution(order.account),
      restatement: 5,
      text: SELF_MATCH,
      keepsPlace: true,
    })
  }
}
