import autocannon from 'autocannon'
import { startGateway } from './gateway.ts'

export interface RestRow {
  readonly what: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** REST, keep-alive, 64 connections: durable limit orders that rest, and reads of one order and of balances. */
export async function benchRest(seconds: number): Promise<readonly RestRow[]> {
  const gateway = await startGateway()
  try {
    const account = gateway.accounts[0]!.id
    const headers = { 'x-api-key': gateway.apiKey, 'x-api-secret': gateway.apiSecret, 'content-type': 'application/json' }
    const orders = `${gateway.baseUrl}/v1/accounts/${account}/orders`
    const order = (id: string): string =>
      JSON.stringify({
        symbol: 'BENCH1',
        side: 'buy',
        order_type: 'limit',
        quantity: '1',
        limit_price: '90.00',
        time_in_force: 'day',
        client_order_id: id,
      })
    const placed = await fetch(orders, { method: 'POST', headers, body: order('bench-first') })
    const { id } = (await placed.json()) as { id: string }
    let count = 0
    const post = await autocannon({
      url: orders,
      connections: 64,
      duration: seconds,
      method: 'POST',
      headers,
      setupClient: (client) => client.setBody(order(`bench-${count++}`)),
      requests: [{ setupRequest: (request) => ({ ...request, body: order(`bench-${count++}`) }) }],
    })
    const get = await autocannon({ url: `${orders}/${id}`, connections: 64, duration: seconds, headers })
    const balances = await autocannon({
      url: `${gateway.baseUrl}/v1/accounts/${account}/balances`,
      connections: 64,
      duration: seconds,
      headers,
    })
    return [row('POST order', post), row('GET order', get), row('GET balances', balances)]
  } finally {
    await gateway.stop()
  }
}

function row(what: string, result: autocannon.Result): RestRow {
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`bench: ${what}: ${result.non2xx} refused, ${result.errors} errors`)
  return { what, perSecond: Math.round(result.requests.average), p50: result.latency.p50, p99: result.latency.p99 }
}
