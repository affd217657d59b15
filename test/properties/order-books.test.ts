import { OrderBook as NpmBook, Side as NpmSide } from 'nodejs-order-book'
import { describe, expect, test } from 'vitest'
import type { Command as EngineCommand } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { openVenue } from '../engine/engine-under-test.ts'
import { seeded } from '../system/seeded.ts'

const COMMANDS = 10_000
const SHARE = 1_000_000_000

/** What the three books have in common: limit orders that stay until they are cancelled, in whole shares and cents, and cancels. */
type Command =
  | { readonly do: 'add'; readonly id: string; readonly buy: boolean; readonly cents: number; readonly shares: number }
  | { readonly do: 'cancel'; readonly id: string }

interface Trade {
  readonly maker: string
  readonly taker: string
  readonly cents: number
  readonly shares: number
}

/** `id shares @ cents`, best price first, first in time first */
interface Resting {
  readonly bids: readonly string[]
  readonly asks: readonly string[]
}

interface Book {
  run(command: Command): readonly Trade[]
  readonly resting: Resting
}

describe(`the order book beside others, on the same ${COMMANDS} limit orders and cancels`, () => {
  test.each([1, 2, 3])(
    'makes the same trades and has the same orders left as a plain book of sorted lists and as nodejs-order-book (seed %i)',
    (seed) => {
      const [engine, plain, npm] = [new EngineBook(), new PlainBook(), new NodejsOrderBook()]
      let trades = 0
      for (const [index, command] of commands(seed).entries()) {
        const wanted = plain.run(command)
        trades += wanted.length
        same(engine.run(command), wanted)
        same(npm.run(command), wanted)
        if (index % 1_000 !== 999) continue
        expect(engine.resting).toEqual(plain.resting)
        expect(npm.resting).toEqual(plain.resting)
      }
      // the stream is one that tells: it trades, and leaves orders on both sides
      expect(trades).toBeGreaterThan(COMMANDS / 4)
      expect(Math.min(plain.resting.bids.length, plain.resting.asks.length)).toBeGreaterThan(20)
    },
  )
})

/** 60 % orders around the middle, 30 % cancels of any order that ever was, 10 % orders that sweep. */
function commands(seed: number): readonly Command[] {
  const below = seeded(seed)
  let count = 0
  return Array.from({ length: COMMANDS }, (): Command => {
    const kind = below(10)
    if (kind < 3 && count > 0) return { do: 'cancel', id: `o${1 + Math.max(0, count - 1 - below(400))}` }
    const buy = below(2) === 0
    const id = `o${++count}`
    if (kind === 3) return { do: 'add', id, buy, cents: buy ? 15_030 : 14_970, shares: 20 + below(200) }
    return { do: 'add', id, buy, cents: 15_000 + (buy ? -1 : 1) * (below(24) - 3), shares: 1 + below(50) }
  })
}

// expect() costs more than the books: it is called only to show a difference
function same(ours: readonly Trade[], wanted: readonly Trade[]): void {
  if (JSON.stringify(ours) !== JSON.stringify(wanted)) expect(ours).toEqual(wanted)
}

/** Ours, with accounts that can pay for everything and self-match prevention off. */
class EngineBook implements Book {
  readonly #venue = openVenue({ selfMatch: 'off', maxOpenOrders: 0, maxOrderLots: 0, maxOrderCents: 0 })
  readonly #account = this.#venue.account('all', { cash: '80000000000000.00', shares: { AAPL: 9_000_000 } }).index
  #position = this.#venue.journal.length + 1

  run(command: Command): readonly Trade[] {
    const events: Event[] = []
    const account = this.#account
    if (command.do === 'cancel') {
      const order = { account, clientOrderId: command.id }
      this.#execute({ type: 'CancelOrder', requester: { kind: 'rest' }, order, clientOrderId: '', originalClientOrderId: '' }, events)
      return []
    }
    const { id, buy, cents, shares } = command
    const terms = { orderType: OrderType.Limit, timeInForce: TimeInForce.Gtc, side: buy ? Side.Buy : Side.Sell, symbol: 'AAPL' }
    const amounts = { quantityLots: shares * SHARE, cashCents: 0, limitTicks: cents * 100, stopTicks: 0 }
    const rest = { session: REST_SESSION, account, clientOrderId: id, extendedHours: false, possResend: false }
    this.#execute({ type: 'PlaceOrder', ...rest, ...terms, ...amounts }, events)
    return events.flatMap((event) => {
      if (event.type !== 'OrderFilled' || event.order.firstClientOrderId === id) return []
      return [{ maker: event.order.firstClientOrderId, taker: id, cents: event.lastTicks / 100, shares: event.lastLots / SHARE }]
    })
  }

  #execute(command: EngineCommand, events: Event[]): void {
    this.#venue.engine.execute(command, this.#venue.at, this.#position, events)
    this.#position += events.length
  }

  get resting(): Resting {
    const { state } = this.#venue
    const [bids, asks] = state.book(0, state.instrumentBySymbol('AAPL')!).queues.map((queue) =>
      queue.slots().map((slot) => {
        const { firstClientOrderId, leavesLots, limitTicks } = state.orders.read(slot)
        return `${firstClientOrderId} ${leavesLots / SHARE} @ ${limitTicks / 100}`
      }),
    )
    return { bids: bids!, asks: asks! }
  }
}

interface PlainOrder {
  readonly id: string
  readonly buy: boolean
  readonly cents: number
  readonly time: number
  shares: number
}

/** Two lists that are sorted anew for each order. */
class PlainBook implements Book {
  #orders: PlainOrder[] = []
  #time = 0

  run(command: Command): readonly Trade[] {
    if (command.do === 'cancel') {
      this.#orders = this.#orders.filter(({ id }) => id !== command.id)
      return []
    }
    const order: PlainOrder = { ...command, time: this.#time++ }
    const trades: Trade[] = []
    for (const maker of this.#side(!order.buy)) {
      const isWithin = order.buy ? maker.cents <= order.cents : maker.cents >= order.cents
      if (!isWithin || order.shares === 0) break
      const shares = Math.min(order.shares, maker.shares)
      trades.push({ maker: maker.id, taker: order.id, cents: maker.cents, shares })
      order.shares -= shares
      maker.shares -= shares
    }
    this.#orders = [...this.#orders, order].filter(({ shares }) => shares > 0)
    return trades
  }

  #side(buy: boolean): readonly PlainOrder[] {
    return this.#orders.filter((one) => one.buy === buy).sort((a, b) => (buy ? b.cents - a.cents : a.cents - b.cents) || a.time - b.time)
  }

  get resting(): Resting {
    const text = ({ id, shares, cents }: PlainOrder): string => `${id} ${shares} @ ${cents}`
    return { bids: this.#side(true).map(text), asks: this.#side(false).map(text) }
  }
}

/** It tells of orders that are done and of the one that is not: the trades follow from what each had left. */
class NodejsOrderBook implements Book {
  readonly #book = new NpmBook()
  readonly #left = new Map<string, number>()

  run(command: Command): readonly Trade[] {
    if (command.do === 'cancel') {
      this.#book.cancel(command.id)
      return []
    }
    const { id, buy, cents: price, shares: size } = command
    const { done, partial, partialQuantityProcessed, err } = this.#book.limit({ id, side: buy ? NpmSide.BUY : NpmSide.SELL, price, size })
    if (err !== null) throw err
    this.#left.set(id, size)
    const trades: Trade[] = []
    const trade = (maker: string, cents: number, shares: number): void => {
      trades.push({ maker, taker: id, cents, shares })
      this.#left.set(maker, this.#left.get(maker)! - shares)
    }
    for (const order of done) if (order.id !== id) trade(order.id, 'price' in order ? order.price : 0, this.#left.get(order.id)!)
    if (partial !== null && partial.id !== id) trade(partial.id, partial.price, partialQuantityProcessed)
    this.#left.set(id, size - trades.reduce((sum, { shares }) => sum + shares, 0))
    return trades
  }

  get resting(): Resting {
    const { bids, asks } = this.#book.snapshot()
    const side = (levels: typeof bids): readonly string[] =>
      levels.flatMap(({ orders, price }) => orders.map(({ id, size }) => `${id} ${size} @ ${price}`))
    return { bids: side(bids), asks: side(asks) }
  }
}
