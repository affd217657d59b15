import type { TradingDayEnded } from '../../domain/events/market-event.ts'
import { valueCents } from '../../domain/amounts/notional.ts'
import type { EngineState } from '../state.ts'
import { forgetSettledTransfers } from './apply-transfer.ts'

/** The closes of a day become the previous closes of the next one; accounts keep what they were worth. */
export function applyDayEnd(state: EngineState, { at, market: index, nextDay, closes }: TradingDayEnded): void {
  const market = state.market(index)
  const closeTicks = new Map(closes)
  // where days were passed over what walks has closed on them too
  const isNext = state.calendar.previousBusinessDay(nextDay) === market.tradeDay
  // what is held may have no book yet
  for (const [instrument] of closes) state.book(index, instrument)
  for (const account of state.accountsOf(index)) {
    let equityCents = account.settledCents + account.unsettledCents
    for (const position of account.positions.values()) {
      const { instrument } = position
      equityCents += valueCents(closeTicks.get(instrument) ?? state.currentTicks(index, instrument), position)
    }
    account.lastEquityCents = equityCents
    forgetSettledTransfers(account, nextDay)
  }
  for (const book of market.books) {
    if (!book) continue
    book.previousCloseTicks = closeTicks.get(book.instrument) ?? state.currentTicks(index, book.instrument)
    if (isNext && closeTicks.has(book.instrument)) book.closeKeptFor = nextDay
    book.dayTicks = 0
    book.kept = null
    book.closeTicks = 0
  }
  market.tradeDay = nextDay
  market.dayBeganAt = at
}
