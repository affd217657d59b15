import type { IraDistribution, ReturnCode } from '../accounts/transfer.ts'

/** Money in and out. */
export type TransferCommand = Deposit | Withdraw | CancelTransfer | MoveTransfer

export interface Deposit {
  readonly type: 'Deposit'
  readonly account: number
  readonly ach: number
  readonly amountCents: number
  readonly description: string | null
  readonly idempotencyKey: string | null
  /** settles as it is made, however transfers are configured: fixtures */
  readonly instant?: true
}

export interface Withdraw {
  readonly type: 'Withdraw'
  readonly account: number
  readonly ach: number
  /** 0 with `fullBalance`: all that can be withdrawn when the command runs */
  readonly amountCents: number
  readonly fullBalance: boolean
  readonly feeCents: number
  readonly ira: IraDistribution | null
  readonly description: string | null
  readonly idempotencyKey: string | null
}

/** Takes a transfer back before it is queued. */
export interface CancelTransfer {
  readonly type: 'CancelTransfer'
  readonly account: number
  readonly transfer: number
}

/** What the bank's side does with a transfer, done by hand. */
export interface MoveTransfer {
  readonly type: 'MoveTransfer'
  readonly account: number
  readonly transfer: number
  readonly action: TransferAction
}

export type TransferAction =
  { readonly do: 'queue' } | { readonly do: 'send' } | { readonly do: 'settle' } | { readonly do: 'return'; readonly code: ReturnCode }
