import { formatPrice } from '../../../domain/amounts/amounts.ts'
import { HOUSE, Liquidity } from '../../../domain/events/order-event.ts'
import { addNotional, cashLots } from '../../../domain/amounts/notional.ts'
import { CancelReason, isOpen, OrderStatus, Pending, Scenario, Side } from '../../../domain/orders/order.ts'
import { heldCentsOf, heldLotsOf } from '../../accounts/buying-power.ts'
import { tradeCents } from '../../accounts/trade-cents.ts'
import { isSelfMatch, nextMeeting, tradableLots } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { isAnswered } from '../../venue/late-requests.ts'
import { heldNow, pendingOf, requestsOf } from '../../venue/pending.ts'
import { end, leavesOf, type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import { isInBand, priceBand } from '../../book/price-band.ts'
import type { Run } from '../../run.ts'
import { NONE } from '../../none.ts'
import { allowFills } from './fill-allowance.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { resizeQuote } from './resize-quote.ts'
import { followExits, followGroups } from '../groups/follow-groups.ts'
import { haltBook } from '../market/halt-symbol.ts'

/**
 * Trades a row of the book (an order, or a side of the quote) against the other side until nothing more is within reach. Nothing trades in
 * a halted symbol; a trade that would leave the price band pauses it.
 */
export function match(run: Run, book: OrderBook, slot: number): void {
  if (book.halted) return
  openQuoteTo(run, book, slot)
  sweep(run, book, slot)
  followGroups(run)
}

/**
 * The same where orders join or come back one after the other: exits that it sets to work come behind all of them, lest they trade at a worse
 * price than somebody who is about to. `followGroups` is the caller's.
 */
export function matchJoining(run: Run, book: OrderBook, slot: number): void {
  if (book.halted) return
  openQuoteTo(run, book, slot)
  sweep(run, book, slot)
  followExits(run)
}

/** Leaves of the quote what a row may trade with: nothing of one that is stale, and what the fill model of the order allows. */
export function openQuoteTo(run: Run, book: OrderBook, slot: number): void {
  withdrawStale(run, book)
  allowFills(run, book, slot)
}

/**
 * The same as `match` of a row that the quote has been opened to. Exits that it sets to work come behind it, by the caller's `followGroups`: nobody
 * trades at a worse price than the quote that is being met.
 */
export function sweep(run: Run, book: OrderBook, slot: number): void {
  const { state, rules } = run
  const { orders } = state
  const isQuote = orders.isHouse(slot)
  const side = orders.side(slot)
  const band = rules.bandBasisPoints === 0 ? undefined : priceBand(state, book, { at: run.at, basisPoints: rules.bandBasisPoints })
  while (isOpen(orders.status(slot))) {
    const meeting = nextMeeting(state, book, slot)
    if (!meeting) return
    if (isSelfMatch(state, rules, slot, meeting.slot)) {
      preventSelfMatch(run, slot, meeting.slot)
      followExits(run)
      continue
    }
    if (!isInBand(band, meeting.ticks)) {
      pause(run, book, meeting.ticks)
      return
    }
    const lots = Math.min(tradableLots(state, slot, meeting.ticks), tradableLots(state, meeting.slot, meeting.ticks))
    if (lots === 0) throw new Error('engine: two orders met with nothing to trade')
    trade(run, book, { aggressor: slot, resting: meeting.slot, lots, ticks: meeting.ticks })
    followExits(run)
    // a side of the quote leaves its row when it is used up
    if (isQuote && slot !== (side === Side.Buy ? book.bidQuote : book.askQuote)) return
  }
}

function pause(run: Run, book: OrderBook, priceTicks: number): void {
  const reason = `a trade at ${formatPrice(priceTicks)} would have left the price band`
  haltBook(run, book, { until: run.at + run.rules.bandPauseMs, priceTicks, reason, operator: '' })
}

/** A quote that has grown older than the limit fills nothing, nor one from before the book was left to clients by another start: its sizes go. */
export function withdrawStale(run: Run, book: OrderBook): void {
  if (book.bidQuote === NONE && book.askQuote === NONE) return
  const { staleQuoteMs } = run.rules
  const isOld = staleQuoteMs > 0 && run.at - book.quotedAt > staleQuoteMs
  if (!isOld && book.liquidity !== 'clients') return
  const quote = { ...book.quote, bidLots: 0, askLots: 0 }
  resizeQuote(run, book, quote)
}

/** Two rows trade: the one that stood longer adds liquidity. */
export function trade(
  run: Run,
  book: OrderBook,
  between: { readonly aggressor: number; readonly resting: number; readonly lots: number; readonly ticks: number },
): void {
  const { state } = run
  const { orders } = state
  const { aggressor, resting, lots, ticks } = between
  const number = state.market(book.market).tradeCount + 1
  const aggressorAccount = orders.account(aggressor)
  const restingAccount = orders.account(resting)
  if (restingAccount !== HOUSE)
    fill(run, book, { slot: resting, lots, ticks, trade: number, liquidity: Liquidity.Added, counterparty: aggressorAccount })
  if (aggressorAccount !== HOUSE)
    fill(run, book, { slot: aggressor, lots, ticks, trade: number, liquidity: Liquidity.Removed, counterparty: restingAccount })
  notePrint(run, book, ticks)
}

function notePrint(run: Run, book: OrderBook, ticks: number): void {
  if (run.printedBook !== book) {
    run.printedBook = book
    run.lowPrint = 0
    run.highPrint = 0
  }
  if (run.lowPrint === 0 || ticks < run.lowPrint) run.lowPrint = ticks
  if (ticks > run.highPrint) run.highPrint = ticks
}

/** A fill that a script of the sandbox gives: with the house, at any price, the displayed quote untouched. `played`: by the scenario of the order. */
export function scriptedFill(
  run: Run,
  book: OrderBook,
  { slot, lots, ticks, played = false }: Pick<Fill, 'slot' | 'lots' | 'ticks' | 'played'>,
): void {
  const trade = run.state.market(book.market).tradeCount + 1
  fill(run, book, { slot, lots, ticks, trade, liquidity: Liquidity.Removed, counterparty: HOUSE, scripted: true, played })
  notePrint(run, book, ticks)
}

interface Fill {
  readonly slot: number
  readonly lots: number
  readonly ticks: number
  readonly trade: number
  readonly liquidity: Liquidity
  readonly counterparty: number
  readonly scripted?: boolean
  readonly played?: boolean
}

function fill(
  run: Run,
  book: OrderBook,
  { slot, lots, ticks, trade, liquidity, counterparty, scripted = false, played = false }: Fill,
): void {
  const { state, at } = run
  const order = state.orders.read(slot) as NextOrder
  const worth = tradeCents(order.side, ticks, lots)
  // A buy never pays more than it holds, whatever the rounding of its fills adds up to.
  const cents = order.side === Side.Buy ? Math.min(worth, order.heldCents) : worth
  const heldAfter = order.heldCents - cents
  const heldLotsAfter = order.side === Side.Sell ? Math.max(0, order.heldLots - lots) : 0
  const notional = addNotional({ whole: order.notionalWhole, fraction: order.notionalFraction }, ticks, lots)
  order.filledLots += lots
  order.notionalWhole = notional.whole
  order.notionalFraction = notional.fraction
  order.postedCents += cents
  order.updatedAt = at
  // its outcome comes once, whatever is taken back of it
  if (played) order.scenario = Scenario.NoFill
  const { pending } = order
  if (isComplete(order, ticks, heldLotsAfter)) {
    end(order, OrderStatus.Filled, at)
    // FIX 4.4: a request that is pending outranks the fill that completes the order, for whom its refusal follows
    if (pending !== Pending.None) {
      const { session } = order
      order.pending = pendingOf(requestsOf(state, order.number).filter((request) => isAnswered(request) && request.session === session))
    }
  } else {
    order.status = workingStatus(order)
    order.leavesLots = leavesOf(order, ticks)
    const held = pending === Pending.None ? undefined : heldNow(state, order)
    order.heldCents = Math.min(held ? held.cents : heldCentsOf(order), Math.max(0, heldAfter))
    order.heldLots = Math.min(held ? held.lots : heldLotsOf(order), heldLotsAfter)
  }
  const market = state.market(book.market)
  run.emit({
    type: 'OrderFilled',
    at,
    order,
    execution: market.executionCount + 1,
    trade,
    lastTicks: ticks,
    lastLots: lots,
    cents,
    liquidity,
    counterparty,
    scripted,
    tradeDay: market.tradeDay,
    settlementDay: state.calendar.nextBusinessDay(market.tradeDay),
  })
}

function isComplete(order: NextOrder, ticks: number, heldLotsAfter: number): boolean {
  if (order.cashCents === 0) return order.filledLots === order.quantityLots
  return cashLots(order.cashCents - order.postedCents, ticks, order.filledLots) === 0 || (order.side === Side.Sell && heldLotsAfter === 0)
}

/** Two orders of one account would trade: what the configured mode does about it. */
export function preventSelfMatch(run: Run, aggressor: number, resting: number): void {
  const { rules, state } = run
  const cash = state.orders.cashCents(aggressor) > 0 || state.orders.cashCents(resting) > 0
  switch (rules.selfMatch) {
    case 'cancel_resting':
      cancelOwn(run, resting)
      return
    case 'cancel_both':
      cancelOwn(run, resting)
      cancelOwn(run, aggressor)
      return
    case 'decrement':
      // money can't be decremented by shares: a cash order gives way as a whole
      if (cash) cancelOwn(run, aggressor)
      else decrement(run, aggressor, resting)
      return
    case 'cancel_aggressor':
    case 'reject':
      cancelOwn(run, aggressor)
      return
    case 'off':
      throw new Error('engine: self-match prevention is off')
    default:
      rules.selfMatch satisfies never
  }
}

const SELF_MATCH = 'self-match prevention: the order would have traded with an order of the same account'

function cancelOwn(run: Run, slot: number): void {
  cancelUnsolicited(run, slot, { reason: CancelReason.Risk, restatement: 4, text: SELF_MATCH })
}

function decrement(run: Run, aggressor: number, resting: number): void {
  const { state } = run
  const left = (slot: number): number => state.orders.quantityLots(slot) - state.orders.filledLots(slot)
  const lots = Math.min(left(aggressor), left(resting))
  for (const slot of [resting, aggressor]) {
    if (left(slot) === lots) {
      cancelOwn(run, slot)
      continue
    }
    const order = state.orders.read(slot) as NextOrder
    order.quantityLots -= lots
    order.leavesLots -= lots
    const held = heldNow(state, order)
    order.heldCents = Math.min(order.heldCents, held.cents)
    order.heldLots = held.lots
    order.updatedAt = run.at
    order.revision += 1
    run.emit({
      type: 'OrderRestated',
      at: run.at,
      order,
      execution: run.nextExecution(order.account),
      restatement: 5,
      text: SELF_MATCH,
      keepsPlace: true,
    })
  }
}
