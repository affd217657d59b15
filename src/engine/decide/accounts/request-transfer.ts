import { formatMoney } from '../../../domain/amounts/amounts.ts'
import type { Deposit, Withdraw } from '../../../domain/commands/transfer-command.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import { netCentsOf, type Transfer } from '../../../domain/accounts/transfer.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import type { Account } from '../../accounts/account-state.ts'
import type { Run } from '../../run.ts'
import { transferContent } from '../../accounts/transfer-content.ts'
import { queuedAt } from '../../accounts/transfer-times.ts'
import { checkActive, isLive, notApproved, UNKNOWN_BANK } from './bank-links.ts'
import { complete } from './move-transfer.ts'

/** What is asked for, before it has a number and a day. */
type Asked = Pick<Transfer, 'type' | 'ach' | 'amountCents' | 'feeCents' | 'fullBalance' | 'ira' | 'description' | 'idempotencyKey'>

/** Money in. */
export function deposit(run: Run, command: Deposit): Result {
  const { ach, amountCents, description, idempotencyKey } = command
  const asked: Asked = { type: 'DEPOSIT', ach, amountCents, feeCents: 0, fullBalance: false, ira: null, description, idempotencyKey }
  const account = run.state.account(command.account)
  const answered = repeatOf(account, asked)
  if (answered) return answered
  const refusal = checkParties(run, account, ach) ?? checkRange(run, amountCents, 'amount')
  if (refusal) return { refusal }
  request(run, account, asked, command.instant === true)
  return DONE
}

/** Money out: fee and withholdings come out of the amount. */
export function withdraw(run: Run, command: Withdraw): Result {
  const { ach, fullBalance, feeCents, ira, description, idempotencyKey } = command
  const account = run.state.account(command.account)
  const withdrawable = Math.max(0, account.availableCents)
  const amountCents = fullBalance ? withdrawable : command.amountCents
  const asked: Asked = { type: 'WITHDRAWAL', ach, amountCents, feeCents, fullBalance, ira, description, idempotencyKey }
  const answered = repeatOf(account, asked)
  if (answered) return answered
  const refusal = checkParties(run, account, ach) ?? (fullBalance ? checkFullBalance(run, asked) : checkAmount(run, asked, withdrawable))
  if (refusal) return { refusal }
  request(run, account, asked, false)
  return DONE
}

/** The answer to an idempotency key that is known: the transfer that it was given for, or that its content differs. */
function repeatOf(account: Account, asked: Asked): Result | undefined {
  if (asked.idempotencyKey === null) return undefined
  const known = account.transferKeys.get(asked.idempotencyKey)
  if (!known) return undefined
  if (known.content === transferContent(asked)) return { repeatOf: known.transfer }
  return {
    refusal: {
      code: 'IDEMPOTENCY_CONFLICT',
      message: 'The idempotency key belongs to a transfer with other content.',
      field: 'idempotency_key',
    },
  }
}

function checkParties(run: Run, account: Account, ach: number): Refusal | undefined {
  const bank = account.banks.get(ach)
  if (!bank) return { ...UNKNOWN_BANK, field: 'ach_relationship_id' }
  return checkActive(run, account.index) ?? (bank.status === 'APPROVED' ? undefined : notApproved(bank.status))
}

function checkRange({ rules }: Run, cents: number, field: string): Refusal | undefined {
  const { minTransferCents, maxTransferCents } = rules
  if (cents >= minTransferCents && cents <= maxTransferCents) return undefined
  const [min, max] = [formatMoney(minTransferCents), formatMoney(maxTransferCents)]
  return { code: 'AMOUNT_OUT_OF_RANGE', message: `A transfer has to be between ${min} and ${max}.`, field, details: { min, max } }
}

function checkAmount(run: Run, { amountCents }: Asked, withdrawable: number): Refusal | undefined {
  const outOfRange = checkRange(run, amountCents, 'amount')
  if (outOfRange) return outOfRange
  if (amountCents <= withdrawable) return undefined
  return insufficient(`The withdrawal needs ${formatMoney(amountCents)}`, withdrawable)
}

// The smallest transfer does not count here: what little is left has to leave before an account can be closed.
function checkFullBalance(run: Run, asked: Asked): Refusal | undefined {
  const { amountCents } = asked
  if (amountCents === 0) return insufficient('There is nothing to withdraw', amountCents)
  if (netCentsOf(asked) <= 0) return insufficient('Fee and withholdings take all of the withdrawal', amountCents)
  return amountCents > run.rules.maxTransferCents ? checkRange(run, amountCents, 'withdraw_full_balance') : undefined
}

function insufficient(problem: string, withdrawable: number): Refusal {
  const withdrawable_cash = formatMoney(withdrawable)
  return { code: 'INSUFFICIENT_FUNDS', message: `${problem}: ${withdrawable_cash} can be withdrawn.`, details: { withdrawable_cash } }
}

function request(run: Run, account: Account, asked: Asked, instant: boolean): void {
  const { state, at } = run
  const market = state.market(account.market)
  const number = market.transferCount + 1
  const mode = instant ? 'instant' : modeOf(run, account)
  const requestedDay = market.tradeDay
  const transfer: Transfer = {
    ...asked,
    number,
    account: account.index,
    status: 'PENDING',
    accountLast4: account.banks.get(asked.ach)!.accountLast4,
    returnCode: null,
    requestedDay,
    expectedDay: mode === 'instant' ? requestedDay : businessDaysAfter(run, requestedDay, businessDaysOf(number)),
    dueAt: mode === 'delayed' ? queuedAt(state, requestedDay) : 0,
    createdAt: at,
    updatedAt: at,
    settledAt: 0,
  }
  run.emit({ type: 'TransferRequested', at, account: account.index, transfer })
  if (mode === 'instant') complete(run, transfer)
}

/** Transfers of live partners take their days: at once and by hand are for the sandbox. */
function modeOf(run: Run, { index }: Account): 'instant' | 'delayed' | 'manual' {
  return isLive(run, index) ? 'delayed' : run.rules.achMode
}

/** One to three business days, in turn. */
const businessDaysOf = (number: number): number => 1 + ((number - 1) % 3)

function businessDaysAfter({ state }: Run, day: number, count: number): number {
  let reached = day
  for (let step = 0; step < count; step++) reached = state.calendar.nextBusinessDay(reached)
  return reached
}
