import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { orderNumber } from '../../../domain/edges/order-number.ts'
import type { KillSwitchScope } from '../../../domain/commands/market-command.ts'
import type { Event } from '../../../domain/event.ts'
import type { TradingCalendar } from '../../../domain/time/calendar.ts'
import { dayNumber, type TradeDate, tradeDate } from '../../../domain/time/trade-date.ts'
import type { Outcome } from '../../../sequencer.ts'
import { ApiError, refusalError } from '../../answers/errors.ts'
import { invalid } from '../../requests/field-faults.ts'
import { accountNotFound, isThere } from '../../requests/found-account.ts'
import { type Gateway, run } from '../../gateway.ts'
import { given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { orderNotFound, orderOf, readOrder } from '../orders/found-order.ts'
import { orderAfter, orderRefusal } from '../orders/order-answer.ts'
import { orderView } from '../orders/order-view.ts'
import { orderRef } from '../orders/order.schema.ts'
import { endOfDayAnswer, endOfDayBody, killSwitchAnswer, killSwitchBody, operatorCancelBody } from './admin.schema.ts'
import { type AuditTrail, operatorOf } from './audit-trail.ts'
import type { FixAdministration } from './fix-administration.ts'
import { partnerNamed } from './named-partner.ts'

/** A date can't be taken back: a mistyped year must not roll every market there. */
const MOST_DAYS_AHEAD = 60

/** The end of a day takes 0.1 to 0.2 ms a market in which nothing is open. */
const MARKETS_AT_ONCE = 32

export interface AdminTradingParts extends Gateway {
  readonly fix: Pick<FixAdministration, 'find'>
  readonly calendar: Pick<TradingCalendar, 'nextBusinessDay'>
  readonly audit: AuditTrail
}

/** What operators do to orders and trading days: docs/api-contract.md section 19. */
export const adminTradingRoutes: FastifyPluginCallbackTypebox<AdminTradingParts> = (app, parts, done) => {
  const { view, sequencer, audit } = parts
  const tags = ['Operators']
  const config = { scope: 'operator' } as const
  /** ends of days, one after the other: where no date is said, each counts from the days that the one before has begun */
  let lastEnded: Promise<unknown> = Promise.resolve()
  // also where its client has gone: a planned end leaves no market a day behind the others
  app.addHook('onClose', async () => {
    await lastEnded
  })

  app.post(
    '/v1/admin/kill-switch',
    {
      config: {
        ...config,
        faults: (request) => {
          const { scope = 'all', id = '' } = given<typeof killSwitchBody>(request)
          return scope !== 'all' && id === '' ? [invalid('id', `id of the ${scope} is required.`)] : []
        },
      },
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
      const subject = scope === 'all' ? scope : id.toLowerCase()
      const command = { type: 'SetKillSwitch', scope, id: indexNamed(scope, id), on, operator: operatorOf(request) } as const
      const outcome = await audit.ahead(
        request,
        (outcomes) => ({ operation: 'kill_switch.set', subject, detail: { scope, on, cancelled: countOf(outcomes, 'OrderCancelled') } }),
        (ran) => run(sequencer, command, ran),
      )
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      return { on, cancelled_orders: countOf([outcome], 'OrderCancelled') }
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
      const command = {
        type: 'CancelOrder',
        requester: { kind: 'operator', text: reason },
        order: { number: order.number },
        clientOrderId: '',
        originalClientOrderId: '',
      } as const
      const outcome = await audit.ahead(
        request,
        () => ({ operation: 'order.cancel', subject: request.params.orderId.toLowerCase(), detail: { reason } }),
        (ran) => run(sequencer, command, ran),
      )
      if (outcome.refusal !== undefined) throw orderRefusal(view, outcome.refusal, outcome.events)
      return orderView(view, orderAfter(outcome, order.number) ?? order, rejection)
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
        description:
          'Of very many transfers that are due, proceeds of sales and dividends, some move on behind the answer. Code: VALIDATION_ERROR.',
        body: endOfDayBody,
        response: { 200: endOfDayAnswer },
      },
    },
    (request) => {
      const ended = lastEnded.then(() => endTradingDays(request, request.body.date))
      lastEnded = ended.catch(() => undefined)
      return ended
    },
  )

  /** The next day begins in each market, in pieces: other commands come in between. */
  async function endTradingDays(request: FastifyRequest, day: string | undefined) {
    const date = day === undefined ? undefined : dayNumber(day as TradeDate)
    if (date !== undefined && view.markets.some(({ tradeDay }) => date > tradeDay + MOST_DAYS_AHEAD)) {
      throw new ApiError('VALIDATION_ERROR', `date can be ${MOST_DAYS_AHEAD} days after the present trading day at most.`, {
        field: 'date',
      })
    }
    const commands = view.markets.map(
      ({ index, tradeDay }) =>
        ({ type: 'EndTradingDay', market: index, nextDay: date ?? parts.calendar.nextBusinessDay(tradeDay) }) as const,
    )
    const outcomes: Outcome[] = []
    for (let from = 0; from < commands.length; from += MARKETS_AT_ONCE)
      outcomes.push(...(await end(commands.slice(from, from + MARKETS_AT_ONCE))))
    // markets that are there already need not be moved, unless all are; the day of one may also have ended by itself right before
    const refusal = outcomes.every((outcome) => outcome.refusal !== undefined) ? outcomes[0]?.refusal : undefined
    if (refusal !== undefined) throw refusalError(refusal)
    return { markets: daysEnded(outcomes), expired_orders: countOf(outcomes, 'OrderExpired') }

    function end(piece: typeof commands): Promise<readonly Outcome[]> {
      return audit.ahead(
        request,
        (ended) => {
          const markets = daysEnded(ended)
          return { operation: 'trading_day.end', subject: markets[0]?.trade_date ?? '', detail: { markets } }
        },
        (ran) => Promise.all(piece.map((command) => run(sequencer, command, ran))),
      )
    }
  }

  function indexNamed(scope: KillSwitchScope, id: string): number {
    switch (scope) {
      case 'all':
        return 0
      case 'partner':
        return partnerNamed(view, id).index
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

  done()
}

function countOf(outcomes: readonly Outcome[], type: Event['type']): number {
  return outcomes.flatMap(({ events }) => events).filter((event) => event.type === type).length
}

/** The trading days that have ended, market by market. */
function daysEnded(outcomes: readonly Outcome[]) {
  return outcomes.flatMap(({ events }) =>
    events.flatMap((event) =>
      event.type === 'TradingDayEnded' ? [{ ended: tradeDate(event.endedDay), trade_date: tradeDate(event.nextDay) }] : [],
    ),
  )
}

function found(index: number | undefined, otherwise: ApiError): number {
  if (index === undefined) throw otherwise
  return index
}
