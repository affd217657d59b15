import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { orderNumber } from '../../../domain/edges/order-number.ts'
import { isExecution } from '../../../domain/event.ts'
import type { OrderEvent } from '../../../domain/events/order-event.ts'
import { Side } from '../../../domain/orders/order.ts'
import type { AccountView, PartnerView } from '../../../domain/view.ts'
import type { BlotterSearch } from '../../../storage/projections/queries/blotter-queries.ts'
import type { PlacedEvent } from '../../../storage/projections/tables/event-run.ts'
import { partnerOf } from '../../access/authentication.ts'
import { ApiError } from '../../answers/errors.ts'
import { isThere } from '../../requests/found-account.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'
import { parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { orderNotFound, readOrder } from '../orders/found-order.ts'
import type { FixMessages } from '../admin/fix-administration.ts'
import type { FoundOrder } from '../orders/found-order.ts'
import { orderId } from '../orders/order-view.ts'
import { anyCase } from './any-case.ts'
import { BLOTTER_EXEC_TYPES, statusesNamed } from './blotter-names.ts'
import { blotterExecution, blotterHistory, blotterOrder } from './blotter-views.ts'
import { fixLogsAnswer, fixLogsQuery, getOrdersAnswer, getOrdersBody, orderInfoAnswer, orderInfoBody } from './blotter.schema.ts'

export interface BlotterParts extends Gateway {
  readonly fixMessages: Pick<FixMessages, 'ofOrder'>
}

/** The older PascalCase family: docs/api-contract.md section 14. */
export const blotterRoutes: FastifyPluginCallbackTypebox<BlotterParts> = (app, parts, done) => {
  const { view, fixMessages } = parts
  const { orders, searches } = parts.projection
  const tags = ['Blotter']
  const config = { scope: 'trading:read' } as const

  app.post(
    '/api/external/get-orders',
    {
      config,
      preValidation: anyCase('body', getOrdersBody),
      schema: {
        tags,
        operationId: 'getOrders',
        summary: 'Search orders',
        description: 'By all that is given. Code: VALIDATION_ERROR.',
        body: getOrdersBody,
        response: { 200: getOrdersAnswer },
      },
    },
    async (request) => {
      const { PageNumber = 1, PageSize = 50 } = request.body
      const search = toSearch(partnerOf(request).partner, { ...request.body, PageNumber, PageSize })
      await caughtUp(parts)
      const { total, orders: found } = search === undefined ? { total: 0, orders: [] } : await searches.blotter(search)
      return { TotalCount: total, PageNumber, PageSize, Orders: found.map((record) => blotterOrder(view, record)) }
    },
  )

  app.post(
    '/api/Blotter/GetBlotterOrderInfo',
    {
      config: { ...config, refusesEmptyBody: true },
      preValidation: anyCase('body', orderInfoBody),
      schema: {
        tags,
        operationId: 'getBlotterOrderInfo',
        summary: 'An order with its executions and history',
        description: 'By OrderCode, or by AccountNo and ClOrdId. Codes: ORDER_NOT_FOUND, VALIDATION_ERROR.',
        body: orderInfoBody,
        response: { 200: orderInfoAnswer },
      },
    },
    async (request) => {
      const { partner } = partnerOf(request)
      const number = await namedOrder(partner, request.body)
      await caughtUp(parts)
      const record = number === undefined ? undefined : orders.order(number)
      if (record === undefined || !isOwn(partner, record)) throw orderNotFound()
      const events = orders.history(record.order.number).filter(isAboutOrder)
      return {
        Order: blotterOrder(view, record),
        Executions: events.flatMap(({ event }) => (isExecution(event) ? [blotterExecution(view, event)] : [])),
        History: events.map(({ event, position }) => blotterHistory(event, position)),
      }
    },
  )

  app.get(
    '/api/Blotter/OrderFixLogs',
    {
      config,
      preValidation: anyCase('query', fixLogsQuery),
      schema: {
        tags,
        operationId: 'getOrderFixLogs',
        summary: 'FIX messages about an order, in journal order',
        description: 'Codes: ORDER_NOT_FOUND, INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: fixLogsQuery,
        response: { 200: fixLogsAnswer },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.orders.default, cursor, orderCode, direction, msgType } = request.query
      const { partner } = partnerOf(request)
      const number = numberOf(partner, orderCode)
      const record = number === undefined ? undefined : await readOrder(parts, number)
      if (number === undefined || record === undefined || !isOwn(partner, record)) throw orderNotFound()
      await caughtUp(parts)
      const page = await readPage(
        { request, reply, limit, cursor, filters: [number, direction, msgType] },
        (after, count) => fixMessages.ofOrder({ orderNumber: number, direction, msgType }, after, count),
        ({ place }) => place,
        ({ log }) => log,
      )
      return { OrderCode: orderId(view, number), Logs: page.data, pagination: page.pagination }
    },
  )

  function numberOf(partner: PartnerView, code: string): number | undefined {
    return orderNumber(view, partner.market, code)
  }

  function isOwn(partner: PartnerView, { order }: FoundOrder): boolean {
    return view.accounts[order.account]!.partner === partner.index && isThere(view, order.account)
  }

  function ownAccount(partner: PartnerView, accountNumber: string): AccountView | undefined {
    const account = view.accountByNumber(accountNumber)
    return account?.partner === partner.index ? account : undefined
  }

  /** OrderCode, or AccountNo with ClOrdId. */
  async function namedOrder(partner: PartnerView, body: Static<typeof orderInfoBody>): Promise<number | undefined> {
    if (body.OrderCode !== undefined) return numberOf(partner, body.OrderCode)
    const { AccountNo, ClOrdId } = body
    if (AccountNo === undefined || ClOrdId === undefined) {
      throw new ApiError('VALIDATION_ERROR', 'OrderCode, or AccountNo and ClOrdId, is required.', { field: 'OrderCode' })
    }
    const account = ownAccount(partner, AccountNo)
    if (account === undefined) return undefined
    await caughtUp(parts)
    return orders.numberOfId(account.index, ClOrdId)
  }

  /** Undefined when nothing can match. */
  function toSearch(partner: PartnerView, body: PagedSearch): BlotterSearch | undefined {
    const account = body.AccountNo === undefined ? undefined : ownAccount(partner, body.AccountNo)
    const instrument = body.Symbol === undefined ? undefined : view.instrumentBySymbol(body.Symbol.toUpperCase())
    const number = body.OrderCode === undefined ? undefined : numberOf(partner, body.OrderCode)
    const statuses = (body.Status ?? []).flatMap(statusesNamed)
    if (body.AccountNo !== undefined && account === undefined) return undefined
    if (body.Symbol !== undefined && instrument === undefined) return undefined
    if (body.OrderCode !== undefined && number === undefined) return undefined
    return {
      partner: partner.index,
      account: account?.index,
      orderNumber: number,
      statuses,
      instrument,
      side: body.Side === undefined ? undefined : body.Side === 'Buy' ? Side.Buy : Side.Sell,
      clientOrderId: body.ClOrdId,
      createdFrom: body.FromDate === undefined ? undefined : parseLowerBound(body.FromDate),
      createdTo: body.ToDate === undefined ? undefined : parseUpperBound(body.ToDate),
      updatedFrom: body.UpdatedSince === undefined ? undefined : parseLowerBound(body.UpdatedSince),
      pageNumber: body.PageNumber,
      pageSize: body.PageSize,
    }
  }

  done()
}

type PagedSearch = Static<typeof getOrdersBody> & { readonly PageNumber: number; readonly PageSize: number }

/** The history of an order has answers to requests about it as well. */
function isAboutOrder(placed: PlacedEvent): placed is PlacedEvent<OrderEvent> {
  return placed.event.type in BLOTTER_EXEC_TYPES
}
