import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from './account.ts'
import type { AchStatus } from './command.ts'
import type { IdentifierMint } from './identifier.ts'
import type { Instrument, Quote } from './instrument.ts'
import type { Order } from './order.ts'

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
  instrumentBySymbol(symbol: string): number | undefined

  order(number: number): Order | undefined
  /** by any ClOrdID of its chain */
  findOrder(account: number, clientOrderId: string): Order | undefined
  openOrders(account: number): readonly Order[]

  balances(account: number): Balances
  /** non-zero positions */
  positions(account: number): readonly PositionView[]
  position(account: number, instrument: number): PositionView | undefined

  quote(market: number, instrument: number): Quote
  /** last trade inside the present quote, else the quote's nearer side, else the previous close */
  currentTicks(market: number, instrument: number): number
  previousCloseTicks(market: number, instrument: number): number
  depth(market: number, instrument: number, levels: number): Depth

  /** true when the kill switch of all, its partner, the account itself or (given one) the session is on */
  isSuspended(account: number, session?: number): boolean
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
  readonly environment: 'sandbox' | 'live'
  readonly market: number
}

export interface MarketView {
  readonly index: number
  readonly mint: IdentifierMint
  /** days since 1970-01-01 */
  readonly tradeDay: number
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
  readonly lastEquityCents: number
  readonly tradingConfigurations: TradingConfigurations
  readonly openOrderCount: number
  readonly banks: ReadonlyMap<number, BankView>
}

export interface BankView {
  /** of the market, counted */
  readonly ach: number
  readonly status: AchStatus
  readonly accountLast4: string
}

/** All in cents. */
export interface Balances {
  readonly settled: number
  readonly unsettled: number
  /** settled - held, never below 0 */
  readonly buyingPower: number
  readonly heldForOrders: number
  readonly longMarketValue: number
  readonly lastEquity: number
  readonly settlements: readonly { readonly day: number; readonly cents: number }[]
}

/** A quantity of any size: whole shares and 1e-9 parts, 0 <= lots < 1e9; negative quantities have negative shares. */
export interface Shares {
  readonly shares: number
  readonly lots: number
}

export interface PositionView {
  readonly account: number
  readonly instrument: number
  readonly quantity: Shares
  readonly available: Shares
  readonly averageMicros: number
  readonly costBasisCents: number
  readonly currentTicks: number
  readonly marketValueCents: number
  readonly previousCloseTicks: number
  readonly updatedAt: number
}

/** Price levels, best first. */
export interface Depth {
  readonly bids: readonly { readonly ticks: number; readonly lots: number; readonly orders: number }[]
  readonly asks: readonly { readonly ticks: number; readonly lots: number; readonly orders: number }[]
}
