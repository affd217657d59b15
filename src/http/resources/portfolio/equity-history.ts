import type { HoldingChange } from '../../../documents/ledger-line.ts'
import { ActivityType } from '../../../domain/accounts/account.ts'
import { valueCents } from '../../../domain/amounts/notional.ts'
import { allLots, sharesOf } from '../../../domain/amounts/share-count.ts'
import type { AccountView } from '../../../domain/view.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../../storage/projections/tables/activity-kinds.ts'
import { ownTurn } from '../../../own-turn.ts'
import type { Gateway } from '../../gateway.ts'
import { holdingsOf } from '../documents/ledger-lines.ts'
import { netCents } from './activity-view.ts'

/** What an account was worth as a trading day ended. Cents. */
export interface EquityPoint {
  /** days since 1970-01-01 */
  readonly day: number
  /** epoch ms */
  readonly at: number
  readonly cashCents: number
  readonly positionsCents: number
  /** what came in from outside since the point before, less what went out */
  readonly netDepositsCents: number
}

/** lines of a ledger, and closing prices and positions of the days, between two looks at what else there is to do */
const LINES_AT_ONCE = 500

/**
 * The equity of an account at the end of each trading day since it was opened, and as it is carried into the present one: what `last_equity`
 * was on each morning. It follows from the ledger and the closing prices, so nothing is stored for it. As of a position of the journal that
 * storage shows: what stands there or behind is left out.
 */
export async function equityHistory(
  { view, projection }: Gateway,
  { index, market }: AccountView,
  before: number,
): Promise<{ readonly points: readonly EquityPoint[]; readonly netDepositsSince: number }> {
  const opened = projection.accounts.steps(index)[0]!.position
  const days = projection.tradingDays.endedAfter(market, -1).filter(({ position }) => position > opened && position < before)
  const listed = view.instruments.map(({ previousCloseTicks }, instrument) => [instrument, previousCloseTicks] as const)
  const account = new Worth(new Map(listed))
  const points: EquityPoint[] = []
  let count = 0
  const looked = async (lines: number): Promise<void> => {
    count += lines
    if (count < LINES_AT_ONCE) return
    count = 0
    await ownTurn()
  }
  const endDaysBefore = async (end: number): Promise<void> => {
    for (let next = days[points.length]; next !== undefined && next.position < end; next = days[points.length]) {
      const closes = projection.tradingDays.closes(market, next.day)
      points.push(account.endDay(next.day, next.endedAt, closes))
      await looked(closes.size + account.positions)
    }
  }
  for (const { event, position } of projection.activities.all(index)) {
    if (position >= before) break
    await endDaysBefore(position)
    account.take(event)
    await looked(1)
  }
  await endDaysBefore(before)
  return { points, netDepositsSince: account.netDepositsCents }
}

/** What an account has, as its ledger goes on. */
class Worth {
  netDepositsCents = 0
  private cashCents = 0
  private readonly lots = new Map<number, bigint>()
  /** the last that are known, in ticks */
  private readonly closes: Map<number, number>

  constructor(closes: Map<number, number>) {
    this.closes = closes
  }

  get positions(): number {
    return this.lots.size
  }

  take(event: ActivityEvent): void {
    const cents = netCents(event)
    this.cashCents += cents
    if (isFromOutside(event)) this.netDepositsCents += cents
    for (const change of holdingsOf(event)) this.hold(change)
  }

  endDay(day: number, at: number, closes: ReadonlyMap<number, number>): EquityPoint {
    for (const [instrument, ticks] of closes) this.closes.set(instrument, ticks)
    let positionsCents = 0
    for (const [instrument, lots] of this.lots) positionsCents += valueCents(this.closes.get(instrument) ?? 0, sharesOf(lots))
    const { cashCents, netDepositsCents } = this
    this.netDepositsCents = 0
    return { day, at, cashCents, positionsCents, netDepositsCents }
  }

  private hold(change: HoldingChange): void {
    const { instrument } = change
    const before = this.lots.get(instrument) ?? 0n
    switch (change.kind) {
      case 'bought':
      case 'reversed':
        this.lots.set(instrument, before + BigInt(change.lots))
        return
      case 'sold':
        this.lots.set(instrument, before - BigInt(change.lots))
        return
      case 'granted': {
        const granted = { shares: change.shares, lots: 0 }
        this.lots.set(instrument, before + allLots(granted))
        this.netDepositsCents += valueCents(change.ticks, granted)
        return
      }
      case 'split':
        this.lots.set(instrument, allLots(change))
        return
      default:
        change satisfies never
    }
  }
}

function isFromOutside(event: ActivityEvent): boolean {
  const type = ACTIVITY_TYPE_OF[event.type]
  return type === ActivityType.Deposit || type === ActivityType.Withdrawal || type === ActivityType.Fee
}
