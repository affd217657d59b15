import { expect, test } from 'vitest'
import { dayNumber, type TradeDate } from '../../src/domain/time/trade-date.ts'
import { exchangeClock, previousCloseAt } from '../../src/market/exchange-hours.ts'

const clock = (at: string) => {
  const { isOpen, nextOpen, nextClose } = exchangeClock(Date.parse(at))
  return [isOpen, new Date(nextOpen).toISOString(), new Date(nextClose).toISOString()]
}

test.each([
  ['before the open', '2026-11-20T14:29:59.999Z', [false, '2026-11-20T14:30:00.000Z', '2026-11-20T21:00:00.000Z']],
  ['at the open', '2026-11-20T14:30:00Z', [true, '2026-11-23T14:30:00.000Z', '2026-11-20T21:00:00.000Z']],
  ['at the close', '2026-11-20T21:00:00Z', [false, '2026-11-23T14:30:00.000Z', '2026-11-23T21:00:00.000Z']],
  ['on a Sunday', '2026-11-22T12:00:00Z', [false, '2026-11-23T14:30:00.000Z', '2026-11-23T21:00:00.000Z']],
  ['on Thanksgiving', '2026-11-26T16:00:00Z', [false, '2026-11-27T14:30:00.000Z', '2026-11-27T18:00:00.000Z']],
  ['on the half day after it', '2026-11-27T17:59:59Z', [true, '2026-11-30T14:30:00.000Z', '2026-11-27T18:00:00.000Z']],
  ['in summer', '2026-07-01T13:30:00Z', [true, '2026-07-02T13:30:00.000Z', '2026-07-01T20:00:00.000Z']],
])('the clock of the exchange %s', (_when, at, said) => {
  expect(clock(at)).toEqual(said)
})

test.each([
  ['2026-11-20', '2026-11-19T21:00:00.000Z'],
  ['2026-11-23', '2026-11-20T21:00:00.000Z'],
  ['2026-11-27', '2026-11-25T21:00:00.000Z'],
  ['2026-11-30', '2026-11-27T18:00:00.000Z'],
])('the session before %s closed at %s', (day, closed) => {
  expect(new Date(previousCloseAt(dayNumber(day as TradeDate))).toISOString()).toBe(closed)
})
