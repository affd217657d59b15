import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { nextBusinessDay } from '../../src/market/trading-calendar.ts'
import type { FixClient } from '../support/fix-client.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import type { RestClient } from '../support/rest-client.ts'
import type { RunningGateway } from './running-gateway.ts'

/** A market with a house in it, beside the symbols that nobody quotes. */
const QUOTED = 'BENCH50'
/** one that is halted from the morning to the afternoon, and one whose shares are split between them */
const HALTED = 'BENCH51'
const SPLIT = 'BENCH52'

/**
 * A morning and an afternoon with a bit of everything that a journal can hold: both edges, all order types, every way in which an order ends,
 * refusals, money, quotes, operators. Between the two stands what a snapshot may be taken of; open orders live across it.
 */
export class JournalStory {
  readonly #gateway: RunningGateway
  readonly #orders: string
  #desk!: FixClient
  #other!: FixClient

  constructor(gateway: RunningGateway) {
    this.#gateway = gateway
    this.#orders = `/v1/accounts/${gateway.account(3).id}/orders`
  }

  async morning(): Promise<void> {
    this.#desk = await this.#gateway.logOn('CLIENT1')
    this.#other = await this.#gateway.logOn('CLIENT2')
    const { operator } = this.#gateway
    await this.#open()
    await this.#quote('99.00', '101.00')

    await this.#fix(this.#desk, 'D', limit('m-traded', 1, 10, 100), limit('m-gtc', 1, 10, 99, '|59=1'), limit('m-day', 1, 7, 98))
    await this.#fix(this.#other, 'D', limit('m-sold', 2, 4, 100), limit('m-rest', 2, 5, 105), limit('m-bad', 2, 5, '105.001'))
    await this.#fix(this.#desk, 'G', `${limit('m-traded2', 1, 8, 100)}|41=m-traded`)
    await this.#fix(this.#desk, 'D', order('m-stop', 1, '40=3|99=110|38=3|59=1'), order('m-stop-limit', 1, '40=4|99=110|44=111|38=3|59=1'))
    await this.#fix(
      this.#desk,
      'D',
      limit('m-ioc', 1, 3, 105, '|59=3'),
      limit('m-fok', 1, 30, 105, '|59=4'),
      limit('m-cancelled', 1, 1, 50),
    )
    await this.#fix(this.#desk, 'F', `11=m-x|41=m-cancelled|${about('BENCH1', 1)}`)
    await this.#fix(this.#desk, 'H', '11=m-traded|55=BENCH1|54=1', '11=m-nobody|55=BENCH1|54=1')
    // refused: no such order, an id that is used, and a limit order without a price
    await this.#fix(this.#desk, 'F', `11=m-x2|41=m-nobody|${about('BENCH1', 1)}`)
    await this.#fix(this.#desk, 'D', limit('m-cancelled', 1, 1, 50), order('m-no-price', 1, '40=2|38=1'))

    const placed = await this.#post({
      client_order_id: 'r-1',
      symbol: 'BENCH1',
      side: 'buy',
      quantity: '6',
      order_type: 'limit',
      limit_price: '97.00',
    })
    await this.#gateway.partner.patch(`${this.#orders}/${placed}`, { quantity: '5', client_order_id: 'r-1b' })
    await this.#post({ client_order_id: 'r-2', symbol: QUOTED, side: 'buy', notional: '1000.00', order_type: 'market' })
    await this.#post({ client_order_id: 'r-3', symbol: QUOTED, side: 'buy', quantity: '0.123456789', order_type: 'market' })
    await this.#gateway.partner.post(this.#orders, { client_order_id: 'r-refused', symbol: 'BENCH1', side: 'sell', quantity: '99999999' })

    await this.#fix(this.#desk, 'D', limit('m-ops', 1, 10, 96))
    await this.#fix(this.#other, 'D', limit('m-ops-sold', 2, 10, 90))
    const fill = this.#desk.heard.findLast((report) => report.get(150) === 'F')!.get(17)!
    await operator.post(`/v1/admin/executions/${fill}/correct`, { price: '95.50' })
    await operator.post(`/v1/admin/orders/${this.#desk.heard.find((report) => report.get(11) === 'm-day')!.get(37)!}/cancel`)
    await operator.post('/v1/admin/kill-switch', { scope: 'account', id: this.#gateway.account(2).id, on: true })
    await this.#announce()
    await this.#fix(this.#desk, 'D', beside('m-halted', HALTED), beside('m-split', SPLIT), `${beside('m-fleeing', HALTED)}|18=K`)
    await this.#steer(200, 'halts', { symbol: HALTED, halted: true })
    const cancelled = this.#desk.heard.find((report) => report.get(11) === 'm-fleeing')!.get(37)!
    await this.#steer(201, `orders/${cancelled}/fill`, { quantity: '2', price: '95.00' })
  }

  async afternoon(): Promise<void> {
    const { operator } = this.#gateway
    await operator.post('/v1/admin/kill-switch', { scope: 'account', id: this.#gateway.account(2).id, on: false })
    await this.#gateway.endOfDay()
    await this.#steer(200, 'halts', { symbol: HALTED, halted: false })
    await this.#quote('109.00', '110.00')
    await this.#fix(this.#other, 'D', limit('a-sold', 2, 4, 99), limit('a-resting', 2, 20, 120))
    await this.#fix(this.#desk, 'D', limit('a-buys', 1, 5, 120), order('a-cash', 1, '40=1|152=500'))
    const bust = this.#desk.heard.findLast((report) => report.get(11) === 'a-buys' && report.get(150) === 'F')!.get(17)!
    await operator.post(`/v1/admin/executions/${bust}/bust`)
    await this.#fix(this.#desk, 'q', `11=a-q|530=1|55=BENCH9|60=${now()}`)
    await this.#fix(this.#desk, 'AF', '584=a-m|585=7')
    await this.#gateway.partner.post(this.#orders, {
      client_order_id: 'r-4',
      symbol: QUOTED,
      side: 'sell',
      quantity: '1',
      order_type: 'market',
    })
    await this.#review()
    await this.#desk.logout()
    await this.#other.logout()
  }

  /** A split and a dividend that take effect with the next day. */
  async #announce(): Promise<void> {
    const { body } = await expecting(200, this.#gateway.partner.get('/v1/dev/sandbox/clock'))
    const ex_date = tradeDate(nextBusinessDay(dayNumber(body.trading_day as TradeDate)))
    await this.#steer(201, 'corporate-actions', { type: 'split', symbol: SPLIT, ratio: '3:2', ex_date })
    await this.#steer(201, 'corporate-actions', { type: 'cash_dividend', symbol: SPLIT, amount: '0.0001', ex_date, pay_date: ex_date })
  }

  async #steer(status: number, path: string, body: object): Promise<void> {
    await expecting(status, this.#gateway.partner.post(`/v1/dev/sandbox/${path}`, body))
  }

  async #open(): Promise<void> {
    const { partner } = this.#gateway
    const { body: account } = await expecting(201, partner.post('/v1/accounts', APPLICATION))
    const path = `/v1/accounts/${account.id as string}`
    const { body: link } = await expecting(201, partner.post(`${path}/ach-relationships`, BANK))
    const ach_relationship_id = link.id as string
    await expecting(201, partner.post(`${path}/funding/deposits`, { ach_relationship_id, amount: '2500.00' }))
    const { body: deposit } = await expecting(201, partner.post(`${path}/funding/deposits`, { ach_relationship_id, amount: '5.00' }))
    const withdrawal = { ach_relationship_id, amount: '10.00', processing_fee: '0.50' }
    const { body: withdrawn } = await expecting(201, partner.post(`${path}/funding/withdrawals`, withdrawal))
    for (const { id } of [deposit, withdrawn])
      await expecting(200, partner.post(`/v1/dev/sandbox/funding/${id as string}`, { action: 'return', return_code: 'R01' }))
    const waiting = { ...BANK, bank_account_number: '12340003' }
    const { body: pending } = await expecting(201, partner.post(`${path}/ach-relationships`, waiting))
    await expecting(200, partner.post(`/v1/dev/sandbox/ach-relationships/${pending.id as string}`, { decision: 'approve' }))
  }

  /** An account that is reviewed after it was opened, and a bank that is no longer linked. */
  async #review(): Promise<void> {
    const { partner } = this.#gateway
    const identity = { ...APPLICATION.identity, tax_id: '123-45-6789' }
    const { body } = await expecting(201, partner.post('/v1/accounts', { ...APPLICATION, identity }))
    const path = `/v1/accounts/${body.id as string}`
    for (let status = body.status as string; status !== 'ACTIVE';) status = (await partner.get(path)).body.status as string
    const { body: link } = await expecting(201, partner.post(`${path}/ach-relationships`, BANK))
    await expecting(204, partner.delete(`${path}/ach-relationships/${link.id as string}`))
  }

  async #quote(bid: string, ask: string): Promise<void> {
    await expecting(
      200,
      this.#gateway.partner.post('/v1/dev/sandbox/quotes', { symbol: QUOTED, bid, ask, bid_size: '500', ask_size: '500' }),
    )
  }

  async #post(body: object): Promise<string> {
    return (await expecting(201, this.#gateway.partner.post(this.#orders, body))).body.id as string
  }

  async #fix(client: FixClient, msgType: string, ...bodies: readonly string[]): Promise<void> {
    for (const body of bodies) client.say(msgType, body)
    await client.hearAll()
  }
}

/** Everything that partner and operator can read, as text, by what was asked; without the members that tell the moment of asking. */
export async function restAnswers(gateway: RunningGateway): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {}
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    keys = gateway.credentials as { api_key: string; api_secret: string },
  ) => {
    const response = await fetch(`${gateway.credentials.base_url}${path}`, {
      method,
      headers: { 'x-api-key': keys.api_key, 'x-api-secret': keys.api_secret, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    answers[`${method} ${path} ${JSON.stringify(body ?? '')}`] = `${response.status} ${text.replaceAll(MOMENT_OF_ASKING, '"$1":"…"')}`
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as {
      readonly data: readonly Readonly<Record<string, string>>[]
      readonly pagination?: { next_cursor: string | null }
    }
  }
  const accounts = await ask('GET', '/v1/accounts?limit=100')
  for (const { id } of accounts.data) {
    const path = `/v1/accounts/${id!}`
    const account = (await ask('GET', path)) as unknown as { readonly user_id: string }
    await ask('GET', `/v1/users/${account.user_id}`)
    for (const rest of ['/balances', '/positions', '/activities?limit=500', '/ach-relationships', '/funding/activity'])
      await ask('GET', `${path}${rest}`)
    const orders = await ask('GET', `${path}/orders?limit=500`)
    for (const order of orders.data) {
      await ask('GET', `${path}/orders/${order['id']!}`)
      await ask('GET', `${path}/orders/${order['id']!}/executions`)
      await ask('POST', '/api/Blotter/GetBlotterOrderInfo', { OrderCode: order['id'] })
      // what came in is kept beside the journal, as long as there is room
      await ask('GET', `/api/Blotter/OrderFixLogs?orderCode=${order['id']!}&direction=Out`)
    }
    const { pagination } = await ask('GET', `${path}/orders?limit=2`)
    if (pagination?.next_cursor) await ask('GET', `${path}/orders?limit=2&cursor=${pagination.next_cursor}`)
  }
  await ask('POST', '/api/external/get-orders', { PageSize: 500 })
  await ask('GET', '/v1/keys')
  await ask('GET', '/v1/admin/audit?limit=100', undefined, gateway.credentials.operator)
  await ask('GET', '/v1/admin/fix/sessions', undefined, gateway.credentials.operator)
  return answers
}

/** docs/api-contract.md section 20; a session's last messages are those since the start. */
const MOMENT_OF_ASKING = /"(timestamp|last_used_at|last_inbound_at|last_outbound_at)":(?:"[^"]*"|null)/g

const now = (): string => utcTimestamp(Date.now())
const about = (symbol: string, side: 1 | 2): string => `55=${symbol}|54=${side}|60=${now()}`
const order = (id: string, side: 1 | 2, terms: string): string => `11=${id}|${about('BENCH1', side)}|${terms}`
const limit = (id: string, side: 1 | 2, quantity: number, price: number | string, more = ''): string =>
  order(id, side, `40=2|44=${price}|38=${quantity}${more}`)

/** A gtc order in a symbol of its own. */
const beside = (id: string, symbol: string): string => `11=${id}|${about(symbol, 1)}|40=2|44=95|38=10|59=1`

async function expecting(status: number, answer: ReturnType<RestClient['post']>): ReturnType<RestClient['post']> {
  const received = await answer
  if (received.status !== status) throw new Error(`expected ${status}, received ${received.status}: ${JSON.stringify(received.body)}`)
  return received
}

const APPLICATION = {
  contact: { email_address: 'jane@example.com', phone_number: '+15125550100' },
  identity: { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123-45-0001' },
}

const BANK = {
  bank_account_number: '000123456789',
  bank_account_owner_name: 'Jane Doe',
  bank_account_type: 'CHECKING',
  bank_name: 'First Bank',
  bank_routing_number: '121000358',
}
