import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { MarketDataPublisher } from '../../../src/delivery/market-data/publisher.ts'
import { EventStream } from '../../../src/http/event-stream/event-stream.ts'
import { MarketDataReader } from '../../../src/http/resources/marketdata-stream/market-data-reader.ts'
import { openVenue } from '../../engine/engine-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'

const [AAPL, MSFT] = [0, 1]

test('a stream tells nothing before its beginning is durable, also where what others have listened to is earlier', () => {
  const venue = openVenue()
  const clock = new ManualClock()
  const held: (() => void)[] = []
  const publisher = new MarketDataPublisher({ view: venue.state, clock, whenDurable: (done) => held.push(done) })
  publisher.subscribe({ market: 0, instruments: [AAPL], levels: 1, auctions: false, onReady: () => undefined })
  const lots = 1_000_000_000
  const quote = { bidTicks: 1_000_000, askTicks: 2_000_000, bidLots: lots, askLots: lots }
  const { events } = venue.execute({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote })
  publisher.onDurable({ position: 1, sealedAt: clock.epochMs(), events, sessions: [] })
  clock.advance(0)

  const socket = new Socket()
  onTestFinished(() => void socket.destroy())
  const response = new ServerResponse(new IncomingMessage(socket))
  const stream = new EventStream({ response, headers: {}, now: () => clock.epochMs(), onOverflow: () => expect.unreachable() })
  const reader = new MarketDataReader({ publisher, stream, market: 0, instruments: [AAPL, MSFT], channels: new Set(['quote']) })
  held.splice(0).forEach((release) => release())
  expect(stream.lastId).toBe(0)
  reader.begin()
  expect(stream.lastId).toBe(2)
})
