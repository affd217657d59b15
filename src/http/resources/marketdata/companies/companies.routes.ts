import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../../../answers/errors.ts'
import { ownTurn } from '../../../../own-turn.ts'
import { caughtUp, whenDurable } from '../../../gateway.ts'
import { pathParameters } from '../../../schema/request-values.ts'
import { dividendView, newsView, profileView, statementView } from './company-views.ts'
import {
  dividendsAnswer,
  dividendsQuery,
  NEWS_LIMIT,
  newsAnswer,
  newsQuery,
  profileSchema,
  REPORTS_LIMIT,
  statementsAnswer,
  statementsQuery,
} from './company.schema.ts'
import { checkedRange, dayOf, yearsAfter } from '../prices/date-range.ts'
import { endedDays } from '../prices/history-view.ts'
import { actionsOf, livePrice, splitsOf, venueOf } from '../prices/live-prices.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { noData, securityIdentified, securityNamed } from '../named-security.ts'

/** What is known of companies and funds, from the bundled data set: docs/api-contract.md section 8. */
export const companiesRoutes: FastifyPluginCallbackTypebox<MarketDataParts> = (app, parts, done) => {
  const { view, sequencer, marketData, now } = parts
  const { hours } = marketData
  const tags = ['Market data']
  const config = { scope: 'marketdata:read' } as const
  const params = pathParameters('symbol')

  app.get(
    '/v1/marketdata/company-profile/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'getCompanyProfile',
        summary: 'A company or fund',
        description: '400 INVALID_SYMBOL: malformed or not listed. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.',
        params,
        response: { 200: profileSchema },
      },
    },
    async (request) => {
      const security = securityNamed(parts, request.params.symbol)
      const { data, instrument } = security
      if (data === undefined) throw noData(security.symbol, 'profile')
      const venue = venueOf(view, request, now())
      const live = livePrice(parts, venue, instrument)
      await caughtUp(parts)
      const ended = endedDays(parts, { market: venue.market, instrument, live }, yearsAfter(hours.dayAt(venue.at), -1))
      // the range of 52 weeks is computed
      await ownTurn()
      return profileView(marketData, { ...security, data }, { live, at: venue.at, ended })
    },
  )

  app.get(
    '/v1/marketdata/balance-sheet/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'getFinancialStatements',
        summary: 'Balance sheet, income and cash flow',
        description:
          'The symbol is a ticker, or * and a CUSIP or ISIN. Sample data. 400 VALIDATION_ERROR, INVALID_SYMBOL. 404 NO_FINANCIAL_DATA: a fund, or nothing is known.',
        params,
        querystring: statementsQuery,
        response: { 200: statementsAnswer },
      },
    },
    (request) => {
      const { symbol, instrument } = securityIdentified(parts, request.params.symbol)
      const { statementType: type = 'annual', numberOfReports: count = REPORTS_LIMIT.default } = request.query
      const { market, at } = venueOf(view, request, now())
      const statements = marketData.statements(symbol, { type, count, now: at })
      if (statements === undefined) throw new ApiError('NO_FINANCIAL_DATA', `There are no financial statements for ${symbol}.`)
      const reports = statements.map((one) => statementView(one, splitsOf(view, market, instrument)))
      return whenDurable(sequencer, { symbol, statement_type: type, currency: 'USD', reports })
    },
  )

  app.get(
    '/v1/marketdata/news/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'listNews',
        summary: 'News and corporate actions',
        description: 'Sample data. 400 VALIDATION_ERROR, INVALID_SYMBOL. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.',
        params,
        querystring: newsQuery,
        response: { 200: newsAnswer },
      },
    },
    (request) => {
      const { symbol, instrument, listed } = securityNamed(parts, request.params.symbol)
      const { limit: count = NEWS_LIMIT.default } = request.query
      const { market, at } = venueOf(view, request, now())
      const items = marketData.latestNews(symbol, listed.name, { count, now: at, actions: actionsOf(view, market, instrument) })
      if (items === undefined) throw noData(symbol, 'news')
      return whenDurable(
        sequencer,
        items.map((item) => newsView(symbol, item)),
      )
    },
  )

  app.get(
    '/v1/marketdata/cash-dividends/:symbol',
    {
      config,
      schema: {
        tags,
        operationId: 'listDividends',
        summary: 'Cash dividends',
        description:
          'The symbol is a ticker, or * and a CUSIP or ISIN. Sample data from 2016 on, and what was announced (special). 400 INVALID_SYMBOL. 400 INVALID_DATE_RANGE: malformed, ' +
          'reversed, or excludingTo without excludingFrom. 404 SYMBOL_NOT_FOUND: listed, and nothing is known of it.',
        params,
        querystring: dividendsQuery,
        response: { 200: dividendsAnswer },
      },
    },
    (request) => {
      const { symbol, instrument, data } = securityIdentified(parts, request.params.symbol)
      const { excludingFrom, excludingTo } = request.query
      if (excludingTo !== undefined && excludingFrom === undefined) {
        throw new ApiError('INVALID_DATE_RANGE', 'excludingTo goes only together with excludingFrom.', { field: 'excludingTo' })
      }
      const { from, to } = checkedRange({ from: dayOf(excludingFrom) ?? -Infinity, to: dayOf(excludingTo) ?? Infinity }, 'excludingFrom')
      const { market, at } = venueOf(view, request, now())
      const actions = actionsOf(view, market, instrument)
      if (data === undefined && !actions.some(({ type }) => type === 'cash_dividend')) throw noData(symbol, 'dividends')
      const declared = marketData.declaredDividends(symbol, { from, to, now: at, actions })
      return whenDurable(sequencer, { symbol, dividends: declared.map(dividendView).reverse() })
    },
  )

  done()
}
