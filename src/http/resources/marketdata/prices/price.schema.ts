import { Type } from 'typebox'
import { date, instant, nullable } from '../../../schema/answer-values.ts'
import { cursorInput, limitInput, text } from '../../../schema/request-values.ts'

/** Bounds of the trading calendar's pages. */
export const CALENDAR_PAGE = { default: 100, max: 500 } as const

const number = Type.Number()

export const rangeDate = (description: string) =>
  Type.Optional(text({ format: 'date', expected: 'a date such as 2026-01-31', code: 'INVALID_DATE_RANGE', description }))

export const quoteSchema = Type.Object(
  {
    symbol: Type.String(),
    last: Type.Number({
      description: 'last trade inside the present quote, else the middle of the walk; of a quote that stands, its nearer side',
    }),
    bid: nullable(number),
    ask: nullable(number),
    bid_size: nullable(Type.Number({ description: 'shares; null while that side is not quoted' })),
    ask_size: nullable(number),
    volume: nullable(Type.Integer({ description: 'shares of the regular session; 0 before it' })),
    change: Type.Number({ description: 'last less previous_close' }),
    change_percent: nullable(Type.Number({ description: '1.25 means 1.25 %' })),
    previous_close: number,
    open: nullable(Type.Number({ description: 'of the regular session; before it begins, of the time since the close before' })),
    high: nullable(number),
    low: nullable(number),
    timestamp: instant,
  },
  {
    title: 'Quote',
    examples: [
      {
        symbol: 'AAPL',
        last: 200,
        bid: 199.95,
        ask: 200.05,
        bid_size: 1000,
        ask_size: 800,
        volume: 21500400,
        change: 1.5,
        change_percent: 0.7557,
        previous_close: 198.5,
        open: 198.9,
        high: 200.41,
        low: 198.12,
        timestamp: '2026-11-20T15:04:05.123Z',
      },
    ],
  },
)

export const historicalQuery = Type.Object({
  startDate: rangeDate('first day; default: one year before endDate, or before today where that is earlier'),
  endDate: rangeDate('last day; default: today'),
})

export const historicalAnswer = Type.Object(
  {
    symbol: Type.String(),
    start_date: date,
    end_date: date,
    bars: Type.Array(
      Type.Object({
        date,
        open: number,
        high: number,
        low: number,
        close: number,
        adj_close: Type.Number({ description: 'accounts for the splits and dividends since' }),
        volume: Type.Integer({ description: 'shares' }),
      }),
      { description: 'oldest first, trading days only; the bar of today ends now' },
    ),
  },
  {
    title: 'Price history',
    examples: [
      {
        symbol: 'AAPL',
        start_date: '2026-11-19',
        end_date: '2026-11-19',
        bars: [{ date: '2026-11-19', open: 197.2, high: 199.4, low: 196.9, close: 198.5, adj_close: 198.5, volume: 48211900 }],
      },
    ],
  },
)

export const clockAnswer = Type.Object(
  {
    timestamp: instant,
    is_open: Type.Boolean({
      description:
        'the regular session, 9:30 to 16:00 New York (13:00 on half days); with market.session=always_open orders trade at any hour',
    }),
    next_open: instant,
    next_close: instant,
  },
  { title: 'Market clock' },
)

export const calendarQuery = Type.Object({
  start: rangeDate('first day; default: today'),
  end: rangeDate('last day; default: one year after start'),
  limit: limitInput(CALENDAR_PAGE),
  cursor: cursorInput,
})

export const tradingDaySchema = Type.Object(
  {
    date,
    open: instant,
    close: instant,
    pre_market_open: instant,
    after_hours_close: instant,
    early_close: Type.Boolean({ description: 'closes at 13:00 New York' }),
  },
  { title: 'Trading day' },
)
