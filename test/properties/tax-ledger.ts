import { Side } from '../../src/domain/orders/order.ts'
import type { HoldingChange, LedgerLine, TradeLine } from '../../src/documents/ledger-line.ts'

/**
 * The ledger of an account and what it comes to for taxes, as simply as it can be said: every figure is counted anew, from the first fill, in whole
 * numbers of 1e-13 dollars (a tick of a lot). Security 0 trades in parts of a share, security 1 in whole shares.
 */
export class TaxLedgerModel {
  readonly lines: LedgerLine[] = []
  private readonly booked: Booked[] = []
  private readonly reversals: Reversed[] = []

  trade(day: number, { instrument, side, lots, ticks }: Traded): void {
    if (side === Side.Sell && this.foldThrough(day, day).at(-1, instrument).lots < BigInt(lots)) return
    const fill = `fill ${this.booked.length}`
    this.booked.push({ kind: 'fill', fill, day, instrument, side, lots: BigInt(lots), ticks: BigInt(ticks) })
    const cents = Number(centsOf(BigInt(lots) * BigInt(ticks)))
    this.lines.push({
      ...line('FILL', day, side === Side.Buy ? -cents : cents),
      holdings: [{ kind: side === Side.Buy ? 'bought' : 'sold', instrument, lots, ticks }],
      trade: tradeLine('trade', { fill, day, instrument, side, lots, ticks, cents }),
    })
  }

  /** Busts a fill or corrects it; not one that is busted or from before a split. */
  reverse(day: number, pick: number, corrected: { readonly lots: number; readonly ticks: number } | undefined): void {
    const open = this.booked.filter(
      (one, index): one is Fill =>
        one.kind === 'fill' &&
        !this.reversals.some(({ fill, lots }) => fill === one.fill && lots === 0n) &&
        !this.booked.slice(index).some((later) => later.kind === 'split' && later.instrument === one.instrument),
    )
    if (open.length === 0) return
    const { fill, instrument, side, day: tradeDay, ...first } = open[pick % open.length]!
    const before = this.reversals.findLast((one) => one.fill === fill) ?? first
    const after = { lots: BigInt(corrected?.lots ?? 0), ticks: BigInt(corrected?.ticks ?? 0) }
    this.reversals.push({ fill, day, ...after })
    const [was, is] = [Number(centsOf(before.lots * before.ticks)), Number(centsOf(after.lots * after.ticks))]
    const grown = Number(after.lots - before.lots)
    const { basis } = this.foldThrough(day, day).at(-1, instrument)
    const shown = corrected ?? { lots: Number(before.lots), ticks: Number(before.ticks) }
    const cents = corrected ? is : was
    this.lines.push({
      ...line('ADJUSTMENT', day, side === Side.Buy ? was - is : is - was),
      holdings: [{ kind: 'reversed', instrument, lots: side === Side.Buy ? grown : -grown, basis: notional(basis) }],
      trade: tradeLine(corrected ? 'correction' : 'cancellation', { fill, day: tradeDay, instrument, side, cents, ...shown }),
    })
  }

  split(day: number, { instrument, numerator, denominator, ticks }: Split): void {
    const before = this.foldThrough(day, day).at(-1, instrument).lots
    if (before === 0n) return
    const all = (before * BigInt(numerator)) / BigInt(denominator)
    const paid = instrument === 1 ? all % SHARE : 0n
    const cents = (paid < 0n ? -1n : 1n) * centsOf((paid < 0n ? -paid : paid) * BigInt(ticks))
    this.booked.push({ kind: 'split', day, instrument, numerator: BigInt(numerator), denominator: BigInt(denominator), paid, cents })
    const { lots, basis } = this.foldThrough(day, day).at(-1, instrument)
    const part = ((lots % SHARE) + SHARE) % SHARE
    const change: HoldingChange = {
      kind: 'split',
      instrument,
      shares: Number((lots - part) / SHARE),
      lots: Number(part),
      basis: notional(basis),
    }
    this.lines.push({
      ...line('ADJUSTMENT', day, Number(cents)),
      holdings: [change],
      corporateAction: {
        kind: 'split',
        instrument,
        quantity: { shares: 0, lots: 0 },
        numerator,
        denominator,
        paidLots: Number(paid),
      },
    })
  }

  dividend(day: number, instrument: number, cents: number): void {
    this.lines.push({
      ...line('DIVIDEND', day, cents),
      corporateAction: { kind: 'dividend', instrument, quantity: { shares: 1, lots: 0 }, amountTicks: cents * 100 },
    })
  }

  /** What was booked through a day, each fill as what was booked through another has left it. */
  foldThrough(day: number, asOf: number): Fold {
    const fold = new Fold()
    for (const one of this.booked) {
      if (one.day > day) continue
      if (one.kind === 'split') fold.split(one)
      else {
        const reversed = this.reversals.findLast((other) => other.fill === one.fill && other.day <= asOf)
        fold.fill({ ...one, ...(reversed && { lots: reversed.lots, ticks: reversed.ticks }) })
      }
    }
    return fold
  }
}

interface Traded {
  readonly instrument: number
  readonly side: Side
  readonly lots: number
  readonly ticks: number
}

interface Split {
  readonly instrument: number
  readonly numerator: number
  readonly denominator: number
  /** what a new share is worth */
  readonly ticks: number
}

interface Fill {
  readonly kind: 'fill'
  readonly fill: string
  readonly day: number
  readonly instrument: number
  readonly side: Side
  readonly lots: bigint
  readonly ticks: bigint
}

interface BookedSplit {
  readonly kind: 'split'
  readonly day: number
  readonly instrument: number
  readonly numerator: bigint
  readonly denominator: bigint
  readonly paid: bigint
  readonly cents: bigint
}

type Booked = Fill | BookedSplit

interface Reversed {
  readonly fill: string
  readonly day: number
  readonly lots: bigint
  readonly ticks: bigint
}

export interface RealisedRow {
  readonly day: number
  readonly instrument: number
  readonly kind: 'sale' | 'cash in lieu' | 'cover'
  readonly lots: bigint
  readonly proceeds: bigint
  readonly cost: bigint
}

interface Held {
  readonly lots: bigint
  readonly basis: bigint
}

const SHARE = 1_000_000_000n
const NONE: Held = { lots: 0n, basis: 0n }

class Fold {
  readonly rows: RealisedRow[] = []
  private readonly states: ReadonlyMap<number, Held>[] = [new Map()]

  at(index: number, instrument: number): Held {
    return this.states.at(index)!.get(instrument) ?? NONE
  }

  fill({ day, instrument, side, lots, ticks }: Fill): void {
    if (lots === 0n) return
    const before = this.at(-1, instrument)
    const price = lots * ticks
    if (side === Side.Sell) {
      const after = less(before, lots)
      this.put(instrument, after)
      this.rows.push({ day, instrument, kind: 'sale', lots, proceeds: centsOf(price), cost: centsOf(before.basis) - centsOf(after.basis) })
      return
    }
    const left = before.lots + lots
    if (before.lots >= 0n) return this.put(instrument, { lots: left, basis: before.basis + price })
    const basis = left > 0n ? halfEven(price * left, lots) : 0n
    this.put(instrument, { lots: left, basis })
    const covered = left > 0n ? -before.lots : lots
    this.rows.push({ day, instrument, kind: 'cover', lots: covered, proceeds: 0n, cost: centsOf(price) - centsOf(basis) })
  }

  split({ day, instrument, numerator, denominator, paid, cents }: BookedSplit): void {
    const before = this.at(-1, instrument)
    const all = { lots: (before.lots * numerator) / denominator, basis: before.basis }
    if (paid === 0n) return this.put(instrument, all)
    const after = less(all, paid)
    this.put(instrument, after)
    const cost = centsOf(before.basis) - centsOf(after.basis)
    this.rows.push({ day, instrument, kind: 'cash in lieu', lots: paid, proceeds: cents, cost })
  }

  private put(instrument: number, held: Held): void {
    // what is gone is gone with its cost
    this.states.push(new Map([...this.states.at(-1)!, [instrument, held.lots === 0n ? NONE : held]]))
  }
}

function less({ lots, basis }: Held, sold: bigint): Held {
  const left = lots - sold
  return { lots: left, basis: left > 0n && lots > 0n ? halfEven(basis * left, lots) : 0n }
}

/** Of two whole numbers that are not below 0. */
function halfEven(value: bigint, divisor: bigint): bigint {
  const [quotient, twice] = [value / divisor, (value % divisor) * 2n]
  if (twice === divisor) return quotient + (quotient % 2n)
  return twice > divisor ? quotient + 1n : quotient
}

export const centsOf = (value: bigint): bigint => halfEven(value, SHARE * 100n)

const notional = (value: bigint) => ({ whole: Number(value / SHARE), fraction: Number(value % SHARE) })

const line = (type: LedgerLine['type'], day: number, netCents: number): LedgerLine => ({
  type,
  at: day,
  day,
  netCents,
  holdings: [],
  trade: null,
  corporateAction: null,
})

function tradeLine(
  kind: TradeLine['kind'],
  { fill, day, cents, ...traded }: Traded & { readonly fill: string; readonly day: number; readonly cents: number },
): TradeLine {
  const named = { executionId: `${kind} ${fill}`, fillId: fill, clientOrderId: 'c' }
  return { kind, ...named, ...traded, grossCents: cents, feeCents: 0, tradeDay: day, settlementDay: day + 1 }
}
