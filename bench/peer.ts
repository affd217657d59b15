import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { OrderBook, Side } from 'nodejs-order-book'
import { enginePace, queueCancelMicros } from './engine.ts'
import type { Figure } from './figure.ts'
import { crossingFlow, deepQueue, mixedFlow, type Step } from './flow.ts'
import { figuresOfProcess, runOwnProcess } from './own-process.ts'

/**
 * The engine beside a book that newcomers to Node pick, `nodejs-order-book`, on the same seeded flows in one process. Ours checks, holds
 * money, mints ids and makes an event of everything that happens; the other one has a book alone, with floating prices and sizes.
 */
function benchPeer(steps: number): readonly Figure[] {
  const question = 'The engine beside nodejs-order-book, the same flow'
  const figures: Figure[] = []
  for (const [what, flow] of [
    ['crossing orders', crossingFlow(steps)],
    ['mixed flow 60/30/10', mixedFlow(steps, 50)],
    ['the same, cancels deep in long queues', mixedFlow(Math.round(steps / 10), 2)],
  ] as const) {
    // compiles what is measured
    enginePace(flow.slice(0, WARM_UP))
    peerPace(flow.slice(0, WARM_UP))
    const ours = enginePace(flow)
    const theirs = peerPace(flow)
    figures.push(
      { question, what: `${what}: nodejs-order-book`, value: theirs, unit: 'commands/s', better: 'more' },
      { question, what: `${what}: Fillgate's engine`, value: ours, unit: 'commands/s', better: 'more' },
      { question, what: `${what}: how many times as fast`, value: ours / theirs, unit: '×', better: 'more' },
    )
  }
  const [theirs, ours] = [peerCancelMicros(20_000), queueCancelMicros(20_000)]
  return [
    ...figures,
    { question, what: 'a cancel in a queue of 20,000: nodejs-order-book', value: theirs, unit: 'µs', better: 'less' },
    { question, what: "a cancel in a queue of 20,000: Fillgate's engine", value: ours, unit: 'µs', better: 'less' },
  ]
}

/** of a flow, at most: the other book takes 50 milliseconds to 3 seconds for them */
const WARM_UP = 50_000

function peerPace(steps: readonly Step[]): number {
  const book = new OrderBook()
  const begun = performance.now()
  for (const step of steps) give(book, step)
  return steps.length / ((performance.now() - begun) / 1_000)
}

function peerCancelMicros(length: number): number {
  const book = new OrderBook()
  const { orders, cancels } = deepQueue(length)
  for (const step of orders) give(book, step)
  const begun = performance.now()
  for (const step of cancels) give(book, step)
  return ((performance.now() - begun) * 1_000) / cancels.length
}

function give(book: OrderBook, step: Step): void {
  if (step.kind === 'cancel') book.cancel(step.id)
  else book.limit({ id: step.id, side: step.isBuy ? Side.BUY : Side.SELL, size: 100, price: step.limitTicks })
}

const PROGRAM = 'bench/peer.ts'

/** `benchPeer` in a process of its own. */
export const peerFigures = (steps: number): Promise<readonly Figure[]> => figuresOfProcess(PROGRAM, steps)

if (process.argv[1] === fileURLToPath(import.meta.url)) await runOwnProcess(PROGRAM, 500_000, benchPeer)
