import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import type { Random } from './random.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How far the clock of the sandbox is moved: not at all, over an hour, a night, a weekend, some weeks. */
export function clockMove(random: Random): number {
  const reach = random.weighted({ none: 5, minutes: 30, hours: 30, days: 30, weeks: 5 })
  return Math.floor(random.next() * { none: 0, minutes: 30 * MINUTE_MS, hours: 20 * HOUR_MS, days: 4 * DAY_MS, weeks: 20 * DAY_MS }[reach])
}

/** The day that an operator lets begin before its time: mostly the next one. */
export function dayToBegin(random: Random, tradeDay: number): number {
  const next = tradingCalendar.nextBusinessDay(tradeDay)
  return random.chance(0.8) ? next : tradingCalendar.nextBusinessDay(next)
}
