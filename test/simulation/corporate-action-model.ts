import type { Event } from '../../src/domain/event.ts'
import type { DividendPaid, PositionSplit } from '../../src/domain/events/account-event.ts'
import type { DividendRecorded } from '../../src/domain/events/market-event.ts'
import type { CashDividend, CorporateAction, Split } from '../../src/domain/market/corporate-action.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import { demand } from './finding.ts'
import { halfEven } from './rounding.ts'

/** Below a dollar nothing is reinvested: an order comes to that at least. */
const SMALLEST_ORDER_CENTS = 100
/** ten-thousandths of a dollar times billionths of a share, in a cent */
const PER_CENT = 100_000_000_000n

type LotsOf = (instrument: number) => ReadonlyMap<number, bigint>

/** Splits and cash dividends once more: each takes effect with its day, in its order, on everybody whom it concerns, once. */
export class CorporateActionModel {
  readonly #actions = new Map<number, CorporateAction>()
  /** splits that have taken effect, and dividends that are recorded */
  readonly #effective = new Set<number>()
  /** cents by account, of dividends that are recorded and not completed */
  readonly #owed = new Map<number, Map<number, number>>()
  /** accounts whose position the split under way has changed */
  readonly #splitAccounts = new Set<number>()
  readonly #reinvests = new Set<number>()
  readonly #closed = new Set<number>()
  /** what has been paid and is to be reinvested in the same commit */
  readonly #reinvestments: { readonly account: number; readonly cents: number }[] = []
  /** orders of reinvestments that have come in, by account and ClOrdID(11) */
  readonly #drips = new Set<string>()
  readonly #lotsOf: LotsOf
  #tradeDay = -1

  /** `lotsOf`: what accounts have of an instrument, in billionths of a share, before the event that is applied. */
  constructor(lotsOf: LotsOf) {
    this.#lotsOf = lotsOf
  }

  apply(event: Event): void {
    switch (event.type) {
      case 'AccountOpened':
      case 'AccountUpdated':
        if (event.dividendReinvestment === true) this.#reinvests.add(event.account)
        else if (event.dividendReinvestment === false) this.#reinvests.delete(event.account)
        return
      case 'AccountClosed':
        this.#closed.add(event.account)
        return
      case 'CorporateActionAnnounced':
        demand(event.action.exDay > this.#tradeDay, () => `action ${event.action.number} is announced for a day that has begun`)
        this.#actions.set(event.action.number, event.action)
        return
      case 'TradingDayEnded':
        this.#tradeDay = event.nextDay
        return
      case 'DividendRecorded':
        return this.#record(event)
      case 'PositionSplit':
        return this.#splitPosition(event)
      case 'SplitApplied':
        return this.#completeSplit(event.action, event.instrument)
      case 'DividendPaid':
        return this.#pay(event)
      case 'DividendCompleted':
        return this.#complete(event.action)
      case 'OrderAccepted':
      case 'OrderRejected':
        return this.#reinvest(event.order)
      case 'OrderPended':
        if (event.request.kind === 'new') this.#reinvest(event.order)
        return
      default:
    }
  }

  /** Everything of a commit is in. */
  endOfBatch(): void {
    for (const { number, exDay, type } of this.#actions.values()) {
      if (exDay <= this.#tradeDay) demand(this.#effective.has(number), () => `${type} ${number} of day ${exDay} has had no effect`)
      if (this.#owed.has(number)) {
        const { payDay } = this.#actions.get(number) as CashDividend
        demand(payDay > this.#tradeDay, () => `dividend ${number} of day ${payDay} is not paid`)
      }
    }
    const [left] = this.#reinvestments
    demand(left === undefined, () => `account ${left!.account} was paid ${left!.cents} cents, which are not reinvested`)
  }

  /** The split that is taking effect on an instrument: orders are restated by it. */
  splitUnderWay(instrument: number): Split | undefined {
    const splits = [...this.#actions.values()].filter((action) => action.type === 'split' && action.instrument === instrument) as Split[]
    const due = splits.filter(({ number, exDay }) => exDay <= this.#tradeDay && !this.#effective.has(number))
    return due.sort((a, b) => a.exDay - b.exDay || a.number - b.number)[0]
  }

  /** New shares for one of the first, once all is done that is announced. */
  factorOf(instrument: number): number {
    let factor = 1
    for (const action of this.#actions.values())
      if (action.type === 'split' && action.instrument === instrument) factor *= action.numerator / action.denominator
    return factor
  }

  #record({ action: number, entitled }: DividendRecorded): void {
    const action = this.#actions.get(number) as CashDividend
    const { instrument, amountTicks, exDay } = action
    demand(exDay <= this.#tradeDay && !this.#effective.has(number), () => `dividend ${number} is recorded on day ${this.#tradeDay}`)
    const before = this.splitUnderWay(instrument)
    demand(before === undefined || before.exDay >= exDay, () => `dividend ${number} is recorded before a split that comes first`)
    this.#effective.add(number)
    const owed = new Map<number, number>()
    for (const [account, lots] of this.#lotsOf(instrument)) {
      const cents = halfEven(lots * BigInt(amountTicks), PER_CENT)
      if (cents !== 0) owed.set(account, cents)
    }
    const told = entitled.map(({ account, cents }) => `${account}: ${cents}`).join()
    const right = [...owed].map(([account, cents]) => `${account}: ${cents}`).join()
    demand(told === right, () => `dividend ${number} goes to ${told}, and not to ${right}`)
    this.#owed.set(number, owed)
  }

  #splitPosition({ action, account, instrument, numerator, denominator }: PositionSplit): void {
    const split = this.splitUnderWay(instrument)
    demand(split?.number === action, () => `account ${account} is split by action ${action}, and due is ${split?.number ?? 'none'}`)
    demand(numerator === split.numerator && denominator === split.denominator, () => `action ${action} has another ratio`)
    demand(!this.#splitAccounts.has(account), () => `account ${account} is split twice by action ${action}`)
    this.#splitAccounts.add(account)
  }

  #completeSplit(action: number, instrument: number): void {
    const due = this.splitUnderWay(instrument)
    demand(due?.number === action, () => `action ${action} is done, and due is ${due?.number ?? 'none'}`)
    for (const [account, lots] of this.#lotsOf(instrument))
      // what the split itself has brought to nothing is split as well
      demand(lots === 0n || this.#splitAccounts.has(account), () => `account ${account} was left out of split ${action}`)
    this.#splitAccounts.clear()
    this.#effective.add(action)
  }

  #pay({ action: number, account, cents }: DividendPaid): void {
    const { payDay } = this.#actions.get(number) as CashDividend
    demand(payDay <= this.#tradeDay, () => `dividend ${number} is paid before its day ${payDay}`)
    const owed = this.#owed.get(number)
    demand(
      owed?.get(account) === cents,
      () => `account ${account} is paid ${cents} cents of dividend ${number}: ${owed?.get(account)} are due`,
    )
    owed.delete(account)
    if (this.#reinvests.has(account) && cents >= SMALLEST_ORDER_CENTS) this.#reinvestments.push({ account, cents })
  }

  #complete(number: number): void {
    const owed = this.#owed.get(number)
    demand(owed !== undefined, () => `dividend ${number} is completed, and was not under way`)
    // who has closed the account meanwhile is not paid
    const left = [...owed.keys()].filter((account) => !this.#closed.has(account))
    demand(left.length === 0, () => `dividend ${number} is completed; accounts ${left.join()} are not paid`)
    this.#owed.delete(number)
  }

  /** An order comes in, or is refused: only a payment of the same command makes one of these. */
  #reinvest({ account, cashCents, firstClientOrderId: id }: Order): void {
    // an order that the venue has taken may be refused by it later
    if (!id.startsWith('drip-') || this.#drips.has(`${account} ${id}`)) return
    this.#drips.add(`${account} ${id}`)
    const due = this.#reinvestments.findIndex((one) => one.account === account && one.cents === cashCents)
    demand(due >= 0, () => `account ${account} reinvests ${cashCents} cents that it was not paid`)
    this.#reinvestments.splice(due, 1)
  }
}
