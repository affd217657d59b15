import type { FeeCharged, TransferEvent } from '../../domain/events/transfer-event.ts'
import { isUnderWay, type Transfer } from '../../domain/accounts/transfer.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import type { Account } from '../accounts/account-state.ts'
import { postDeposit, postFee, postWithdrawal, reverseDeposit, reverseWithdrawal } from '../accounts/ledger.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'
import { transferContent } from '../accounts/transfer-content.ts'

/** Days after which a settled transfer can't come back any more: ACH knows no return later than 60 days. */
export const RETURNABLE_DAYS = 60

/** A transfer as its event leaves it; settled and returned ones move money. */
export function applyTransfer(state: EngineState, event: TransferEvent): void {
  const { transfer } = event
  const account = state.account(transfer.account)
  const market = state.market(account.market)
  postTransfer(market, account, event)
  storeTransfer(market, account, transfer)
  // deposits of the first journals were settled without having been requested
  if (event.type !== 'TransferRequested' && transfer.number <= market.transferCount) return
  market.transferCount = transfer.number
  if (transfer.idempotencyKey !== null)
    account.transferKeys.set(transfer.idempotencyKey, { transfer: transfer.number, content: transferContent(transfer) })
}

function postTransfer({ ledger }: Market, account: Account, { type, transfer }: TransferEvent): void {
  switch (type) {
    case 'TransferRequested':
    case 'TransferMoved':
      return
    case 'DepositSettled':
      postDeposit(ledger, account, transfer.amountCents)
      return
    case 'DepositReturned':
      reverseDeposit(ledger, account, transfer.amountCents)
      return
    case 'WithdrawalSettled':
      postWithdrawal(ledger, account, transfer)
      return
    case 'WithdrawalReturned':
      reverseWithdrawal(ledger, account, transfer)
      return
    default:
      throw new Error(`engine: no transfer moves by ${type satisfies never}`)
  }
}

/** The fee of a withdrawal, or its return. */
export function applyFee(state: EngineState, event: FeeCharged): void {
  const account = state.account(event.account)
  postFee(state.market(account.market).ledger, account, event.cents)
}

/** Keeps a transfer while it can still change; what is reserved and pending follows. */
export function storeTransfer(market: Market, account: Account, transfer: Transfer): void {
  const before = account.transfers.get(transfer.number)
  if (before) {
    count(account, before, -1)
    market.transfersDue.remove(before.number)
  }
  if (transfer.status === 'CANCELLED' || transfer.status === 'RETURNED') {
    account.transfers.delete(transfer.number)
    return
  }
  account.transfers.set(transfer.number, transfer)
  count(account, transfer, 1)
  market.transfersDue.add(transfer)
}

function count(account: Account, transfer: Transfer, sign: 1 | -1): void {
  if (!isUnderWay(transfer)) return
  account.openTransferCount += sign
  if (transfer.type === 'DEPOSIT') account.pendingDepositCents += sign * transfer.amountCents
  else account.reservedCents += sign * transfer.amountCents
}

/** Lets go of the transfers that settled too long ago to be returned: one that is moved by hand may do so long after it was expected. */
export function forgetSettledTransfers(account: Account, today: number): void {
  for (const { number, status, expectedDay, settledAt } of account.transfers.values()) {
    const settledDay = Math.max(expectedDay, Math.floor(settledAt / DAY_MS))
    if (status === 'SETTLED' && settledDay + RETURNABLE_DAYS < today) account.transfers.delete(number)
  }
}
