import autocannon from 'autocannon'
import type { Figure } from './figure.ts'
import { startGateway } from './gateway.ts'

/** REST, keep-alive, 64 connections: durable limit orders that rest, and reads of one order and of balances. */
export async function benchRest(seconds: number): Promise<readonly Figure[]> {
  const gateway = await startGateway()
  try {
    const account = gateway.accounts[0]!.id
    const headers = { 'x-api-key': gateway.apiKey, 'x-api-secret': gateway.apiSecret, 'content-type': 'application/json' }
    const orders = `${gateway.baseUrl}/v1/accounts/${account}/orders`
    const order = (clientOrderId: string): string =>
      JSON.stringify({
        symbol: 'BENCH1',
        side: 'buy',
        order_type: 'limit',
        quantity: '1',
        limit_price: '90.00',
        time_in_force: 'day',
        client_order_id: clientOrderId,
      })
    const placed = await fetch(orders, { method: 'POST', headers, body: order('bench-first') })
    const { id } = (await placed.json()) as { id: string }
    const nextId = clientOrderIds()
    const post = await autocannon({
      url: orders,
      connections: 64,
      duration: seconds,
      method: 'POST',
      headers,
      setupClient: (client) => sendOrders(client, order, nextId),
    })
    if (post.statusCodeStats?.['201']?.count !== post['2xx']) throw new Error('bench: an order was answered as the repeat of another')
    const get = await autocannon({ url: `${orders}/${id}`, connections: 64, duration: seconds, headers })
    const balances = await autocannon({
      url: `${gateway.baseUrl}/v1/accounts/${account}/balances`,
      connections: 64,
      duration: seconds,
      headers,
    })
    return [
      ...figures('POST of an order, durable', post, 15_000),
      ...figures('GET of an order', get, 25_000),
      ...figures('GET of balances', balances, 25_000),
    ]
  } finally {
    await gateway.stop()
  }
}

/** `bench-000000001` and on, all of one length. */
function clientOrderIds(): () => string {
  let count = 0
  return () => `bench-${String(++count).padStart(9, '0')}`
}

/**
 * Every order of a client is the bytes of its first with another id written into them. Built anew, an order takes as much processor time of
 * the load generator as half of what the gateway needs for it, on the same cores.
 */
function sendOrders(client: autocannon.Client, order: (clientOrderId: string) => string, nextId: () => string): void {
  const first = nextId()
  client.setBody(order(first))
  const bytes = (client as autocannon.Client & { getRequestBuffer(): Buffer }).getRequestBuffer()
  const place = bytes.indexOf(first)
  // an answered request has been sent: its bytes are free
  client.on('response', () => bytes.write(nextId(), place, 'latin1'))
}

function figures(what: string, result: autocannon.Result, bar: number): readonly Figure[] {
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`bench: ${what}: ${result.non2xx} refused, ${result.errors} errors`)
  const question = 'REST, 64 connections, keep-alive'
  return [
    { question, what, value: result.requests.average, unit: 'requests/s', better: 'more', bar },
    { question, what: `${what}, p99`, value: result.latency.p99, unit: 'ms', better: 'less' },
  ]
}
