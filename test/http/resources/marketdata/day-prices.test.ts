import { expect, test } from 'vitest'
import { openRestServer } from '../../../support/rest-server.ts'
import { BUILT_IN } from './listed-securities.ts'

const MARKET = { instruments: BUILT_IN, rules: { session: 'us_equities', quotes: 'still' } } as const

/** A market whose quotes stand, its clock, and two accounts that trade F with each other. */
async function openMarket() {
  const server = await openRestServer(MARKET)
  const [alice, bob] = [await server.account('100000.00'), await server.account('100000.00')]
  await server.run({
    type: 'GrantHoldings',
    account: server.engine.state.accountById(bob.id)!.index,
    cashCents: 0,
    positions: [{ symbol: 'F', shares: 100, priceTicks: 10_0000 }],
  })
  return {
    server,
    at: async (moment: string) => {
      server.now = Date.parse(moment)
      await server.run({ type: 'AdvanceTime' })
    },
    trade: async (limit: string, time_in_force = 'day') => {
      const order = { symbol: 'F', quantity: '1', limit_price: limit, time_in_force }
      await bob.order({ ...order, side: 'sell' })
      await alice.order({ ...order, side: 'buy' })
    },
    day: async () => {
      const { open, high, low, last } = (await server.client.get('/v1/marketdata/real-time/F')).body
      return { open, high, low, last }
    },
  }
}

test('the trade of the opening auction is one of the day, whatever the quote was before it', async () => {
  const { server, at, trade, day } = await openMarket()
  await at('2026-11-23T13:00:00Z')
  await server.quote('F', '10.00', '12.00')
  await server.quote('F', '10.00', '12.10')
  await trade('10.50', 'opg')
  await at('2026-11-23T14:30:00Z')
  await server.quote('F', '11.80', '12.00')
  expect(await day()).toEqual({ open: 10.63, high: 11.8, low: 10.5, last: 11.8 })
  await at('2026-11-23T16:00:00Z')
  expect(await day()).toEqual({ open: 10.63, high: 11.8, low: 10.5, last: 11.8 })
  await server.close()
})

test('what has traded but was never quoted opens with what it was last traded at', async () => {
  const { server, at, trade, day } = await openMarket()
  await trade('10.50')
  expect(await day()).toEqual({ open: 10.5, high: 10.5, low: 10.5, last: 10.5 })
  await at('2026-11-23T16:00:00Z')
  await server.quote('F', '11.80', '12.00')
  expect(await day()).toEqual({ open: 10.5, high: 11.8, low: 10.5, last: 11.8 })
  await server.close()
})

test.each(['still', 'walk'] as const)(
  'a quote that is put there while the clock stands at the close is none of the day (%s)',
  async (quotes) => {
    const server = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes } })
    const get = async (path: string) => (await server.client.get(`/v1/marketdata/${path}`)).body
    const day = async () => {
      const { open, high, low } = await get('real-time/F')
      return { open, high, low }
    }
    await server.quote('F', '10.00', '10.02')
    await server.client.post('/v1/dev/sandbox/clock', { set: '2026-11-20T21:00:00Z' })
    const closed = await day()
    for (const [bid, ask] of [
      ['20.00', '20.02'],
      ['5.00', '5.02'],
      ['11.00', '11.02'],
    ] as const) {
      await server.quote('F', bid, ask)
      expect(await day()).toEqual(closed)
    }
    await server.client.post('/v1/dev/sandbox/clock', { set: '2026-11-20T21:00:01Z' })
    expect(await day()).toEqual(closed)
    await server.client.post('/v1/dev/sandbox/clock', { set: '2026-11-23T18:00:00Z' })
    expect((await get('historical/F?startDate=2026-11-20&endDate=2026-11-20')).bars).toEqual([expect.objectContaining(closed)])
    await server.close()
  },
)

/** A market whose quotes walk, at a moment behind its close; nobody has asked for F, or traded it. */
async function openEvening(moment: string) {
  const server = await openRestServer({ instruments: BUILT_IN, rules: { session: 'us_equities', quotes: 'walk' } })
  const get = async (path: string) => (await server.client.get(`/v1/marketdata/${path}`)).body
  const setClock = (set: string) => server.client.post('/v1/dev/sandbox/clock', { set })
  await setClock(moment)
  return {
    server,
    buy: async (limit_price: string) => {
      const account = await server.account('100000.00')
      return (await account.order({ symbol: 'F', side: 'buy', quantity: '1', limit_price, extended_hours: true })).body
    },
    day: async () => {
      const { open, high, low } = await get('real-time/F')
      return { open, high, low }
    },
    /** its bar of the day, and the previous close of the next one */
    ended: async () => {
      await setClock('2026-11-23T18:00:00Z')
      const { bars } = await get('historical/F?startDate=2026-11-20&endDate=2026-11-20')
      return { bars, previous: (await get('real-time/F')).previous_close }
    },
  }
}

test.each(['21:00:00', '22:00:00'])(
  'what is quoted by hand for the first time behind the close has closed as it walked (%s)',
  async (time) => {
    const { server, buy, day, ended } = await openEvening(`2026-11-20T${time}Z`)
    const closed = await day()
    await server.quote('F', '9.50', '9.52')
    expect(await day()).toEqual(closed)
    expect(await buy('9.52')).toMatchObject({ status: 'filled', average_fill_price: '9.52' })
    expect(await day()).toEqual(closed)
    expect(await ended()).toEqual({
      bars: [{ date: '2026-11-20', ...closed, close: 9.17, adj_close: 9.17, volume: 71_825_317 }],
      previous: 9.17,
    })
    await server.close()
  },
)

test('a trade that nothing came before is none of the day while the clock stands at the close', async () => {
  const { server, buy } = await openEvening('2026-11-20T21:00:00Z')
  expect(await buy('9.30')).toMatchObject({ status: 'filled' })
  const { state } = server.engine
  expect(state.book(0, state.instrumentBySymbol('F')!).kept).toBeNull()
  await server.close()
})

test('what is traded for the first time behind the close has closed as it walked', async () => {
  const { server, buy, day, ended } = await openEvening('2026-11-20T22:00:00Z')
  const closed = await day()
  expect(await buy('9.50')).toMatchObject({ status: 'filled', average_fill_price: '9.16' })
  expect(await ended()).toEqual({
    bars: [{ date: '2026-11-20', ...closed, close: 9.17, adj_close: 9.17, volume: 71_825_317 }],
    previous: 9.17,
  })
  await server.close()
})
