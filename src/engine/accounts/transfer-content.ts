import type { Transfer } from '../../domain/accounts/transfer.ts'

/** What makes two transfers under one idempotency key the same. */
export function transferContent(
  transfer: Pick<Transfer, 'type' | 'ach' | 'amountCents' | 'fullBalance' | 'feeCents' | 'ira' | 'description'>,
): string {
  const { type, ach, fullBalance, feeCents, ira, description } = transfer
  // the amount of a full balance is found when it is withdrawn: a repeat would find another
  const amount = fullBalance ? 'full' : transfer.amountCents
  const distribution = ira && [ira.type, ira.federalCents, ira.state, ira.stateCents, ira.taxCode, ira.taxYear]
  return JSON.stringify([type, ach, amount, feeCents, distribution, description])
}
