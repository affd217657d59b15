import type { AccountView, EngineView } from '../../../domain/view.ts'
import type { ActivityEvent } from '../../../storage/projections/tables/activity-kinds.ts'
import type { ReadModel } from '../../gateway.ts'
import { isThere } from '../../requests/found-account.ts'
import type { CsvValue } from '../../answers/csv.ts'
import { ownTurn } from '../../../own-turn.ts'
import { executionView } from '../orders/execution-view.ts'
import type { Names } from '../orders/order-view.ts'
import { activityView } from '../portfolio/activity-view.ts'

export interface ExportParts {
  readonly view: Pick<EngineView, 'accounts' | 'partners'> & Names
  readonly projection: Pick<ReadModel, 'activities' | 'tradingDays'>
}

export interface WantedExport {
  /** index; undefined = of all partners */
  readonly partner: number | undefined
  /** trading day, days since 1970-01-01 */
  readonly day: number
  /** what comes behind this position is not looked at: it may come in while the file is made */
  readonly through: number
  /** of each market at that position: a day may end meanwhile, which storage shows later */
  readonly tradeDays: readonly number[]
}

/** What an export has of a line of the ledger; null where it has none of it. */
export interface ExportKind {
  readonly columns: readonly string[]
  readonly rowOf: (names: Names, event: ActivityEvent, position: number) => Readonly<Record<string, CsvValue>> | null
}

const WHOSE = ['partner_id', 'account_number'] as const

/** Every execution: fills, corrections and busts. */
export const EXECUTIONS: ExportKind = {
  columns: [
    'sequence',
    'executed_at',
    'trade_date',
    'settlement_date',
    ...WHOSE,
    'account_id',
    'order_id',
    'client_order_id',
    'id',
    'exec_type',
    'symbol',
    'side',
    'quantity',
    'price',
    'notional',
    'cumulative_quantity',
    'leaves_quantity',
    'average_price',
    'commission',
    'liquidity',
    'reference_execution_id',
  ],
  rowOf: (names, event, position) => ('execution' in event ? executionView(names, event, position) : null),
}

/** Every line of the ledgers: the sum of `net_amount` is what the cash has moved by. */
export const ACTIVITIES: ExportKind = {
  columns: [
    'sequence',
    'created_at',
    ...WHOSE,
    'account_id',
    'id',
    'type',
    'net_amount',
    'symbol',
    'quantity',
    'price',
    'order_id',
    'execution_id',
    'funding_activity_id',
  ],
  rowOf: (names, event, position) => activityView(names, event, position),
}

/** accounts and lines of their ledgers, one as dear as the other, between two looks at what else there is to do */
const STEPS_AT_ONCE = 50

/** The rows of what was booked in a trading day: account after account, each in the order of the journal. Orders go on meanwhile. */
export async function* exportRows(
  parts: ExportParts,
  { columns, rowOf }: ExportKind,
  wanted: WantedExport,
): AsyncGenerator<readonly CsvValue[]> {
  const { view, projection } = parts
  let steps = 0
  for (const account of view.accounts) {
    if (++steps % STEPS_AT_ONCE === 0) await ownTurn()
    if ((wanted.partner !== undefined && account.partner !== wanted.partner) || !isThere(view, account.index)) continue
    const whose: Readonly<Record<string, CsvValue>> = {
      partner_id: view.partners[account.partner]!.id,
      account_number: account.accountNumber,
    }
    const { after, through } = boundsOf(parts, account, wanted)
    for (const { event, position } of projection.activities.between(account.index, after, through)) {
      if (++steps % STEPS_AT_ONCE === 0) await ownTurn()
      const row = rowOf(view, event, position)
      if (row !== null) yield columns.map((column) => whose[column] ?? row[column] ?? null)
    }
  }
}

/** What lies between the end of the trading day before and the end of this one; a day that has not ended has what there is. */
function boundsOf({ projection: { tradingDays } }: ExportParts, { market }: AccountView, { day, through, tradeDays }: WantedExport) {
  const after = tradingDays.lastThrough(market, day - 1)?.position ?? 0
  const ended = tradingDays.lastThrough(market, day)
  if (ended?.day === day) return { after, through: Math.min(ended.position, through) }
  // a day that the market has not come to, or that was no trading day, has nothing
  return { after, through: tradeDays[market] === day ? through : after }
}
