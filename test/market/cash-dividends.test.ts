import { expect, test } from 'vitest'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { announcedDividend, cashDividends } from '../../src/market/cash-dividends.ts'

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

test('the dividends of a range are those with an ex-date in it, both ends included, a raise more for each year and never of nothing', () => {
  const rule = { frequency: 'annual', first_month: 6, day: 15, amount: '0.02', raise: '0.01', pay_after_days: 15 } as const
  const paid = (from: string, to: string) =>
    cashDividends(rule, { from: day(from), to: day(to) }).map(({ exDay, amountTicks }) => `${tradeDate(exDay)} ${amountTicks}`)
  expect(paid('2023-01-01', '2027-12-31')).toEqual(['2025-06-16 100', '2026-06-15 200', '2027-06-15 300'])
  expect(paid('2026-06-15', '2026-06-15')).toEqual(['2026-06-15 200'])
  expect([paid('2026-06-16', '2027-06-14'), paid('2025-06-15', '2025-06-15')]).toEqual([[], []])
})

test('the dividends by rule end where they would be paid behind the trading calendar', () => {
  const rule = { frequency: 'monthly', first_month: 1, day: 28, amount: '0.25', raise: '0.01', pay_after_days: 60 } as const
  const last = cashDividends(rule, { from: day('2099-06-01'), to: day('2099-12-31') })
  expect(last.map(({ exDay, payDay }) => [exDay, payDay].map(tradeDate))).toEqual([
    ['2099-06-29', '2099-08-28'],
    ['2099-07-28', '2099-09-28'],
    ['2099-08-28', '2099-10-27'],
  ])
})

test('one that was announced has its record date by its ex-date', () => {
  const announced = { type: 'cash_dividend', number: 1, instrument: 0, announcedAt: 0, status: 'announced', amountTicks: 5 } as const
  const dates = (exDate: string) => {
    const { exDay, recordDay, payDay, frequency } = announcedDividend({ ...announced, exDay: day(exDate), payDay: day(exDate) + 30 })
    return [...[exDay, recordDay, payDay].map(tradeDate), frequency]
  }
  expect(dates('2024-05-24')).toEqual(['2024-05-24', '2024-05-28', '2024-06-23', 'special'])
  expect(dates('2026-11-20')).toEqual(['2026-11-20', '2026-11-20', '2026-12-20', 'special'])
})
