import { describe, expect, test } from 'vitest'
import type { LedgerLine } from '../../src/documents/ledger-line.ts'
import { hasTaxable, taxStatementOf } from '../../src/documents/tax-statement.ts'
import { LONGEST_LIST } from '../../src/documents/trade-confirmation.ts'
import { daysFromCivil } from '../../src/domain/time/civil-date.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { booked, fill } from './ledger.ts'

const FIRST_DAY = daysFromCivil({ year: 2026, month: 1, day: 1 })
const statement = (lines: readonly LedgerLine[]) => taxStatementOf({ firstDay: FIRST_DAY, lines: () => lines })

const NOTHING = { proceedsCents: 0, costCents: 0 }
const bought = (day: number, shares: number, price: number) => fill(day, { side: Side.Buy, shares, price })
const sold = (day: number, shares: number, price: number) => fill(day, { side: Side.Sell, shares, price })

/** The same fill under a name of its own. */
const named = (fillId: string, line: LedgerLine): LedgerLine => ({ ...line, trade: { ...line.trade!, fillId } })

const NO_LOTS = { kind: 'reversed', instrument: 0, lots: 0, basis: { whole: 0, fraction: 0 } } as const

/** The fill never was. */
const cancelled = (day: number, { trade, netCents }: LedgerLine): LedgerLine => ({
  ...booked('ADJUSTMENT', day, -netCents),
  holdings: [NO_LOTS],
  trade: { ...trade!, kind: 'cancellation' },
})

/** The fill is another. */
const corrected = (day: number, { trade, netCents }: LedgerLine, is: LedgerLine): LedgerLine => ({
  ...cancelled(day, is),
  netCents: is.netCents - netCents,
  trade: { ...is.trade!, kind: 'correction', fillId: trade!.fillId, tradeDay: trade!.tradeDay },
})

const dividend = (day: number, instrument: number, netCents: number): LedgerLine => ({
  ...booked('DIVIDEND', day, netCents),
  corporateAction: { kind: 'dividend', instrument, quantity: { shares: 10, lots: 0 }, amountTicks: 100 },
})

describe('the tax statement', () => {
  test('lists the sales of the year by security and date, with what they brought and cost at the average, and what they come to', async () => {
    const lines = [
      bought(FIRST_DAY - 40, 10, 100),
      sold(FIRST_DAY - 30, 1, 500),
      bought(FIRST_DAY, 9, 120),
      fill(FIRST_DAY, { instrument: 1, side: Side.Buy, shares: 3, price: 1 }),
      fill(FIRST_DAY + 1, { instrument: 1, side: Side.Sell, shares: 1, price: 0.5 }),
      sold(FIRST_DAY + 2, 4, 130),
      sold(FIRST_DAY + 3, 1, 100),
    ]
    expect(await statement(lines)).toEqual({
      sales: [
        {
          instrument: 0,
          rows: [
            { kind: 'sale', day: FIRST_DAY + 2, count: 1, quantity: { shares: 4, lots: 0 }, proceedsCents: 52_000, costCents: 44_000 },
            { kind: 'sale', day: FIRST_DAY + 3, count: 1, quantity: { shares: 1, lots: 0 }, proceedsCents: 10_000, costCents: 11_000 },
          ],
          isByMonth: false,
          proceedsCents: 62_000,
          costCents: 55_000,
        },
        {
          instrument: 1,
          rows: [{ kind: 'sale', day: FIRST_DAY + 1, count: 1, quantity: { shares: 1, lots: 0 }, proceedsCents: 50, costCents: 100 }],
          isByMonth: false,
          proceedsCents: 50,
          costCents: 100,
        },
      ],
      salesTotal: { proceedsCents: 62_050, costCents: 55_100 },
      adjustments: [],
      adjustmentsTotal: NOTHING,
      dividends: [],
      dividendCents: 0,
    })
  })

  test('lets the costs of sales add up to the cost of what was bought, to the cent', async () => {
    const lines = [bought(FIRST_DAY, 3, 0.3333), ...[1, 2, 3].map((day) => sold(FIRST_DAY + day, 1, 1))]
    const { sales, salesTotal } = await statement(lines)
    expect(sales[0]!.rows.map(({ costCents }) => costCents)).toEqual([33, 34, 33])
    expect(salesTotal.costCents).toBe(100)
  })

  test('lists the dividends of the year by security and date', async () => {
    const lines = [
      dividend(FIRST_DAY - 1, 0, 11),
      dividend(FIRST_DAY, 3, 250),
      dividend(FIRST_DAY + 1, 2, -40),
      dividend(FIRST_DAY + 9, 3, 251),
    ]
    const row = (day: number, cents: number) => ({ day, quantity: { shares: 10, lots: 0 }, amountTicks: 100, cents })
    const { dividends, dividendCents } = await statement(lines)
    expect(dividends).toEqual([
      { instrument: 2, rows: [row(FIRST_DAY + 1, -40)], cents: -40 },
      { instrument: 3, rows: [row(FIRST_DAY, 250), row(FIRST_DAY + 9, 251)], cents: 501 },
    ])
    expect(dividendCents).toBe(461)
  })

  test('leaves out a sale of the year that was cancelled, shows one that was corrected as that, and its cost anew where a purchase was', async () => {
    const purchase = named('purchase', bought(FIRST_DAY, 10, 100))
    const first = named('first', sold(FIRST_DAY + 1, 2, 110))
    const second = named('second', sold(FIRST_DAY + 2, 4, 120))
    const rows = async (...reversals: LedgerLine[]) =>
      (await statement([purchase, first, second, ...reversals])).sales.flatMap((of) =>
        of.rows.map(({ day, quantity, proceedsCents, costCents }) => [day - FIRST_DAY, quantity.shares, proceedsCents, costCents]),
      )
    expect(await rows(cancelled(FIRST_DAY + 5, first))).toEqual([[2, 4, 48_000, 40_000]])
    expect(await rows(corrected(FIRST_DAY + 5, first, sold(FIRST_DAY + 1, 1, 111)))).toEqual([
      [1, 1, 11_100, 10_000],
      [2, 4, 48_000, 40_000],
    ])
    expect(await rows(corrected(FIRST_DAY + 5, purchase, bought(FIRST_DAY, 10, 90)))).toEqual([
      [1, 2, 22_000, 18_000],
      [2, 4, 48_000, 36_000],
    ])
    expect(await rows(cancelled(FIRST_DAY + 5, first), cancelled(FIRST_DAY + 6, second))).toEqual([])
  })

  test('shows what a cancelled or corrected trade of an earlier year changed of that year on the day on which it was booked', async () => {
    const purchase = named('purchase', bought(FIRST_DAY - 90, 10, 100))
    const sale = named('sale', sold(FIRST_DAY - 80, 2, 110))
    const lines = [
      purchase,
      sale,
      corrected(FIRST_DAY + 4, purchase, bought(FIRST_DAY - 90, 10, 90)),
      cancelled(FIRST_DAY + 5, sale),
      sold(FIRST_DAY + 6, 1, 95),
    ]
    const { sales, adjustments, adjustmentsTotal } = await statement(lines)
    const about = { instrument: 0, count: 1, proceedsCents: 0 }
    expect(adjustments).toEqual([
      { ...about, day: FIRST_DAY + 4, kind: 'correction', side: Side.Buy, tradeDay: FIRST_DAY - 90, costCents: -2_000 },
      {
        ...about,
        day: FIRST_DAY + 5,
        kind: 'cancellation',
        side: Side.Sell,
        tradeDay: FIRST_DAY - 80,
        proceedsCents: -22_000,
        costCents: -18_000,
      },
    ])
    expect(adjustmentsTotal).toEqual({ proceedsCents: -22_000, costCents: -20_000 })
    expect(sales[0]!.rows.map(({ proceedsCents, costCents }) => [proceedsCents, costCents])).toEqual([[9_500, 9_000]])
  })

  test('counts what a trade of an earlier year was corrected to in that year as how it stood before the changes of this one', async () => {
    const purchase = named('purchase', bought(FIRST_DAY - 90, 10, 100))
    const sale = named('sale', sold(FIRST_DAY - 80, 2, 110))
    const lines = [purchase, sale, corrected(FIRST_DAY - 70, purchase, bought(FIRST_DAY - 90, 10, 90)), cancelled(FIRST_DAY + 5, sale)]
    expect((await statement(lines)).adjustments).toEqual([
      {
        day: FIRST_DAY + 5,
        kind: 'cancellation',
        instrument: 0,
        side: Side.Sell,
        tradeDay: FIRST_DAY - 80,
        count: 1,
        proceedsCents: -22_000,
        costCents: -18_000,
      },
    ])
  })

  test('tells the securities apart of which trades of an earlier year were changed in turn', async () => {
    const other = { instrument: 1, side: Side.Buy }
    const [sold0, bought1] = [named('0', sold(FIRST_DAY - 8, 4, 150)), named('1', fill(FIRST_DAY - 7, { ...other, shares: 10, price: 20 }))]
    const sold1 = fill(FIRST_DAY - 6, { ...other, side: Side.Sell, shares: 5, price: 30 })
    const better = fill(FIRST_DAY - 7, { ...other, shares: 10, price: 18 })
    const { adjustments, adjustmentsTotal } = await statement([
      bought(FIRST_DAY - 9, 10, 100),
      sold0,
      bought1,
      sold1,
      corrected(FIRST_DAY + 1, sold0, sold(FIRST_DAY - 8, 4, 160)),
      { ...corrected(FIRST_DAY + 2, bought1, better), holdings: [{ ...NO_LOTS, instrument: 1 }] },
      cancelled(FIRST_DAY + 3, named('0', sold(FIRST_DAY - 8, 4, 160))),
    ])
    const [earlier, ofOther] = [
      { instrument: 0, side: Side.Sell, tradeDay: FIRST_DAY - 8, count: 1 },
      { instrument: 1, side: Side.Buy, tradeDay: FIRST_DAY - 7, count: 1 },
    ]
    expect(adjustments).toEqual([
      { day: FIRST_DAY + 1, kind: 'correction', ...earlier, proceedsCents: 4_000, costCents: 0 },
      { day: FIRST_DAY + 2, kind: 'correction', ...ofOther, proceedsCents: 0, costCents: -1_000 },
      { day: FIRST_DAY + 3, kind: 'cancellation', ...earlier, proceedsCents: -64_000, costCents: -40_000 },
    ])
    expect(adjustmentsTotal).toEqual({ proceedsCents: -60_000, costCents: -41_000 })
  })

  test('leaves room for everything else where many trades of an earlier year were changed', async () => {
    const fills = Array.from({ length: 1_000 }, (_, count) => named(`${count}`, bought(FIRST_DAY - 9, 1, 100 + count)))
    const changes = fills.slice(0, 100).map((line) => corrected(FIRST_DAY, line, bought(FIRST_DAY - 9, 1, 99)))
    let turns = 0
    const turn = (): void => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    expect((await statement([...fills, sold(FIRST_DAY - 8, 500, 200), ...changes])).adjustments).toHaveLength(100)
    clearImmediate(next)
    // each fill counts by 101 stages
    expect(turns).toBeGreaterThanOrEqual(50)
  })

  test('sums up by month what more trades of an earlier year than fit a list were changed by, whatever their order', async () => {
    const fills = Array.from({ length: 5_000 }, (_, count) => named(`${count}`, bought(FIRST_DAY - 9, 1, 100)))
    const sale = named('sale', sold(FIRST_DAY - 8, 1_000, 200))
    const better = bought(FIRST_DAY - 9, 1, 80)
    const { adjustments, adjustmentsTotal } = await statement([
      ...fills,
      sale,
      cancelled(FIRST_DAY + 1, fills[0]!),
      // of the next fills each is corrected and then cancelled, though the first cancellation is older
      ...fills
        .slice(1, 1_001)
        .flatMap((line) => [corrected(FIRST_DAY + 2, line, better), cancelled(FIRST_DAY + 3, named(line.trade!.fillId, better))]),
      ...fills.slice(1_001, 3_000).map((line) => corrected(FIRST_DAY + 40, line, better)),
    ])
    const row = { kind: 'correction', instrument: 0, side: Side.Buy, tradeDay: null, proceedsCents: 0 }
    // 3,999 shares are left, of which 1,999 cost 80.00 and 2,000 cost 100.00
    const left = -Math.round((100_000 * 1_999 * 20) / 3_999)
    expect(adjustments).toEqual([{ ...row, day: FIRST_DAY + 40, count: 1_999, costCents: left }])
    expect(adjustmentsTotal).toEqual({ proceedsCents: 0, costCents: left })
  })

  test('sums up purchases and sales of an earlier year apart where there are more than fit a list', async () => {
    const buys = Array.from({ length: 200 }, (_, count) => named(`bought ${count}`, bought(FIRST_DAY - 9, 1, 100)))
    const sales = Array.from({ length: 120 }, (_, count) => named(`sold ${count}`, sold(FIRST_DAY - 8, 1, 200)))
    const { adjustments } = await statement([
      ...buys,
      ...sales,
      ...buys.slice(0, 60).map((line) => corrected(FIRST_DAY + 1, line, bought(FIRST_DAY - 9, 1, 80))),
      ...sales.slice(0, 60).map((line) => corrected(FIRST_DAY + 2, line, sold(FIRST_DAY - 8, 1, 210))),
    ])
    const row = { kind: 'correction', instrument: 0, tradeDay: null, count: 60 }
    expect(adjustments).toEqual([
      { ...row, day: FIRST_DAY + 1, side: Side.Buy, proceedsCents: 0, costCents: -72_000 },
      { ...row, day: FIRST_DAY + 2, side: Side.Sell, proceedsCents: 60_000, costCents: 0 },
    ])
  })

  test('has what a split paid for a part of a share as proceeds, and the shares after it at their part of the cost', async () => {
    const split: LedgerLine = {
      ...booked('ADJUSTMENT', FIRST_DAY + 1, 310),
      holdings: [{ kind: 'split', instrument: 0, shares: 2, lots: 0, basis: { whole: 800_000, fraction: 0 } }],
      corporateAction: {
        kind: 'split',
        instrument: 0,
        quantity: { shares: -23, lots: 0 },
        numerator: 1,
        denominator: 10,
        paidLots: 500_000_000,
      },
    }
    const { sales } = await statement([bought(FIRST_DAY, 25, 4), split, sold(FIRST_DAY + 2, 1, 50)])
    expect(sales[0]!.rows).toEqual([
      {
        kind: 'cash in lieu',
        day: FIRST_DAY + 1,
        count: 1,
        quantity: { shares: 0, lots: 500_000_000 },
        proceedsCents: 310,
        costCents: 2_000,
      },
      { kind: 'sale', day: FIRST_DAY + 2, count: 1, quantity: { shares: 1, lots: 0 }, proceedsCents: 5_000, costCents: 4_000 },
    ])
  })

  test('has nothing of a split that left no part of a share', async () => {
    const split: LedgerLine = {
      ...booked('ADJUSTMENT', FIRST_DAY + 1, 0),
      holdings: [{ kind: 'split', instrument: 0, shares: 20, lots: 0, basis: { whole: 400_000, fraction: 0 } }],
      corporateAction: { kind: 'split', instrument: 0, quantity: { shares: 10, lots: 0 }, numerator: 2, denominator: 1, paidLots: 0 },
    }
    expect((await statement([bought(FIRST_DAY, 10, 4), split])).sales).toEqual([])
  })

  test('has as cost what was paid to cover shares that were sold and, after a cancelled purchase, not there', async () => {
    const purchase = named('purchase', bought(FIRST_DAY, 10, 100))
    const lines = [purchase, sold(FIRST_DAY + 1, 4, 110), cancelled(FIRST_DAY + 2, purchase), bought(FIRST_DAY + 3, 5, 120)]
    const { sales, salesTotal } = await statement(lines)
    expect(sales[0]!.rows.map(({ kind, quantity, proceedsCents, costCents }) => [kind, quantity.shares, proceedsCents, costCents])).toEqual(
      [
        ['sale', 4, 44_000, 0],
        ['cover', 4, 0, 48_000],
      ],
    )
    expect(salesTotal).toEqual({ proceedsCents: 44_000, costCents: 48_000 })
  })

  test('shows more sales of a security than fit a list by month', async () => {
    const of = (count: number) => [
      bought(FIRST_DAY, 1_000, 10),
      ...Array.from({ length: count }, (_, index) => sold(FIRST_DAY + 20 + (index % 20), 1, 12)),
    ]
    const [listed] = (await statement(of(LONGEST_LIST))).sales
    expect([listed!.isByMonth, listed!.rows.length]).toEqual([false, LONGEST_LIST])
    expect((await statement(of(LONGEST_LIST + 20))).sales).toEqual([
      {
        instrument: 0,
        rows: [
          { kind: 'sale', day: FIRST_DAY + 20, count: 286, quantity: { shares: 286, lots: 0 }, proceedsCents: 343_200, costCents: 286_000 },
          { kind: 'sale', day: FIRST_DAY + 31, count: 234, quantity: { shares: 234, lots: 0 }, proceedsCents: 280_800, costCents: 234_000 },
        ],
        isByMonth: true,
        proceedsCents: 624_000,
        costCents: 520_000,
      },
    ])
  })

  test('has nothing to say of a year in which nothing was sold and no dividend was paid', async () => {
    const purchase = named('purchase', bought(FIRST_DAY - 1, 10, 100))
    const sale = named('sale', sold(FIRST_DAY + 1, 1, 110))
    const said = async (...lines: LedgerLine[]) => hasTaxable({ firstDay: FIRST_DAY, lines: () => [purchase, ...lines] })
    expect(await said()).toBe(false)
    expect(await said(booked('DEPOSIT', FIRST_DAY, 5), bought(FIRST_DAY, 1, 1))).toBe(false)
    expect(await said(cancelled(FIRST_DAY, purchase))).toBe(false)
    expect(await said(sale, cancelled(FIRST_DAY + 2, sale))).toBe(false)
    expect(await said(sale)).toBe(true)
    expect(await said(dividend(FIRST_DAY, 0, 1))).toBe(true)
    expect(await said(named('last year', sold(FIRST_DAY - 1, 1, 110)), cancelled(FIRST_DAY, purchase))).toBe(true)
  })
})
