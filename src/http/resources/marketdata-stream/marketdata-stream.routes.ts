import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { MarketDataPublisher } from '../../../delivery/market-data/publisher.ts'
import { partnerOf } from '../../access/authentication.ts'
import type { OpenStreams } from '../../event-stream/open-streams.ts'
import type { Gateway } from '../../gateway.ts'
import { MarketDataReader } from './market-data-reader.ts'
import { streamAnswer, streamQuery } from './marketdata-stream.schema.ts'
import { wantedChannels, wantedInstruments } from './stream-request.ts'

export interface MarketDataStreamParts extends Pick<Gateway, 'view' | 'sequencer'> {
  readonly publisher: MarketDataPublisher
  readonly streams: OpenStreams
}

/** Live quotes, trades and depth of the partner's market: docs/api-contract.md sections 12 and 21. */
export const marketDataStreamRoutes: FastifyPluginCallbackTypebox<MarketDataStreamParts> = (app, parts, done) => {
  const { view, sequencer, publisher, streams } = parts

  app.get(
    '/v1/marketdata/stream',
    {
      config: { scope: 'marketdata:read', isStream: true },
      exposeHeadRoute: false,
      schema: {
        tags: ['Market data'],
        operationId: 'streamMarketData',
        summary: 'Live market data as server-sent events',
        description:
          'Begins with the present state of every symbol, then tells what changes, at most every 50 ms a symbol; a client that reads slowly ' +
          'gets the newest state of each symbol and loses none of them. Nothing is kept for a client that is away: a new stream begins anew, ' +
          'whatever its Last-Event-ID says. Who takes nothing for 30 seconds, or leaves 1 MiB unread, is sent `event: overflow` and cut. ' +
          'A reset of the sandbox ends the stream with `event: reset`. The stream ends within a second when its key is revoked or past its end. ' +
          '400 INVALID_SYMBOL, SYMBOLS_REQUIRED, TOO_MANY_SYMBOLS. 429 RATE_LIMIT_EXCEEDED: too many open streams.',
        querystring: streamQuery,
        response: { 200: streamAnswer },
      },
    },
    (request, reply) => {
      const { market } = partnerOf(request).partner
      const instruments = wantedInstruments(view, request.query.symbols)
      const channels = wantedChannels(request.query.channels)
      const stream = streams.open(request, reply)
      const reader = new MarketDataReader({ publisher, stream, market, instruments, channels })
      // what is shown can't be taken back by a crash
      sequencer.whenDurable(() => reader.begin())
    },
  )

  done()
}
