import { describe, expect, test } from 'vitest'
import { statementOf } from '../../src/documents/account-statement.ts'
import type { LedgerLine } from '../../src/documents/ledger-line.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { booked, fill, FIRST_DAY, SECURITIES } from './ledger.ts'

const NO_CLOSES: ReadonlyMap<number, number> = new Map()

const statement = (
  lines: readonly LedgerLine[],
  {
    openingCloses = NO_CLOSES,
    closes = NO_CLOSES,
  }: { openingCloses?: ReadonlyMap<number, number>; closes?: ReadonlyMap<number, number> } = {},
) =>
  statementOf({
    holder: { name: 'Jane Doe', address: [] },
    accountNumber: '410028817',
    sandbox: true,
    at: 0,
    accountType: 'individual',
    year: 2026,
    month: 11,
    firstDay: FIRST_DAY,
    lines,
    openingCloses,
    closes,
    securities: SECURITIES,
  })

describe('the statement', () => {
  test('opens with what was booked before the month, valued at the closes of the month before', async () => {
    const lines = [
      booked('DEPOSIT', FIRST_DAY - 9, 1_000_000),
      fill(FIRST_DAY - 8, { side: Side.Buy, shares: 10, price: 150 }),
      booked('DEPOSIT', FIRST_DAY, 500),
    ]
    const { opening, closing, flows, positions } = await statement(lines, {
      openingCloses: new Map([[0, 1_600_000]]),
      closes: new Map([[0, 1_700_000]]),
    })
    expect(opening).toEqual({ cashCents: 850_000, positionsCents: 160_000 })
    expect(closing).toEqual({ cashCents: 850_500, positionsCents: 170_000 })
    expect(flows).toEqual({ deposits: 500, withdrawals: 0, purchases: 0, sales: 0, dividends: 0, fees: 0, adjustments: 0 })
    expect(positions).toEqual([
      {
        instrument: 0,
        quantity: { shares: 10, lots: 0 },
        averageMicros: 150_000_000,
        costCents: 150_000,
        closeTicks: 1_700_000,
        valueCents: 170_000,
      },
    ])
  })

  test('opens with what was held before the month, whatever is traded in it, and where nothing is', async () => {
    const held = [booked('DEPOSIT', FIRST_DAY - 9, 1_000_000), fill(FIRST_DAY - 8, { side: Side.Buy, shares: 10, price: 150 })]
    const inMonth = [fill(FIRST_DAY, { side: Side.Buy, shares: 5, price: 160 }), booked('DEPOSIT', FIRST_DAY + 1, 500)]
    const closes = { openingCloses: new Map([[0, 1_600_000]]), closes: new Map([[0, 1_700_000]]) }
    const worth = async (lines: readonly LedgerLine[]) => {
      const { opening, closing } = await statement(lines, closes)
      return { opening, closing }
    }
    const opening = { cashCents: 850_000, positionsCents: 160_000 }
    expect(await worth([...held, ...inMonth])).toEqual({ opening, closing: { cashCents: 770_500, positionsCents: 255_000 } })
    expect(await worth(held)).toEqual({ opening, closing: { cashCents: 850_000, positionsCents: 170_000 } })
  })

  test('of a month without activity closes as it opened', async () => {
    const { opening, closing, activity } = await statement([booked('DEPOSIT', FIRST_DAY - 9, 1_000)])
    expect([opening, closing, activity]).toEqual([{ cashCents: 1_000, positionsCents: 0 }, { cashCents: 1_000, positionsCents: 0 }, []])
  })

  test('has opening + flows = closing, and a running balance that ends there', async () => {
    const lines = [
      booked('DEPOSIT', FIRST_DAY, 1_000_000),
      booked('WITHDRAWAL', FIRST_DAY, -12_345),
      booked('FEE', FIRST_DAY, -500),
      fill(FIRST_DAY + 1, { side: Side.Buy, shares: 3, price: 101.01 }),
      booked('SETTLEMENT', FIRST_DAY + 1, 0),
      fill(FIRST_DAY + 1, { side: Side.Sell, shares: 1, price: 102 }),
      booked('DIVIDEND', FIRST_DAY + 2, 77),
      booked('ADJUSTMENT', FIRST_DAY + 2, -3),
    ]
    const { opening, closing, flows, activity } = await statement(lines)
    expect(Object.values(flows).reduce((sum, cents) => sum + cents, opening.cashCents)).toBe(closing.cashCents)
    expect(closing.cashCents).toBe(lines.reduce((sum, { netCents }) => sum + netCents, 0))
    expect(activity.map(({ type, netCents, balanceCents }) => [type, netCents, balanceCents])).toEqual([
      ['DEPOSIT', 1_000_000, 1_000_000],
      ['WITHDRAWAL', -12_345, 987_655],
      ['FEE', -500, 987_155],
      ['FILL', -30_303, 956_852],
      ['FILL', 10_200, 967_052],
      ['DIVIDEND', 77, 967_129],
      ['ADJUSTMENT', -3, 967_126],
    ])
  })

  test('shows the fills of a day, security and side as one line at their average price, however many shares they are', async () => {
    const million = { side: Side.Buy, shares: 1_000_000 }
    const lines = [
      ...Array.from({ length: 12 }, (_, index) => fill(FIRST_DAY, { ...million, price: index % 2 === 0 ? 10 : 20 })),
      fill(FIRST_DAY, { side: Side.Sell, shares: 1, price: 15 }),
      fill(FIRST_DAY + 1, { side: Side.Buy, shares: 1, price: 15 }),
    ]
    const { activity, positions } = await statement(lines)
    expect(
      activity.map(({ day, trade }) => [day - FIRST_DAY, trade?.side, trade?.quantity.shares, trade?.averageMicros, trade?.fills]),
    ).toEqual([
      [0, Side.Buy, 12_000_000, 15_000_000, 12],
      [0, Side.Sell, 1, 15_000_000, 1],
      [1, Side.Buy, 1, 15_000_000, 1],
    ])
    expect(positions[0]!.quantity).toEqual({ shares: 12_000_000, lots: 0 })
  })

  test('keeps moving average cost: a sale leaves it as it was, a bust sets it, and a position that is gone is not shown', async () => {
    const buys = [fill(FIRST_DAY, { side: Side.Buy, shares: 10, price: 100 }), fill(FIRST_DAY, { side: Side.Buy, shares: 10, price: 130 })]
    const sale = fill(FIRST_DAY, { side: Side.Sell, shares: 5, price: 140 })
    const held = async (lines: readonly LedgerLine[]) =>
      (await statement(lines)).positions.map(({ quantity, averageMicros, costCents }) => [quantity.shares, averageMicros, costCents])
    expect(await held([...buys, sale])).toEqual([[15, 115_000_000, 172_500]])
    const bust: LedgerLine = {
      ...booked('ADJUSTMENT', FIRST_DAY, 130_000),
      holdings: [{ kind: 'reversed', instrument: 0, lots: -10e9, basis: { whole: 5_000_000, fraction: 0 } }],
    }
    expect(await held([...buys, sale, bust])).toEqual([[5, 100_000_000, 50_000]])
    expect(await held([...buys, fill(FIRST_DAY, { side: Side.Sell, shares: 20, price: 140 })])).toEqual([])
  })

  test('values part shares and a position below zero to the cent', async () => {
    const lines = [
      fill(FIRST_DAY, { side: Side.Buy, shares: 0.333333333, price: 3 }),
      fill(FIRST_DAY, { instrument: 1, side: Side.Sell, shares: 1.25, price: 2 }),
    ]
    const closes = new Map([
      [0, 30_000],
      [1, 20_000],
    ])
    const { positions, closing } = await statement(lines, { closes })
    expect(positions.map(({ quantity, valueCents }) => [quantity, valueCents])).toEqual([
      [{ shares: 0, lots: 333_333_333 }, 100],
      [{ shares: -2, lots: 750_000_000 }, -250],
    ])
    expect(closing.positionsCents).toBe(-150)
  })
})
