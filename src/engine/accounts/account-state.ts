import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from '../../domain/accounts/account.ts'
import type { AccountOpened } from '../../domain/events/account-event.ts'
import type { Transfer } from '../../domain/accounts/transfer.ts'
import type { BankView } from '../../domain/view.ts'
import { NONE } from '../none.ts'

/** Proceeds of sales that settle on a day. */
export interface SettlementLot {
  readonly day: number
  cents: number
}

/** A position of any size: whole shares and 1e-9 parts (0 <= lots < 1e9); its exact cost as a Notional. */
export interface Position {
  readonly account: number
  readonly instrument: number
  shares: number
  lots: number
  /** what open sells hold */
  heldShares: number
  heldLots: number
  basisWhole: number
  basisFraction: number
  updatedAt: number
}

/** What an account is made of when it is opened. */
export type OpenedAccount = Omit<AccountOpened, 'type' | 'profile'>

/** One brokerage account as the engine knows it. Changed by `apply.ts` and what it calls, alone. */
export class Account {
  readonly index: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly partner: number
  readonly market: number
  readonly createdAt: number
  tradingConfigurations: TradingConfigurations
  /** dividends buy the security that they were paid for */
  dividendReinvestment: boolean
  status: AccountStatus
  kycStatus: KycStatus
  kycResults: KycResults | null
  reviewDueAt: number
  updatedAt: number
  closedAt = 0
  /** a reset of its sandbox market has left it behind: only its index still names it */
  gone = false
  settledCents = 0
  heldCents = 0
  readonly settlementLots: SettlementLot[] = []
  readonly positions = new Map<number, Position>()
  readonly banks = new Map<number, BankView>()
  /** transfers that can still change: under way, or settled not so long ago that they could not be returned */
  readonly transfers = new Map<number, Transfer>()
  /** those under way */
  openTransferCount = 0
  pendingDepositCents = 0
  /** what withdrawals under way will take */
  reservedCents = 0
  /** idempotency keys of its transfers, with what they were given for */
  readonly transferKeys = new Map<string, { readonly transfer: number; readonly content: string }>()
  lastEquityCents = 0
  /** head of the list of its open orders */
  firstOrder = NONE
  openOrderCount = 0

  constructor(opened: OpenedAccount) {
    this.index = opened.account
    this.id = opened.id
    this.accountNumber = opened.accountNumber
    this.userId = opened.userId
    this.partner = opened.partner
    this.market = opened.market
    this.createdAt = opened.at
    this.updatedAt = opened.at
    this.status = opened.status
    this.kycStatus = opened.kycStatus
    this.kycResults = opened.kycResults
    this.reviewDueAt = opened.reviewDueAt
    this.tradingConfigurations = opened.tradingConfigurations
    this.dividendReinvestment = opened.dividendReinvestment ?? false
  }

  get unsettledCents(): number {
    let sum = 0
    for (const lot of this.settlementLots) sum += lot.cents
    return sum
  }

  /** Proceeds that settle on a day. */
  unsettledOn(day: number): number {
    for (const lot of this.settlementLots) if (lot.day === day) return lot.cents
    return 0
  }

  get cashCents(): number {
    return this.settledCents + this.unsettledCents
  }

  /** Below 0 when a bust, a correction or a returned deposit left it so; the outside sees 0 then. */
  get availableCents(): number {
    return this.settledCents - this.heldCents - this.reservedCents
  }
}
