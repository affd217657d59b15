import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'
import { openRestServer, RestServer, type TradingAccount } from '../support/rest-server.ts'

interface Row {
  readonly id: string
}

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account('1000000.00')
  await server.quote('AAPL', '149.90', '150.00')
})
afterAll(() => server.close())

/** Reads a list to its end; before each further page a row is added, also with the time of the rows that are there. */
async function pageDuringInserts(client: RestClient, url: string, insert: (page: number) => Promise<void>): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  for (let page = 0; ; page++) {
    const answer = await client.get(`${url}${url.includes('?') ? '&' : '?'}limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
    const { data, pagination } = answer.body as { data: Row[]; pagination: { next_cursor: string | null } }
    ids.push(...data.map(({ id }) => id))
    cursor = pagination.next_cursor
    // rows that are added in front of what has been read go on for ever in a list that is read oldest first
    if (cursor === null) return ids
    if (page < 8) await insert(page)
  }
}

/** Every row that was there at the beginning stands in the pages, once, in the list's order; no other row twice. */
async function expectWhole(client: RestClient, url: string, insert: (page: number) => Promise<void>): Promise<void> {
  const before = ((await client.get(`${url}${url.includes('?') ? '&' : '?'}limit=100`)).body as { data: Row[] }).data.map(({ id }) => id)
  expect(before.length).toBeGreaterThanOrEqual(7)
  const paged = await pageDuringInserts(client, url, insert)
  expect(paged).toEqual([...new Set(paged)])
  expect(paged.filter((id) => before.includes(id))).toEqual(before)
}

/** every second row comes at the same moment as the one before */
function tick(page: number): void {
  if (page % 2 === 1) server.now += 1000
}

async function trade(page: number): Promise<void> {
  tick(page)
  const { status } = await account.order({ side: 'buy', order_type: 'market', quantity: '1' })
  expect(status).toBe(201)
}

async function move(page: number): Promise<void> {
  tick(page)
  await account.deposit('10.00')
}

async function times(count: number, add: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index++) await add(index)
}

test.each(['created_at:desc', 'created_at:asc', 'updated_at:asc', 'updated_at:desc'])(
  'orders sorted by %s lose and repeat no row while orders are added',
  async (sort) => {
    await times(9, trade)
    await expectWhole(server.client, `${account.path}/orders?sort=${sort}`, trade)
  },
)

test('orders of one state lose and repeat no row while others leave that state', async () => {
  const open: string[] = []
  await times(9, async () => {
    const { body } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    open.push((body as Row).id)
  })
  const seen = await pageDuringInserts(server.client, `${account.path}/orders?status=open&sort=created_at:asc`, async (page) => {
    // what has been read ends, and a new one comes
    await server.client.delete(`${account.path}/orders/${open[page]}`)
    await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
  })
  expect(seen.slice(0, 9)).toEqual(open)
  expect(seen).toEqual([...new Set(seen)])
  await server.client.delete(`${account.path}/orders`)
})

test('executions lose and repeat no row while the order trades on', async () => {
  await server.quote('AAPL', '149.90', '150.00', '1')
  const { body: order } = await account.order({ side: 'buy', quantity: '100', limit_price: '150.00' })
  const fill = async (page: number): Promise<void> => {
    tick(page)
    await server.quote('AAPL', '149.90', '150.00', '1')
  }
  await times(9, fill)
  await expectWhole(server.client, `${account.path}/orders/${(order as Row).id}/executions`, fill)
  await server.client.delete(`${account.path}/orders`)
  await server.quote('AAPL', '149.90', '150.00')
})

test('activities lose and repeat no row while orders trade and money moves', async () => {
  const both = async (page: number): Promise<void> => {
    await trade(page)
    await move(page)
  }
  await times(5, both)
  await expectWhole(server.client, `${account.path}/activities`, both)
  await expectWhole(server.client, `${account.path}/activities?type=FILL`, both)
})

test('funding activity and bank links lose and repeat no row while money moves', async () => {
  await times(9, move)
  await expectWhole(server.client, `${account.path}/funding/activity`, move)
  await expectWhole(server.client, `${account.path}/ach-relationships`, move)
})

test.each(['created_at:desc', 'created_at:asc'])('accounts sorted by %s lose and repeat no row while accounts are opened', async (sort) => {
  const open = async (page: number): Promise<void> => {
    tick(page)
    await server.client.post('/v1/accounts', RestServer.application())
  }
  await times(9, open)
  await expectWhole(server.client, `/v1/accounts?sort=${sort}`, open)
})

test('positions lose and repeat no row while another symbol is bought', async () => {
  const buy = async (symbol: string): Promise<void> => {
    const { status } = await account.order({ symbol, side: 'buy', order_type: 'market', quantity: '1' })
    expect(status).toBe(201)
  }
  for (const symbol of ['PENY', 'WHOLE']) await server.quote(symbol, '1.00', '1.01')
  await server.quote('MSFT', '40.00', '40.01')
  await buy('MSFT')
  await buy('WHOLE')
  const first = (await server.client.get(`${account.path}/positions?limit=2`)).body as {
    data: { symbol: string }[]
    pagination: { next_cursor: string }
  }
  await buy('PENY')
  const rest = (await server.client.get(`${account.path}/positions?limit=2&cursor=${first.pagination.next_cursor}`)).body as typeof first
  expect([...first.data, ...rest.data].map(({ symbol }) => symbol)).toEqual(['AAPL', 'MSFT', 'PENY', 'WHOLE'])
})
