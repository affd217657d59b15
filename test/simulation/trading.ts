import type { Desk, LiveOrder } from './desk.ts'
import type { Random } from './random.ts'
import type { RestClient } from './rest-client.ts'
import { timestamp } from './wire.ts'

/** What is traded: symbol, its middle and its step in ten-thousandths of a dollar. */
export const SYMBOLS = [
  { symbol: 'AAPL', middle: 1_500_000, step: 1_000 },
  { symbol: 'MSFT', middle: 400_000, step: 500 },
  { symbol: 'PENY', middle: 5_000, step: 5 },
] as const

export const ACCOUNTS = ['ACC1', 'ACC2', 'ACC3', 'ACC4', 'ACC5'] as const

/** Terms of an order as anybody here may think them up. */
interface Terms {
  readonly symbol: string
  readonly side: '1' | '2'
  readonly type: '1' | '2' | '3' | '4'
  readonly timeInForce: '0' | '1' | '2' | '3' | '4' | '7'
  /** in eighths of a share now and then */
  readonly quantity: number
  /** dollars in place of a quantity; 0 = none */
  readonly cash: number
  readonly limit: number
  readonly stop: number
  readonly cancelsOnHalt: boolean
}

const TYPES = { '1': 6, '2': 84, '3': 4, '4': 6 } as const
const TIMES_IN_FORCE = { '0': 60, '1': 25, '2': 1, '3': 10, '4': 5, '7': 1 } as const

export function randomTerms(random: Random): Terms {
  const { symbol, middle, step } = random.pick(SYMBOLS)
  const side = random.pick(['1', '2'] as const)
  const type = random.weighted(TYPES)
  const timeInForce = type === '3' || type === '4' ? random.pick(['0', '1'] as const) : random.weighted(TIMES_IN_FORCE)
  const price = (): number => middle + (random.below(21) - 10) * step
  const whole = 1 + random.below(random.chance(0.1) ? 200 : 20)
  const isPart = timeInForce === '0' && random.chance(0.06)
  return {
    symbol,
    side,
    type,
    timeInForce,
    quantity: isPart ? whole / 8 : whole,
    cash: type === '1' && (timeInForce === '0' || timeInForce === '3') && random.chance(0.3) ? 1 + random.below(3_000) : 0,
    limit: price(),
    stop: price(),
    cancelsOnHalt: random.chance(0.05),
  }
}

export const priceText = (ticks: number): string => (ticks / 10_000).toFixed(ticks % 100 === 0 ? 2 : 4)

/** The orders of one desk over FIX. */
export class FixTrader {
  readonly #desk: Desk
  readonly #random: Random
  readonly #accounts: readonly string[]
  #ids = 0

  constructor(desk: Desk, random: Random, accounts: readonly string[]) {
    this.#desk = desk
    this.#random = random
    this.#accounts = accounts
  }

  order(now: number): void {
    const { symbol, side, type, timeInForce, quantity, cash, limit, stop, cancelsOnHalt } = randomTerms(this.#random)
    const id = this.#id('o')
    const size = cash > 0 ? `152=${cash}` : `38=${quantity}`
    const prices = `${type === '2' || type === '4' ? `|44=${priceText(limit)}` : ''}${type === '3' || type === '4' ? `|99=${priceText(stop)}` : ''}`
    const account = this.#random.pick(this.#accounts)
    const halts = cancelsOnHalt ? '|18=K' : ''
    const terms = `1=${account}|11=${id}${halts}|${size}|40=${type}${prices}|54=${side}|55=${symbol}|59=${timeInForce}|60=${timestamp(now)}`
    this.#desk.say('D', terms, { id })
  }

  cancel(now: number): void {
    const target = this.#target()
    if (target === undefined) return
    const id = this.#id('x')
    const { account, symbol, side } = target
    this.#desk.say('F', `1=${account}|11=${id}|41=${target.id}|54=${side}|55=${symbol}|60=${timestamp(now)}`, { id })
  }

  replace(now: number): void {
    const target = this.#target()
    if (target === undefined) return
    const id = this.#id('r')
    const { account, symbol, side, type, timeInForce } = target
    const { middle, step } = SYMBOLS.find((one) => one.symbol === symbol)!
    const quantity = this.#random.chance(0.3) ? target.quantity : 1 + this.#random.below(30)
    const moved = (price: string): string => (this.#random.chance(0.5) ? price : priceText(middle + (this.#random.below(21) - 10) * step))
    const prices = [
      ...(target.price === undefined ? [] : [`|44=${moved(target.price)}`]),
      ...(target.stop === undefined ? [] : [`|99=${moved(target.stop)}`]),
    ]
    const terms = `1=${account}|11=${id}|38=${quantity}|40=${type}|41=${target.id}${prices.join('')}|54=${side}|55=${symbol}|59=${timeInForce}|60=${timestamp(now)}`
    this.#desk.say('G', terms, { id, quantityLots: Math.round(quantity * 1e9) })
  }

  status(): void {
    const target = this.#target()
    if (target === undefined) return
    const id = this.#id('s')
    this.#desk.say('H', `1=${target.account}|11=${target.id}|54=${target.side}|55=${target.symbol}|790=${id}`, { id })
  }

  massStatus(): void {
    const id = this.#id('a')
    const scope = this.#random.chance(0.5) ? '585=7' : `55=${this.#random.pick(SYMBOLS).symbol}|585=1`
    this.#desk.say('AF', `${scope}|584=${id}`, { id })
  }

  massCancel(now: number): void {
    const id = this.#id('q')
    const side = this.#random.chance(0.3) ? `|54=${this.#random.pick(['1', '2'])}` : ''
    const scope = this.#random.chance(0.5) ? '530=7' : `530=1|55=${this.#random.pick(SYMBOLS).symbol}`
    this.#desk.say('q', `11=${id}|${scope}${side}|60=${timestamp(now)}`, { id })
  }

  /** What the gateway answers with a refusal of its own: an account that nobody knows, or that comes and goes, a symbol that nobody knows, an order that never was. */
  refused(now: number): void {
    const id = this.#id('n')
    const account = this.#random.pick(this.#accounts)
    const order = `11=${id}|38=1|40=1|54=1|60=${timestamp(now)}`
    const unknown = `1=${account}|11=${id}|41=never|54=1|55=AAPL|60=${timestamp(now)}`
    switch (this.#random.below(5)) {
      case 0:
        return this.#desk.say('D', `1=${this.#random.pick(['NOBODY', 'GUEST1'])}|55=AAPL|${order}`, { id })
      case 1:
        return this.#desk.say('D', `1=${account}|55=NONE|${order}`, { id })
      case 2:
        return this.#desk.say('F', unknown, { id })
      case 3:
        return this.#desk.say('G', `${unknown}|38=1|40=2|44=1.00`, { id })
      default:
        return this.#desk.say('H', `1=${account}|11=never|54=1|55=AAPL|790=${id}`, { id })
    }
  }

  /** An order of before under a new number: with PossResend(97)=Y, or as if it were a new one. */
  repeat(isHonest: boolean): void {
    const sent = this.#desk.sentOf('D')
    if (sent.length === 0) return
    const { body, id } = this.#random.pick(sent).sent
    this.#desk.say('D', body, { id, header: isHonest ? '97=Y' : '' })
  }

  /** A message with a fault that the dictionary knows: Reject(3), and its number is used up. */
  faulty(): void {
    this.#desk.say('D', this.#random.pick(['11=f1|55=AAPL|54=1', '11=f2|38=x|40=2|44=1|54=1|55=AAPL|60=now', '11=f3|9999=1']))
  }

  #target(): LiveOrder | undefined {
    const { orders } = this.#desk
    if (orders.size === 0) return undefined
    return [...orders.values()][this.#random.below(orders.size)]
  }

  #id(kind: string): string {
    return `${this.#desk.settings.senderCompId}-${kind}${++this.#ids}`
  }
}

/** The orders of a REST client. */
export class RestTrader {
  readonly #client: RestClient
  readonly #random: Random
  #ids = 0

  constructor(client: RestClient, random: Random) {
    this.#client = client
    this.#random = random
  }

  order(): void {
    const { symbol, side, type, timeInForce, quantity, cash, limit, stop } = randomTerms(this.#random)
    const kind = this.#random.weighted({ simple: 70, trailing: 8, bracket: 8, oco: 8, oto: 6 })
    const order = { client_order_id: `rest-${++this.#ids}`, symbol, side: side === '1' ? 'buy' : 'sell' } as const
    const account = this.#random.below(ACCOUNTS.length)
    if (kind === 'simple')
      return this.#client.place(account, {
        ...order,
        order_type: ({ '1': 'market', '2': 'limit', '3': 'stop', '4': 'stop_limit' } as const)[type],
        time_in_force: ({ '0': 'day', '1': 'gtc', '2': 'opg', '3': 'ioc', '4': 'fok', '7': 'cls' } as const)[timeInForce],
        ...(cash > 0 ? { notional: `${cash}.00` } : { quantity: String(quantity) }),
        ...((type === '2' || type === '4') && { limit_price: priceText(limit) }),
        ...((type === '3' || type === '4') && { stop_price: priceText(stop) }),
        ...(type === '2' && this.#random.chance(0.3) && { extended_hours: true }),
      })
    const { step } = SYMBOLS.find((one) => one.symbol === symbol)!
    const distance = (1 + this.#random.below(6)) * step
    const standing = {
      ...order,
      quantity: String(Math.ceil(quantity)),
      time_in_force: this.#random.pick(['day', 'gtc'] as const),
    }
    if (kind === 'trailing')
      return this.#client.place(account, { ...standing, order_type: 'trailing_stop', trail_price: priceText(distance) })
    this.#client.place(account, {
      ...standing,
      side: kind === 'oco' ? 'sell' : 'buy',
      order_type: 'limit',
      limit_price: priceText(kind === 'oco' ? limit + distance : limit),
      order_class: kind,
      ...(kind === 'bracket' && { take_profit: { limit_price: priceText(limit + distance) } }),
      stop_loss: { stop_price: priceText(limit - distance) },
    })
  }

  cancel(): void {
    const target = this.#target()
    if (target !== undefined) this.#client.cancel(target)
  }

  replace(): void {
    const target = this.#target()
    if (target !== undefined) this.#client.replace(target, { quantity: String(1 + this.#random.below(30)) })
  }

  cancelAll(): void {
    this.#client.cancelAll(this.#random.below(ACCOUNTS.length))
  }

  /** One of the last few dozen. */
  #target(): number | undefined {
    const { placed } = this.#client
    return placed.length === 0 ? undefined : placed[placed.length - 1 - this.#random.below(Math.min(40, placed.length))]!.number
  }
}
