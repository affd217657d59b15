import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebhookStore } from '../../../../src/storage/rows/webhook-store.ts'
import { openRestServer, type RestServer, type TradingAccount, type WebhookOptions } from '../../../support/rest-server.ts'
import { until } from '../../../support/until.ts'
import { answer, drop, hang, RECEIVER_CERTIFICATE, type Received, WebhookReceiver } from '../../../support/webhook-receiver.ts'

let server: RestServer
let receiver: WebhookReceiver
let account: TradingAccount

beforeEach(async () => {
  receiver = await WebhookReceiver.open()
  await start()
})
afterEach(async () => {
  await server.close()
  await receiver.close()
})

async function start(webhooks: WebhookOptions = {}): Promise<void> {
  server = await openRestServer({ webhooks: { retryScale: 0, ca: readFileSync(RECEIVER_CERTIFICATE, 'utf8'), ...webhooks } })
  account = await server.account('10000.00')
}

async function restart(webhooks: WebhookOptions): Promise<void> {
  await server.close()
  await start(webhooks)
}

const TIME = '2026-11-20T15:04:05.123Z'

async function create(events: readonly string[] = ['order.submitted'], url = receiver.url) {
  const { body } = await server.client.post('/v1/webhooks', { url, events })
  return { id: body.id as string, secret: body.secret as string, path: `/v1/webhooks/${body.id}` }
}

/** An order that rests: one event. */
const order = () => account.order({ side: 'buy', limit_price: '10.00', quantity: '1' })

/** A delivery as the history shows it. */
interface DeliveryBody {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly attempt: number
  readonly status: string
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly next_attempt_at: string | null
}

const deliveries = async ({ path }: { readonly path: string }, query = '') =>
  (await server.client.get(`${path}/deliveries${query}`)).body.data as readonly DeliveryBody[]

/** Until the webhook has nothing outstanding, and nothing is under way. */
async function settled({ path }: { readonly path: string }, count: number) {
  let seen: readonly DeliveryBody[] = []
  while (seen.length < count || seen.some(({ status }) => status === 'pending')) {
    seen = await deliveries({ path }, '?limit=100')
    await new Promise((resolve) => setImmediate(resolve))
  }
  return seen
}

describe('a delivery', () => {
  test('is made for each event that the webhook lists, and found in its history', async () => {
    const webhook = await create()
    const { body: placed } = await order()
    const [received] = (await receiver.until(1)) as [Received]
    expect(received.body).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      event_type: 'order.submitted',
      created_at: TIME,
      sequence: 5,
      environment: 'sandbox',
      data: { account_id: account.id, order: placed },
    })
    expect(received.headers).toMatchObject({ 'webhook-id': received.body.id, 'webhook-attempt': '1', 'webhook-timestamp': '1795187045' })
    expect(await settled(webhook, 1)).toEqual([
      {
        id: expect.any(String) as string,
        webhook_id: webhook.id,
        event_id: received.body.id,
        event_type: 'order.submitted',
        attempt: 1,
        status: 'succeeded',
        url: receiver.url,
        response_status: 200,
        response_body: '',
        error: null,
        duration_ms: expect.any(Number) as number,
        attempted_at: TIME,
        next_attempt_at: null,
      },
    ])
  })

  test('is accepted by the public library; after a rotation with either secret', async () => {
    const webhook = await create()
    server.now = Date.now()
    await order()
    const { headers, text } = (await receiver.until(1))[0]!
    expect(new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).toEqual(receiver.received[0]!.body)
    const { secret } = (await server.client.post(`${webhook.path}/rotate-secret`)).body
    await order()
    const second = (await receiver.until(2))[1]!
    for (const one of [webhook.secret, secret as string])
      expect(new Webhook(one).verify(second.text, second.headers as Record<string, string>)).toEqual(second.body)
    server.now += 86_400_001
    await order()
    const third = (await receiver.until(3))[2]!
    expect(third.headers['webhook-signature']).not.toContain(' ')
  })

  test('is signed with each secret of the last 24 hours, however often it was rotated, but with ten at most', async () => {
    const webhook = await create()
    const rotate = async () => (await server.client.post(`${webhook.path}/rotate-secret`)).body.secret as string
    const secrets = [webhook.secret]
    const hour = 3_600_000
    const signers = async () => {
      const count = receiver.received.length
      await order()
      const { text, headers } = (await receiver.until(count + 1))[count]!
      const signed = `${headers['webhook-id']?.toString()}.${headers['webhook-timestamp']?.toString()}.${text}`
      return headers['webhook-signature']!.toString()
        .split(' ')
        .map((signature) =>
          secrets.findIndex((secret) => {
            const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
            return signature === `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
          }),
        )
    }
    secrets.push(await rotate())
    server.now += hour
    secrets.push(await rotate())
    expect(await signers()).toEqual([2, 1, 0])
    server.now += 23 * hour - 1
    expect(await signers()).toEqual([2, 1, 0])
    server.now += 1
    expect(await signers()).toEqual([2, 1])
    server.now += hour
    expect(await signers()).toEqual([2])
    for (let count = 0; count < 12; count++) secrets.push(await rotate())
    expect(await signers()).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
  })

  test('that fails is tried again with the same id, four times in the sandbox, and then no more', async () => {
    const webhook = await create()
    // a kept connection that breaks is taken for one that the receiver had closed, and its attempt made on a new one
    receiver.next.push(answer(500, 'no'), drop, drop, answer(302), answer(404))
    await order()
    const all = await settled(webhook, 4)
    expect(
      all.map(({ attempt, status, response_status, response_body, error, next_attempt_at }) => [
        attempt,
        status,
        response_status,
        response_body,
        error,
        next_attempt_at,
      ]),
    ).toEqual([
      [4, 'failed', 404, '', null, null],
      [3, 'failed', 302, '', 'redirect', null],
      [2, 'failed', null, null, 'connection', null],
      [1, 'failed', 500, 'no', null, null],
    ])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '2', '3', '4'])
    await order()
    await settled(webhook, 5)
    expect(receiver.received).toHaveLength(6)
  })

  test('is put off by a Retry-After that is longer than the schedule', async () => {
    const webhook = await create()
    receiver.next.push(answer(503, '', { 'retry-after': '3600' }))
    await order()
    const [first] = await settled(webhook, 1)
    expect(first!.next_attempt_at).toBe('2026-11-20T16:04:05.123Z')
  })

  test('says when it is made again while it will be: not of a webhook that is disabled, nor once it is made or has come to nothing', async () => {
    const webhook = await create()
    const next = async () => (await deliveries(webhook)).map(({ attempt, status, next_attempt_at }) => [attempt, status, next_attempt_at])
    const hour = { 'retry-after': '3600' }
    receiver.next.push(answer(503, '', hour), answer(500), answer(503, '', hour))
    await order()
    const [first] = await settled(webhook, 1)
    expect(await next()).toEqual([[1, 'failed', '2026-11-20T16:04:05.123Z']])
    await server.client.patch(webhook.path, { status: 'disabled' })
    expect(await next()).toEqual([[1, 'failed', null]])
    await server.client.patch(webhook.path, { status: 'active' })
    expect(await next()).toEqual([[1, 'failed', '2026-11-20T16:04:05.123Z']])

    const again = () => server.client.post(`${webhook.path}/deliveries/${first!.id}/redeliver`)
    await again()
    await settled(webhook, 2)
    // a redelivery is not made again; what is to come is the next attempt of the first
    expect(await next()).toEqual([
      [2, 'failed', null],
      [1, 'failed', '2026-11-20T16:04:05.123Z'],
    ])
    server.now += 3_600_000
    await server.client.patch(webhook.path, { events: ['order.submitted', 'order.cancelled'] })
    await settled(webhook, 3)
    expect(await next()).toEqual([
      [3, 'failed', '2026-11-20T17:04:05.123Z'],
      [2, 'failed', null],
      [1, 'failed', null],
    ])
    await again()
    await settled(webhook, 4)
    expect(await next()).toEqual([
      [4, 'succeeded', null],
      [3, 'failed', null],
      [2, 'failed', null],
      [1, 'failed', null],
    ])
  })

  test('is not to be made again while the next attempt is under way', async () => {
    const webhook = await create()
    receiver.next.push(answer(503, '', { 'retry-after': '3600' }), hang)
    await order()
    await settled(webhook, 1)
    server.now += 3_600_000
    await server.client.patch(webhook.path, { events: ['order.submitted', 'order.cancelled'] })
    await receiver.until(2)
    expect((await deliveries(webhook)).map(({ attempt, status, next_attempt_at }) => [attempt, status, next_attempt_at])).toEqual([
      [2, 'pending', null],
      [1, 'failed', null],
    ])
  })

  test('says when it is made again also while a redelivery is under way', async () => {
    const webhook = await create()
    receiver.next.push(answer(503, '', { 'retry-after': '3600' }), hang)
    await order()
    const [first] = await settled(webhook, 1)
    await server.client.post(`${webhook.path}/deliveries/${first!.id}/redeliver`)
    await receiver.until(2)
    expect((await deliveries(webhook)).map(({ attempt, status, next_attempt_at }) => [attempt, status, next_attempt_at])).toEqual([
      [2, 'pending', null],
      [1, 'failed', '2026-11-20T16:04:05.123Z'],
    ])
  })

  test('that waits for its next attempt is one event of lag, however much is delivered behind it', async () => {
    const webhook = await create()
    receiver.next.push(answer(503, '', { 'retry-after': '3600' }))
    for (let count = 0; count < 3; count++) await order()
    await settled(webhook, 3)
    expect(server.delivery.webhooks.lag).toBe(1)
    server.now += 3_600_000
    await order()
    await settled(webhook, 5)
    expect(server.delivery.webhooks.lag).toBe(0)
  })

  test('that is answered with 410 disables the webhook; what comes then is skipped, and what was outstanding waits', async () => {
    const webhook = await create()
    receiver.next.push(answer(410))
    await order()
    await settled(webhook, 1)
    await until(() => server.delivery.webhooks.find(0, webhook.id)?.isActive === false)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    await order()
    const [skipped] = await settled(webhook, 2)
    expect(skipped).toMatchObject({ status: 'skipped', attempt: 0, response_status: null, duration_ms: null, next_attempt_at: null })
    server.now += 3_600_000
    expect((await server.client.patch(webhook.path, { status: 'active' })).body).toMatchObject({ status: 'active', disabled_reason: null })
    await receiver.until(2)
    expect(receiver.received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2'])
    await order()
    await receiver.until(3)
    expect(receiver.received[2]!.body.sequence).toBe(7)
  })

  test('is made of an event that no stream can go back to any more', async () => {
    await restart({ retention: { events: 1, hours: 1, bytes: 1 } })
    const webhook = await create()
    receiver.next.push(answer(410))
    await order()
    await until(() => server.delivery.webhooks.find(0, webhook.id)?.isActive === false)
    const { log } = server.delivery
    log.parts.marks.add(log.through, 1_000, [{ partner: 0, sequence: log.head(0), position: log.through, at: server.now }])
    expect((await server.client.get('/v1/webhooks/stream?since_id=4')).body.error).toMatchObject({
      code: 'EVENT_ID_EXPIRED',
      details: { oldest_sequence: 6 },
    })
    await server.client.patch(webhook.path, { status: 'active' })
    await receiver.until(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
  })

  test('is dropped when its webhook becomes active again more than five days later', async () => {
    const webhook = await create()
    receiver.next.push(answer(410))
    await order()
    await settled(webhook, 1)
    await until(() => server.delivery.webhooks.find(0, webhook.id)?.isActive === false)
    server.now += 5 * 86_400_000 + 1
    await server.client.patch(webhook.path, { status: 'active' })
    await order()
    await receiver.until(2)
    // before the second is submitted the first expires with its day: sequence 6
    expect(receiver.received.map(({ body }) => body.sequence)).toEqual([5, 7])
  })

  test('that fails for five days without a success disables the webhook, which has five days again once it is active', async () => {
    const webhook = await create()
    receiver.usually = answer(500)
    await order()
    await settled(webhook, 4)
    server.now += 3 * 86_400_000
    await order()
    await settled(webhook, 8)
    // the days are those of the receiver, whatever it is to be told
    await server.client.patch(webhook.path, { events: ['order.submitted', 'order.filled'] })
    server.now += 2 * 86_400_000
    await order()
    await until(() => server.delivery.webhooks.find(0, webhook.id)?.isActive === false)
    expect((await server.client.get(webhook.path)).body).toMatchObject({
      status: 'disabled',
      disabled_reason: 'delivery_failures',
      updated_at: '2026-11-25T15:04:05.123Z',
    })
    await server.client.patch(webhook.path, { status: 'active' })
    await order()
    await settled(webhook, 13)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('that fails after five days in which a test has succeeded does not disable the webhook', async () => {
    const webhook = await create()
    receiver.usually = answer(500)
    await order()
    await settled(webhook, 4)
    server.now += 4 * 86_400_000
    receiver.next.push(answer(200))
    await server.client.post(`${webhook.path}/test`)
    server.now += 86_400_000
    await order()
    await settled(webhook, 9)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('at an address that its webhook has left meanwhile does not disable it', async () => {
    const webhook = await create()
    let waiting: ServerResponse | undefined
    receiver.next.push((response) => (waiting = response))
    await order()
    await receiver.until(1)
    await server.client.patch(webhook.path, { url: `${receiver.url}/behind` })
    waiting!.writeHead(410).end()
    await receiver.until(2)
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook/behind'])
    await settled(webhook, 2)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('that fails at another address than before has not failed for days', async () => {
    const webhook = await create()
    receiver.usually = answer(500)
    await order()
    await settled(webhook, 4)
    server.now += 5 * 86_400_000
    await server.client.patch(webhook.path, { url: `${receiver.url}/behind` })
    await order()
    await receiver.until(8)
    await settled(webhook, 8)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('that fails at another address before that is durable has not failed for days either', async () => {
    const webhook = await create()
    receiver.usually = answer(500)
    await order()
    await settled(webhook, 4)
    server.now += 5 * 86_400_000
    const { change } = WebhookStore.prototype
    let goOn: (() => void) | undefined
    vi.spyOn(WebhookStore.prototype, 'change').mockImplementationOnce(async function (this: WebhookStore, ...values) {
      const changed = await change.apply(this, values)
      await new Promise<void>((resolve) => (goOn = resolve))
      return changed
    })
    const patched = server.client.patch(webhook.path, { url: `${receiver.url}/behind` })
    await until(() => goOn !== undefined)
    await order()
    await settled(webhook, 8)
    goOn!()
    expect((await patched).body).toMatchObject({ url: `${receiver.url}/behind` })
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'active', disabled_reason: null })
  })

  test('to a receiver that hangs delays no other receiver', async () => {
    const dead = await WebhookReceiver.open()
    dead.usually = hang
    await create(['order.submitted'], dead.url)
    await create()
    for (let count = 0; count < 10; count++) await order()
    await receiver.until(10)
    expect(receiver.received.map(({ body }) => body.sequence).sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    // as many as may be under way to one receiver
    await dead.until(4)
    expect(dead.received).toHaveLength(4)
    await dead.close()
  })

  test('goes to no address inside where that is not allowed', async () => {
    await restart({ allowPrivateTargets: false })
    const webhook = await create()
    await order()
    const all = await settled(webhook, 4)
    expect(new Set(all.map(({ error }) => error))).toEqual(new Set(['blocked_target']))
    expect(receiver.connections).toBe(0)
  })

  test('can go to a plain receiver where that is allowed', async () => {
    await restart({ allowHttp: true })
    const plain = await WebhookReceiver.open({ isSecure: false })
    await create(['order.submitted'], plain.url)
    await order()
    await plain.until(1)
    await plain.close()
  })
})

test('what comes while a webhook is disabled is skipped, also when it is disabled again before it was taken', async () => {
  const webhook = await create()
  const held: (() => void)[] = []
  receiver.usually = (response) => void held.push(() => response.end())
  const sequences: number[] = []
  const happen = async (count = 1) => {
    const before = server.delivery.log.head(0)
    await Promise.all(Array.from({ length: count }, order))
    for (let sequence = before + 1; sequence <= server.delivery.log.head(0); sequence++) sequences.push(sequence)
  }
  // more than are taken while none is done, at once: an attempt has 15 seconds
  await happen(300)
  await receiver.until(4)
  const status = (status: string) => server.client.patch(webhook.path, { status })
  for (let count = 0; count < 2; count++) {
    await status('disabled')
    await happen()
    await status('active')
    await happen()
  }
  receiver.usually = answer(200)
  for (const release of held) release()
  const skipped = [sequences[300]!, sequences[302]!]
  await receiver.until(302)
  await until(() => server.delivery.webhooks.lag === 0)
  const sent = receiver.received.map(({ body }) => body.sequence as number).sort((a, b) => a - b)
  expect(sent).toEqual(sequences.filter((sequence) => !skipped.includes(sequence)))
  const events = await server.delivery.webhooks.deliveries({ webhook: webhook.id, status: 'skipped' }, Number.MAX_SAFE_INTEGER, 100)
  expect(events.map(({ sequence }) => sequence)).toEqual(skipped.toReversed())
})

test('what there was no room for is outstanding once the webhook is disabled: what comes then is skipped at once, and nothing of it is resumed after five days', async () => {
  const webhook = await create()
  const held: (() => void)[] = []
  receiver.usually = (response) => void held.push(() => response.end())
  await Promise.all(Array.from({ length: 300 }, order))
  await receiver.until(4)
  await server.client.patch(webhook.path, { status: 'disabled' })
  await order()
  receiver.usually = answer(200)
  for (const release of held) release()
  // the four that were under way, and the one that is skipped
  const history = await settled(webhook, 5)
  expect(history.map(({ status }) => status)).toEqual(['skipped', 'succeeded', 'succeeded', 'succeeded', 'succeeded'])
  server.now += 5 * 86_400_000 + 1
  await server.client.patch(webhook.path, { status: 'active' })
  await until(() => server.delivery.webhooks.lag === 0)
  await order()
  await receiver.until(5)
  await until(() => server.delivery.webhooks.lag === 0)
  expect(receiver.received.map(({ body }) => body.sequence as number).at(-1)).toBe(server.delivery.log.head(0))
  expect(receiver.received).toHaveLength(5)
})

describe('the history', () => {
  test('is filtered by event and status, and read page by page', async () => {
    const webhook = await create(['order.submitted', 'order.cancelled'])
    receiver.next.push(answer(500))
    const { body } = await order()
    await settled(webhook, 2)
    await server.client.delete(`${account.path}/orders/${body.id}`)
    await settled(webhook, 3)
    const types = async (query: string) => (await deliveries(webhook, query)).map((one) => `${one.event_type} ${one.status}`)
    expect(await types('')).toEqual(['order.cancelled succeeded', 'order.submitted succeeded', 'order.submitted failed'])
    expect(await types('?event_type=order.cancelled')).toEqual(['order.cancelled succeeded'])
    expect(await types('?status=failed')).toEqual(['order.submitted failed'])
    const first = (await server.client.get(`${webhook.path}/deliveries?limit=2`)).body
    const second = (await server.client.get(`${webhook.path}/deliveries?limit=2&cursor=${first.pagination.next_cursor}`)).body
    expect([first.data.length, second.data.length, second.pagination]).toEqual([2, 1, { next_cursor: null, has_more: false }])
    const code = async (query: string) => (await server.client.get(`${webhook.path}/deliveries${query}`)).body.error.code as string
    expect(await code('?status=lost')).toBe('VALIDATION_ERROR')
    expect(await code('?event_type=order.lost')).toBe('INVALID_EVENT')
  })

  test('of a webhook that is not there is not found, whatever it is asked for', async () => {
    for (const query of ['', '?status=lost', '?limit=0', '?cursor=x']) {
      const { status, body } = await server.client.get(`/v1/webhooks/${account.id}/deliveries${query}`)
      expect([status, body.error.code]).toEqual([404, 'WEBHOOK_NOT_FOUND'])
    }
  })
})

describe('a redelivery', () => {
  test('is one further attempt with the same id and body', async () => {
    const webhook = await create()
    await order()
    const [first] = await settled(webhook, 1)
    const { status, body } = await server.client.post(`${webhook.path}/deliveries/${first!.id}/redeliver`)
    expect([status, body]).toMatchObject([202, { event_id: first!.event_id, attempt: 2, status: 'pending', response_status: null }])
    await receiver.until(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
    expect(await settled(webhook, 2)).toMatchObject([{ id: body.id, attempt: 2, status: 'succeeded' }, { attempt: 1 }])
  })

  test('has a number of its own, which the attempt that becomes due behind it does not take again', async () => {
    const webhook = await create()
    const held: (() => void)[] = []
    receiver.usually = (response) => void held.push(() => response.writeHead(500).end())
    await order()
    await receiver.until(1)
    const [first] = await deliveries(webhook)
    await server.client.post(`${webhook.path}/deliveries/${first!.id}/redeliver`)
    await receiver.until(2)
    receiver.usually = answer(200)
    for (const release of held) release()
    await receiver.until(3)
    const all = await settled(webhook, 3)
    expect(all.map(({ attempt, response_status }) => [attempt, response_status])).toEqual([
      [3, 200],
      [2, 500],
      [1, 500],
    ])
  })

  test('that is answered with 410 disables its webhook', async () => {
    const webhook = await create()
    await order()
    const [first] = await settled(webhook, 1)
    receiver.next.push(answer(410))
    await server.client.post(`${webhook.path}/deliveries/${first!.id}/redeliver`)
    await until(() => server.delivery.webhooks.find(0, webhook.id)?.isActive === false)
    expect((await server.client.get(webhook.path)).body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
  })

  test('of a delivery that is not there is not found', async () => {
    const webhook = await create()
    const { status, body } = await server.client.post(`${webhook.path}/deliveries/${webhook.id}/redeliver`)
    expect([status, body.error.code]).toEqual([404, 'DELIVERY_NOT_FOUND'])
  })
})

describe('a test delivery', () => {
  test('is made at once and answered with what became of it', async () => {
    const webhook = await create(['account.closed'])
    const { status, body } = await server.client.post(`${webhook.path}/test`)
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String) as string,
        webhook_id: webhook.id,
        event_id: receiver.received[0]!.body.id,
        event_type: 'webhook.test',
        attempt: 1,
        status: 'succeeded',
        url: receiver.url,
        response_status: 200,
        response_body: '',
        error: null,
        duration_ms: expect.any(Number) as number,
        attempted_at: TIME,
        next_attempt_at: null,
      },
    ])
    expect(receiver.received[0]!.body).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
      event_type: 'webhook.test',
      created_at: TIME,
      sequence: 4,
      environment: 'sandbox',
      data: { webhook_id: webhook.id, message: 'This is a test delivery.' },
    })
  })

  test('is 200 also when the receiver fails, and when the webhook is disabled; it is not tried again, but can be redelivered', async () => {
    const webhook = await create()
    await server.client.patch(webhook.path, { status: 'disabled' })
    receiver.next.push(answer(500))
    const { status, body } = await server.client.post(`${webhook.path}/test`)
    expect([status, body]).toMatchObject([200, { status: 'failed', response_status: 500, next_attempt_at: null }])
    await server.client.post(`${webhook.path}/deliveries/${body.id}/redeliver`)
    await receiver.until(2)
    expect(receiver.received[1]!.text).toBe(receiver.received[0]!.text)
    await settled(webhook, 2)
  })
})

test('a test whose webhook is deleted meanwhile is answered with what became of it', async () => {
  const webhook = await create()
  const answering = new Promise<ServerResponse>((resolve) => receiver.next.push(resolve))
  const tested = server.client.post(`${webhook.path}/test`)
  const response = await answering
  await server.client.delete(webhook.path)
  response.end('late')
  const { status, body } = await tested
  expect([status, body]).toMatchObject([200, { webhook_id: webhook.id, attempt: 1, status: 'succeeded', response_body: 'late' }])
})

test('what was outstanding when a webhook is deleted is dropped', async () => {
  const webhook = await create()
  receiver.usually = hang
  await order()
  await receiver.until(1)
  expect((await server.client.delete(webhook.path)).status).toBe(204)
  receiver.usually = answer(200)
  const other = await create()
  await order()
  await settled(other, 1)
  expect(receiver.received).toHaveLength(2)
})

test('what was outstanding at a reset of the sandbox is dropped, also what there was no room for yet; what the reset does is told', async () => {
  await create([])
  const held: (() => void)[] = []
  receiver.usually = (response) => void held.push(() => response.end())
  // at once: an attempt has 15 seconds
  await Promise.all(Array.from({ length: 200 }, async () => server.client.delete(`${account.path}/orders/${(await order()).body.id}`)))
  await order()
  await receiver.until(4)
  await server.client.post('/v1/dev/sandbox/reset', {})
  receiver.usually = answer(200)
  for (const release of held) release()
  const told = () => receiver.received.slice(4).map(({ body }) => body as { readonly sequence: number; readonly event_type: string })
  await receiver.until(() => told().length >= 6 && told().some(({ event_type }) => event_type === 'account.kyc_rejected'))
  expect(
    told()
      .toSorted((a, b) => a.sequence - b.sequence)
      .map(({ event_type }) => event_type),
  ).toEqual([
    'order.cancelled',
    'account.kyc_approved',
    'funding.ach_relationship_created',
    'funding.ach_relationship_approved',
    'funding.deposit_completed',
    'account.kyc_rejected',
  ])
})

test('a partner has 20 tests under way at most, of all its webhooks together', async () => {
  const [one, other] = [await create(), await create()]
  const held: (() => void)[] = []
  receiver.usually = (...given) => held.push(() => answer(200)(...given))
  const tests = Array.from({ length: 20 }, () => server.client.post(`${one.path}/test`))
  await receiver.until(() => held.length === 20)
  const { status, headers, body } = await server.client.post(`${other.path}/test`)
  expect([status, headers['retry-after'], body]).toEqual([
    429,
    '10',
    {
      error: {
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'A partner may have 20 tests of its webhooks under way.',
        request_id: expect.any(String) as string,
      },
    },
  ])
  held.shift()!()
  await Promise.race(tests)
  const further = server.client.post(`${other.path}/test`)
  await receiver.until(() => held.length === 20)
  held.forEach((succeed) => succeed())
  const answers = await Promise.all([...tests, further])
  expect(answers.map((tested) => tested.body.status)).toEqual(Array(21).fill('succeeded'))
})
