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

test('turns in which nothing has come are summed, others are not', async () => {
  let now = 1_000
  const wakefulness = new Wakefulness({ microseconds: 400, now: () => now })
  wakefulness.prolong()
  for (const turnMs of [0.0625 / 2, 0.0625 / 4, 0.25, 0.0625 / 4, 7]) {
    now += turnMs
    await turn()
  }
  expect([wakefulness.spunMs, wakefulness.isAwake]).toEqual([0.0625, false])
})

test('with no time to stay awake the loop sleeps at once', () => {
  const wakefulness = new Wakefulness({ microseconds: 0, now: () => 0 })
  wakefulness.prolong()
  expect(wakefulness.isAwake).toBe(false)
})
