import { addNotional, averageMicrosOf, type Notional } from '../domain/amounts/notional.ts'
import { type ShareCount, sharesOf } from '../domain/amounts/share-count.ts'
import { Side } from '../domain/orders/order.ts'
import type { DocumentFrame, LedgerLine, Securities, TradeLine } from './ledger-line.ts'

export interface ConfirmationInput extends DocumentFrame {
  /** trading day */
  readonly day: number
  /** what was booked on that day, oldest first */
  readonly lines: Iterable<LedgerLine> | AsyncIterable<LedgerLine>
  readonly securities: Securities
}

/** The trades of one account on one day. */
export interface Confirmation {
  /** each fill; of a day with more than `LONGEST_LIST` all of a security and side at their average price */
  readonly trades: readonly ConfirmedTrade[]
  readonly isConsolidated: boolean
  /** busts and corrections that were booked on the day */
  readonly changes: readonly ConfirmedChange[]
  /** over `trades` */
  readonly boughtCents: number
  readonly soldCents: number
  readonly feeCents: number
  /** what the day's trades and changes did to the account's cash */
  readonly netCents: number
}

export interface ConfirmedTrade {
  readonly at: number
  readonly instrument: number
  readonly side: Side
  readonly quantity: ShareCount
  readonly averageMicros: number
  readonly grossCents: number
  readonly feeCents: number
  /** due from the account (below 0) or to it */
  readonly netCents: number
  readonly settlementDay: number
}

export interface ConfirmedChange extends TradeLine {
  readonly kind: 'correction' | 'cancellation'
  readonly at: number
  readonly netCents: number
}

/** fills that are listed one by one */
export const LONGEST_LIST = 500

/** What the confirmation of a day says. */
export async function confirmationOf({ lines }: Pick<ConfirmationInput, 'lines'>): Promise<Confirmation> {
  const fills: (LedgerLine & { readonly trade: TradeLine })[] = []
  const groups = new Map<string, Group>()
  const changes: ConfirmedChange[] = []
  let count = 0
  for await (const line of lines) {
    const { trade } = line
    if (!trade) continue
    if (trade.kind === 'trade') {
      group(groups, line, trade)
      // what is beyond the longest list is shown by its group alone
      if (count++ < LONGEST_LIST) fills.push({ ...line, trade })
    } else changes.push({ ...trade, kind: trade.kind, at: line.at, netCents: line.netCents })
  }
  const isConsolidated = count > LONGEST_LIST
  const trades = isConsolidated ? [...groups.values()].map(groupTrade) : fills.map(singleTrade)
  const sum = (of: readonly { readonly netCents: number }[]): number => of.reduce((total, { netCents }) => total + netCents, 0)
  const gross = (side: Side): number => trades.reduce((total, trade) => (trade.side === side ? total + trade.grossCents : total), 0)
  return {
    trades,
    isConsolidated,
    changes,
    boughtCents: gross(Side.Buy),
    soldCents: gross(Side.Sell),
    feeCents: trades.reduce((total, { feeCents }) => total + feeCents, 0),
    netCents: sum(trades) + sum(changes),
  }
}

interface Group {
  readonly first: LedgerLine
  readonly trade: TradeLine
  lots: bigint
  grossCents: number
  feeCents: number
  netCents: number
  notional: Notional
}

function group(groups: Map<string, Group>, line: LedgerLine, trade: TradeLine): void {
  const key = `${trade.instrument} ${trade.side}`
  const into = groups.get(key) ?? {
    first: line,
    trade,
    lots: 0n,
    grossCents: 0,
    feeCents: 0,
    netCents: 0,
    notional: { whole: 0, fraction: 0 },
  }
  groups.set(key, into)
  into.lots += BigInt(trade.lots)
  into.grossCents += trade.grossCents
  into.feeCents += trade.feeCents
  into.netCents += line.netCents
  into.notional = addNotional(into.notional, trade.ticks, trade.lots)
}

function groupTrade({ first, trade, notional, lots, ...sums }: Group): ConfirmedTrade {
  const { instrument, side, settlementDay } = trade
  const quantity = sharesOf(lots)
  return { ...sums, quantity, at: first.at, instrument, side, settlementDay, averageMicros: averageMicrosOf(notional, quantity) }
}

function singleTrade({ trade, at, netCents }: LedgerLine & { readonly trade: TradeLine }): ConfirmedTrade {
  const { instrument, side, lots, ticks, grossCents, feeCents, settlementDay } = trade
  const quantity = sharesOf(BigInt(lots))
  return { at, instrument, side, quantity, averageMicros: ticks * 100, grossCents, feeCents, netCents, settlementDay }
}
