import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openRestServer, type RestServer } from '../support/rest-server.ts'

let server: RestServer
afterEach(() => server.close())

/** Enough turns of the event loop for a request that waits for nothing. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await nextTurn()
}

test('nobody is told of an order before it is durable, neither who placed it nor who reads', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  const release = server.holdCommits()
  const told: string[] = []
  const placed = account.order({ side: 'buy', quantity: '1', limit_price: '100.00' }).then((answer) => (told.push('placed'), answer))
  await turns()
  const reads = ['/balances', '/orders', '/positions'].map((path) =>
    server.client.get(`${account.path}${path}`).then((answer) => (told.push(path), answer)),
  )
  await turns()
  expect(told).toEqual([])
  release()
  const { status, body } = await placed
  const [balances, orders] = await Promise.all(reads)
  expect([status, balances!.body.held_for_orders, orders!.body.data]).toEqual([201, '100.00', [body]])
})

test('a read of what is durable waits for nothing', async () => {
  server = await openRestServer()
  const account = await server.account('1000.00')
  await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  const release = server.holdCommits()
  expect((await account.balances())['held_for_orders']).toBe('100.00')
  release()
})

test('orders that come faster than they are committed wait, and all are taken', async () => {
  server = await openRestServer({ maxPendingEvents: 1 })
  const account = await server.account('1000.00')
  const answers = await Promise.all(Array.from({ length: 50 }, () => account.order({ side: 'buy', quantity: '1', limit_price: '1.00' })))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
  expect((await account.balances())['held_for_orders']).toBe('50.00')
})
