import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { PagePlace } from '../../../../domain/edges/page-place.ts'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { DayRange } from '../../../../market/market-data.ts'
import { ApiError } from '../../../answers/errors.ts'
import { caughtUp, whenDurable } from '../../../gateway.ts'
import { formatInstant } from '../../../requests/instants.ts'
import { pageOf, readPage } from '../../../requests/paging.ts'
import { pathParameters } from '../../../schema/request-values.ts'
import { checkedRange, dayOf, yearsAfter } from './date-range.ts'
import { barView, endedDays, historyUpTo } from './history-view.ts'
import { livePrice, venueOf } from './live-prices.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { noData, securityNamed } from '../named-security.ts'
import {
  CALENDAR_PAGE,
  calendarQuery,
  clockAnswer,
  historicalAnswer,
  historicalQuery,
  quoteSchema,
  tradingDaySchema,
} from './price.schema.ts'
import { quoteView } from './quote-view.ts'

/** Quotes, their past, and when the exchange is open: docs/api-contract.md section 8. */
export const pricesRoutes: FastifyPluginCallbackTypebox<MarketDataParts> = (app, parts, done) => {
  const { view, sequencer, marketData, enforceHours, now } = parts
  const { hours } = marketData
  const tags = ['Market data']
  const config = { scope: 'marketdata:read' } as const
  const params = pathParameters('symbol')

  app.get(
    '/v1/marketdata/real-time/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'getQuote',
        summary: 'The present quote',
        description:
          'Served at any hour; with market.enforce_hours in regular hours alone, else 409 MARKET_CLOSED with details.next_open. ' +
          '400 INVALID_SYMBOL: malformed or not listed. 404 SYMBOL_NOT_FOUND: neither quoted nor traded.',
        params,
        response: { 200: quoteSchema },
      },
    },
    (request) => {
      const security = securityNamed(parts, request.params.symbol)
      const venue = venueOf(view, request, now())
      if (enforceHours) refuseOutOfHours(hours.clock(venue.at))
      const record = quoteView(marketData, security.symbol, venue.at, livePrice(parts, venue, security.instrument))
      if (record === undefined) throw noData(security.symbol, 'quote')
      return whenDurable(sequencer, record)
    },
  )

  app.get(
    '/v1/marketdata/historical/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'getHistory',
        summary: 'End-of-day prices',
        description:
          'Prices go back to 2016. 400 INVALID_SYMBOL, 400 INVALID_DATE_RANGE: malformed or reversed. 404 SYMBOL_NOT_FOUND: no past is known.',
        params,
        querystring: historicalQuery,
        response: { 200: historicalAnswer },
      },
    },
    async (request) => {
      const { symbol, instrument } = securityNamed(parts, request.params.symbol)
      const venue = venueOf(view, request, now())
      const today = hours.dayAt(venue.at)
      const to = dayOf(request.query.endDate) ?? today
      const from = dayOf(request.query.startDate) ?? yearsAfter(Math.min(to, today), -1)
      const range = checkedRange({ from, to }, 'startDate')
      const live = livePrice(parts, venue, instrument)
      if (live.walk === undefined) throw noData(symbol, 'price history')
      await caughtUp(parts)
      const ended = endedDays(parts, { market: venue.market, instrument, live }, from)
      const bars = await historyUpTo(marketData, { symbol, live, at: venue.at, ended }, range)
      return { symbol, start_date: tradeDate(from), end_date: tradeDate(to), bars: bars.map(barView) }
    },
  )

  app.get(
    '/v1/marketdata/clock',
    { config, schema: { tags, operationId: 'getMarketClock', summary: 'Whether the exchange is open', response: { 200: clockAnswer } } },
    (request) => {
      const { at } = venueOf(view, request, now())
      const { isOpen, nextOpen, nextClose } = hours.clock(at)
      return whenDurable(sequencer, {
        timestamp: formatInstant(at),
        is_open: isOpen,
        next_open: formatInstant(nextOpen),
        next_close: formatInstant(nextClose),
      })
    },
  )

  app.get(
    '/v1/marketdata/calendar',
    {
      config,
      schema: {
        tags,
        operationId: 'getTradingCalendar',
        summary: 'Trading days and their hours',
        description:
          'The calendar covers 2000 to 2099. 400 INVALID_DATE_RANGE: malformed, reversed or outside of it. 400 VALIDATION_ERROR, INVALID_CURSOR.',
        querystring: calendarQuery,
        response: { 200: pageOf(tradingDaySchema) },
      },
    },
    async (request, reply) => {
      const { limit = CALENDAR_PAGE.default, cursor } = request.query
      const start = dayOf(request.query.start)
      const end = dayOf(request.query.end)
      const isKnown = (day: number | undefined): boolean => day === undefined || (day >= hours.known.first && day <= hours.known.last)
      // before the range: what was left out of it is taken from the calendar
      if (!isKnown(start) || !isKnown(end)) {
        throw new ApiError('INVALID_DATE_RANGE', 'The calendar covers the years 2000 to 2099.', { field: isKnown(start) ? 'end' : 'start' })
      }
      const from = start ?? (await whenDurable(sequencer, hours.dayAt(venueOf(view, request, now()).at)))
      const to = end ?? Math.min(yearsAfter(from, 1), hours.known.last)
      const range = checkedRange({ from, to }, 'start')
      return readPage(
        // without a start the pages of a list go on from the day on which the first one was asked for
        { request, reply, limit, cursor, filters: [request.query.start ?? null, request.query.end ?? null] },
        (after, count) => hours.days({ ...(after === undefined ? range : behind(after, hours.known)), count }),
        ({ day }) => ({ key: day, id: range.to }),
        (day) => ({
          date: tradeDate(day.day),
          open: formatInstant(day.open),
          close: formatInstant(day.close),
          pre_market_open: formatInstant(day.preOpen),
          after_hours_close: formatInstant(day.afterHoursClose),
          early_close: day.isHalfDay,
        }),
      )
    },
  )

  done()
}

function refuseOutOfHours({ isOpen, nextOpen }: { readonly isOpen: boolean; readonly nextOpen: number }): void {
  if (isOpen) return
  throw new ApiError('MARKET_CLOSED', 'Quotes are served from 9:30 to 16:00 New York on trading days, to 13:00 on half days.', {
    details: { next_open: formatInstant(nextOpen) },
  })
}

/** The days behind a place, within what the calendar knows, whatever a cursor says. */
function behind(place: PagePlace, known: { readonly first: number; readonly last: number }): DayRange {
  return { from: Math.max(known.first, Math.floor(place.key) + 1), to: Math.min(known.last, place.id) }
}
