import type { Run } from '../../run.ts'

/** A command that has come to so much work leaves the rest to the next one, so that others come in between: about 10 ms. */
export const MOST_WORK = 2_000
/** The end of a trading day, beside its events: whatever there is of the market is looked through. */
const OF_A_DAY = 40
const ACCOUNTS_OF_ONE = 16

/** What the passing of time has come to in a command, in events or what costs as much. It depends on the state alone. */
export class Work {
  private readonly run: Run
  private readonly eventsBefore: number
  private ofDays = 0

  constructor(run: Run) {
    this.run = run
    this.eventsBefore = run.eventCount
  }

  /** A trading day of a market has ended, which may have caused nothing but that. */
  noteDay(market: number): void {
    this.ofDays += OF_A_DAY + this.run.state.accountsOf(market).length / ACCOUNTS_OF_ONE
  }

  get done(): number {
    return this.run.eventCount - this.eventsBefore + this.ofDays
  }
}
