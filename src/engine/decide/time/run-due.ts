import { AccountStatus, KycStatus } from '../../../domain/accounts/account.ts'
import { dueAt } from '../../time/due.ts'
import type { Run } from '../../run.ts'
import { dayEndsAt, phaseEndsAt, tradingDayAt } from '../../time/session-phase.ts'
import type { Market } from '../../market.ts'
import { verifyBanksDue } from '../accounts/bank-links.ts'
import { changePhase } from './change-phase.ts'
import { followGroups } from '../groups/follow-groups.ts'
import { rollTradingDay } from './end-trading-day.ts'
import { runRequestsDue } from '../venue/pending-due.ts'
import { fillSlowOnes } from '../executions/play-scenario.ts'
import { endPauses } from '../market/resume-symbol.ts'
import { payDividendsDue } from '../corporate-actions/dividends.ts'
import { settleProceedsDue } from '../accounts/settle-proceeds.ts'
import { settleTransfersDue } from '../accounts/settle-transfers.ts'

/**
 * Runs what is due in a market at the run's moment, in the order in which it became due. Under `us_equities` nothing is later than the
 * session that it was due in, however late it is noticed: the day that it is booked on, and the time of the market, which never goes back,
 * depend on it. Of very many transfers, proceeds and dividends some may be left to the next command, but no change of sessions.
 */
export function runDue(run: Run, market: Market): void {
  const { state } = run
  let moment = 0
  for (let due = dueAt(state, market); due <= run.at; due = dueAt(state, market)) {
    moment = moment > 0 ? Math.max(moment, due) : firstMoment(run, market)
    const then = state.rules.session === 'us_equities' ? run.atMoment(moment) : run
    const isAllDone = runDueBy(then, market, due)
    followGroups(then)
    if (!isAllDone && Math.min(phaseEndsAt(state, market), dayEndsAt(state, market)) > run.at) return
  }
}

/** Other things have happened since it was due, but none after the next change of sessions: no command is decided before that is made. */
function firstMoment({ state, at }: Run, market: Market): number {
  const change = Math.min(phaseEndsAt(state, market), dayEndsAt(state, market))
  // 0: the sessions were configured anew
  return change > 0 ? Math.min(at, change) : at
}

// What is due at the same moment happens in this order. False where transfers, proceeds or dividends are left.
function runDueBy(run: Run, market: Market, due: number): boolean {
  const { state } = run
  completeReviews(run, market, due)
  fillSlowOnes(run, market, due)
  // what has reached the venue by the end of a phase is in time
  runRequestsDue(run, market, due)
  if (phaseEndsAt(state, market) <= due) changePhase(run, market)
  endPauses(run, market, due)
  if (dayEndsAt(state, market) <= due) rollTradingDay(run, market, tradingDayAt(state.rules, state.calendar, run.at))
  verifyBanksDue(run, market.index)
  const areAllDone = [settleProceedsDue, settleTransfersDue, payDividendsDue].map((settle) => settle(run, market.index))
  return !areAllDone.includes(false)
}

function completeReviews(run: Run, market: Market, due: number): void {
  const { reviewsDue } = market
  for (let { first } = reviewsDue; first !== undefined && first.dueAt <= due; first = reviewsDue.first) completeReview(run, first.number)
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
