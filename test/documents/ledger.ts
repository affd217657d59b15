import type { ActivityType } from '../../src/domain/accounts/account.ts'
import { daysFromCivil } from '../../src/domain/time/civil-date.ts'
import { notionalCents } from '../../src/domain/amounts/notional.ts'
import { Side } from '../../src/domain/orders/order.ts'
import type { LedgerLine, Securities } from '../../src/documents/ledger-line.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'

/** the month of the statements begins here */
export const FIRST_DAY = daysFromCivil({ year: 2026, month: 11, day: 1 })
export const SECURITIES: Securities = (instrument) => ({ symbol: `S${instrument}`, name: `Security ${instrument} Inc.` })

/** A line that moves cash alone. */
export function booked(type: ActivityType, day: number, netCents: number): LedgerLine {
  return { type, at: day * DAY_MS, day, netCents, holdings: [], trade: null, corporateAction: null }
}

interface Fill {
  readonly instrument?: number
  readonly side: Side
  readonly shares: number
  /** dollars */
  readonly price: number
}

export function fill(day: number, { instrument = 0, side, shares, price }: Fill): LedgerLine {
  const [lots, ticks] = [Math.round(shares * 1e9), Math.round(price * 1e4)]
  const grossCents = notionalCents(ticks, lots)
  return {
    ...booked('FILL', day, side === Side.Buy ? -grossCents : grossCents),
    holdings: [{ kind: side === Side.Buy ? 'bought' : 'sold', instrument, lots, ticks }],
    trade: {
      kind: 'trade',
      fillId: 'e',
      instrument,
      side,
      lots,
      ticks,
      grossCents,
      feeCents: 0,
      tradeDay: day,
      settlementDay: day + 1,
    },
  }
}
