import { expect, test } from 'vitest'
import { TokenBucket } from '../../../src/http/access/token-bucket.ts'

test('a bucket gives what it holds at once, then what flows in, and never more than it holds', () => {
  const bucket = new TokenBucket({ capacity: 60, periodMs: 60_000 }, 0)
  expect(Array.from({ length: 61 }, () => bucket.take(0)).filter(Boolean)).toHaveLength(60)
  expect([bucket.take(999), bucket.take(1000), bucket.take(1000)]).toEqual([false, true, false])
  expect(Array.from({ length: 61 }, () => bucket.take(3_600_000)).filter(Boolean)).toHaveLength(60)
})

test('a bucket says what is left, when it is full again and when the next request is taken', () => {
  const bucket = new TokenBucket({ capacity: 2, periodMs: 60_000 }, 0)
  bucket.take(0)
  expect([bucket.remaining, bucket.secondsToFull]).toEqual([1, 30])
  bucket.take(0)
  expect([bucket.remaining, bucket.secondsToFull, bucket.secondsToNext]).toEqual([0, 60, 30])
})

test('a bucket says whole seconds, rounded up: who waits so long is served', () => {
  const bucket = new TokenBucket({ capacity: 7, periodMs: 60_000 }, 0)
  for (let left = 7; left > 0; left--) bucket.take(0)
  expect([bucket.take(4_000), bucket.secondsToFull, bucket.secondsToNext]).toEqual([false, 56, 5])
  expect([bucket.take(4_000 + 5_000), bucket.secondsToFull]).toEqual([true, 60])
})

test('a clock that is set back takes nothing and gives nothing', () => {
  const bucket = new TokenBucket({ capacity: 1, periodMs: 1000 }, 10_000)
  expect([bucket.take(10_000), bucket.take(0), bucket.take(500), bucket.take(1000)]).toEqual([true, false, false, true])
})
