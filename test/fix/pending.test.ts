import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import type { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { type GatewayOptions, GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'

/** A venue that takes 100 ms for a new order, 500 for a cancel or a replace. */
const LATENCY = {
  ...NO_LATENCY,
  new: { ms: 100, jitterMs: 0 },
  cancel: { ms: 500, jitterMs: 0 },
  replace: { ms: 500, jitterMs: 0 },
}

const OPTIONS: GatewayOptions = {
  rules: { latency: LATENCY },
  sessions: [
    { senderCompId: 'DESK1', accountNumbers: ['ACC1'] },
    { senderCompId: 'DESK2', accountNumbers: ['ACC2'] },
    { senderCompId: 'WIDE', accountNumbers: ['ACC1'], orderScope: 'account' },
    { senderCompId: 'QUEUE', accountNumbers: ['ACC1'], queueReplaces: true },
    { senderCompId: 'DROP1', kind: 'drop-copy', accountNumbers: ['ACC1'] },
  ],
}

let clock: ManualClock
let under: GatewayUnderTest
let desk: FixClient
let other: FixClient
let drop: FixClient

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({ ...OPTIONS, clock, accounts: ['ACC1', 'ACC2'] })
  desk = await under.logOn('DESK1')
  other = await under.logOn('DESK2')
  drop = await under.logOn('DROP1')
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
const order = (id: string, quantity: number, side = 1): string => `11=${id}|55=AAPL|54=${side}|${NOW}|40=2|44=150|38=${quantity}`
const replace = (id: string, original: string, quantity: number): string => `${order(id, quantity)}|41=${original}`
const cancel = (id: string, original: string): string => `11=${id}|41=${original}|55=AAPL|54=1|${NOW}`

/** Time passes, and the timer runs what is due. */
async function passes(ms: number): Promise<void> {
  clock.advance(ms)
  await under.run({ type: 'AdvanceTime' })
}

/** The desk's order, acknowledged. */
async function entered(client = desk): Promise<void> {
  client.say('D', order('x', 10))
  await client.hear('8')
  await passes(100)
  await client.hear('8')
  await drop.hearMany(2)
}

/** The other desk's order arrives. */
async function sold(quantity: number): Promise<void> {
  other.say('D', order(`s${quantity}`, quantity, 2))
  await other.hear('8')
  await passes(100)
}

/** What a life-cycle table has of a message. */
const state = (message: FixMessage): string => message.pick(35, 11, 41, 150, 39, 38, 14, 151, 32, 44, 102, 434, 636, 797)
/** The whole body; ids are minted from counters. */
const body = (message: FixMessage): string => message.body.replace(/\b(17|37)=[0-9a-f-]{36}/g, '$1=id')

describe('pending reports, whole', () => {
  test('a new order: 150=A and 39=A, then 150=0', async () => {
    desk.say('D', order('x', 10))
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=x|14=0|17=id|37=id|38=10|39=A|40=2|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.123|150=A|151=10|167=CS|636=N',
    )
    await passes(100)
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=x|14=0|17=id|37=id|38=10|39=0|40=2|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.223|150=0|151=10|167=CS',
    )
  })

  test('a cancel: 150=6 with the request in 11 and the order in 41, then 150=4', async () => {
    await entered()
    desk.say('F', cancel('y', 'x'))
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=y|14=0|17=id|37=id|38=10|39=6|40=2|41=x|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.223|150=6|151=10|167=CS',
    )
    await passes(500)
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=y|14=0|17=id|37=id|38=10|39=4|40=2|41=x|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.723|150=4|151=0|167=CS',
    )
  })

  test('a replace: 150=E with the order as it is, then 150=5', async () => {
    await entered()
    desk.say('G', replace('y', 'x', 12))
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=y|14=0|17=id|37=id|38=10|39=E|40=2|41=x|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.223|150=E|151=10|167=CS',
    )
    await passes(500)
    expect(body(await desk.hear('8'))).toBe(
      '1=ACC1|6=0|11=y|14=0|17=id|37=id|38=12|39=0|40=2|41=x|44=150|54=1|55=AAPL|59=0|60=20261120-15:04:05.723|150=5|151=12|167=CS',
    )
  })
})

test('a fill while a replace is pending carries the old id, quantity and price, and 39=E', async () => {
  await entered()
  desk.say('G', replace('y', 'x', 12))
  await desk.hear('8')
  await sold(4)
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=F|39=E|38=10|14=4|151=6|32=4|44=150')
})

test('a cash order that is filled in part shows what the rest of its money buys while its cancel is pending', async () => {
  await sold(4)
  desk.say('D', `11=x|55=AAPL|54=1|${NOW}|40=1|152=1000`)
  await desk.hear('8')
  await passes(100)
  await desk.hearMany(2)
  desk.say('F', cancel('y', 'x'))
  expect((await desk.hear('8')).pick(11, 41, 150, 39, 38, 14, 151, 152)).toBe(
    '11=y|41=x|150=6|39=6|38=6.666666666|14=4|151=2.666666666|152=1000',
  )
  desk.say('H', '11=x|55=AAPL|54=1')
  expect((await desk.hear('8')).pick(11, 41, 150, 39, 38, 14, 151, 152)).toBe(
    '11=x|150=I|39=6|38=6.666666666|14=4|151=2.666666666|152=1000',
  )
})

test('P.6: the fill that completes an order has 39=6 while its cancel is pending; the 9 behind it has 39=2', async () => {
  await entered()
  desk.say('F', cancel('y', 'x'))
  await desk.hear('8')
  await sold(10)
  expect((await desk.hearMany(2)).map(state)).toEqual([
    '35=8|11=x|150=F|39=6|38=10|14=10|151=0|32=10|44=150',
    '35=9|11=y|41=x|39=2|102=0|434=1',
  ])
  // a drop copy hears nothing more of it
  expect((await drop.hearMany(2)).map(state)[1]).toBe('35=8|11=x|150=F|39=2|38=10|14=10|151=0|32=10|44=150|797=Y')
  desk.say('H', `11=x|55=AAPL|54=1`)
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=I|39=2|38=10|14=10|151=0|44=150')
})

test('a further F or G is refused with 102=3 and 39 of what is pending; H and AF show it', async () => {
  await entered()
  desk.say('G', replace('y', 'x', 12))
  await desk.hear('8')
  desk.say('F', cancel('z', 'y'))
  desk.say('G', replace('w', 'x', 13))
  expect((await desk.hearMany(2)).map(state)).toEqual(['35=9|11=z|41=x|39=E|102=3|434=1', '35=9|11=w|41=x|39=E|102=3|434=2'])
  desk.say('H', `11=y|55=AAPL|54=1`)
  desk.say('AF', `584=all|585=7|1=ACC1`)
  expect((await desk.hearMany(2)).map(state)).toEqual([
    '35=8|11=x|41=y|150=I|39=E|38=10|14=0|151=10|44=150',
    '35=8|11=x|150=I|39=E|38=10|14=0|151=10|44=150',
  ])
})

test('D.2.b: with queue_replaces both are pending, the second with the quantity that the first makes of the order', async () => {
  const queue = await under.logOn('QUEUE')
  await entered(queue)
  queue.say('G', replace('y', 'x', 8))
  queue.say('G', replace('z', 'y', 7))
  expect((await queue.hearMany(2)).map(state)).toEqual([
    '35=8|11=y|41=x|150=E|39=E|38=10|14=0|151=10|44=150',
    '35=8|11=z|41=x|150=E|39=E|38=8|14=0|151=8|44=150',
  ])
  await passes(500)
  expect((await queue.hearMany(2)).map(state)).toEqual([
    '35=8|11=y|41=x|150=5|39=E|38=8|14=0|151=8|44=150',
    '35=8|11=z|41=y|150=5|39=0|38=7|14=0|151=7|44=150',
  ])
})

test('… and of a GTC order with the DayOrderQty(424) that goes with that quantity', async () => {
  const queue = await under.logOn('QUEUE')
  queue.say('D', `${order('x', 10)}|59=1`)
  await queue.hear('8')
  await passes(100)
  const { tradeDay } = under.engine.state.markets[0]!
  await under.run({ type: 'EndTradingDay', market: 0, nextDay: tradeDay + 3 })
  await queue.hearMany(2)
  queue.say('G', `${replace('y', 'x', 8)}|59=1`)
  queue.say('G', `${replace('z', 'y', 7)}|59=1`)
  expect((await queue.hearMany(2)).map((report) => report.pick(150, 38, 424))).toEqual(['150=E|38=10|424=10', '150=E|38=8|424=8'])
})

test('with queue_replaces a G waits behind the entry of its order; without, it is refused with 102=3', async () => {
  const queue = await under.logOn('QUEUE')
  queue.say('D', order('x', 10))
  queue.say('G', replace('y', 'x', 8))
  expect((await queue.hearMany(2)).map(state)).toEqual([
    '35=8|11=x|150=A|39=A|38=10|14=0|151=10|44=150|636=N',
    '35=8|11=y|41=x|150=E|39=E|38=10|14=0|151=10|44=150|636=N',
  ])
  desk.say('D', order('v', 10))
  desk.say('G', replace('w', 'v', 8))
  expect(state(await desk.hear('8'))).toBe('35=8|11=v|150=A|39=A|38=10|14=0|151=10|44=150|636=N')
  expect(state(await desk.hear('9'))).toBe('35=9|11=w|41=v|39=A|102=3|434=2')
  await passes(500)
  expect((await queue.hearMany(2)).map(state)).toEqual([
    '35=8|11=x|150=0|39=E|38=10|14=0|151=10|44=150',
    '35=8|11=y|41=x|150=5|39=0|38=8|14=0|151=8|44=150',
  ])
})

test('drop copies hear what is pending; the session of an order hears of the request of another as its own affair, without 41', async () => {
  const wide = await under.logOn('WIDE')
  await entered()
  wide.say('F', `1=ACC1|${cancel('w', 'x')}`)
  expect(state(await wide.hear('8'))).toBe('35=8|11=w|41=x|150=6|39=6|38=10|14=0|151=10|44=150')
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=6|39=6|38=10|14=0|151=10|44=150')
  expect(state(await drop.hear('8'))).toBe('35=8|11=w|41=x|150=6|39=6|38=10|14=0|151=10|44=150|797=Y')
})

test('the fill that completes an order while the cancel of another session is pending has 39=2: the 9 goes to that session alone', async () => {
  const wide = await under.logOn('WIDE')
  await entered()
  wide.say('F', `1=ACC1|${cancel('w', 'x')}`)
  await Promise.all([wide.hear('8'), desk.hear('8'), drop.hear('8')])
  await sold(10)
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=F|39=2|38=10|14=10|151=0|32=10|44=150')
  expect(state(await drop.hear('8'))).toBe('35=8|11=x|150=F|39=2|38=10|14=10|151=0|32=10|44=150|797=Y')
  expect(state(await wide.hear('9'))).toBe('35=9|11=w|41=x|39=2|102=0|434=1')
})

test('a part that a script fills before the acknowledgement is 39=1, which outranks 39=A', async () => {
  desk.say('D', order('x', 10))
  await desk.hear('8')
  const { number } = under.engine.state.openOrders(0)[0]!
  await under.run({ type: 'FillOrder', market: 0, orderNumber: number, quantityLots: 4e9, priceTicks: 150_0000 })
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=F|39=1|38=10|14=4|151=6|32=4|44=150')
  desk.say('H', '11=x|55=AAPL|54=1')
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=I|39=1|38=10|14=4|151=6|44=150')
  await passes(100)
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=0|39=1|38=10|14=4|151=6|44=150')
})

test('a request over REST is pending without 41', async () => {
  await entered()
  const { number } = under.engine.state.openOrders(0)[0]!
  const rest = { requester: { kind: 'rest' }, order: { number }, clientOrderId: '', originalClientOrderId: '' } as const
  await under.run({ type: 'ReplaceOrder', ...rest, quantityLots: 8e9 })
  expect(state(await desk.hear('8'))).toBe('35=8|11=x|150=E|39=E|38=10|14=0|151=10|44=150')
  await passes(500)
  expect((await desk.hear('8')).pick(11, 41, 150, 39, 378, 38, 58)).toBe('11=x|150=D|39=0|378=99|38=8|58=REST replace')
})

test('a PATCH over REST with an id of its own is pending under it, as it is then replaced; one that is refused leaves the id that was', async () => {
  await entered()
  const { number } = under.engine.state.openOrders(0)[0]!
  const patch = (clientOrderId: string) =>
    under.run({
      type: 'ReplaceOrder',
      requester: { kind: 'rest' },
      order: { number },
      clientOrderId,
      originalClientOrderId: '',
      quantityLots: 12e9,
      limitTicks: 151_0000,
    })
  await patch('y')
  expect(state(await desk.hear('8'))).toBe('35=8|11=y|41=x|150=E|39=E|38=10|14=0|151=10|44=150')
  await passes(500)
  expect(state(await desk.hear('8'))).toBe('35=8|11=y|41=x|150=5|39=0|38=12|14=0|151=12|44=151')
  await patch('z')
  desk.say('q', `11=all|530=7|${NOW}`)
  expect((await desk.hearMany(3)).map(state)).toEqual([
    '35=8|11=z|41=y|150=E|39=E|38=12|14=0|151=12|44=151',
    '35=r|11=all',
    '35=8|11=y|150=4|39=4|38=12|14=0|151=0|44=151',
  ])
})

test('P.8: a resend gives the same pending reports again', async () => {
  await entered()
  desk.say('F', cancel('y', 'x'))
  const first = await desk.hear('8')
  desk.say('2', `7=${first.number}|16=0`)
  const again = await desk.hear('8')
  expect([again.get(43), again.body]).toEqual(['Y', first.body])
})

test('after a restart in the middle the venue answers what it had taken', async () => {
  await entered()
  desk.say('F', cancel('y', 'x'))
  await desk.hear('8')
  const { directory } = under
  const next = desk.next
  await under.kill()
  under = await GatewayUnderTest.start({ ...OPTIONS, clock, directory })
  desk = await under.logOn('DESK1', { number: next })
  await passes(500)
  expect(state(await desk.hear('8'))).toBe('35=8|11=y|41=x|150=4|39=4|38=10|14=0|151=0|44=150')
})
