import type { Transfer } from '../../../domain/accounts/transfer.ts'
import type { TransferAction } from '../../../domain/commands/transfer-command.ts'
import type { Outcome } from '../../../sequencer.ts'
import { refusalError } from '../../answers/errors.ts'
import { caughtUp, type Gateway, run } from '../../gateway.ts'
import { transferView } from './funding-views.ts'

/** Does what a bank does to a transfer, and gives the transfer after it. A refusal is thrown with the status that is in its way. */
export async function moveTransfer(
  parts: Gateway,
  { account, number }: { readonly account: number; readonly number: number },
  action: TransferAction,
  ran?: (outcome: Outcome) => void,
) {
  const outcome = await run(parts.sequencer, { type: 'MoveTransfer', account, transfer: number, action }, ran)
  if (outcome.refusal === undefined) return transferView(parts.view, transferOf(outcome))
  await caughtUp(parts)
  throw refusalError(outcome.refusal, { status: parts.projection.funding.transfer(account, number)!.status })
}

/** The transfer as the last event of a command leaves it. */
export function transferOf({ events }: Outcome): Transfer {
  const last = events.findLast((event) => 'transfer' in event && typeof event.transfer === 'object')
  if (last === undefined || !('transfer' in last) || typeof last.transfer !== 'object') throw new Error('the command moved no transfer')
  return last.transfer
}
