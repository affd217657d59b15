import { expect, test } from 'vitest'
import { FailureLimiter } from '../../../src/http/access/rate-limit.ts'

test('those who were refused last are remembered, of more networks than fit', () => {
  const limiter = new FailureLimiter(1)
  const isRefused = (address: string): boolean => {
    try {
      limiter.count(address, 0)
      return false
    } catch {
      return true
    }
  }
  const others = (from: number): void => {
    for (let index = from; index < from + 4_999; index++) limiter.count(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, 0)
  }
  expect([isRefused('192.0.2.1'), isRefused('192.0.2.1')]).toEqual([false, true])
  others(0)
  expect(isRefused('192.0.2.1')).toBe(true)
  others(10_000)
  expect(isRefused('192.0.2.1')).toBe(true)
  others(20_000)
  limiter.count('192.0.2.2', 0)
  expect(isRefused('192.0.2.1')).toBe(false)
})
