import { expect, test } from 'vitest'
import { Side } from '../../../src/domain/orders/order.ts'
import { collarTicks } from '../../../src/engine/accounts/buying-power.ts'
import { DEFAULT_RULES } from '../../../src/engine/rules.ts'

test('a collar is wider from 50.00 on, and never beyond its percentage by a part of a tick', () => {
  const collars = [49_9999, 50_0000, 50_0001].map((ticks) => [
    collarTicks(DEFAULT_RULES, Side.Buy, ticks),
    collarTicks(DEFAULT_RULES, Side.Sell, ticks),
  ])
  expect(collars).toEqual([
    [51_9998, 48_0000],
    [52_5000, 47_5000],
    [52_5001, 47_5001],
  ])
})
