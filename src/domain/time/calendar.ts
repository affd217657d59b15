/** What the engine must know of the trading calendar. Days are days since 1970-01-01, moments epoch ms. */
export interface TradingCalendar {
  isBusinessDay(day: number): boolean
  nextBusinessDay(day: number): number
  previousBusinessDay(day: number): number
  /** `always_open`: the trading day that a moment belongs to: until 16:00 New York on a business day that day, afterwards the next */
  tradingDayAt(epochMs: number): number
  /** `always_open`: when a trading day ends and the next begins */
  rollAt(day: number): number
  /** the hours of a business day; throws on any other */
  sessionTimes(day: number): SessionTimes
}

/** The hours of one business day, in epoch milliseconds. */
export interface SessionTimes {
  /** 4:00 */
  readonly preOpen: number
  /** 9:30 */
  readonly open: number
  /** 16:00, on a half day 13:00 */
  readonly close: number
  /** 20:00, on a half day 17:00 */
  readonly afterHoursClose: number
}
