import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'
import { until } from '../support/until.ts'
import { answer, hang, RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { placeBuyOrder } from './buy-order.ts'
import { GatewayProcess, temporaryDirectory } from './gateway-process.ts'

const APPROVED = '81169e98-3f9a-5d9a-a62c-52fce2000b14'
const FOR_LONG = '(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT max(i) FROM n)'

let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await WebhookReceiver.open()
})
afterEach(() => receiver.close())

/** Where the journal's thread is to work for so long that the process is killed meanwhile. */
const cuts = [
  ['before its command', 'BEFORE INSERT ON batches', false],
  ['behind its command', 'BEFORE UPDATE ON webhooks', true],
  ['before a document of full', "BEFORE INSERT ON documents WHEN new.sub_type = 'utility_bill'", true],
  ['before its end is noted', 'BEFORE DELETE ON sandbox_resets', true],
] as const

test.each(cuts)('a reset that is killed %s is whole or has not happened', { timeout: 120_000 }, async (_moment, cut, isDurable) => {
  const directory = temporaryDirectory()
  const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }
  const first = await GatewayProcess.start({ directory, environment })
  const rest = await first.rest()
  await rest.post('/v1/webhooks', { url: receiver.url, events: ['order.submitted', 'order.cancelled'] })
  receiver.usually = hang
  await order(rest, 'before')
  await receiver.until(1)

  withJournal(directory, (journal) => journal.exec(`CREATE TRIGGER cut ${cut} BEGIN SELECT ${FOR_LONG}; END`))
  const answered = rest.post('/v1/dev/sandbox/reset', { fixture: 'full' }).then(
    () => true,
    () => false,
  )
  await until(() => withJournal(directory, isHeld))
  await first.kill()
  expect(await answered).toBe(false)
  withJournal(directory, (journal) => journal.exec('DROP TRIGGER cut'))

  receiver.usually = answer(200)
  const toldBefore = receiver.received.length
  const second = await GatewayProcess.start({ directory, environment })
  const client = await second.rest()
  const [documents, webhooks] = [await client.post('/v1/documents/list', {}), await client.get('/v1/webhooks')]
  expect([clientOrderIds(await ordersOf(client)), documents.body.data.length, webhooks.body.length]).toEqual(
    isDurable ? [['fixture-sell-stop', 'fixture-sell-limit', 'fixture-buy-limit'], 2, 2] : [['before'], 0, 1],
  )
  await order(client, 'after')
  const expected = isDurable
    ? ['cancelled before', 'submitted after', 'submitted fixture-buy-limit', 'submitted fixture-sell-limit', 'submitted fixture-sell-stop']
    : ['submitted after', 'submitted before']
  await receiver.until(toldBefore + expected.length)
  const told = receiver.received.slice(toldBefore).map(({ body: { event_type, data } }) => `${event_type} ${data.order.client_order_id}`)
  expect(told.sort()).toEqual(expected.map((text) => `order.${text}`))
  await second.kill()
})

const order = (rest: RestClient, id: string) => placeBuyOrder(rest, APPROVED, id)

const ordersOf = (rest: RestClient) => rest.get(`/v1/accounts/${APPROVED}/orders`)
const clientOrderIds = ({ body }: Awaited<ReturnType<typeof ordersOf>>): string[] =>
  body.data.map((one: { client_order_id: string }) => one.client_order_id)

/** Somebody else is writing, and goes on with it. */
function isHeld(journal: Database.Database): boolean {
  journal.pragma('busy_timeout = 200')
  try {
    journal.exec('BEGIN IMMEDIATE; ROLLBACK')
    return false
  } catch {
    return true
  }
}

function withJournal<Result>(directory: string, use: (journal: Database.Database) => Result): Result {
  const journal = new Database(join(directory, 'journal.db'))
  try {
    return use(journal)
  } finally {
    journal.close()
  }
}
