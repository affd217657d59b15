import { isWholeShares } from '../../src/domain/amounts/amounts.ts'
import {
  Cover,
  isOpen,
  Leg,
  marketOf,
  type Order,
  OrderClass,
  OrderStatus,
  OrderType,
  Pending,
  rootOf,
  Side,
} from '../../src/domain/orders/order.ts'
import { collarTicks } from '../../src/engine/accounts/buying-power.ts'
import { dueAt, nextTickAt } from '../../src/engine/time/due.ts'
import { realTime } from '../../src/engine/time/market-clock.ts'
import type { OrderBook } from '../../src/engine/book/order-book.ts'
import { NONE } from '../../src/engine/none.ts'
import type { PriceLevels } from '../../src/engine/book/price-levels.ts'
import type { Market } from '../../src/engine/market.ts'
import type { EngineState } from '../../src/engine/state.ts'

/** 2026-11-20, 10:00 in New York */
const ONE_MOMENT = Date.UTC(2026, 10, 20, 15)

/** What the state alone does not tell. */
export interface Expected {
  /** lots brought in by grants, in the shares of after every split, by `market instrument` */
  readonly granted: ReadonlyMap<string, bigint>
  /** lots that splits may have left behind, where they did not come out even: less than one for each position */
  readonly dust?: ReadonlyMap<string, bigint>
  /** a bust or correction has happened, after which cash and positions may be below zero */
  readonly corrected: boolean
}

/** Whole shares in lots. */
export const lotsOf = (shares: number): bigint => BigInt(shares) * 1_000_000_000n

/**
 * Throws unless everything holds that has to hold after every command: the book is not crossed, its queues are whole, OrderQty = CumQty +
 * LeavesQty, holds are what the open orders imply, every cent and every share has another side.
 */
export function checkInvariants(state: EngineState, expected: Expected): void {
  const queued = new Set<number>()
  let requests = 0
  for (const market of state.markets) {
    for (const book of market.books) if (book) checkBook(state, book, queued)
    checkMoney(state, market)
    requests += checkRequests(state, market)
    checkShares(state, market, expected)
  }
  let open = 0
  for (const account of state.accounts) open += checkAccount(state, account.index, queued, expected.corrected)
  check(state.requestCount === requests, `${state.requestCount} requests are counted, but ${requests} wait`)
  check(state.openOrderCount === open, `openOrderCount is ${state.openOrderCount}, but ${open} orders are open`)
  check(queued.size === open, `${queued.size} orders are in a queue, but ${open} are open`)
  checkDue(state)
}

/** The timer is told of everything that is due, as if all markets were looked at anew. */
function checkDue(state: EngineState): void {
  const anew = state.markets.map((market) => realTime(market.clock, Math.min(dueAt(state, market), nextTickAt(state, market))))
  check(state.nextDueAt() === Math.min(Infinity, ...anew), `the next thing is due at ${Math.min(...anew)}, not at ${state.nextDueAt()}`)
}

function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(`invariant broken: ${otherwise}`)
}

function checkBook(state: EngineState, book: OrderBook, queued: Set<number>): void {
  const bid = book.bids.bestTicks()
  const ask = book.asks.bestTicks()
  // clients who meet the quote alone may cross each other
  check(bid === 0 || ask === 0 || bid < ask || book.liquidity === 'quote', `the book is crossed: ${bid} bid, ${ask} ask`)
  checkSide(state, book.bids, queued, (order) => order.side === Side.Buy && isLimit(order) && order.limitTicks)
  checkSide(state, book.asks, queued, (order) => order.side === Side.Sell && isLimit(order) && order.limitTicks)
  checkSide(state, book.marketBuys, queued, (order) => order.side === Side.Buy && isMarket(order) && 1)
  checkSide(state, book.marketSells, queued, (order) => order.side === Side.Sell && isMarket(order) && 1)
  checkSide(state, book.buyStops, queued, (order) => order.side === Side.Buy && isStop(order) && order.stopTicks)
  checkSide(state, book.sellStops, queued, (order) => order.side === Side.Sell && isStop(order) && order.stopTicks)
  checkSide(state, book.inFlight, queued, (order) => order.inFlight && 1)
  for (const room of [book.held, book.opening, book.closing])
    checkSide(state, room, queued, (order) => (order.held || order.status === OrderStatus.Suspended) && 1)
  const { bidTicks, askTicks, bidLots, askLots } = book.quote
  const usable = bidTicks > 0 && bidTicks < askTicks
  checkQuoteRow(state, book.bidQuote, usable ? bidLots : 0, bidTicks)
  checkQuoteRow(state, book.askQuote, usable ? askLots : 0, askTicks)
}

const isStop = (order: Order): boolean => (order.type === OrderType.Stop || order.type === OrderType.StopLimit) && !order.triggered
const isLimit = (order: Order): boolean => order.type === OrderType.Limit || (order.type === OrderType.StopLimit && order.triggered)
const isMarket = (order: Order): boolean => order.type === OrderType.Market || (order.type === OrderType.Stop && order.triggered)

/** `belongsAt`: the price at which an order has to stand on this side; false when it is not an order of this side. */
function checkSide(state: EngineState, levels: PriceLevels, queued: Set<number>, belongsAt: (order: Order) => number | false): void {
  const { orders } = state
  const better = levels['sign'] as number
  for (let rank = 0; rank < levels.count; rank++) {
    const ticks = levels.ticksAt(rank)
    check(rank === 0 || (levels.ticksAt(rank - 1) - ticks) * better > 0, `price levels are out of order at ${ticks}`)
    let before = NONE
    for (let slot = levels.headAt(rank); slot !== NONE; slot = orders.next(slot)) {
      check(orders.previous(slot) === before, `the queue at ${ticks} is broken before row ${slot}`)
      before = slot
      check(isOpen(orders.status(slot)), `row ${slot} is in the queue at ${ticks} with status ${orders.status(slot)}`)
      const order = state.orders.read(slot)
      const at = belongsAt(order)
      check(at === ticks, `order ${order.firstClientOrderId} stands at ${ticks} and belongs at ${at}`)
      check(
        order.cashCents > 0 || order.filledLots < order.quantityLots,
        `order ${order.firstClientOrderId} is in the book with nothing left`,
      )
      if (state.orders.isHouse(slot)) continue
      check(!queued.has(slot), `order ${order.firstClientOrderId} is queued twice`)
      queued.add(slot)
    }
    check(before !== NONE, `the level at ${ticks} is empty`)
    check(levels['tails'][levels.count - 1 - rank] === before, `the level at ${ticks} has another tail`)
  }
}

function checkQuoteRow(state: EngineState, slot: number, lots: number, ticks: number): void {
  const { orders } = state
  if (slot === NONE) {
    check(lots === 0, `${lots} lots are quoted at ${ticks}, but not displayed`)
    return
  }
  const shown = orders.quantityLots(slot) - orders.filledLots(slot)
  check(shown === lots, `the quote displays another size than ${lots}`)
  check(orders.limitTicks(slot) === ticks, `the quote displays another price than ${ticks}`)
}

/** Every posting has two legs: clients, house, banks and clearing sum to zero. */
function checkMoney(state: EngineState, market: Market): void {
  const { houseCents, bankCents, clearingCents, feeCents, withheldCents } = market.ledger
  let sum = houseCents + bankCents + clearingCents + feeCents + withheldCents
  for (const account of state.accounts) if (account.market === market.index) sum += account.settledCents + account.unsettledCents
  check(sum === 0, `the ledger of market ${market.index} sums to ${sum} cents`)
}

/** Shares only change hands: clients and house together have what was granted. */
function checkShares(state: EngineState, market: Market, { granted, dust }: Expected): void {
  state.instruments.forEach((instrument, index) => {
    let lots = 0n
    const add = (position: { readonly shares: number; readonly lots: number } | undefined): void => {
      if (!position) return
      check(position.lots >= 0 && position.lots < 1e9, `a position in ${instrument.symbol} has ${position.lots} parts of a share`)
      lots += lotsOf(position.shares) + BigInt(position.lots)
    }
    add(market.house.get(index))
    for (const account of state.accounts) if (account.market === market.index) add(account.positions.get(index))
    const expected = granted.get(`${market.index} ${index}`) ?? 0n
    const missing = lots > expected ? lots - expected : expected - lots
    check(
      missing <= (dust?.get(`${market.index} ${index}`) ?? 0n),
      `positions in ${instrument.symbol} sum to ${lots} lots instead of ${expected}`,
    )
  })
}

/** What waits for the venue is about open orders, which show it. */
function checkRequests(state: EngineState, market: Market): number {
  const { requests } = market
  let before = { dueAt: 0, sequence: 0 }
  for (const request of requests.all) {
    const { dueAt, sequence, orderNumber } = request
    check(before.dueAt < dueAt || (before.dueAt === dueAt && before.sequence < sequence), `request ${sequence} is out of order`)
    before = request
    const order = state.order(orderNumber)
    check(order !== undefined && isOpen(order.status), `request ${sequence} waits for order ${orderNumber}, which is not open`)
    check(requests.of(orderNumber).includes(request), `request ${sequence} is not found by its order`)
  }
  return requests.size
}

function checkPending(state: EngineState, order: Order): void {
  const kinds = new Set(
    state
      .market(marketOf(order.number))
      .requests.of(order.number)
      .map(({ kind }) => kind),
  )
  const shown = kinds.has('cancel')
    ? Pending.Cancel
    : kinds.has('replace')
      ? Pending.Replace
      : kinds.has('new')
        ? Pending.New
        : Pending.None
  check(order.pending === shown, `${order.firstClientOrderId} shows ${order.pending}, but ${shown} is pending`)
  check(order.inFlight === (kinds.has('new') || kinds.has('fill')), `${order.firstClientOrderId} is in flight without a moment of arrival`)
}

function checkAccount(state: EngineState, index: number, queued: ReadonlySet<number>, corrected: boolean): number {
  const account = state.account(index)
  const heldLots = new Map<number, bigint>()
  let heldCents = 0
  let open = 0
  let before = NONE
  for (let slot = account.firstOrder; slot !== NONE; slot = state.orders.accountNext(slot)) {
    check(state.orders.accountPrevious(slot) === before, `the list of open orders of account ${index} is broken`)
    before = slot
    open++
    check(queued.has(slot), `row ${slot} is an open order of account ${index} in no queue`)
    const order = state.orders.read(slot)
    checkOrder(state, order, slot)
    heldCents += order.heldCents
    heldLots.set(order.instrument, (heldLots.get(order.instrument) ?? 0n) + BigInt(order.heldLots))
  }
  check(account.openOrderCount === open, `account ${index} counts ${account.openOrderCount} open orders and has ${open}`)
  check(account.heldCents === heldCents, `account ${index} holds ${account.heldCents} cents, its orders ${heldCents}`)
  for (const [instrument, position] of account.positions) {
    const held = BigInt(position.heldShares) * 1_000_000_000n + BigInt(position.heldLots)
    check(held === (heldLots.get(instrument) ?? 0n), `account ${index} holds ${held} lots of instrument ${instrument}`)
    heldLots.delete(instrument)
    const owned = BigInt(position.shares) * 1_000_000_000n + BigInt(position.lots)
    if (!corrected) check(owned >= held, `account ${index} is short of instrument ${instrument}: owns ${owned}, holds ${held} lots`)
    check(owned > 0n || (position.basisWhole === 0 && position.basisFraction === 0), `account ${index} has cost without shares`)
  }
  for (const lots of heldLots.values()) check(lots === 0n, `account ${index} holds ${lots} lots without a position`)
  checkTransfers(state, index)
  // the same account at the same moment after every command: what was summed before is told as long as it holds
  const at = index % 2 === 0 ? undefined : ONE_MOMENT
  const { settled, unsettled, settlements, longMarketValue } = state.balances(index, at)
  const worth = state.positions(index, at).reduce((sum, { marketValueCents }) => sum + marketValueCents, 0)
  check(longMarketValue === worth, `the positions of account ${index} are worth ${worth} cents, its balances say ${longMarketValue}`)
  check(
    settlements.reduce((sum, lot) => sum + lot.cents, 0) === unsettled,
    `the unsettled cash of account ${index} is not what will settle`,
  )
  if (!corrected) {
    const { reservedCents } = account
    check(settled >= heldCents + reservedCents, `account ${index} has ${settled} cents, holds ${heldCents} and reserves ${reservedCents}`)
  }
  return open
}

/** What is pending and reserved is what the transfers under way say; those that move on by themselves are waited for, soonest first. */
function checkTransfers(state: EngineState, index: number): void {
  const account = state.account(index)
  const underWay = [...account.transfers.values()].filter(({ status }) => ['PENDING', 'QUEUED', 'SENT'].includes(status))
  const sum = (type: string): number => underWay.reduce((total, one) => total + (one.type === type ? one.amountCents : 0), 0)
  check(account.openTransferCount === underWay.length, `account ${index} counts ${account.openTransferCount} transfers under way`)
  check(account.pendingDepositCents === sum('DEPOSIT'), `account ${index} awaits ${account.pendingDepositCents} cents`)
  check(account.reservedCents === sum('WITHDRAWAL'), `account ${index} reserves ${account.reservedCents} cents`)
  const first = state.market(account.market).transfersDue.first
  for (const { dueAt, number } of account.transfers.values())
    check(dueAt === 0 || (first !== undefined && first.dueAt <= dueAt), `transfer ${number} is due and nobody waits for it`)
}

function checkOrder(state: EngineState, order: Order, slot: number): void {
  const id = order.firstClientOrderId
  if (order.cashCents === 0) check(order.quantityLots === order.filledLots + order.leavesLots, `${id}: OrderQty is not CumQty + LeavesQty`)
  check(order.leavesLots > 0 || order.cashCents > 0, `${id} is open with nothing left`)
  check(state.directory.get(order.number) === slot, `${id} is not found by its number`)
  check(state.orders.ids.find(order.account, id) === slot, `${id} is not found by its id`)
  check(state.orders.ids.find(order.account, order.clientOrderId) === slot, `${id} is not found by ${order.clientOrderId}`)
  check(
    order.status === OrderStatus.Suspended || order.filledLots > 0 === (order.status === OrderStatus.PartiallyFilled),
    `${id} has filled ${order.filledLots} lots with status ${order.status}`,
  )
  checkPending(state, order)
  checkHold(state, order)
}

/**
 * Contract section 6. A hold is rounded up; it may be a cent below that only where fills were rounded up to whole cents. While replaces wait
 * it is the most that any of the terms calls for, less what fills have cost; never less than its own terms call for.
 */
function checkHold(state: EngineState, order: Order): void {
  const id = order.firstClientOrderId
  const terms = termsOf(state, order)
  if (order.side === Side.Sell) {
    check(order.heldCents === 0, `${id} sells and holds ${order.heldCents} cents`)
    if (order.cover !== Cover.Own) {
      check(order.heldLots === 0, `${id} holds ${order.heldLots} lots that another order covers`)
      return
    }
    const most = terms.reduce((lots, { remaining }) => (remaining > lots ? remaining : lots), 0n)
    if (order.cashCents === 0) check(BigInt(order.heldLots) === most, `${id} holds ${order.heldLots} lots for ${most}`)
    return
  }
  check(order.heldLots === 0, `${id} buys and holds ${order.heldLots} lots`)
  if (order.cashCents > 0) {
    check(order.heldCents === order.cashCents - order.postedCents, `${id} holds ${order.heldCents} cents`)
    return
  }
  const needs = terms.map(({ price, remaining }) => centsUp(price, remaining))
  const most = Math.max(...needs)
  check(order.heldCents <= most && order.heldCents >= 0, `${id} holds ${order.heldCents} cents, more than ${most}`)
  const wholePrices = terms.every(({ price }) => price % 100 === 0)
  if (!wholePrices || order.notionalFraction !== 0 || order.notionalWhole !== order.postedCents * 100) return
  // Fills above the price of a replace that waits, up to the order's own, cost more than it held for them (what others were below it is free again),
  // and a stop at market that triggers meanwhile changes what the replace would come to. It is covered once more when it is done; until then the
  // order's own terms are.
  const filled = BigInt(order.filledLots)
  const above = (price: number): number => Math.max(0, centsUp(terms[0]!.price, filled) - centsUp(price, filled) + 1)
  const [own, ...asked] = needs
  const asItWasAsked = order.type !== OrderType.Stop || !order.triggered
  const least = Math.max(
    own!,
    ...asked.map((need, index) => (asItWasAsked ? need - (order.filledLots === 0 ? 0 : above(terms[index + 1]!.price)) : 0)),
  )
  // fills of parts of a share are rounded one by one: what one was rounded down by is free again, what the next is rounded up by comes off the hold
  const lacks = isWholeShares(order.filledLots) ? 0 : 1
  check(order.heldCents >= least - lacks, `${id} holds ${order.heldCents} cents instead of ${least} to ${most}`)
}

const centsUp = (price: number, lots: bigint): number => Number((BigInt(price) * lots + 99_999_999_999n) / 100_000_000_000n)

/** What is left to fill at which price: under the order's own terms, and under those of each replace that waits. */
function termsOf(state: EngineState, order: Order): readonly { readonly price: number; readonly remaining: bigint }[] {
  const waits = order.type === OrderType.Stop && isStop(order)
  const own = {
    price: isMarket(order) || waits ? order.collarTicks : order.limitTicks,
    remaining: BigInt(order.quantityLots - order.filledLots),
  }
  let { quantityLots, stopTicks } = order
  let { price } = own
  const requests = state.market(marketOf(order.number)).requests.of(order.number)
  const most = leftForBoth(state, order)
  return [
    own,
    ...requests
      .filter(({ kind }) => kind === 'replace')
      .map((request) => {
        quantityLots = request.quantityLots ?? quantityLots
        stopTicks = request.stopTicks ?? stopTicks
        // measured anew also where the stop price stays: the collar of before a split, divided, is another one
        if (waits) price = collarTicks(state.rules, order.side, stopTicks)
        else if (!isMarket(order)) price = request.limitTicks ?? price
        return { price, remaining: BigInt(Math.max(0, Math.min(quantityLots - order.filledLots, most))) }
      }),
  ]
}

/** Of two exits, which sell the same shares, neither can come to more than the other has left; Infinity for all other orders. */
function leftForBoth(state: EngineState, order: Order): number {
  if (order.orderClass === OrderClass.Simple || order.leg === Leg.Entry || order.cover === Cover.Entry) return Infinity
  const other = state
    .openOrders(order.account)
    .find((one) => one.number !== order.number && one.leg !== Leg.Entry && rootOf(one) === rootOf(order))
  return other?.leavesLots ?? Infinity
}
