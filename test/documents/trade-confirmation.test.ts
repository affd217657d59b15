import { expect, test } from 'vitest'
import { confirmationOf, LONGEST_LIST } from '../../src/documents/trade-confirmation.ts'
import { Side } from '../../src/domain/orders/order.ts'
import { booked, fill, FIRST_DAY } from './ledger.ts'

const buy = fill(FIRST_DAY, { side: Side.Buy, shares: 2, price: 10 })
const sell = fill(FIRST_DAY, { side: Side.Sell, shares: 1, price: 12.5 })

test('a confirmation lists each fill of the day and what they come to; other lines of the ledger are no trades', async () => {
  const { trades, isConsolidated, changes, ...sums } = await confirmationOf({ lines: [booked('DEPOSIT', FIRST_DAY, 5), buy, sell] })
  expect(
    trades.map(({ side, quantity, averageMicros, grossCents, netCents }) => [side, quantity.shares, averageMicros, grossCents, netCents]),
  ).toEqual([
    [Side.Buy, 2, 10_000_000, 2000, -2000],
    [Side.Sell, 1, 12_500_000, 1250, 1250],
  ])
  expect([isConsolidated, changes, sums]).toEqual([false, [], { boughtCents: 2000, soldCents: 1250, feeCents: 0, netCents: -750 }])
})

test('what is taken back on the day is no trade of the day, and counts in what the day came to', async () => {
  const cancelled = {
    ...booked('ADJUSTMENT', FIRST_DAY, 2000),
    trade: { ...buy.trade!, kind: 'cancellation' as const, tradeDay: FIRST_DAY - 1 },
  }
  const { trades, changes, netCents } = await confirmationOf({ lines: [sell, cancelled] })
  expect([trades.length, changes.map(({ kind, tradeDay, netCents: net }) => [kind, tradeDay, net]), netCents]).toEqual([
    1,
    [['cancellation', FIRST_DAY - 1, 2000]],
    3250,
  ])
})

test('more fills than fit a list are shown by security and side at their average price', async () => {
  const of = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 === 0 ? buy : sell))
  expect((await confirmationOf({ lines: of(LONGEST_LIST) })).trades).toHaveLength(LONGEST_LIST)
  const { trades, isConsolidated, netCents } = await confirmationOf({ lines: of(LONGEST_LIST + 2) })
  expect(isConsolidated).toBe(true)
  expect(trades.map(({ side, quantity, averageMicros, netCents: net }) => [side, quantity.shares, averageMicros, net])).toEqual([
    [Side.Buy, 502, 10_000_000, -502_000],
    [Side.Sell, 251, 12_500_000, 313_750],
  ])
  expect(netCents).toBe(-188_250)
})
