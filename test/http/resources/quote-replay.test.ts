import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LOTS_PER_SHARE } from '../../../src/domain/amounts/amounts.ts'
import type { Gateway } from '../../../src/http/gateway.ts'
import { QuoteReplay } from '../../../src/http/resources/sandbox/quotes/quote-replay.ts'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'
import { until } from '../../support/until.ts'

const MARKET = 0
const FIRST = Date.parse('2026-11-20T15:10:00Z')
const THIRTY_DAYS_S = 30 * 86_400
const QUOTE = { bidTicks: 100_000, askTicks: 101_000, bidLots: LOTS_PER_SHARE, askLots: LOTS_PER_SHARE }

let server: RestServer
let isReset: boolean
beforeEach(async () => {
  isReset = false
  server = await openRestServer()
})
afterEach(() => server.close())

/** Quotes so many seconds behind the first moment. */
const replayOf = (seconds: readonly number[], sequencer: Gateway['sequencer'] = server.sequencer): QuoteReplay =>
  new QuoteReplay({
    sequencer,
    market: MARKET,
    quotes: seconds.map((second) => ({ at: FIRST + second * 1_000, symbol: 'AAPL', quote: QUOTE })),
    clockAt: () => server.engine.state.market(MARKET).clock.frozenAt,
    isReset: () => isReset,
  })

/** From here on waits are over when the test says so. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** The replay has set so many quotes and waits for the next one. */
const waitsBehind = (replay: QuoteReplay, done: number): Promise<void> =>
  until(() => replay.progress.done === done && vi.getTimerCount() === 1)

test('each quote waits for as long as it came behind the one before it, at the speed that was asked for', async () => {
  holdTimers()
  const replay = replayOf([0, 60, 180])
  const playing = replay.play(60)
  await waitsBehind(replay, 1)
  vi.advanceTimersByTime(999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
  await waitsBehind(replay, 2)
  vi.advanceTimersByTime(1_999)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
  await playing
  expect(replay.progress).toEqual({ state: 'finished', quotes: 3, done: 3 })
  expect(server.engine.state.market(MARKET).clock.frozenAt).toBe(FIRST + 180_000)
})

test('a wait longer than that of a timer, which would be none, goes on behind it', async () => {
  holdTimers()
  const replay = replayOf([0, THIRTY_DAYS_S])
  const playing = replay.play(1)
  await waitsBehind(replay, 1)
  vi.advanceTimersByTime(2 ** 31 - 1)
  await waitsBehind(replay, 1)
  vi.advanceTimersByTime(THIRTY_DAYS_S * 1_000 - 2 ** 31)
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(vi.getTimerCount()).toBe(0)
  await playing
  expect(replay.progress).toEqual({ state: 'finished', quotes: 2, done: 2 })
})

test('one that is stopped waits no longer, and sets nothing more', async () => {
  holdTimers()
  const replay = replayOf([0, THIRTY_DAYS_S])
  const playing = replay.play(1)
  await waitsBehind(replay, 1)
  const before = server.sequencer.nextPosition
  replay.stop()
  await new Promise((resolve) => setImmediate(resolve))
  expect(vi.getTimerCount()).toBe(0)
  await playing
  expect(replay.progress).toEqual({ state: 'stopped', quotes: 2, done: 1 })
  expect(server.sequencer.nextPosition).toBe(before)
})

test('one whose market has begun anew has stopped, and sets nothing there', async () => {
  holdTimers()
  const replay = replayOf([0, 60])
  const playing = replay.play(1)
  await waitsBehind(replay, 1)
  const before = server.sequencer.nextPosition
  isReset = true
  expect(replay.progress).toEqual({ state: 'stopped', quotes: 2, done: 1 })
  vi.advanceTimersByTime(60_000)
  await playing
  expect(replay.progress).toEqual({ state: 'stopped', quotes: 2, done: 1 })
  expect(server.sequencer.nextPosition).toBe(before)
})

test('200 commands at most wait for their commit at a time', async () => {
  const replay = replayOf(Array<number>(450).fill(0))
  const before = server.sequencer.nextPosition
  const playing = replay.play()
  // the move of the clock is the first of them
  expect(server.sequencer.nextPosition - before).toBe(200)
  await playing
  expect(server.sequencer.nextPosition - before).toBe(451)
  expect(replay.progress).toEqual({ state: 'finished', quotes: 450, done: 450 })
})

test('what fails during a wait is told when that is over, and ends no process before', async () => {
  const unheard: unknown[] = []
  const hear = (reason: unknown): void => void unheard.push(reason)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  await server.client.post('/v1/dev/sandbox/clock', { set: '2026-11-20T15:10:00Z' })
  holdTimers()
  const failure = new Error('the disk is full')
  const failing: Gateway['sequencer'] = Object.create(server.sequencer, { run: { value: () => Promise.reject(failure) } })
  const replay = replayOf([0, 60], failing)
  const playing = replay.play(1)
  await waitsBehind(replay, 0)
  // rejections without a hearer are told behind the microtasks
  await new Promise((resolve) => setImmediate(resolve))
  replay.stop()
  await expect(playing).rejects.toBe(failure)
  expect(unheard).toEqual([])
  expect(replay.progress).toEqual({ state: 'stopped', quotes: 2, done: 0 })
})
