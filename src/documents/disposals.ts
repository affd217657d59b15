import { addNotional, toCents } from '../domain/amounts/notional.ts'
import { Side } from '../domain/orders/order.ts'
import { Holdings } from './holdings.ts'
import type { HoldingChange, LedgerLine, TradeLine } from './ledger-line.ts'

/** What realises a gain or a loss: a sale, cash for a part of a share, or a purchase that covers what was sold and not there, as after a bust or a late fill. */
export interface Disposal {
  readonly kind: 'sale' | 'cash in lieu' | 'cover'
  readonly instrument: number
  /** below 0 where the account paid for a part of a share that it owed */
  readonly lots: bigint
  readonly proceedsCents: number
  /** by how much it lowers the cost of the position, as positions show that; of a cover what was paid for it */
  readonly costCents: number
}

/** A bust or a correction of a fill. */
export type Reversal = LedgerLine & { readonly trade: TradeLine & { readonly kind: 'correction' | 'cancellation' } }

export const isReversal = (line: LedgerLine): line is Reversal => line.trade !== null && line.trade.kind !== 'trade'

type StandingTrade = Pick<TradeLine, 'lots' | 'ticks' | 'grossCents'>

const NEVER_WAS: StandingTrade = { lots: 0, ticks: 0, grossCents: 0 }

/** What fills are once busts and corrections count: all of them at stage 0, or some of them at later stages alone, so that the ones before can be told. */
export class StandingTrades {
  private readonly changes = new Map<string, { readonly stage: number; readonly trade: StandingTrade }[]>()

  /** `reversals`: those that count, oldest first */
  constructor(reversals: readonly Reversal[], stageOf: (reversal: Reversal) => number = () => 0) {
    for (const reversal of reversals) {
      const { trade } = reversal
      const change = { stage: stageOf(reversal), trade: trade.kind === 'cancellation' ? NEVER_WAS : trade }
      const known = this.changes.get(trade.fillId)
      if (known) known.push(change)
      else this.changes.set(trade.fillId, [change])
    }
  }

  at(trade: TradeLine, stage: number): StandingTrade {
    return this.changes.get(trade.fillId)?.findLast((change) => change.stage <= stage)?.trade ?? trade
  }
}

/**
 * The disposals of a ledger at moving average cost. Each fill counts as busts and corrections have left it, from its own place on, which is how the
 * engine counts the cost of a position anew: after the last line the cost of what is held is the ledger's.
 */
export class Disposals {
  readonly holdings = new Holdings()
  private readonly standing: StandingTrades
  private readonly stage: number

  constructor(standing: StandingTrades, stage = 0) {
    this.standing = standing
    this.stage = stage
  }

  /** What the next line of the ledger realises. */
  take(line: LedgerLine): readonly Disposal[] {
    const { trade, corporateAction, netCents } = line
    // it counts where the fill stands
    if (isReversal(line)) return []
    if (trade) return this.traded(trade)
    return line.holdings.flatMap((change) => {
      const freed = this.freed(change)
      if (corporateAction?.kind !== 'split' || corporateAction.paidLots === 0) return []
      const { instrument, paidLots } = corporateAction
      return [{ kind: 'cash in lieu', instrument, lots: BigInt(paidLots), proceedsCents: netCents, costCents: freed }]
    })
  }

  private traded(trade: TradeLine): readonly Disposal[] {
    const { instrument, side } = trade
    const { lots, ticks, grossCents } = this.standing.at(trade, this.stage)
    if (lots === 0) return []
    if (side === Side.Sell) {
      const costCents = this.freed({ kind: 'sold', instrument, lots, ticks })
      return [{ kind: 'sale', instrument, lots: BigInt(lots), proceedsCents: grossCents, costCents }]
    }
    const { lots: before } = this.holdings.of(instrument)
    const freed = this.freed({ kind: 'bought', instrument, lots, ticks })
    if (before >= 0n) return []
    const covered = -before < BigInt(lots) ? -before : BigInt(lots)
    // what is left of the price is the cost of the shares beyond zero
    const paidCents = toCents(addNotional({ whole: 0, fraction: 0 }, ticks, lots))
    return [{ kind: 'cover', instrument, lots: covered, proceedsCents: 0, costCents: paidCents + freed }]
  }

  /** By how much a change lowers the cost of the position. */
  private freed(change: HoldingChange): number {
    const { costCents } = this.holdings.of(change.instrument)
    this.holdings.take(change)
    return costCents - this.holdings.of(change.instrument).costCents
  }
}
