import fc from 'fast-check'
import type { Mode, SimpleMarket, Wanted } from './simple-market.ts'

/** What the property tests do to a market: three accounts, a dear symbol in cents and a cheap one in fractions of a cent. */
export type Action =
  | { readonly do: 'place'; readonly order: Omit<Wanted, 'id'>; readonly overFix: boolean }
  | {
      readonly do: 'replace'
      readonly pick: number
      readonly lots: bigint
      readonly limit?: bigint
      readonly stop?: bigint
      readonly overFix: boolean
    }
  | { readonly do: 'cancel'; readonly pick: number; readonly overFix: boolean }
  | { readonly do: 'cancel all'; readonly account: number }
  | { readonly do: 'quote'; readonly symbol: number; readonly bid: QuoteSide; readonly ask: QuoteSide }
  | { readonly do: 'end of day' }

interface QuoteSide {
  readonly ticks: bigint
  readonly lots: bigint
}

export const ACCOUNTS = 3
export const SYMBOLS = ['DEAR', 'PENY'] as const
export const CLOSES = [1_000_000n, 5_000n] as const
export const CASH_CENTS = 300_000n
export const SHARES = [30, 400] as const

const SHARE = 1_000_000_000n

// 94.00 to 106.00 in halves of a dollar; 0.4700 to 0.5300 in thirds of a tenth of a cent
const price = (symbol: number, step: number): bigint => (symbol === 0 ? 940_000n + BigInt(step) * 5_000n : 4_700n + BigInt(step) * 25n)
const steps = fc.integer({ min: 0, max: 24 })
const whole = fc.integer({ min: 1, max: 12 }).map((shares) => BigInt(shares) * SHARE)
const part = fc.oneof(fc.integer({ min: 1, max: 3_000_000_000 }), fc.integer({ min: 1, max: 30_000_000 })).map(BigInt)
const sized = (symbol: number, lots: bigint): bigint => (symbol === 0 ? lots : lots * 7n)

interface Raw {
  readonly account: number
  readonly symbol: number
  readonly buy: boolean
  readonly shape: 'limit' | 'part limit' | 'market' | 'part market' | 'cash' | 'stop' | 'stop limit'
  readonly tif: Wanted['tif']
  readonly whole: bigint
  readonly part: bigint
  readonly cash: bigint
  readonly limitStep: number
  readonly stopStep: number
}

function orderOf({ account, symbol, buy, shape, tif, whole, part, cash, limitStep, stopStep }: Raw): Omit<Wanted, 'id'> {
  const limit = price(symbol, limitStep)
  const stop = price(symbol, stopStep)
  const base = { account, symbol, buy, lots: sized(symbol, whole), cash: 0n, limit: 0n, stop: 0n, tif }
  const resting = tif === 'gtc' ? 'gtc' : 'day'
  const partial = tif === 'ioc' ? 'ioc' : 'day'
  switch (shape) {
    case 'limit':
      return { ...base, kind: 'limit', limit }
    case 'part limit':
      return { ...base, kind: 'limit', limit, lots: part, tif: 'day' }
    case 'market':
      return { ...base, kind: 'market' }
    case 'part market':
      return { ...base, kind: 'market', lots: part, tif: partial }
    case 'cash':
      return { ...base, kind: 'market', lots: 0n, cash, tif: partial }
    case 'stop':
      return { ...base, kind: 'stop', stop, tif: resting }
    case 'stop limit':
      return { ...base, kind: 'stop_limit', limit, stop, tif: resting }
    default:
      return shape satisfies never
  }
}

const account = fc.nat(ACCOUNTS - 1)
const symbol = fc.nat(SYMBOLS.length - 1)
const pick = fc.nat(1_000_000)

const place = fc
  .record<Raw>({
    account,
    symbol,
    buy: fc.boolean(),
    shape: fc.constantFrom(
      ...(['limit', 'limit', 'limit', 'limit', 'part limit', 'market', 'part market', 'cash', 'stop', 'stop limit'] as const),
    ),
    tif: fc.constantFrom(...(['day', 'day', 'day', 'gtc', 'gtc', 'ioc', 'fok'] as const)),
    whole,
    part,
    cash: fc.oneof(fc.integer({ min: 100, max: 1_000 }), fc.integer({ min: 100, max: 60_000 })).map(BigInt),
    limitStep: steps,
    stopStep: steps,
  })
  .map(orderOf)
const placed = fc.record({ do: fc.constant('place' as const), order: place, overFix: fc.boolean() })

const replaced = fc
  .record({
    pick,
    symbol,
    step: steps,
    stopStep: steps,
    lots: fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: part }),
    what: fc.nat(7),
    overFix: fc.boolean(),
  })
  .map(({ pick, step, stopStep, lots, what, overFix }) => ({
    do: 'replace' as const,
    pick,
    lots,
    limitStep: step,
    stopStep,
    what,
    overFix,
  }))

const cancelled = fc.record({ do: fc.constant('cancel' as const), pick, overFix: fc.boolean() })
const cancelledAll = fc.record({ do: fc.constant('cancel all' as const), account })
const quoted = fc
  .record({ symbol, middle: steps, spread: fc.integer({ min: 1, max: 4 }), bid: fc.nat(25), ask: fc.nat(25) })
  .map(({ symbol, middle, spread, bid, ask }) => ({
    do: 'quote' as const,
    symbol,
    bid: { ticks: price(symbol, middle), lots: sized(symbol, BigInt(bid) * SHARE) },
    ask: { ticks: price(symbol, middle + spread), lots: sized(symbol, BigInt(ask) * SHARE) },
  }))
const ended = fc.constant({ do: 'end of day' as const })

export type RawAction =
  | Exclude<Action, { readonly do: 'replace' }>
  | {
      readonly do: 'replace'
      readonly pick: number
      readonly lots: bigint
      readonly limitStep: number
      readonly stopStep: number
      readonly what: number
      readonly overFix: boolean
    }

/**
 * At least so many actions. Hardly any is `nothing`, but each can shrink to it: a counterexample is left with the few actions that matter.
 */
export const rawActions = (atLeast: number): fc.Arbitrary<RawAction[]> =>
  fc
    .array(
      fc.oneof(
        { withCrossShrink: true },
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 600, arbitrary: placed },
        { weight: 140, arbitrary: replaced },
        { weight: 100, arbitrary: cancelled },
        { weight: 100, arbitrary: quoted },
        { weight: 10, arbitrary: cancelledAll },
        { weight: 10, arbitrary: ended },
      ),
      { minLength: atLeast + 5, maxLength: atLeast + 15 },
    )
    .map((actions) => actions.filter((action) => action !== undefined))

export const modes = fc.constantFrom<Mode[]>('cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off')

/** Fits a raw replace to the order that it meets: prices of its symbol, and only those that its kind has. */
export function fitted(
  raw: RawAction,
  order: { readonly symbol: number; readonly limit: number | bigint; readonly stop: number | bigint } | undefined,
): Action {
  if (raw.do !== 'replace') return raw
  const { pick, overFix, limitStep, stopStep, what } = raw
  if (!order) return { do: 'replace', pick, overFix, lots: raw.lots }
  return {
    do: 'replace',
    pick,
    overFix,
    lots: raw.lots % SHARE === 0n ? sized(order.symbol, raw.lots) : raw.lots,
    ...(order.limit > 0 && what % 2 === 0 && { limit: price(order.symbol, limitStep) }),
    ...(order.stop > 0 && what >= 6 && { stop: price(order.symbol, stopStep) }),
  }
}

/** The order that an action means: mostly an open one, now and then any that ever was. */
export function picked(market: SimpleMarket, placed: number, pick: number): string {
  const open = market.openOrders()
  if (open.length > 0 && pick % 5 !== 0) return open[Math.floor(pick / 5) % open.length]!.id
  return placed === 0 ? 'none' : `o${(Math.floor(pick / 5) % placed) + 1}`
}
