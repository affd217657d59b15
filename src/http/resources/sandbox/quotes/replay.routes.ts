import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { partnerOf } from '../../../access/authentication.ts'
import { ApiError } from '../../../answers/errors.ts'
import { noBody } from '../../../schema/answer-values.ts'
import { text } from '../../../schema/request-values.ts'
import { sandboxOnly } from '../../../access/sandbox-only.ts'
import type { ClockParts } from '../clock/clock.routes.ts'
import { readQuoteFile } from './quote-file.ts'
import { QuoteReplay } from './quote-replay.ts'

/** About 130,000 lines. */
const MOST_BYTES = 8 * 1024 * 1024

const QUOTE_FILE_EXAMPLE =
  'timestamp,symbol,bid,ask,bid_size,ask_size\n' +
  '2026-11-23T14:30:00.000Z,AAPL,199.95,200.05,1200,1500\n' +
  '2026-11-23T14:30:01.500Z,AAPL,199.96,200.05,1100,1500\n'

const replayAnswer = Type.Object(
  {
    state: Type.String({ 'x-extensible-enum': ['idle', 'running', 'finished', 'stopped'] }),
    quotes: Type.Integer({ description: 'lines of the file' }),
    done: Type.Integer({ description: 'quotes that have been set' }),
  },
  { examples: [{ state: 'finished', quotes: 390, done: 390 }] },
)

export interface ReplayParts extends ClockParts {
  /** a replay that goes on by itself has failed */
  readonly reportFailure: (error: Error, request: { readonly id: string; readonly route: string }) => void
}

/** Quotes from a file: docs/api-contract.md section 13. */
export const replayRoutes: FastifyPluginCallbackTypebox<ReplayParts> = (app, { view, sequencer, now, reportFailure }, done) => {
  const path = '/v1/dev/sandbox/replay'
  const tags = ['Sandbox']
  const config = { scope: 'partner' } as const
  /** by market */
  const replays = new Map<number, QuoteReplay>()

  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body))
  app.addHook('preClose', (closed) => {
    for (const replay of replays.values()) replay.stop()
    closed()
  })

  app.post(
    path,
    {
      config,
      onRequest: sandboxOnly,
      bodyLimit: MOST_BYTES,
      schema: {
        tags,
        operationId: 'replayQuotes',
        summary: 'Replay quotes from a CSV file',
        description:
          'Content-Type text/csv, at most 8 MiB of lines `timestamp,symbol,bid,ask,bid_size,ask_size`, in time order, not before the clock of the market, which goes along ' +
          'and then stands. Without `speed` it answers 200 when all is done; with it 202 at once, and the replay takes its time. ' +
          'A wrong line is a 400 that names it, and nothing changes. Codes: SANDBOX_ONLY, INVALID_SYMBOL, INVALID_QUOTE, INVALID_CLOCK (earlier than the clock), ' +
          'VALIDATION_ERROR (also while a replay is under way).',
        body: { content: { 'text/csv': { schema: Type.String({ examples: [QUOTE_FILE_EXAMPLE] }) } } },
        querystring: Type.Object({
          speed: Type.Optional(
            text({
              pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$',
              expected: 'a number such as 60 or 0.5',
              description: 'times as fast as the quotes came',
            }),
          ),
        }),
        response: { 200: replayAnswer, 202: replayAnswer },
      },
    },
    async (request, reply) => {
      const { market } = partnerOf(request).partner
      const speed = Number(request.query.speed ?? Infinity)
      if (!(speed > 0)) throw new ApiError('VALIDATION_ERROR', 'speed has to be above 0.', { field: 'speed' })
      const body: unknown = request.body
      const quotes = await readQuoteFile(view, typeof body === 'string' ? body : '', view.marketTime(market, now()))
      if (replays.get(market)?.progress.state === 'running')
        throw new ApiError('VALIDATION_ERROR', 'A replay is under way: wait for its end, or stop it with DELETE.')
      const begun = view.markets[market]
      const replay = new QuoteReplay({
        sequencer,
        market,
        quotes,
        clockAt: () => view.markets[market]!.clock.frozenAt,
        isReset: () => view.markets[market] !== begun,
      })
      replays.set(market, replay)
      if (speed === Infinity) {
        await replay.play()
        return replay.progress
      }
      replay.play(speed).catch((error: Error) => reportFailure(error, { id: request.id, route: `POST ${path}` }))
      return reply.code(202).send(replay.progress)
    },
  )

  app.get(
    path,
    {
      config,
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'getReplay',
        summary: 'How far the replay is',
        description: 'Code: SANDBOX_ONLY.',
        response: { 200: replayAnswer },
      },
    },
    (request) => replays.get(partnerOf(request).partner.market)?.progress ?? { state: 'idle', quotes: 0, done: 0 },
  )

  app.delete(
    path,
    {
      config,
      onRequest: sandboxOnly,
      schema: {
        tags,
        operationId: 'stopReplay',
        summary: 'Stop the replay',
        description: 'Code: SANDBOX_ONLY.',
        response: { 204: noBody },
      },
    },
    (request, reply) => {
      replays.get(partnerOf(request).partner.market)?.stop()
      return reply.code(204).send()
    },
  )

  done()
}
