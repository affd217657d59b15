import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RestClient } from '../support/rest-client.ts'
import { answer, RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { placeBuyOrder } from './buy-order.ts'
import { configFile, GatewayProcess, temporaryDirectory } from './gateway-process.ts'

let receiver: WebhookReceiver

beforeEach(async () => {
  receiver = await WebhookReceiver.open()
})
afterEach(() => receiver.close())

const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }

const order = (rest: RestClient, { credentials }: GatewayProcess, id: string) =>
  placeBuyOrder(rest, credentials.accounts.find(({ status }) => status === 'ACTIVE')!.id, id)

const idsOf = () => receiver.received.map(({ body }) => body.data.order.client_order_id as string)

test(
  'retries and new events go on after a restart; with delivery.db lost they go on from what the journal knows',
  { timeout: 120_000 },
  async () => {
    const directory = temporaryDirectory()
    const config = configFile({ webhooks: { retry_scale: 1000 } })
    const first = await GatewayProcess.start({ directory, config, environment })
    const rest = await first.rest()
    const { body: webhook } = await rest.post('/v1/webhooks', { url: receiver.url, events: ['order.submitted'] })
    await order(rest, first, 'one')
    await receiver.until(1)
    receiver.usually = answer(500)
    await order(rest, first, 'two')
    await receiver.until(2)
    expect(await first.terminate()).toMatchObject({ code: 0, stderr: '' })

    // the retry is not due for an hour
    receiver.usually = answer(200)
    const second = await GatewayProcess.start({ directory, config, environment })
    const client = await second.rest()
    await order(client, second, 'three')
    await receiver.until(3)
    expect(idsOf()).toEqual(['one', 'two', 'three'])
    const { body } = await client.get(`/v1/webhooks/${webhook.id}/deliveries?limit=2`)
    expect(body.data.at(-1)).toMatchObject({ event_type: 'order.submitted', attempt: 1, status: 'failed', response_status: 500 })
    await second.kill()

    for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `delivery.db${suffix}`), { force: true })
    const third = await GatewayProcess.start({ directory, config, environment })
    await receiver.until(5)
    // what was outstanding when it was last written down, and all behind it
    expect(idsOf().slice(3).sort()).toEqual(['three', 'two'])
    expect(receiver.received[3]!.headers['webhook-id']).toMatch(/^evt_/)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    expect(await third.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

test(
  'a journal that has lost its end, and is gone on with: what is outstanding of the lost events is forgotten, and what comes with their numbers is delivered',
  { timeout: 120_000 },
  async () => {
    const directory = temporaryDirectory()
    const config = configFile({ webhooks: { retry_scale: 0.001 } })
    const first = await GatewayProcess.start({ directory, config, environment })
    const { body: webhook } = await (await first.rest()).post('/v1/webhooks', { url: receiver.url, events: ['order.submitted'] })
    await first.terminate()
    copyFileSync(join(directory, 'journal.db'), join(directory, 'journal.db.older'))

    const second = await GatewayProcess.start({ directory, config, environment })
    receiver.usually = answer(500)
    const rest = await second.rest()
    for (const id of ['lost', 'lost2']) await order(rest, second, id)
    await receiver.until(2)
    await second.terminate()

    renameSync(join(directory, 'journal.db.older'), join(directory, 'journal.db'))
    rmSync(join(directory, 'read.db'))
    receiver.usually = answer(200)
    const before = receiver.received.length
    const third = await GatewayProcess.start({ directory, config, environment })
    const client = await third.rest()
    await order(client, third, 'another')
    await receiver.until(before + 1)
    expect(idsOf().slice(before)).toEqual(['another'])
    expect(await client.get(`/v1/webhooks/${webhook.id}/deliveries`)).toMatchObject({ body: { data: [{ attempt: 1 }] } })
    expect(await third.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)
