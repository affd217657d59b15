import { civilFromDays } from '../domain/time/civil-date.ts'
import type { Side } from '../domain/orders/order.ts'
import { Disposals, type Reversal, StandingTrades } from './disposals.ts'
import type { LedgerLine } from './ledger-line.ts'
import { add, nothing, type Realised, type Sum } from './realised.ts'

/** What a bust or a correction of a trade of an earlier year changed of what was realised in earlier years. */
export interface TaxAdjustment extends Realised {
  /** on which it was booked; where rows are months, the first of them was */
  readonly day: number
  readonly kind: 'correction' | 'cancellation'
  readonly instrument: number
  readonly side: Side
  /** null where the row is all of a month */
  readonly tradeDay: number | null
  readonly count: number
}

/** of one security in a year; where there are more, all of a kind, side and month are one: what earlier years come to is counted anew for each */
const MOST_ADJUSTMENTS = 100

/** What earlier years realised, before and after the reversals of the year that are about trades of theirs. */
export class EarlierYears {
  private readonly changes: readonly Change[]
  /** by instrument, of those that have such reversals: as it stood when the year began, and after each change */
  private readonly stages: ReadonlyMap<number, readonly Stage[]>

  /** `reversals`: oldest first */
  constructor(reversals: readonly Reversal[], firstDay: number) {
    const late = reversals.filter(({ day, trade }) => day >= firstDay && trade.tradeDay < firstDay)
    this.changes = changesOf(late)
    const stageOf = new Map(this.changes.flatMap((change) => change.reversals.map((reversal) => [reversal, change.stage] as const)))
    const instruments = new Set(late.map(({ trade }) => trade.instrument))
    this.stages = new Map(
      [...instruments].map((instrument) => {
        const own = reversals.filter(({ trade }) => trade.instrument === instrument)
        const standing = new StandingTrades(own, (reversal) => stageOf.get(reversal) ?? 0)
        const count = this.changes.filter((change) => change.instrument === instrument).length
        return [instrument, Array.from({ length: count + 1 }, (_, stage) => stageBehind(standing, stage))]
      }),
    )
  }

  /** Returns by how many stages it was counted. */
  take(line: LedgerLine): number {
    let counted = 0
    for (const [instrument, stages] of this.stages) {
      if (!line.holdings.some((change) => change.instrument === instrument)) continue
      counted += stages.length
      for (const { disposals, realised } of stages)
        for (const disposal of disposals.take(line)) if (disposal.instrument === instrument) add(realised, disposal)
    }
    return counted
  }

  adjustments(): readonly TaxAdjustment[] {
    return this.changes
      .map(({ instrument, stage, isByMonth, reversals: [first, ...others] }) => {
        const stages = this.stages.get(instrument)!
        const [before, after] = [stages[stage - 1]!.realised, stages[stage]!.realised]
        const { kind, side, tradeDay } = first.trade
        return {
          day: first.day,
          kind,
          instrument,
          side,
          tradeDay: isByMonth ? null : tradeDay,
          count: 1 + others.length,
          proceedsCents: after.proceedsCents - before.proceedsCents,
          costCents: after.costCents - before.costCents,
        }
      })
      .filter(({ proceedsCents, costCents }) => proceedsCents !== 0 || costCents !== 0)
  }
}

/** A reversal, or all of a kind, side and month. */
interface Change {
  readonly instrument: number
  /** of its instrument, from 1 up */
  readonly stage: number
  readonly isByMonth: boolean
  readonly reversals: readonly [Reversal, ...Reversal[]]
}

function changesOf(late: readonly Reversal[]): readonly Change[] {
  const counts = new Map<number, number>()
  for (const { trade } of late) counts.set(trade.instrument, (counts.get(trade.instrument) ?? 0) + 1)
  const stages = new Map<number, number>()
  const changes = new Map<string, Change & { readonly reversals: [Reversal, ...Reversal[]] }>()
  for (const [index, reversal] of late.entries()) {
    const { instrument, kind, side } = reversal.trade
    const isByMonth = counts.get(instrument)! > MOST_ADJUSTMENTS
    const key = isByMonth ? `${instrument} ${civilFromDays(reversal.day).month} ${kind} ${side}` : `one ${index}`
    const change = changes.get(key)
    if (change !== undefined) {
      change.reversals.push(reversal)
      continue
    }
    const stage = (stages.get(instrument) ?? 0) + 1
    stages.set(instrument, stage)
    changes.set(key, { instrument, stage, isByMonth, reversals: [reversal] })
  }
  return [...changes.values()]
}

/** What a security realised in earlier years when the reversals through a stage count. */
interface Stage {
  readonly disposals: Disposals
  readonly realised: Sum
}

const stageBehind = (standing: StandingTrades, stage: number): Stage => ({
  disposals: new Disposals(standing, stage),
  realised: nothing(),
})
