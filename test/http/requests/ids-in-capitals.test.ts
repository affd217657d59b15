import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

// A UUID is the same in capitals (RFC 9562 section 4): whoever keeps ids that way finds what they name.

let server: RestServer
let account: TradingAccount
let user: string
let link: string
let transfer: string
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account()
  user = (await server.client.get(account.path)).body.user_id
  link = (await account.link()).id
  const deposit = await server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id: link, amount: '10.00' })
  transfer = deposit.body.id
})
afterAll(() => server.close())

const upload = async (): Promise<string> => {
  const form = { document_type: 'w8ben', content_data: { name: 'Jane' } }
  return (await server.client.post(`${account.path}/documents/upload`, form)).body.id
}
const key = async (): Promise<string> => (await server.client.post('/v1/keys', { label: 'x', scopes: ['trading:read'] })).body.id
const token = async (): Promise<string> => (await server.client.post(`${account.path}/keys`, { label: 'x' })).body.token_id
const webhook = async (): Promise<string> =>
  (await server.client.post('/v1/webhooks', { url: 'https://example.com/hooks', events: [] })).body.id
const form = async (): Promise<string> => {
  const { id } = (await server.client.post('/v1/documents/w9', { user_id: user })).body as { readonly id: string }
  while ((await server.client.get(`/v1/documents/w9/${id}`)).body.status === 'PROCESSING')
    await new Promise((resolve) => setImmediate(resolve))
  return id
}

test.each<[string, () => Promise<string>]>([
  ['an account', async () => Promise.resolve(account.path)],
  ['a user', async () => Promise.resolve(`/v1/users/${user}`)],
  ['a link to a bank', async () => Promise.resolve(`${account.path}/ach-relationships/${link}`)],
  ['a transfer', async () => Promise.resolve(`${account.path}/funding/activity/${transfer}`)],
  ['a document', async () => `/v1/documents/${await upload()}`],
  ['a form W-9', async () => `/v1/documents/w9/${await form()}`],
  ['a webhook', async () => `/v1/webhooks/${await webhook()}`],
])('%s is found by its id in capitals', async (_what, made) => {
  const path = await made()
  const { status, body } = await server.client.get(path)
  const inCapitals = await server.client.get(path.replaceAll(UUID, (id) => id.toUpperCase()))
  expect([status, inCapitals.status, inCapitals.body]).toEqual([200, 200, body])
})

test.each<[string, () => Promise<string>]>([
  ['a key', async () => `/v1/keys/${await key()}`],
  ['a token', async () => `${account.path}/keys/${await token()}`],
  ['a webhook', async () => `/v1/webhooks/${await webhook()}`],
  ['a link to a bank', async () => `${account.path}/ach-relationships/${(await account.link()).id}`],
])('%s is done away with by its id in capitals', async (_what, made) => {
  const path = await made()
  expect((await server.client.delete(path.replaceAll(UUID, (id) => id.toUpperCase()))).status).toBe(204)
})

test('a body may name an account, a user, a document or a link in capitals', async () => {
  const [document_id, ach_relationship_id] = [(await upload()).toUpperCase(), link.toUpperCase()]
  const answers = [
    await server.client.post('/v1/documents/w9', { user_id: user.toUpperCase(), account_id: account.id.toUpperCase() }),
    await server.client.post('/v1/documents/email', { document_id, recipient_email: 'jane@example.com' }),
    await server.client.post(`${account.path}/funding/deposits`, { ach_relationship_id, amount: '10.00' }),
  ]
  expect(answers.map(({ status, body }) => [status, body.user_id ?? body.document_id ?? body.ach_relationship_id])).toEqual([
    [202, user],
    [202, document_id.toLowerCase()],
    [201, link],
  ])
})

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
