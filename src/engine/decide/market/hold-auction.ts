import type { AuctionKind } from '../../../domain/market/auction.ts'
import { CancelReason, OrderStatus, Scenario } from '../../../domain/orders/order.ts'
import { type Allotment, type AuctionPlan, planAuction } from '../../book/auction.ts'
import { nextMeeting } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { end, type NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { followExits } from '../groups/follow-groups.ts'
import { trade } from '../executions/trade.ts'
import { matchJoining, preventSelfMatch, withdrawStale } from '../matching/match.ts'
import { showQuote } from '../matching/refresh-quote.ts'

/**
 * The opening or the closing auction of a book: everyone trades at one price, what is left of the orders for it expires. What then still
 * crosses in the book (the market orders came first, whatever their collar) trades as at any hour. A halted symbol has no auction. Exits that it
 * sets to work are left to the caller's `followGroups`.
 */
export function holdAuction(run: Run, book: OrderBook, kind: AuctionKind): void {
  showQuote(run, book)
  if (!book.halted) {
    withdrawStale(run, book)
    if (book.liquidity === 'quote') meetTheQuote(run, book, kind)
    else tradeAtOnePrice(run, book, kind)
  }
  for (const slot of auctionQueue(book, kind).slots()) expire(run, slot)
  uncross(run, book)
}

/** The orders for an auction alone. */
export const auctionQueue = (book: OrderBook, kind: AuctionKind): OrderBook['opening'] => (kind === 'opening' ? book.opening : book.closing)

/** What a scenario does not fill nothing fills. */
function meetTheQuote(run: Run, book: OrderBook, kind: AuctionKind): void {
  for (const slot of auctionQueue(book, kind).slots()) if (run.state.orders.scenario(slot) === Scenario.None) matchJoining(run, book, slot)
}

function tradeAtOnePrice(run: Run, book: OrderBook, kind: AuctionKind): void {
  for (let plan = planAuction(run.state, book, kind); plan; plan = planAuction(run.state, book, kind)) {
    const own = ownOnBothSides(run, plan)
    if (own.length === 0) {
      carryOut(run, book, plan)
      followExits(run)
      return
    }
    for (const [later, earlier] of own) preventSelfMatch(run, later, earlier)
    followExits(run)
  }
}

/** Of each account that would both buy and sell, the first order of either side: they would trade with each other as much as with others. */
function ownOnBothSides(run: Run, { buys, sells }: AuctionPlan): readonly Pair[] {
  if (run.rules.selfMatch === 'off') return []
  const sellers = firstOfAccounts(run, sells)
  return [...firstOfAccounts(run, buys)].flatMap(([account, buy]) => {
    const sell = sellers.get(account)
    return sell === undefined ? [] : [inOrder(run, buy, sell)]
  })
}

function firstOfAccounts({ state: { orders } }: Run, allotments: readonly Allotment[]): ReadonlyMap<number, number> {
  const first = new Map<number, number>()
  for (const { slot } of allotments) {
    const account = orders.account(slot)
    if (!orders.isHouse(slot) && !first.has(account)) first.set(account, slot)
  }
  return first
}

function carryOut(run: Run, book: OrderBook, { ticks, buys, sells }: AuctionPlan): void {
  const buyers = parts(buys)
  const sellers = parts(sells)
  for (let buyer = buyers.shift(), seller = sellers.shift(); buyer && seller;) {
    const lots = Math.min(buyer.lots, seller.lots)
    const [aggressor, resting] = inOrder(run, buyer.slot, seller.slot)
    trade(run, book, { aggressor, resting, lots, ticks })
    buyer.lots -= lots
    seller.lots -= lots
    if (buyer.lots === 0) buyer = buyers.shift()
    if (seller.lots === 0) seller = sellers.shift()
  }
}

const parts = (allotments: readonly Allotment[]): { readonly slot: number; lots: number }[] => allotments.map((one) => ({ ...one }))

type Pair = readonly [later: number, earlier: number]

function inOrder(run: Run, one: number, other: number): Pair {
  const { orders } = run.state
  return orders.placed(one) > orders.placed(other) ? [one, other] : [other, one]
}

/** Contract section 6.5: what an auction leaves of its orders ends as Expired. */
function expire(run: Run, slot: number): void {
  const order: NextOrder = { ...run.state.orderAt(slot) }
  end(order, OrderStatus.Expired, run.at, CancelReason.TimeInForce)
  run.emit({ type: 'OrderExpired', at: run.at, order, execution: run.nextExecution(order.account) })
}

/** Trades whatever crosses in a book, first come first served. */
export function uncross(run: Run, book: OrderBook): void {
  const { state } = run
  // before its turn comes: a quote that is too old is no row of the book then
  if (!book.halted) withdrawStale(run, book)
  const working = [book.marketBuys, book.marketSells, book.bids, book.asks].flatMap((levels) => levels.slots())
  for (const slot of working.sort((a, b) => state.orders.placed(a) - state.orders.placed(b))) {
    // a side of the quote that is used up has left its row
    const isUsedUp = state.orders.isHouse(slot) && slot !== book.bidQuote && slot !== book.askQuote
    if (!isUsedUp && nextMeeting(state, book, slot)) matchJoining(run, book, slot)
  }
}
