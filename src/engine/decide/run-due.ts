import { AccountStatus, KycStatus } from '../../domain/account.ts'
import { dueAt } from '../due.ts'
import type { Run } from '../run.ts'
import { dayEndsAt, phaseEndsAt, tradingDayAt } from '../session-phase.ts'
import type { Market } from '../state.ts'
import { verifyBanksDue } from './bank-links.ts'
import { changePhase } from './change-phase.ts'
import { followGroups } from './follow-groups.ts'
import { endTradingDay } from './end-trading-day.ts'
import { runRequestsDue } from './pending-due.ts'
import { fillSlowOnes } from './play-scenario.ts'
import { endPauses } from './resume-symbol.ts'
import { settleTransfersDue } from './settle-transfers.ts'

/** Runs what is due in a market at the run's moment, in the order in which it became due. */
export function runDue(run: Run, market: Market): void {
  for (let due = dueAt(run.state, market); due <= run.at; due = dueAt(run.state, market)) {
    runDueBy(run, market, due)
    followGroups(run)
  }
}

// What is due at the same moment happens in this order.
function runDueBy(run: Run, market: Market, due: number): void {
  const { state } = run
  completeReviews(run, market, due)
  fillSlowOnes(run, market, due)
  // what has reached the venue by the end of a phase is in time
  runRequestsDue(run, market, due)
  // sessions change at their own moment, however late it is noticed
  const then = state.rules.session === 'us_equities' && due > 0 ? run.atMoment(due) : run
  if (phaseEndsAt(state, market) <= due) changePhase(then, market)
  endPauses(run, market, due)
  if (dayEndsAt(state, market) <= due)
    endTradingDay(then, { type: 'EndTradingDay', market: market.index, nextDay: tradingDayAt(state.rules, state.calendar, then.at) })
  verifyBanksDue(run, market.index)
  settleTransfersDue(run, market.index)
}

function completeReviews(run: Run, market: Market, due: number): void {
  const { state } = run
  for (const index of [...state.reviewsDue].sort((a, b) => a - b)) {
    const account = state.account(index)
    if (account.market === market.index && account.reviewDueAt <= due) completeReview(run, index)
  }
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
