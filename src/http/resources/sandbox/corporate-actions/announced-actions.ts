import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { parsePrice } from '../../../../domain/amounts/amounts.ts'
import type { AnnounceCorporateAction } from '../../../../domain/commands/market-command.ts'
import { dayNumber, type TradeDate } from '../../../../domain/time/trade-date.ts'
import type { Outcome } from '../../../../sequencer.ts'
import { refusalError } from '../../../answers/errors.ts'
import { type Gateway, run, whenDurable } from '../../../gateway.ts'
import { type FieldFault, invalid } from '../../../requests/field-faults.ts'
import type { Given } from '../../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../../requests/paging.ts'
import { corporateActionView } from './corporate-action-view.ts'
import type { corporateActionBody, corporateActionsQuery } from './corporate-action.schema.ts'

// Splits and dividends of a market: a partner announces those of its sandbox, an operator those of live partners.

type Parts = Pick<Gateway, 'view' | 'sequencer'>
type Announced = Static<typeof corporateActionBody>

/** Announces one. Throws the error of a refusal. `ran` is told what it came to before that is durable. */
export async function announce(parts: Parts, market: number, body: Announced, ran?: (outcome: Outcome) => void) {
  const command = {
    type: 'AnnounceCorporateAction',
    market,
    symbol: body.symbol.toUpperCase(),
    exDay: dayNumber(body.ex_date as TradeDate),
    terms: termsOf(body),
  } as const
  const outcome = await run(parts.sequencer, command, ran)
  if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
  return announcedAction(parts, market, outcome)
}

/** What has been announced, as it is shown. */
export function announcedAction({ view }: Pick<Parts, 'view'>, market: number, { events: [event] }: Outcome) {
  if (event?.type !== 'CorporateActionAnnounced') throw new Error('an announcement without an event')
  return corporateActionView(view, market, event.action)
}

/** A page of those of a market, newest first. */
export async function actionsPage(
  { view, sequencer }: Parts,
  market: number,
  page: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly query: Static<typeof corporateActionsQuery> },
) {
  const { request, reply } = page
  const { symbol, cursor, limit = PAGE_SIZES.admin.default } = page.query
  const instrument = symbol === undefined ? undefined : (view.instrumentBySymbol(symbol.toUpperCase()) ?? -1)
  const actions = view.markets[market]!.corporateActions.filter((action) => instrument === undefined || action.instrument === instrument)
  const newestFirst = await whenDurable(sequencer, [...actions].reverse())
  return readPage(
    { request, reply, limit, cursor, filters: [market, instrument ?? null] },
    (after, count) => newestFirst.filter(({ number }) => after === undefined || number < after.key).slice(0, count),
    ({ number }) => ({ key: number, id: number }),
    (action) => corporateActionView(view, market, action),
  )
}

const MEMBERS_OF = { split: ['ratio'], cash_dividend: ['amount', 'pay_date'] } as const

/** What is missing, what belongs to the other kind, and an amount that can't be paid. */
export function termFaults({ type, ratio, amount, pay_date }: Given<Announced>): FieldFault[] {
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
