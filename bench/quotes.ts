import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from './figure.ts'
import { type BenchGateway, startGateway } from './gateway.ts'
import { type Load, load, type LoadResult } from './load.ts'

const SYMBOLS = 1_000
const WANTED = 10_000
/** quotes of one request */
const LIST = 500

/**
 * What quotes cost the order path: one session as fast as it goes (window 1000), and 20,000 orders/s offered, each without quotes and with
 * 10,000 quotes a second coming in over REST for 1,000 symbols, the traded one among them.
 */
export async function benchQuotes(scale: number): Promise<readonly Figure[]> {
  const question = 'Orders while 10,000 quotes a second come in over REST'
  const full = { window: 1_000, orders: Math.round(400_000 * scale) }
  const offered = { window: 20_000, orders: Math.round(200_000 * scale), rate: 20_000 }
  const alone = await measure(full, false)
  const quoted = await measure(full, true)
  const calm = await measure(offered, false)
  const busy = await measure(offered, true)
  return [
    { question, what: 'no quotes, as fast as it goes', value: alone.result.orders_per_s, unit: 'orders/s', better: 'more' },
    {
      question,
      what: 'with quotes, as fast as it goes',
      value: quoted.result.orders_per_s,
      unit: 'orders/s',
      better: 'more',
      bar: 0.8 * alone.result.orders_per_s,
    },
    { question, what: 'quotes taken meanwhile', value: quoted.quotesPerSecond, unit: 'quotes/s', better: 'more' },
    { question, what: 'no quotes, 20,000 orders/s offered, p99', value: calm.result.ack_us.p99, unit: 'µs', better: 'less' },
    {
      question,
      what: 'with quotes, 20,000 orders/s offered, p99',
      value: busy.result.ack_us.p99,
      unit: 'µs',
      better: 'less',
    },
  ]
}

async function measure(run: Load, quoting: boolean): Promise<{ readonly result: LoadResult; readonly quotesPerSecond: number }> {
  const gateway = await startGateway()
  const feed = new QuoteFeed(gateway)
  try {
    const quoted = quoting ? feed.run() : Promise.resolve()
    const result = await load(gateway, { warmup: 20_000, ...run })
    const quotesPerSecond = feed.stop()
    await quoted
    return { result, quotesPerSecond }
  } finally {
    await gateway.stop()
  }
}

/** Lists of quotes at the wanted rate, over one connection; a list that comes late is not made up for. */
class QuoteFeed {
  private readonly gateway: BenchGateway
  private running = true
  private quotes = 0
  private readonly begun = performance.now()

  constructor(gateway: BenchGateway) {
    this.gateway = gateway
  }

  async run(): Promise<void> {
    const headers = { 'x-api-key': this.gateway.apiKey, 'x-api-secret': this.gateway.apiSecret, 'content-type': 'application/json' }
    for (let list = 0; this.running; list++) {
      const due = this.begun + (this.quotes / WANTED) * 1_000
      if (due > performance.now()) await pause(due - performance.now())
      const answer = await fetch(`${this.gateway.baseUrl}/v1/dev/sandbox/quotes`, { method: 'POST', headers, body: listOf(list) })
      if (answer.status !== 200) throw new Error(`bench: quotes were answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      this.quotes += LIST
    }
  }

  /** Quotes a second that were taken. */
  stop(): number {
    this.running = false
    return Math.round(this.quotes / ((performance.now() - this.begun) / 1_000))
  }
}

function listOf(list: number): string {
  const quotes = Array.from({ length: LIST }, (_, index) => {
    const symbol = `BENCH${((list * LIST + index) % SYMBOLS) + 1}`
    const cents = (list * 7 + index) % 100
    return { symbol, bid: (80 + cents / 100).toFixed(2), ask: (120 + cents / 100).toFixed(2), bid_size: '100', ask_size: '100' }
  })
  return JSON.stringify({ quotes })
}
