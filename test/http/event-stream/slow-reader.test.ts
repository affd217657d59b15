import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EventStream } from '../../../src/http/event-stream/event-stream.ts'
import { MarketDataReader } from '../../../src/http/resources/marketdata-stream/market-data-reader.ts'
import { CHANNELS } from '../../../src/http/resources/marketdata-stream/stream-request.ts'
import { EventStreamClient } from '../../support/event-stream-client.ts'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'

let listener: Server
let response: ServerResponse
let stream: EventStream
let client: EventStreamClient
let now: number
let overflows: number

beforeEach(async () => {
  now = Date.parse('2026-11-20T15:04:05.123Z')
  overflows = 0
  const opened = new Promise<void>((resolve) => {
    listener = createServer((_, answer) => {
      response = answer
      stream = new EventStream({ response, headers: { 'x-request-id': 'req_1' }, now: () => now, onOverflow: () => overflows++ })
      resolve()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  client = await EventStreamClient.open(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/`, {})
  await opened
})

afterEach(async () => {
  await client.close()
  await new Promise((resolve) => listener.close(resolve))
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function fill(): void {
  stream.send({ id: stream.lastId + 1, event: 'filler', data: JSON.stringify('x'.repeat(60_000)) })
}

/** The client reads no more, and the buffers of the system are full. */
async function stall(): Promise<void> {
  client.pause()
  while (response.writableLength < 300_000) {
    fill()
    for (let turns = 0; turns < 5; turns++) await turn()
  }
}

describe('a client that does not read', () => {
  test('is sent what it had not read and an overflow, once a mebibyte waits for it', async () => {
    await stall()
    while (overflows === 0) fill()
    expect(response.writableLength).toBeLessThan(1024 * 1024 + 100_000)
    const last = stream.lastId
    fill()
    client.resume()
    const heard = await client.nextUntil(({ event }) => event === 'overflow')
    expect(heard.map(({ id }) => id)).toEqual([...Array.from({ length: last }, (_, index) => index + 1), undefined])
    await client.closed
    expect(overflows).toBe(1)
  })

  test('is sent an overflow when it has taken nothing for 30 seconds', async () => {
    await stall()
    now += 29_999
    // what comes meanwhile gives it no longer
    fill()
    stream.tick()
    expect(overflows).toBe(0)
    now += 1
    stream.tick()
    expect(overflows).toBe(1)
    client.resume()
    await client.nextUntil(({ event }) => event === 'overflow')
    await client.closed
  })

  test('is given five seconds for the last words', async () => {
    await stall()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    stream.end()
    vi.advanceTimersByTime(4_999)
    expect(response.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect([response.destroyed, response.writableFinished]).toEqual([true, false])
  })

  test('hears no comment and no heartbeat meanwhile, and goes on when it reads again', async () => {
    await stall()
    const last = stream.lastId
    now += 29_000
    stream.tick()
    const room = new Promise<void>((resolve) => stream.whenRoom(resolve))
    client.resume()
    await room
    now += 1_000
    stream.tick()
    const heard = await client.nextUntil(({ event }) => event === 'heartbeat')
    expect(heard.at(-1)!.data).toEqual({ timestamp: '2026-11-20T15:04:35.123Z', last_sequence: last })
    expect(client.comments).toEqual([': keep-alive'])
  })
})

test('what is sent together, and a sign of life, is with the system at once, and in order: who sends to many sees what it costs', async () => {
  await turn()
  stream.together(() => {
    for (const data of ['1', '2']) stream.send({ id: stream.lastId + 1, event: 'filler', data })
  })
  expect(stream.unreadBytes).toBe(0)
  now += 30_000
  stream.tick()
  expect(stream.unreadBytes).toBe(0)
  const heard = await client.nextUntil(({ event }) => event === 'heartbeat')
  expect(heard.map(({ event, id, data }) => [event, id ?? data.last_sequence])).toEqual([
    ['filler', 1],
    ['filler', 2],
    ['heartbeat', 2],
  ])
})

test('what ends a stream amid what is sent together is the last of it', async () => {
  stream.together(() => {
    stream.send({ id: 1, event: 'filler', data: '1' })
    stream.end('reset')
    stream.send({ id: 2, event: 'filler', data: '2' })
  })
  expect((await client.nextUntil(({ event }) => event === 'reset')).map(({ id }) => id)).toEqual([1, undefined])
  await client.closed
})

describe('when the clock is set back an hour', () => {
  test('signs of life come as often as before', async () => {
    now -= 3_600_000
    stream.tick()
    now += 30_000
    stream.tick()
    const [heartbeat] = await client.nextUntil(({ event }) => event === 'heartbeat')
    expect(heartbeat!.data).toEqual({ timestamp: '2026-11-20T14:04:35.123Z', last_sequence: 0 })
    expect(client.comments).toEqual([': keep-alive'])
  })

  test('who has taken nothing for 30 seconds is cut all the same', async () => {
    await stall()
    now += 20_000
    stream.tick()
    now -= 3_600_000
    stream.tick()
    now += 9_999
    stream.tick()
    expect(overflows).toBe(0)
    now += 1
    stream.tick()
    expect(overflows).toBe(1)
  })
})

describe('market data for a client', () => {
  let server: RestServer
  beforeEach(async () => {
    server = await openRestServer()
  })
  afterEach(() => server.close())

  test('is with the system before another is told', async () => {
    await turn()
    new MarketDataReader({ publisher: server.publisher, stream, market: 0, instruments: [0, 1], channels: new Set(CHANNELS) }).begin()
    expect([stream.lastId > 0, stream.unreadBytes]).toEqual([true, 0])
  })

  test('that does not read is the newest of each symbol once it reads again, in sequence, with a count of the trades that it missed', async () => {
    await server.quote('AAPL', '100.00', '150.00')
    const account = await server.account('1000000.00')
    const { publisher } = server
    new MarketDataReader({ publisher, stream, market: 0, instruments: [0], channels: new Set(CHANNELS) }).begin()
    await client.nextOnes(2)
    await stall()
    for (let count = 1; count <= 100; count++) {
      await server.quote('AAPL', `${100 + count}.00`, '250.00')
      await account.order({ side: 'buy', limit_price: '250.00', quantity: '1' })
    }
    client.resume()
    const heard = (await client.nextUntil(({ data }) => data.bid === 200)).filter(({ event }) => event !== 'filler')
    const quotes = heard.filter(({ event }) => event === 'quote')
    const trades = heard.filter(({ event }) => event === 'trade')
    expect(quotes.length).toBeLessThanOrEqual(2)
    expect(trades.length).toBeLessThan(100)
    expect(trades.reduce((sum, { data }) => sum + data.missed, trades.length)).toBe(100)
    expect(trades.at(-1)!.data.trade_id).toBe('100')
    expect(heard.map(({ id }) => id)).toEqual(heard.map((_, index) => heard[0]!.id! + index))
  })
})
