import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { parsePrice } from '../../../../domain/amounts/amounts.ts'
import type { AnnounceCorporateAction } from '../../../../domain/commands/market-command.ts'
import { dayNumber, type TradeDate } from '../../../../domain/time/trade-date.ts'
import { partnerOf } from '../../../access/authentication.ts'
import { refusalError } from '../../../answers/errors.ts'
import { type Gateway, run, whenDurable } from '../../../gateway.ts'
import { type FieldFault, invalid } from '../../../requests/field-faults.ts'
import { type Given, given } from '../../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../../requests/paging.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import { corporateActionView } from './corporate-action-view.ts'
import { corporateActionAnswer, corporateActionBody, corporateActionPage, corporateActionsQuery } from './corporate-action.schema.ts'

/** Splits and dividends of a partner's own market: docs/api-contract.md section 13. */
export const corporateActionsRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, { view, sequencer }, done) => {
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const

  app.post(
    '/v1/dev/sandbox/corporate-actions',
    {
      config: { ...config, faults: (request) => termFaults(given<typeof corporateActionBody>(request)) },
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'announceCorporateAction',
        summary: 'Announce a split or a cash dividend',
        description:
          'It takes effect when its trading day begins: a split changes positions, gtc orders, prices and the quote; a dividend is due to whoever ' +
          'held shares at the end of the day before `ex_date`, and is posted as `DIVIDEND` when `pay_date` begins. Codes: SANDBOX_ONLY, ' +
          'INVALID_SYMBOL, VALIDATION_ERROR.',
        body: corporateActionBody,
        response: { 201: corporateActionAnswer },
      },
    },
    async (request, reply) => {
      const { market } = partnerOf(request).partner
      const { symbol, ex_date } = request.body
      const outcome = await run(sequencer, {
        type: 'AnnounceCorporateAction',
        market,
        symbol: symbol.toUpperCase(),
        exDay: dayNumber(ex_date as TradeDate),
        terms: termsOf(request.body),
      })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      const [event] = outcome.events
      if (event?.type !== 'CorporateActionAnnounced') throw new Error('an announcement without an event')
      return reply.code(201).send(corporateActionView(view, market, event.action))
    },
  )

  app.get(
    '/v1/dev/sandbox/corporate-actions',
    {
      config,
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'listCorporateActions',
        summary: 'Splits and dividends of the market, newest first',
        description: 'Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_CURSOR, VALIDATION_ERROR.',
        querystring: corporateActionsQuery,
        response: { 200: corporateActionPage },
      },
    },
    async (request, reply) => {
      const { market } = partnerOf(request).partner
      const { symbol, cursor, limit = PAGE_SIZES.admin.default } = request.query
      const instrument = symbol === undefined ? undefined : (view.instrumentBySymbol(symbol.toUpperCase()) ?? -1)
      const actions = view.markets[market]!.corporateActions.filter(
        (action) => instrument === undefined || action.instrument === instrument,
      )
      const newestFirst = await whenDurable(sequencer, [...actions].reverse())
      return readPage(
        { request, reply, limit, cursor, filters: [market, instrument ?? null] },
        (after, count) => newestFirst.filter(({ number }) => after === undefined || number < after.key).slice(0, count),
        ({ number }) => ({ key: number, id: number }),
        (action) => corporateActionView(view, market, action),
      )
    },
  )

  done()
}

const MEMBERS_OF = { split: ['ratio'], cash_dividend: ['amount', 'pay_date'] } as const

type Announced = Static<typeof corporateActionBody>

/** What is missing, what belongs to the other kind, and an amount that can't be paid. */
function termFaults({ type, ratio, amount, pay_date }: Given<Announced>): FieldFault[] {
  if (type === undefined) return []
  const own: readonly string[] = MEMBERS_OF[type]
  return [
    ...Object.entries({ ratio, amount, pay_date }).flatMap(([field, value]) => {
      if (own.includes(field) === (value !== undefined)) return []
      return [invalid(field, value === undefined ? `${field} is required.` : `${field} does not belong to a ${type}.`)]
    }),
    ...(type === 'split' || amount === undefined || typeof parsePrice(amount) === 'number'
      ? []
      : [invalid('amount', 'The amount has at most 4 decimals and 11 digits before them.')]),
  ]
}

function termsOf({ type, ratio, amount, pay_date }: Announced): AnnounceCorporateAction['terms'] {
  if (type === 'cash_dividend') return { type, amountTicks: parsePrice(amount!) as number, payDay: dayNumber(pay_date as TradeDate) }
  const [numerator, denominator] = ratio!.split(':').map(Number)
  return { type, numerator: numerator!, denominator: denominator! }
}
