import { type ShareCount, sharesOf } from '../domain/amounts/share-count.ts'
import { civilFromDays } from '../domain/time/civil-date.ts'
import { ownTurn } from '../own-turn.ts'
import { type Disposal, Disposals, isReversal, type Reversal, StandingTrades } from './disposals.ts'
import { EarlierYears, type TaxAdjustment } from './earlier-years.ts'
import type { DocumentFrame, LedgerLine, Securities } from './ledger-line.ts'
import { add, type Realised, type Sum, totalOf } from './realised.ts'
import { LONGEST_LIST } from './trade-confirmation.ts'

export interface TaxStatementInput extends DocumentFrame, TaxLedger {
  readonly accountType: string
  /** of the holder, of a joint account the first; masked */
  readonly taxId: string
  readonly year: number
  readonly securities: Securities
}

export interface TaxLedger {
  /** first day of the year */
  readonly firstDay: number
  /** the whole ledger through the end of the year, oldest first; it is read twice */
  readonly lines: () => Iterable<LedgerLine> | AsyncIterable<LedgerLine>
}

/** What a year of an account came to for taxes. Securities are in the order of the security master. */
export interface TaxStatement {
  readonly sales: readonly SecuritySales[]
  readonly salesTotal: Realised
  readonly adjustments: readonly TaxAdjustment[]
  readonly adjustmentsTotal: Realised
  readonly dividends: readonly SecurityDividends[]
  readonly dividendCents: number
}

export interface SecuritySales extends Realised {
  readonly instrument: number
  /** each disposal; of a security with more than `LONGEST_LIST` in the year all of a kind and month */
  readonly rows: readonly SaleRow[]
  readonly isByMonth: boolean
}

export interface SaleRow extends Realised {
  readonly kind: Disposal['kind']
  /** the trade date; where rows are months, of the first */
  readonly day: number
  readonly count: number
  readonly quantity: ShareCount
}

export interface SecurityDividends {
  readonly instrument: number
  readonly rows: readonly DividendRow[]
  readonly cents: number
}

export interface DividendRow {
  readonly day: number
  /** for which it was paid */
  readonly quantity: ShareCount
  readonly amountTicks: number
  /** below 0 where the account owed the shares, and with them the dividend */
  readonly cents: number
}

/** What the tax statement of a year says. Busts and corrections of the year's own trades are in its sales, not beside them. */
export async function taxStatementOf({ lines, firstDay }: TaxLedger): Promise<TaxStatement> {
  const reversals = await reversalsOf(lines())
  const disposals = new Disposals(new StandingTrades(reversals))
  const earlier = new EarlierYears(reversals, firstDay)
  const sales = new Map<number, Sales>()
  const dividends = new Map<number, DividendRow[]>()
  let counted = 0
  for await (const line of lines()) {
    const realised = disposals.take(line)
    if (line.day < firstDay) {
      counted += earlier.take(line)
      if (counted >= COUNTED_AT_ONCE) {
        counted = 0
        await ownTurn()
      }
      continue
    }
    for (const disposal of realised) of(sales, disposal.instrument, () => new Sales()).take(disposal, line.day)
    const { day, netCents, corporateAction } = line
    if (corporateAction?.kind !== 'dividend') continue
    const { instrument, quantity, amountTicks } = corporateAction
    of(dividends, instrument, () => []).push({ day, quantity, amountTicks, cents: netCents })
  }
  const bySecurity = inOrder(sales).map(([instrument, one]) => one.shown(instrument))
  const adjustments = earlier.adjustments()
  const paid = inOrder(dividends).map(([instrument, rows]) => ({
    instrument,
    rows,
    cents: rows.reduce((sum, { cents }) => sum + cents, 0),
  }))
  return {
    sales: bySecurity,
    salesTotal: totalOf(bySecurity),
    adjustments,
    adjustmentsTotal: totalOf(adjustments),
    dividends: paid,
    dividendCents: paid.reduce((sum, { cents }) => sum + cents, 0),
  }
}

/** lines by stages of earlier years: what is done between two looks at what else there is to do */
const COUNTED_AT_ONCE = 2_000

/** Whether there is anything that the tax statement of a year would say. */
export async function hasTaxable(ledger: TaxLedger): Promise<boolean> {
  const { sales, adjustments, dividends } = await taxStatementOf(ledger)
  return sales.length > 0 || adjustments.length > 0 || dividends.length > 0
}

async function reversalsOf(lines: ReturnType<TaxLedger['lines']>): Promise<readonly Reversal[]> {
  const reversals: Reversal[] = []
  for await (const line of lines) if (isReversal(line)) reversals.push(line)
  return reversals
}

/** The sales of one security. */
class Sales {
  private readonly singles: SaleRow[] = []
  private readonly months = new Map<string, { kind: Disposal['kind']; day: number; count: number; lots: bigint } & Sum>()
  private count = 0

  take({ kind, lots, proceedsCents, costCents }: Disposal, day: number): void {
    // what is beyond the longest list is shown by its month alone
    if (this.count++ < LONGEST_LIST) this.singles.push({ kind, day, count: 1, quantity: sharesOf(lots), proceedsCents, costCents })
    const { month } = civilFromDays(day)
    const sum = of(this.months, `${month} ${kind}`, () => ({ kind, day, count: 0, lots: 0n, proceedsCents: 0, costCents: 0 }))
    sum.count++
    sum.lots += lots
    add(sum, { proceedsCents, costCents })
  }

  shown(instrument: number): SecuritySales {
    const isByMonth = this.count > LONGEST_LIST
    const rows = isByMonth ? [...this.months.values()].map(({ lots, ...sum }) => ({ ...sum, quantity: sharesOf(lots) })) : this.singles
    return { instrument, rows, isByMonth, ...totalOf(rows) }
  }
}

/** What stands under a key, made when there is nothing. */
function of<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

const inOrder = <Value>(map: ReadonlyMap<number, Value>): readonly (readonly [number, Value])[] => [...map].sort(([a], [b]) => a - b)
