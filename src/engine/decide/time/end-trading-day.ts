import type { AuctionKind } from '../../../domain/market/auction.ts'
import type { EndTradingDay } from '../../../domain/commands/market-command.ts'
import type { EndedPrices, TradingDayEnded } from '../../../domain/events/market-event.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { walkPrice } from '../../../domain/market/price-walk.ts'
import { TimeInForce } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { dayPrices } from '../../book/day-prices.ts'
import { walkOf } from '../../book/walking-quotes.ts'
import { beginDay } from '../../orders/day-figures.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { booksWithOrders, closeRegular, closingPrices } from './change-phase.ts'
import { runCorporateActions } from '../corporate-actions/corporate-actions-due.ts'
import { payDividendsDue } from '../corporate-actions/dividends.ts'
import { expireOrder, openOrdersOf } from './expire-orders.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { auctionQueue, holdAuction } from '../market/hold-auction.ts'
import { settleProceedsDue } from '../accounts/settle-proceeds.ts'
import { settleTransfersDue } from '../accounts/settle-transfers.ts'
import { showQuote } from '../matching/refresh-quote.ts'
import { triggerStops } from '../matching/trigger-stops.ts'

/** An operator ends a market's trading day before its time: the next one begins then and there, and proceeds that are due on it settle. */
export function endTradingDay(run: Run, { market: index, nextDay }: EndTradingDay): Result {
  const market = run.state.market(index)
  // first: the calendar knows nothing of days long past
  if (nextDay <= market.tradeDay)
    return { refusal: { code: 'VALIDATION_ERROR', message: 'The date has to be after the present trading day.', field: 'date' } }
  if (!run.state.calendar.isBusinessDay(nextDay))
    return { refusal: { code: 'VALIDATION_ERROR', message: 'The date is no trading day.', field: 'date' } }
  rollTradingDay(run, market, nextDay)
  payDividendsDue(run, index)
  return DONE
}

/** Day orders end, the date rolls, what is due settles, corporate actions take effect, GTC orders begin their next day. Dividends are paid behind it. */
export function rollTradingDay(run: Run, market: Market, nextDay: number): void {
  const { state } = run
  const { index, tradeDay } = market
  closeDay(run, market, nextDay)
  const orders = openOrdersOf(run, index)
  const closes = closesOf(run, index)
  const prices = pricesOf(run, index, closes)
  run.emit({
    type: 'TradingDayEnded',
    at: run.at,
    market: index,
    endedDay: tradeDay,
    nextDay,
    closes,
    ...(prices.length > 0 && { prices }),
  })
  // out of hours no walk moves a book any more
  if (market.phase === Phase.Closed) for (const book of booksWithOrders(market)) showQuote(run, book)
  settleProceedsDue(run, index)
  settleTransfersDue(run, index)
  const splits = market.splits.length
  const split = runCorporateActions(run, index, nextDay)
  // a split has restated its orders already
  for (const order of orders) if (order.timeInForce === TimeInForce.Gtc && !split.has(order.number)) renew(run, market, order)
  if (run.rules.session === 'always_open') auctionsOf(run, market, 'opening')
  // the bid is rounded down and a stop to sell up: they may have met
  for (const { instrument } of market.splits.slice(splits)) triggerStops(run, state.book(index, instrument))
}

/** What ends with the day. A market that is always open has both of its auctions where its days meet. */
function closeDay(run: Run, market: Market, nextDay: number): void {
  if (run.rules.session === 'always_open') {
    auctionsOf(run, market, 'closing')
    for (const order of openOrdersOf(run, market.index))
      if (order.timeInForce !== TimeInForce.Gtc && order.timeInForce !== TimeInForce.Opg) expireOrder(run, order)
    return
  }
  if (market.phase === Phase.Regular) closeRegular(run, market)
  // a day order that came after the close is for the next day, which an operator may pass over
  for (const order of openOrdersOf(run, market.index))
    if (order.timeInForce !== TimeInForce.Gtc && order.enteredDay < nextDay) expireOrder(run, order)
  if (market.phase !== Phase.Closed) run.emit({ type: 'PhaseChanged', at: run.at, market: market.index, phase: Phase.Closed })
}

function auctionsOf(run: Run, market: Market, kind: AuctionKind): void {
  for (const book of booksWithOrders(market)) {
    if (auctionQueue(book, kind).count === 0) continue
    holdAuction(run, book, kind)
    followGroups(run)
    triggerStops(run, book)
  }
}

/** The prices with which the regular session of the exchange has ended; before that those of the moment. */
function closesOf(run: Run, index: number): TradingDayEnded['closes'] {
  const { state, at, rules } = run
  const { close } = state.calendar.sessionTimes(state.market(index).tradeDay)
  const hasClosed = rules.session !== 'always_open' && at >= close
  return closingPrices(run, index, Math.min(at, close)).map(([instrument, ticks]) => {
    const book = state.book(index, instrument)
    // what was used for the first time behind the close was given none by then, and a trade of the evening is none
    const walk = hasClosed ? walkOf(state, book) : undefined
    return [instrument, book.closeTicks || (walk ? walkPrice(walk, close) : ticks)] as const
  })
}

/** How the day has gone where something else than the security's own walk tells it. */
function pricesOf({ state, at }: Run, index: number, closes: TradingDayEnded['closes']): readonly EndedPrices[] {
  return closes.flatMap(([instrument, closeTicks]) => {
    const book = state.book(index, instrument)
    const stands = walkOf(state, book) === undefined
    if (book.kept === null && book.walk === null && !stands) return []
    const { openTicks, highTicks, lowTicks } = dayPrices(state, book, at)
    return [[instrument, openTicks, Math.max(highTicks, closeTicks), Math.min(lowTicks, closeTicks), stands] as const]
  })
}

/** Rules of engagement 6.13: a GTC order is restated (378=1) when its next day begins; DayCumQty(425) counts from here. */
function renew(run: Run, market: Market, order: NextOrder): void {
  beginDay(market, order)
  order.updatedAt = run.at
  run.emit({
    type: 'OrderRestated',
    at: run.at,
    order,
    execution: run.nextExecution(order.account),
    restatement: RestatementReason.Renewal,
    text: '',
    keepsPlace: true,
  })
}
