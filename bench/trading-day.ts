import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Figure } from './figure.ts'
import { type BenchGateway, journalReport, startGateway } from './gateway.ts'

const ORDERS = 100

/**
 * How long a trading day of the built-in market takes when the sandbox's clock is moved by a day, everything durable when it is answered:
 * with nothing open, and with 100 open orders spread over all of its securities, whose quotes then move once a minute.
 */
export async function benchTradingDay(): Promise<readonly Figure[]> {
  const gateway = await startGateway('config/bench-market.json')
  try {
    // the first day compiles what the others run
    await advanceOneDay(gateway)
    const idle = await advanceOneDay(gateway)
    await placeOrders(gateway)
    const busy = await advanceOneDay(gateway)
    console.log(`bench: ${busy.events} events in a day with open orders`)
    const question = 'A trading day of the built-in market, by the sandbox clock'
    return [
      { question, what: 'no open orders', value: idle.seconds, unit: 's', better: 'less', bar: 1 },
      {
        question,
        what: `${ORDERS} open orders`,
        value: busy.seconds,
        unit: 's',
        better: 'less',
        bar: 3,
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function advanceOneDay(gateway: BenchGateway): Promise<{ readonly seconds: number; readonly events: number }> {
  const before = (await journalReport(gateway)).position
  const begun = performance.now()
  await post(gateway, '/v1/dev/sandbox/clock', { advance: 'P1D' })
  const seconds = Math.round(performance.now() - begun) / 1_000
  return { seconds, events: (await journalReport(gateway)).position - before }
}

/** Far enough from their symbols' prices to stay open. */
async function placeOrders(gateway: BenchGateway): Promise<void> {
  const symbols = listedSymbols()
  for (let index = 0; index < ORDERS; index++) {
    await post(gateway, `/v1/accounts/${gateway.accounts[0]!.id}/orders`, {
      symbol: symbols[index % symbols.length],
      side: 'buy',
      order_type: 'limit',
      limit_price: '1.00',
      quantity: '10',
      time_in_force: 'gtc',
      client_order_id: `day-${index}`,
    })
  }
}

function listedSymbols(): readonly string[] {
  const file = fileURLToPath(new URL('../config/instruments.json', import.meta.url))
  const listed = JSON.parse(readFileSync(file, 'utf8')) as readonly {
    readonly symbol: string
    readonly tradable: boolean
    readonly walk?: object
  }[]
  return listed.filter(({ tradable, walk }) => tradable && walk !== undefined).map(({ symbol }) => symbol)
}

async function post({ baseUrl, apiKey, apiSecret }: BenchGateway, path: string, body: object): Promise<void> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status >= 300) throw new Error(`bench: ${path} was answered with ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
