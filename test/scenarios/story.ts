import type { FixClient } from '../support/fix-client.ts'
import { dayNumber, type TradeDate, tradeDate } from '../../src/domain/time/trade-date.ts'
import { nextBusinessDay } from '../../src/market/trading-calendar.ts'
import { FixMessage, utcTimestamp } from '../support/fix-message.ts'
import { OrderLedger } from './order-ledger.ts'
import { reportFaults } from './report-rules.ts'
import type { RunningGateway } from './running-gateway.ts'
import type { Line } from './scenario-path.ts'

export interface Terms {
  readonly quantity: number
  /** in dollars; 100 unless said otherwise */
  readonly limit?: number | string
  readonly side?: 'buy' | 'sell'
  /** TimeInForce(59) */
  readonly timeInForce?: string
  /** ExecInst(18) */
  readonly execInst?: string
  /** further fields of the header */
  readonly header?: string
}

/** A desk and its counter-party at a running gateway; the desk's line is kept. One at a time: both sessions are the stories' own. */
export class Story {
  readonly gateway: RunningGateway
  /** a symbol in which nobody else trades */
  readonly symbol: string
  /** what went over the desk's line so far */
  readonly transcript: Line[] = []
  /** what a report broke of the rules that hold for all of them */
  readonly faults: string[] = []
  readonly #name: string
  readonly #desk: FixClient
  readonly #other: FixClient
  readonly #ledger = new OrderLedger()
  #counterOrders = 0

  constructor({ gateway, desk, other, name, symbol }: StoryParts) {
    this.gateway = gateway
    this.symbol = symbol
    this.#name = name
    this.#desk = desk
    this.#other = other
  }

  /** A ClOrdID of the vectors on the wire: no two stories share one. */
  readonly nameOf = (label: string): string => `${this.#name}-${label}`

  // --- What the desk says. Each waits for the answers, unless it comes from within `crossing`.

  /** NewOrderSingle(D): a limit order. */
  async order(label: string, { quantity, limit = 100, side = 'buy', timeInForce, execInst, header }: Terms): Promise<void> {
    const tif = `${timeInForce === undefined ? '' : `|59=${timeInForce}`}${execInst === undefined ? '' : `|18=${execInst}`}`
    await this.#say('D', `11=${this.nameOf(label)}|${this.#about(side)}|40=2|44=${limit}|38=${quantity}${tif}`, header)
  }

  /** NewOrderSingle(D) for an amount of money. */
  async cashOrder(label: string, amount: number, currency = 'USD'): Promise<void> {
    await this.#say('D', `11=${this.nameOf(label)}|${this.#about('buy')}|40=1|152=${amount}|15=${currency}`)
  }

  /** OrderCancelReplaceRequest(G). */
  async replace(label: string, original: string, { quantity, limit = 100, side = 'buy', timeInForce }: Terms): Promise<void> {
    const tif = timeInForce === undefined ? '' : `|59=${timeInForce}`
    await this.#say('G', `${this.#chain(label, original)}|${this.#about(side)}|40=2|44=${limit}|38=${quantity}${tif}`)
  }

  /** OrderCancelRequest(F). */
  async cancel(label: string, original: string, { quantity, side = 'buy' }: Pick<Terms, 'quantity' | 'side'>): Promise<void> {
    await this.#say('F', `${this.#chain(label, original)}|${this.#about(side)}|38=${quantity}`)
  }

  /** OrderStatusRequest(H). */
  async status(label: string): Promise<void> {
    await this.#say('H', `11=${this.nameOf(label)}|55=${this.symbol}|54=1`)
  }

  /** What the desk says here crosses on the wire with what happens meanwhile: it has not read that when it speaks. */
  async crossing(meanwhile: () => Promise<void>, request: () => Promise<void>): Promise<void> {
    await this.#unread(async () => {
      await meanwhile()
      await request()
    })
  }

  /** Requests sent one behind the other, before any is answered. */
  async backToBack(...requests: readonly (() => Promise<void>)[]): Promise<void> {
    await this.#unread(async () => {
      for (const request of requests) await request()
    })
  }

  // --- What happens beside the line

  /** The counter-party sells, at once or later: its order rests where nobody buys. */
  async otherSells(quantity: number, limit: number | string = 100): Promise<void> {
    const id = this.nameOf(`C${++this.#counterOrders}`)
    this.#other.say('D', `11=${id}|${this.#about('sell')}|40=2|44=${limit}|38=${quantity}`)
    await this.#other.hearAll()
    await this.#hear()
  }

  /** Something that the vectors call an event. */
  async event(event: string, happen: () => Promise<void>): Promise<void> {
    this.transcript.push({ event })
    await happen()
    await this.#hear()
  }

  /** Something that the vectors do not mention, though its reports. */
  async apart(happen: () => Promise<void>): Promise<void> {
    await happen()
    await this.#hear()
  }

  async endOfDay(): Promise<void> {
    await this.gateway.endOfDay()
    this.#ledger.nextDay()
  }

  /** The shares of the symbol are split as the next day begins. */
  async splitOvernight(numerator: number, denominator: number): Promise<void> {
    const { body } = await this.gateway.partner.get('/v1/dev/sandbox/clock')
    const { trading_day } = body as { readonly trading_day: TradeDate }
    const ex_date = tradeDate(nextBusinessDay(dayNumber(trading_day)))
    await this.steer('corporate-actions', { type: 'split', symbol: this.symbol, ratio: `${numerator}:${denominator}`, ex_date })
    await this.endOfDay()
    this.#ledger.split(numerator, denominator)
  }

  /** Halts the symbol, or lets it trade again. */
  halt(halted: boolean): Promise<void> {
    return this.steer('halts', { symbol: this.symbol, halted })
  }

  /** Fills the order of the last report by script. */
  fill(fill: { readonly quantity: string; readonly price: string }): Promise<void> {
    return this.steer(`orders/${this.orderId}/fill`, fill)
  }

  /** What a partner does to its market. */
  async steer(path: string, body: object): Promise<void> {
    const { status, body: answer } = await this.gateway.partner.post(`/v1/dev/sandbox/${path}`, body)
    if (status >= 300) throw new Error(`${path} was refused with ${status}: ${JSON.stringify(answer)}`)
  }

  /** REST over the desk's account. */
  get orderPath(): string {
    return `/v1/accounts/${this.gateway.account(1).id}/orders`
  }

  /** What an operator does to an order or execution: `orders/…/cancel`, `executions/…/bust`. */
  async operate(path: string, body?: object): Promise<void> {
    const { status, body: answer } = await this.gateway.operator.post(`/v1/admin/${path}`, body)
    if (status >= 300) throw new Error(`${path} was refused with ${status}: ${JSON.stringify(answer)}`)
  }

  /** OrderID(37) of the last report. */
  get orderId(): string {
    return this.reports.at(-1)!.get(37)!
  }

  /** ExecID(17) of the n-th report that the desk heard with an execution type: 1 is the first. */
  executionId(execType: string, n = 1): string {
    return this.reports.filter((report) => report.get(150) === execType)[n - 1]!.get(17)!
  }

  get reports(): readonly FixMessage[] {
    return this.transcript.flatMap((line) => ('message' in line && line.dir === 'out' ? [line.message] : []))
  }

  /** Cancels what is open on both sides, so that the next story finds nothing of this one. */
  async end(): Promise<void> {
    for (const client of [this.#desk, this.#other]) {
      client.say('q', `11=${this.nameOf(`end${client.next}`)}|530=7|60=${utcTimestamp(Date.now())}`)
      await client.hearAll()
    }
  }

  #holdsBack = false

  async #unread(speak: () => Promise<void>): Promise<void> {
    this.#desk.pause()
    this.#holdsBack = true
    await speak()
    this.#holdsBack = false
    this.#desk.resume()
    await this.#hear()
  }

  async #say(msgType: string, body: string, header?: string): Promise<void> {
    const bytes = this.#desk.bytes(msgType, body, header === undefined ? {} : { header })
    this.transcript.push({ dir: 'in', message: new FixMessage(bytes.toString('latin1')) })
    this.#desk.sayRaw(bytes)
    await this.#hear()
  }

  /** Everything that the gateway has to say to what happened so far. */
  async #hear(): Promise<void> {
    if (this.#holdsBack) return
    for (const message of await this.#desk.hearAll()) {
      this.transcript.push({ dir: 'out', message })
      this.faults.push(...reportFaults(message), ...this.#ledger.take(message))
    }
  }

  #about(side: 'buy' | 'sell'): string {
    return `55=${this.symbol}|54=${side === 'buy' ? 1 : 2}|60=${utcTimestamp(Date.now())}`
  }

  #chain(label: string, original: string): string {
    return `11=${this.nameOf(label)}|41=${this.nameOf(original)}`
  }
}

interface StoryParts {
  readonly gateway: RunningGateway
  readonly desk: FixClient
  readonly other: FixClient
  readonly name: string
  readonly symbol: string
}
