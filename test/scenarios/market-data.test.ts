import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EventStreamClient, type HeardEvent } from '../support/event-stream-client.ts'
import type { FixClient } from '../support/fix-client.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import { RunningGateway } from './running-gateway.ts'

let gateway: RunningGateway
let desk: FixClient
let account: { readonly id: string; readonly account_number: string }

/** The built-in market, whose quotes walk by themselves. */
beforeEach(async () => {
  gateway = await RunningGateway.start({
    settings: {
      fix: { sessions: [{ sender_comp_id: 'DESK1', kind: 'order-entry' }] },
      first_start: {
        instruments: fileURLToPath(new URL('../../config/instruments.json', import.meta.url)),
        fixture: 'minimal',
        bench: null,
      },
    },
  })
  desk = await gateway.logOn('DESK1')
  account = gateway.credentials.accounts.find(({ status }) => status === 'ACTIVE')!
})
afterEach(() => gateway.end())

const { stringify } = JSON
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const DEPTH = '264=1|267=3|269=0|269=1|269=2|146=1|55=AAPL'

async function listen(query: string): Promise<EventStreamClient> {
  const { base_url, api_key, api_secret } = gateway.credentials
  return EventStreamClient.open(`${base_url}/v1/marketdata/stream${query}`, { 'x-api-key': api_key, 'x-api-secret': api_secret })
}

async function clock(body: object): Promise<void> {
  const { status } = await gateway.partner.post('/v1/dev/sandbox/clock', body)
  if (status !== 200) throw new Error(`the clock did not move: ${stringify(body)}`)
}

/** Bid, its size, ask, its size. */
async function restQuote(): Promise<readonly number[]> {
  const { bid, bid_size, ask, ask_size } = (await gateway.partner.get('/v1/marketdata/real-time/AAPL')).body
  return [bid, bid_size, ask, ask_size]
}

const streamQuote = ({ data }: HeardEvent): readonly number[] => [data.bid, data.bid_size, data.ask, data.ask_size]

/** What the desk knows of the best of both sides, as its messages tell it. */
class DeskQuote {
  readonly #sides = new Map<string, readonly [price: number, size: number]>()

  async hear(type: 'W' | 'X'): Promise<readonly number[]> {
    const { fields } = await desk.hear(type)
    fields.forEach(([tag, side], index) => {
      if (tag !== 269) return
      const value = (wanted: number): number => Number(fields.slice(index).find(([found]) => found === wanted)![1])
      this.#sides.set(side, [value(270), value(271)])
    })
    return [...this.#sides.get('0')!, ...this.#sides.get('1')!]
  }
}

test('a REST client, a stream and a FIX desk see the same quotes, and trade at them', async () => {
  await clock({ set: new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000).toISOString() })
  const stream = await listen('?symbols=AAPL&channels=quote,trade')
  desk.say('V', `262=m1|263=1|${DEPTH}`)
  const first = await restQuote()
  const deskQuote = new DeskQuote()
  expect(streamQuote(await stream.next())).toEqual(first)
  expect(await deskQuote.hear('W')).toEqual(first)

  await clock({ advance: 'PT10M' })
  const second = await restQuote()
  expect(second).not.toEqual(first)
  expect(streamQuote(await stream.next())).toEqual(second)
  expect(await deskQuote.hear('X')).toEqual(second)

  const ask = second[2]!
  desk.say('D', `1=${account.account_number}|11=b1|55=AAPL|54=1|60=${utcTimestamp(Date.now())}|40=2|44=${ask}|38=1|59=3`)
  const [, fill] = await desk.hearMany(2)
  expect(fill!.pick(150, 39, 31, 32)).toBe(`150=F|39=2|31=${ask}|32=1`)
  const trade = await stream.next()
  expect([trade.event, trade.data.price, trade.data.size, trade.data.missed]).toEqual(['trade', ask, 1, 0])
  expect(
    (await desk.hear('X')).fields.filter(([tag]) => [279, 269, 270, 271].includes(tag)).map(([tag, value]) => `${tag}=${value}`),
  ).toEqual(['279=1', '269=1', `270=${ask}`, `271=${second[3]! - 1}`, '279=0', '269=2', `270=${ask}`, '271=1'])
  await stream.close()
})

test('the desk is told what is listed, and that trading is open', async () => {
  desk.say('x', '320=all|559=4')
  const list = await desk.hear('y')
  expect(list.pick(560, 893, 393, 146)).toBe('560=0|893=Y|393=62|146=62')
  desk.say('g', '335=g1|263=0')
  expect((await desk.hear('h')).body).toBe('335=g1|336=1|338=1|339=2|340=2|625=3')
  desk.say('V', `262=m1|263=1|${DEPTH.replace('AAPL', 'NOPE')}`)
  expect((await desk.hear('Y')).body).toBe('58=Unknown symbol NOPE|262=m1|281=0')
})

test('the message log has what the desk asked and was refused, not what the market looked like', async () => {
  desk.say('V', `262=m1|263=1|${DEPTH}`)
  await desk.hear('W')
  desk.say('V', `262=m2|263=1|${DEPTH.replace('AAPL', 'NOPE')}`)
  await desk.hearLater('Y')
  const { data: sessions } = (await gateway.operator.get('/v1/admin/fix/sessions')).body
  const log = async (): Promise<string[]> => {
    const { data } = (await gateway.operator.get(`/v1/admin/fix/sessions/${sessions[0].id}/messages`)).body
    return data.map((entry: { MsgType: string }) => entry.MsgType)
  }
  while (!(await log()).includes('Y')) await turn()
  expect(await log()).toEqual(['A', 'A', 'V', 'V', 'Y'])
})

test('a trade that an operator corrects and busts is told again', async () => {
  await clock({ set: new Date(Math.ceil(Date.now() / 1000) * 1000 + 60_000).toISOString() })
  const stream = await listen('?symbols=AAPL&channels=trade')
  desk.say('V', '262=m1|263=1|264=1|267=1|269=2|146=1|55=AAPL')
  await desk.hear('W')
  const [, , ask] = await restQuote()
  const { body: order } = await gateway.partner.post(`/v1/accounts/${account.id}/orders`, {
    symbol: 'AAPL',
    side: 'buy',
    order_type: 'limit',
    time_in_force: 'ioc',
    limit_price: String(ask),
    quantity: '2',
    client_order_id: 'b1',
  })
  const { data: executions } = (await gateway.partner.get(`/v1/accounts/${account.id}/orders/${order.id}/executions`)).body
  const path = `/v1/admin/executions/${executions[0].id}`
  const corrected = await gateway.operator.post(`${path}/correct`, { price: '100.00' })
  const busted = await gateway.operator.post(`/v1/admin/executions/${corrected.body.id}/bust`)
  expect([corrected.status, busted.status]).toEqual([201, 201])
  const told = await stream.nextOnes(3)
  expect(told.map(({ data }) => [data.type, data.trade_id, data.price, data.size])).toEqual([
    ['trade', told[0]!.data.trade_id, ask, 2],
    ['trade_correct', told[0]!.data.trade_id, 100, 2],
    ['trade_cancel', told[0]!.data.trade_id, 100, 2],
  ])
  const changes: string[] = []
  while (changes.length < 3) {
    const { fields } = await desk.hear('X')
    const entries = fields.filter(([tag]) => [279, 278, 270, 271].includes(tag))
    for (let at = 0; at < entries.length; at += 4)
      changes.push(
        entries
          .slice(at, at + 4)
          .map(([tag, value]) => `${tag}=${value}`)
          .join('|'),
      )
  }
  const id = told[0]!.data.trade_id
  expect(changes).toEqual([`279=0|278=${id}|270=${ask}|271=2`, `279=1|278=${id}|270=100|271=2`, `279=2|278=${id}|270=100|271=2`])
  await stream.close()
})

test('streams end when the gateway does', async () => {
  const stream = await listen('?symbols=AAPL')
  await stream.next()
  const stopped = gateway.stop()
  await stream.closed
  await stopped
  await gateway.begin()
})
