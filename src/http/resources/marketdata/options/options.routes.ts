import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { tradeDate } from '../../../../domain/time/trade-date.ts'
import type { Expiration } from '../../../../market/option-listings.ts'
import { ApiError } from '../../../answers/errors.ts'
import { ownTurn } from '../../../../own-turn.ts'
import { inPieces } from '../../../answers/pieces.ts'
import { whenDurable } from '../../../gateway.ts'
import { pathParameters } from '../../../schema/request-values.ts'
import { dayOf } from '../prices/date-range.ts'
import { livePrice, type Venue, venueOf } from '../prices/live-prices.ts'
import type { MarketDataParts } from '../market-data-parts.ts'
import { type NamedSecurity, securityNamed, symbolOf } from '../named-security.ts'
import { dollars } from '../numbers.ts'
import {
  chainAnswer,
  expirationQuery,
  expirationsAnswer,
  expirationsQuery,
  lookupAnswer,
  lookupQuery,
  MOST_UNDERLYINGS,
  strikesAnswer,
} from './option.schema.ts'
import { refuseCount } from '../symbol-count.ts'

/** Which options are listed, without quotes: docs/api-contract.md section 8. Options are not traded here. */
export const optionsRoutes: FastifyPluginCallbackTypebox<MarketDataParts> = (app, parts, done) => {
  const { view, sequencer, marketData, now } = parts
  const tags = ['Options']
  const config = { scope: 'marketdata:read' } as const
  const params = pathParameters('symbol')
  const path = '/v1/marketdata/options'
  const ofSymbol = '400 INVALID_SYMBOL: malformed or not listed. 400 NON_OPTIONABLE_TICKER: no options are listed on it.'
  const ofExpiration = `${ofSymbol} 400 INVALID_EXPIRATION: missing, malformed or not one of the expirations.`

  const underlyingOf = (ticker: string, request: FastifyRequest): Underlying => {
    const security = securityNamed(parts, ticker)
    const found = underlying(security, venueOf(view, request, now()))
    if (found === undefined) throw notOptionable(`There are no options on ${security.symbol}.`)
    return found
  }

  const underlying = (security: NamedSecurity, venue: Venue): Underlying | undefined => {
    const expirations = marketData.expirations(security.symbol, venue.at)
    if (expirations === undefined) return undefined
    const { walk, previousCloseTicks } = livePrice(parts, venue, security.instrument)
    const referenceTicks = walk === undefined ? previousCloseTicks : marketData.optionReferenceTicks(walk, venue.at)
    return { symbol: security.symbol, expirations, referenceTicks, today: marketData.hours.dayAt(venue.at) }
  }

  const contracts = ({ symbol, referenceTicks }: Underlying, expiration: Expiration) =>
    marketData.optionContracts(symbol, expiration, referenceTicks).map((contract) => ({
      contract_symbol: contract.symbol,
      underlying_symbol: symbol,
      expiration: tradeDate(expiration.day),
      strike: dollars(contract.strikeTicks),
      option_type: contract.type,
      contract_size: 100,
      exercise_style: 'american',
      contract_type: expiration.contractType,
    }))

  app.get(
    `${path}/chain/:symbol`,
    {
      config,
      schema: {
        tags,
        operationId: 'getOptionChain',
        summary: 'The contracts of an expiration',
        description: ofExpiration,
        params,
        querystring: expirationQuery,
        response: { 200: chainAnswer },
      },
    },
    (request) => {
      const found = underlyingOf(request.params.symbol, request)
      const expiration = listedExpiration(found, request.query.expiration)
      return whenDurable(sequencer, {
        symbol: found.symbol,
        expiration: tradeDate(expiration.day),
        contracts: contracts(found, expiration),
      })
    },
  )

  app.get(
    `${path}/expirations/:symbol`,
    {
      config,
      schema: {
        tags,
        operationId: 'listOptionExpirations',
        summary: 'When options expire',
        description: `Fridays, and the Thursday where a Friday is a holiday. 400 VALIDATION_ERROR. ${ofSymbol}`,
        params,
        querystring: expirationsQuery,
        response: { 200: expirationsAnswer },
      },
    },
    (request) => {
      const found = underlyingOf(request.params.symbol, request)
      const expirations = found.expirations.map((expiration) => ({
        date: tradeDate(expiration.day),
        contract_type: expiration.contractType,
        days_to_expiration: expiration.day - found.today,
        ...(request.query.strikes === true && { strike_count: marketData.strikes(expiration, found.referenceTicks).length }),
      }))
      return whenDurable(sequencer, { symbol: found.symbol, expirations })
    },
  )

  app.get(
    `${path}/strikes/:symbol`,
    {
      config,
      schema: {
        tags,
        operationId: 'listOptionStrikes',
        summary: 'The strikes of an expiration',
        description: ofExpiration,
        params,
        querystring: expirationQuery,
        response: { 200: strikesAnswer },
      },
    },
    (request) => {
      const found = underlyingOf(request.params.symbol, request)
      const expiration = listedExpiration(found, request.query.expiration)
      const strikes = marketData.strikes(expiration, found.referenceTicks).map(dollars)
      return whenDurable(sequencer, { symbol: found.symbol, expiration: tradeDate(expiration.day), strikes })
    },
  )

  app.get(
    `${path}/lookup`,
    {
      config,
      schema: {
        tags,
        operationId: 'lookUpOptions',
        summary: 'All contracts of some underlyings',
        description:
          `400 SYMBOLS_REQUIRED: none is named. 400 TOO_MANY_SYMBOLS: more than ${MOST_UNDERLYINGS}. 400 INVALID_SYMBOL: one is malformed or not ` +
          'listed. 400 NON_OPTIONABLE_TICKER: there are no options on any of them.',
        querystring: lookupQuery,
        response: { 200: lookupAnswer },
      },
    },
    async (request, reply) => {
      const named = [
        ...new Set(
          request.query.underlying.split(',').flatMap((part) => (part.trim() === '' ? [] : [symbolOf(part.trim(), 'underlying')])),
        ),
      ]
      refuseCount(named.length, MOST_UNDERLYINGS, 'underlying')
      const venue = venueOf(view, request, now())
      const securities = named.map((ticker) => securityNamed(parts, ticker, 'underlying'))
      const found = securities.flatMap((security) => underlying(security, venue) ?? [])
      if (found.length === 0) throw notOptionable('There are no options on any of these symbols.')
      const optionable = new Set(found.map(({ symbol }) => symbol))
      const texts: string[] = []
      for (const one of found) {
        // hundreds of contracts an underlying: orders are not kept waiting for all of them
        await ownTurn()
        const all = one.expirations.flatMap((expiration) => contracts(one, expiration))
        texts.push(`${JSON.stringify(one.symbol)}:${JSON.stringify(all)}`)
      }
      const others = securities.flatMap(({ symbol }) => (optionable.has(symbol) ? [] : [symbol]))
      const body = Buffer.from(`{"underlyings":{${texts.join(',')}},"non_optionable_symbols":${JSON.stringify(others)}}`)
      await whenDurable(sequencer, body)
      // four megabytes where thirty are named
      return reply
        .type('application/json; charset=utf-8')
        .header('content-length', body.length)
        .send(inPieces(body) as never)
    },
  )

  done()
}

/** A security on which options are listed, at a moment. */
interface Underlying {
  readonly symbol: string
  readonly expirations: readonly Expiration[]
  /** what strikes are laid around */
  readonly referenceTicks: number
  /** days since 1970-01-01 */
  readonly today: number
}

function listedExpiration({ symbol, expirations }: Underlying, date: string): Expiration {
  const day = dayOf(date)
  const listed = expirations.find((expiration) => expiration.day === day)
  if (listed === undefined)
    throw new ApiError('INVALID_EXPIRATION', `${symbol} has no options that expire on ${date}.`, { field: 'expiration' })
  return listed
}

function notOptionable(message: string): ApiError {
  return new ApiError('NON_OPTIONABLE_TICKER', message)
}
