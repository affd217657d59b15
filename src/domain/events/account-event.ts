import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from '../accounts/account.ts'
import type { LinkedBank } from '../accounts/linked-bank.ts'
import type { FeeCharged, TransferEvent } from './transfer-event.ts'

export type AccountEvent =
  | AccountOpened
  | AccountReviewed
  | AccountUpdated
  | AccountClosed
  | HoldingsGranted
  | CashSettled
  | BankLinked
  | BankReviewed
  | BankUnlinked
  | TransferEvent
  | FeeCharged
  | PositionSplit
  | DividendPaid

export interface AccountOpened {
  readonly type: 'AccountOpened'
  readonly at: number
  readonly account: number
  readonly partner: number
  readonly market: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  /** when the next step of the review is due; 0 = none */
  readonly reviewDueAt: number
  readonly tradingConfigurations: TradingConfigurations
  readonly profile: string
  /** what the profile says of it, where that is true */
  readonly dividendReinvestment?: boolean
}

export interface AccountReviewed {
  readonly type: 'AccountReviewed'
  readonly at: number
  readonly account: number
  readonly statusFrom: AccountStatus
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  readonly reviewDueAt: number
}

/** What is kept of an account has changed. */
export interface AccountUpdated {
  readonly type: 'AccountUpdated'
  readonly at: number
  readonly account: number
  /** as they are from now on */
  readonly tradingConfigurations: TradingConfigurations
  /** the parts of the profile that changed, to be merged into it as `mergeProfile` does: JSON text of an object */
  readonly changes: string
  /** where the changes say so */
  readonly dividendReinvestment?: boolean
}

/** The end of an account; its tokens are refused from here on. */
export interface AccountClosed {
  readonly type: 'AccountClosed'
  readonly at: number
  readonly account: number
  readonly statusFrom: AccountStatus
  readonly kycStatus: KycStatus
  /** what it was worth as the trading day before ended; absent in journals of earlier versions */
  readonly lastEquityCents?: number
}

export interface HoldingsGranted {
  readonly type: 'HoldingsGranted'
  readonly at: number
  readonly account: number
  readonly cashCents: number
  readonly positions: readonly { readonly instrument: number; readonly shares: number; readonly priceTicks: number }[]
}

/** Proceeds of sales become settled cash. */
export interface CashSettled {
  readonly type: 'CashSettled'
  readonly at: number
  readonly account: number
  readonly day: number
  readonly cents: number
}

/** A position is counted in new shares; its cost stays, but for the part of a share that was paid out. */
export interface PositionSplit {
  readonly type: 'PositionSplit'
  readonly at: number
  readonly account: number
  /** number of the action */
  readonly action: number
  readonly instrument: number
  readonly numerator: number
  readonly denominator: number
  readonly fromShares: number
  readonly fromLots: number
  /** afterwards */
  readonly shares: number
  readonly lots: number
  readonly basisWhole: number
  readonly basisFraction: number
  /** part of a share that could not be kept, and what was paid for it; both below 0 where the account owed it */
  readonly paidLots: number
  readonly cents: number
}

export interface DividendPaid {
  readonly type: 'DividendPaid'
  readonly at: number
  readonly account: number
  readonly action: number
  readonly instrument: number
  /** that the account is paid for */
  readonly shares: number
  readonly lots: number
  /** a share */
  readonly amountTicks: number
  readonly cents: number
}

export interface BankLinked extends LinkedBank {
  readonly type: 'BankLinked'
  readonly at: number
  readonly account: number
  /** of the market, counted */
  readonly ach: number
  /** when the verifier decides it; 0 = it does not */
  readonly reviewDueAt: number
}

export interface BankUnlinked {
  readonly type: 'BankUnlinked'
  readonly at: number
  readonly account: number
  readonly ach: number
}

/** A reviewer's decision, or the verifier's, on an ACH relationship that was PENDING. */
export interface BankReviewed {
  readonly type: 'BankReviewed'
  readonly at: number
  readonly account: number
  readonly ach: number
  readonly status: 'APPROVED' | 'REJECTED'
}
