import type { QuoteMoved } from '../domain/event.ts'
import { CancelReason, type Order, OrderStatus, OrderType, Side, TimeInForce } from '../domain/order.ts'
import type { OrderBook } from './order-book.ts'
import { HOUSE_ACCOUNT, NONE } from './order-table.ts'
import type { EngineState } from './state.ts'

/** A new quote takes the place of the old one: both sides leave the book and stand at the back of their new prices. */
export function applyQuote(state: EngineState, event: QuoteMoved): void {
  const book = state.book(event.market, event.instrument)
  withdraw(state, book, book.bidQuote)
  withdraw(state, book, book.askQuote)
  book.quote = event.quote
  displayQuote(state, book, Side.Buy, event.at)
  displayQuote(state, book, Side.Sell, event.at)
}

/** Puts one side of a book's quote at the back of its price, when it has a size. */
export function displayQuote(state: EngineState, book: OrderBook, side: Side, at: number): void {
  const { bidTicks, askTicks, bidLots, askLots } = book.quote
  if (side === Side.Buy) book.bidQuote = bidLots > 0 ? display(state, book, side, bidTicks, bidLots, at) : NONE
  else book.askQuote = askLots > 0 ? display(state, book, side, askTicks, askLots, at) : NONE
}

function withdraw(state: EngineState, book: OrderBook, slot: number): void {
  if (slot === NONE) return
  book.unlink(slot)
  state.orders.release(slot)
}

function display(state: EngineState, book: OrderBook, side: Side, limitTicks: number, quantityLots: number, at: number): number {
  const slot = state.orders.allocate()
  state.orders.write(slot, {
    ...HOUSE_ORDER,
    instrument: book.instrument,
    side,
    limitTicks,
    quantityLots,
    leavesLots: quantityLots,
    createdAt: at,
    updatedAt: at,
  })
  book.link(slot)
  return slot
}

const HOUSE_ORDER: Order = {
  number: 0,
  account: HOUSE_ACCOUNT,
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
  content: 0,
  revision: 1,
  createdAt: 0,
  updatedAt: 0,
  endedAt: 0,
  cancelReason: CancelReason.None,
}
