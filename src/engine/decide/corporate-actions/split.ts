import type { PositionSplit } from '../../../domain/events/account-event.ts'
import type { Split } from '../../../domain/market/corporate-action.ts'
import { type Notional, portionOf, valueCents } from '../../../domain/amounts/notional.ts'
import type { ShareCount } from '../../../domain/amounts/share-count.ts'
import { CancelReason, type Order, Pending } from '../../../domain/orders/order.ts'
import { LARGEST_ORDER_LOTS, LARGEST_PRICE_TICKS, LOTS_PER_SHARE } from '../../../domain/amounts/amounts.ts'
import { RestatementReason } from '../../../domain/orders/restatement-reason.ts'
import type { Account, Position } from '../../accounts/account-state.ts'
import { inWholeShares, splitOrder, splitQuote, splitShares, splitTicks, splitWalk } from '../../split-arithmetic.ts'
import { beginDay } from '../../orders/day-figures.ts'
import type { NextOrder } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { cancelRenewed } from '../matching/cancel-unsolicited.ts'
import { slotsOf } from '../market/halt-symbol.ts'
import { refuseReplaces } from '../venue/pending-replace.ts'

/** Splits the shares of a security in a market: positions, open orders, then prices. The numbers of the orders are returned. */
export function splitSecurity(run: Run, market: Market, split: Split): readonly number[] {
  const book = run.state.book(market.index, split.instrument)
  // the day has just ended: its close is what a part of a share is worth
  const closeTicks = splitTicks(book.previousCloseTicks, split)
  let paidLots = 0
  for (const account of run.state.accountsOf(market.index)) {
    const position = account.positions.get(split.instrument)
    if (position) paidLots += splitPosition(run, split, { account, position, closeTicks })
  }
  const orders = [...slotsOf(run, book), ...book.inFlight.slots()].map((slot) => restate(run, market, { split, slot }))
  const { number: action, instrument, exDay, numerator, denominator } = split
  const quote = splitQuote(book.quote, split)
  run.emit({
    type: 'SplitApplied',
    at: run.at,
    market: market.index,
    action,
    instrument,
    exDay,
    numerator,
    denominator,
    quote: run.state.instruments[instrument]!.fractionable ? quote : inWholeShares(quote),
    paidLots,
    walk: book.walk && splitWalk(book.walk, split),
  })
  return orders
}

/** Emits a position in new shares. Of a security that trades in whole shares alone a part can't be kept: it is paid for, also by who owes it. Returns its lots. */
function splitPosition(
  run: Run,
  split: Split,
  { account, position, closeTicks }: { readonly account: Account; readonly position: Position; readonly closeTicks: number },
): number {
  const { numerator, denominator, instrument } = split
  const before = { shares: position.shares, lots: position.lots }
  if (before.shares === 0 && before.lots === 0) return 0
  const all = splitShares(before, split)
  const paidLots = run.state.instruments[instrument]!.fractionable ? 0 : partOf(all)
  const kept = paidLots < 0 ? { shares: all.shares + 1, lots: 0 } : { shares: all.shares, lots: all.lots - paidLots }
  const basis: Notional = { whole: position.basisWhole, fraction: position.basisFraction }
  // all of it unless a part is paid out; nothing where the old shares come to less than can be counted in new ones
  const left = portionOf(basis, kept, all)
  run.emit({
    type: 'PositionSplit',
    at: run.at,
    account: account.index,
    action: split.number,
    instrument,
    numerator,
    denominator,
    fromShares: before.shares,
    fromLots: before.lots,
    ...kept,
    basisWhole: left.whole,
    basisFraction: left.fraction,
    paidLots,
    cents: valueCents(closeTicks, { shares: 0, lots: paidLots }),
  } satisfies PositionSplit)
  return paidLots
}

/** The part of a share in a position, as lots: below zero where the position is, as after a bust: -1.25 is -2 and 0.75. */
const partOf = ({ shares, lots }: ShareCount): number => (shares < 0 && lots > 0 ? lots - LOTS_PER_SHARE : lots)

/**
 * 150=D with 378=0, which is the renewal of the order for its next day too; an order of which nothing is left, or too much, ends, on that day
 * as well. In the order of the queues, so that those of one price keep their places.
 */
function restate(run: Run, market: Market, { split, slot }: { readonly split: Split; readonly slot: number }): number {
  if (run.state.orders.pending(slot) !== Pending.None) refuseReplaces(run, run.state.orders.number(slot), 'The shares are split.')
  const before = run.state.orderAt(slot)
  const order = splitOrder(before, split)
  beginDay(market, order)
  order.updatedAt = run.at
  const { numerator, denominator } = split
  if (!isTradable(order, before)) {
    const text = `nothing that can be traded is left of the order after a split of ${numerator}:${denominator}`
    const ended: NextOrder = run.state.orders.read(slot)
    beginDay(market, ended)
    cancelRenewed(run, ended, { reason: CancelReason.System, restatement: RestatementReason.CorporateAction, text })
  } else {
    run.emit({
      type: 'OrderRestated',
      at: run.at,
      order,
      execution: run.nextExecution(order.account),
      restatement: RestatementReason.CorporateAction,
      text: `split ${numerator}:${denominator}`,
      keepsPlace: false,
    })
  }
  return order.number
}

/**
 * Whether an order could be placed as the split leaves it; one for money, whether it may fill any more. At the highest price there may be an ask that would
 * be higher still.
 */
function isTradable(
  { cashCents, filledLots, leavesLots, quantityLots, limitTicks, stopTicks, collarTicks }: Order,
  before: Order,
): boolean {
  if (cashCents > 0) return filledLots < LARGEST_ORDER_LOTS
  if (leavesLots === 0 || quantityLots > LARGEST_ORDER_LOTS) return false
  if ((limitTicks === 0 && before.limitTicks > 0) || (collarTicks === 0 && before.collarTicks > 0)) return false
  return limitTicks < LARGEST_PRICE_TICKS && stopTicks < LARGEST_PRICE_TICKS
}
