import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

// A cursor goes with the list that it was made for, and with its filters (contract section 1).

let server: RestServer
let account: TradingAccount
let other: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account('10000.00')
  other = await server.account('10000.00')
  await account.link()
  await other.link()
})
afterAll(() => server.close())

/** An order that was filled twice. */
async function twiceFilled(of: TradingAccount): Promise<string> {
  await server.quote('AAPL', '100.00', '100.10', '1')
  const { body } = await of.order({ side: 'buy', quantity: '2', limit_price: '100.10' })
  await server.quote('AAPL', '100.00', '100.10', '1')
  return `${of.path}/orders/${body.id as string}/executions`
}

test.each<[string, () => Promise<readonly [string, string]>]>([
  ['statuses of another account', async () => Promise.resolve([`${account.path}/status-history`, `${other.path}/status-history`])],
  ['fills of another order', async () => [await twiceFilled(account), await twiceFilled(account)]],
  [
    'bank links of another status',
    async () => Promise.resolve([`${account.path}/ach-relationships`, `${account.path}/ach-relationships?status=APPROVED`]),
  ],
  [
    'tokens of another account',
    async () => {
      for (const label of ['a', 'b']) for (const of of [account, other]) await server.client.post(`${of.path}/keys`, { label })
      return [`${account.path}/keys`, `${other.path}/keys`]
    },
  ],
])('%s do not go on behind a cursor', async (_what, made) => {
  const [own, foreign] = await made()
  const ask = (path: string, page: string) => server.client.get(`${path}${path.includes('?') ? '&' : '?'}limit=1${page}`)
  const { next_cursor } = (await ask(own, '')).body.pagination as { readonly next_cursor: string }
  const [there, here] = [await ask(foreign, `&cursor=${next_cursor}`), await ask(own, `&cursor=${next_cursor}`)]
  expect([there.status, there.body.error?.code, there.body.error?.field]).toEqual([400, 'INVALID_CURSOR', 'cursor'])
  expect([here.status, here.body.data?.length]).toEqual([200, 1])
})
