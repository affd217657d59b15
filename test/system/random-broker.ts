import { createClient, type ErrorBody, type FillgateClient, need, type operations, RequestFailed } from '../../client/index.ts'
import { seeded } from './seeded.ts'

const SYMBOLS = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'KO', 'SPY'] as const
const LANES = 8

/** An account with what its owner remembers of it. */
interface Owner {
  readonly accountId: string
  readonly bank: string
  readonly orders: string[]
  readonly transfers: string[]
  /** the last order as it was sent, to be sent again */
  last: { readonly body: NewOrder; readonly id: string } | undefined
}

type NewOrder = operations['placeOrder']['requestBody']['content']['application/json']

export interface BrokerOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
  readonly accounts: number
  readonly seed: number
  /** ends the trading day of the market */
  readonly endDay: () => Promise<void>
}

/** How long trading goes on: for so many actions, or for so long, in which a busy machine does less. */
export type Length = { readonly actions: number } | { readonly durationMs: number }

/**
 * Many accounts that place, change and cancel orders, move money and play their banks at random, over HTTP through the typed client, several
 * at once. Whatever the answer, it has to be one: a refusal is one too, a 5xx throws.
 */
export class RandomBroker {
  /** how often each kind of request met each answer: `limit order 201` */
  readonly outcomes = new Map<string, number>()
  readonly owners: Owner[] = []
  private readonly client: FillgateClient
  private readonly options: BrokerOptions
  private readonly random: (below: number) => number
  private prices = new Map<string, number>()
  private ids = 0

  constructor(options: BrokerOptions) {
    this.options = options
    this.client = createClient(options)
    this.random = seeded(options.seed)
  }

  /** Opens the accounts, with 20,000 dollars each. */
  async open(): Promise<void> {
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let index = lane; index < this.options.accounts; index += LANES) await this.openAccount()
    })
    await Promise.all(lanes)
  }

  /** Trades; the trading day ends twice on the way. */
  async trade(length: Length): Promise<void> {
    await this.readPrices()
    const began = Date.now()
    let acted = 0
    /** the part that is done; 1 = all */
    const done = (): number => ('actions' in length ? acted / length.actions : (Date.now() - began) / length.durationMs)
    const days = [1 / 3, 2 / 3]
    const lanes = Array.from({ length: LANES }, async () => {
      for (; done() < 1; acted++) await this.act(this.owners[this.random(this.owners.length)]!)
    })
    const keeper = async (): Promise<void> => {
      while (done() < 1) {
        await this.readPrices()
        if (days.length > 0 && done() > days[0]!) {
          days.shift()
          await this.options.endDay()
        }
      }
    }
    await Promise.all([...lanes, keeper()])
  }

  private async openAccount(): Promise<void> {
    const number = this.owners.length
    const { id } = await need(
      this.client.POST('/v1/accounts', {
        body: {
          contact: { email_address: `owner-${number}@example.com` },
          identity: { given_name: 'Owner', family_name: `Number ${number}`, date_of_birth: '1990-01-01', tax_id: '900-11-0001' },
        },
      }),
    )
    const path = { accountId: id }
    const bank = await need(
      this.client.POST('/v1/accounts/{accountId}/ach-relationships', {
        params: { path },
        body: {
          bank_account_owner_name: 'Owner',
          bank_account_type: 'CHECKING',
          bank_account_number: '000123456789',
          bank_routing_number: '121000358',
        },
      }),
    )
    const owner: Owner = { accountId: id, bank: bank.id, orders: [], transfers: [], last: undefined }
    this.owners.push(owner)
    const transfer = await this.deposit(owner, '20000.00')
    for (const action of ['queue', 'send', 'settle'] as const) await this.move(transfer!, action)
  }

  private async readPrices(): Promise<void> {
    for (const symbol of SYMBOLS) {
      const quote = await need(this.client.GET('/v1/marketdata/real-time/{symbol}', { params: { path: { symbol } } }))
      this.prices.set(symbol, quote.last)
    }
  }

  private async act(owner: Owner): Promise<void> {
    const dice = this.random(100)
    if (dice < 45) return this.enter(owner)
    if (dice < 55) return this.sell(owner)
    if (dice < 66) return this.cancel(owner)
    if (dice < 74) return this.change(owner)
    if (dice < 76) return this.repeat(owner)
    if (dice < 77) return this.cancelAll(owner)
    if (dice < 79) return this.close(owner)
    if (dice < 84) return void (await this.deposit(owner, this.dollars(1, 3000)))
    if (dice < 89) return this.withdraw(owner)
    return this.playBank(owner)
  }

  /** A buy of any kind, or a sell that may well be refused. */
  private enter(owner: Owner): Promise<void> {
    const symbol = this.symbol()
    const price = this.prices.get(symbol)!
    const side = this.random(3) === 0 ? 'sell' : 'buy'
    const near = (percent: number): string => (price * (1 + (this.random(2 * percent * 100) / 100 - percent) / 100)).toFixed(2)
    const shares = String(1 + this.random(12))
    switch (this.random(7)) {
      case 0:
        return this.place(owner, 'market order', { symbol, side, quantity: shares })
      case 1:
        return this.place(owner, 'fractional order', { symbol, side, quantity: `${this.random(4)}.${1 + this.random(999_999_998)}` })
      case 2:
        return this.place(owner, 'notional order', { symbol, side, notional: this.dollars(1, 900) })
      case 3:
        return this.place(owner, 'stop order', { symbol, side, order_type: 'stop', quantity: shares, stop_price: near(1) })
      case 4:
        return this.place(owner, 'ioc order', {
          symbol,
          side,
          order_type: 'limit',
          quantity: shares,
          limit_price: near(1),
          time_in_force: 'ioc',
        })
      default:
        return this.place(owner, 'limit order', {
          symbol,
          side,
          order_type: 'limit',
          quantity: shares,
          limit_price: near(1),
          time_in_force: this.random(2) === 0 ? 'gtc' : 'day',
        })
    }
  }

  /** A part of what the account has. */
  private async sell(owner: Owner): Promise<void> {
    const { data } = await need(this.client.GET('/v1/accounts/{accountId}/positions', { params: { path: this.path(owner) } }))
    const position = data[this.random(Math.max(1, data.length))]
    if (position === undefined) return
    const price = this.prices.get(position.symbol)!
    const whole = Math.floor(Number(position.quantity_available))
    if (whole < 1) return this.place(owner, 'sell', { symbol: position.symbol, side: 'sell', quantity: position.quantity })
    const quantity = String(1 + this.random(whole))
    const limit = this.random(2) === 0 ? {} : { order_type: 'limit', limit_price: (price * (0.995 + this.random(20) / 1000)).toFixed(2) }
    return this.place(owner, 'sell', { symbol: position.symbol, side: 'sell', quantity, ...limit })
  }

  private async place(owner: Owner, kind: string, order: object): Promise<void> {
    const body = { client_order_id: `r-${++this.ids}`, ...order } as NewOrder
    const placed = await this.note(kind, this.post(owner, body))
    if (placed === undefined) return
    owner.orders.push(placed.id)
    owner.last = { body, id: placed.id }
  }

  /** The same order again is the same order. */
  private async repeat(owner: Owner): Promise<void> {
    const { last } = owner
    if (last === undefined) return
    const again = await this.note('repeat', this.post(owner, last.body))
    if (again?.id !== last.id) throw new Error(`the order ${last.id}, sent again, was answered with ${again?.id ?? 'an error'}`)
  }

  private async cancel(owner: Owner): Promise<void> {
    const orderId = this.oneOf(owner.orders)
    if (orderId === undefined) return
    await this.note(
      'cancel',
      this.client.DELETE('/v1/accounts/{accountId}/orders/{orderId}', { params: { path: { ...this.path(owner), orderId } } }),
    )
  }

  private async cancelAll(owner: Owner): Promise<void> {
    await this.note('cancel all', this.client.DELETE('/v1/accounts/{accountId}/orders', { params: { path: this.path(owner) } }))
  }

  private async change(owner: Owner): Promise<void> {
    const orderId = this.oneOf(owner.orders)
    if (orderId === undefined) return
    const body = { quantity: String(1 + this.random(15)) }
    const path = { ...this.path(owner), orderId }
    await this.note('replace', this.client.PATCH('/v1/accounts/{accountId}/orders/{orderId}', { params: { path }, body }))
  }

  private async close(owner: Owner): Promise<void> {
    const path = { ...this.path(owner), symbol: this.symbol() }
    await this.note('close position', this.client.DELETE('/v1/accounts/{accountId}/positions/{symbol}', { params: { path } }))
  }

  private async deposit(owner: Owner, amount: string): Promise<string | undefined> {
    const body = { ach_relationship_id: owner.bank, amount, idempotency_key: `d-${++this.ids}` }
    const ask = () => this.client.POST('/v1/accounts/{accountId}/funding/deposits', { params: { path: this.path(owner) }, body })
    const made = await this.note('deposit', ask())
    if (made === undefined) return undefined
    owner.transfers.push(made.id)
    const again = await need(ask())
    if (again.id !== made.id) throw new Error(`the deposit ${made.id}, sent again, made ${again.id}`)
    return made.id
  }

  private async withdraw(owner: Owner): Promise<void> {
    const amount = this.random(8) === 0 ? { withdraw_full_balance: true } : { amount: this.dollars(1, 4000) }
    const fee = this.random(3) === 0 ? { processing_fee: '0.35' } : {}
    const body = { ach_relationship_id: owner.bank, ...amount, ...fee }
    const made = await this.note(
      'withdrawal',
      this.client.POST('/v1/accounts/{accountId}/funding/withdrawals', { params: { path: this.path(owner) }, body }),
    )
    if (made !== undefined) owner.transfers.push(made.id)
  }

  /** What a bank does next with a transfer; now and then it sends one back, or the owner calls it off. */
  private async playBank(owner: Owner): Promise<void> {
    const activityId = owner.transfers.at(-1 - this.random(Math.min(4, Math.max(1, owner.transfers.length))))
    if (activityId === undefined) return
    const path = { ...this.path(owner), activityId }
    const { status } = await need(this.client.GET('/v1/accounts/{accountId}/funding/activity/{activityId}', { params: { path } }))
    if (status === 'PENDING' && this.random(6) === 0)
      return void (await this.note(
        'cancel transfer',
        this.client.POST('/v1/accounts/{accountId}/funding/activity/{activityId}/cancel', { params: { path } }),
      ))
    if (status === 'PENDING') return this.move(activityId, 'queue')
    if (status === 'QUEUED') return this.move(activityId, 'send')
    if (status === 'SENT') return this.move(activityId, this.random(8) === 0 ? 'return' : 'settle')
    if (status === 'SETTLED' && this.random(40) === 0) return this.move(activityId, 'return')
  }

  private async move(activityId: string, action: 'queue' | 'send' | 'settle' | 'return'): Promise<void> {
    const body = { action, ...(action === 'return' && { return_code: 'R01' as const }) }
    await this.note(
      `transfer ${action}`,
      this.client.POST('/v1/dev/sandbox/funding/{activityId}', { params: { path: { activityId } }, body }),
    )
  }

  private post(owner: Owner, body: NewOrder) {
    return this.client.POST('/v1/accounts/{accountId}/orders', { params: { path: this.path(owner) }, body })
  }

  /** Counts what an answer was; undefined for a refusal. */
  private async note<Data>(kind: string, answer: Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data | undefined> {
    const { response } = await answer
    const { status } = response
    const outcome = `${kind} ${status}`
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    if (status >= 500) throw new RequestFailed(status, (await answer).error as ErrorBody)
    return status < 400 ? (await answer).data : undefined
  }

  private path({ accountId }: Owner): { readonly accountId: string } {
    return { accountId }
  }

  private symbol(): (typeof SYMBOLS)[number] {
    return SYMBOLS[this.random(SYMBOLS.length)]!
  }

  private oneOf(orders: readonly string[]): string | undefined {
    // the newest are those that are open
    return orders.at(-1 - this.random(Math.min(6, Math.max(1, orders.length))))
  }

  private dollars(from: number, to: number): string {
    return `${from + this.random(to - from)}.${String(this.random(100)).padStart(2, '0')}`
  }
}
