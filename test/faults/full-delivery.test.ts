import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { answer, hang, RECEIVER_CERTIFICATE, WebhookReceiver } from '../support/webhook-receiver.ts'
import { afterwards } from '../system/afterwards.ts'
import { placeBuyOrder } from '../system/buy-order.ts'
import { GatewayProcess, temporaryDirectory } from '../system/gateway-process.ts'

test('a reset behind whose command delivery.db has no room is finished by the next start', { timeout: 120_000 }, async () => {
  const receiver = await WebhookReceiver.open()
  afterwards(() => void receiver.close())
  receiver.usually = hang
  const directory = temporaryDirectory()
  const environment = { NODE_EXTRA_CA_CERTS: fileURLToPath(RECEIVER_CERTIFICATE) }
  const command = [process.execPath, 'run.js', 'test/faults/full-delivery-main.ts']
  const first = await GatewayProcess.start({ directory, environment, command })
  const rest = await first.rest()
  const account = first.credentials.accounts[0]!.id
  await rest.post('/v1/webhooks', { url: receiver.url, events: ['order.submitted'] })
  await placeBuyOrder(rest, account, 'before')
  await receiver.until(1)
  process.kill(first.pid, 'SIGUSR2')
  await first.saying(/delivery\.db has no room/)
  const { status, body } = await rest.post('/v1/dev/sandbox/reset', { fixture: 'full' })
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  const { code, stdout, stderr } = await first.ended
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(/"level":"fatal".*delivery\.db cannot be used: database or disk is full/)

  receiver.usually = answer(200)
  const toldBefore = receiver.received.length
  const second = await GatewayProcess.start({ directory, environment })
  const client = await second.rest()
  const [orders, documents, webhooks] = [
    await client.get(`/v1/accounts/${account}/orders`),
    await client.post('/v1/documents/list', {}),
    await client.get('/v1/webhooks'),
  ]
  expect(orders.body.data.map((order: { client_order_id: string }) => order.client_order_id)).toEqual([
    'fixture-sell-stop',
    'fixture-sell-limit',
    'fixture-buy-limit',
  ])
  expect([documents.body.data.length, webhooks.body.length]).toEqual([2, 2])
  await receiver.until(toldBefore + 3)
  const told = receiver.received.slice(toldBefore).map(({ body }) => body.data.order.client_order_id as string)
  expect(told.sort()).toEqual(['fixture-buy-limit', 'fixture-sell-limit', 'fixture-sell-stop'])
  await second.kill()
})
