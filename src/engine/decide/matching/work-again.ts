import { AccountStatus } from '../../../domain/accounts/account.ts'
import { Phase } from '../../../domain/time/market-phase.ts'
import { CancelReason, type Order, Side, TimeInForce } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { Account } from '../../accounts/account-state.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { checkSuspended } from '../checks/check-suspended.ts'
import { match } from './match.ts'
import { triggerStops } from './trigger-stops.ts'

/** An order that a bust has opened again, or that has more to fill, trades like any other, unless something stands against it. */
export function workAgain(run: Run, number: number): void {
  const { state } = run
  const slot = state.directory.get(number)
  const order = state.orderAt(slot)
  const obstacle = obstacleTo(run, order)
  if (obstacle !== undefined) {
    cancelRest(run, number, `the rest is cancelled: ${obstacle}`)
    return
  }
  if (order.held || order.inFlight) return
  const book = state.bookOf(order)
  match(run, book, slot)
  triggerStops(run, book)
}

/** Cancels what is left of an order whose execution was taken back or corrected. */
export function cancelRest(run: Run, number: number, text: string): void {
  cancelUnsolicited(run, run.state.directory.get(number), {
    reason: CancelReason.System,
    restatement: RestatementReason.BrokerOption,
    text,
  })
}

function obstacleTo(run: Run, order: Order): string | undefined {
  const account = run.state.account(order.account)
  if (!isCovered(account, order)) return 'nothing covers it'
  if (isOver(run.state.market(account.market), order)) return 'its time in force is over'
  if (account.status === AccountStatus.Closed) return 'the account is closed'
  if (checkSuspended(run, order.account, order.session)) return 'trading is suspended'
  return undefined
}

/** Whether the account has what all its orders hold, this one among them. */
function isCovered(account: Account, order: Order): boolean {
  if (order.side === Side.Buy) return account.availableCents >= 0
  const position = account.positions.get(order.instrument)
  if (position === undefined) return false
  const { shares, lots, heldShares, heldLots } = position
  return shares > heldShares || (shares === heldShares && lots >= heldLots)
}

/** What rested for a day or longer alone works on after its time of entry, as long as that lasts. */
function isOver({ tradeDay, phase }: Market, { timeInForce, enteredDay, extendedHours }: Order): boolean {
  if (timeInForce === TimeInForce.Gtc) return false
  if (timeInForce !== TimeInForce.Day || enteredDay < tradeDay) return true
  return phase === Phase.AfterHours && enteredDay === tradeDay && !extendedHours
}
