import { AccountStatus } from '../../../domain/accounts/account.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { Account } from '../../accounts/account-state.ts'

/** Whatever is asked of an account that has been closed. */
export const CLOSED_ACCOUNT: Refusal = { code: 'ACCOUNT_CLOSED', message: 'The account is closed.' }

/** Nothing more happens to an account that has been closed. */
export function checkNotClosed({ status }: Pick<Account, 'status'>): Refusal | undefined {
  return status === AccountStatus.Closed ? CLOSED_ACCOUNT : undefined
}
