import { AccountStatus } from '../../domain/accounts/account.ts'
import type { MarketReset } from '../../domain/events/market-event.ts'
import type { Account } from '../accounts/account-state.ts'
import { writeOff } from '../accounts/ledger.ts'
import { openMarket } from '../market.ts'
import type { EngineState } from '../state.ts'
import { VenueRequests } from '../venue/venue-requests.ts'
import { withdrawQuote } from './apply-quote.ts'

/**
 * A market begins anew, after its orders have ended: what has happened in it is left to the journal. Counters and ids go on, so that nothing is
 * called by a name that was used before; time goes on as well.
 */
export function applyReset(state: EngineState, { at, market: index }: MarketReset): void {
  const market = state.market(index)
  for (const book of market.books) if (book) withdrawQuote(state, book)
  for (const account of state.removeAccounts(index)) leaveBehind(account, at)
  state.requestCount -= market.requests.size
  const requests = new VenueRequests()
  requests.count = market.requests.count
  const { seed, tradeDay, dayBeganAt, mint, clock, phase } = market
  const { orderCount, executionCount, tradeCount, accountCount, achCount, transferCount, corporateActionCount } = market
  const counters = { orderCount, executionCount, tradeCount, accountCount, achCount, transferCount, corporateActionCount }
  state.markets[index] = { ...openMarket(index, seed, tradeDay), dayBeganAt, mint, clock, phase, ...counters, requests }
}

function leaveBehind(account: Account, at: number): void {
  account.gone = true
  account.status = AccountStatus.Closed
  account.closedAt = at
  account.updatedAt = at
  account.reviewDueAt = 0
  writeOff(account)
  account.lastEquityCents = 0
  account.openTransferCount = 0
  account.pendingDepositCents = 0
  account.reservedCents = 0
  for (const kept of [account.positions, account.banks, account.transfers, account.transferKeys]) kept.clear()
}
