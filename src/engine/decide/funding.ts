import { AccountStatus } from '../../domain/account.ts'
import { formatMoney } from '../../domain/amounts.ts'
import type { Deposit, LinkBank, UnlinkBank } from '../../domain/command.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { transferContent } from '../transfer-content.ts'
import { DONE, type Result, type Run } from '../run.ts'

/** An ACH relationship: its outcome is known when it is linked. */
export function linkBank(run: Run, command: LinkBank): Result {
  const refusal = checkActive(run, command.account)
  if (refusal) return { refusal }
  const { account, status, ownerName, accountType, bankName, accountLast4, routingNumber } = command
  const market = run.state.market(run.state.account(account).market)
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
  })
  return DONE
}

/** Takes an ACH relationship away; it stays listed as cancelled. */
export function unlinkBank(run: Run, { account, ach }: UnlinkBank): Result {
  const bank = run.state.account(account).banks.get(ach)
  if (!bank) return { refusal: UNKNOWN_BANK }
  if (bank.status === 'CANCELLED' || bank.status === 'REJECTED')
    return {
      refusal: {
        code: 'ACH_RELATIONSHIP_NOT_APPROVED',
        message: `The ACH relationship is ${bank.status}.`,
        details: { status: bank.status },
      },
    }
  run.emit({ type: 'BankUnlinked', at: run.at, account, ach })
  return DONE
}

/** Money in, settled at once. */
export function deposit(run: Run, command: Deposit): Result {
  const { state, rules, at } = run
  const { amountCents, description, idempotencyKey } = command
  const account = state.account(command.account)
  const content = transferContent(command)
  const repeat = idempotencyKey === null ? undefined : account.transferKeys.get(idempotencyKey)
  if (repeat) {
    if (repeat.content === content) return { repeatOf: repeat.transfer }
    return {
      refusal: {
        code: 'IDEMPOTENCY_CONFLICT',
        message: 'The idempotency key belongs to a transfer with other content.',
        field: 'idempotency_key',
      },
    }
  }
  const bank = account.banks.get(command.ach)
  if (!bank) return { refusal: { ...UNKNOWN_BANK, field: 'ach_relationship_id' } }
  const inactive = checkActive(run, command.account)
  if (inactive) return { refusal: inactive }
  if (bank.status !== 'APPROVED')
    return {
      refusal: {
        code: 'ACH_RELATIONSHIP_NOT_APPROVED',
        message: `The ACH relationship is ${bank.status}.`,
        details: { status: bank.status },
      },
    }
  if (amountCents < rules.minTransferCents || amountCents > rules.maxTransferCents)
    return {
      refusal: {
        code: 'AMOUNT_OUT_OF_RANGE',
        message: `A transfer has to be between ${formatMoney(rules.minTransferCents)} and ${formatMoney(rules.maxTransferCents)}.`,
        field: 'amount',
        details: { min: formatMoney(rules.minTransferCents), max: formatMoney(rules.maxTransferCents) },
      },
    }
  const market = state.market(account.market)
  run.emit({
    type: 'DepositSettled',
    at,
    account: account.index,
    transfer: market.transferCount + 1,
    ach: command.ach,
    accountLast4: bank.accountLast4,
    amountCents,
    description,
    idempotencyKey,
    tradeDay: market.tradeDay,
  })
  return DONE
}

const UNKNOWN_BANK = { code: 'ACH_RELATIONSHIP_NOT_FOUND', message: 'The ACH relationship is not known.' } as const

function checkActive(run: Run, index: number): Refusal | undefined {
  const { status } = run.state.account(index)
  if (status === AccountStatus.Active) return undefined
  if (status === AccountStatus.Closed) return { code: 'ACCOUNT_CLOSED', message: 'The account is closed.' }
  return { code: 'ACCOUNT_NOT_ACTIVE', message: `The account is ${status}; it has to be ACTIVE.`, details: { status } }
}
