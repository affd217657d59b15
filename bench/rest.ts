import autocannon from 'autocannon'
import { type Figure, medianOf } from './figure.ts'
import { projected, startGateway } from './gateway.ts'

/** How long each run, and how many of them count. */
export interface RestEffort {
  readonly seconds: number
  readonly runs: number
}

/**
 * REST, keep-alive, 64 connections: durable limit orders that rest, and reads of one order and of balances. The three take turns, behind a
 * turn that does not count.
 */
export async function benchRest({ seconds, runs }: RestEffort): Promise<readonly Figure[]> {
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
    const load = { connections: 64, duration: seconds, headers }
    const turns: Turn[] = []
    for (let turn = 0; turn <= runs; turn++) {
      const post = await autocannon({
        ...load,
        url: orders,
        method: 'POST',
        setupClient: (client) => sendOrders(client, order, nextId),
      })
      refuseErrors(post)
      if (post.statusCodeStats?.['201']?.count !== post['2xx']) throw new Error('bench: an order was answered as the repeat of another')
      // reads by themselves, not beside what the read model has left to do of the orders
      await projected(gateway)
      const get = await autocannon({ ...load, url: `${orders}/${id}` })
      refuseErrors(get)
      const balances = await autocannon({ ...load, url: `${gateway.baseUrl}/v1/accounts/${account}/balances` })
      refuseErrors(balances)
      turns.push({ post, get, balances })
    }
    const counted = turns.slice(1)
    return [
      ...figures(
        'POST of an order, durable',
        counted.map(({ post }) => post),
        15_000,
      ),
      ...figures(
        'GET of an order',
        counted.map(({ get }) => get),
        25_000,
      ),
      ...figures(
        'GET of balances',
        counted.map(({ balances }) => balances),
        25_000,
      ),
    ]
  } finally {
    await gateway.stop()
  }
}

interface Turn {
  readonly post: autocannon.Result
  readonly get: autocannon.Result
  readonly balances: autocannon.Result
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

function refuseErrors({ url, non2xx, errors }: autocannon.Result): void {
  if (non2xx > 0 || errors > 0) throw new Error(`bench: ${url}: ${non2xx} refused, ${errors} errors`)
}

function figures(what: string, results: readonly autocannon.Result[], bar: number): readonly Figure[] {
  const question = 'REST, 64 connections, keep-alive'
  return [
    { question, what, ...medianOf(results.map(({ requests }) => requests.average)), unit: 'requests/s', better: 'more', bar },
    { question, what: `${what}, p99`, ...medianOf(results.map(({ latency }) => latency.p99)), unit: 'ms', better: 'less' },
  ]
}
