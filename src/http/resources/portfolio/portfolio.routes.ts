import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { PositionView } from '../../../domain/view.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, whenDurable } from '../../gateway.ts'
import { parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { activityView } from './activity-view.ts'
import { foundPosition } from './found-position.ts'
import { balancesView, positionView } from './portfolio-views.ts'
import { activityListQuery, activityPage, balancesSchema, positionListQuery, positionPage, positionRef } from './portfolio.schema.ts'

export interface PortfolioParts extends Gateway {
  /** real clock, epoch ms: the moment of asking */
  readonly now: () => number
}

/** Balances, positions and the ledger: docs/api-contract.md section 6. */
export const portfolioRoutes: FastifyPluginCallbackTypebox<PortfolioParts> = (app, parts, done) => {
  const { view, sequencer, projection, now } = parts
  const tags = ['Balances and positions']
  const config = { scope: 'accounts:read' } as const
  const path = '/v1/accounts/:accountId'
  const params = pathParameters('accountId')

  app.get(
    `${path}/balances`,
    {
      config,
      schema: {
        tags,
        operationId: 'getBalances',
        summary: 'Cash and buying power',
        description:
          'Unsettled cash does not count towards buying power; it settles as its day in `settlements` begins, 4:00 New York. Code: ACCOUNT_NOT_FOUND.',
        params,
        response: { 200: balancesSchema },
      },
    },
    (request) => {
      const account = accountOf(request)
      const at = view.marketTime(account.market, now())
      return whenDurable(sequencer, balancesView(account, view.balances(account.index, at), at))
    },
  )

  app.get(
    `${path}/positions`,
    {
      config,
      schema: {
        tags,
        operationId: 'listPositions',
        summary: 'Open positions',
        description: 'At live prices. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params,
        querystring: positionListQuery,
        response: { 200: positionPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.positions.default, cursor } = request.query
      const { index, market } = accountOf(request)
      const at = view.marketTime(market, now())
      const page = await readPage(
        { request, reply, limit, cursor, filters: [index] },
        (after, count) => positionsBehind(view.positions(index, at), after?.key ?? -1).slice(0, count),
        ({ instrument }) => ({ key: instrument, id: instrument }),
        (position) => positionView(view, position),
      )
      return whenDurable(sequencer, page)
    },
  )

  app.get(
    `${path}/positions/:symbol`,
    {
      config,
      schema: {
        tags,
        operationId: 'getPosition',
        summary: 'The position in one symbol',
        description: 'Codes: ACCOUNT_NOT_FOUND, POSITION_NOT_FOUND.',
        params: pathParameters('accountId', 'symbol'),
        response: { 200: positionRef },
      },
    },
    async (request) => {
      const at = view.marketTime(accountOf(request).market, now())
      return positionView(view, await foundPosition(parts, request, at))
    },
  )

  app.get(
    `${path}/activities`,
    {
      config,
      schema: {
        tags,
        operationId: 'listActivities',
        summary: 'The ledger of an account, newest first',
        description: 'The sum of net_amount is its cash. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params,
        querystring: activityListQuery,
        response: { 200: activityPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.activities.default, cursor, type, ...bounds } = request.query
      const { index } = accountOf(request)
      const query = {
        account: index,
        type,
        createdFrom: bounds.created_after === undefined ? undefined : parseLowerBound(bounds.created_after),
        createdTo: bounds.created_before === undefined ? undefined : parseUpperBound(bounds.created_before),
      }
      // of a kind that is rare all of a long ledger is passed over
      const ledger = type === undefined ? projection.activities : projection.searches
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: query },
        (after, count) => ledger.activities(query, after?.key ?? Number.MAX_SAFE_INTEGER, count),
        ({ position }) => ({ key: position, id: position }),
        ({ event, position }) => activityView(view, event, position),
      )
    },
  )

  done()
}

/** In the order of the security master. */
function positionsBehind(positions: readonly PositionView[], instrument: number): PositionView[] {
  return positions.filter((position) => position.instrument > instrument)
}
