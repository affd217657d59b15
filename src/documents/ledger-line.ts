import type { ActivityType } from '../domain/accounts/account.ts'
import type { Notional } from '../domain/amounts/notional.ts'
import type { ShareCount } from '../domain/amounts/share-count.ts'
import type { Side } from '../domain/orders/order.ts'

/** A line of an account's ledger, as documents need it. Days are trading days: days since 1970-01-01. */
export interface LedgerLine {
  readonly type: ActivityType
  /** epoch ms */
  readonly at: number
  /** on which it was booked */
  readonly day: number
  /** what it does to the account's cash */
  readonly netCents: number
  /** what it does to the account's positions */
  readonly holdings: readonly HoldingChange[]
  readonly trade: TradeLine | null
  readonly corporateAction: CorporateActionLine | null
}

/** What a dividend or a split says of a security. */
export type CorporateActionLine =
  /** for the shares that it was paid for, at so much a share */
  | { readonly kind: 'dividend'; readonly instrument: number; readonly quantity: ShareCount; readonly amountTicks: number }
  /** by how much it changed the position */
  | {
      readonly kind: 'split'
      readonly instrument: number
      readonly quantity: ShareCount
      readonly numerator: number
      readonly denominator: number
      /** part of a share that was paid out in cash; below 0 where the account owed it */
      readonly paidLots: number
    }

export type HoldingChange =
  | { readonly kind: 'bought' | 'sold'; readonly instrument: number; readonly lots: number; readonly ticks: number }
  | { readonly kind: 'granted'; readonly instrument: number; readonly shares: number; readonly ticks: number }
  /** by a bust or a correction; `basis` is the cost of what is held afterwards */
  | { readonly kind: 'reversed'; readonly instrument: number; readonly lots: number; readonly basis: Notional }
  /** the position as it is afterwards, with its cost */
  | { readonly kind: 'split'; readonly instrument: number; readonly shares: number; readonly lots: number; readonly basis: Notional }

/** What a fill, a bust or a correction says of a trade. */
export interface TradeLine {
  readonly kind: 'trade' | 'correction' | 'cancellation'
  /** execution id of the fill that a correction or cancellation is about; of a trade its own */
  readonly fillId: string
  readonly instrument: number
  readonly side: Side
  /** of the trade, of the corrected trade, or of the one that is taken back */
  readonly lots: number
  readonly ticks: number
  readonly grossCents: number
  readonly feeCents: number
  readonly tradeDay: number
  readonly settlementDay: number
}

/** A security, by its index in the security master. */
export type Securities = (instrument: number) => { readonly symbol: string; readonly name: string }

/** Whom a document is for. */
export interface Holder {
  readonly name: string
  /** as it stands on an envelope; empty where none is known */
  readonly address: readonly string[]
}

/** What stands on every document. */
export interface DocumentFrame {
  readonly holder: Holder
  readonly accountNumber: string
  readonly sandbox: boolean
  /** epoch ms: when what it is about came to its end */
  readonly at: number
}
