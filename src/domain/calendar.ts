/** What the engine must know of the trading calendar. Days are days since 1970-01-01, moments epoch ms. */
export interface TradingCalendar {
  isBusinessDay(day: number): boolean
  nextBusinessDay(day: number): number
  /** the trading day that a moment belongs to: until 16:00 New York on a business day that day, afterwards the next */
  tradingDayAt(epochMs: number): number
  /** when a trading day ends and the next begins */
  rollAt(day: number): number
}
