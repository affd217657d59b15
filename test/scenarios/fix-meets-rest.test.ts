import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { type FixMessage, utcTimestamp } from '../support/fix-message.ts'
import { reportFaults } from './report-rules.ts'
import { RunningGateway } from './running-gateway.ts'

let gateway: RunningGateway
/** trades the account of CLIENT1 */
let desk: FixClient
/** hears of every order of the partner */
let copy: FixClient
/** orders of CLIENT2's account, over REST */
let orders: string
let symbol = ''
let symbols = 0

beforeAll(async () => {
  gateway = await RunningGateway.start()
  desk = await gateway.logOn('CLIENT1')
  copy = await gateway.logOn('DROP1')
  orders = `/v1/accounts/${gateway.account(2).id}/orders`
})

afterAll(() => gateway.end())

const nextSymbol = (): string => (symbol = `BENCH${++symbols}`)

const terms = (side: 1 | 2, quantity: number, price: number): string =>
  `55=${symbol}|54=${side}|60=${utcTimestamp(Date.now())}|40=2|44=${price}|38=${quantity}`

/** Posts a limit order of CLIENT2's account. */
async function post(id: string, side: 'buy' | 'sell', quantity: string, price: string) {
  const body = { client_order_id: id, symbol, side, quantity, order_type: 'limit', limit_price: price }
  const answer = await gateway.partner.post(orders, body)
  expect(answer.status).toBe(201)
  return answer.body as Readonly<Record<string, string>>
}

/** What a life-cycle table has of a report. */
const state = (message: FixMessage): string => message.pick(11, 41, 150, 39, 38, 14, 151, 32, 31, 378, 58, 797)

async function heard(client: FixClient): Promise<readonly FixMessage[]> {
  const messages = await client.hearAll()
  expect(messages.flatMap(reportFaults)).toEqual([])
  return messages
}

test('an order over FIX is among the latencies that REST reports', async () => {
  nextSymbol()
  desk.say('D', `11=timed|${terms(1, 1, 90)}`)
  await desk.hearAll()
  const { body } = await gateway.partner.get('/v1/health/latency')
  expect(body.engine).toEqual({ ack_p50_us: expect.any(Number), ack_p99_us: expect.any(Number) })
})

describe('a REST order and a FIX order', () => {
  test('trade with each other at the price of the one that rested, and both edges tell the same', async () => {
    nextSymbol()
    desk.say('D', `11=fix-1|${terms(1, 10, 100)}`)
    await desk.hearAll()
    const sold = await post('rest-1', 'sell', '4', '99.50')
    expect(sold).toMatchObject({ status: 'filled', filled_quantity: '4', remaining_quantity: '0', average_fill_price: '100.00' })

    const [fill] = await heard(desk)
    expect(state(fill!)).toBe('11=fix-1|150=F|39=1|38=10|14=4|151=6|32=4|31=100')
    const bought = await gateway.partner.get(`/v1/accounts/${gateway.account(1).id}/orders/${fill!.get(37)!}`)
    expect(bought.body).toMatchObject({
      client_order_id: 'fix-1',
      status: 'partially_filled',
      filled_quantity: '4',
      remaining_quantity: '6',
    })

    const executions = await gateway.partner.get(`/v1/accounts/${gateway.account(1).id}/orders/${fill!.get(37)!}/executions`)
    expect(executions.body).toMatchObject({
      data: [{ id: fill!.get(17), exec_type: 'trade', quantity: '4', price: '100.00', liquidity: 'added', leaves_quantity: '6' }],
    })
  })

  test('also when it is the REST order that rested', async () => {
    nextSymbol()
    const resting = await post('rest-2', 'sell', '10', '101.00')
    desk.say('D', `11=fix-2|${terms(1, 10, 102)}`)
    expect((await heard(desk)).map(state)).toEqual([
      '11=fix-2|150=0|39=0|38=10|14=0|151=10',
      '11=fix-2|150=F|39=2|38=10|14=10|151=0|32=10|31=101',
    ])
    const { body } = await gateway.partner.get(`${orders}/${resting['id']!}`)
    expect(body).toMatchObject({ status: 'filled', average_fill_price: '101.00' })
  })

  test('are found by their ids, also by one with characters that REST itself would not take', async () => {
    nextSymbol()
    const id = 'ORD/2026 #7 "a"'
    desk.say('D', `11=${id}|${terms(1, 10, 100)}`)
    const [entered] = await heard(desk)
    const path = `/v1/accounts/${gateway.account(1).id}/orders?client_order_id=${encodeURIComponent(id)}`
    const { body } = await gateway.partner.get(path)
    expect(body.data).toMatchObject([{ id: entered!.get(37), client_order_id: id }])
  })

  test('share one space of ids: an id that one edge has used is used for the other', async () => {
    nextSymbol()
    // the same account from both edges
    const own = `/v1/accounts/${gateway.account(1).id}/orders`
    desk.say('D', `11=shared|${terms(1, 10, 50)}`)
    const [accepted] = await heard(desk)
    const body = {
      client_order_id: 'shared',
      symbol,
      side: 'buy',
      quantity: '10',
      order_type: 'limit',
      limit_price: '50.00',
      time_in_force: 'day',
    }
    const repeat = await gateway.partner.post(own, body)
    expect([repeat.status, repeat.headers['idempotent-replayed'], repeat.body.id]).toEqual([200, 'true', accepted!.get(37)])
    const conflict = await gateway.partner.post(own, { ...body, quantity: '11' })
    expect([conflict.status, conflict.body.error.code]).toEqual([409, 'CLIENT_ORDER_ID_CONFLICT'])

    await gateway.partner.post(own, { ...body, client_order_id: 'of-rest' })
    desk.say('D', `11=of-rest|${terms(1, 10, 50)}`)
    const [refused] = await heard(desk)
    expect(refused!.pick(11, 150, 39, 14, 151, 103)).toBe('11=of-rest|150=8|39=8|14=0|151=0|103=6')
  })

  test('a FIX order that is refused for its amounts has them over REST and in the blotter as the report has them', async () => {
    nextSymbol()
    const about = `55=${symbol}|54=1|60=${utcTimestamp(Date.now())}`
    desk.say('D', `11=odd-1|${about}|40=4|38=10.0|44=100.12345|99=0`)
    desk.say('D', `11=odd-2|${about}|40=3|38=10|99=100.00001`)
    const refused = await heard(desk)
    expect(refused.map((report) => report.pick(150, 38, 44, 99))).toEqual(['150=8|38=10.0|44=100.12345|99=0', '150=8|38=10|99=100.00001'])
    const seen = refused.map(async (report) => {
      const id = report.get(37)!
      const { body: order } = await gateway.partner.get(`/v1/accounts/${gateway.account(1).id}/orders/${id}`)
      const { body: blotter } = await gateway.partner.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: id })
      const { OrderQty, Price, StopPx } = blotter.Order
      expect([OrderQty, Price, StopPx]).toEqual([order.quantity, order.limit_price, order.stop_price])
      return [order.quantity, order.limit_price, order.stop_price]
    })
    expect(await Promise.all(seen)).toEqual([
      ['10', '100.12345', '0'],
      ['10', null, '100.00001'],
    ])
  })

  test('the last fill of the blotter is one that stands, as it was corrected', async () => {
    nextSymbol()
    desk.say('D', `11=last|${terms(1, 10, 100)}`)
    await post('last-1', 'sell', '4', '100.00')
    await post('last-2', 'sell', '3', '100.00')
    const [accepted, first, second] = await heard(desk)
    const lastFill = async () => {
      const { body } = await gateway.partner.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: accepted!.get(37) })
      return [body.Order.CumQty, body.Order.AvgPx, body.Order.LastQty, body.Order.LastPx]
    }
    const operate = async (path: string, body?: object) =>
      (await gateway.operator.post(`/v1/admin/executions/${path}`, body)).body.id as string
    expect(await lastFill()).toEqual(['7', '100.00', '3', '100.00'])
    const corrected = await operate(`${second!.get(17)!}/correct`, { quantity: '2', price: '99.00' })
    expect(await lastFill()).toEqual(['6', '99.666667', '2', '99.00'])
    const again = await operate(`${corrected}/correct`, { price: '98.00' })
    expect(await lastFill()).toEqual(['6', '99.333333', '2', '98.00'])
    const earlier = await operate(`${first!.get(17)!}/correct`, { price: '97.00' })
    expect(await lastFill()).toEqual(['6', '97.333333', '2', '98.00'])
    await operate(`${again}/bust`)
    expect(await lastFill()).toEqual(['4', '97.00', '4', '97.00'])
    await operate(`${earlier}/bust`)
    expect(await lastFill()).toEqual(['0', '0.00', null, null])
    await desk.hearAll()
  })

  test('can be changed and cancelled from the other edge, and the desk hears that without 41', async () => {
    nextSymbol()
    const own = `/v1/accounts/${gateway.account(1).id}/orders`
    desk.say('D', `11=fix-3|${terms(1, 10, 100)}`)
    const [accepted] = await heard(desk)
    const order = `${own}/${accepted!.get(37)!}`
    expect((await gateway.partner.patch(order, { quantity: '8' })).status).toBe(200)
    expect((await gateway.partner.patch(order, { limit_price: '99.00', client_order_id: 'fix-3b' })).status).toBe(200)
    expect((await gateway.partner.delete(order)).status).toBe(204)
    expect((await heard(desk)).map((report) => report.pick(11, 41, 150, 39, 38, 14, 151, 44, 378, 58))).toEqual([
      '11=fix-3|150=D|39=0|38=8|14=0|151=8|44=100|378=99|58=REST replace',
      '11=fix-3b|41=fix-3|150=5|39=0|38=8|14=0|151=8|44=99',
      '11=fix-3b|150=4|39=4|38=8|14=0|151=0|44=99|378=99|58=REST cancel',
    ])
    // any id of the chain finds it, and REST goes on showing the first
    desk.say('H', `11=fix-3|55=${symbol}|54=1`)
    expect((await heard(desk)).map((report) => report.pick(11, 41, 150, 39))).toEqual(['11=fix-3b|41=fix-3|150=I|39=4'])
    expect((await gateway.partner.get(order)).body).toMatchObject({ client_order_id: 'fix-3', status: 'cancelled', revision: 3 })
  })
})

describe('a drop copy', () => {
  beforeAll(async () => {
    await copy.hearAll()
  })

  test('P.9: hears of POST, PATCH and DELETE with 11 = client_order_id and 797=Y', async () => {
    nextSymbol()
    const placed = await post('p9', 'buy', '10', '100.00')
    await gateway.partner.patch(`${orders}/${placed['id']!}`, { quantity: '12' })
    await gateway.partner.delete(`${orders}/${placed['id']!}`)
    expect((await heard(copy)).map(state)).toEqual([
      '11=p9|150=0|39=0|38=10|14=0|151=10|797=Y',
      '11=p9|150=D|39=0|38=12|14=0|151=12|378=99|58=REST replace|797=Y',
      '11=p9|150=4|39=4|38=12|14=0|151=0|378=99|58=REST cancel|797=Y',
    ])
    // nobody else does
    expect(await heard(desk)).toEqual([])
  })

  test('hears of a refused REST order, which is journaled as rejected', async () => {
    nextSymbol()
    const body = { client_order_id: 'p9-refused', symbol, side: 'sell', quantity: '1000001', order_type: 'limit', limit_price: '1.00' }
    const { status, body: answer } = await gateway.partner.post(orders, body)
    expect([status, answer.error.code]).toEqual([422, 'ORDER_EXCEEDS_LIMIT'])
    const [report] = await heard(copy)
    expect(report!.pick(11, 37, 150, 39, 38, 14, 151, 103, 797)).toBe(
      `11=p9-refused|37=${answer.error.details.order_id}|150=8|39=8|38=1000001|14=0|151=0|103=3|797=Y`,
    )
  })

  test('hears both sides of every trade, with the ExecIDs that the desk and REST have', async () => {
    nextSymbol()
    desk.say('D', `11=copied|${terms(1, 10, 100)}`)
    const placed = await desk.hearAll()
    const sold = await post('copied-rest', 'sell', '10', '100.00')
    const filled = await heard(desk)
    const copies = await heard(copy)
    expect(copies.map((report) => report.pick(1, 11, 150, 39, 797))).toEqual([
      `1=${gateway.account(1).account_number}|11=copied|150=0|39=0|797=Y`,
      `1=${gateway.account(2).account_number}|11=copied-rest|150=0|39=0|797=Y`,
      `1=${gateway.account(1).account_number}|11=copied|150=F|39=2|797=Y`,
      `1=${gateway.account(2).account_number}|11=copied-rest|150=F|39=2|797=Y`,
    ])
    // a copy is the report itself, but for CopyMsgIndicator
    const ofDesk = copies.filter((report) => report.get(11) === 'copied')
    expect(ofDesk.map(({ body }) => body.replace('|797=Y', ''))).toEqual([...placed, ...filled].map(({ body }) => body))
    const { body } = await gateway.partner.get(`${orders}/${sold['id']!}/executions`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([copies[3]!.get(17)])
  })

  test('hears of the cancel by an operator, bust and correction, as both sides do', async () => {
    nextSymbol()
    desk.say('D', `11=ops|${terms(1, 10, 100)}`)
    await post('ops-rest', 'sell', '4', '100.00')
    const reports = await heard(desk)
    const [order, fill] = [reports[0]!.get(37)!, reports[1]!.get(17)!]
    await copy.hearAll()
    await gateway.operator.post(`/v1/admin/executions/${fill}/correct`, { price: '99.00' })
    await gateway.operator.post(`/v1/admin/executions/${fill}/bust`)
    await gateway.operator.post(`/v1/admin/orders/${order}/cancel`, { reason: 'asked by phone' })
    const own = await heard(desk)
    expect(own.map((report) => report.pick(11, 150, 39, 14, 151, 31, 378, 58))).toEqual([
      '11=ops|150=G|39=1|14=4|151=6|31=99',
      '11=ops|150=H|39=0|14=0|151=10',
      '11=ops|150=4|39=4|14=0|151=0|378=4|58=asked by phone',
    ])
    expect(own.slice(0, 2).map((report) => report.get(19))).toEqual([fill, own[0]!.get(17)])
    const copies = await heard(copy)
    expect(copies.filter((report) => report.get(11) === 'ops').map((report) => report.get(17))).toEqual(own.map((report) => report.get(17)))
    expect(copies.filter((report) => report.get(11) === 'ops-rest').map((report) => report.pick(150, 39))).toEqual([
      '150=G|39=2',
      '150=H|39=0',
      '150=4|39=4',
    ])
  })

  test('may not send application messages: j with 380=6', async () => {
    copy.say('D', `1=${gateway.account(1).account_number}|11=no|${terms(1, 10, 100)}`)
    expect((await copy.hear('j')).pick(372, 379, 380)).toBe('372=D|379=no|380=6')
  })
})
