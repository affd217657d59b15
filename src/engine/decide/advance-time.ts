import { AccountStatus, KycStatus } from '../../domain/account.ts'
import { DONE, type Result, type Run } from '../run.ts'
import { endTradingDay } from './end-trading-day.ts'

/** Runs what is due: reviews of accounts, and the roll of each market whose trading day is over. */
export function advanceTime(run: Run): Result {
  const { state, at } = run
  for (const index of [...state.reviewsDue].sort((a, b) => a - b)) {
    if (state.account(index).reviewDueAt <= at) completeReview(run, index)
  }
  for (const market of state.markets) {
    if (state.calendar.rollAt(market.tradeDay) <= at)
      endTradingDay(run, { type: 'EndTradingDay', market: market.index, nextDay: state.calendar.tradingDayAt(at) })
  }
  return DONE
}

/** Contract section 4: SUBMITTED goes by APPROVAL_PENDING to ACTIVE. */
function completeReview(run: Run, account: number): void {
  const { at } = run
  const { status } = run.state.account(account)
  run.emit({
    type: 'AccountReviewed',
    at,
    account,
    statusFrom: status,
    status: AccountStatus.ApprovalPending,
    kycStatus: KycStatus.Submitted,
    kycResults: null,
    reviewDueAt: 0,
  })
  run.emit({
    type: 'AccountReviewed',
    at,
    account,
    statusFrom: AccountStatus.ApprovalPending,
    status: AccountStatus.Active,
    kycStatus: KycStatus.Approved,
    kycResults: { summary: 'pass', reject: [], additional_information: null },
    reviewDueAt: 0,
  })
}
