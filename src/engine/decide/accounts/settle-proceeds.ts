import type { Run } from '../../run.ts'

/** Settles the proceeds of sales whose settlement day has begun by the clock. */
export function settleProceedsDue(run: Run, market: number): void {
  const { state, at } = run
  const { tradeDay } = state.market(market)
  settleProceeds(run, market, state.calendar.sessionTimes(tradeDay).preOpen <= at ? tradeDay : tradeDay - 1)
}

/** Proceeds of the settlement days up to `through` become settled cash. */
export function settleProceeds(run: Run, market: number, through: number): void {
  const { settlementsDue } = run.state.market(market)
  for (const day of settlementsDue.daysThrough(through))
    for (const account of settlementsDue.accountsOf(day)) {
      const cents = run.state.account(account).unsettledOn(day)
      run.emit({ type: 'CashSettled', at: run.at, account, day, cents })
    }
}
