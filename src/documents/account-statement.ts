import { ActivityType } from '../domain/accounts/account.ts'
import { addNotional, averageMicrosOf, type Notional } from '../domain/amounts/notional.ts'
import { type ShareCount, sharesOf } from '../domain/amounts/share-count.ts'
import { Side } from '../domain/orders/order.ts'
import { type Holding, Holdings } from './holdings.ts'
import type { CorporateActionLine, DocumentFrame, LedgerLine, Securities, TradeLine } from './ledger-line.ts'

export interface StatementInput extends DocumentFrame {
  readonly accountType: string
  readonly year: number
  /** 1..12 */
  readonly month: number
  /** first trading day that belongs to the month: everything before is what the month opens with */
  readonly firstDay: number
  /** the whole ledger through the end of the month, oldest first */
  readonly lines: Iterable<LedgerLine> | AsyncIterable<LedgerLine>
  /** closing prices of the month before and of this one: ticks by instrument */
  readonly openingCloses: ReadonlyMap<number, number>
  readonly closes: ReadonlyMap<number, number>
  readonly securities: Securities
}

/** A month of an account: opening + the sum of all flows = closing, to the cent. */
export interface Statement {
  readonly opening: Worth
  readonly closing: Worth
  /** what moved cash, summed by kind; kinds without a line are 0 */
  readonly flows: Flows
  readonly positions: readonly Holding[]
  readonly activity: readonly StatementLine[]
}

export interface Worth {
  readonly cashCents: number
  readonly positionsCents: number
}

export interface Flows {
  readonly deposits: number
  readonly withdrawals: number
  readonly purchases: number
  readonly sales: number
  readonly dividends: number
  readonly fees: number
  readonly adjustments: number
}

/** A row of the activity: a ledger line, or all fills of a day, security and side. */
export interface StatementLine {
  readonly day: number
  readonly type: ActivityType
  readonly netCents: number
  readonly balanceCents: number
  readonly trade: {
    readonly kind: TradeLine['kind']
    readonly instrument: number
    readonly side: Side
    readonly quantity: ShareCount
    readonly averageMicros: number
    readonly fills: number
    readonly settlementDay: number
  } | null
  readonly corporateAction: CorporateActionLine | null
}

/** What the statement of a month says. */
export async function statementOf({ lines, firstDay, openingCloses, closes }: StatementInput): Promise<Statement> {
  const holdings = new Holdings()
  const month = new Month()
  let openingCents = 0
  let openingHoldings: readonly Holding[] | undefined
  for await (const line of lines) {
    if (line.day < firstDay) openingCents += line.netCents
    else {
      openingHoldings ??= holdings.at(openingCloses)
      month.take(line)
    }
    for (const change of line.holdings) holdings.take(change)
  }
  const positions = holdings.at(closes)
  const activity = month.lines(openingCents)
  return {
    opening: { cashCents: openingCents, positionsCents: worthOf(openingHoldings ?? holdings.at(openingCloses)) },
    closing: { cashCents: activity.at(-1)?.balanceCents ?? openingCents, positionsCents: worthOf(positions) },
    flows: flowsOf(activity),
    positions,
    activity,
  }
}

const worthOf = (holdings: readonly Holding[]): number => holdings.reduce((sum, { valueCents }) => sum + valueCents, 0)

interface Group {
  readonly line: LedgerLine
  netCents: number
  lots: bigint
  fills: number
  notional: Notional
}

/** Gathers a month's lines. A day's fills of one security and side are one row: the confirmations of the day list each of them. */
class Month {
  private readonly groups = new Map<string, Group>()

  take(line: LedgerLine): void {
    // it moves cash from one bucket to the other
    if (line.type === ActivityType.Settlement) return
    const { trade } = line
    const key = trade?.kind === 'trade' ? `${line.day} ${trade.instrument} ${trade.side}` : `line ${this.groups.size}`
    let group = this.groups.get(key)
    if (!group) {
      group = { line, netCents: 0, lots: 0n, fills: 0, notional: { whole: 0, fraction: 0 } }
      this.groups.set(key, group)
    }
    group.netCents += line.netCents
    if (!trade) return
    group.lots += BigInt(trade.lots)
    group.fills++
    group.notional = addNotional(group.notional, trade.ticks, trade.lots)
  }

  lines(openingCents: number): readonly StatementLine[] {
    let balanceCents = openingCents
    return [...this.groups.values()].map(({ line, netCents, lots, fills, notional }) => {
      balanceCents += netCents
      const { day, type, trade, corporateAction } = line
      const quantity = sharesOf(lots)
      return {
        day,
        type,
        netCents,
        balanceCents,
        trade: trade && {
          kind: trade.kind,
          instrument: trade.instrument,
          side: trade.side,
          quantity,
          averageMicros: averageMicrosOf(notional, quantity),
          fills,
          settlementDay: trade.settlementDay,
        },
        corporateAction,
      }
    })
  }
}

function flowsOf(activity: readonly StatementLine[]): Flows {
  const sum = (wanted: (line: StatementLine) => boolean): number =>
    activity.filter(wanted).reduce((total, { netCents }) => total + netCents, 0)
  return {
    deposits: sum(({ type }) => type === ActivityType.Deposit),
    withdrawals: sum(({ type }) => type === ActivityType.Withdrawal),
    purchases: sum(({ type, trade }) => type === ActivityType.Fill && trade?.side === Side.Buy),
    sales: sum(({ type, trade }) => type === ActivityType.Fill && trade?.side === Side.Sell),
    dividends: sum(({ type }) => type === ActivityType.Dividend),
    fees: sum(({ type }) => type === ActivityType.Fee),
    adjustments: sum(({ type }) => type === ActivityType.Adjustment),
  }
}
