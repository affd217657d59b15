import { expect, test } from 'vitest'
import { SessionThrottle } from '../../../src/fix/session/session-throttle.ts'
import type { ThrottleVerdict } from '../../../src/fix/session/session-throttle.ts'

/** Verdicts on so many messages at a moment. */
const take = (throttle: SessionThrottle, nowMs: number, count: number): ThrottleVerdict[] =>
  Array.from({ length: count }, () => throttle.take(nowMs))

test('a session without a rate is not limited', () => {
  const throttle = new SessionThrottle(0, 0)
  expect(new Set(Array.from({ length: 10 }, (_, second) => take(throttle, 1_000 * second, 100)).flat())).toEqual(new Set(['pass']))
})

test('what was not used of the rate is there later, as much as comes in a second at the most', () => {
  const throttle = new SessionThrottle(4, 1_000)
  expect(take(throttle, 1_000, 5)).toEqual(['pass', 'pass', 'pass', 'pass', 'refuse'])
  expect(take(throttle, 1_249, 1)).toEqual(['refuse'])
  expect(take(throttle, 1_250, 2)).toEqual(['pass', 'refuse'])
  expect(take(throttle, 1_750, 3)).toEqual(['pass', 'pass', 'refuse'])
  expect(take(throttle, 60_000, 5)).toEqual(['pass', 'pass', 'pass', 'pass', 'refuse'])
})

/** The first moment at which a session of 2 messages a second that sends `counts[n]` in its second n is logged out; undefined: never. */
function loggedOutAt(counts: readonly number[]): number | undefined {
  const throttle = new SessionThrottle(2, 0)
  const at = counts.findIndex((count, second) => take(throttle, 1_000 * second + 500, count).includes('logout'))
  return at < 0 ? undefined : at
}

test('twice the rate in each of five seconds on end is too much, and nothing less', () => {
  expect(loggedOutAt([4, 4, 4, 4, 4, 1])).toBe(5)
  expect(loggedOutAt([3, 3, 3, 3, 3, 3, 3, 3])).toBeUndefined()
  expect(loggedOutAt([4, 4, 4, 4, 3, 4, 4, 4, 4, 3])).toBeUndefined()
  expect(loggedOutAt([4, 4, 4, 4, 0, 4, 4, 4, 4, 0, 1])).toBeUndefined()
  expect(loggedOutAt([4, 4, 4, 0, 4, 4, 4, 4, 4, 1])).toBe(9)
})
