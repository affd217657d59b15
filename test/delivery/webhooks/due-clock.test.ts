import { expect, test } from 'vitest'
import { dueClock } from '../../../src/delivery/webhooks/due-clock.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'

const START = 1_795_187_045_123

test('runs on where the real clock is set back, and is the real one again once that has been set right', () => {
  let real = START
  const dueNow = dueClock(() => real, 0)
  const shown = [START, START + 5_000, START - DAY_MS, START - DAY_MS + 10_000, START + 15_000, START + 400 * DAY_MS].map((at) => {
    real = at
    return dueNow() - START
  })
  expect(shown).toEqual([0, 5_000, 5_000, 15_000, 15_000, 400 * DAY_MS])
})

test('while it is ahead of the real clock, a minute passes in it and a jump of more does not', () => {
  let real = START
  const dueNow = dueClock(() => real, START + DAY_MS)
  const shown = [60_000, 60_001, 1].map((passed) => {
    real += passed
    return dueNow() - START - DAY_MS
  })
  expect(shown).toEqual([60_000, 60_000, 60_001])
})

test('begins where an earlier process was, and is the real clock once a machine that came up with a wrong time has the right one', () => {
  let real = 0
  const dueNow = dueClock(() => real, START)
  expect(dueNow()).toBe(START)
  real = START + DAY_MS
  expect(dueNow()).toBe(START + DAY_MS)
})
