import type { TradingCalendar } from '../../domain/time/calendar.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import type { EngineRules } from '../rules.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'

/** The phase that a market is in at a moment of its present trading day, under the configured sessions. */
export function phaseAt(
  { rules, calendar }: Pick<EngineState, 'rules' | 'calendar'>,
  { tradeDay }: Pick<Market, 'tradeDay'>,
  at: number,
): Phase {
  if (rules.session === 'always_open') return Phase.AlwaysOpen
  const { preOpen, open, close } = calendar.sessionTimes(tradeDay)
  if (at < preOpen) return Phase.Closed
  if (at < open) return Phase.PreMarket
  return at < close ? Phase.Regular : Phase.AfterHours
}

/** The trading day that a moment belongs to: under `us_equities` it ends with its after-hours session. */
export function tradingDayAt(rules: Pick<EngineRules, 'session'>, calendar: TradingCalendar, at: number): number {
  if (rules.session === 'always_open') return calendar.tradingDayAt(at)
  const day = calendar.tradingDayAt(at)
  const before = calendar.previousBusinessDay(day)
  return at < calendar.sessionTimes(before).afterHoursClose ? before : day
}

/** When the trading day of a market ends. */
export function dayEndsAt({ rules, calendar }: Pick<EngineState, 'rules' | 'calendar'>, { tradeDay }: Pick<Market, 'tradeDay'>): number {
  return rules.session === 'always_open' ? calendar.rollAt(tradeDay) : calendar.sessionTimes(tradeDay).afterHoursClose
}

/**
 * When the phase of a market ends and the next of its day begins; Infinity where the day ends with it. 0 = at once: the sessions were
 * configured anew since.
 */
export function phaseEndsAt(
  { rules, calendar }: Pick<EngineState, 'rules' | 'calendar'>,
  market: Pick<Market, 'phase' | 'tradeDay'>,
): number {
  if (rules.session === 'always_open') return market.phase === Phase.AlwaysOpen ? Infinity : 0
  switch (market.phase) {
    case Phase.AlwaysOpen:
      return 0
    case Phase.Closed:
      return calendar.sessionTimes(market.tradeDay).preOpen
    case Phase.PreMarket:
      return calendar.sessionTimes(market.tradeDay).open
    case Phase.Regular:
      return calendar.sessionTimes(market.tradeDay).close
    case Phase.AfterHours:
      return Infinity
    default:
      return market.phase satisfies never
  }
}

/** Whether an order trades in a phase. */
export function tradesIn(phase: Phase, extendedHours: boolean): boolean {
  switch (phase) {
    case Phase.AlwaysOpen:
    case Phase.Regular:
      return true
    case Phase.PreMarket:
    case Phase.AfterHours:
      return extendedHours
    case Phase.Closed:
      return false
    default:
      return phase satisfies never
  }
}
