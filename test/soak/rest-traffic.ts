import { connectTo, type Transport } from '../support/rest-client.ts'
import type { Latencies } from './latencies.ts'
import type { StreamSource } from './stream-readers.ts'

export interface RestTrafficParts extends StreamSource {
  readonly accounts: readonly string[]
  readonly symbols: number
  readonly below: (below: number) => number
  readonly latencies: Latencies
}

/** A partner's requests over REST, each of which has to be answered as its kind may be. */
export class RestTraffic {
  /** how often each kind of request met each answer: `order 201` */
  readonly outcomes = new Map<string, number>()
  readonly #parts: RestTrafficParts
  readonly #transport: Transport
  readonly #open: { readonly account: string; readonly id: string }[] = []
  readonly #underway = new Set<Promise<void>>()
  #orders = 0

  constructor(parts: RestTrafficParts) {
    this.#parts = parts
    this.#transport = connectTo(parts.baseUrl)
  }

  order(dueAt: number): void {
    const { below, symbols } = this.#parts
    const account = this.#account()
    const body = {
      symbol: `BENCH${1 + below(symbols)}`,
      side: below(2) === 0 ? 'buy' : 'sell',
      order_type: 'limit',
      quantity: String(1 + below(9)),
      limit_price: `${99 + below(3)}.00`,
      time_in_force: 'day',
      client_order_id: `soak-${this.#orders++}`,
    }
    this.#ask({ what: 'order', dueAt, method: 'POST', url: `/v1/accounts/${account}/orders`, body, good: [201] }, (text) =>
      this.#open.push({ account, id: (JSON.parse(text) as { id: string }).id }),
    )
  }

  /** Of the oldest order, whatever has become of it. */
  cancel(dueAt: number): void {
    const order = this.#open.shift()
    if (order === undefined) return
    const url = `/v1/accounts/${order.account}/orders/${order.id}`
    this.#ask({ what: 'cancel', dueAt, method: 'DELETE', url, good: [204, 409] })
  }

  replace(dueAt: number): void {
    const order = this.#open.at(-1 - this.#parts.below(5))
    if (order === undefined) return
    const url = `/v1/accounts/${order.account}/orders/${order.id}`
    const body = { limit_price: `${99 + this.#parts.below(3)}.00` }
    this.#ask({ what: 'replace', dueAt, method: 'PATCH', url, body, good: [200, 409, 422] })
  }

  read(dueAt: number): void {
    const { below, symbols } = this.#parts
    const account = `/v1/accounts/${this.#account()}`
    const order = this.#open.at(-1)
    const urls = [
      `${account}/orders?limit=100`,
      `${account}/orders?status=open`,
      `${account}/balances`,
      `${account}/positions`,
      `${account}/activities?limit=50`,
      `/v1/marketdata/real-time/BENCH${1 + below(symbols)}`,
      '/v1/health',
      ...(order === undefined ? [] : [`/v1/accounts/${order.account}/orders/${order.id}`]),
    ]
    this.#ask({ what: 'read', dueAt, method: 'GET', url: urls[below(urls.length)]!, good: [200] })
  }

  quote(dueAt: number): void {
    const { below, symbols } = this.#parts
    const cents = below(100) / 100
    const body = {
      symbol: `BENCH${1 + below(symbols)}`,
      bid: (98.5 + cents / 2).toFixed(2),
      ask: (101.5 - cents / 2).toFixed(2),
      bid_size: '50',
      ask_size: '50',
    }
    this.#ask({ what: 'quote', dueAt, method: 'POST', url: '/v1/dev/sandbox/quotes', body, good: [200] })
  }

  /** Resolves when all that was asked is answered. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway)
  }

  get openAtMost(): number {
    return this.#open.length
  }

  #account(): string {
    return this.#parts.accounts[this.#parts.below(this.#parts.accounts.length)]!
  }

  #ask(request: Asked, then: (text: string) => void = () => undefined): void {
    const asked = this.#answered(request, then).finally(() => this.#underway.delete(asked))
    this.#underway.add(asked)
  }

  async #answered({ what, dueAt, method, url, body, good }: Asked, then: (text: string) => void): Promise<void> {
    const { headers, latencies } = this.#parts
    const { status, text } = await this.#transport({
      method,
      url,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    latencies.add(performance.now() - dueAt)
    const outcome = `${what} ${status}`
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    if (!good.includes(status)) throw new Error(`${method} ${url} was answered with ${status}: ${text}`)
    if (status === 201) then(text)
  }
}

interface Asked {
  readonly what: string
  readonly dueAt: number
  readonly method: string
  readonly url: string
  readonly body?: unknown
  /** statuses that it may be answered with */
  readonly good: readonly number[]
}
