import { addNotional, averageMicrosOf, type Notional, portionOf, toCents, valueCents } from '../domain/amounts/notional.ts'
import { allLots, type ShareCount, sharesOf } from '../domain/amounts/share-count.ts'
import type { HoldingChange } from './ledger-line.ts'

/** What an account holds of one security, at a closing price. */
export interface Holding {
  readonly instrument: number
  readonly quantity: ShareCount
  readonly averageMicros: number
  readonly costCents: number
  /** 0 where the security had no price */
  readonly closeTicks: number
  readonly valueCents: number
}

const NOTHING: Notional = { whole: 0, fraction: 0 }

/** The positions of an account, from its ledger: quantity and moving average cost, as the engine keeps them. */
export class Holdings {
  private readonly held = new Map<number, { lots: bigint; basis: Notional }>()

  take(change: HoldingChange): void {
    const { instrument } = change
    const before = this.held.get(instrument) ?? { lots: 0n, basis: NOTHING }
    const after = changed(before, change)
    if (after.lots === 0n) this.held.delete(instrument)
    else this.held.set(instrument, after)
  }

  /** How much is held of a security, below 0 after a bust, and what it cost. */
  of(instrument: number): { readonly lots: bigint; readonly costCents: number } {
    const held = this.held.get(instrument)
    return held === undefined ? { lots: 0n, costCents: 0 } : { lots: held.lots, costCents: toCents(held.basis) }
  }

  /** In the order of the security master, valued at closing prices. */
  at(closes: ReadonlyMap<number, number>): readonly Holding[] {
    return [...this.held]
      .sort(([a], [b]) => a - b)
      .map(([instrument, { lots, basis }]) => {
        const quantity = sharesOf(lots)
        const closeTicks = closes.get(instrument) ?? 0
        return {
          instrument,
          quantity,
          averageMicros: averageMicrosOf(basis, quantity),
          costCents: toCents(basis),
          closeTicks,
          valueCents: valueCents(closeTicks, quantity),
        }
      })
  }
}

function changed(before: { lots: bigint; basis: Notional }, change: HoldingChange): { lots: bigint; basis: Notional } {
  switch (change.kind) {
    case 'bought': {
      const lots = before.lots + BigInt(change.lots)
      // shares that cover a position below zero (after a bust) have no cost in it
      if (before.lots < 0n)
        return { lots, basis: portionOf(addNotional(NOTHING, change.ticks, change.lots), sharesOf(lots), sharesOf(BigInt(change.lots))) }
      return { lots, basis: addNotional(before.basis, change.ticks, change.lots) }
    }
    case 'sold': {
      const lots = before.lots - BigInt(change.lots)
      return { lots, basis: portionOf(before.basis, sharesOf(lots), sharesOf(before.lots)) }
    }
    case 'granted':
      return {
        lots: before.lots + allLots({ shares: change.shares, lots: 0 }),
        basis: { whole: before.basis.whole + change.shares * change.ticks, fraction: before.basis.fraction },
      }
    case 'reversed':
      return { lots: before.lots + BigInt(change.lots), basis: change.basis }
    case 'split':
      return { lots: allLots(change), basis: change.basis }
    default:
      return change satisfies never
  }
}
