import type Database from 'better-sqlite3'
import type { TradingDayEnded } from '../../../domain/events/market-event.ts'

/** Where one trading day of a market ended and the next began, with the closing prices. */
export class TradingDayRows {
  private readonly insert: Database.Statement<[number, number, number, number, number, string, string]>
  private readonly clear: Database.Statement<[number]>

  constructor(database: Database.Database) {
    this.insert = database.prepare('INSERT INTO trading_days VALUES (?, ?, ?, ?, ?, ?, ?)')
    this.clear = database.prepare("UPDATE trading_days SET closes = '[]', prices = '[]' WHERE market = ?")
  }

  /** Inside a transaction. */
  take({ market, endedDay, nextDay, at, closes, prices = [] }: TradingDayEnded, position: number): void {
    this.insert.run(market, endedDay, nextDay, at, position, JSON.stringify(closes), JSON.stringify(prices))
  }

  /** A market begins anew: its prices are those of a market in which nothing has happened yet. Inside a transaction. */
  forgetPrices(market: number): void {
    this.clear.run(market)
  }
}
