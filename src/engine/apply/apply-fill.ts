import { HOUSE, isLateFill, type OrderFilled } from '../../domain/events/order-event.ts'
import { type Order, Side } from '../../domain/orders/order.ts'
import { MINUTE_MS } from '../../domain/time/durations.ts'
import { postBuy, postSell } from '../accounts/ledger.ts'
import { NONE } from '../none.ts'
import type { OrderBook } from '../book/order-book.ts'
import { addBuy, addSell, isEmpty, moveHouse, positionOf } from '../accounts/positions.ts'
import { noteTrade } from '../book/day-prices.ts'
import { noteBandReference } from '../book/price-band.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'
import { updateOrder } from './apply-order.ts'

/** One side of a trade: its money, its position, and its order. */
export function applyFill(state: EngineState, event: OrderFilled, position: number): void {
  const { order, lastLots, lastTicks, cents } = event
  const account = state.account(order.account)
  const market = state.market(account.market)
  const book = state.book(account.market, order.instrument)
  const byHouse = event.counterparty === HOUSE
  market.executionCount = event.execution
  market.tradeCount = event.trade
  const late = isLateFill(event)
  if (!event.scripted) noteBandReference(state, book, event.at)
  if (!late) {
    noteTrade(state, book, { ticks: lastTicks, at: event.at })
    book.lastTicks = lastTicks
    book.tradedAt = event.at
    book.isQuotedSince = false
    book.dayTicks = lastTicks
  }
  const held = positionOf(account, order.instrument)
  held.updatedAt = event.at
  if (order.side === Side.Buy) {
    postBuy(market.ledger, account, cents, byHouse)
    addBuy(held, lastTicks, lastLots)
  } else {
    postSell(market.ledger, account, cents, event.settlementDay, byHouse)
    market.settlementsDue.note(account, event.settlementDay)
    addSell(held, lastLots)
  }
  if (event.scripted) moveHouse(market, order.instrument, order.side === Side.Buy ? -lastLots : lastLots)
  else if (byHouse) {
    countBar(book, event.at, lastLots)
    takeFromQuote(state, market, order, lastLots)
  }
  if (!late || state.directory.get(order.number) !== NONE) updateOrder(state, order, position, true)
  if (isEmpty(held)) account.positions.delete(order.instrument)
}

/** The minute in which a fill by the quote counts: its number since 1970. */
export const barMinuteAt = (at: number): number => Math.floor(at / MINUTE_MS)

/** Counts what the quote has filled in the minute. */
function countBar(book: OrderBook, at: number, lots: number): void {
  const minute = barMinuteAt(at)
  if (book.barMinute !== minute) {
    book.barMinute = minute
    book.barLots = 0
  }
  book.barLots += lots
}

/** The quote was the other side: its size shrinks, the house's position moves against the client's. */
function takeFromQuote(state: EngineState, market: Market, order: Order, lots: number): void {
  const { orders } = state
  const book = state.book(market.index, order.instrument)
  const slot = order.side === Side.Buy ? book.askQuote : book.bidQuote
  if (slot === NONE) throw new Error(`engine: a fill against the quote of instrument ${order.instrument}, which is not displayed`)
  orders.setFilledLots(slot, orders.filledLots(slot) + lots)
  if (orders.filledLots(slot) === orders.quantityLots(slot)) {
    book.unlink(slot)
    orders.release(slot)
    if (order.side === Side.Buy) book.askQuote = NONE
    else book.bidQuote = NONE
  }
  const left = (of: number, side: Side): number => (side === order.side ? of : of - lots)
  book.quote = { ...book.quote, askLots: left(book.quote.askLots, Side.Sell), bidLots: left(book.quote.bidLots, Side.Buy) }
  moveHouse(market, order.instrument, order.side === Side.Buy ? -lots : lots)
}
