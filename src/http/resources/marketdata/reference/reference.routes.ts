import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { Instrument } from '../../../../domain/market/instrument.ts'
import { ApiError } from '../../../answers/errors.ts'
import { whenDurable } from '../../../gateway.ts'
import { decodeCursor, digestOf, encodeCursor, nextUrl } from '../../../requests/paging.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { symbolOf } from '../named-security.ts'
import {
  detailsAnswer,
  detailsBody,
  industriesAnswer,
  MASTER_PAGE,
  masterAnswer,
  masterBody,
  masterQuery,
  MOST_SYMBOLS,
  SECTOR_PAGE,
  sectorAnswer,
  sectorBody,
  sectorsAnswer,
} from './reference.schema.ts'
import { refuseCount } from '../symbol-count.ts'
import { securityView } from './security-view.ts'

/** The security master and its classification: docs/api-contract.md section 8. */
export const referenceRoutes: FastifyPluginCallbackTypebox<MarketDataParts> = (app, parts, done) => {
  const { view, marketData, sequencer } = parts
  const tags = ['Reference data']
  const config = { scope: 'marketdata:read' } as const
  const path = '/v1/marketdata/reference'
  const record = (listed: Instrument) => securityView(listed, marketData.security(listed.symbol))

  app.post(
    `${path}/equity-security-master`,
    {
      config,
      schema: {
        tags,
        operationId: 'searchSecurities',
        summary: 'Search the security master',
        description:
          'By symbol. The next page is asked for with offset, or with next_cursor as cursor. 400 VALIDATION_ERROR, INVALID_CURSOR.',
        body: masterBody,
        querystring: masterQuery,
        response: { 200: masterAnswer },
      },
    },
    (request, reply) => {
      const search = searchOf(request.body)
      const matches = bySymbol(view.instruments).filter((listed) => isWanted(listed, search))
      const page = masterPage(matches, { ...pageOf(request), search }, record)
      const { next_cursor: next } = page.pagination
      if (next !== null) reply.header('link', `<${nextUrl(request.url, next)}>; rel="next"`)
      return whenDurable(sequencer, page)
    },
  )

  app.post(
    `${path}/symbol-details`,
    {
      config,
      // before its members are looked at: to find what is wrong with hundreds of thousands of them takes a second
      preValidation: (request, _reply, next) => {
        const { symbols } = (request.body ?? {}) as { readonly symbols?: unknown }
        if (Array.isArray(symbols) && symbols.length > 0) refuseCount(symbols.length, MOST_SYMBOLS, 'symbols')
        next()
      },
      schema: {
        tags,
        operationId: 'getSecurities',
        summary: 'Securities by symbol',
        description:
          `400 VALIDATION_ERROR. 400 SYMBOLS_REQUIRED: none is named. 400 TOO_MANY_SYMBOLS: more than ${MOST_SYMBOLS}. 400 INVALID_SYMBOL: one is malformed; ` +
          'a well-formed one that is not known is null.',
        body: detailsBody,
        response: { 200: detailsAnswer },
      },
    },
    (request) => {
      const { symbols } = request.body
      refuseCount(symbols.length, MOST_SYMBOLS, 'symbols')
      const details = symbols.map((given, index) => {
        const symbol = symbolOf(given, `symbols.${index}`)
        const instrument = view.instrumentBySymbol(symbol)
        return [symbol, instrument === undefined ? null : record(view.instruments[instrument]!)] as const
      })
      return whenDurable(sequencer, Object.fromEntries(details))
    },
  )

  app.post(
    `${path}/sector-symbols`,
    {
      config: { ...config, answersHeaders: ['X-Total-Count'] },
      schema: {
        tags,
        operationId: 'listSectorSymbols',
        summary: 'Tradable symbols of a sector',
        description:
          'In order of symbol; X-Total-Count has how many there are on all pages. 400 VALIDATION_ERROR. 400 INVALID_SECTOR: not one of the sectors.',
        body: sectorBody,
        response: { 200: sectorAnswer },
      },
    },
    (request, reply) => {
      const { sector: given, limit = SECTOR_PAGE.default, offset = 0 } = request.body
      const sector = sectorNamed(marketData.sectors, given)
      const symbols = bySymbol(view.instruments)
        .filter(({ symbol, tradable }) => tradable && marketData.security(symbol)?.sector === sector)
        .map(({ symbol }) => symbol)
      reply.header('x-total-count', String(symbols.length))
      return whenDurable(sequencer, symbols.slice(offset, offset + limit))
    },
  )

  app.get(
    `${path}/sectors`,
    { config, schema: { tags, operationId: 'listSectors', summary: 'The eleven sectors of the GICS', response: { 200: sectorsAnswer } } },
    () => marketData.sectors.map(({ sector }) => sector),
  )

  app.get(
    `${path}/industries`,
    {
      config,
      schema: { tags, operationId: 'listIndustries', summary: 'The industries of the sectors', response: { 200: industriesAnswer } },
    },
    () => marketData.sectors.flatMap(({ sector, industries }) => industries.map((industry) => ({ industry, sector }))),
  )

  done()
}

type MasterBody = Static<typeof masterBody>

/** What a search means, however it is written. */
interface Search {
  /** in small letters; '' = every security */
  readonly query: string
  /** in small letters; undefined = any */
  readonly exchange: string | undefined
  readonly assetType: MasterBody['asset_type']
}

function searchOf({ query = '', exchange, asset_type }: MasterBody): Search {
  return { query: query.trim().toLowerCase(), exchange: exchange?.toLowerCase(), assetType: asset_type }
}

function isWanted({ symbol, name, exchange, assetClass }: Instrument, wanted: Search): boolean {
  if (!symbol.toLowerCase().startsWith(wanted.query) && !name.toLowerCase().includes(wanted.query)) return false
  if (wanted.exchange !== undefined && exchange.toLowerCase() !== wanted.exchange) return false
  return wanted.assetType === undefined || assetClass === wanted.assetType
}

interface WantedPage {
  readonly limit: number
  readonly cursor: string | undefined
  readonly offset: number | undefined
}

/** The page of the body; or that of a Link, to which the same body is sent again, with its offset. */
function pageOf({ query, body }: { readonly query: Static<typeof masterQuery>; readonly body: MasterBody }): WantedPage {
  const limit = query.limit ?? body.limit ?? MASTER_PAGE.default
  if (query.cursor !== undefined) return { limit, cursor: query.cursor, offset: undefined }
  return { limit, cursor: body.cursor, offset: body.offset }
}

/** A cursor is the symbol behind which the next page begins: it stands when securities are listed in between. */
function masterPage(
  matches: readonly Instrument[],
  { limit, cursor, offset: given, search }: WantedPage & { readonly search: Search },
  record: (listed: Instrument) => ReturnType<typeof securityView>,
) {
  const digest = digestOf('equity-security-master', search)
  if (cursor !== undefined && given !== undefined) {
    throw new ApiError('VALIDATION_ERROR', 'Give cursor or offset, not both.', { field: 'offset' })
  }
  const offset = cursor === undefined ? (given ?? 0) : placeBehind(matches, decodeCursor<string>(cursor, digest).id)
  const page = matches.slice(offset, offset + limit)
  const hasMore = offset + limit < matches.length
  const last = page.at(-1)
  return {
    data: page.map(record),
    pagination: {
      limit,
      offset,
      total: matches.length,
      has_more: hasMore,
      next_cursor: hasMore && last !== undefined ? encodeCursor({ key: 0, id: last.symbol }, digest) : null,
    },
  }
}

function placeBehind(matches: readonly Instrument[], symbol: string): number {
  const place = matches.findIndex((match) => match.symbol > symbol)
  return place < 0 ? matches.length : place
}

function bySymbol(instruments: readonly Instrument[]): Instrument[] {
  return [...instruments].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

/** Other names by which two of the sectors go. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['technology', 'information technology'],
  ['healthcare', 'health care'],
])

function sectorNamed(sectors: readonly { readonly sector: string }[], given: string): string {
  const lower = given.trim().toLowerCase()
  const wanted = ALIASES.get(lower) ?? lower
  const found = sectors.find(({ sector }) => sector.toLowerCase() === wanted)
  if (found === undefined) {
    throw new ApiError('INVALID_SECTOR', `sector must be one of ${sectors.map(({ sector }) => sector).join(', ')}.`, { field: 'sector' })
  }
  return found.sector
}
