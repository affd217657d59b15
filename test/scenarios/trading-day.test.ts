import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { isHalfDay, nextBusinessDay, sessionTimes } from '../../src/market/trading-calendar.ts'
import type { FixClient } from '../support/fix-client.ts'
import { type FixMessage, utcTimestamp } from '../support/fix-message.ts'
import { reportFaults } from './report-rules.ts'
import { RunningGateway } from './running-gateway.ts'

/** One trading day in the sessions of US equities, from 4:00 to 20:00, by the partner's clock: the tests are its hours, in their order. */
let gateway: RunningGateway
/** trades the account of CLIENT1 */
let desk: FixClient
/** hears of every order of the partner */
let copy: FixClient
/** orders of CLIENT2's account, over REST */
let orders: string
/** midnight of the day in New York, epoch ms */
let midnight = 0
let today = ''

const SYMBOL = 'BENCH1'

beforeAll(async () => {
  gateway = await RunningGateway.start({ settings: { market: { session: 'us_equities' } } })
  desk = await gateway.logOn('CLIENT1')
  copy = await gateway.logOn('DROP1')
  orders = `/v1/accounts/${gateway.account(2).id}/orders`
  const { body } = await gateway.partner.get('/v1/dev/sandbox/clock')
  let day = dayNumber(body.trading_day as TradeDate)
  while (isHalfDay(day)) day = nextBusinessDay(day)
  if (day > dayNumber(body.trading_day as TradeDate)) await gateway.endOfDay(tradeDate(day))
  today = tradeDate(day)
  midnight = sessionTimes(day)!.preOpen - 4 * 3_600_000
})

afterAll(() => gateway.end())

/** Sets the market's clock to an hour of the day and answers which session it finds. */
async function clock(time: string): Promise<unknown> {
  const [hours, minutes] = time.split(':').map(Number)
  const set = new Date(midnight + (hours! * 60 + minutes!) * 60_000).toISOString()
  const { status, body } = await gateway.partner.post('/v1/dev/sandbox/clock', { set })
  expect({ status, timestamp: body.timestamp, mode: body.mode, trading_day: body.trading_day }).toEqual({
    status: 200,
    timestamp: set,
    mode: 'frozen',
    trading_day: body.session === 'closed' ? tradeDate(nextBusinessDay(dayNumber(today as TradeDate))) : today,
  })
  return body.session
}

const quote = (bid: string, ask: string) =>
  gateway.partner.post('/v1/dev/sandbox/quotes', { symbol: SYMBOL, bid, ask, bid_size: '100', ask_size: '100' })

const post = (id: string, terms: Readonly<Record<string, unknown>>) =>
  gateway.partner.post(orders, { client_order_id: id, symbol: SYMBOL, order_type: 'limit', ...terms })

async function status(id: string): Promise<string> {
  const { body } = await gateway.partner.get(`${orders}?client_order_id=${id}`)
  const [order] = body.data as readonly Readonly<Record<string, string | null>>[]
  return `${order!['status']} ${order!['filled_quantity']} at ${order!['average_fill_price']}`
}

const enter = (id: string, terms: string): void => desk.say('D', `11=${id}|55=${SYMBOL}|60=${utcTimestamp(Date.now())}|${terms}`)

/** What a report has to say here. */
const state = (message: FixMessage): string => message.pick(11, 150, 39, 59, 636, 38, 14, 151, 32, 31, 103, 58, 378, 797)

async function heard(client: FixClient): Promise<readonly string[]> {
  const messages = await client.hearAll()
  expect(messages.flatMap(reportFaults)).toEqual([])
  return messages.map(state)
}

describe('a trading day, over FIX and REST', () => {
  test('4:00: the pre-market opens; what is not for extended hours waits, and what can not wait is refused', async () => {
    expect(await clock('04:00')).toBe('pre_market')
    await quote('99.00', '101.00')
    enter('fix-day', '54=2|40=2|44=99|38=5|59=0')
    enter('fix-ioc', '54=1|40=2|44=101|38=5|59=3')
    expect(await heard(desk)).toEqual([
      '11=fix-day|150=0|39=0|59=0|636=N|38=5|14=0|151=5',
      '11=fix-ioc|150=8|39=8|59=3|38=5|14=0|151=0|103=2|58=The exchange is closed: ioc and fok orders are taken in the regular session.',
    ])
    expect((await post('gtc', { side: 'buy', quantity: '3', limit_price: '98.00', time_in_force: 'gtc' })).body).toMatchObject({
      status: 'accepted',
    })
    expect((await post('fok', { side: 'buy', quantity: '3', limit_price: '101.00', time_in_force: 'fok' })).body).toMatchObject({
      error: { code: 'EXCHANGE_CLOSED' },
    })
    const extended = await post('pre', { side: 'buy', quantity: '2', limit_price: '101.00', extended_hours: true })
    expect(extended.body).toMatchObject({ status: 'filled', average_fill_price: '101.00' })
    await heard(copy)
  })

  test('9:28: orders for the opening auction are in, and no more are taken', async () => {
    expect(await clock('09:27')).toBe('pre_market')
    enter('fix-opg', '54=2|40=1|38=10|59=2')
    expect(await heard(desk)).toEqual(['11=fix-opg|150=0|39=0|59=2|636=N|38=10|14=0|151=10'])
    const entered = await post('opg', { side: 'buy', quantity: '20', limit_price: '100.00', time_in_force: 'opg' })
    expect([entered.status, entered.body]).toMatchObject([201, { status: 'accepted', time_in_force: 'opg', filled_quantity: '0' }])
    const { status: changed } = await gateway.partner.patch(`${orders}/${entered.body.id as string}`, { quantity: '4' })
    expect(changed).toBe(200)
    await clock('09:28')
    enter('fix-late', '54=2|40=1|38=10|59=2')
    expect(await heard(desk)).toEqual([
      '11=fix-late|150=8|39=8|59=2|38=10|14=0|151=0|103=4|58=Orders for the opening auction are taken until two minutes before it.',
    ])
    const late = await post('late', { side: 'buy', quantity: '20', limit_price: '100.00', time_in_force: 'opg' })
    expect([late.status, late.body]).toMatchObject([422, { error: { code: 'TOO_LATE_TO_ENTER' } }])
    await heard(copy)
  })

  test('9:30: the auction trades at one price; what waited and did not trade joins the book without a word', async () => {
    expect(await clock('09:30')).toBe('regular')
    expect(await heard(desk)).toEqual([
      '11=fix-opg|150=F|39=1|59=2|38=10|14=4|151=6|32=4|31=99',
      '11=fix-opg|150=F|39=2|59=2|38=10|14=10|151=0|32=6|31=99',
      '11=fix-day|150=F|39=2|59=0|38=5|14=5|151=0|32=5|31=99',
    ])
    expect(await status('opg')).toBe('filled 4 at 99.00')
    expect(await status('gtc')).toBe('new 0 at null')
    expect(await heard(copy)).toEqual([
      '11=fix-opg|150=F|39=1|59=2|38=10|14=4|151=6|32=4|31=99|797=Y',
      '11=opg|150=F|39=2|59=2|38=4|14=4|151=0|32=4|31=99|797=Y',
      '11=fix-opg|150=F|39=2|59=2|38=10|14=10|151=0|32=6|31=99|797=Y',
      '11=fix-day|150=F|39=2|59=0|38=5|14=5|151=0|32=5|31=99|797=Y',
    ])
  })

  test('16:00: the closing auction, then the end of the day orders; gtc orders stay what they are', async () => {
    await clock('15:49')
    enter('fix-cls', '54=1|40=2|44=100|38=8|59=7')
    enter('fix-rest', '54=1|40=2|44=97|38=8|59=0')
    expect((await post('cls', { side: 'sell', quantity: '6', order_type: 'market', time_in_force: 'cls' })).body).toMatchObject({
      status: 'accepted',
    })
    expect(await heard(desk)).toEqual(['11=fix-cls|150=0|39=0|59=7|636=N|38=8|14=0|151=8', '11=fix-rest|150=0|39=0|59=0|38=8|14=0|151=8'])
    await clock('15:50')
    expect((await post('late-cls', { side: 'sell', quantity: '6', order_type: 'market', time_in_force: 'cls' })).body).toMatchObject({
      error: { code: 'TOO_LATE_TO_ENTER' },
    })
    expect(await clock('16:00')).toBe('after_hours')
    expect(await heard(desk)).toEqual([
      '11=fix-cls|150=F|39=1|59=7|38=8|14=6|151=2|32=6|31=99.01',
      '11=fix-cls|150=C|39=C|59=7|38=8|14=6|151=0',
      '11=fix-rest|150=C|39=C|59=0|38=8|14=0|151=0',
    ])
    expect(await status('cls')).toBe('filled 6 at 99.01')
    expect(await status('gtc')).toBe('new 0 at null')
    await heard(copy)
  })

  test('20:00: orders for extended hours have traded on, and end; the date rolls', async () => {
    await clock('17:00')
    // neither the gtc order, which is away, nor the quote of the day
    await quote('97.00', '98.00')
    expect(await status('gtc')).toBe('new 0 at null')
    expect((await post('after', { side: 'buy', quantity: '4', limit_price: '98.00', extended_hours: true })).body).toMatchObject({
      status: 'filled',
    })
    expect((await post('rests', { side: 'buy', quantity: '4', limit_price: '97.50', extended_hours: true })).body).toMatchObject({
      status: 'new',
    })
    expect((await post('tomorrow', { side: 'buy', quantity: '4', limit_price: '90.00' })).body).toMatchObject({ status: 'accepted' })
    expect(await clock('20:00')).toBe('closed')
    expect(await status('rests')).toBe('expired 0 at null')
    expect(await status('tomorrow')).toBe('accepted 0 at null')
    expect(await heard(desk)).toEqual([])
    expect(await heard(copy)).toEqual([
      '11=after|150=0|39=0|59=0|38=4|14=0|151=4|797=Y',
      '11=after|150=F|39=2|59=0|38=4|14=4|151=0|32=4|31=98|797=Y',
      '11=rests|150=0|39=0|59=0|38=4|14=0|151=4|797=Y',
      '11=tomorrow|150=0|39=0|59=0|636=N|38=4|14=0|151=4|797=Y',
      '11=rests|150=C|39=C|59=0|38=4|14=0|151=0|797=Y',
      '11=gtc|150=D|39=0|59=1|636=N|38=3|14=0|151=3|378=1|797=Y',
    ])
  })

  test('after a restart in the night everything is as it was, and the next day begins', async () => {
    const before = await gateway.partner.get(orders)
    await gateway.stop()
    await gateway.begin()
    expect((await gateway.partner.get(orders)).body.data).toEqual(before.body.data)
    const executions = await gateway.partner.get(
      `${orders}/${(before.body.data as { id: string; client_order_id: string }[]).find((one) => one.client_order_id === 'opg')!.id}/executions`,
    )
    expect(executions.body).toMatchObject({ data: [{ trade_date: today, price: '99.00', quantity: '4' }] })
    const next = sessionTimes(nextBusinessDay(dayNumber(today as TradeDate)))!.open
    const { body } = await gateway.partner.post('/v1/dev/sandbox/clock', { set: new Date(next).toISOString() })
    expect(body.session).toBe('regular')
    // bought at the open: the ask has come down to the limit of the gtc order
    expect(await status('gtc')).toBe('filled 3 at 98.00')
    expect(await status('tomorrow')).toBe('new 0 at null')
  })
})
