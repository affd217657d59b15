import { expect, test } from 'vitest'
import { Side } from '../../../src/domain/orders/order.ts'
import { basisOf, covers, positionOf } from '../../../src/engine/accounts/positions.ts'
import type { Account } from '../../../src/engine/accounts/account-state.ts'

const buy = (lots: number, priceTicks: number) => ({ side: Side.Buy, lots, priceTicks })
const sell = (lots: number) => ({ side: Side.Sell, lots, priceTicks: 0 })

test('shares that cover what is owed have no cost, down to a part of one', () => {
  expect(basisOf([sell(0.5e9), buy(1e9, 100_0000)])).toEqual(basisOf([buy(0.5e9, 100_0000)]))
  expect(basisOf([sell(2.5e9), buy(4e9, 100_0000)])).toEqual(basisOf([buy(1.5e9, 100_0000)]))
  expect(basisOf([sell(2e9), buy(1.5e9, 100_0000)])).toEqual(basisOf([]))
})

test('no more can be sold than is there and not held, to the lot', () => {
  const position = positionOf({ index: 0, positions: new Map() } as unknown as Account, 0)
  Object.assign(position, { shares: 3, lots: 0.25e9, heldShares: 1, heldLots: 0.5e9 })
  const sold = [0, 1.75e9 - 1, 1.75e9, 1.75e9 + 1, 2e9].map((lots) => covers(position, lots))
  expect(sold).toEqual([true, true, true, false, false])
  Object.assign(position, { shares: -1, lots: 0 })
  expect([covers(position, 0), covers(position, 1), covers(undefined, 0), covers(undefined, 1)]).toEqual([true, false, true, false])
})
