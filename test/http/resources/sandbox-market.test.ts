import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOTS_PER_SHARE } from '../../../src/domain/amounts/amounts.ts'
import { moveClock } from '../../../src/http/resources/sandbox/clock/move-clock.ts'
import { readQuoteFile } from '../../../src/http/resources/sandbox/quotes/quote-file.ts'
import { QuoteReplay } from '../../../src/http/resources/sandbox/quotes/quote-replay.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'
import { until } from '../../support/until.ts'

let server: RestServer
beforeEach(async () => {
  server = await openRestServer()
})
afterEach(() => server.close())

const clock = (body: object) => server.client.post('/v1/dev/sandbox/clock', body)
const csv = (text: string, query = '') =>
  server.client.post(`/v1/dev/sandbox/replay${query}`, undefined, { payload: text, headers: { 'content-type': 'text/csv' } })

describe('the clock of the sandbox', () => {
  test('is the real one until it is set, and stands where it is set', async () => {
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toEqual({
      timestamp: '2026-11-20T15:04:05.123Z',
      mode: 'real',
      offset_ms: 0,
      trading_day: '2026-11-20',
      session: 'always_open',
    })
    const frozen = {
      timestamp: '2026-11-23T14:30:00.000Z',
      mode: 'frozen',
      offset_ms: 0,
      trading_day: '2026-11-23',
      session: 'always_open',
    }
    expect((await clock({ set: '2026-11-23T14:30:00Z' })).body).toEqual(frozen)
    server.now += 60_000
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toEqual(frozen)
    // where it stands already is not backwards
    expect((await clock({ set: '2026-11-23T14:30:00Z' })).body).toEqual(frozen)
    expect((await clock({ advance: 'P1DT30M' })).body).toMatchObject({ timestamp: '2026-11-24T15:00:00.000Z', trading_day: '2026-11-24' })
    expect((await clock({ mode: 'real' })).body).toMatchObject({ timestamp: '2026-11-24T15:00:00.000Z', mode: 'real' })
    server.now += 1_000
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({ timestamp: '2026-11-24T15:00:01.000Z' })
  })

  test('stands while that of the machine, which was set back, is behind what has happened', async () => {
    const { path } = await server.account('1000.00')
    server.now -= 3_600_000
    const now = '2026-11-20T15:04:05.123Z'
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({ timestamp: now, mode: 'real', offset_ms: 0 })
    expect((await server.client.get('/v1/marketdata/clock')).body).toMatchObject({ timestamp: now, is_open: true })
    expect((await server.client.get(`${path}/balances`)).body.timestamp).toBe(now)
    expect((await clock({ set: '2026-11-20T15:00:00Z' })).body.error).toMatchObject({ code: 'INVALID_CLOCK', details: { timestamp: now } })
    expect((await clock({ advance: 'PT1H' })).body).toMatchObject({ timestamp: '2026-11-20T16:04:05.123Z', mode: 'frozen' })
  })

  test('settles a sale when it is moved to the next business day', async () => {
    const account = (await server.account('1000.00')).id
    await server.client.post('/v1/dev/sandbox/quotes', { symbol: 'AAPL', bid: '10.00', ask: '10.10' })
    const orders = `/v1/accounts/${account}/orders`
    await server.client.post(orders, { symbol: 'AAPL', side: 'buy', quantity: '10', client_order_id: 'b' })
    await server.client.post(orders, { symbol: 'AAPL', side: 'sell', quantity: '10', client_order_id: 's' })
    const balances = async () => (await server.client.get(`/v1/accounts/${account}/balances`)).body
    expect(await balances()).toMatchObject({ settled_cash: '899.00', unsettled_cash: '100.00' })
    await clock({ advance: 'P3D' })
    expect(await balances()).toMatchObject({ settled_cash: '999.00', unsettled_cash: '0.00', timestamp: '2026-11-23T15:04:05.123Z' })
  })

  test('is moved by one request after the other: each begins where the one before has ended', async () => {
    const account = (await server.account('1000.00')).id
    await server.client.post('/v1/dev/sandbox/volatility', { symbol: 'AAPL', bps_per_step: 0.5 })
    const order = { symbol: 'AAPL', side: 'buy', quantity: '1', order_type: 'limit', limit_price: '1.00', time_in_force: 'gtc' }
    await server.client.post(`/v1/accounts/${account}/orders`, { ...order, client_order_id: 'b' })
    const moved = await Promise.all([clock({ advance: 'P7D' }), clock({ advance: 'P1D' }), clock({ set: '2026-11-29T00:00:00Z' })])
    expect(moved.map(({ body }) => body)).toMatchObject([
      { timestamp: '2026-11-27T15:04:05.123Z' },
      { timestamp: '2026-11-28T15:04:05.123Z' },
      { timestamp: '2026-11-29T00:00:00.000Z' },
    ])
  })

  test.each([
    [{ set: '2026-11-20T15:04:05.122Z' }, 'INVALID_CLOCK', 'set'],
    [{ set: '2099-12-31T00:00:00Z' }, 'INVALID_CLOCK', 'set'],
    [{ set: '2037-01-20T00:00:00Z' }, 'INVALID_CLOCK', 'set'],
    [{ set: 'tomorrow' }, 'VALIDATION_ERROR', 'set'],
    [{ advance: '1 day' }, 'INVALID_CLOCK', 'advance'],
    [{ advance: 'PT' }, 'INVALID_CLOCK', 'advance'],
    [{ advance: 'P99999D' }, 'INVALID_CLOCK', 'advance'],
    [{ mode: 'frozen' }, 'VALIDATION_ERROR', 'mode'],
    [{}, 'VALIDATION_ERROR', undefined],
    [{ advance: 'P1D', mode: 'real' }, 'VALIDATION_ERROR', undefined],
  ])('%j is refused and changes nothing', async (body, code, field) => {
    const answer = await clock(body)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({ mode: 'real', timestamp: '2026-11-20T15:04:05.123Z' })
  })

  test('that was set as far ahead as it goes runs on for years', async () => {
    for (const year of [2036, 2046, 2056, 2066, 2076, 2086]) expect((await clock({ set: `${year}-12-31T23:00:00Z` })).status).toBe(200)
    expect((await clock({ set: '2090-01-01T00:00:00Z' })).body.error).toMatchObject({
      code: 'INVALID_CLOCK',
      message: 'The clock can be moved by ten years at a time, and not beyond 2089: the trading calendar covers 2000 to 2099.',
    })
    expect((await clock({ set: '2089-12-31T23:59:59.999Z' })).status).toBe(200)
    await clock({ mode: 'real' })
    server.now += 3_000 * 86_400_000
    await server.run({ type: 'AdvanceTime' })
    expect((await clock({ mode: 'real' })).body).toMatchObject({ timestamp: '2098-03-19T23:59:59.999Z', trading_day: '2098-03-20' })
  })

  test('is one partner’s own', async () => {
    const stranger = await server.anotherPartner()
    await clock({ advance: 'P10D' })
    expect((await stranger.get('/v1/dev/sandbox/clock')).body).toMatchObject({ mode: 'real', timestamp: '2026-11-20T15:04:05.123Z' })
    const live = await server.anotherPartner('live')
    expect((await live.post('/v1/dev/sandbox/clock', { advance: 'P1D' })).body).toMatchObject({ error: { code: 'SANDBOX_ONLY' } })
  })
})

describe('volatility', () => {
  test('lets a quote walk from where it stands', async () => {
    await server.client.post('/v1/dev/sandbox/quotes', { symbol: 'AAPL', bid: '10.00', ask: '10.10' })
    expect(await server.client.post('/v1/dev/sandbox/volatility', { symbol: 'aapl', bps_per_step: 25.5 })).toMatchObject({
      status: 200,
      body: { symbol: 'AAPL', bps_per_step: 25.5 },
    })
    const state = server.engine.state
    expect(state.quoteAt(0, 0, server.now + 60_000)).not.toEqual(state.quoteAt(0, 0, server.now + 61_000))
  })

  test('takes hundredths of a basis point, those that a floating number has no quotient for too, and nothing finer', async () => {
    for (const bps_per_step of [0.01, 0.29, 2.01, 99.99, 0])
      expect(await server.client.post('/v1/dev/sandbox/volatility', { symbol: 'AAPL', bps_per_step })).toMatchObject({
        status: 200,
        body: { symbol: 'AAPL', bps_per_step },
      })
    for (const bps_per_step of [0.295, 2.0100001, 1e-178]) {
      const { status, body } = await server.client.post('/v1/dev/sandbox/volatility', { symbol: 'AAPL', bps_per_step })
      expect([status, body.error]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', message: 'bps_per_step has at most two decimals.', field: 'bps_per_step' },
      ])
    }
  })

  test.each([
    [{ symbol: 'NOPE', bps_per_step: 1 }, 'INVALID_SYMBOL'],
    [{ symbol: 'AAPL', bps_per_step: -1 }, 'VALIDATION_ERROR'],
    [{ symbol: 'AAPL', bps_per_step: 101 }, 'VALIDATION_ERROR'],
    [{ symbol: 'AAPL' }, 'VALIDATION_ERROR'],
  ])('%j is refused', async (body, code) => {
    const answer = await server.client.post('/v1/dev/sandbox/volatility', body)
    expect([answer.status, answer.body.error.code]).toEqual([400, code])
  })
})

describe('a fill model', () => {
  test('of a symbol fills any size from a small quote', async () => {
    const account = (await server.account('100000.00')).id
    await server.client.post('/v1/dev/sandbox/quotes', { symbol: 'AAPL', bid: '10.00', ask: '10.10', bid_size: '5', ask_size: '5' })
    const model = { model: 'full', symbol: 'AAPL' }
    expect((await server.client.post('/v1/dev/sandbox/fill-models', model)).body).toEqual(model)
    const placed = await server.client.post(`/v1/accounts/${account}/orders`, {
      symbol: 'AAPL',
      side: 'buy',
      quantity: '100',
      client_order_id: 'b',
    })
    expect(placed.body).toMatchObject({ status: 'filled', filled_quantity: '100', average_fill_price: '10.10' })
    const ofAccount = { model: 'displayed', account_id: account.toUpperCase() }
    expect((await server.client.post('/v1/dev/sandbox/fill-models', ofAccount)).body).toEqual({ model: 'displayed', account_id: account })
  })

  test.each([
    [{ model: 'full' }, 'VALIDATION_ERROR', 400],
    [{ model: 'full', symbol: 'NOPE' }, 'INVALID_SYMBOL', 400],
    [{ model: 'full', account_id: 'nobody' }, 'ACCOUNT_NOT_FOUND', 404],
    [{ model: 'participation', symbol: 'AAPL' }, 'VALIDATION_ERROR', 400],
    [{ model: 'full', symbol: 'AAPL', percent: 5 }, 'VALIDATION_ERROR', 400],
    [{ model: 'magic', symbol: 'AAPL' }, 'VALIDATION_ERROR', 400],
    [{ model: 'participation', symbol: 'AAPL', percent: 0.295 }, 'VALIDATION_ERROR', 400],
  ])('%j is refused', async (body, code, status) => {
    const answer = await server.client.post('/v1/dev/sandbox/fill-models', body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test('is told with the symbol as everywhere, however it was written', async () => {
    const { body } = await server.client.post('/v1/dev/sandbox/fill-models', { model: 'participation', symbol: 'aapl', percent: 0.29 })
    expect(body).toEqual({ model: 'participation', symbol: 'AAPL', percent: 0.29 })
    // a floating number has 28.999… hundredths of it
    expect([...server.engine.state.market(0).symbolFills.values()]).toEqual([{ kind: 'participation', basisPoints: 29 }])
  })

  test('of an account of somebody else is refused as that of none', async () => {
    const theirs = await server.account('1000.00', await server.anotherPartner())
    const { status, body } = await server.client.post('/v1/dev/sandbox/fill-models', { model: 'full', account_id: theirs.id })
    expect([status, body.error.code]).toEqual([404, 'ACCOUNT_NOT_FOUND'])
    expect((await server.client.post('/v1/dev/sandbox/fill-models', { model: 'full', account_id: 'nobody' })).body.error.message).toBe(
      body.error.message,
    )
  })

  test('of which several members are wrong is told all of them', async () => {
    const { body } = await server.client.post('/v1/dev/sandbox/fill-models', { model: 'participation' })
    expect(body.error.details.errors.map(({ field }: { field: string }) => field)).toEqual(['symbol', 'percent'])
  })
})

describe('a scenario', () => {
  const order = { symbol: 'AAPL', side: 'buy', quantity: '4', client_order_id: 'x' }

  test('is asked for by a header', async () => {
    const account = (await server.account('100000.00')).id
    const placed = await server.client.post(`/v1/accounts/${account}/orders`, order, {
      headers: { 'x-sandbox-scenario': 'half_then_cancel' },
    })
    expect(placed).toMatchObject({ status: 201, body: { status: 'cancelled', filled_quantity: '2', cancel_reason: 'system' } })
  })

  test('that is not known is refused, and none is there for live partners', async () => {
    const account = (await server.account('100000.00')).id
    const wrong = await server.client.post(`/v1/accounts/${account}/orders`, order, { headers: { 'x-sandbox-scenario': 'explode' } })
    expect([wrong.status, wrong.body.error.code, wrong.body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'X-Sandbox-Scenario'])
  })
})

describe('a replay of quotes', () => {
  test('is read in turns of its own, however many files come at once', async () => {
    let [read, most] = [0, 0]
    const instrumentBySymbol = () => {
      if (read++ === 0) setImmediate(() => (read = 0))
      most = Math.max(most, read)
      return 0
    }
    const file = '2026-11-20T15:04:05.123Z,AAPL,187.10,187.12,1000,1000\n'.repeat(1_000)
    const notBefore = Date.parse('2026-11-20T15:04:05.123Z')
    const view = { instrumentBySymbol, instruments: server.engine.state.instruments }
    const files = await Promise.all(Array.from({ length: 10 }, () => readQuoteFile(view, file, notBefore)))
    expect(files.map(({ length }) => length)).toEqual(Array(10).fill(1_000))
    // what else there is to do comes behind the 500 lines of the next one, at the latest
    expect(most).toBeLessThanOrEqual(1_000)
  })

  const LINES = [
    'timestamp,symbol,bid,ask,bid_size,ask_size',
    '2026-11-20T15:10:00Z,AAPL,10.00,10.10,100,100',
    '2026-11-20T15:11:00Z,msft,20.00,20.10,100,100',
    '2026-11-20T15:12:00Z,AAPL,9.00,9.10,100,100',
  ]

  test('sets them one after the other, the clock going along', async () => {
    const account = (await server.account('1000.00')).id
    await server.client.post(`/v1/accounts/${account}/orders`, {
      symbol: 'AAPL',
      side: 'buy',
      order_type: 'limit',
      limit_price: '9.50',
      quantity: '10',
      client_order_id: 'l',
    })
    expect(await csv(LINES.join('\n'))).toMatchObject({ status: 200, body: { state: 'finished', quotes: 3, done: 3 } })
    const { body } = await server.client.get(`/v1/accounts/${account}/orders?client_order_id=l`)
    expect(body.data[0]).toMatchObject({ status: 'filled', average_fill_price: '9.10', filled_at: '2026-11-20T15:12:00.000Z' })
    expect((await server.client.get('/v1/dev/sandbox/clock')).body).toMatchObject({ timestamp: '2026-11-20T15:12:00.000Z', mode: 'frozen' })
  })

  test('may begin with a mark of the byte order, as spreadsheets write it', async () => {
    expect(await csv(`\ufeff${LINES.join('\r\n')}`)).toMatchObject({ status: 200, body: { state: 'finished', quotes: 3, done: 3 } })
  })

  test('may have a side without quote or size, blank lines, spaces, and a header in capitals', async () => {
    const file = [
      'Timestamp, Symbol, Bid, Ask, Bid_Size, Ask_Size',
      '',
      ' 2026-11-20T15:10:00Z , msft,, 10.10,, 5',
      '2026-11-20T15:10:00Z,MSFT,10,,1,',
      '',
    ]
    const at = Date.parse('2026-11-20T15:10:00Z')
    expect(await readQuoteFile(server.engine.state, file.join('\n'), at)).toEqual([
      { at, symbol: 'MSFT', quote: { bidTicks: 0, askTicks: 101_000, bidLots: 0, askLots: 5 * LOTS_PER_SHARE } },
      { at, symbol: 'MSFT', quote: { bidTicks: 100_000, askTicks: 0, bidLots: LOTS_PER_SHARE, askLots: 0 } },
    ])
  })

  test('leaves room for everything else while its file is read', async () => {
    let turns = 0
    const turn = (): void => {
      turns++
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    const refused = await csv([...Array.from({ length: 19_999 }, () => LINES[1]), 'the end'].join('\n'))
    clearImmediate(next)
    expect([refused.status, refused.body.error.field]).toEqual([400, 'line 20000'])
    expect(turns).toBeGreaterThanOrEqual(40)
  })

  test('at a speed takes its time, can be asked for and stopped', async () => {
    const started = await csv(LINES.join('\r\n'), '?speed=0.001')
    expect([started.status, started.body.state]).toEqual([202, 'running'])
    expect((await csv(LINES.join('\n'))).body).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
    expect((await server.client.delete('/v1/dev/sandbox/replay')).status).toBe(204)
    expect((await server.client.get('/v1/dev/sandbox/replay')).body).toMatchObject({ state: 'stopped', quotes: 3 })
  })

  test('at no speed is refused, and the next one is not held up by it', async () => {
    const before = (await server.client.get('/v1/dev/sandbox/replay')).body
    expect(await csv(LINES.join('\n'), '?speed=0')).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', field: 'speed' } },
    })
    expect((await server.client.get('/v1/dev/sandbox/replay')).body).toEqual(before)
    expect(await csv(LINES.join('\n'))).toMatchObject({ status: 200, body: { state: 'finished', quotes: 3, done: 3 } })
  })

  test('that the clock has overtaken is refused, and the next one is not held up by it', async () => {
    const line = '2026-11-20T15:10:00Z,AAPL,10.00,10.10,100,100'
    const [overtaken, moved] = await Promise.all([
      csv(Array.from({ length: 300 }, () => line).join('\n')),
      server.client.post('/v1/dev/sandbox/clock', { advance: 'P1D' }),
    ])
    expect([overtaken.status, overtaken.body.error.code, moved.status]).toEqual([400, 'INVALID_CLOCK', 200])
    expect((await server.client.get('/v1/dev/sandbox/replay')).body).toMatchObject({ state: 'stopped', quotes: 300 })
    expect(await csv('2026-11-22T15:10:00Z,AAPL,10.00,10.10,100,100')).toMatchObject({ status: 200, body: { state: 'finished' } })
  })

  test('sets a quote of years ahead when the clock has arrived there, and none where it is stopped on the way', async () => {
    const line = (timestamp: string): string => `${timestamp},AAPL,10.00,10.10,100,100`
    const before = server.sequencer.nextPosition
    expect((await csv(line('2027-11-20T15:10:00Z'))).body).toEqual({ state: 'finished', quotes: 1, done: 1 })
    const reader = new JournalReader(server.directory)
    const events = reader.batches(before, { batches: 10_000, bytes: 1e8 }).flatMap((batch) => batch.events)
    reader.close()
    expect(events.filter(({ type }) => type === 'QuoteMoved').map(({ at }) => at)).toEqual([Date.parse('2027-11-20T15:10:00Z')])

    const standsAt = (): number => server.engine.state.market(0).clock.frozenAt
    const stopping = csv(line('2037-11-20T15:10:00Z'))
    await until(() => standsAt() > Date.parse('2027-11-20T15:10:00Z'))
    await server.client.delete('/v1/dev/sandbox/replay')
    expect((await stopping).body).toEqual({ state: 'stopped', quotes: 1, done: 0 })
    expect(standsAt()).toBeLessThan(Date.parse('2037-11-20T15:10:00Z'))
  })

  test('moves the clock once for all quotes of a moment', async () => {
    const before = server.sequencer.nextPosition
    expect((await csv([1, 2, 3].map(() => LINES[1]).join('\n'))).body).toMatchObject({ state: 'finished', done: 3 })
    // ClockSet, then QuoteMoved three times
    expect(server.sequencer.nextPosition - before).toBe(4)
  })

  test('that the clock overtakes while too much waits for its commit ends nothing', async () => {
    await server.close()
    const busy = (server = await openRestServer({ maxPendingEvents: 1 }))
    await busy.client.post('/v1/dev/sandbox/clock', { set: '2026-11-20T15:10:00Z' })
    const { sequencer, engine } = busy
    const market = 0
    const at = Date.parse('2026-11-20T15:10:00Z')
    const quote = {
      ...engine.state.book(market, 0).quote,
      bidTicks: 100_000,
      askTicks: 101_000,
      bidLots: LOTS_PER_SHARE,
      askLots: LOTS_PER_SHARE,
    }
    const waiting = [1, 2].map(() => sequencer.run({ type: 'MoveQuote', market, symbol: 'AAPL', quote }))
    expect(sequencer.congested).toBe(true)
    const overtaking = moveClock(sequencer, { market, to: at + 3_600_000, isOver: () => false })
    const replay = new QuoteReplay({
      sequencer,
      market,
      quotes: [{ at, symbol: 'AAPL', quote }],
      clockAt: () => engine.state.market(market).clock.frozenAt,
      isReset: () => false,
    })
    await Promise.all([...waiting, overtaking, replay.play()])
    expect(replay.progress).toEqual({ state: 'finished', quotes: 1, done: 1 })
  })

  test.each([
    ['2026-11-20T15:10:00Z,AAPL,10.00,10.10,100', 'VALIDATION_ERROR', 'line 2'],
    ['yesterday,AAPL,10.00,10.10,100,100', 'VALIDATION_ERROR', 'line 2'],
    ['2026-11-20T15:10:00Z,NOPE,10.00,10.10,100,100', 'INVALID_SYMBOL', 'line 2'],
    ['2026-11-20T15:10:00Z,AAPL,10.20,10.10,100,100', 'INVALID_QUOTE', 'line 2'],
    ['2026-11-20T15:10:00Z,AAPL,10.00,10.10,-5,100', 'INVALID_QUOTE', 'line 2'],
    ['2026-11-20T15:10:00Z,AAPL,10.00,1000000.01,100,100', 'INVALID_QUOTE', 'line 2'],
    ['2026-11-20T15:10:00Z,AAPL,1e3,10.10,5,100', 'INVALID_QUOTE', 'line 2'],
    ['2026-11-20T15:10:00Z,WHOLE,10.00,10.10,100,0.5', 'INVALID_QUOTE', 'line 2'],
    ['2026-11-20T15:00:00Z,AAPL,10.00,10.10,100,100', 'INVALID_CLOCK', 'line 2'],
    // every day on the way would be gone through, and the calendar has an end
    ['2046-11-20T15:00:00Z,AAPL,10.00,10.10,100,100', 'INVALID_CLOCK', 'line 2'],
    ['2150-11-20T15:00:00Z,AAPL,10.00,10.10,100,100', 'INVALID_CLOCK', 'line 2'],
  ])('with the line %s is refused whole', async (line, code, field) => {
    const before = server.engine.state.book(0, 0).quote
    const answer = await csv([LINES[0], line].join('\n'))
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, code, field])
    expect(server.engine.state.book(0, 0).quote).toEqual(before)
    expect((await csv('')).body).toMatchObject({ error: { code: 'VALIDATION_ERROR' } })
  })
})
