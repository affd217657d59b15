import type { Event } from '../../src/domain/event.ts'
import type { KillSwitchSet } from '../../src/domain/events/market-event.ts'
import type { ExecutionBusted, ExecutionCorrected, OrderEvent, OrderFilled, OrderReplaced } from '../../src/domain/events/order-event.ts'
import { HOUSE, Liquidity } from '../../src/domain/events/order-event.ts'
import type { Split } from '../../src/domain/market/corporate-action.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import { demand } from './finding.ts'

/** The values of the contract, said again: the model takes nothing of the engine. */
const BUY = 1
const LIMIT = 2
const STOP_LIMIT = 4
const DAY = 0
const IOC = 3
const FOK = 4
/** `cover` of an exit whose entry is not done */
const OF_ENTRY = 2
/** the phases of a market before its regular session and after it */
const EXTENDED_HOURS: ReadonlySet<number> = new Set([2, 4])
/** in billionths */
const SHARE = 1_000_000_000
const isOpen = (status: number): boolean => status <= 3 || status === 8
/** `restatement` of a GTC order's new day, and of a quantity that self-match prevention lowers */
const RENEWED = 1
const DECREMENTED = 5
/** of a split: restated by it, or cancelled where nothing is left */
const SPLIT = 0

interface Known {
  order: Order
  /** place in time: lower came first; who leaves the book with its session and comes back keeps it */
  rank: number
  filledLots: number
  quantityLots: number
  /** the last split that has restated it */
  split?: Split
}

/**
 * The order book once more, from what is on the disk: a plain list for each symbol, searched from end to end. It knows how an order may live, who
 * comes first, and that nobody trades with himself.
 */
export class BookModel {
  readonly #open = new Map<number, Known>()
  readonly #bySymbol = new Map<number, Set<Known>>()
  /** order numbers and ids that have been given, for good */
  readonly #numbers = new Set<number>()
  readonly #ids = new Set<string>()
  /** CumQty of every order that has been filled, for good */
  readonly #filledLots = new Map<number, number>()
  /** those that are on */
  readonly #killSwitches = new Map<string, KillSwitchSet>()
  readonly #touched = new Set<number>()
  readonly #isSelfMatchOff: boolean
  readonly #requestedLots: (session: number, id: string) => number | undefined
  readonly #splitUnderWay: (instrument: number) => Split | undefined
  #lastExecution = 0
  #rank = 0
  #begunDay = -1
  #phase = 0
  /** the side of a trade that waits for its other side */
  #trade: { readonly number: number; readonly lots: number; readonly ticks: number; readonly account: number } | undefined

  constructor(parts: {
    readonly isSelfMatchOff: boolean
    readonly requestedLots: (session: number, id: string) => number | undefined
    readonly splitUnderWay: (instrument: number) => Split | undefined
  }) {
    this.#isSelfMatchOff = parts.isSelfMatchOff
    this.#requestedLots = parts.requestedLots
    this.#splitUnderWay = parts.splitUnderWay
  }

  apply(event: Event): void {
    switch (event.type) {
      case 'OrderReleased':
      case 'StopTrailed':
        return this.#follow(event.order, false)
      case 'PhaseChanged':
        this.#phase = event.phase
        return
      case 'KillSwitchSet':
        if (event.on) this.#killSwitches.set(`${event.scope} ${event.id}`, event)
        else this.#killSwitches.delete(`${event.scope} ${event.id}`)
        return
      case 'TradingDayEnded':
        this.#begunDay = event.nextDay
        return
      case 'SplitApplied':
        return this.#demandAllSplit(event.instrument)
      case 'OrderStatusReported':
        return this.#demandAsKnown(event.order)
      case 'CancelRejected':
        return
      case 'ExecutionBusted':
      case 'ExecutionCorrected':
        return this.#takeBack(event)
      default:
        if ('order' in event && 'execution' in event) this.#applyOrderEvent(event)
    }
  }

  /** Everything of a commit is in: what has to be true between two commits. */
  endOfBatch(): void {
    demand(this.#trade === undefined, () => `trade ${this.#trade!.number} has one side`)
    for (const symbol of this.#touched) this.#demandUncrossed(symbol)
    this.#touched.clear()
    for (const killSwitch of this.#killSwitches.values())
      for (const { order } of this.#open.values()) demand(!isUnder(killSwitch, order), () => `${nameOf(order)} is open under a kill switch`)
    if (this.#begunDay < 0) return
    for (const { order } of this.#open.values())
      demand(order.timeInForce !== DAY || order.enteredDay >= this.#begunDay, () => `${nameOf(order)} outlived its day ${order.enteredDay}`)
    this.#begunDay = -1
  }

  get openOrders(): readonly Order[] {
    return [...this.#open.values()].map(({ order }) => order)
  }

  #applyOrderEvent(event: Exclude<OrderEvent, { type: 'ExecutionBusted' | 'ExecutionCorrected' }>): void {
    const { order } = event
    this.#count(event)
    const known = this.#open.get(order.number)
    if (known === undefined) {
      this.#enter(event)
      return
    }
    demand(event.type !== 'OrderAccepted', () => `${nameOf(order)} was accepted twice`)
    if (event.type === 'OrderRestated' && event.restatement === SPLIT) return this.#split(order, known)
    if (event.type === 'OrderCancelled' && event.restatement === SPLIT) this.#demandNothingLeft(known)
    this.#demandLegalChange(event, known)
    if (event.type === 'OrderFilled') this.#fill(event, known)
    else
      demand(
        order.filledLots === known.filledLots,
        () => `${nameOf(order)}: CumQty went from ${known.filledLots} to ${order.filledLots} without a fill`,
      )
    this.#follow(order, this.#keepsPlace(event, known.order))
  }

  #count({ execution }: OrderEvent): void {
    demand(execution > this.#lastExecution, () => `execution ${execution} comes after ${this.#lastExecution}`)
    this.#lastExecution = execution
  }

  /** A fill that never was, or was another: the order has that much less, and works again at the back where it had ended with it. */
  #takeBack(event: ExecutionBusted | ExecutionCorrected): void {
    const { order, reopened, reversedLots } = event
    this.#count(event)
    const lots = event.type === 'ExecutionCorrected' ? event.lastLots : 0
    const filledLots = this.#filledLots.get(order.number)! - reversedLots + lots
    demand(order.filledLots === filledLots, () => `${nameOf(order)}: CumQty is ${order.filledLots}, its fills are now ${filledLots}`)
    this.#filledLots.set(order.number, filledLots)
    const known = this.#open.get(order.number)
    demand(reopened === (known === undefined && isOpen(order.status)), () => `${nameOf(order)} is reopened: ${reopened}`)
    if (known !== undefined) {
      known.filledLots = filledLots
      return this.#follow(order, true)
    }
    this.#demandQuantities(order)
    if (reopened) this.#work(order)
  }

  #enter({ type, order }: OrderEvent): void {
    demand(!this.#numbers.has(order.number), () => `${type} about ${nameOf(order)}, which had ended`)
    const isEntry = type === 'OrderAccepted' || type === 'OrderPended' || type === 'OrderRejected'
    demand(isEntry, () => `${type} about ${nameOf(order)}, which nobody has entered`)
    const id = `${order.account} ${order.firstClientOrderId}`
    demand(!this.#ids.has(id), () => `${nameOf(order)} was entered twice`)
    this.#ids.add(id)
    this.#numbers.add(order.number)
    demand(order.filledLots === 0, () => `${nameOf(order)} begins with CumQty ${order.filledLots}`)
    demand(isOpen(order.status) === (type !== 'OrderRejected'), () => `${nameOf(order)} begins with status ${order.status}`)
    this.#demandQuantities(order)
    if (isOpen(order.status)) this.#work(order)
  }

  #work(order: Order): void {
    const known: Known = { order, rank: ++this.#rank, filledLots: order.filledLots, quantityLots: order.quantityLots }
    this.#open.set(order.number, known)
    const symbol = this.#bySymbol.get(order.instrument) ?? new Set()
    this.#bySymbol.set(order.instrument, symbol.add(known))
    this.#touched.add(order.instrument)
  }

  #follow(order: Order, keepsPlace: boolean): void {
    const known = this.#open.get(order.number)
    demand(known !== undefined, () => `${nameOf(order)} changes and is not open`)
    if (!keepsPlace) known.rank = ++this.#rank
    known.order = order
    known.quantityLots = order.quantityLots
    this.#touched.add(order.instrument)
    this.#demandQuantities(order)
    if (isOpen(order.status)) return
    this.#open.delete(order.number)
    this.#bySymbol.get(order.instrument)!.delete(known)
  }

  /** FIX 4.4: OrderQty(38) = CumQty(14) + LeavesQty(151) while the order is live; nothing is left of one that has ended. */
  #demandQuantities(order: Order): void {
    if (!isOpen(order.status)) demand(order.leavesLots === 0, () => `${nameOf(order)} has ended with LeavesQty ${order.leavesLots}`)
    else if (order.cashCents === 0)
      demand(
        order.quantityLots === order.filledLots + order.leavesLots && order.leavesLots > 0,
        () => `${nameOf(order)}: 38=${order.quantityLots} 14=${order.filledLots} 151=${order.leavesLots}`,
      )
  }

  /** In new shares; each goes to the back in its turn. */
  #split(order: Order, known: Known): void {
    const split = this.#splitUnderWay(order.instrument)
    demand(split !== undefined && known.split !== split, () => `${nameOf(order)} is restated for a split that is not`)
    const { filledLots, leavesLots, limitTicks } = inNewShares(known, split)
    demand(
      order.filledLots === filledLots,
      () => `${nameOf(order)}: CumQty ${known.filledLots} was split to ${order.filledLots}, not ${filledLots}`,
    )
    if (order.cashCents === 0)
      demand(order.leavesLots === leavesLots, () => `${nameOf(order)}: LeavesQty was split to ${order.leavesLots}, not ${leavesLots}`)
    demand(order.limitTicks === limitTicks, () => `${nameOf(order)}: its limit was split to ${order.limitTicks}, not ${limitTicks}`)
    known.split = split
    known.filledLots = filledLots
    if (this.#filledLots.has(order.number)) this.#filledLots.set(order.number, filledLots)
    this.#follow(order, false)
  }

  #demandNothingLeft(known: Known): void {
    const { order } = known
    const split = this.#splitUnderWay(order.instrument)
    demand(split !== undefined, () => `${nameOf(order)} was cancelled by a split that is not`)
    const { leavesLots, limitTicks } = inNewShares(known, split)
    const isLeft = leavesLots > 0 && (limitTicks > 0 || !hasLimit(order))
    demand(!isLeft, () => `${nameOf(order)} was cancelled by a split, and has ${leavesLots} lots left at ${limitTicks}`)
  }

  #demandAllSplit(instrument: number): void {
    const split = this.#splitUnderWay(instrument)
    for (const known of this.#bySymbol.get(instrument) ?? [])
      demand(known.split === split, () => `${nameOf(known.order)} is left in old shares`)
  }

  #demandLegalChange(event: OrderEvent, { order: before, quantityLots }: Known): void {
    const { order } = event
    const same = order.account === before.account && order.side === before.side && order.instrument === before.instrument
    demand(same && order.session === before.session, () => `${nameOf(order)} became another order`)
    if (event.type === 'OrderReplaced') this.#demandAsAsked(event)
    else if (event.type === 'OrderRestated' && event.restatement === DECREMENTED)
      demand(order.quantityLots < quantityLots, () => `${nameOf(order)} was decremented from ${quantityLots} to ${order.quantityLots}`)
    else if (event.type !== 'OrderRestated' || event.restatement === RENEWED)
      demand(
        order.quantityLots === quantityLots,
        () => `${nameOf(order)}: ${event.type} changed OrderQty ${quantityLots} to ${order.quantityLots}`,
      )
  }

  #demandAsAsked({ order, requester }: OrderReplaced): void {
    const wanted = this.#requestedLots(requester, order.clientOrderId)
    if (wanted === undefined) return
    const right = Math.max(wanted, order.filledLots)
    demand(order.quantityLots === right, () => `${nameOf(order)} was to be replaced to ${right} lots and has ${order.quantityLots}`)
  }

  #fill(event: OrderFilled, known: Known): void {
    const { order, lastLots, lastTicks, trade, counterparty, liquidity } = event
    demand(lastLots > 0 && lastTicks > 0, () => `${nameOf(order)} was filled by nothing`)
    known.filledLots += lastLots
    this.#filledLots.set(order.number, known.filledLots)
    demand(
      order.filledLots === known.filledLots,
      () => `${nameOf(order)}: CumQty is ${order.filledLots}, its fills are ${known.filledLots}`,
    )
    if (hasLimit(order))
      demand(
        order.side === BUY ? lastTicks <= order.limitTicks : lastTicks >= order.limitTicks,
        () => `${nameOf(order)} was filled at ${lastTicks} beyond its limit ${order.limitTicks}`,
      )
    if (counterparty === HOUSE) return
    demand(this.#isSelfMatchOff || counterparty !== order.account, () => `${nameOf(order)} traded with its own account`)
    const other = this.#trade
    if (other === undefined) {
      this.#trade = { number: trade, lots: lastLots, ticks: lastTicks, account: order.account }
      if (liquidity === Liquidity.Added && this.#isInBook(known.order)) this.#demandFirst(known)
      return
    }
    const fits = other.number === trade && other.lots === lastLots && other.ticks === lastTicks && other.account === counterparty
    demand(fits, () => `trade ${trade} has two sides that do not fit`)
    this.#trade = undefined
  }

  /** Price, then time. */
  #demandFirst({ order, rank }: Known): void {
    for (const other of this.#bySymbol.get(order.instrument)!) {
      const { limitTicks } = other.order
      if (other.order.side !== order.side || !this.#isInBook(other.order) || other.order.number === order.number) continue
      const isBetter = order.side === BUY ? limitTicks > order.limitTicks : limitTicks < order.limitTicks
      demand(!isBetter, () => `${nameOf(order)} traded before ${nameOf(other.order)}, which has the better price`)
      demand(
        limitTicks !== order.limitTicks || other.rank > rank,
        () => `${nameOf(order)} traded before ${nameOf(other.order)}, which came first`,
      )
    }
  }

  /** Only a quantity that is lowered, and nothing else, keeps its place. */
  #keepsPlace(event: OrderEvent, before: Order): boolean {
    const { order } = event
    switch (event.type) {
      case 'OrderReplaced':
      case 'OrderRestated':
        // an exit joins the book as its entry is done
        if (before.cover === OF_ENTRY && order.cover !== OF_ENTRY) return false
        return order.limitTicks === before.limitTicks && order.stopTicks === before.stopTicks && order.quantityLots <= before.quantityLots
      case 'OrderFilled':
      case 'OrderPended':
        return true
      default:
        return false
    }
  }

  #demandUncrossed(symbol: number): void {
    let bid = 0
    let ask = Infinity
    for (const { order } of this.#bySymbol.get(symbol) ?? []) {
      const immediate = order.timeInForce === IOC || order.timeInForce === FOK
      demand(!immediate || order.inFlight || order.pending !== 0, () => `${nameOf(order)} is immediate, and open after its command`)
      if (!this.#isInBook(order)) continue
      if (order.side === BUY) bid = Math.max(bid, order.limitTicks)
      else ask = Math.min(ask, order.limitTicks)
    }
    demand(bid < ask, () => `the book of symbol ${symbol} is crossed: ${bid} bid, ${ask} ask`)
  }

  /** In a queue in which it trades at its limit. */
  #isInBook(order: Order): boolean {
    const isPriced = order.type === LIMIT || (order.type === STOP_LIMIT && order.triggered)
    const isWorking = !order.held && !order.inFlight && (order.status === 2 || order.status === 3)
    // before and after the regular session what is not for it sleeps
    return isPriced && isWorking && (order.extendedHours || !EXTENDED_HOURS.has(this.#phase))
  }

  #demandAsKnown(order: Order): void {
    const known = this.#open.get(order.number)
    if (known === undefined) demand(!isOpen(order.status), () => `${nameOf(order)} is reported as open and has ended`)
    else
      demand(
        order.filledLots === known.filledLots,
        () => `${nameOf(order)} is reported with CumQty ${order.filledLots}, not ${known.filledLots}`,
      )
  }
}

/** There is one partner: its switch is that of all. */
const isUnder = ({ scope, id }: KillSwitchSet, { account, session }: Order): boolean =>
  scope === 'account' ? account === id : scope === 'session' ? session === id : true

/**
 * What is filled and left, and the limit, as a split makes them: lots rounded down, and what is left in whole shares where it was or the order is; a
 * buy's limit on the tick below and a sell's on that above.
 */
function inNewShares({ order, filledLots: filled }: Known, { numerator, denominator }: Split) {
  const times = (lots: number): number => Number((BigInt(lots) * BigInt(numerator)) / BigInt(denominator))
  const before = order.quantityLots - filled
  const isWhole = order.quantityLots % SHARE === 0 || before % SHARE === 0
  const left = times(before)
  const oldTimes = order.limitTicks * denominator
  const tick = oldTimes >= 10_000 * numerator ? 100 : 1
  const round = order.side === BUY ? Math.floor : Math.ceil
  return {
    filledLots: times(filled),
    leavesLots: isWhole ? left - (left % SHARE) : left,
    limitTicks: round(oldTimes / (numerator * tick)) * tick,
  }
}

const hasLimit = ({ type }: Order): boolean => type === LIMIT || type === STOP_LIMIT
const nameOf = ({ firstClientOrderId, account }: Order): string => `order ${firstClientOrderId} of account ${account}`
