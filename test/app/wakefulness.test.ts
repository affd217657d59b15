import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Wakefulness } from '../../src/app/wakefulness.ts'

test('the loop is kept from sleeping until the moment behind the last news is over, and not after', async () => {
  let now = 1_000
  const wakefulness = new Wakefulness({ microseconds: 400, now: () => now })
  expect(wakefulness.isAwake).toBe(false)
  wakefulness.prolong()
  now = 1_000.3
  wakefulness.prolong()
  now = 1_000.6
  for (let turns = 0; turns < 10; turns++) await turn()
  expect(wakefulness.isAwake).toBe(true)
  now = 1_000.7
  for (let turns = 0; turns < 2; turns++) await turn()
  expect(wakefulness.isAwake).toBe(false)
  wakefulness.prolong()
  expect(wakefulness.isAwake).toBe(true)
})

test('with no time to stay awake the loop sleeps at once', () => {
  const wakefulness = new Wakefulness({ microseconds: 0, now: () => 0 })
  wakefulness.prolong()
  expect(wakefulness.isAwake).toBe(false)
})
