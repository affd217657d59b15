import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { type FixMessage, utcTimestamp } from '../support/fix-message.ts'
import { reportFaults } from './report-rules.ts'
import { RunningGateway, type Settings } from './running-gateway.ts'

/** docs/fix-rules-of-engagement.md, section 7: what holds beyond the scenarios of the standard. */

let gateway: RunningGateway
/** trades the account of CLIENT1 */
let desk: FixClient
/** trades the account of CLIENT2 */
let other: FixClient
let symbol = ''
let symbols = 0

const now = (): string => `60=${utcTimestamp(Date.now())}`
const limit = (id: string, side: 1 | 2, quantity: number, price: number | string, more = ''): string =>
  `11=${id}|55=${symbol}|54=${side}|${now()}|40=2|44=${price}|38=${quantity}${more}`
const about = (id: string, original: string): string => `11=${id}|41=${original}|55=${symbol}|54=1|${now()}`

const state = (message: FixMessage): string => message.pick(35, 11, 41, 150, 39, 38, 14, 151, 32, 102, 103, 378)

async function answers(client: FixClient = desk): Promise<readonly FixMessage[]> {
  const messages = await client.hearAll()
  expect(messages.flatMap(reportFaults)).toEqual([])
  return messages
}

const states = async (client: FixClient = desk): Promise<readonly string[]> => (await answers(client)).map(state)

function withGateway(settings: Settings): void {
  beforeAll(async () => {
    gateway = await RunningGateway.start({ settings })
    desk = await gateway.logOn('CLIENT1')
    other = await gateway.logOn('CLIENT2')
  })

  afterAll(() => gateway.end())

  beforeEach(() => {
    symbol = `BENCH${(symbols++ % 100) + 1}`
  })

  // nothing is left for the next rule
  afterEach(async () => {
    for (const client of [desk, other]) {
      client.say('q', `11=end${client.next}|530=7|${now()}`)
      await client.hearAll()
    }
  })
}

describe('with the default settings', () => {
  withGateway({})

  test('P.1: at the end of the day each open day order expires, and GTC orders stay', async () => {
    desk.say('D', limit('p1-day', 1, 10, 100))
    desk.say('D', limit('p1-part', 1, 10, 101))
    desk.say('D', limit('p1-gtc', 1, 10, 99, '|59=1'))
    other.say('D', limit('p1-sold', 2, 4, 101))
    await other.hearAll()
    await answers()
    await gateway.endOfDay()
    expect(await states()).toEqual([
      '35=8|11=p1-day|150=C|39=C|38=10|14=0|151=0',
      '35=8|11=p1-part|150=C|39=C|38=10|14=4|151=0',
      '35=8|11=p1-gtc|150=D|39=0|38=10|14=0|151=10|378=1',
    ])
    const { body } = await gateway.partner.get(`/v1/accounts/${gateway.account(1).id}/orders?status=expired&symbol=${symbol}`)
    expect(body.data.map(({ client_order_id, cancel_reason }: Record<string, string>) => [client_order_id, cancel_reason])).toEqual([
      ['p1-part', 'time_in_force'],
      ['p1-day', 'time_in_force'],
    ])
    desk.say('F', `${about('p1-late', 'p1-day')}`)
    expect(await states()).toEqual(['35=9|11=p1-late|41=p1-day|39=C|102=0'])
  })

  test('P.2: a mass cancel of all orders is reported, then each order of the session, and of no other, is cancelled', async () => {
    desk.say('D', limit('p2-a', 1, 10, 90))
    desk.say('D', limit('p2-b', 1, 10, 91))
    other.say('D', limit('p2-other', 1, 10, 92))
    await other.hearAll()
    await answers()
    desk.say('q', `11=p2-q|530=7|${now()}`)
    const heard = await answers()
    expect(heard.map((message) => message.pick(35, 11, 41, 530, 531, 533, 150, 39, 14, 151, 378))).toEqual([
      '35=r|11=p2-q|530=7|531=7|533=2',
      '35=8|11=p2-a|150=4|39=4|14=0|151=0',
      '35=8|11=p2-b|150=4|39=4|14=0|151=0',
    ])
    expect(await states(other)).toEqual([])
    desk.say('q', `11=p2-none|530=7|${now()}`)
    expect((await answers()).map((message) => message.pick(35, 530, 531, 533))).toEqual(['35=r|530=7|531=7|533=0'])
  })

  test('P.3: a mass status has a report for each open order, the last of which says so', async () => {
    desk.say('D', limit('p3-a', 1, 10, 90))
    desk.say('D', limit('p3-b', 1, 10, 91))
    other.say('D', limit('p3-sold', 2, 4, 91))
    await other.hearAll()
    await answers()
    desk.say('AF', '584=m1|585=7')
    expect((await answers()).map((message) => message.pick(11, 17, 39, 14, 151, 150, 584, 911, 912))).toEqual([
      '11=p3-a|17=0|39=0|14=0|151=10|150=I|584=m1|911=2',
      '11=p3-b|17=0|39=1|14=4|151=6|150=I|584=m1|911=2|912=Y',
    ])
  })

  test('P.3: without open orders it is one report about no order', async () => {
    desk.say('AF', '584=m2|585=7')
    expect((await answers()).map((message) => message.pick(37, 39, 54, 55, 150, 584, 911, 912))).toEqual([
      '37=NONE|39=8|54=7|55=[N/A]|150=I|584=m2|911=0|912=Y',
    ])
  })

  test('P.5: an order that would trade with its own account is cancelled, and REST says why', async () => {
    desk.say('D', limit('p5-resting', 1, 10, 100))
    await answers()
    desk.say('D', limit('p5-own', 2, 4, 100))
    const [accepted, cancelled, ...more] = await answers()
    expect([accepted!, cancelled!].map(state)).toEqual([
      '35=8|11=p5-own|150=0|39=0|38=4|14=0|151=4',
      '35=8|11=p5-own|150=4|39=4|38=4|14=0|151=0|378=4',
    ])
    expect(cancelled!.get(58)).toContain('self-match prevention')
    expect(more).toEqual([])

    const order = { client_order_id: 'p5-rest', symbol, side: 'sell', quantity: '4', order_type: 'limit', limit_price: '100.00' }
    const { status, body } = await gateway.partner.post(`/v1/accounts/${gateway.account(1).id}/orders`, order)
    expect([status, body.status, body.cancel_reason, body.filled_quantity]).toEqual([201, 'cancelled', 'risk', '0'])
    // the one that rested is untouched
    expect(await states()).toEqual([])
    desk.say('H', `11=p5-resting|55=${symbol}|54=1`)
    expect(await states()).toEqual(['35=8|11=p5-resting|150=I|39=0|38=10|14=0|151=10'])
  })

  test('P.6: a cancel that races the last fill ends the order once, by one or the other', async () => {
    const races = Array.from({ length: 20 }, (_, index) => `p6-${index}`)
    for (const id of races) {
      desk.say('D', limit(id, 1, 10, 100))
      await answers()
      // both are under way at once: who comes first is not said
      const speak = [() => desk.say('F', about(`${id}-x`, id)), () => other.say('D', limit(`${id}-s`, 2, 10, 100, '|59=3'))]
      for (const say of Number(id.slice(3)) % 2 === 0 ? speak : speak.reverse()) say()
      await other.hearAll()
      const heard = await answers()
      expect([
        [`35=8|11=${id}-x|41=${id}|150=4|39=4|38=10|14=0|151=0`],
        [`35=8|11=${id}|150=F|39=2|38=10|14=10|151=0|32=10`, `35=9|11=${id}-x|41=${id}|39=2|102=0`],
      ]).toContainEqual(heard.map(state))
    }
  })

  test('P.7: a cancel or replace under an id that is used is refused with 102=6', async () => {
    desk.say('D', limit('p7', 1, 10, 100))
    desk.say('D', limit('p7-used', 1, 10, 99))
    await answers()
    desk.say('F', about('p7-used', 'p7'))
    desk.say('G', `${limit('p7-used', 1, 12, 100)}|41=p7`)
    desk.say('F', about('p7', 'p7'))
    expect((await answers()).map((message) => message.pick(35, 11, 41, 39, 102, 434))).toEqual([
      '35=9|11=p7-used|41=p7|39=0|102=6|434=1',
      '35=9|11=p7-used|41=p7|39=0|102=6|434=2',
      '35=9|11=p7|41=p7|39=0|102=6|434=1',
    ])
    // ids of refused requests are used by no order
    desk.say('F', about('p7-x', 'p7'))
    expect(await states()).toEqual(['35=8|11=p7-x|41=p7|150=4|39=4|38=10|14=0|151=0'])
  })

  describe('P.11: the kill switch', () => {
    const setSwitch = async (body: object): Promise<unknown> => (await gateway.operator.post('/v1/admin/kill-switch', body)).body as unknown

    test.each([
      ['all', (): undefined => undefined],
      ['partner', partnerId],
      ['account', (): string => gateway.account(1).id],
      ['session', (): Promise<string> => sessionId('CLIENT1')],
    ] as const)('on for %s cancels open orders and refuses new ones; cancels and status requests work', async (scope, idOf) => {
      const id: string | undefined = await idOf()
      const target = { scope, ...(id !== undefined && { id }) }
      desk.say('D', limit(`p11-${scope}`, 1, 10, 100))
      await answers()
      expect(await setSwitch({ ...target, on: true })).toEqual({ on: true, cancelled_orders: 1 })
      expect(await states()).toEqual([`35=8|11=p11-${scope}|150=4|39=4|38=10|14=0|151=0|378=4`])

      desk.say('D', limit(`p11-${scope}-new`, 1, 10, 100))
      const [refused] = await answers()
      expect(refused!.pick(11, 150, 39, 14, 151, 103)).toBe(`11=p11-${scope}-new|150=8|39=8|14=0|151=0|103=0`)
      desk.say('F', about(`p11-${scope}-x`, `p11-${scope}`))
      desk.say('H', `11=p11-${scope}|55=${symbol}|54=1`)
      desk.say('q', `11=p11-${scope}-q|530=7|${now()}`)
      expect((await answers()).map((message) => message.pick(35, 39, 102, 150, 531, 533))).toEqual([
        '35=9|39=4|102=0',
        '35=8|39=4|150=I',
        '35=r|531=7|533=0',
      ])

      const order = { client_order_id: `p11-${scope}-rest`, symbol, side: 'buy', quantity: '1', order_type: 'limit', limit_price: '1.00' }
      const answer = await gateway.partner.post(`/v1/accounts/${gateway.account(1).id}/orders`, order)
      // a session's switch is not about REST
      expect([answer.status, answer.body.error?.code]).toEqual(scope === 'session' ? [201, undefined] : [409, 'TRADING_SUSPENDED'])

      expect(await setSwitch({ ...target, on: false })).toEqual({ on: false, cancelled_orders: 0 })
      desk.say('D', limit(`p11-${scope}-again`, 1, 10, 100))
      expect(await states()).toEqual([`35=8|11=p11-${scope}-again|150=0|39=0|38=10|14=0|151=10`])
    })

    test('on for one account leaves the others alone', async () => {
      other.say('D', limit('p11-other', 1, 10, 100))
      await other.hearAll()
      await setSwitch({ scope: 'account', id: gateway.account(1).id, on: true })
      expect(await states(other)).toEqual([])
      await setSwitch({ scope: 'account', id: gateway.account(1).id, on: false })
    })

    async function partnerId(): Promise<string> {
      const { body } = await gateway.operator.get('/v1/admin/fix/sessions')
      return (body.data as { partner_id: string }[])[0]!.partner_id
    }

    async function sessionId(senderCompId: string): Promise<string> {
      const { body } = await gateway.operator.get('/v1/admin/fix/sessions')
      return (body.data as { id: string; sender_comp_id: string }[]).find((session) => session.sender_comp_id === senderCompId)!.id
    }
  })
})

describe('with limits, and self-match prevention that gives way to the newcomer', () => {
  withGateway({
    engine: {
      self_match: 'cancel_resting',
      price_band_percent: 10,
      max_order_quantity: '10000',
      max_order_notional: '500000.00',
      max_open_orders: 3,
    },
  })

  test.each([
    ['a price further from the reference price than the band', limitOf('p12-band', 10, '110.01'), '103=99'],
    ['a quantity over the limit', limitOf('p12-quantity', 10_001, '100'), '103=3'],
    ['a value over the limit', limitOf('p12-notional', 5001, '100'), '103=3'],
  ])('P.12: %s is refused', async (_what, body, reason) => {
    desk.say('D', body())
    const [refused, ...more] = await answers()
    expect(refused!.pick(150, 39, 14, 151, 103)).toBe(`150=8|39=8|14=0|151=0|${reason}`)
    expect(refused!.get(58)).toBeTruthy()
    expect(more).toEqual([])
  })

  test('P.12: what the limits just allow is taken', async () => {
    desk.say('D', limit('p12-just', 1, 10, '110'))
    desk.say('D', limit('p12-value', 1, 5000, '100'))
    expect(await states()).toEqual(['35=8|11=p12-just|150=0|39=0|38=10|14=0|151=10', '35=8|11=p12-value|150=0|39=0|38=5000|14=0|151=5000'])
  })

  test('P.12: one open order more than the limit is refused, and taken once another has ended', async () => {
    for (const id of ['p12-1', 'p12-2', 'p12-3', 'p12-4']) desk.say('D', limit(id, 1, 10, 100))
    expect((await answers()).map((message) => message.pick(11, 150, 103))).toEqual([
      '11=p12-1|150=0',
      '11=p12-2|150=0',
      '11=p12-3|150=0',
      '11=p12-4|150=8|103=3',
    ])
    desk.say('F', about('p12-x', 'p12-1'))
    desk.say('D', limit('p12-5', 1, 10, 100))
    expect((await answers()).map((message) => message.pick(11, 150))).toEqual(['11=p12-x|150=4', '11=p12-5|150=0'])
  })

  test('P.12: a replace over a limit is refused with 102=99, and the order stays as it is', async () => {
    desk.say('D', limit('p12-r', 1, 10, 100))
    desk.say('G', `${limit('p12-r2', 1, 10_001, 100)}|41=p12-r`)
    desk.say('G', `${limit('p12-r3', 1, 10, '110.01')}|41=p12-r`)
    desk.say('H', `11=p12-r|55=${symbol}|54=1`)
    expect((await states()).slice(1)).toEqual([
      '35=9|11=p12-r2|41=p12-r|39=0|102=99',
      '35=9|11=p12-r3|41=p12-r|39=0|102=99',
      '35=8|11=p12-r|150=I|39=0|38=10|14=0|151=10',
    ])
  })

  test('P.5: the resting order of the same account is cancelled unsolicited, and the newcomer goes on', async () => {
    desk.say('D', limit('p5-resting', 1, 10, 100))
    await answers()
    desk.say('D', limit('p5-newcomer', 2, 4, 100))
    expect(await states()).toEqual([
      '35=8|11=p5-newcomer|150=0|39=0|38=4|14=0|151=4',
      '35=8|11=p5-resting|150=4|39=4|38=10|14=0|151=0|378=4',
    ])
  })

  /** The symbol is the test's own. */
  function limitOf(id: string, quantity: number, price: string): () => string {
    return () => limit(id, 1, quantity, price)
  }
})
