import { expect, test } from 'vitest'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { cashDividends } from '../../src/market/cash-dividends.ts'

const day = (date: string): number => dayNumber(date as TradeDate)

test('on record is who buys on the last day before the ex-date: the day after it, and the ex-date itself since trades settle on the next day', () => {
  const range = { from: day('2024-04-01'), to: day('2024-06-30') }
  const datesOn = (dayOfMonth: number) =>
    cashDividends({ frequency: 'monthly', first_month: 1, day: dayOfMonth, amount: '0.25', raise: '0.01', pay_after_days: 15 }, range).map(
      ({ exDay, recordDay, payDay }) => [exDay, recordDay, payDay].map(tradeDate),
    )
  expect(datesOn(24)).toEqual([
    ['2024-04-24', '2024-04-25', '2024-05-10'],
    // Memorial Day lies between
    ['2024-05-24', '2024-05-28', '2024-06-12'],
    ['2024-06-24', '2024-06-24', '2024-07-09'],
  ])
  expect(datesOn(28)).toEqual([
    ['2024-04-29', '2024-04-30', '2024-05-15'],
    ['2024-05-28', '2024-05-28', '2024-06-12'],
    ['2024-06-28', '2024-06-28', '2024-07-15'],
  ])
})
