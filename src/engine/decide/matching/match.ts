import { formatPrice } from '../../../domain/amounts/amounts.ts'
import { CancelReason, isOpen, Side } from '../../../domain/orders/order.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import { isSelfMatch, nextMeeting, tradableLots } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { heldNow } from '../../venue/pending.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import { isInBand, priceBand } from '../../book/price-band.ts'
import type { Run } from '../../run.ts'
import { NONE } from '../../none.ts'
import { allowFills } from './fill-allowance.ts'
import { cancelUnsolicited } from './cancel-unsolicited.ts'
import { resizeQuote } from './resize-quote.ts'
import { trade } from '../executions/trade.ts'
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
  cancelUnsolicited(run, slot, { reason: CancelReason.Risk, restatement: RestatementReason.BrokerOption, text: SELF_MATCH })
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
      restatement: RestatementReason.PartialDecline,
      text: SELF_MATCH,
      keepsPlace: true,
    })
  }
}
