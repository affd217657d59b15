import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from './accounts/account.ts'
import type { ShareCount } from './amounts/share-count.ts'
import type { AuctionIndication, AuctionKind } from './market/auction.ts'
import type { AchStatus } from './accounts/linked-bank.ts'
import type { IdentifierMint } from './identifiers/identifier.ts'
import type { DayPrices } from './market/day-prices.ts'
import type { Instrument } from './market/instrument.ts'
import type { CorporateAction, PastSplit } from './market/corporate-action.ts'
import type { Phase } from './time/market-phase.ts'
import type { Order, Side } from './orders/order.ts'
import type { Walk } from './market/price-walk.ts'
import type { Environment } from './partners/environment.ts'

/** Which open orders are listed; absent = all. */
export interface OrdersOf {
  readonly instrument?: number
  readonly side?: Side
  /** the session that entered them */
  readonly session?: number
  /** without the exits that wait for their entry: they hold nothing yet */
  readonly holding?: true
}

/**
 * What the edges may see of the engine: the live state, read-only. Open orders and those that are not yet projected are here; older ones
 * are in storage.
 */
export interface EngineView {
  readonly partners: readonly PartnerView[]
  readonly markets: readonly MarketView[]
  readonly accounts: readonly AccountView[]
  readonly instruments: readonly Instrument[]

  partnerById(id: string): PartnerView | undefined
  accountById(id: string): AccountView | undefined
  accountByNumber(accountNumber: string): AccountView | undefined
  /** in the order in which they were opened */
  accountsOfUser(userId: string): readonly AccountView[]
  instrumentBySymbol(symbol: string): number | undefined

  order(number: number): Order | undefined
  /** by any ClOrdID of its chain */
  findOrder(account: number, clientOrderId: string): Order | undefined
  /** oldest first */
  openOrders(account: number, of?: OrdersOf): readonly Order[]

  /** with positions valued at a moment of the market's time; left out: at the last prices of the books */
  balances(account: number, at?: number): Balances
  /** non-zero positions in the order of the security master, valued like balances */
  positions(account: number, at?: number): readonly PositionView[]
  position(account: number, instrument: number, at?: number): PositionView | undefined

  /**
   * price of a share at a moment of the market's time: where the walk is by then, else the last trade inside the present quote, else the quote's
   * nearer side, else the previous close; `at` undefined: without the walk
   */
  currentTicksAt(market: number, instrument: number, at: number | undefined): number
  /** the walk that made its past prices: its own, whatever walk it was given since; undefined where quotes stand, or it has none */
  pastWalk(market: number, instrument: number): Walk | undefined
  /** the time of a market at a moment of the real clock, both epoch ms; it stands while that clock is behind what has happened */
  marketTime(market: number, real: number): number
  previousCloseTicks(market: number, instrument: number): number
  /**
   * close of the present trading day, as far as it is known: after hours that of the regular session; before, where its quote stands, the present
   * price, and where it was given a walk, the price with which that will close; undefined where its own walk tells it
   */
  standingCloseTicks(market: number, instrument: number): number | undefined
  /** of the regular session up to a moment of the market's time; before it begins, of the time since the previous close */
  dayPrices(market: number, instrument: number, at: number): DayPrices
  /** where the next such auction of a symbol would clear with the present orders; undefined where nobody would meet, and in a halt */
  auctionIndication(market: number, instrument: number, kind: AuctionKind): AuctionIndication | undefined
  /** the book at a moment of the market's time: as it stands, or, where nobody but the quote is in it, where that has walked by then */
  depthAt(market: number, instrument: number, levels: number, at: number): Depth
  /** the last trade of the venue: its price, and when it was; undefined before the first */
  lastTrade(market: number, instrument: number): { readonly ticks: number; readonly at: number } | undefined

  /** true while a symbol does not trade: halted, or paused by the price band */
  isHalted(market: number, instrument: number): boolean
  readonly killSwitches: {
    readonly all: boolean
    readonly partners: ReadonlySet<number>
    readonly accounts: ReadonlySet<number>
    readonly sessions: ReadonlySet<number>
  }
  /** epoch ms of the next thing that is due, Infinity when nothing is */
  nextDueAt(): number
  readonly openOrderCount: number
}

export interface PartnerView {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly market: number
}

export interface MarketView {
  readonly index: number
  readonly mint: IdentifierMint
  /** days since 1970-01-01 */
  readonly tradeDay: number
  readonly phase: Phase
  readonly clock: MarketClock
  readonly seed: string
  /** trades so far: the number of the newest */
  readonly tradeCount: number
  /** in the order of their numbers */
  readonly corporateActions: readonly CorporateAction[]
  /** those that have taken effect, oldest first */
  readonly splits: readonly PastSplit[]
}

/** The clock of a market: it stands at `frozenAt`, or (0) runs `offsetMs` ahead of the real one. Epoch ms. */
export interface MarketClock {
  readonly frozenAt: number
  readonly offsetMs: number
}

export interface AccountView {
  readonly index: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly partner: number
  readonly market: number
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number
  /** a reset of its sandbox market has left it behind: only its index still names it */
  readonly gone: boolean
  readonly lastEquityCents: number
  readonly tradingConfigurations: TradingConfigurations
  readonly banks: ReadonlyMap<number, BankView>
}

export interface BankView {
  /** of the market, counted */
  readonly ach: number
  readonly status: AchStatus
  readonly accountLast4: string
  /** when the verifier decides it; 0 = it does not */
  readonly reviewDueAt: number
}

/** All in cents. */
export interface Balances {
  readonly settled: number
  readonly unsettled: number
  /** settled - held - reserved by withdrawals, never below 0: also what can be withdrawn */
  readonly buyingPower: number
  readonly heldForOrders: number
  readonly pendingDeposits: number
  /** reserved by withdrawals under way */
  readonly pendingWithdrawals: number
  readonly longMarketValue: number
  readonly lastEquity: number
  readonly settlements: readonly { readonly day: number; readonly cents: number }[]
}

export interface PositionView {
  readonly account: number
  readonly instrument: number
  readonly quantity: ShareCount
  readonly available: ShareCount
  readonly averageMicros: number
  readonly costBasisCents: number
  readonly currentTicks: number
  readonly marketValueCents: number
  readonly previousCloseTicks: number
  readonly updatedAt: number
}

/** Price levels, best first. */
export type Depth = Readonly<Record<'bids' | 'asks', readonly { readonly ticks: number; readonly lots: number; readonly orders: number }[]>>
