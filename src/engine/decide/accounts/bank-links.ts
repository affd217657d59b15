import { AccountStatus } from '../../../domain/accounts/account.ts'
import type { LinkBank, ReviewBank, UnlinkBank } from '../../../domain/commands/account-command.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { isUnderWay } from '../../../domain/accounts/transfer.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Run } from '../../run.ts'
import { checkNotClosed } from '../checks/check-not-closed.ts'

/** An ACH relationship; the edge knows how its verification begins. */
export function linkBank(run: Run, command: LinkBank): Result {
  const refusal = checkActive(run, command.account)
  if (refusal) return { refusal }
  const { account, status, ownerName, accountType, bankName, accountLast4, routingNumber } = command
  const market = run.state.market(run.state.account(account).market)
  const isVerified = status === 'PENDING' && isLive(run, account)
  run.emit({
    type: 'BankLinked',
    at: run.at,
    account,
    ach: market.achCount + 1,
    status,
    ownerName,
    accountType,
    bankName,
    accountLast4,
    routingNumber,
    reviewDueAt: isVerified ? run.at + run.rules.achVerificationMs : 0,
  })
  return DONE
}

/** The verifier's job: the links of live partners that are due are approved. */
export function verifyBanksDue(run: Run, market: number): void {
  const { banksDue } = run.state.market(market)
  for (let { first } = banksDue; first !== undefined && first.dueAt <= run.at; first = banksDue.first)
    run.emit({ type: 'BankReviewed', at: run.at, account: first.account, ach: first.number, status: 'APPROVED' })
}

/** Whether transfers and links take their time as they do at real banks. */
export function isLive({ state }: Run, account: number): boolean {
  return state.partners[state.account(account).partner]!.environment === 'live'
}

/** Decides a relationship that is PENDING. */
export function reviewBank(run: Run, { account, ach, decision }: ReviewBank): Result {
  const refusal = checkNotClosed(run.state.account(account))
  if (refusal) return { refusal }
  const bank = run.state.account(account).banks.get(ach)
  if (!bank) return { refusal: UNKNOWN_BANK }
  if (bank.status !== 'PENDING')
    return {
      refusal: {
        code: 'VALIDATION_ERROR',
        message: `The ACH relationship is ${bank.status}; only one that is PENDING can be decided.`,
        field: 'decision',
        details: { status: bank.status },
      },
    }
  run.emit({ type: 'BankReviewed', at: run.at, account, ach, status: decision === 'approve' ? 'APPROVED' : 'REJECTED' })
  return DONE
}

/** Takes an ACH relationship away; it stays listed as cancelled. */
export function unlinkBank(run: Run, { account: index, ach }: UnlinkBank): Result {
  const account = run.state.account(index)
  const closed = checkNotClosed(account)
  if (closed) return { refusal: closed }
  const bank = account.banks.get(ach)
  if (!bank) return { refusal: UNKNOWN_BANK }
  if (bank.status === 'CANCELLED' || bank.status === 'REJECTED') return { refusal: notApproved(bank.status) }
  for (const transfer of account.transfers.values()) {
    if (transfer.ach === ach && isUnderWay(transfer))
      return {
        refusal: { code: 'ACH_RELATIONSHIP_IN_USE', message: `A transfer over the ACH relationship is ${transfer.status}.` },
      }
  }
  run.emit({ type: 'BankUnlinked', at: run.at, account: index, ach })
  return DONE
}

export const UNKNOWN_BANK = { code: 'ACH_RELATIONSHIP_NOT_FOUND', message: 'The ACH relationship is not known.' } as const

export function notApproved(status: string): Refusal {
  return { code: 'ACH_RELATIONSHIP_NOT_APPROVED', message: `The ACH relationship is ${status}.`, details: { status } }
}

/** Linking and moving money need an account that is ACTIVE. */
export function checkActive(run: Run, index: number): Refusal | undefined {
  const account = run.state.account(index)
  const { status } = account
  if (status === AccountStatus.Active) return undefined
  return (
    checkNotClosed(account) ?? {
      code: 'ACCOUNT_NOT_ACTIVE',
      message: `The account is ${status}; it has to be ACTIVE.`,
      details: { status },
    }
  )
}
