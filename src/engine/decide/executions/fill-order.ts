import { formatMoney, formatPrice, formatQuantity } from '../../../domain/amounts/amounts.ts'
import type { FillOrder } from '../../../domain/commands/execution-command.ts'
import { isSplitBehind, type PastSplit } from '../../../domain/market/corporate-action.ts'
import { HOUSE, Liquidity } from '../../../domain/events/order-event.ts'
import { notionalCents } from '../../../domain/amounts/notional.ts'
import { Cover, isOpen, type Order, OrderStatus } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { tradeCents } from '../../accounts/trade-cents.ts'
import { ofToday } from '../../orders/day-figures.ts'
import { countFill, isAtMarket, isWaitingStop, type NextOrder, reaches } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { notOpen, presentState } from '../orders/cancel-order.ts'
import { checkNotClosed } from '../checks/check-not-closed.ts'
import { checkSize, checkTradePrice, checkWholeShares } from '../checks/check-order.ts'
import { triggerStops } from '../matching/trigger-stops.ts'
import { scriptedFill } from './trade.ts'

/** A fill by script, with the house: of an open order, or of one that has ended without being filled (J.1.b of the order matrices). */
export function fillOrder(run: Run, command: FillOrder): Result {
  const { state } = run
  const order = state.order(command.orderNumber) ?? presentState(run, command.known)
  // a reset of the sandbox has left its account behind
  if (!order || state.account(order.account).gone) return { refusal: { code: 'ORDER_NOT_FOUND', message: 'There is no such order.' } }
  const refusal = checkNotClosed(state.account(order.account)) ?? checkFill(run, command, order)
  if (refusal) return { refusal }
  const { quantityLots: lots, priceTicks: ticks } = command
  if (!isOpen(order.status)) {
    lateFill(run, order, { lots, ticks })
    return DONE
  }
  const book = state.book(command.market, order.instrument)
  scriptedFill(run, book, { slot: state.directory.get(order.number), lots, ticks, script: 'request' })
  triggerStops(run, book)
  return DONE
}

/**
 * What a venue had filled before it cancelled, told afterwards: the order stays ended, with more filled. Money and shares move at once,
 * whatever is there: both may be below zero then, as after a bust.
 */
function lateFill(run: Run, order: Order, { lots, ticks }: { readonly lots: number; readonly ticks: number }): void {
  const { state, at } = run
  const market = state.market(state.account(order.account).market)
  const cents = tradeCents(order.side, ticks, lots)
  const next: NextOrder = { ...ofToday(market, order) }
  countFill(next, { lots, ticks, cents })
  next.updatedAt = at
  run.emit({
    type: 'OrderFilled',
    at,
    order: next,
    execution: market.executionCount + 1,
    trade: market.tradeCount + 1,
    lastTicks: ticks,
    lastLots: lots,
    cents,
    liquidity: Liquidity.Added,
    counterparty: HOUSE,
    scripted: true,
    tradeDay: market.tradeDay,
    settlementDay: state.calendar.nextBusinessDay(market.tradeDay),
  })
}

function checkFill(run: Run, { quantityLots, priceTicks, market }: FillOrder, order: Order): Refusal | undefined {
  if (order.status === OrderStatus.Filled || order.status === OrderStatus.Rejected) return notOpen(order).refusal
  if (run.state.market(market).splits.some((split) => isAfterEnd(split, order)))
    return { code: 'VALIDATION_ERROR', message: 'The order ended before the shares were split.' }
  if (quantityLots <= 0) return { code: 'INVALID_QUANTITY', message: 'The quantity has to be above zero.', field: 'quantity' }
  const price = checkTradePrice(priceTicks)
  if (price) return price
  if (isOpen(order.status) && isWaitingStop(order)) return { code: 'VALIDATION_ERROR', message: 'The stop has not triggered yet.' }
  if (isOpen(order.status) && order.cover === Cover.Entry)
    return { code: 'VALIDATION_ERROR', message: 'The order waits for its entry, which has yet to buy what it sells.' }
  const worst = isAtMarket(order) ? order.collarTicks : order.limitTicks
  if (worst > 0 && !reaches(order.side, worst, priceTicks))
    return {
      code: 'INVALID_PRICE',
      message: `The order trades at ${formatPrice(worst)} or better, not at ${formatPrice(priceTicks)}.`,
      field: 'price',
    }
  return checkWholeShares(run.state.instruments[order.instrument]!, quantityLots) ?? checkRoom(order, { quantityLots, priceTicks })
}

/** What ends with the day ends at the moment at which the split of the next day takes effect, and before it: it counts the shares of before. */
function isAfterEnd(split: PastSplit, { instrument, endedAt, enteredDay }: Order): boolean {
  return split.instrument === instrument && endedAt > 0 && isSplitBehind(split, { at: endedAt, day: enteredDay })
}

function checkRoom(order: Order, { quantityLots, priceTicks }: Pick<FillOrder, 'quantityLots' | 'priceTicks'>): Refusal | undefined {
  if (order.cashCents > 0) {
    const left = order.cashCents - order.postedCents
    if (notionalCents(priceTicks, quantityLots) > left)
      return { code: 'INVALID_QUANTITY', message: `Of the order ${formatMoney(left)} dollars are left.`, field: 'quantity' }
    return checkSize(order.filledLots + quantityLots)
  }
  const left = order.quantityLots - order.filledLots
  if (quantityLots <= left) return undefined
  return { code: 'INVALID_QUANTITY', message: `Of the order ${formatQuantity(left)} shares are left.`, field: 'quantity' }
}
