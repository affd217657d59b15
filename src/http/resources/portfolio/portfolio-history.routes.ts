import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { formatMoney } from '../../../domain/amounts/amounts.ts'
import { type CivilDate, civilFromDays, firstOfMonth, lastOfMonth } from '../../../domain/time/civil-date.ts'
import { tradeDate } from '../../../domain/time/trade-date.ts'
import { caughtUp } from '../../gateway.ts'
import { accountOf } from '../../requests/found-account.ts'
import { formatInstant } from '../../requests/instants.ts'
import { date, decimal, instant, money, openEnumeration, uuid } from '../../schema/answer-values.ts'
import { oneOf, pathParameters, text } from '../../schema/request-values.ts'
import { type EquityPoint, equityHistory } from './equity-history.ts'
import { percentage } from './percentage.ts'
import type { PortfolioParts } from './portfolio.routes.ts'

const historyQuery = Type.Object({
  period: Type.Optional(
    text({
      pattern: '^([1-9][0-9]{0,3}[DWMY]|all)$',
      expected: 'a number of days, weeks, months or years such as 1D, 2W, 3M or 1Y, or all',
      default: '1M',
    }),
  ),
  timeframe: Type.Optional(oneOf(['1D'], { default: '1D' })),
})

const historyAnswer = Type.Object(
  {
    account_id: uuid,
    currency: openEnumeration(['USD']),
    period: Type.String(),
    timeframe: openEnumeration(['1D']),
    base_value: Type.String({ ...money, description: 'equity before the first point' }),
    data: Type.Array(
      Type.Object({
        date: Type.String({ ...date, description: 'trading day; the last point is the present one, as it stands' }),
        timestamp: instant,
        equity: money,
        cash: money,
        long_market_value: money,
        net_deposits: Type.String({ ...money, description: 'what came in since the point before, less what went out' }),
        profit_loss: Type.String({ ...money, description: 'change of the equity since the point before, less net_deposits' }),
        profit_loss_percentage: decimal,
      }),
    ),
  },
  {
    title: 'PortfolioHistory',
    examples: [
      {
        account_id: '0192b6c0-7c1b-8f7e-9a55-1b2a3c4d5e6f',
        currency: 'USD',
        period: '1D',
        timeframe: '1D',
        base_value: '10050.00',
        data: [
          {
            date: '2026-11-23',
            timestamp: '2026-11-23T15:04:05.123Z',
            equity: '10520.00',
            cash: '9000.00',
            long_market_value: '1520.00',
            net_deposits: '500.00',
            profit_loss: '-30.00',
            profit_loss_percentage: '-0.2844',
          },
        ],
      },
    ],
  },
)

/** What an account was worth, day by day: docs/api-contract.md section 20. */
export const portfolioHistoryRoutes: FastifyPluginCallbackTypebox<PortfolioParts> = (app, parts, done) => {
  const { view, sequencer, now } = parts
  app.get(
    '/v1/accounts/:accountId/portfolio/history',
    {
      config: { scope: 'accounts:read' },
      schema: {
        tags: ['Balances and positions'],
        operationId: 'getPortfolioHistory',
        summary: 'Equity at the end of each trading day, and now',
        description: 'Oldest first; the last point is the present trading day as it stands. Codes: VALIDATION_ERROR, ACCOUNT_NOT_FOUND.',
        params: pathParameters('accountId'),
        querystring: historyQuery,
        response: { 200: historyAnswer },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const { period = '1M', timeframe = '1D' } = request.query
      // all of the answer is as of here, whatever happens while the ledger is read
      const { nextPosition } = sequencer
      const at = view.marketTime(account.market, now())
      const { settled, unsettled, longMarketValue } = view.balances(account.index, at)
      const { tradeDay } = view.markets[account.market]!
      await caughtUp(parts)
      const { points, netDepositsSince } = await equityHistory(parts, account, nextPosition)
      const present = {
        day: tradeDay,
        at,
        cashCents: settled + unsettled,
        positionsCents: longMarketValue,
        netDepositsCents: netDepositsSince,
      }
      const all = [...points, present]
      const first = all.findIndex(({ day }) => day > beginOf(period, tradeDay))
      return {
        account_id: account.id,
        currency: 'USD',
        period,
        timeframe,
        base_value: formatMoney(equityOf(all[first - 1])),
        data: all.slice(first).map((point, index) => pointView(point, equityOf(all[first + index - 1]))),
      }
    },
  )
  done()
}

const equityOf = (point: EquityPoint | undefined): number => (point ? point.cashCents + point.positionsCents : 0)

function pointView(point: EquityPoint, beforeCents: number) {
  const equity = equityOf(point)
  const gained = equity - beforeCents - point.netDepositsCents
  return {
    date: tradeDate(point.day),
    timestamp: formatInstant(point.at),
    equity: formatMoney(equity),
    cash: formatMoney(point.cashCents),
    long_market_value: formatMoney(point.positionsCents),
    net_deposits: formatMoney(point.netDepositsCents),
    profit_loss: formatMoney(gained),
    // of what was owed (after a returned deposit) there are no parts: a gain would be shown as a loss
    profit_loss_percentage: percentage(gained, Math.max(0, beforeCents + Math.max(0, point.netDepositsCents))),
  }
}

/** The day before the first one of a period that ends with `lastDay`. */
function beginOf(period: string, lastDay: number): number {
  if (period === 'all') return -1
  const count = Number(period.slice(0, -1))
  const { year, month, day } = civilFromDays(lastDay)
  switch (period.at(-1)) {
    case 'D':
      return lastDay - count
    case 'W':
      return lastDay - 7 * count
    case 'M':
      return dayInMonth({ year, month: month - count, day })
    default:
      return dayInMonth({ year: year - count, month, day })
  }
}

/** The day of a month, or its last one where it is shorter. */
function dayInMonth(date: CivilDate): number {
  return Math.min(firstOfMonth(date) + date.day - 1, lastOfMonth(date))
}
