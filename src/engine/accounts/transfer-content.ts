import type { IraDistribution, TransferType } from '../../domain/accounts/transfer.ts'

/** What makes two transfers under one idempotency key the same. */
export function transferContent(transfer: {
  readonly type: TransferType
  readonly ach: number
  readonly amountCents: number
  readonly fullBalance: boolean
  readonly feeCents: number
  readonly ira: IraDistribution | null
  readonly description: string | null
}): string {
  const { type, ach, fullBalance, feeCents, ira, description } = transfer
  // the amount of a full balance is found when it is withdrawn: a repeat would find another
  const amount = fullBalance ? 'full' : transfer.amountCents
  const distribution = ira && [ira.type, ira.federalCents, ira.state, ira.stateCents, ira.taxCode, ira.taxYear]
  return JSON.stringify([type, ach, amount, feeCents, distribution, description])
}
