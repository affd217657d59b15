import { AccountStatus } from '../../../domain/accounts/account.ts'
import { formatMoney } from '../../../domain/amounts/amounts.ts'
import type { CloseAccount, UpdateAccount } from '../../../domain/commands/account-command.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Account } from '../../accounts/account-state.ts'
import { reinvests } from '../../accounts/reinvests.ts'
import type { Run } from '../../run.ts'
import { resume } from './account-review.ts'
import { checkNotClosed } from '../checks/check-not-closed.ts'

/** The statuses in which an applicant may still say who it is. */
const UNDER_REVIEW: ReadonlySet<AccountStatus> = new Set([
  AccountStatus.Submitted,
  AccountStatus.ActionRequired,
  AccountStatus.ApprovalPending,
])

/** Changes what is kept of an account. Whoever was asked for information has given it by a change of contact or identity. */
export function updateAccount(run: Run, command: UpdateAccount): Result {
  const account = run.state.account(command.account)
  const refusal = checkNotClosed(account) ?? (command.changesIdentity ? checkIdentity(account) : undefined)
  if (refusal) return { refusal }
  const { tradingConfigurations, changes } = command
  if (changes === '{}' && Object.keys(tradingConfigurations).length === 0) return DONE
  const reinvestment = reinvests(changes)
  run.emit({
    type: 'AccountUpdated',
    at: run.at,
    account: account.index,
    tradingConfigurations: { ...account.tradingConfigurations, ...tradingConfigurations },
    changes,
    ...(reinvestment !== undefined && { dividendReinvestment: reinvestment }),
  })
  if (command.changesContact || command.changesIdentity) resume(run, account)
  return DONE
}

/** Ends an account that is empty: contract section 4. */
export function closeAccount(run: Run, command: CloseAccount): Result {
  const account = run.state.account(command.account)
  const refusal = checkNotClosed(account) ?? checkEmpty(account)
  if (refusal) return { refusal }
  const { index, status: statusFrom, kycStatus, lastEquityCents } = account
  run.emit({ type: 'AccountClosed', at: run.at, account: index, statusFrom, kycStatus, lastEquityCents })
  return DONE
}

function checkIdentity(account: Account): Refusal | undefined {
  if (UNDER_REVIEW.has(account.status)) return undefined
  return {
    code: 'IDENTITY_LOCKED',
    message: `The account is ${account.status}; who its owner is can be changed while it is under review alone.`,
    field: 'identity',
    details: { status: account.status },
  }
}

function checkEmpty(account: Account): Refusal | undefined {
  const positions = [...account.positions.values()].filter(({ shares, lots }) => shares !== 0 || lots !== 0).length
  const { cashCents, openOrderCount, openTransferCount } = account
  if (cashCents === 0 && positions === 0 && openOrderCount === 0 && openTransferCount === 0) return undefined
  return {
    code: 'ACCOUNT_HAS_BALANCE',
    message: 'An account can be closed when it has no cash, no positions, no open orders and no pending transfers.',
    details: {
      cash: formatMoney(cashCents),
      open_positions: positions,
      open_orders: openOrderCount,
      pending_transfers: openTransferCount,
    },
  }
}
