/** Deposits and withdrawals over ACH: docs/api-contract.md section 7. */

export const TRANSFER_TYPES = ['DEPOSIT', 'WITHDRAWAL'] as const
export type TransferType = (typeof TRANSFER_TYPES)[number]

export const TRANSFER_STATUSES = ['PENDING', 'QUEUED', 'SENT', 'SETTLED', 'CANCELLED', 'RETURNED'] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

/** Why a bank gives a transfer back: the codes of the ACH network that the sandbox knows. */
export const RETURN_REASONS = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account or unable to locate account',
  R10: 'Customer advises that the originator is not authorized',
} as const
export type ReturnCode = keyof typeof RETURN_REASONS
export const RETURN_CODES = Object.keys(RETURN_REASONS) as readonly ReturnCode[]

export const DISTRIBUTION_TYPES = [
  'NORMAL_DISTRIBUTION',
  'EARLY_DISTRIBUTION',
  'EARLY_DISTRIBUTION_PENALTY_EXCEPTION',
  'REQUIRED_MINIMUM_DISTRIBUTION',
  'DIRECT_ROLLOVER',
  'DIRECT_TRANSFER',
  'DISTRIBUTION_TO_BENEFICIARY',
  'RETURN_OF_EXCESS_CONTRIBUTION',
  'QUALIFIED_CHARITABLE_CONTRIBUTION',
  'DISABILITY_OR_DEATH',
] as const
export type DistributionType = (typeof DISTRIBUTION_TYPES)[number]

/** What a withdrawal from an IRA tells the tax office, and withholds for it. */
export interface IraDistribution {
  readonly type: DistributionType
  readonly federalCents: number
  readonly state: string | null
  readonly stateCents: number
  readonly taxCode: string | null
  readonly taxYear: number | null
}

/** A deposit or a withdrawal as it stands. Days are days since 1970-01-01, moments epoch ms of the market's clock. */
export interface Transfer {
  /** of the market, counted */
  readonly number: number
  readonly account: number
  readonly type: TransferType
  readonly status: TransferStatus
  readonly ach: number
  readonly accountLast4: string
  /** what moves in or out of the account; fee and withholdings of a withdrawal come out of it */
  readonly amountCents: number
  readonly feeCents: number
  /** the amount was all that could be withdrawn */
  readonly fullBalance: boolean
  readonly ira: IraDistribution | null
  readonly description: string | null
  readonly idempotencyKey: string | null
  readonly returnCode: ReturnCode | null
  /** trading day on which it was asked for */
  readonly requestedDay: number
  readonly expectedDay: number
  /** when it moves on by itself; 0 = it does not */
  readonly dueAt: number
  readonly createdAt: number
  readonly updatedAt: number
  /** 0 = has not settled */
  readonly settledAt: number
}

/** Whether it is under way: its outcome is open, and a withdrawal keeps its amount reserved. */
export function isUnderWay({ status }: Pick<Transfer, 'status'>): boolean {
  return status === 'PENDING' || status === 'QUEUED' || status === 'SENT'
}

/** What an IRA distribution keeps back for the tax offices. */
export function withheldCentsOf({ ira }: Pick<Transfer, 'ira'>): number {
  return ira === null ? 0 : ira.federalCents + ira.stateCents
}

/** What reaches the bank of a withdrawal, or came from the bank of a deposit. */
export function netCentsOf(transfer: Pick<Transfer, 'amountCents' | 'feeCents' | 'ira'>): number {
  return transfer.amountCents - transfer.feeCents - withheldCentsOf(transfer)
}
