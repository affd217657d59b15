import { setTimeout as pause } from 'node:timers/promises'
import { type BenchGateway, startGateway } from './gateway.ts'
import { loadOf } from './order-load.ts'

export interface QuotesRow {
  readonly what: string
  readonly quotesPerSecond: number
  readonly ordersPerSecond: number
  readonly p50: number
  readonly p99: number
}

const SYMBOLS = 1_000
const WANTED = 10_000
/** quotes of one request */
const LIST = 500

/**
 * What quotes cost the order path: one session as fast as it goes (window 1000), and 20,000 orders/s offered, each without quotes and with
 * 10,000 quotes a second coming in over REST for 1,000 symbols, the traded one among them.
 */
export async function benchQuotes(scale: number): Promise<readonly QuotesRow[]> {
  const rows: QuotesRow[] = []
  for (const quoting of [false, true]) {
    rows.push(await measure({ what: 'as fast as it goes', quoting, orders: Math.round(400_000 * scale) }))
    rows.push(await measure({ what: '20,000 orders/s offered', quoting, orders: Math.round(200_000 * scale), rate: 20_000 }))
  }
  return rows
}

async function measure({
  what,
  quoting,
  orders,
  rate,
}: {
  what: string
  quoting: boolean
  orders: number
  rate?: number
}): Promise<QuotesRow> {
  const gateway = await startGateway()
  const feed = new QuoteFeed(gateway)
  try {
    const quoted = quoting ? feed.run() : Promise.resolve()
    const result = await loadOf(gateway, orders, rate)
    const quotesPerSecond = feed.stop()
    await quoted
    return { what, quotesPerSecond, ordersPerSecond: Math.round(result.orders_per_s), p50: result.ack_us.p50, p99: result.ack_us.p99 }
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
