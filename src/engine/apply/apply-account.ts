import { AccountStatus } from '../../domain/accounts/account.ts'
import type { AccountClosed, AccountOpened, AccountReviewed, AccountUpdated, HoldingsGranted } from '../../domain/events/account-event.ts'
import { Account } from '../accounts/account-state.ts'
import { postDeposit } from '../accounts/ledger.ts'
import { positionOf } from '../accounts/positions.ts'
import type { EngineState } from '../state.ts'
import { storeBank } from './apply-bank.ts'

export function applyOpened(state: EngineState, event: AccountOpened): void {
  const account = new Account(event)
  state.addAccount(account)
  state.market(event.market).accountCount++
  noteReview(state, account)
}

export function applyReviewed(state: EngineState, event: AccountReviewed): void {
  const account = state.account(event.account)
  account.status = event.status
  account.kycStatus = event.kycStatus
  account.kycResults = event.kycResults
  account.reviewDueAt = event.reviewDueAt
  account.updatedAt = event.at
  noteReview(state, account)
}

export function applyUpdated(state: EngineState, event: AccountUpdated): void {
  const account = state.account(event.account)
  account.tradingConfigurations = event.tradingConfigurations
  account.dividendReinvestment = event.dividendReinvestment ?? account.dividendReinvestment
  account.updatedAt = event.at
}

export function applyClosed(state: EngineState, event: AccountClosed): void {
  const account = state.account(event.account)
  account.status = AccountStatus.Closed
  account.reviewDueAt = 0
  account.updatedAt = event.at
  account.closedAt = event.at
  noteReview(state, account)
  // nobody verifies its banks any more
  for (const bank of account.banks.values()) storeBank(state, account.index, { ...bank, reviewDueAt: 0 })
}

/** What an account begins with, or is given: no trade and no transfer. */
export function applyGranted(state: EngineState, event: HoldingsGranted): void {
  const account = state.account(event.account)
  postDeposit(state.market(account.market).ledger, account, event.cashCents)
  for (const granted of event.positions) {
    const held = positionOf(account, granted.instrument)
    held.shares += granted.shares
    held.basisWhole += granted.shares * granted.priceTicks
    held.updatedAt = event.at
  }
}

/** The reviewer waits for those that are due. */
export function noteReview(state: EngineState, account: Account): void {
  const { reviewsDue } = state.market(account.market)
  reviewsDue.remove(account.index)
  reviewsDue.add({ number: account.index, dueAt: account.reviewDueAt })
}
