import type Database from 'better-sqlite3'
import type { EndedPrices } from '../../../domain/events/market-event.ts'
import type { DayPrices } from '../../../domain/market/day-prices.ts'

/** A trading day that has ended. Days are days since 1970-01-01. */
export interface EndedDay {
  readonly day: number
  readonly nextDay: number
  /** epoch ms */
  readonly endedAt: number
  /** journal position of its end: what stands behind it belongs to the next day */
  readonly position: number
}

/** With what a security has ended a trading day, in ticks of the shares of that day. */
export interface EndedPrice extends Pick<EndedDay, 'day' | 'nextDay'> {
  readonly closeTicks: number
  /** of its regular session; undefined where its walk tells them */
  readonly prices: DayPrices | undefined
  /** its quote stood on, whatever day came next */
  readonly stands: boolean
}

interface EndedPriceRow extends Pick<EndedPrice, 'day' | 'nextDay' | 'closeTicks'> {
  /** JSON, as it is stored, of all securities; null where this one is not among them */
  readonly prices: string | null
}

/** Days are days since 1970-01-01, both included. */
interface DayRange {
  readonly from: number
  readonly through: number
}

/** The trading days of the markets, as read.db has them. */
export class TradingDayQueries {
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.statements = prepare(database)
  }

  /** Those behind a day, oldest first. */
  endedAfter(market: number, day: number): readonly EndedDay[] {
    return this.statements.after.all(market, day)
  }

  /** Those from one day through another, oldest first. */
  endedBetween(market: number, from: number, through: number): readonly EndedDay[] {
    return this.statements.between.all(market, from, through)
  }

  /** The last one through a day. */
  lastThrough(market: number, day: number): EndedDay | undefined {
    return this.statements.last.get(market, day)
  }

  /** Closing prices of a day that has ended, in ticks by instrument. */
  closes(market: number, day: number): ReadonlyMap<number, number> {
    const closes = this.statements.closes.get(market, day)
    return new Map(closes === undefined ? [] : (JSON.parse(closes) as [number, number][]))
  }

  /**
   * How a security has ended the days from one through another, oldest first; what walked and nobody held is not told, nor what was before a
   * reset of its market.
   */
  pricesOf(market: number, instrument: number, { from, through }: DayRange): readonly EndedPrice[] {
    const key = `[${instrument},`
    return this.statements.pricesOf.all(key, key, key, market, from, through, key).map(({ day, nextDay, closeTicks, prices }) => {
      const own = prices === null ? undefined : (JSON.parse(prices) as EndedPrices[]).find(([index]) => index === instrument)
      if (own === undefined) return { day, nextDay, closeTicks, prices: undefined, stands: false }
      const [, openTicks, highTicks, lowTicks, stands] = own
      return { day, nextDay, closeTicks, prices: { openTicks, highTicks, lowTicks }, stands }
    })
  }
}

function prepare(database: Database.Database) {
  const columns = 'day, next_day AS nextDay, ended_at AS endedAt, position'
  return {
    after: database.prepare<[number, number], EndedDay>(`SELECT ${columns} FROM trading_days WHERE market = ? AND day > ? ORDER BY day`),
    between: database.prepare<[number, number, number], EndedDay>(
      `SELECT ${columns} FROM trading_days WHERE market = ? AND day BETWEEN ? AND ? ORDER BY day`,
    ),
    last: database.prepare<[number, number], EndedDay>(
      `SELECT ${columns} FROM trading_days WHERE market = ? AND day <= ? ORDER BY day DESC LIMIT 1`,
    ),
    // the text is looked into, not parsed: there may be thousands of securities in each of thousands of days
    pricesOf: database.prepare<[string, string, string, number, number, number, string], EndedPriceRow>(
      `SELECT day, next_day AS nextDay, CAST(substr(closes, instr(closes, ?) + length(?)) AS INTEGER) AS closeTicks,
         CASE WHEN instr(prices, ?) > 0 THEN prices END AS prices
       FROM trading_days WHERE market = ? AND day BETWEEN ? AND ? AND instr(closes, ?) > 0 ORDER BY day`,
    ),
    closes: database.prepare<[number, number], string>('SELECT closes FROM trading_days WHERE market = ? AND day = ?').pluck(),
  }
}
