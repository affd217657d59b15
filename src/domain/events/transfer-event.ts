import type { Transfer } from '../accounts/transfer.ts'

/** What became of a deposit or a withdrawal; each event carries the whole transfer as it stands afterwards. */
export type TransferEvent = TransferRequested | TransferMoved | DepositSettled | DepositReturned | WithdrawalSettled | WithdrawalReturned

interface AboutTransfer {
  readonly at: number
  readonly account: number
  readonly transfer: Transfer
}

/** PENDING; a withdrawal's amount is reserved from here on. */
export interface TransferRequested extends AboutTransfer {
  readonly type: 'TransferRequested'
}

/** QUEUED, SENT, CANCELLED, or RETURNED before it had settled: no money moves. */
export interface TransferMoved extends AboutTransfer {
  readonly type: 'TransferMoved'
}

export interface DepositSettled extends AboutTransfer {
  readonly type: 'DepositSettled'
}

/** After it had settled: the cash is debited again. */
export interface DepositReturned extends AboutTransfer {
  readonly type: 'DepositReturned'
}

/** Debits what is not fee. */
export interface WithdrawalSettled extends AboutTransfer {
  readonly type: 'WithdrawalSettled'
}

/** After it had settled: what was debited, withholdings included, is credited again. */
export interface WithdrawalReturned extends AboutTransfer {
  readonly type: 'WithdrawalReturned'
}

/** The processing fee of a withdrawal as it settles. */
export interface FeeCharged {
  readonly type: 'FeeCharged'
  readonly at: number
  readonly account: number
  /** number of the withdrawal */
  readonly transfer: number
  /** below 0: given back, because the withdrawal was returned */
  readonly cents: number
}
