import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { dayNumber, type TradeDate } from '../../../domain/time/trade-date.ts'
import { partnerOf } from '../../access/authentication.ts'
import { csvStream } from '../../answers/csv.ts'
import { caughtUp, type Gateway } from '../../gateway.ts'
import { dateInput, text } from '../../schema/request-values.ts'
import { partnerNamed } from '../admin/named-partner.ts'
import { ACTIVITIES, type ExportKind, EXECUTIONS, exportRows } from './export-rows.ts'

const date = dateInput({ description: 'trading day of the market' })

/** What was booked in a trading day as CSV, for reconciliation; for operators and, its own alone, for a partner. */
export const exportsRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts

  for (const { name, scope, kind, example } of EXPORTS) {
    const description =
      'All that was booked between the end of the trading day before and the end of this one: account after account, each in the order of the ' +
      'journal. RFC 4180 with a header line; columns may be added at the end. Accounts that a sandbox reset has left behind are not in it.'
    const response = { 200: csvAnswer(kind, example) }

    app.get(
      `/v1/exports/${name}`,
      {
        config: { scope, accountTokens: false, answersHeaders: ['Content-Disposition'] },
        schema: {
          tags: ['Exports'],
          operationId: `export${capital(name)}`,
          summary: `The ${name} of a trading day, as CSV`,
          description: `${description} Code: VALIDATION_ERROR.`,
          querystring: Type.Object({ date }),
          response,
        },
      },
      async (request, reply) => {
        const { partner } = partnerOf(request)
        return sendExport(reply, { name, kind, date: request.query.date, partner: partner.index })
      },
    )

    app.get(
      `/v1/admin/exports/${name}`,
      {
        config: { scope: 'operator', answersHeaders: ['Content-Disposition'] },
        schema: {
          tags: ['Operators'],
          operationId: `export${capital(name)}OfPartners`,
          summary: `The ${name} of all partners, or one, in a trading day, as CSV`,
          description: `${description} Codes: PARTNER_NOT_FOUND, VALIDATION_ERROR.`,
          querystring: Type.Object({ date, partner_id: Type.Optional(text({ description: 'left out: all partners' })) }),
          response,
        },
      },
      async (request, reply) => {
        const { partner_id } = request.query
        const partner = partner_id === undefined ? undefined : partnerNamed(view, partner_id)
        return sendExport(reply, { name, kind, date: request.query.date, partner: partner?.index })
      },
    )
  }

  interface Export {
    readonly name: string
    readonly kind: ExportKind
    readonly date: string
    readonly partner: number | undefined
  }

  async function sendExport(reply: FastifyReply, { name, kind, date: day, partner }: Export) {
    const through = sequencer.nextPosition - 1
    const tradeDays = view.markets.map(({ tradeDay }) => tradeDay)
    await caughtUp(parts)
    const rows = exportRows(parts, kind, { partner, day: dayNumber(day as TradeDate), through, tradeDays })
    return reply
      .type('text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${name}-${day}.csv"`)
      .header('cache-control', 'private, no-store')
      .send(csvStream(kind.columns, rows))
  }

  done()
}

const EXECUTION_EXAMPLE =
  '41,2026-11-20T15:04:06.010Z,2026-11-20,2026-11-23,6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001,410000001,81169e98-3f9a-5d9a-a62c-52fce2000b14,' +
  '5f0f9c1e-7c1b-8f7e-9a55-1b2a3c4d5e6f,c-1001,0b8de1c5-1c1d-8c38-8d7d-1f1f2ab7c0de,trade,AAPL,buy,4,149.50,598.00,4,6,149.50,0.00,removed,'
const ACTIVITY_EXAMPLE =
  '41,2026-11-20T15:04:06.010Z,6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001,410000001,81169e98-3f9a-5d9a-a62c-52fce2000b14,' +
  '7a1d9c1e-7c1b-8f7e-9a55-1b2a3c4d5e6f,FILL,-598.00,AAPL,4,149.50,5f0f9c1e-7c1b-8f7e-9a55-1b2a3c4d5e6f,0b8de1c5-1c1d-8c38-8d7d-1f1f2ab7c0de,'

const EXPORTS = [
  { name: 'executions', scope: 'trading:read', kind: EXECUTIONS, example: EXECUTION_EXAMPLE },
  { name: 'activities', scope: 'accounts:read', kind: ACTIVITIES, example: ACTIVITY_EXAMPLE },
] as const

function csvAnswer({ columns }: ExportKind, example: string) {
  const value = `${columns.join(',')}\r\n${example}\r\n`
  return {
    description: `Columns: ${columns.join(', ')}.`,
    content: { 'text/csv': { schema: Type.String(), examples: { day: { summary: 'A day with one fill', value } } } },
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
