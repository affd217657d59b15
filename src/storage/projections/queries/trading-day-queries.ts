import type Database from 'better-sqlite3'

/** A trading day that has ended. Days are days since 1970-01-01. */
export interface EndedDay {
  readonly day: number
  readonly nextDay: number
  /** epoch ms */
  readonly endedAt: number
  /** journal position of its end: what stands behind it belongs to the next day */
  readonly position: number
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

  /** Those of one security by day, of the days from one through another; what walked and nobody held has none. None of before a reset of its market. */
  closesOf(market: number, instrument: number, { from, through }: DayRange): ReadonlyMap<number, number> {
    const key = `[${instrument},`
    return new Map(this.statements.closesOf.all(key, key, market, from, through, key))
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
    closesOf: database
      .prepare<[string, string, number, number, number, string], [number, number]>(
        `SELECT day, CAST(substr(closes, instr(closes, ?) + length(?)) AS INTEGER) FROM trading_days
         WHERE market = ? AND day BETWEEN ? AND ? AND instr(closes, ?) > 0`,
      )
      .raw(),
    closes: database.prepare<[number, number], string>('SELECT closes FROM trading_days WHERE market = ? AND day = ?').pluck(),
  }
}
