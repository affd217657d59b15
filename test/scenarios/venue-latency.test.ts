import { afterEach, expect, test } from 'vitest'
import { utcTimestamp } from '../support/fix-message.ts'
import { RunningGateway } from './running-gateway.ts'

let gateway: RunningGateway
afterEach(() => gateway.end())

const order = (id: string): string => `11=${id}|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|40=2|44=100|38=10`
const cancel = (id: string, original: string): string => `11=${id}|41=${original}|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}`

test('on the real clock the venue answers by itself when its time has come', async () => {
  gateway = await RunningGateway.start({ settings: { market: { latency: { new_ms: 5, new_jitter_ms: 10, cancel_ms: 20, fill_ms: 5 } } } })
  const desk = await gateway.logOn('CLIENT1')
  desk.say('D', order('x'))
  expect((await desk.hearMany(2)).map((report) => report.pick(11, 150, 39))).toEqual(['11=x|150=A|39=A', '11=x|150=0|39=0'])
  desk.say('F', cancel('y', 'x'))
  expect((await desk.hearMany(2)).map((report) => report.pick(11, 41, 150, 39))).toEqual(['11=y|41=x|150=6|39=6', '11=y|41=x|150=4|39=4'])
})

test('what the venue has taken is answered after a restart of the whole gateway, to both edges', async () => {
  gateway = await RunningGateway.start({ settings: { market: { latency: { replace_ms: 5_000, cancel_ms: 5_000 } } } })
  const clock = async (advance: string): Promise<void> => {
    const { status } = await gateway.partner.post('/v1/dev/sandbox/clock', { advance })
    expect(status).toBe(200)
  }
  await clock('PT0S')
  const desk = await gateway.logOn('CLIENT1')
  desk.say('D', order('x'))
  desk.say('F', cancel('y', 'x'))
  expect((await desk.hearMany(2)).map((report) => report.pick(150, 39))).toEqual(['150=0|39=0', '150=6|39=6'])
  const orders = `/v1/accounts/${gateway.account(2).id}/orders`
  const wanted = { symbol: 'BENCH2', side: 'buy', order_type: 'limit', limit_price: '50.00', quantity: '10', client_order_id: 'r' }
  const { id } = (await gateway.partner.post(orders, wanted)).body as { readonly id: string }
  expect((await gateway.partner.patch(`${orders}/${id}`, { quantity: '12' })).body).toMatchObject({
    status: 'pending_replace',
    quantity: '10',
  })
  const before = gateway.app.fingerprint()

  await gateway.stop()
  await gateway.begin()
  expect(gateway.app.fingerprint()).toBe(before)
  expect((await gateway.partner.get(`${orders}?status=pending_replace`)).body).toMatchObject({ data: [{ id, quantity: '10' }] })
  const again = await gateway.logOn('CLIENT1', { number: desk.next })
  await clock('PT5S')
  expect((await again.hear('8')).pick(11, 41, 150, 39)).toBe('11=y|41=x|150=4|39=4')
  expect((await gateway.partner.get(`${orders}/${id}`)).body).toMatchObject({ status: 'new', quantity: '12', revision: 2 })
})

test('an order whose replace the venue has refused is not pending any more, wherever it is looked for', async () => {
  gateway = await RunningGateway.start({ settings: { market: { latency: { replace_ms: 5_000 } } } })
  await gateway.partner.post('/v1/dev/sandbox/clock', { advance: 'PT0S' })
  const desk = await gateway.logOn('CLIENT1')
  desk.say('D', order('x'))
  desk.say('G', `${order('y')}0|41=x`)
  expect((await desk.hearMany(2)).map((report) => report.pick(150, 39))).toEqual(['150=0|39=0', '150=E|39=E'])
  const account = `/v1/accounts/${gateway.account(1).id}`
  const { status } = await gateway.partner.patch(account, { trading_configurations: { suspend_trade: true } })
  expect(status).toBe(200)
  await gateway.partner.post('/v1/dev/sandbox/clock', { advance: 'PT5S' })
  expect((await desk.hear('9')).pick(11, 41, 39, 102)).toBe('11=y|41=x|39=0|102=99')
  const [found, pending] = await Promise.all(
    ['', '?status=pending_replace'].map(
      async (filter) => (await gateway.partner.get(`${account}/orders${filter}`)).body as { data: object[] },
    ),
  )
  const { body } = await gateway.partner.get(`${account}/orders/${(found!.data[0] as { id: string }).id}`)
  expect(body).toMatchObject({ status: 'new', quantity: '10' })
  expect(found!.data).toEqual([body])
  expect(pending!.data).toEqual([])
})
