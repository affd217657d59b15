import { LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import type { FillModel } from '../../../domain/orders/fill-model.ts'
import { hashNumbers } from '../../../domain/market/hash-numbers.ts'
import { hasLimit, isOpen, Side } from '../../../domain/orders/order.ts'
import { barMinuteAt } from '../../apply/apply-fill.ts'
import { nextMeeting, tradableLots } from '../../book/matching.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { reaches } from '../../orders/order-lifecycle.ts'
import { NONE } from '../../none.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { possibleWalk, walkKeyOf } from '../../book/walking-quotes.ts'
import { resizeQuote } from './resize-quote.ts'

/**
 * Before a client's order meets the quote within its reach: the size that its fill model leaves it, where that is another than the displayed
 * one. The rest of the quote counts as taken by others until the next one.
 */
export function allowFills(run: Run, book: OrderBook, slot: number): void {
  const market = run.state.market(book.market)
  if (market.symbolFills.size === 0 && market.accountFills.size === 0) return
  const { orders } = run.state
  if (orders.isHouse(slot) || !isOpen(orders.status(slot))) return
  const model = market.accountFills.get(orders.account(slot)) ?? market.symbolFills.get(book.instrument)
  if (!model || model.kind === 'displayed') return
  const buys = orders.side(slot) === Side.Buy
  if ((buys ? book.askQuote : book.bidQuote) === NONE) return
  const { quote } = book
  const ticks = buys ? quote.askTicks : quote.bidTicks
  const worst = hasLimit(orders.type(slot)) ? orders.limitTicks(slot) : orders.collarTicks(slot)
  if (!reaches(orders.side(slot), worst, ticks)) return
  const displayed = buys ? quote.askLots : quote.bidLots
  const wanted = tradableLots(run.state, slot, ticks)
  const allowed = allowance(run, model, { market, book, slot, displayed, wanted })
  if (allowed === displayed) return
  const changed = buys ? { ...quote, askLots: allowed } : { ...quote, bidLots: allowed }
  resizeQuote(run, book, changed)
}

/** Before a side of the quote that has just moved meets resting orders: by the model of the one that it meets first. */
export function allowResting(run: Run, book: OrderBook, side: Side): void {
  const quote = side === Side.Buy ? book.bidQuote : book.askQuote
  const first = quote === NONE ? undefined : nextMeeting(run.state, book, quote)
  if (first) allowFills(run, book, first.slot)
}

interface Demand {
  readonly market: Market
  readonly book: OrderBook
  readonly slot: number
  readonly displayed: number
  readonly wanted: number
}

function allowance(run: Run, model: Exclude<FillModel, { kind: 'displayed' }>, { market, book, slot, displayed, wanted }: Demand): number {
  switch (model.kind) {
    case 'full':
      return wanted <= displayed ? displayed : displayed + wanted
    case 'participation': {
      const minute = barMinuteAt(run.at)
      const taken = book.barMinute === minute ? book.barLots : 0
      return Math.max(0, wholeShares((volumeOf(run, book, minute) / 10_000) * model.basisPoints) - taken)
    }
    case 'partial': {
      const most = Math.min(displayed, wanted)
      const eighths = 1 + (hashNumbers(walkKeyOf(run.state, book), run.state.orders.number(slot) % 2 ** 32, market.tradeCount) & 7)
      return Math.min(most, Math.max(Math.min(most, LOTS_PER_SHARE), wholeShares((most / 8) * eighths)))
    }
    default:
      return model satisfies never
  }
}

const wholeShares = (lots: number): number => Math.floor(lots / LOTS_PER_SHARE) * LOTS_PER_SHARE

/** Lots that the built-in market trades in a minute: ten to fifty times the typical size of the quote. */
function volumeOf(run: Run, book: OrderBook, minute: number): number {
  const typical = possibleWalk(run.state, book)?.sizeLots ?? 1_000 * LOTS_PER_SHARE
  return typical * (10 + (hashNumbers(walkKeyOf(run.state, book), minute, 0) % 41))
}
