/**
 * The market again, written from the contract alone and for nothing but being obviously right: one list of orders that is searched and
 * sorted for every question, BigInt amounts, no code of the engine. Property tests compare the engine with it.
 */

export type Mode = 'cancel_aggressor' | 'cancel_resting' | 'cancel_both' | 'decrement' | 'reject' | 'off'

export interface Wanted {
  readonly id: string
  readonly account: number
  readonly symbol: number
  readonly buy: boolean
  readonly kind: 'market' | 'limit' | 'stop' | 'stop_limit'
  readonly tif: 'day' | 'gtc' | 'ioc' | 'fok'
  /** in billionths of a share; 0 on a cash order */
  readonly lots: bigint
  /** in cents; 0 on an order in shares */
  readonly cash: bigint
  /** in ten-thousandths of a dollar, 0 where the kind has none */
  readonly limit: bigint
  readonly stop: bigint
}

export interface SimpleOrder {
  readonly id: string
  /** -1: the quote */
  readonly account: number
  readonly symbol: number
  readonly buy: boolean
  readonly kind: Wanted['kind']
  readonly tif: Wanted['tif']
  lots: bigint
  readonly cash: bigint
  limit: bigint
  stop: bigint
  collar: bigint
  triggered: boolean
  filled: bigint
  posted: bigint
  heldCents: bigint
  heldLots: bigint
  /** place in time: lower came first */
  time: number
  open: boolean
}

export interface SimpleFill {
  readonly id: string
  readonly ticks: bigint
  readonly lots: bigint
  readonly cents: bigint
}

export interface SimpleAccount {
  settled: bigint
  unsettled: { day: number; cents: bigint }[]
  /** by symbol, in billionths */
  readonly shares: bigint[]
}

interface SimpleSymbol {
  close: bigint
  last: bigint
  /** number of the command that made the last trade, and of the one that set the quote */
  tradedBy: number
  quotedBy: number
}

const CENT_IN_UNITS = 100_000_000_000n

const halfEven = (units: bigint): bigint => {
  const cents = units / CENT_IN_UNITS
  const rest = (units % CENT_IN_UNITS) * 2n
  if (rest < CENT_IN_UNITS) return cents
  if (rest > CENT_IN_UNITS) return cents + 1n
  return cents + (cents % 2n)
}
const roundUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const HOUSE = -1

export class SimpleMarket {
  readonly accounts: SimpleAccount[]
  readonly symbols: SimpleSymbol[]
  /** every order ever, rejected ones and the present quotes included */
  orders: SimpleOrder[] = []
  /** of the last command */
  fills: SimpleFill[] = []
  day = 0
  private readonly mode: Mode
  private time = 0
  private commands = 0
  private prints: bigint[] = []
  private metOwn = false

  constructor(mode: Mode, closes: readonly bigint[], accounts: readonly SimpleAccount[]) {
    this.mode = mode
    this.symbols = closes.map((close) => ({ close, last: 0n, tradedBy: 0, quotedBy: 0 }))
    this.accounts = accounts.map((account) => ({ ...account, unsettled: [...account.unsettled], shares: [...account.shares] }))
  }

  place(wanted: Wanted): string {
    this.begin()
    const order = this.newOrder(wanted)
    const waits = order.kind === 'stop' || order.kind === 'stop_limit'
    const rehearsed = waits ? undefined : this.rehearse(order)
    const uncovered = this.refusal(order, order.heldCents, order.heldLots)
    const refusal = uncovered === '' && this.mode === 'reject' && rehearsed?.metOwn ? 'WASH_TRADE' : uncovered
    this.orders.push(order)
    if (refusal !== '') {
      this.close(order)
      return refusal
    }
    if (!waits) {
      const killed = order.tif === 'fok' && !rehearsed!.filled
      if (!killed) this.match(order)
      if (order.open && (order.tif === 'ioc' || order.tif === 'fok')) this.close(order)
    }
    this.triggerStops(order.symbol)
    return ''
  }

  replace(id: string, change: { readonly lots: bigint; readonly limit?: bigint; readonly stop?: bigint }, overFix: boolean): string {
    this.begin()
    const order = this.orders.find((one) => one.id === id && one.account !== HOUSE)
    if (!order) return 'ORDER_NOT_FOUND'
    if (!order.open) return 'ORDER_NOT_OPEN'
    if (order.kind === 'market') return 'ORDER_NOT_REPLACEABLE'
    const limit = change.limit ?? order.limit
    const stop = change.stop ?? order.stop
    if (!overFix && change.lots <= order.filled) return 'INVALID_QUANTITY'
    // who sold the part of a share may have left it with one that takes whole shares: then it counts what is left
    const inParts = [change.lots, change.lots - order.filled].every((lots) => lots % 1_000_000_000n !== 0n)
    if (inParts && !(order.kind === 'limit' && order.tif === 'day')) return 'UNSUPPORTED_ORDER_COMBINATION'
    const same = limit === order.limit && stop === order.stop
    if (!overFix && same && change.lots === order.lots) return ''
    if (change.lots <= order.filled) {
      order.lots = order.filled
      order.limit = limit
      order.stop = stop
      this.close(order)
      return ''
    }
    if (order.triggered && stop !== order.stop) return 'ORDER_NOT_REPLACEABLE'
    const next = { ...order, lots: change.lots, limit, stop }
    if (next.kind === 'stop' && !next.triggered) next.collar = this.collar(next.buy, next.stop)
    const cents = this.impliedCents(next)
    next.heldCents = cents <= this.impliedCents(order) ? least(cents, order.heldCents) : cents
    next.heldLots = this.impliedLots(next)
    const refusal = this.refusal(order, most(0n, next.heldCents - order.heldCents), most(0n, next.heldLots - order.heldLots))
    if (refusal !== '') return refusal
    if (!same || change.lots > order.lots) next.time = ++this.time
    Object.assign(order, next)
    if (this.waitingStop(order)) this.triggerStops(order.symbol)
    else {
      this.match(order)
      this.triggerStops(order.symbol)
    }
    return ''
  }

  cancel(id: string): string {
    this.begin()
    const order = this.orders.find((one) => one.id === id && one.account !== HOUSE)
    if (!order) return 'ORDER_NOT_FOUND'
    if (!order.open) return 'ORDER_NOT_OPEN'
    this.close(order)
    return ''
  }

  cancelAll(account: number): void {
    this.begin()
    for (const order of this.orders) if (order.open && order.account === account) this.close(order)
  }

  /** A side of size 0 is not quoted. */
  quote(
    symbol: number,
    bid: { readonly ticks: bigint; readonly lots: bigint },
    ask: { readonly ticks: bigint; readonly lots: bigint },
  ): void {
    this.begin()
    this.symbols[symbol]!.quotedBy = this.commands
    this.orders = this.orders.filter((order) => order.account !== HOUSE || order.symbol !== symbol)
    const shown = [
      { ...bid, buy: true },
      { ...ask, buy: false },
    ].flatMap(({ ticks, lots, buy }) => {
      if (lots === 0n) return []
      const order = this.blank({ id: '', account: HOUSE, symbol, buy, kind: 'limit', tif: 'gtc', lots, cash: 0n, limit: ticks, stop: 0n })
      this.orders.push(order)
      return [order]
    })
    for (const order of shown) this.match(order)
    this.triggerStops(symbol)
  }

  endDay(): void {
    this.begin()
    for (const order of this.orders) if (order.open && order.account !== HOUSE && order.tif !== 'gtc') this.close(order)
    this.day++
    this.symbols.forEach((symbol, index) => {
      const [bid, ask] = [true, false].map((buy) => this.quoted(index, buy)[0])
      const last = symbol.last > 0n ? symbol.last : symbol.close
      symbol.close = bid !== undefined && last < bid ? bid : ask !== undefined && last > ask ? ask : last
    })
    for (const account of this.accounts) {
      for (const due of account.unsettled.filter(({ day }) => day <= this.day)) account.settled += due.cents
      account.unsettled = account.unsettled.filter(({ day }) => day > this.day)
    }
  }

  openOrders(): readonly SimpleOrder[] {
    return this.orders.filter((order) => order.open && order.account !== HOUSE)
  }

  held(account: number): bigint {
    return this.openOrders().reduce((sum, order) => (order.account === account ? sum + order.heldCents : sum), 0n)
  }

  heldLots(account: number, symbol: number): bigint {
    return this.openOrders().reduce((sum, order) => (order.account === account && order.symbol === symbol ? sum + order.heldLots : sum), 0n)
  }

  // ---------------------------------------------------------------------------------------------- the rules

  private begin(): void {
    this.commands++
    this.fills = []
    this.prints = []
    this.metOwn = false
  }

  private blank(wanted: Wanted): SimpleOrder {
    const nothing = { collar: 0n, triggered: false, filled: 0n, posted: 0n, heldCents: 0n, heldLots: 0n, open: true }
    return { ...wanted, ...nothing, time: ++this.time }
  }

  private newOrder(wanted: Wanted): SimpleOrder {
    const order = this.blank(wanted)
    if (order.kind === 'market') order.collar = this.collar(order.buy, this.reference(order.symbol, order.buy))
    if (order.kind === 'stop') order.collar = this.collar(order.buy, order.stop)
    order.heldCents = this.impliedCents(order)
    order.heldLots = this.impliedLots(order)
    return order
  }

  private refusal(order: SimpleOrder, cents: bigint, lots: bigint): string {
    const account = this.accounts[order.account]!
    if (order.buy) return cents > most(0n, account.settled - this.held(order.account)) ? 'INSUFFICIENT_BUYING_POWER' : ''
    return lots > account.shares[order.symbol]! - this.heldLots(order.account, order.symbol) ? 'INSUFFICIENT_POSITION' : ''
  }

  /** What would come of it, tried on a copy of everything. */
  private rehearse(order: SimpleOrder): { readonly filled: boolean; readonly metOwn: boolean } {
    const copy = new SimpleMarket(this.mode, [], this.accounts)
    copy.symbols.push(...this.symbols.map((symbol) => ({ ...symbol })))
    copy.orders = this.orders.filter((one) => one.open && one.symbol === order.symbol).map((one) => ({ ...one }))
    copy.day = this.day
    const same = { ...order }
    copy.orders.push(same)
    copy.match(same)
    return { filled: !same.open && same.filled === order.lots, metOwn: copy.metOwn }
  }

  private match(order: SimpleOrder): void {
    while (order.open) {
      const met = this.meeting(order)
      if (!met) return
      const { other, ticks } = met
      if (order.account === other.account && this.mode !== 'off') this.preventSelfMatch(order, other)
      else this.trade(order, other, ticks)
    }
  }

  private meeting(order: SimpleOrder): { readonly other: SimpleOrder; readonly ticks: bigint } | undefined {
    const others = this.orders.filter((one) => one.open && one.symbol === order.symbol && one.buy !== order.buy && !this.waitingStop(one))
    const priced = others
      .filter((one) => !this.atMarket(one))
      .sort((a, b) => Number(order.buy ? a.limit - b.limit : b.limit - a.limit) || a.time - b.time)
    const worst = this.atMarket(order) ? order.collar : order.limit
    const best = priced[0] && this.within(order.buy, worst, priced[0].limit) ? priced[0] : undefined
    const isQuote = order.account === HOUSE
    const shared = isQuote ? worst : (best?.limit ?? (this.atMarket(order) ? undefined : worst))
    const waiting = others
      .filter((one) => this.atMarket(one) && shared !== undefined && this.within(one.buy, one.collar, shared))
      .sort((a, b) => a.time - b.time)[0]
    if (waiting) return { other: waiting, ticks: shared! }
    return best && { other: best, ticks: isQuote ? worst : best.limit }
  }

  private trade(order: SimpleOrder, other: SimpleOrder, ticks: bigint): void {
    const lots = least(this.tradable(order, ticks), this.tradable(other, ticks))
    if (lots <= 0n) throw new Error('the model met an order with nothing to trade')
    this.fill(other, lots, ticks)
    this.fill(order, lots, ticks)
    this.prints.push(ticks)
    this.symbols[order.symbol]!.last = ticks
    this.symbols[order.symbol]!.tradedBy = this.commands
  }

  private fill(order: SimpleOrder, lots: bigint, ticks: bigint): void {
    order.filled += lots
    if (order.account === HOUSE) {
      if (order.filled === order.lots) order.open = false
      return
    }
    const account = this.accounts[order.account]!
    const value = halfEven(ticks * lots)
    const cents = order.buy ? least(most(value, 1n), order.heldCents) : value
    if (order.buy) account.settled -= cents
    else account.unsettled.push({ day: this.day + 1, cents })
    account.shares[order.symbol]! += order.buy ? lots : -lots
    order.posted += cents
    this.fills.push({ id: order.id, ticks, lots, cents })
    const heldCents = order.heldCents - cents
    const heldLots = order.heldLots - lots
    const complete = order.cash > 0n ? order.posted === order.cash || (!order.buy && heldLots === 0n) : order.filled === order.lots
    if (complete) this.close(order)
    else {
      order.heldCents = order.buy ? least(this.impliedCents(order), heldCents) : 0n
      order.heldLots = order.buy ? 0n : least(this.impliedLots(order), heldLots)
    }
  }

  private tradable(order: SimpleOrder, ticks: bigint): bigint {
    if (order.cash === 0n) return order.lots - order.filled
    const wanted = ((order.cash - order.posted) * CENT_IN_UNITS) / ticks
    return order.buy ? wanted : least(wanted, order.heldLots)
  }

  private preventSelfMatch(order: SimpleOrder, other: SimpleOrder): void {
    this.metOwn = true
    const countable = order.cash === 0n && other.cash === 0n
    if (this.mode === 'cancel_resting' || this.mode === 'cancel_both') this.close(other)
    if (this.mode === 'cancel_aggressor' || this.mode === 'reject' || this.mode === 'cancel_both') this.close(order)
    if (this.mode !== 'decrement') return
    if (!countable) {
      this.close(order)
      return
    }
    const lots = least(order.lots - order.filled, other.lots - other.filled)
    for (const one of [order, other]) {
      if (one.lots - one.filled === lots) {
        this.close(one)
        continue
      }
      one.lots -= lots
      one.heldCents = least(one.heldCents, this.impliedCents(one))
      one.heldLots = this.impliedLots(one)
    }
  }

  private triggerStops(symbol: number): void {
    for (let stop = this.reachedStop(symbol); stop; stop = this.reachedStop(symbol)) {
      stop.triggered = true
      stop.time = ++this.time
      if (stop.kind === 'stop' && !stop.buy) stop.collar = this.collar(false, this.reference(symbol, false))
      stop.heldCents = least(stop.heldCents, this.impliedCents(stop))
      this.match(stop)
    }
  }

  private reachedStop(symbol: number): SimpleOrder | undefined {
    const seen = this.lastCounts(symbol) ? [...this.prints, this.symbols[symbol]!.last] : [...this.prints]
    const stops = this.orders.filter((one) => one.open && one.symbol === symbol && this.waitingStop(one)).sort((a, b) => a.time - b.time)
    const buys = stops.filter((one) => one.buy && [...seen, ...this.quoted(symbol, false)].some((ticks) => ticks >= one.stop))
    const sells = stops.filter((one) => !one.buy && [...seen, ...this.quoted(symbol, true)].some((ticks) => ticks <= one.stop))
    const buy = buys.sort((a, b) => Number(a.stop - b.stop) || a.time - b.time)[0]
    return buy ?? sells.sort((a, b) => Number(b.stop - a.stop) || a.time - b.time)[0]
  }

  /** A last trade that a newer quote has left behind triggers nothing any more. */
  private lastCounts(symbol: number): boolean {
    const { last, tradedBy, quotedBy } = this.symbols[symbol]!
    if (last === 0n || tradedBy >= quotedBy) return last > 0n
    const [bid] = this.quoted(symbol, true)
    const [ask] = this.quoted(symbol, false)
    return !(bid !== undefined && last < bid) && !(ask !== undefined && last > ask)
  }

  private quoted(symbol: number, buy: boolean): readonly bigint[] {
    return this.orders
      .filter((one) => one.open && one.account === HOUSE && one.symbol === symbol && one.buy === buy)
      .map((one) => one.limit)
  }

  private close(order: SimpleOrder): void {
    order.open = false
    order.heldCents = 0n
    order.heldLots = 0n
  }

  private readonly waitingStop = (order: SimpleOrder): boolean => (order.kind === 'stop' || order.kind === 'stop_limit') && !order.triggered
  private readonly atMarket = (order: SimpleOrder): boolean => order.kind === 'market' || (order.kind === 'stop' && order.triggered)
  private readonly within = (buy: boolean, worst: bigint, ticks: bigint): boolean => (buy ? ticks <= worst : ticks >= worst)

  private impliedCents(order: SimpleOrder): bigint {
    if (!order.buy) return 0n
    if (order.cash > 0n) return order.cash - order.posted
    const price = order.kind === 'market' || order.kind === 'stop' ? order.collar : order.limit
    return roundUp(price * (order.lots - order.filled), CENT_IN_UNITS)
  }

  private impliedLots(order: SimpleOrder): bigint {
    if (order.buy) return 0n
    return order.cash > 0n ? roundUp((order.cash - order.posted) * CENT_IN_UNITS, order.collar) : order.lots - order.filled
  }

  private collar(buy: boolean, reference: bigint): bigint {
    const percent = reference < 500_000n ? 4n : 5n
    return buy ? (reference * (100n + percent)) / 100n : roundUp(reference * (100n - percent), 100n)
  }

  private reference(symbol: number, buy: boolean): bigint {
    const prices = this.orders
      .filter((one) => one.open && one.symbol === symbol && one.buy !== buy && !this.waitingStop(one) && !this.atMarket(one))
      .map((one) => one.limit)
    if (prices.length > 0) return prices.reduce(buy ? least : most)
    const { last, close } = this.symbols[symbol]!
    return last > 0n ? last : close
  }
}
