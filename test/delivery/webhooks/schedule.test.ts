import { expect, test, vi } from 'vitest'
import { parseRetryAfter, retryDelayMs } from '../../../src/delivery/webhooks/schedule.ts'

const delays = (environment: 'sandbox' | 'live', random = 0.5) =>
  Array.from({ length: 11 }, (_, index) => retryDelayMs({ environment, attempt: index + 1, scale: 1, random, retryAfterMs: null }))

test('a live webhook gets ten attempts over about 75 hours', () => {
  const seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
  expect(delays('live')).toEqual([...seconds.map((one) => one * 1000), undefined, undefined])
})

test('one of the sandbox gets four attempts', () => {
  expect(delays('sandbox').slice(0, 5)).toEqual([5_000, 30_000, 120_000, undefined, undefined])
})

test('each delay is up to ten percent shorter or longer, and multiplied by the scale', () => {
  expect([delays('sandbox', 0)[0], delays('sandbox', 1)[0]]).toEqual([4_500, 5_500])
  expect(retryDelayMs({ environment: 'sandbox', attempt: 2, scale: 0.01, random: 0.5, retryAfterMs: null })).toBe(300)
})

test('a receiver that asks for a longer wait gets it, up to a day; a shorter one it does not', () => {
  const after = (retryAfterMs: number) => retryDelayMs({ environment: 'sandbox', attempt: 1, scale: 1, random: 0.5, retryAfterMs })
  expect([after(1_000), after(60_000), after(10 * 86_400_000)]).toEqual([5_000, 60_000, 86_400_000])
})

test('Retry-After is seconds or an HTTP date; anything else is passed over', () => {
  const now = Date.parse('2026-11-20T15:04:05Z')
  const read = (text: string | undefined) => parseRetryAfter(text, now)
  expect(['120', 'Fri, 20 Nov 2026 15:05:05 GMT', 'Fri, 20 Nov 2026 15:00:00 GMT', 'soon', undefined].map(read)).toEqual([
    120_000,
    60_000,
    0,
    null,
    null,
  ])
  // what is neither may look like a year: 2032, 1001, 3600
  const neither = ['32.5', '1.5', '-3600', '3600;', '+60', '', 'Fri', 'Wait 32', 'Fri, 32', 'Retry after 40']
  expect(neither.filter((text) => read(text) !== null)).toEqual([])
})

test('a receiver that asks for longer than anybody lives gets a day', () => {
  const retryAfterMs = parseRetryAfter('9'.repeat(400), 0)
  expect(retryDelayMs({ environment: 'sandbox', attempt: 1, scale: 1, random: 0.5, retryAfterMs })).toBe(86_400_000)
})

test('all forms of an HTTP date are GMT, whatever the time zone of the machine', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
  const now = Date.parse('2026-11-20T15:04:05Z')
  const dates = ['Fri, 20 Nov 2026 15:05:05 GMT', 'Friday, 20-Nov-26 15:05:05 GMT', 'Fri Nov 20 15:05:05 2026', 'Tue Dec  1 15:04:05 2026']
  expect(dates.map((text) => parseRetryAfter(text, now))).toEqual([60_000, 60_000, 60_000, 11 * 86_400_000])
  vi.unstubAllEnvs()
})
