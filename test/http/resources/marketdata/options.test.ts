import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRIDAY } from '../../../engine/engine-under-test.ts'
import { refusalOf } from '../../../support/rest-client.ts'
import { openRestServer, type RestServer } from '../../../support/rest-server.ts'
import { unreadBytes } from '../../../support/unread-answer.ts'
import { BUILT_IN } from './listed-securities.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer({ instruments: BUILT_IN, rules: { quotes: 'walk' } })
})
afterAll(() => server.close())
beforeEach(() => {
  server.now = FRIDAY
})

const get = (path: string) => server.client.get(`/v1/marketdata/options/${path}`)
const refusal = async (path: string) => refusalOf(await get(path))

describe('expirations', () => {
  test('are listed by date with the days that are left', async () => {
    const { body } = await get('expirations/shw')
    expect(body).toEqual({
      symbol: 'SHW',
      expirations: [
        { date: '2026-11-20', contract_type: 'monthly', days_to_expiration: 0 },
        { date: '2026-12-18', contract_type: 'monthly', days_to_expiration: 28 },
        { date: '2027-01-15', contract_type: 'monthly', days_to_expiration: 56 },
        { date: '2027-02-19', contract_type: 'monthly', days_to_expiration: 91 },
        { date: '2027-03-19', contract_type: 'monthly', days_to_expiration: 119 },
        { date: '2027-04-16', contract_type: 'monthly', days_to_expiration: 147 },
        { date: '2028-01-21', contract_type: 'leaps', days_to_expiration: 427 },
        { date: '2029-01-19', contract_type: 'leaps', days_to_expiration: 791 },
      ],
    })
  })

  test('have the number of their strikes when it is asked for', async () => {
    const { body } = await get('expirations/NVDA?strikes=true')
    for (const { date, strike_count } of body.expirations) {
      expect((await get(`strikes/NVDA?expiration=${date}`)).body.strikes).toHaveLength(strike_count)
    }
    expect((await get('expirations/NVDA?strikes=false')).body.expirations[0]).not.toHaveProperty('strike_count')
  })

  test('end at the close of their day', async () => {
    server.now = Date.parse('2026-11-20T21:00:00Z')
    expect((await get('expirations/SHW')).body.expirations[0].date).toBe('2026-12-18')
    expect(await refusal('chain/SHW?expiration=2026-11-20')).toEqual([400, 'INVALID_EXPIRATION', 'expiration'])
  })
})

describe('a chain', () => {
  test('has a call and a put for each strike, in order of strike', async () => {
    const { body } = await get('chain/BRK.B?expiration=2026-11-27')
    const strikes = (await get('strikes/BRK.B?expiration=2026-11-27')).body.strikes as number[]
    const contract = (type: 'call' | 'put', strike: number) => ({
      contract_symbol: `BRKB261127${type === 'call' ? 'C' : 'P'}${String(strike * 1000).padStart(8, '0')}`,
      underlying_symbol: 'BRK.B',
      expiration: '2026-11-27',
      strike,
      option_type: type,
      contract_size: 100,
      exercise_style: 'american',
      contract_type: 'weekly',
    })
    expect(strikes.length).toBeGreaterThan(8)
    expect(body).toEqual({
      symbol: 'BRK.B',
      expiration: '2026-11-27',
      contracts: strikes.flatMap((strike) => [contract('call', strike), contract('put', strike)]),
    })
  })

  test('stays as it is for a month, and lies around the price', async () => {
    const strikes = async () => (await get('strikes/NVDA?expiration=2027-01-15')).body.strikes as number[]
    const before = await strikes()
    server.now = Date.parse('2026-11-30T20:00:00Z')
    expect(await strikes()).toEqual(before)
    const { last } = (await server.client.get('/v1/marketdata/real-time/NVDA')).body
    expect([before[0]! < last, before.at(-1)! > last]).toEqual([true, true])
  })
})

test('strikes are numbers in order', async () => {
  const { body } = await get('strikes/F?expiration=2026-12-18')
  expect({ ...body, strikes: body.strikes.toSorted((a: number, b: number) => a - b) }).toEqual({
    symbol: 'F',
    expiration: '2026-12-18',
    strikes: body.strikes,
  })
})

describe('a lookup', () => {
  test('has the contracts of each underlying, and names those without options', async () => {
    const { body } = await get('lookup?underlying=shw, BRK.A,AGG,,SHW')
    const { expirations } = (await get('expirations/SHW')).body
    const contracts: unknown[] = []
    for (const { date } of expirations) contracts.push(...(await get(`chain/SHW?expiration=${date}`)).body.contracts)
    expect(body).toEqual({ underlyings: { SHW: contracts }, non_optionable_symbols: ['BRK.A', 'AGG'] })
  })

  test('takes thirty underlyings', async () => {
    const symbols = BUILT_IN.slice(0, 30).map(({ symbol }) => symbol)
    const { status, body } = await get(`lookup?underlying=${symbols.join(',')}`)
    expect([status, Object.keys(body.underlyings)]).toEqual([200, symbols])
  })

  test('is sent as the client takes it', async () => {
    const symbols = BUILT_IN.slice(0, 30).map(({ symbol }) => symbol)
    const path = `/v1/marketdata/options/lookup?underlying=${symbols.join(',')}`
    expect(await unreadBytes(server, path, 'marketdata:read')).toBeLessThan(200_000)
  })

  test.each([
    ['', 'SYMBOLS_REQUIRED', 'underlying'],
    ['?underlying=', 'SYMBOLS_REQUIRED', 'underlying'],
    ['?underlying=,,', 'SYMBOLS_REQUIRED', 'underlying'],
    [
      `?underlying=${BUILT_IN.slice(0, 31)
        .map(({ symbol }) => symbol)
        .join(',')}`,
      'TOO_MANY_SYMBOLS',
      'underlying',
    ],
    ['?underlying=NVDA,ZZZZ', 'INVALID_SYMBOL', 'underlying'],
    ['?underlying=NVDA,*', 'INVALID_SYMBOL', 'underlying'],
    ['?underlying=BRK.A,AGG', 'NON_OPTIONABLE_TICKER', undefined],
    ['?underlying=NVDA&underlying=F', 'VALIDATION_ERROR', 'underlying'],
  ])('lookup%s is refused', async (query, code, field) => {
    expect(await refusal(`lookup${query}`)).toEqual([400, code, field])
  })
})

test.each([
  ['chain/NVDA', 'INVALID_EXPIRATION', 'expiration'],
  ['chain/NVDA?expiration=2026-12-17', 'INVALID_EXPIRATION', 'expiration'],
  ['chain/NVDA?expiration=December', 'INVALID_EXPIRATION', 'expiration'],
  ['strikes/NVDA', 'INVALID_EXPIRATION', 'expiration'],
  ['strikes/NVDA?expiration=2026-02-30', 'INVALID_EXPIRATION', 'expiration'],
  ['chain/BRK.A?expiration=2026-12-18', 'NON_OPTIONABLE_TICKER', undefined],
  ['strikes/WHOLE?expiration=2026-12-18', 'NON_OPTIONABLE_TICKER', undefined],
  ['expirations/AGG', 'NON_OPTIONABLE_TICKER', undefined],
  ['expirations/ZZZZ', 'INVALID_SYMBOL', 'symbol'],
  ['expirations/NVDA?strikes=maybe', 'VALIDATION_ERROR', 'strikes'],
])('%s is refused', async (path, code, field) => {
  expect(await refusal(path)).toEqual([400, code, field])
})
