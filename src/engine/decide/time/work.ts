import type { EndedPrices } from '../../../domain/events/market-event.ts'
import type { Run } from '../../run.ts'

/** A command that has come to so much work leaves the rest to the next one, so that others come in between: about 10 ms. */
export const MOST_WORK = 2_000
/** What the end of a session or of a day costs beside its events, in events: the whole market is looked through. */
const OF_AN_END = 40
/** accounts that cost as much as one event */
const ACCOUNTS_OF_ONE = 16
/** closing prices that cost as much as one event: each is journaled and told */
const CLOSES_OF_ONE = 4
/** what the day's high and low of a security that walks cost: they have to be searched for */
const OF_A_WALKED_DAY = 20

/** What the passing of time has come to in a command, in events or what costs as much. It depends on the state alone. */
export class Work {
  private readonly run: Run
  private events: number
  private sum = 0

  constructor(run: Run) {
    this.run = run
    this.events = run.eventCount
  }

  get done(): number {
    for (const event of this.run.eventsBehind(this.events)) {
      this.events++
      this.sum++
      if ('closes' in event && event.closes) this.sum += this.ofEnd(event.market, event.closes.length)
      if ('prices' in event && event.prices) this.sum += walkedDays(event.prices) * OF_A_WALKED_DAY
    }
    return this.sum
  }

  /** It may have caused nothing but that it has come. */
  private ofEnd(market: number, closes: number): number {
    return OF_AN_END + this.run.state.accountsOf(market).length / ACCOUNTS_OF_ONE + closes / CLOSES_OF_ONE
  }
}

function walkedDays(prices: readonly EndedPrices[]): number {
  return prices.filter(([, , , , stands]) => !stands).length
}
