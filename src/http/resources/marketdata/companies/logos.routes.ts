import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { ApiError } from '../../../answers/errors.ts'
import { pathParameters } from '../../../schema/request-values.ts'
import { logoImage, logoSchema } from './company.schema.ts'
import { LOGO_SIZE, monogram } from './logo.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { securityNamed } from '../named-security.ts'

/** Logos: generated monograms, which the gateway serves itself. */
export const logosRoutes: FastifyPluginCallbackTypebox<MarketDataParts> = (app, parts, done) => {
  const { marketData } = parts
  const tags = ['Market data']

  app.get(
    '/v1/marketdata/logos/:symbol',
    {
      config: { scope: 'marketdata:read' },
      schema: {
        tags,
        operationId: 'getLogo',
        summary: 'Where the logo is',
        description: 'A generated monogram. 400 INVALID_SYMBOL. 404 LOGO_NOT_AVAILABLE: no logo is on file.',
        params: pathParameters('symbol'),
        response: { 200: logoSchema },
      },
    },
    (request) => {
      const { symbol, data } = securityNamed(parts, request.params.symbol)
      if (data === undefined || data.logo === null) throw notAvailable()
      // HTTP/1.0 knows no Host
      const host = request.host === '' ? 'localhost' : request.host
      return { symbol, logo_url: `${request.protocol}://${host}/logos/${symbol}.svg`, width: LOGO_SIZE, height: LOGO_SIZE }
    },
  )

  app.get(
    '/logos/:file',
    {
      config: { scope: 'open' },
      schema: {
        tags,
        operationId: 'getLogoImage',
        summary: 'The logo itself',
        description: 'An image for web pages, without a credential: AAPL.svg. 404 LOGO_NOT_AVAILABLE.',
        params: pathParameters('file'),
        response: { 200: logoImage },
      },
    },
    (request, reply) => {
      const { file } = request.params
      const symbol = file.endsWith('.svg') ? file.slice(0, -'.svg'.length) : ''
      const colour = marketData.security(symbol)?.logo
      if (colour === undefined || colour === null) throw notAvailable()
      void reply
        .type('image/svg+xml')
        .header('cache-control', 'public, max-age=86400')
        .header('content-security-policy', "default-src 'none'")
      return monogram(symbol, colour)
    },
  )

  done()
}

function notAvailable(): ApiError {
  return new ApiError('LOGO_NOT_AVAILABLE', 'There is no logo on file.')
}
