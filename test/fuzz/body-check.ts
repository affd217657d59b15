import assert from 'node:assert/strict'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { BANK, openRestServer, RestServer, type TradingAccount } from '../support/rest-server.ts'
import { Choices } from './choices.ts'

/** A route that takes a body, and one that it takes. */
interface Route {
  readonly method: 'POST' | 'PATCH'
  readonly url: string
  readonly good: Readonly<Record<string, unknown>>
}

/** Accounts and orders add up: after so many requests there is another server. */
const REQUESTS_OF_A_SERVER = 400

/** Sends bodies to the real routes, in this process: orders, replaces, accounts, bank links, deposits, webhooks. */
export class BodyCheck {
  #desk: Desk | undefined
  #requests = 0

  /**
   * Throws when a body that a tape stands for is answered with 5xx, when one that is refused has changed anything, or when a good order behind them is not
   * taken. Every answer is held against the OpenAPI document.
   */
  readonly check = async (tapes: readonly Uint8Array[]): Promise<void> => {
    const desk = (this.#desk ??= await Desk.open())
    for (const tape of tapes) await desk.send(new Choices(tape))
    await desk.takesAnOrder()
    this.#requests += tapes.length
    if (this.#requests >= REQUESTS_OF_A_SERVER) await this.close()
  }

  async close(): Promise<void> {
    await this.#desk?.close()
    this.#desk = undefined
    this.#requests = 0
  }
}

class Desk {
  readonly #server: RestServer
  readonly #failures: readonly unknown[]
  readonly #account: TradingAccount
  readonly #routes: readonly Route[]
  #orders = 0

  private constructor(server: RestServer, failures: readonly unknown[], account: TradingAccount, routes: readonly Route[]) {
    this.#server = server
    this.#failures = failures
    this.#account = account
    this.#routes = routes
  }

  static async open(): Promise<Desk> {
    const failures: unknown[] = []
    const server = await openRestServer({ reportFailure: (error) => failures.push(error) })
    const account = await server.account('1000000.00')
    const { id: achId } = await account.link()
    const { body: open } = await account.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    return new Desk(server, failures, account, routesOf(account, { achId, orderId: open.id as string }))
  }

  async send(choices: Choices): Promise<void> {
    const route = choices.pick(this.#routes)
    const payload = bodyText(choices, route.good)
    const before = this.#state()
    const { status, body } = await this.#server.client.send(route.method, route.url, {
      payload,
      headers: { 'content-type': 'application/json' },
    })
    const where = `${route.method} ${route.url} with ${payload.slice(0, 500)}`
    assert.deepEqual(this.#failures, [], where)
    assert(status < 500, `${status}: ${where}`)
    if (status >= 400) {
      // an order that is refused may be kept as rejected: docs/api-contract.md section 2, R
      if (body.error.details?.order_id === undefined) assert.equal(this.#state(), before, `changed something: ${where}`)
      return
    }
    // there may be 20 of them
    if (route.url === '/v1/webhooks') await this.#server.client.delete(`/v1/webhooks/${body.id as string}`)
  }

  /** … and gives back what it has bought. */
  async takesAnOrder(): Promise<void> {
    const order = { side: 'buy', quantity: '1', limit_price: '1.00', client_order_id: `good-${++this.#orders}` }
    const { status, body } = await this.#account.order(order)
    assert.deepEqual([status, body.status], [201, 'new'])
    assert.equal((await this.#server.client.delete(`${this.#account.path}/orders/${body.id as string}`)).status, 204)
  }

  /** All that a request can change: the market, the money, and what lies in rows of its own. */
  #state(): string {
    const { engine, journal } = this.#server
    return JSON.stringify([fingerprint(engine.state), journal.all('SELECT * FROM webhooks', [])])
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}

function routesOf({ path }: TradingAccount, { achId, orderId }: { readonly achId: string; readonly orderId: string }): readonly Route[] {
  const order = {
    symbol: 'AAPL',
    side: 'buy',
    order_type: 'limit',
    limit_price: '10.00',
    quantity: '1',
    time_in_force: 'day',
    client_order_id: 'c',
  }
  return [
    { method: 'POST', url: `${path}/orders`, good: order },
    { method: 'POST', url: `${path}/orders`, good: { ...order, order_type: 'stop_limit', stop_price: '11.00', extended_hours: true } },
    { method: 'POST', url: `${path}/orders`, good: { symbol: 'AAPL', side: 'buy', notional: '10.00', client_order_id: 'n' } },
    {
      method: 'PATCH',
      url: `${path}/orders/${orderId}`,
      good: { quantity: '2', limit_price: '99.00', stop_price: '1', client_order_id: 'r' },
    },
    { method: 'POST', url: '/v1/accounts', good: RestServer.application() as Route['good'] },
    { method: 'PATCH', url: path, good: { contact: { email_address: 'j@example.com' }, trading_configurations: { suspend_trade: false } } },
    { method: 'POST', url: `${path}/ach-relationships`, good: BANK },
    { method: 'POST', url: `${path}/funding/deposits`, good: { ach_relationship_id: achId, amount: '1.00', idempotency_key: 'i' } },
    { method: 'POST', url: '/v1/webhooks', good: { url: 'https://example.com/hook', events: ['order.filled'] } },
  ]
}

/** A good body with some of its members changed, or its text damaged. */
function bodyText(choices: Choices, good: Route['good']): string {
  const body = structuredClone(good) as Record<string, unknown>
  for (let changes = choices.below(4); changes > 0; changes--) changeMember(choices, body)
  const text = JSON.stringify(body).replaceAll(`"${DEEP}"`, NESTED)
  if (!choices.oneIn(8)) return text
  const at = choices.below(text.length + 1)
  return text.slice(0, at) + choices.pick(DAMAGE) + text.slice(at + choices.below(3))
}

function changeMember(choices: Choices, body: Record<string, unknown>): void {
  const names = Object.keys(body)
  const name = names.length === 0 || choices.oneIn(8) ? choices.pick(STRAY) : choices.pick(names)
  // `__proto__` is no member of its own
  const member = Object.hasOwn(body, name) ? body[name] : undefined
  if (typeof member === 'object' && member !== null && !Array.isArray(member) && !choices.oneIn(4)) {
    changeMember(choices, member as Record<string, unknown>)
  } else if (choices.oneIn(5)) {
    // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the body is this function's own copy
    delete body[name]
  } else if (choices.oneIn(3) && typeof member === 'string') {
    const at = choices.below(member.length + 1)
    body[name] = member.slice(0, at) + choices.pick(LETTERS) + member.slice(at + choices.below(2))
  } else {
    Object.defineProperty(body, name, { value: choices.pick(VALUES), enumerable: true, configurable: true, writable: true })
  }
}

const DEEP = 'nested deep'
const NESTED = '['.repeat(2_000) + ']'.repeat(2_000)
const DAMAGE = ['', '}', '{', '"', ',', '\0', '[', '\\', '\ud800', '1e999', 'null', '/*', '\u2028'] as const
const LETTERS = ['', '0', '9', '.', '-', '+', 'e', ' ', 'x', '\0', 'é', '😀', '00000000000000000000', '"', '%'] as const
const STRAY = [
  '__proto__',
  'constructor',
  'toString',
  'trail_price',
  'trail_percent',
  'order_class',
  'take_profit',
  'stop_loss',
  'x',
  '',
] as const
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [null], [[]], DEEP, { limit_price: '12.00' }, { stop_price: '1.00' }],
  ...['', ' ', '0', '-0', '-1', '+1', '1e5', '00', '0.', '.5', '0.000000001', '1.0000000001', '999999999999999', '9999999999999999', 'NaN'],
  ...[
    'market',
    'limit',
    'stop',
    'stop_limit',
    'trailing_stop',
    'sell',
    'gtc',
    'ioc',
    'fok',
    'opg',
    'cls',
    'bracket',
    'oco',
    'oto',
    'zzz',
    'aapl',
  ],
  ...['2026-02-30', '1990-01-01', '2026-11-20T24:00:00Z', '+15125550100', 'a@b', '123450001', '121000358', 'CHECKING', 'http://127.0.0.1/'],
  ...['x'.repeat(65), 'x'.repeat(129), 'x'.repeat(5_000), '١٢', '\ud800', "' OR 1=1 --"],
]
