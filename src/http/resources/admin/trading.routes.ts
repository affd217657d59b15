import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, preValidationAsyncHookHandler, preValidationHookHandler } from 'fastify'
import { type AmountFault, parsePrice, parseQuantity } from '../../../domain/amounts/amounts.ts'
import type { TradingCalendar } from '../../../domain/time/calendar.ts'
import type { BustExecution, CorrectExecution, LoadedTrade } from '../../../domain/command.ts'
import type { Event } from '../../../domain/event.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { dayNumber, type TradeDate, tradeDate } from '../../../domain/time/trade-date.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { Outcome } from '../../../sequencer.ts'
import type { History } from '../../../storage/history/history.ts'
import type { LedgersRead } from '../../../storage/history/history-trades.ts'
import { ApiError, refusalError } from '../../answers/errors.ts'
import { faultError } from '../../requests/field-faults.ts'
import { accountNotFound, isThere } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, refuseQuarantined, run } from '../../gateway.ts'
import { pathParameters } from '../../schema/values.ts'
import { executionView } from '../orders/execution-view.ts'
import { orderNotFound, orderNumber, orderOf, readOrder } from '../orders/found-order.ts'
import { orderAfter, orderRefusal } from '../orders/order-answer.ts'
import { orderView } from '../orders/order-view.ts'
import { executionRef, orderRef } from '../orders/order.schema.ts'
import { correctionBody, endOfDayAnswer, endOfDayBody, killSwitchAnswer, killSwitchBody, operatorCancelBody } from './admin.schema.ts'
import { type AuditTrail, operatorOf } from './audit-trail.ts'
import type { FixAdministration } from './fix-administration.ts'

/** A date can't be taken back: a mistyped year must not roll every market there. */
const MOST_DAYS_AHEAD = 60

export interface AdminTradingParts extends Gateway {
  readonly history: Pick<History, 'readTrade' | 'loadTrade' | 'changedOrder'>
  readonly fix: Pick<FixAdministration, 'find'>
  readonly calendar: Pick<TradingCalendar, 'nextBusinessDay'>
  readonly audit: AuditTrail
}

/** What operators do to orders and trades: docs/api-contract.md section 19. */
export const adminTradingRoutes: FastifyPluginCallbackTypebox<AdminTradingParts> = (app, parts, done) => {
  const { view, sequencer, audit, history } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const

  app.post(
    '/v1/admin/kill-switch',
    {
      config,
      schema: {
        tags,
        operationId: 'setKillSwitch',
        summary: 'Stop or resume trading; stopping cancels open orders',
        description: 'Codes: PARTNER_NOT_FOUND, ACCOUNT_NOT_FOUND, SESSION_NOT_FOUND, VALIDATION_ERROR.',
        body: killSwitchBody,
        response: { 200: killSwitchAnswer },
      },
    },
    async (request) => {
      const { scope, id = '', on } = request.body
      if (scope !== 'all' && id === '') throw new ApiError('VALIDATION_ERROR', `id of the ${scope} is required.`, { field: 'id' })
      const outcome = await run(sequencer, { type: 'SetKillSwitch', scope, id: indexNamed(scope, id), on, operator: operatorOf(request) })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      const cancelled = outcome.events.filter(({ type }) => type === 'OrderCancelled').length
      const subject = scope === 'all' ? scope : id.toLowerCase()
      await audit.written(request, { operation: 'kill_switch.set', subject, detail: { scope, on, cancelled } })
      return { on, cancelled_orders: cancelled }
    },
  )

  app.post(
    '/v1/admin/orders/:orderId/cancel',
    {
      config,
      preValidation: findAnyOrder(),
      schema: {
        tags,
        operationId: 'cancelOrderByOperator',
        summary: 'Cancel an order without the client having asked',
        description: 'Codes: ORDER_NOT_FOUND, ORDER_NOT_OPEN, VALIDATION_ERROR.',
        params: pathParameters('orderId'),
        body: operatorCancelBody,
        response: { 200: orderRef },
      },
    },
    async (request) => {
      const { order, rejection } = orderOf(request)
      const { reason = 'cancelled by the operator' } = request.body
      const outcome = await run(sequencer, {
        type: 'CancelOrder',
        requester: { kind: 'operator', text: reason },
        order: { number: order.number },
        clientOrderId: '',
        originalClientOrderId: '',
      })
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      await audit.written(request, { operation: 'order.cancel', subject: request.params.orderId.toLowerCase(), detail: { reason } })
      return orderView(view, orderAfter(outcome, order.number) ?? order, rejection)
    },
  )

  app.post(
    '/v1/admin/executions/:executionId/bust',
    {
      config,
      preValidation: findExecution(),
      schema: {
        tags,
        operationId: 'bustExecution',
        summary: 'Take a trade back, on both sides',
        description: 'Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, VALIDATION_ERROR (from before a split).',
        params: pathParameters('executionId'),
        response: { 201: executionRef },
      },
    },
    async (request, reply) => {
      const outcome = await reversed({ type: 'BustExecution', ...tradeOf(request, await read(request)), operator: operatorOf(request) })
      const answer = reversalView(outcome)
      await audit.written(request, { operation: 'execution.bust', subject: request.params.executionId.toLowerCase() })
      return reply.code(201).send(answer)
    },
  )

  app.post(
    '/v1/admin/executions/:executionId/correct',
    {
      config: { ...config, refusesEmptyBody: true },
      preValidation: findExecution(),
      schema: {
        tags,
        operationId: 'correctExecution',
        summary: 'Give a trade another quantity or price, on both sides',
        description: 'Codes: EXECUTION_NOT_FOUND, EXECUTION_ALREADY_BUSTED, INVALID_QUANTITY, INVALID_PRICE, VALIDATION_ERROR.',
        params: pathParameters('executionId'),
        body: correctionBody,
        response: { 201: executionRef },
      },
    },
    async (request, reply) => {
      const amounts = correctionOf(request.body)
      const outcome = await reversed({
        type: 'CorrectExecution',
        ...tradeOf(request, await read(request)),
        ...amounts,
        operator: operatorOf(request),
      })
      const answer = reversalView(outcome)
      await audit.written(request, {
        operation: 'execution.correct',
        subject: request.params.executionId.toLowerCase(),
        detail: request.body,
      })
      return reply.code(201).send(answer)
    },
  )

  app.post(
    '/v1/admin/end-of-day',
    {
      config,
      schema: {
        tags,
        operationId: 'endTradingDay',
        summary: 'End the trading day of every market: day orders expire, what is due settles',
        description: 'Code: VALIDATION_ERROR.',
        body: endOfDayBody,
        response: { 200: endOfDayAnswer },
      },
    },
    async (request) => {
      const date = request.body.date === undefined ? undefined : dayNumber(request.body.date as TradeDate)
      if (date !== undefined && view.markets.some(({ tradeDay }) => date > tradeDay + MOST_DAYS_AHEAD)) {
        throw faultError([
          {
            field: 'date',
            code: 'VALIDATION_ERROR',
            message: `date can be ${MOST_DAYS_AHEAD} days after the present trading day at most.`,
          },
        ])
      }
      // markets that are there already need not be moved, unless all are: that is what the engine refuses
      const behind = view.markets.filter(({ tradeDay }) => date === undefined || tradeDay < date)
      const moved = behind.length > 0 ? behind : view.markets
      const outcomes = await Promise.all(
        moved.map(({ index, tradeDay }) =>
          run(sequencer, { type: 'EndTradingDay', market: index, nextDay: date ?? parts.calendar.nextBusinessDay(tradeDay) }),
        ),
      )
      for (const { refusal } of outcomes) if (refusal !== undefined) throw refusalError(refusal)
      const events = outcomes.flatMap((outcome) => outcome.events)
      const markets = events.flatMap((event) =>
        event.type === 'TradingDayEnded' ? [{ ended: tradeDate(event.endedDay), trade_date: tradeDate(event.nextDay) }] : [],
      )
      await audit.written(request, { operation: 'trading_day.end', subject: markets[0]?.trade_date ?? '', detail: { markets } })
      return { markets, expired_orders: events.filter(({ type }) => type === 'OrderExpired').length }
    },
  )

  function indexNamed(scope: 'all' | 'partner' | 'account' | 'session', id: string): number {
    switch (scope) {
      case 'all':
        return 0
      case 'partner':
        return found(view.partnerById(id.toLowerCase())?.index, new ApiError('PARTNER_NOT_FOUND', 'There is no such partner.'))
      case 'account':
        return found(view.accountById(id.toLowerCase())?.index, accountNotFound())
      case 'session':
        return found(parts.fix.find(id)?.settings.index, new ApiError('SESSION_NOT_FOUND', 'There is no such session.'))
      default:
        return scope satisfies never
    }
  }

  /** Operators reach the orders of every market. */
  function findAnyOrder(): preValidationAsyncHookHandler {
    return async (request) => {
      const { orderId } = request.params as { orderId: string }
      const number = view.markets.map(({ index }) => orderNumber(view, index, orderId)).find((found) => found !== undefined)
      const record = number === undefined ? undefined : await readOrder(parts, number)
      if (record === undefined || !isThere(view, record.order.account)) throw orderNotFound()
      request.order = record
    }
  }

  function findExecution(): preValidationHookHandler {
    return (request, _reply, next) => {
      const { executionId } = request.params as { executionId: string }
      next(executionNamed(view, executionId) === undefined ? executionNotFound() : undefined)
    }
  }

  /** The most of what `tradeOf` needs, while orders go on. */
  async function read(request: FastifyRequest): Promise<LedgersRead> {
    const { market, execution } = executionOf(request)
    await caughtUp(parts)
    return history.readTrade(market, execution)
  }

  /** The trade as it stands now: its command has to be submitted before anything is awaited. */
  function tradeOf(request: FastifyRequest, read: LedgersRead): { readonly trade?: LoadedTrade } {
    const { market, execution } = executionOf(request)
    const trade = history.loadTrade(market, execution, read)
    const isPast = trade?.sides.some(({ fill }) => !isThere(view, fill.order.account)) === true
    return trade === undefined || isPast ? {} : { trade }
  }

  function executionOf(request: FastifyRequest): { readonly market: number; readonly execution: number } {
    return executionNamed(view, (request.params as { executionId: string }).executionId)!
  }

  function reversed(command: BustExecution | CorrectExecution): Promise<Outcome> {
    refuseQuarantined(sequencer, command)
    return sequencer.run(command)
  }

  function reversalView(outcome: Outcome) {
    if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
    const index = outcome.events.findIndex(isReversal)
    const event = outcome.events[index]
    if (event === undefined || !isReversal(event)) throw new Error('a bust or correction without a report')
    return executionView(view, event, outcome.position + index)
  }

  done()
}

function isReversal(event: Event): event is Extract<Event, { type: 'ExecutionBusted' | 'ExecutionCorrected' }> {
  return event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected'
}

function correctionOf(body: { readonly quantity?: string; readonly price?: string }): { quantityLots?: number; priceTicks?: number } {
  if (body.quantity === undefined && body.price === undefined) {
    throw new ApiError('VALIDATION_ERROR', 'Give a quantity or a price.', { field: 'quantity' })
  }
  return {
    ...(body.quantity === undefined ? {} : { quantityLots: above(parseQuantity(body.quantity), 'INVALID_QUANTITY', 'quantity') }),
    ...(body.price === undefined ? {} : { priceTicks: above(parsePrice(body.price), 'INVALID_PRICE', 'price') }),
  }
}

function above(amount: number | AmountFault, code: 'INVALID_QUANTITY' | 'INVALID_PRICE', field: string): number {
  if (typeof amount === 'number' && amount > 0) return amount
  throw new ApiError(code, `The ${field} has to be above zero, with at most ${code === 'INVALID_PRICE' ? 4 : 9} decimals.`, { field })
}

function found(index: number | undefined, otherwise: ApiError): number {
  if (index === undefined) throw otherwise
  return index
}

/** The execution behind an id of any market. */
function executionNamed(view: Pick<EngineView, 'markets'>, id: string): { market: number; execution: number } | undefined {
  for (const { index, mint } of view.markets) {
    const identified = mint.decode(id.toLowerCase())
    if (identified?.kind === IdentifierKind.Execution) return { market: index, execution: identified.number }
  }
  return undefined
}

function executionNotFound(): ApiError {
  return new ApiError('EXECUTION_NOT_FOUND', 'There is no such execution.')
}
