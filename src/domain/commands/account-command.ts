import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from '../accounts/account.ts'
import type { LinkedBank } from '../accounts/linked-bank.ts'

/** The life of an account and of its bank links. */
export type AccountCommand =
  | OpenAccount
  | OpenFurtherAccount
  | UpdateAccount
  | CloseAccount
  | ReviewAccount
  | ResumeReview
  | GrantHoldings
  | LinkBank
  | UnlinkBank
  | ReviewBank

export interface OpenAccount {
  readonly type: 'OpenAccount'
  readonly partner: number
  /** fixed ids for fixtures; otherwise minted from the market's seed */
  readonly id?: string
  /** '' = a new user */
  readonly userId: string
  readonly accountNumber?: string
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  /** the review that is still to come, in ms from now; undefined when there is none */
  readonly kycDelayMs?: number
  readonly tradingConfigurations: TradingConfigurations
  /** the account's sections as the API shows them, tax ids already encrypted and masked: JSON text, kept for storage */
  readonly profile: string
}

/** Another account of a user: active at once, refused until one of the user's accounts has passed its review. */
export interface OpenFurtherAccount {
  readonly type: 'OpenFurtherAccount'
  readonly partner: number
  readonly userId: string
  readonly tradingConfigurations: TradingConfigurations
  readonly profile: string
}

export interface UpdateAccount {
  readonly type: 'UpdateAccount'
  readonly account: number
  /** the members that change */
  readonly tradingConfigurations: Partial<TradingConfigurations>
  /** the parts of the profile that change, to be merged into it as `mergeProfile` does: JSON text of an object */
  readonly changes: string
  readonly changesContact: boolean
  readonly changesIdentity: boolean
}

export interface CloseAccount {
  readonly type: 'CloseAccount'
  readonly account: number
}

/** A reviewer's decision about an application that is not decided yet. */
export interface ReviewAccount {
  readonly type: 'ReviewAccount'
  readonly account: number
  readonly decision: 'approve' | 'reject' | 'request_information'
  /** labels: why it was rejected, or what is missing */
  readonly reject: readonly string[]
}

/** What a reviewer asked for has come in: the application is reviewed on. Nothing happens in any other status. */
export interface ResumeReview {
  readonly type: 'ResumeReview'
  readonly account: number
}

/** Opening holdings of a configured account (benchmarks): cash as a deposit, positions at a price. */
export interface GrantHoldings {
  readonly type: 'GrantHoldings'
  readonly account: number
  readonly cashCents: number
  readonly positions: readonly { readonly symbol: string; readonly shares: number; readonly priceTicks: number }[]
}

export interface LinkBank extends LinkedBank {
  readonly type: 'LinkBank'
  readonly account: number
}

export interface UnlinkBank {
  readonly type: 'UnlinkBank'
  readonly account: number
  readonly ach: number
}

/** A decision on an ACH relationship that is PENDING. */
export interface ReviewBank {
  readonly type: 'ReviewBank'
  readonly account: number
  readonly ach: number
  readonly decision: 'approve' | 'reject'
}
