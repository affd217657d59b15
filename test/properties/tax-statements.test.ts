import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statementOf } from '../../src/documents/account-statement.ts'
import type { ShareCount } from '../../src/domain/amounts/share-count.ts'
import { taxStatementOf } from '../../src/documents/tax-statement.ts'
import { daysFromCivil } from '../../src/domain/time/civil-date.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { SECURITIES } from '../documents/ledger.ts'
import { centsOf, type RealisedRow, TaxLedgerModel } from './tax-ledger.ts'

const RUNS = 300
const ACTIONS = 60
const YEARS = [2026, 2027, 2028]
const firstDayOf = (year: number): number => daysFromCivil({ year, month: 1, day: 1 })

type Action =
  | { readonly do: 'trade'; readonly instrument: number; readonly side: Side; readonly lots: number; readonly ticks: number }
  | { readonly do: 'reverse'; readonly pick: number; readonly corrected: { readonly lots: number; readonly ticks: number } | undefined }
  | { readonly do: 'split'; readonly instrument: number; readonly numerator: number; readonly denominator: number; readonly ticks: number }
  | { readonly do: 'dividend'; readonly instrument: number; readonly cents: number }
  | { readonly do: 'wait'; readonly days: number }

const ticks = fc.integer({ min: 1, max: 5_000_000 })
const wholeLots = fc.integer({ min: 1, max: 30 }).map((shares) => shares * 1e9)
const anyLots = fc.oneof(wholeLots, fc.integer({ min: 1, max: 20_000_000_000 }))
const side = fc.constantFrom<Side[]>(Side.Buy, Side.Buy, Side.Sell, Side.Sell)
const ratio = fc.record({ numerator: fc.integer({ min: 1, max: 5 }), denominator: fc.integer({ min: 1, max: 10 }) })
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('trade' as const), instrument: fc.constant(0), side, lots: anyLots, ticks }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('trade' as const), instrument: fc.constant(1), side, lots: wholeLots, ticks }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      pick: fc.nat(1_000),
      corrected: fc.option(fc.record({ lots: wholeLots, ticks }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(1), ratio, ticks)
      .map(([instrument, terms, worth]) => ({ do: 'split' as const, instrument, ...terms, ticks: worth })),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('dividend' as const), instrument: fc.nat(1), cents: fc.integer({ min: 1, max: 9_999 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 80 }) }) },
)

/** The ledger of three years. */
function booked(actions: readonly Action[]): TaxLedgerModel {
  const ledger = new TaxLedgerModel()
  let day = firstDayOf(2026)
  for (const one of actions) {
    if (one.do === 'wait') day = Math.min(day + one.days, firstDayOf(2029) - 1)
    else if (one.do === 'trade') ledger.trade(day, one)
    else if (one.do === 'reverse') ledger.reverse(day, one.pick, one.corrected)
    else if (one.do === 'split') ledger.split(day, one)
    else ledger.dividend(day, one.instrument, one.cents)
  }
  return ledger
}

const lotsOf = ({ shares, lots }: ShareCount): bigint => BigInt(shares) * 1_000_000_000n + BigInt(lots)

const sumOf = (rows: readonly RealisedRow[]) =>
  rows.reduce((sum, { proceeds, cost }) => ({ proceeds: sum.proceeds + proceeds, cost: sum.cost + cost }), { proceeds: 0n, cost: 0n })

test(`tax statements say what a simple count of the same ledger comes to, year after year: ${RUNS} ledgers of ${ACTIONS} actions`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: ACTIONS, maxLength: ACTIONS }), async (actions) => {
      const ledger = booked(actions)
      const told = { proceeds: 0n, cost: 0n }
      for (const year of YEARS) {
        const [firstDay, lastDay] = [firstDayOf(year), firstDayOf(year + 1) - 1]
        const lines = ledger.lines.filter(({ day }) => day <= lastDay)
        const statement = await taxStatementOf({ firstDay, lines: () => lines })

        const counted = ledger.foldThrough(lastDay, lastDay)
        const rows = counted.rows.filter(({ day }) => day >= firstDay)
        expect(
          statement.sales.flatMap(({ instrument, rows: own }) =>
            own.map(({ kind, day, quantity, proceedsCents, costCents }) => ({
              day,
              instrument,
              kind,
              lots: lotsOf(quantity),
              proceeds: BigInt(proceedsCents),
              cost: BigInt(costCents),
            })),
          ),
        ).toEqual([0, 1].flatMap((instrument) => rows.filter((row) => row.instrument === instrument)))

        const { salesTotal, adjustmentsTotal } = statement
        const before = sumOf(ledger.foldThrough(firstDay - 1, firstDay - 1).rows)
        const now = sumOf(ledger.foldThrough(firstDay - 1, lastDay).rows)
        expect(adjustmentsTotal).toEqual({
          proceedsCents: Number(now.proceeds - before.proceeds),
          costCents: Number(now.cost - before.cost),
        })

        // all years together are what the ledger, as it stands, has realised
        told.proceeds += BigInt(salesTotal.proceedsCents + adjustmentsTotal.proceedsCents)
        told.cost += BigInt(salesTotal.costCents + adjustmentsTotal.costCents)
        expect(told).toEqual(sumOf(counted.rows))

        // and the cost that is left is that of the account statement, which follows the ledger line by line
        const { positions } = await statementOf({
          ...{ holder: { name: '', address: [] }, accountNumber: '', accountType: '', sandbox: true, at: 0, year, month: 12, firstDay },
          ...{ lines, openingCloses: new Map(), closes: new Map(), securities: SECURITIES },
        })
        for (const instrument of [0, 1]) {
          const { lots, basis } = counted.at(-1, instrument)
          const held = positions.find((position) => position.instrument === instrument)
          expect([held ? lotsOf(held.quantity) : 0n, BigInt(held?.costCents ?? 0)]).toEqual([lots, centsOf(basis)])
        }

        const dividends = lines.filter(({ type, day }) => type === 'DIVIDEND' && day >= firstDay)
        expect(statement.dividendCents).toBe(dividends.reduce((sum, { netCents }) => sum + netCents, 0))
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)
