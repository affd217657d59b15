import type { ResetMarket } from '../../../domain/commands/market-command.ts'
import { type FixtureAccount, RESET_TEXT } from '../../../domain/accounts/fixture.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { CancelReason, isOpen } from '../../../domain/orders/order.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { Account } from '../../accounts/account-state.ts'
import { NONE } from '../../none.ts'
import type { Run } from '../../run.ts'
import { openAccount, grantHoldings } from '../accounts/accounts.ts'
import { linkBank } from '../accounts/bank-links.ts'
import { cancelUnsolicited } from '../matching/cancel-unsolicited.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { moveQuotes } from './move-quote.ts'
import { placeOrder } from '../orders/place-order.ts'
import { deposit } from '../accounts/request-transfer.ts'
import { openOrdersOf } from '../time/expire-orders.ts'
import { runDue } from '../time/run-due.ts'

/**
 * Begins a sandbox market anew: its orders end, its accounts are left behind, its clock runs again (from where it stands, never
 * backwards), quotes are as at first, and the accounts of a fixture are opened. All of it is one command: nobody sees a half of it.
 */
export function resetMarket(run: Run, command: ResetMarket): Result {
  const { state } = run
  const { market: index, partner, quotes, accounts } = command
  const before = accounts.map(({ opening }) => state.accountById(opening.id))
  endOrders(run, index)
  followGroups(run)
  run.emit({ type: 'MarketReset', at: run.at, market: index, partner })
  const { frozenAt } = state.market(index).clock
  if (frozenAt !== 0) run.emit({ type: 'ClockSet', at: run.at, market: index, frozenAt: 0, offsetMs: Math.max(0, frozenAt - run.realAt) })
  const then = run.atMoment(state.marketTime(index, run.realAt))
  runDue(then, state.market(index))
  if (quotes.length > 0) moveQuotes(then, { type: 'MoveQuotes', market: index, quotes })
  accounts.forEach((account, place) => openFixtureAccount(then, { market: index, partner, account, before: before[place] }))
  return DONE
}

function endOrders(run: Run, market: number): void {
  const { state } = run
  for (const { number } of openOrdersOf(run, market)) {
    const slot = state.directory.get(number)
    // the end of one may be the end of another
    if (slot === NONE || !isOpen(state.orders.status(slot))) continue
    cancelUnsolicited(run, slot, { reason: CancelReason.System, restatement: RestatementReason.Other, text: RESET_TEXT })
  }
}

interface Opened {
  readonly market: number
  readonly partner: number
  readonly account: FixtureAccount
  /** the account of the same id that the reset has left behind */
  readonly before: Account | undefined
}

function openFixtureAccount(run: Run, { market: index, partner, account, before }: Opened): void {
  const { state } = run
  const market = state.market(index)
  const give = (kind: IdentifierKind, number: number, id: string): void =>
    run.emit({ type: 'IdentifierGiven', at: run.at, market: index, kind, number, id })
  const opened = state.accounts.length
  // it keeps its number, so that sessions which are configured with it find it again, and its kill switch, which is the operator's to lift
  openAccount(run, { type: 'OpenAccount', partner, ...account.opening, ...(before && { accountNumber: before.accountNumber }) })
  if (before && state.killSwitches.accounts.has(before.index))
    run.emit({ type: 'KillSwitchSet', at: run.at, scope: 'account', id: opened, on: true, operator: '' })
  const firstAch = market.achCount + 1
  for (const { id, ...bank } of account.banks) {
    give(IdentifierKind.AchRelationship, market.achCount + 1, id)
    linkBank(run, { type: 'LinkBank', account: opened, ...bank })
  }
  for (const { id, ...amounts } of account.deposits) {
    give(IdentifierKind.Transfer, market.transferCount + 1, id)
    deposit(run, { type: 'Deposit', account: opened, ach: firstAch, ...amounts, idempotencyKey: null, instant: true })
  }
  if (account.positions.length > 0)
    grantHoldings(run, { type: 'GrantHoldings', account: opened, cashCents: 0, positions: account.positions })
  for (const { id, ...order } of account.orders) {
    give(IdentifierKind.Order, market.orderCount + 1, id)
    placeOrder(run, { type: 'PlaceOrder', account: opened, ...order })
  }
}
