import type { AuctionIndication, AuctionKind } from '../domain/market/auction.ts'
import type { TradingCalendar } from '../domain/time/calendar.ts'
import type { Walk } from '../domain/market/price-walk.ts'
import type { DayPrices } from '../domain/market/day-prices.ts'
import type { Instrument, Quote } from '../domain/market/instrument.ts'
import { Cover, isOpen, marketOf, type Order, Side } from '../domain/orders/order.ts'
import { Phase } from '../domain/time/market-phase.ts'
import type { Balances, Depth, EngineView, OrdersOf, PartnerView, PositionView } from '../domain/view.ts'
import type { Account } from './accounts/account-state.ts'
import { balanceView, positionView, positionViews } from './accounts/account-view.ts'
import { auctionIndication } from './book/auction.ts'
import { depthOf, depthOfQuote } from './book/depth.ts'
import { DueMoments } from './time/due-moments.ts'
import { EndedOrders } from './orders/ended-orders.ts'
import { marketTime } from './time/market-clock.ts'
import { MarketValues } from './accounts/market-values.ts'
import type { Market } from './market.ts'
import { currentTicksOf, OrderBook } from './book/order-book.ts'
import { OrderDirectory } from './orders/order-directory.ts'
import { leavesOf } from './orders/order-lifecycle.ts'
import { NONE } from './none.ts'
import { OrderTable } from './orders/order-table.ts'
import type { EngineRules } from './rules.ts'
import { dayPrices } from './book/day-prices.ts'
import { pastWalk, previousCloseTicks, priceAt, quoteAt, walkOf } from './book/walking-quotes.ts'

const NO_SLOTS: readonly number[] = []

/** Everything that the engine knows. Changed by `apply.ts` and what it calls, alone; everybody else sees an `EngineView`. */
export class EngineState implements EngineView {
  readonly calendar: TradingCalendar
  readonly rules: EngineRules
  readonly orders: OrderTable
  readonly directory = new OrderDirectory()
  /** orders that have ended and wait until storage shows them */
  readonly ended: EndedOrders
  readonly partners: PartnerView[] = []
  readonly markets: Market[] = []
  readonly accounts: Account[] = []
  readonly instruments: Instrument[] = []
  readonly killSwitches = { all: false, partners: new Set<number>(), accounts: new Set<number>(), sessions: new Set<number>() }
  readonly dueMoments: DueMoments = new DueMoments(this)
  readonly marketValues: MarketValues = new MarketValues(this)
  openOrderCount = 0
  /** requests that wait in all markets */
  requestCount = 0
  /** of the real clock, epoch ms */
  private newestAt = 0
  private readonly partnersById = new Map<string, PartnerView>()
  private readonly accountsById = new Map<string, Account>()
  private readonly accountsByNumber = new Map<string, Account>()
  private readonly accountsByUser = new Map<string, Account[]>()
  /** those that no reset has left behind, by market, as they were opened */
  private readonly accountsByMarket: Account[][] = []
  private readonly symbols = new Map<string, number>()

  constructor(calendar: TradingCalendar, rules: EngineRules, orderCapacity: number) {
    this.calendar = calendar
    this.rules = rules
    this.orders = new OrderTable(orderCapacity)
    this.ended = new EndedOrders(this.orders)
  }

  // ------------------------------------------------------------------------------------------------ the view

  partnerById(id: string): PartnerView | undefined {
    return this.partnersById.get(id)
  }

  accountById(id: string): Account | undefined {
    return this.accountsById.get(id)
  }

  accountByNumber(accountNumber: string): Account | undefined {
    return this.accountsByNumber.get(accountNumber)
  }

  accountsOfUser(userId: string): readonly Account[] {
    return this.accountsByUser.get(userId) ?? []
  }

  instrumentBySymbol(symbol: string): number | undefined {
    return this.symbols.get(symbol)
  }

  order(number: number): Order | undefined {
    const slot = this.directory.get(number)
    return slot === NONE ? undefined : this.orderAt(slot)
  }

  findOrder(account: number, clientOrderId: string): Order | undefined {
    const slot = this.orders.ids.find(account, clientOrderId)
    return slot === NONE ? undefined : this.orderAt(slot)
  }

  openOrders(account: number, of?: OrdersOf): readonly Order[] {
    return this.openSlots(account, of).map((slot) => this.orderAt(slot))
  }

  balances(index: number, at?: number): Balances {
    return balanceView(this, this.account(index), at)
  }

  positions(index: number, at?: number): readonly PositionView[] {
    return positionViews(this, this.account(index), at)
  }

  position(index: number, instrument: number, at?: number): PositionView | undefined {
    return positionView(this, this.account(index), instrument, at)
  }

  previousCloseTicks(market: number, instrument: number): number {
    return previousCloseTicks(this, this.book(market, instrument))
  }

  standingCloseTicks(market: number, instrument: number): number | undefined {
    const book = this.book(market, instrument)
    if (book.closeTicks > 0) return book.closeTicks
    if (walkOf(this, book) === undefined) return currentTicksOf(book)
    const { tradeDay, phase } = this.market(market)
    const { close } = this.calendar.sessionTimes(tradeDay)
    // in a market that is always open, what has traded behind the early close of a half day is what the day closes with
    if (book.walk === null && (phase !== Phase.AlwaysOpen || book.tradedAt <= close)) return undefined
    return priceAt(this, book, close)
  }

  dayPrices(market: number, instrument: number, at: number): DayPrices {
    return dayPrices(this, this.book(market, instrument), at)
  }

  currentTicksAt(market: number, instrument: number, at: number | undefined): number {
    return priceAt(this, this.book(market, instrument), at)
  }

  marketTime(market: number, real: number): number {
    return marketTime(this.market(market).clock, Math.max(real, this.newestAt))
  }

  pastWalk(market: number, instrument: number): Walk | undefined {
    return pastWalk(this, this.book(market, instrument))
  }

  auctionIndication(market: number, instrument: number, kind: AuctionKind): AuctionIndication | undefined {
    const book = this.book(market, instrument)
    // those who watch ask often: a book in which nobody waits for the auction need not be gone through
    const isAwaited = kind === 'opening' ? book.opening.count > 0 || book.held.count > 0 : book.closing.count > 0
    return isAwaited ? auctionIndication(this, book, kind) : undefined
  }

  depthAt(market: number, instrument: number, levels: number, at: number): Depth {
    const book = this.book(market, instrument)
    // the quote is brought up to date in the book itself as long as orders stand against it
    if (book.openOrders > 0) return this.depth(market, instrument, levels)
    const quote = this.quoteAt(market, instrument, at)
    return quote === book.quote ? this.depth(market, instrument, levels) : depthOfQuote(quote)
  }

  lastTrade(market: number, instrument: number): { readonly ticks: number; readonly at: number } | undefined {
    const { lastTicks, tradedAt } = this.book(market, instrument)
    return lastTicks > 0 ? { ticks: lastTicks, at: tradedAt } : undefined
  }

  isHalted(market: number, instrument: number): boolean {
    return this.market(market).books[instrument]?.halted ?? false
  }

  nextDueAt(): number {
    return this.dueMoments.next
  }

  // ------------------------------------------------------------------------------------------------ for the engine

  /** Something happens, or was the last before a start, at a moment of the real clock (epoch ms): no market is shown at an earlier one. */
  reached(real: number): void {
    this.newestAt = Math.max(this.newestAt, real)
  }

  account(index: number): Account {
    const account = this.accounts[index]
    if (!account) throw new Error(`engine: account ${index} does not exist`)
    return account
  }

  /** The accounts of a market, as they were opened; not those that a reset has left behind. */
  accountsOf(market: number): readonly Account[] {
    return this.accountsByMarket[market] ?? []
  }

  market(index: number): Market {
    const market = this.markets[index]
    if (!market) throw new Error(`engine: market ${index} does not exist`)
    return market
  }

  book(market: number, instrument: number): OrderBook {
    const { books } = this.market(market)
    return (books[instrument] ??= this.untouchedBook(market, instrument))
  }

  bookOf({ number, instrument }: Order): OrderBook {
    return this.book(marketOf(number), instrument)
  }

  /** A book as it is before anybody trades or asks for it; nothing keeps it. */
  untouchedBook(market: number, instrument: number): OrderBook {
    const listed = this.instruments[instrument]
    if (!listed) throw new Error(`engine: instrument ${instrument} does not exist`)
    const book = new OrderBook(this.orders, market, instrument, listed.previousCloseTicks)
    book.liquidity = this.rules.liquidityOf.get(listed.symbol) ?? this.rules.liquidity
    return book
  }

  /** The order in a row, with the leaves that a cash order has at this moment. */
  orderAt(slot: number): Order {
    const order = this.orders.read(slot)
    if (order.cashCents === 0 || !isOpen(order.status)) return order
    return { ...order, leavesLots: leavesOf(order, this.referenceTicks(this.account(order.account).market, order.instrument, order.side)) }
  }

  /** Slots of the open orders of an account, oldest first. */
  openSlots(account: number, { instrument, side, session, holding }: OrdersOf = {}): readonly number[] {
    const { orders } = this
    const { firstOrder } = this.account(account)
    // of all the accounts that are asked, most have none
    if (firstOrder === NONE) return NO_SLOTS
    const slots: number[] = []
    for (let slot = firstOrder; slot !== NONE; slot = orders.accountNext(slot)) {
      if (session !== undefined && orders.session(slot) !== session) continue
      if (instrument !== undefined && orders.instrument(slot) !== instrument) continue
      if (holding && orders.cover(slot) === Cover.Entry) continue
      if (side === undefined || orders.side(slot) === side) slots.push(slot)
    }
    return slots.sort((a, b) => orders.number(a) - orders.number(b))
  }

  /** Last trade inside the present quote, else the quote's nearer side, else the previous close. */
  currentTicks(market: number, instrument: number): number {
    return currentTicksOf(this.book(market, instrument))
  }

  /** The quote at a moment of the market's time: what stands in the book, or where the walk is by then. */
  quoteAt(market: number, instrument: number, at: number): Quote {
    return quoteAt(this, this.book(market, instrument), at)
  }

  /** The book as it stands. */
  depth(market: number, instrument: number, levels: number): Depth {
    return depthOf(this.orders, this.book(market, instrument), levels)
  }

  /** True when the kill switch of all, its partner, the account itself or (given one) the session is on. */
  isSuspended(account: number, session?: number): boolean {
    const { all, partners, accounts, sessions } = this.killSwitches
    if (all) return true
    if (partners.size === 0 && accounts.size === 0 && sessions.size === 0) return false
    return partners.has(this.account(account).partner) || accounts.has(account) || (session !== undefined && sessions.has(session))
  }

  /** Price that a side measures itself by: the other side's best, else the last trade, else the previous close; 0 when there is none. */
  referenceTicks(market: number, instrument: number, side: Side): number {
    const book = this.book(market, instrument)
    const best = side === Side.Buy ? book.asks.bestTicks() : book.bids.bestTicks()
    if (best > 0) return best
    return book.lastTicks > 0 ? book.lastTicks : book.previousCloseTicks
  }

  addPartner(partner: PartnerView): void {
    this.partners[partner.index] = partner
    this.partnersById.set(partner.id, partner)
  }

  addAccount(account: Account): void {
    this.accounts[account.index] = account
    if (account.gone) return
    this.accountsById.set(account.id, account)
    this.accountsByNumber.set(account.accountNumber, account)
    const ofUser = this.accountsByUser.get(account.userId)
    if (ofUser) ofUser.push(account)
    else this.accountsByUser.set(account.userId, [account])
    ;(this.accountsByMarket[account.market] ??= []).push(account)
  }

  /** Takes out all accounts of a market: nothing finds them any more but their index. */
  removeAccounts(market: number): readonly Account[] {
    const accounts = this.accountsOf(market)
    this.accountsByMarket[market] = []
    for (const account of accounts) {
      this.accountsById.delete(account.id)
      this.accountsByNumber.delete(account.accountNumber)
      this.accountsByUser.delete(account.userId)
    }
    return accounts
  }

  addInstrument(index: number, instrument: Instrument): void {
    this.instruments[index] = instrument
    this.symbols.set(instrument.symbol, index)
  }

  /** An order has ended at a journal position; its row stays until `releaseEnded` reaches that. */
  noteEnded(slot: number, position: number): void {
    this.orders.setPlaced(slot, position)
    this.ended.add(slot)
  }

  /** Lets go of the orders that ended before a journal position: storage shows them now. Changes nothing that a decision depends on. */
  releaseEnded(before: number): void {
    const { orders, ended } = this
    for (let slot = ended.first; slot !== NONE && orders.placed(slot) < before; slot = ended.first) {
      ended.remove(slot)
      this.directory.delete(orders.number(slot))
      orders.release(slot)
    }
  }

  get endedOrderCount(): number {
    return this.ended.count
  }
}
