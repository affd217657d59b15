import { Type, type Static } from 'typebox'
import { parsePrice, parseQuantity, TICKS_PER_CENT } from '../domain/amounts/amounts.ts'
import type { Instrument, Quote } from '../domain/market/instrument.ts'
import { quoteFaults } from '../domain/market/quote-faults.ts'
import type { Violation } from './check.ts'
import { type ConfigFile, symbol } from './schema.ts'

/** A security of the first start and its first quote; null where nothing is quoted. */
export interface Listing {
  readonly instrument: Instrument
  readonly quote: Quote | null
}

const price = Type.String({ amount: 'price' })
const size = Type.String({ amount: 'quantity' })

const listed = Type.Object(
  {
    symbol,
    name: Type.String({ minLength: 1, maxLength: 128 }),
    exchange: Type.String({ minLength: 1, maxLength: 32 }),
    asset_class: Type.Enum(['equity', 'etf']),
    asset_type: Type.Optional(Type.Enum(['equity', 'etf'])),
    tradable: Type.Boolean(),
    fractionable: Type.Boolean(),
    previous_close: price,
    quote: Type.Union([
      Type.Object({ bid: price, ask: price, bid_size: size, ask_size: size }, { additionalProperties: false }),
      Type.Null(),
    ]),
    walk: Type.Optional(Type.Object({ base: price, bps_per_step: price, spread: price, size }, { additionalProperties: false })),
  },
  { additionalProperties: false },
)

/** The shape of the file that `first_start.instruments` names. */
export const ListingsSchema = Type.Array(listed)

type Row = Static<typeof listed>

/** The first row that fits the shape and can't be listed: its symbol is there already, or its quote is one that nobody may set. */
export function listingFaultIn(rows: readonly Row[]): Violation | undefined {
  const symbols = new Set<string>()
  for (const [index, row] of rows.entries()) {
    if (symbols.has(row.symbol))
      return { path: [String(index), 'symbol'], problem: `must differ from those before it, not ${JSON.stringify(row.symbol)} again` }
    symbols.add(row.symbol)
    const [fault] = row.quote ? quoteFaults(quoteOf(row.quote), row) : []
    if (fault !== undefined)
      return { path: [String(index), 'quote', fault.part], problem: `${fault.problem}, not ${JSON.stringify(row.quote![fault.part])}` }
  }
  return undefined
}

/** A checked file as listings. */
export function listingsOf(rows: readonly Row[]): Listing[] {
  return rows.map((row) => ({
    instrument: {
      symbol: row.symbol,
      name: row.name,
      exchange: row.exchange,
      assetClass: row.asset_class,
      tradable: row.tradable,
      fractionable: row.fractionable,
      previousCloseTicks: ticks(row.previous_close),
      walk: row.walk
        ? {
            baseTicks: ticks(row.walk.base),
            stepHundredths: ticks(row.walk.bps_per_step) / TICKS_PER_CENT,
            spreadTicks: ticks(row.walk.spread),
            sizeLots: lots(row.walk.size),
          }
        : null,
    },
    quote: row.quote && quoteOf(row.quote),
  }))
}

function quoteOf({ bid, ask, bid_size, ask_size }: NonNullable<Row['quote']>): Quote {
  return { bidTicks: ticks(bid), askTicks: ticks(ask), bidLots: lots(bid_size), askLots: lots(ask_size) }
}

/** BENCH1, BENCH2 …: unquoted, so that clients meet each other alone. */
export function benchListings(bench: NonNullable<ConfigFile['first_start']['bench']>): Listing[] {
  const previousCloseTicks = ticks(bench.previous_close)
  return Array.from({ length: bench.symbols }, (_, index) => ({
    instrument: {
      symbol: `BENCH${index + 1}`,
      name: `Benchmark ${index + 1}`,
      exchange: 'BENCH',
      assetClass: 'equity',
      tradable: true,
      fractionable: true,
      previousCloseTicks,
      walk: null,
    },
    quote: null,
  }))
}

// The check before has refused what does not parse.
const ticks = (text: string): number => parsePrice(text) as number
const lots = (text: string): number => parseQuantity(text) as number
