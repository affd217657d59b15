import { type AuctionKind, AUCTIONS } from '../../domain/market/auction.ts'
import { Side } from '../../domain/orders/order.ts'
import type { SymbolUpdate } from '../../delivery/market-data/subscription.ts'
import type { Print } from '../../delivery/market-data/symbol-feed.ts'
import type { Indication, PriceLevel, SymbolState } from '../../delivery/market-data/symbol-state.ts'
import { EntryType, UpdateAction } from './market-data-message.ts'
import type { MarketDataChange, MarketDataEntry } from './market-data-message.ts'
import type { MarketDataRequest } from './market-data-request.ts'

type Terms = Pick<MarketDataRequest, 'levels' | 'entryTypes'>

/** The entries of a snapshot (W), best prices first. Never none: what shows nothing at all is one entry without price and size. */
export function snapshotEntries({ state, lastTrade }: SymbolUpdate, { levels, entryTypes }: Terms): readonly MarketDataEntry[] {
  const entries: MarketDataEntry[] = []
  for (const side of BOOK_SIDES)
    if (entryTypes.has(side)) for (const level of levelsOf(state, side, levels)) entries.push(entryOf(side, level))
  if (entryTypes.has(EntryType.Trade) && lastTrade !== undefined) {
    const { ticks, lots, at } = lastTrade
    entries.push({ entryType: EntryType.Trade, ticks, ...(lots > 0 && { lots }), at })
  }
  if (entryTypes.has(EntryType.ClosingPrice) && state.top.previousCloseTicks > 0) entries.push(closingPrice(state))
  if (entryTypes.has(EntryType.Imbalance))
    for (const kind of AUCTIONS) if (state[kind] !== undefined) entries.push(imbalance(kind, state[kind]))
  return entries.length > 0 ? entries : [{ entryType: [...entryTypes][0]!, ticks: 0, lots: 0 }]
}

/**
 * What an update changes (X). At a depth of 1 the best of each side changes as one entry; deeper, a level is known by its price: those that
 * are no longer among the levels asked for are deleted before others come.
 */
export function incrementalChanges(
  { symbol, before, state, prints }: SymbolUpdate,
  { levels, entryTypes }: Terms,
): readonly MarketDataChange[] {
  const changes: MarketDataChange[] = []
  for (const side of BOOK_SIDES) {
    if (!entryTypes.has(side) || before?.depth === state.depth) continue
    const old = before === undefined ? [] : levelsOf(before, side, levels)
    const now = levelsOf(state, side, levels)
    changes.push(...(levels === 1 ? bestChange(symbol, side, old[0], now[0]) : levelChanges(symbol, side, old, now)))
  }
  if (entryTypes.has(EntryType.Trade)) for (const print of prints) changes.push(printChange(symbol, print))
  if (entryTypes.has(EntryType.ClosingPrice) && before?.top.previousCloseTicks !== state.top.previousCloseTicks)
    changes.push({ action: UpdateAction.Change, symbol, ...closingPrice(state) })
  if (entryTypes.has(EntryType.Imbalance))
    for (const kind of AUCTIONS) changes.push(...imbalanceChange(symbol, kind, before?.[kind], state[kind]))
  return changes
}

const closingPrice = ({ top }: SymbolState): MarketDataEntry => ({
  entryType: EntryType.ClosingPrice,
  ticks: top.previousCloseTicks,
  isOfDayBefore: true,
})

const AUCTION_SUB_IDS = { opening: '2', closing: '4' } as const satisfies Record<AuctionKind, string>

function imbalance(kind: AuctionKind, { ticks, imbalanceLots, side }: Indication): MarketDataEntry {
  return {
    entryType: EntryType.Imbalance,
    ticks,
    lots: imbalanceLots,
    subId: AUCTION_SUB_IDS[kind],
    ...(side !== undefined && { condition: side === Side.Buy ? 'P' : 'Q' }),
  }
}

function imbalanceChange(
  symbol: string,
  kind: AuctionKind,
  before: Indication | undefined,
  now: Indication | undefined,
): readonly MarketDataChange[] {
  if (before === now) return []
  if (now === undefined) return [{ action: UpdateAction.Delete, symbol, entryType: EntryType.Imbalance, subId: AUCTION_SUB_IDS[kind] }]
  return [{ action: before === undefined ? UpdateAction.New : UpdateAction.Change, symbol, ...imbalance(kind, now) }]
}

const BOOK_SIDES = [EntryType.Bid, EntryType.Offer] as const
type BookSide = (typeof BOOK_SIDES)[number]

const levelsOf = ({ depth }: SymbolState, side: BookSide, levels: number): readonly PriceLevel[] =>
  (side === EntryType.Bid ? depth.bids : depth.asks).slice(0, levels)

const entryOf = (entryType: BookSide, { ticks, lots, orders }: PriceLevel): MarketDataEntry => ({ entryType, ticks, lots, orders })

function bestChange(symbol: string, side: BookSide, old: PriceLevel | undefined, now: PriceLevel | undefined): MarketDataChange[] {
  if (now === undefined) return old === undefined ? [] : [deletion(symbol, side, old)]
  if (old !== undefined && isSame(old, now)) return []
  return [{ action: old === undefined ? UpdateAction.New : UpdateAction.Change, symbol, ...entryOf(side, now) }]
}

function levelChanges(symbol: string, side: BookSide, old: readonly PriceLevel[], now: readonly PriceLevel[]): MarketDataChange[] {
  const oldByPrice = new Map(old.map((level) => [level.ticks, level]))
  const prices = new Set(now.map(({ ticks }) => ticks))
  const changes = old.filter(({ ticks }) => !prices.has(ticks)).map((level) => deletion(symbol, side, level))
  for (const level of now) {
    const before = oldByPrice.get(level.ticks)
    if (before !== undefined && isSame(before, level)) continue
    changes.push({ action: before === undefined ? UpdateAction.New : UpdateAction.Change, symbol, ...entryOf(side, level) })
  }
  return changes
}

const deletion = (symbol: string, entryType: BookSide, { ticks }: PriceLevel): MarketDataChange => ({
  action: UpdateAction.Delete,
  symbol,
  entryType,
  ticks,
})

const isSame = (a: PriceLevel, b: PriceLevel): boolean => a.ticks === b.ticks && a.lots === b.lots && a.orders === b.orders

function printChange(symbol: string, { type, trade, ticks, lots, at }: Print): MarketDataChange {
  return { action: PRINT_ACTIONS[type], symbol, entryType: EntryType.Trade, entryId: String(trade), ticks, lots, at }
}

const PRINT_ACTIONS = {
  trade: UpdateAction.New,
  correction: UpdateAction.Change,
  bust: UpdateAction.Delete,
} as const satisfies Record<Print['type'], UpdateAction>
