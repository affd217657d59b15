import { AccountStatus, KycStatus, type TradingConfigurations } from '../../src/domain/accounts/account.ts'
import {
  type AmountFault,
  formatAverage,
  formatMoney,
  formatPrice,
  formatQuantity,
  formatShares,
  parseMoney,
  parsePrice,
  parseQuantity,
} from '../../src/domain/amounts/amounts.ts'
import type { Command } from '../../src/domain/command.ts'
import type { OrderEcho, OrderGroup, Requester, Trail } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { SplitApplied } from '../../src/domain/events/market-event.ts'
import type { Instrument } from '../../src/domain/market/instrument.ts'
import { type Order, OrderType, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import type { Refusal, RefusalCode } from '../../src/domain/refusal.ts'
import { SCENARIOS } from '../../src/domain/orders/scenario-names.ts'
import { dayNumber, type TradeDate } from '../../src/domain/time/trade-date.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES, type EngineRules } from '../../src/engine/rules.ts'
import { nextBusinessDay, tradingCalendar } from '../../src/market/trading-calendar.ts'
import { Archive } from './archive.ts'
import { eventText, stateText } from './event-text.ts'
import { checkInvariants, type Expected, lotsOf } from './invariants.ts'
import { security } from '../support/security.ts'

/** The real calendar, as the engine wants it. */
export const CALENDAR = tradingCalendar

/** Friday 2026-11-20, 10:04 in New York. */
export const FRIDAY = Date.parse('2026-11-20T15:04:05.123Z')

export const INSTRUMENTS: readonly Instrument[] = [
  instrument('AAPL', '150.00'),
  instrument('MSFT', '40.00'),
  instrument('PENY', '0.5000'),
  instrument('WHOLE', '100.00', { fractionable: false }),
  instrument('GONE', '10.00', { tradable: false }),
]

/** A security whose quote walks where the rules let it. Not listed. */
export const WALKING = instrument('WALK', '50.00', {
  walk: { baseTicks: 50_0000, stepHundredths: 100, spreadTicks: 400, sizeLots: 20e9 },
})

export const day = (date: string): number => dayNumber(date as TradeDate)

/** What a command came to: its events, the same as lines, and the refusal. */
export interface Answer {
  readonly said: readonly string[]
  readonly events: readonly Event[]
  readonly refusal?: Refusal
  readonly code?: RefusalCode
  readonly repeatOf?: number
}

/** A running engine with one partner, the instruments above and whatever accounts a test opens. After every command all invariants are checked. */
export function openVenue(rules: Partial<EngineRules> = {}): Venue {
  return new Venue({ ...DEFAULT_RULES, ...rules })
}

export class Venue {
  readonly engine: Engine
  readonly rules: EngineRules
  /** the journal: event i stands at position i + 1 */
  readonly journal: Event[] = []
  readonly archive = new Archive()
  /** epoch ms of the next command */
  at = FRIDAY
  private readonly granted = new Map<string, bigint>()
  private readonly dust = new Map<string, bigint>()
  private readonly names: string[] = []
  private corrected = false

  /** `isNew`: false for one that is to replay a journal. */
  constructor(rules: EngineRules, isNew = true) {
    this.rules = rules
    this.engine = new Engine({ calendar: CALENDAR, rules, orderCapacity: 4 })
    if (!isNew) return
    this.execute({ type: 'CreatePartner', id: 'partner-1', name: 'Sandbox', environment: 'sandbox', seed: 'seed of the sandbox' })
    for (const listed of INSTRUMENTS) this.execute({ type: 'ListInstrument', instrument: listed })
  }

  get state(): Engine['state'] {
    return this.engine.state
  }

  execute(command: Command): Answer {
    const events: Event[] = []
    const loaded = this.archive.load(command, this.state)
    const result = this.engine.execute(loaded, this.at, this.journal.length + 1, events)
    for (const event of events) {
      this.journal.push(event)
      this.archive.take(event)
      this.note(event)
    }
    checkInvariants(this.state, this.expected)
    const names = { accounts: this.names, symbols: INSTRUMENTS.map(({ symbol }) => symbol) }
    return { said: events.map((event) => eventText(event, names)), events, ...result, ...(result.refusal && { code: result.refusal.code }) }
  }

  /** An account of its own ids (`alice` enters a1, a2 …), active and funded unless said otherwise. `session`: it trades over FIX. */
  account(name: string, opening: Opening = {}): Trader {
    this.names[this.state.accounts.length] = name
    const status = opening.status ?? AccountStatus.Active
    this.execute({
      type: 'OpenAccount',
      partner: opening.partner ?? 0,
      userId: '',
      status,
      kycStatus: status === AccountStatus.Active ? KycStatus.Approved : KycStatus.Submitted,
      kycResults: null,
      ...(opening.kycDelayMs !== undefined && { kycDelayMs: opening.kycDelayMs }),
      tradingConfigurations: { ...TRADING, ...opening.trading },
      profile: '{}',
    })
    const trader = new Trader(this, this.state.accounts.length - 1, name, opening.session ?? REST_SESSION)
    const positions = Object.entries(opening.shares ?? {}).map(([symbol, held]) => ({
      symbol,
      shares: held,
      priceTicks: INSTRUMENTS.find((one) => one.symbol === symbol)!.previousCloseTicks,
    }))
    if (opening.cash !== undefined || positions.length > 0)
      this.execute({ type: 'GrantHoldings', account: trader.index, cashCents: exact(parseMoney(opening.cash ?? '0.00')), positions })
    return trader
  }

  /** Sides as `199.95 x 1000`, '' for one that shows a price far away and no size. */
  quote(bid: string, ask: string, symbol = 'AAPL'): Answer {
    const [bidTicks, bidLots] = quoteSide(bid, 1)
    const [askTicks, askLots] = quoteSide(ask, 1_000_000_0000)
    return this.execute({ type: 'MoveQuote', market: 0, symbol, quote: { bidTicks, askTicks, bidLots, askLots } })
  }

  halt(symbol = 'AAPL'): Answer {
    return this.execute({ type: 'HaltSymbol', market: 0, symbol, reason: 'news', operator: 'operator-key' })
  }

  resume(symbol = 'AAPL'): Answer {
    return this.execute({ type: 'ResumeSymbol', market: 0, symbol, reason: 'over', operator: 'operator-key' })
  }

  endDay(nextDay?: string): Answer {
    const next = nextDay === undefined ? nextBusinessDay(this.state.market(0).tradeDay) : day(nextDay)
    return this.execute({ type: 'EndTradingDay', market: 0, nextDay: next })
  }

  advanceTo(moment: string): Answer {
    this.at = Date.parse(moment)
    return this.execute({ type: 'AdvanceTime' })
  }

  /** Bids and asks as `10 @ 150.00`, best first. */
  depth(symbol = 'AAPL'): { readonly bids: readonly string[]; readonly asks: readonly string[] } {
    const depth = this.state.depth(0, this.state.instrumentBySymbol(symbol)!, 100)
    const text = (level: { readonly ticks: number; readonly lots: number }): string =>
      `${formatQuantity(level.lots)} @ ${formatPrice(level.ticks)}`
    return { bids: depth.bids.map(text), asks: depth.asks.map(text) }
  }

  last(symbol = 'AAPL'): string {
    return formatPrice(this.state.book(0, this.state.instrumentBySymbol(symbol)!).lastTicks)
  }

  /** Lets go of every ended order, as when storage shows them all. */
  releaseEnded(): void {
    this.engine.releaseEnded(this.journal.length + 1)
    checkInvariants(this.state, this.expected)
  }

  /** A fresh engine that has replayed the journal, in the place of this one: the process was restarted, perhaps with other rules. */
  restart(rules: Partial<EngineRules> = {}): Venue {
    const venue = new Venue({ ...this.rules, ...rules }, false)
    for (const event of this.journal) {
      venue.journal.push(event)
      venue.engine.apply(event, venue.journal.length)
      venue.archive.take(event)
      venue.note(event)
    }
    venue.names.push(...this.names)
    venue.at = this.at
    checkInvariants(venue.state, venue.expected)
    return venue
  }

  /** An expectation of the invariants (see `Expected`). */
  get expected(): Expected {
    return { granted: this.granted, dust: this.dust, corrected: this.corrected }
  }

  private split({ market, instrument, numerator, denominator }: SplitApplied): void {
    const key = `${market} ${instrument}`
    const split = (lots: bigint): bigint => (lots * BigInt(numerator)) / BigInt(denominator)
    this.granted.set(key, split(this.granted.get(key) ?? 0n))
    // and the sum itself is rounded down
    const parts = this.state.accounts.length + 2
    this.dust.set(key, split(this.dust.get(key) ?? 0n) + (denominator > 1 ? BigInt(parts) : 0n))
  }

  /** From here on cash and positions may be below zero. */
  allowDebts(): void {
    this.corrected = true
  }

  private forget(market: number): void {
    for (const lots of [this.granted, this.dust]) for (const key of lots.keys()) if (key.startsWith(`${market} `)) lots.delete(key)
  }

  private note(event: Event): void {
    if (event.type === 'ExecutionBusted' || event.type === 'ExecutionCorrected' || event.type === 'DepositReturned') this.corrected = true
    if (event.type === 'SplitApplied') this.split(event)
    if (event.type === 'MarketReset') this.forget(event.market)
    if (event.type !== 'HoldingsGranted') return
    for (const { instrument: index, shares } of event.positions) {
      const key = `${this.state.account(event.account).market} ${index}`
      this.granted.set(key, (this.granted.get(key) ?? 0n) + lotsOf(shares))
    }
  }
}

/** How an account begins. */
export interface Opening {
  readonly cash?: string
  readonly shares?: Readonly<Record<string, number>>
  readonly session?: number
  readonly status?: AccountStatus
  readonly kycDelayMs?: number
  readonly trading?: Partial<TradingConfigurations>
  readonly partner?: number
}

/** What an order is besides its side and size; what is left out is a market day order in AAPL. */
export interface Terms {
  readonly limit?: string
  readonly stop?: string
  readonly tif?: keyof typeof TIME_IN_FORCE
  readonly symbol?: string
  /** instead of the next one of the account */
  readonly id?: string
  readonly extendedHours?: boolean
  readonly possResend?: boolean
  readonly cancelOnHalt?: boolean
  readonly fault?: Refusal
  readonly echo?: OrderEcho
  readonly group?: OrderGroup
  readonly trail?: Trail
  /** an outcome that the sandbox client asks for */
  readonly scenario?: keyof typeof SCENARIOS
  /** where the prices do not tell it */
  readonly type?: OrderType
}

/** What a replace changes. Over FIX it gets the account's next id unless `id` names one; over REST it has none unless `id` gives it. */
export interface Change {
  readonly quantity?: string
  readonly limit?: string
  readonly stop?: string
  readonly id?: string
  readonly symbol?: string
  readonly side?: Side
  readonly orderType?: OrderType
  readonly timeInForce?: TimeInForce
  readonly cash?: string
  readonly cancelOnHalt?: boolean
  readonly fault?: Refusal
}

/** One account and how it trades. */
export class Trader {
  readonly venue: Venue
  readonly index: number
  readonly name: string
  readonly session: number
  private entered = 0

  constructor(venue: Venue, index: number, name: string, session: number) {
    this.venue = venue
    this.index = index
    this.name = name
    this.session = session
  }

  /** The same account through another session, or over REST. */
  over(session: number): Trader {
    const trader = new Trader(this.venue, this.index, this.name, session)
    trader.entered = 100 * (session + 1)
    return trader
  }

  /** The same account in another engine. */
  at(venue: Venue): Trader {
    const trader = new Trader(venue, this.index, this.name, this.session)
    trader.entered = this.entered
    return trader
  }

  buy(quantity: string, terms: Terms = {}): Answer {
    return this.place(Side.Buy, { quantityLots: exact(parseQuantity(quantity)), cashCents: 0 }, terms)
  }

  sell(quantity: string, terms: Terms = {}): Answer {
    return this.place(Side.Sell, { quantityLots: exact(parseQuantity(quantity)), cashCents: 0 }, terms)
  }

  buyFor(cash: string, terms: Terms = {}): Answer {
    return this.place(Side.Buy, { quantityLots: 0, cashCents: exact(parseMoney(cash)) }, terms)
  }

  sellFor(cash: string, terms: Terms = {}): Answer {
    return this.place(Side.Sell, { quantityLots: 0, cashCents: exact(parseMoney(cash)) }, terms)
  }

  place(side: Side, size: { readonly quantityLots: number; readonly cashCents: number }, terms: Terms): Answer {
    const {
      limit,
      stop,
      tif = 'day',
      symbol = 'AAPL',
      extendedHours = false,
      possResend = false,
      cancelOnHalt,
      fault,
      echo,
      scenario,
      group,
      trail,
    } = terms
    return this.venue.execute({
      type: 'PlaceOrder',
      session: this.session,
      account: this.index,
      clientOrderId: terms.id ?? this.nextId(),
      symbol,
      side,
      orderType: terms.type ?? typeOf(terms),
      timeInForce: TIME_IN_FORCE[tif],
      ...size,
      limitTicks: limit === undefined ? 0 : exact(parsePrice(limit)),
      stopTicks: stop === undefined ? 0 : exact(parsePrice(stop)),
      extendedHours,
      possResend,
      ...(cancelOnHalt !== undefined && { cancelOnHalt }),
      ...(fault && { fault }),
      ...(echo && { echo }),
      ...(group && { group }),
      ...(trail && { trail }),
      ...(scenario && { scenario: SCENARIOS[scenario] }),
    })
  }

  /** `named`: what the request says of the order, to be compared with it. */
  cancel(order: string, request: { readonly id?: string; readonly symbol?: string; readonly side?: Side } = {}): Answer {
    const { id, ...named } = request
    return this.venue.execute({
      type: 'CancelOrder',
      requester: this.requester,
      order: { account: this.index, clientOrderId: order },
      clientOrderId: this.requestId(id),
      originalClientOrderId: this.session === REST_SESSION ? '' : order,
      ...named,
    })
  }

  replace(order: string, change: Change): Answer {
    const { id, quantity, limit, stop, cash, ...named } = change
    return this.venue.execute({
      type: 'ReplaceOrder',
      requester: this.requester,
      order: { account: this.index, clientOrderId: order },
      clientOrderId: this.requestId(id),
      originalClientOrderId: this.session === REST_SESSION ? '' : order,
      ...(quantity !== undefined && { quantityLots: exact(parseQuantity(quantity)) }),
      ...(limit !== undefined && { limitTicks: exact(parsePrice(limit)) }),
      ...(stop !== undefined && { stopTicks: exact(parsePrice(stop)) }),
      ...(cash !== undefined && { cashCents: exact(parseMoney(cash)) }),
      ...named,
    })
  }

  /** The operator takes back the nth fill (from 1) of an order. */
  bust(order: string, nth = 1): Answer {
    const trade = this.venue.archive.trade(this.stored(order), nth)
    return this.venue.execute({ type: 'BustExecution', ...(trade && { trade }) })
  }

  correct(order: string, nth: number, to: { readonly quantity?: string; readonly price?: string }): Answer {
    const trade = this.venue.archive.trade(this.stored(order), nth)
    return this.venue.execute({
      type: 'CorrectExecution',
      ...(trade && { trade }),
      ...(to.quantity !== undefined && { quantityLots: exact(parseQuantity(to.quantity)) }),
      ...(to.price !== undefined && { priceTicks: exact(parsePrice(to.price)) }),
    })
  }

  /** As a status line: `partially_filled 4+6 of 10, holds 900.00`. */
  order(id: string): string {
    return stateText(this.stored(id))
  }

  /** The order as it stands, also when it has left the engine. */
  stored(id: string): Order {
    const order = this.venue.state.findOrder(this.index, id) ?? this.venue.archive.order(this.index, id)
    if (!order) throw new Error(`${this.name} has no order ${id}`)
    return order
  }

  get money(): {
    readonly cash: string
    readonly settled: string
    readonly unsettled: string
    readonly held: string
    readonly buyingPower: string
  } {
    const { settled, unsettled, heldForOrders, buyingPower } = this.venue.state.balances(this.index)
    return {
      cash: formatMoney(settled + unsettled),
      settled: formatMoney(settled),
      unsettled: formatMoney(unsettled),
      held: formatMoney(heldForOrders),
      buyingPower: formatMoney(buyingPower),
    }
  }

  /** `10, 6 available, at 149.50`. */
  position(symbol = 'AAPL'): string {
    const position = this.venue.state.position(this.index, this.venue.state.instrumentBySymbol(symbol)!)
    if (!position) return 'none'
    return `${formatShares(position.quantity)}, ${formatShares(position.available)} available, at ${formatAverage(position.averageMicros)}`
  }

  get requester(): Requester {
    return this.session === REST_SESSION ? { kind: 'rest' } : { kind: 'session', session: this.session, accountScope: false }
  }

  private requestId(id: string | undefined): string {
    return id ?? (this.session === REST_SESSION ? '' : this.nextId())
  }

  private nextId(): string {
    this.entered++
    return `${this.name.charAt(0)}${this.entered}`
  }
}

/** An amount that the test wrote itself, so that it must be well-formed. */
export function exact(amount: number | AmountFault): number {
  if (typeof amount === 'string') throw new Error(`the test gives an amount that is ${amount}`)
  return amount
}

export const ticks = (price: string): number => exact(parsePrice(price))
export const lots = (quantity: string): number => exact(parseQuantity(quantity))
export const cents = (money: string): number => exact(parseMoney(money))

const TIME_IN_FORCE = {
  day: TimeInForce.Day,
  gtc: TimeInForce.Gtc,
  opg: TimeInForce.Opg,
  ioc: TimeInForce.Ioc,
  fok: TimeInForce.Fok,
  cls: TimeInForce.Cls,
} as const

const TRADING: TradingConfigurations = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null }

function typeOf({ limit, stop }: Terms): OrderType {
  if (stop !== undefined) return limit === undefined ? OrderType.Stop : OrderType.StopLimit
  return limit === undefined ? OrderType.Market : OrderType.Limit
}

function quoteSide(side: string, farTicks: number): readonly [ticks: number, lots: number] {
  if (side === '') return [farTicks, 0]
  const [price, size] = side.split(' x ')
  return [ticks(price!), lots(size!)]
}

function instrument(
  symbol: string,
  previousClose: string,
  rest: Partial<Pick<Instrument, 'tradable' | 'fractionable' | 'walk'>> = {},
): Instrument {
  const closeTicks = Number(previousClose.replace('.', '').padEnd(previousClose.indexOf('.') + 4, '0'))
  return security(symbol, closeTicks, { name: `${symbol} Inc`, ...rest })
}
