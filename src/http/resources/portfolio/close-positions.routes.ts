import { randomUUID } from 'node:crypto'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { type Static, Type } from 'typebox'
import { LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import type { ShareCount } from '../../../domain/amounts/share-count.ts'
import type { MassCancel, PlaceOrder } from '../../../domain/commands/order-command.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { AccountView, OrdersOf, PositionView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { refuseQuarantined, whenDurable } from '../../gateway.ts'
import { textOrNull } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { orderAfter, orderRefusal, placedOrder } from '../orders/order-answer.ts'
import { orderRef } from '../orders/order.schema.ts'
import { type OrderView, orderView } from '../orders/order-view.ts'
import type { PreviewParts } from '../orders/preview.routes.ts'
import { foundPosition, positionNotFound } from './found-position.ts'

const closedPositions = Type.Object({
  data: Type.Array(
    Type.Object({
      symbol: Type.String(),
      status: Type.Integer({ description: '200 with the order, else the status of the error that the order met' }),
      order: Type.Unsafe<object | null>({ anyOf: [{ $ref: 'Order#' }, { type: 'null' }] }),
      code: textOrNull,
    }),
  ),
})

type ClosedPosition = Static<typeof closedPositions>['data'][number]

/** before others have a turn: each is an order, some milliseconds all together */
const CLOSED_AT_ONCE = 50

/** Closing positions with market orders: docs/api-contract.md section 20. */
export const closePositionsRoutes: FastifyPluginCallbackTypebox<PreviewParts> = (app, parts, done) => {
  const { view, sequencer } = parts
  const tags = ['Balances and positions']
  const config = { scope: 'trading:write', changesOrders: true } as const
  const path = '/v1/accounts/:accountId/positions'

  app.delete(
    `${path}/:symbol`,
    {
      config,
      // what is not there is told before that the account is closed
      preValidation: async (request) => void (await foundPosition(parts, request)),
      schema: {
        tags,
        operationId: 'closePosition',
        summary: 'Close a position with a market order',
        description:
          'Open orders that hold its shares are cancelled first. Codes: ACCOUNT_NOT_FOUND, POSITION_NOT_FOUND, ACCOUNT_CLOSED, those of POST …/orders.',
        params: pathParameters('accountId', 'symbol'),
        response: { 200: orderRef },
      },
    },
    async (request) => closePosition(parts, accountOf(request), (await foundPosition(parts, request)).instrument),
  )

  app.delete(
    path,
    {
      config,
      schema: {
        tags,
        operationId: 'closeAllPositions',
        summary: 'Close all positions of an account with market orders',
        description:
          'Open orders that hold the shares are cancelled first. What one position meets does not keep the others from being closed. ' +
          'Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.',
        params: pathParameters('accountId'),
        response: { 200: closedPositions },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const positions = view.positions(account.index)
      const data: ClosedPosition[] = []
      for (let begin = 0; begin < positions.length; begin += CLOSED_AT_ONCE) {
        const closing = positions.slice(begin, begin + CLOSED_AT_ONCE).map(({ instrument }) => closed(parts, account, instrument))
        data.push(...(await Promise.all(closing)))
      }
      // also that there was none
      return whenDurable(sequencer, { data })
    },
  )

  done()
}

async function closed(parts: PreviewParts, account: AccountView, instrument: number): Promise<ClosedPosition> {
  const { symbol } = parts.view.instruments[instrument]!
  try {
    return { symbol, status: 200, order: await closePosition(parts, account, instrument), code: null }
  } catch (error) {
    if (error instanceof ApiError) return { symbol, status: error.status, order: null, code: error.code }
    throw error
  }
}

/**
 * Open orders that hold the shares, or the money to buy back, are cancelled first: in the same turn, so that nothing comes between. An order
 * that would be refused without them too leaves them as they are.
 */
async function closePosition(parts: PreviewParts, account: AccountView, instrument: number): Promise<OrderView> {
  const { view, sequencer } = parts
  while (sequencer.congested) await new Promise<void>((resume) => sequencer.whenUncongested(resume))
  const position = view.position(account.index, instrument)
  if (position === undefined) throw await whenDurable(sequencer, positionNotFound())
  const order = closingOrder(account, position, view.instruments[instrument]!.symbol)
  const first = { instrument, side: order.side, holding: true } as const
  const gone = view.openOrders(account.index, first)
  const preview = parts.previewOrder(order, gone)
  if ('refusal' in preview) throw await whenDurable(sequencer, orderRefusal(view, preview.refusal, []))
  const commands = gone.length > 0 ? [cancelsBefore(account, order.symbol, first), order] : [order]
  for (const command of commands) refuseQuarantined(sequencer, command)
  const outcomes = await Promise.all(commands.map((command) => sequencer.run(command)))
  const outcome = outcomes.at(-1)!
  if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
  return orderView(view, orderAfter(outcome, placedOrder(outcome))!)
}

function cancelsBefore({ index, market }: AccountView, symbol: string, first: OrdersOf): MassCancel {
  const requester = { kind: 'rest' } as const
  return { type: 'MassCancel', requester, clientOrderId: '', scope: 1, market, accounts: [index], symbol, ...first }
}

/** A sell of all shares; a position below zero, as a bust may leave one, is bought back. */
function closingOrder(account: AccountView, { quantity }: PositionView, symbol: string): PlaceOrder {
  const lots = lotsOf(quantity)
  return {
    type: 'PlaceOrder',
    session: REST_SESSION,
    account: account.index,
    clientOrderId: `close-${randomUUID()}`,
    symbol,
    side: lots < 0 ? Side.Buy : Side.Sell,
    orderType: OrderType.Market,
    timeInForce: TimeInForce.Day,
    quantityLots: Math.abs(lots),
    cashCents: 0,
    limitTicks: 0,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
  }
}

/** Above nine million shares the engine refuses the order: there the sum need not be exact. */
const lotsOf = ({ shares, lots }: ShareCount): number => shares * LOTS_PER_SHARE + lots
