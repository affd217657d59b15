import { HOUSE } from '../../domain/events/order-event.ts'
import type { QuoteMoved, WalkChanged } from '../../domain/events/market-event.ts'
import type { Quote } from '../../domain/market/instrument.ts'
import { CancelReason, type Order, OrderStatus, OrderType, PLAIN, Side, TimeInForce } from '../../domain/orders/order.ts'
import { isUsable, type OrderBook } from '../book/order-book.ts'
import { keepDayPrices } from '../book/day-prices.ts'
import { keepClose, keepPreviousClose, walkWherever } from '../book/walking-quotes.ts'
import { NONE } from '../none.ts'
import type { EngineState } from '../state.ts'

/**
 * A new quote takes the place of the old one: both sides leave the book and stand at the back of their new prices. One that only has other sizes
 * is the quote that it was.
 */
export function applyQuote(state: EngineState, event: QuoteMoved, position: number): void {
  const book = state.book(event.market, event.instrument)
  if (event.keepsPlace) {
    book.quote = event.quote
    book.bidQuote = resize(state, book, book.bidQuote, event.quote.bidLots)
    book.askQuote = resize(state, book, book.askQuote, event.quote.askLots)
    return
  }
  if (!event.walks) pin(state, book, event)
  book.quotedAt = event.at
  book.isQuotedSince = true
  changeQuote(state, book, event.quote, { at: event.at, place: position })
}

/** A quote walks, from now on, as it is told. */
export function applyWalk(state: EngineState, event: WalkChanged): void {
  const book = state.book(event.market, event.instrument)
  keepDay(state, book, event)
  book.pinned = false
  book.walk = event.walk
  noteWalking(state, book)
}

/** Quotes have to move for open orders, where they walk. */
export function noteWalking(state: EngineState, book: OrderBook): void {
  const { walking } = state.market(book.market)
  const walks = book.openOrders > 0 && !book.pinned && (book.walk !== null || state.instruments[book.instrument]!.walk !== null)
  if (walks) walking.add(book.instrument)
  else walking.delete(book.instrument)
}

/** Shows another quote in the place of the present one. */
export function changeQuote(state: EngineState, book: OrderBook, quote: Quote, beginning: Beginning): void {
  withdrawQuote(state, book)
  book.quote = quote
  displayQuote(state, book, Side.Buy, beginning)
  displayQuote(state, book, Side.Sell, beginning)
}

/** Both sides of the quote leave the book. */
export function withdrawQuote(state: EngineState, book: OrderBook): void {
  withdraw(state, book, book.bidQuote)
  withdraw(state, book, book.askQuote)
}

/** A quote that is put there by hand stands from now on: it walks no more. */
function pin(state: EngineState, book: OrderBook, event: QuoteMoved): void {
  keepDay(state, book, event)
  book.pinned = true
  book.walk = null
  state.market(book.market).walking.delete(book.instrument)
}

/** To be called before a quote is pinned or set walking anew. The event tells whether it has walked, not the rules, which may differ in a replay. */
function keepDay(state: EngineState, book: OrderBook, { at, walked }: QuoteMoved | WalkChanged): void {
  const walk = walked === true ? walkWherever(state, book) : undefined
  keepPreviousClose(state, book, walk)
  keepClose(state, book, walk)
  keepDayPrices(state, book, { at, walk })
}

/** When a side of the quote began, and the journal position that is its time priority. */
interface Beginning {
  readonly at: number
  readonly place: number
}

/** Puts one side of a book's quote at the back of its price, when it has a size. */
export function displayQuote(state: EngineState, book: OrderBook, side: Side, beginning: Beginning): void {
  const { bidTicks, askTicks, bidLots, askLots } = book.quote
  const usable = isUsable(book.quote)
  if (side === Side.Buy)
    book.bidQuote = usable && bidLots > 0 ? display(state, book, { side, ticks: bidTicks, lots: bidLots }, beginning) : NONE
  else book.askQuote = usable && askLots > 0 ? display(state, book, { side, ticks: askTicks, lots: askLots }, beginning) : NONE
}

/** A side of the quote has another size from here on; the row that it is displayed in is returned, NONE for none. */
function resize(state: EngineState, book: OrderBook, slot: number, lots: number): number {
  if (slot !== NONE && lots > 0) {
    state.orders.setQuantityLots(slot, state.orders.filledLots(slot) + lots)
    return slot
  }
  withdraw(state, book, slot)
  return NONE
}

function withdraw(state: EngineState, book: OrderBook, slot: number): void {
  if (slot === NONE) return
  book.unlink(slot)
  state.orders.release(slot)
}

interface Quoted {
  readonly side: Side
  readonly ticks: number
  readonly lots: number
}

function display(state: EngineState, book: OrderBook, { side, ticks, lots }: Quoted, { at, place }: Beginning): number {
  const slot = state.orders.add({
    ...HOUSE_ORDER,
    instrument: book.instrument,
    side,
    limitTicks: ticks,
    quantityLots: lots,
    leavesLots: lots,
    createdAt: at,
    updatedAt: at,
  })
  state.orders.setPlaced(slot, place)
  book.link(slot)
  return slot
}

/** What a side of the quote is among the orders. */
export const HOUSE_ORDER: Order = {
  number: 0,
  account: HOUSE,
  session: 0,
  instrument: 0,
  clientOrderId: '',
  firstClientOrderId: '',
  side: Side.Buy,
  type: OrderType.Limit,
  timeInForce: TimeInForce.Gtc,
  extendedHours: true,
  status: OrderStatus.New,
  quantityLots: 0,
  cashCents: 0,
  limitTicks: 0,
  stopTicks: 0,
  collarTicks: 0,
  triggered: false,
  filledLots: 0,
  leavesLots: 0,
  notionalWhole: 0,
  notionalFraction: 0,
  postedCents: 0,
  heldCents: 0,
  heldLots: 0,
  enteredDay: 0,
  beforeDayLots: 0,
  beforeDayWhole: 0,
  beforeDayFraction: 0,
  renewed: false,
  content: 0,
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
  endedAt: 0,
  cancelReason: CancelReason.None,
  ...PLAIN,
}
