import type { CancelTransfer, MoveTransfer, TransferAction } from '../../../domain/commands/transfer-command.ts'
import type { ReturnCode, Transfer, TransferStatus } from '../../../domain/accounts/transfer.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RETURNABLE_DAYS } from '../../apply/apply-transfer.ts'
import type { Run } from '../../run.ts'
import { movesOnAt, queuedAt, settledAt } from '../../accounts/transfer-times.ts'
import { checkNotClosed } from '../checks/check-not-closed.ts'

/** Takes a transfer back that has not been queued yet. */
export function cancelTransfer(run: Run, { account, transfer: number }: CancelTransfer): Result {
  const owner = run.state.account(account)
  const closed = checkNotClosed(owner)
  if (closed) return { refusal: closed }
  const transfer = owner.transfers.get(number)
  // one that is due may wait for its turn among very many: its day has ended
  const isDue = movesOnAt(transfer, run.state.market(owner.market).tradeDay) <= run.at
  if (transfer?.status !== 'PENDING' || isDue)
    return {
      refusal: { code: 'TRANSFER_NOT_CANCELLABLE', message: 'Only a transfer that is PENDING can be cancelled.' },
    }
  move(run, transfer, 'CANCELLED', 0)
  return DONE
}

/** From which states each action leads on. */
const FROM: Readonly<Record<TransferAction['do'], readonly TransferStatus[]>> = {
  queue: ['PENDING'],
  send: ['QUEUED'],
  settle: ['SENT'],
  return: ['SENT', 'SETTLED'],
}

// of what settled longer ago nothing is kept here
const RETURNABLE = `SENT, or SETTLED for no more than ${RETURNABLE_DAYS} days,`

/** The bank's side, played by hand. */
export function moveTransfer(run: Run, { account, transfer: number, action }: MoveTransfer): Result {
  const closed = checkNotClosed(run.state.account(account))
  if (closed) return { refusal: closed }
  const transfer = run.state.account(account).transfers.get(number)
  if (!transfer || !FROM[action.do].includes(transfer.status))
    return {
      refusal: {
        code: 'VALIDATION_ERROR',
        message: `A transfer has to be ${action.do === 'return' ? RETURNABLE : FROM[action.do].join()} for the action ${action.do}.`,
        field: 'action',
      },
    }
  switch (action.do) {
    case 'queue':
      queue(run, transfer)
      return DONE
    case 'send':
      send(run, transfer)
      return DONE
    case 'settle':
      complete(run, transfer)
      return DONE
    case 'return':
      giveBack(run, transfer, action.code)
      return DONE
    default:
      return action satisfies never
  }
}

/** QUEUED: it can't be cancelled any more. */
export function queue(run: Run, transfer: Transfer): void {
  move(run, transfer, 'QUEUED', transfer.dueAt === 0 ? 0 : queuedAt(run.state, transfer.requestedDay))
}

/** SENT: with the bank. */
export function send(run: Run, transfer: Transfer): void {
  move(run, transfer, 'SENT', transfer.dueAt === 0 ? 0 : settledAt(run.state, transfer.expectedDay))
}

/** SETTLED: the money moves. The fee of a withdrawal is a posting of its own. */
export function complete(run: Run, transfer: Transfer): void {
  const { at } = run
  const { account } = transfer
  const settled: Transfer = { ...transfer, status: 'SETTLED', dueAt: 0, updatedAt: at, settledAt: at }
  run.emit({ type: transfer.type === 'DEPOSIT' ? 'DepositSettled' : 'WithdrawalSettled', at, account, transfer: settled })
  chargeFee(run, settled, 1)
}

/** RETURNED: what had moved moves back, whole; cash may be below zero then, and buys are refused until it is repaid. */
function giveBack(run: Run, transfer: Transfer, returnCode: ReturnCode): void {
  const { at } = run
  const { account } = transfer
  const returned: Transfer = { ...transfer, status: 'RETURNED', returnCode, dueAt: 0, updatedAt: at }
  if (transfer.status === 'SENT') {
    run.emit({ type: 'TransferMoved', at, account, transfer: returned })
    return
  }
  run.emit({ type: transfer.type === 'DEPOSIT' ? 'DepositReturned' : 'WithdrawalReturned', at, account, transfer: returned })
  chargeFee(run, returned, -1)
}

function chargeFee(run: Run, { account, number, feeCents }: Transfer, sign: 1 | -1): void {
  if (feeCents > 0) run.emit({ type: 'FeeCharged', at: run.at, account, transfer: number, cents: sign * feeCents })
}

function move(run: Run, transfer: Transfer, status: TransferStatus, dueAt: number): void {
  const { at } = run
  run.emit({ type: 'TransferMoved', at, account: transfer.account, transfer: { ...transfer, status, dueAt, updatedAt: at } })
}
