export const ACH_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const
export type AchStatus = (typeof ACH_STATUSES)[number]

/** What is known of a bank account that is linked to an account: an ACH relationship. */
export interface LinkedBank {
  readonly status: AchStatus
  readonly ownerName: string
  readonly accountType: 'CHECKING' | 'SAVINGS'
  readonly bankName: string | null
  readonly accountLast4: string
  readonly routingNumber: string
}
