import type { CashDividend, CorporateAction } from '../../domain/market/corporate-action.ts'
import type { CorporateActionAnnounced, DividendCompleted, DividendRecorded, SplitApplied } from '../../domain/events/market-event.ts'
import type { DividendPaid, PositionSplit } from '../../domain/events/account-event.ts'
import { changeQuote } from './apply-quote.ts'
import { DividendDue } from '../accounts/dividend-due.ts'
import { postCorporateAction } from '../accounts/ledger.ts'
import { isEmpty, moveHouse, positionOf, setBasis } from '../accounts/positions.ts'
import { splitShares, splitTicks } from '../split-arithmetic.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'

export function applyAnnounced(state: EngineState, { market: index, action }: CorporateActionAnnounced): void {
  const market = state.market(index)
  market.corporateActionCount = action.number
  market.corporateActions.push(action)
}

/** A position in new shares, and the cash for a part of a share that can't be kept. */
export function applyPositionSplit(state: EngineState, event: PositionSplit): void {
  const account = state.account(event.account)
  const position = positionOf(account, event.instrument)
  position.shares = event.shares
  position.lots = event.lots
  position.updatedAt = event.at
  setBasis(position, { whole: event.basisWhole, fraction: event.basisFraction })
  postCorporateAction(state.market(account.market).ledger, account, event.cents)
  if (isEmpty(position)) account.positions.delete(event.instrument)
}

/** Prices, quote, walk and the house's position in new shares; the house gets the parts of shares that were paid out. */
export function applySplit(state: EngineState, event: SplitApplied, position: number): void {
  const market = state.market(event.market)
  const { instrument, at, numerator, denominator, exDay } = event
  const book = state.book(event.market, instrument)
  book.lastTicks = splitTicks(book.lastTicks, event)
  book.previousCloseTicks = splitTicks(book.previousCloseTicks, event)
  book.bandTicks = splitTicks(book.bandTicks, event)
  book.dayTicks = splitTicks(book.dayTicks, event)
  book.walk = event.walk
  book.ownWalk = undefined
  changeQuote(state, book, event.quote, { at, place: position })
  const house = market.house.get(instrument)
  if (house) Object.assign(house, splitShares(house, event))
  if (event.paidLots !== 0) moveHouse(market, instrument, event.paidLots)
  market.splits.push({ instrument, exDay, at, numerator, denominator })
  setStatus(market, event.action, 'effective')
}

export function applyRecorded(state: EngineState, { market: index, action, entitled }: DividendRecorded): void {
  const market = state.market(index)
  market.entitlements.set(action, new DividendDue(dividendNumbered(market.corporateActions, action), entitled))
  setStatus(market, action, 'effective')
}

export function applyDividend(state: EngineState, { account: index, action, cents }: DividendPaid): void {
  const account = state.account(index)
  const market = state.market(account.market)
  postCorporateAction(market.ledger, account, cents)
  market.entitlements.get(action)!.notePaid(index)
}

export function applyCompleted(state: EngineState, { market: index, action }: DividendCompleted): void {
  const market = state.market(index)
  market.entitlements.delete(action)
  setStatus(market, action, 'paid')
}

export function dividendNumbered(actions: readonly CorporateAction[], number: number): CashDividend {
  return actions.find((action) => action.number === number) as CashDividend
}

function setStatus(market: Market, number: number, status: CorporateAction['status']): void {
  const index = market.corporateActions.findIndex((action) => action.number === number)
  market.corporateActions[index] = { ...market.corporateActions[index]!, status } as CorporateAction
}
