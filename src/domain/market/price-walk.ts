import type { DayPrices } from './day-prices.ts'
import type { Quote } from './instrument.ts'
import { nearestOnTick, onTickAbove, tickSizeAt } from '../amounts/tick.ts'
import { scramble } from './hash-numbers.ts'
import { highestNoise, noiseIn, NOISE_OF_A_STEP } from './walk-noise.ts'

/**
 * The random walk of the built-in market: a function of (seed, symbol, moment), not of the path, so that any moment of the past or the
 * future costs the same. Integers and exactly rounded operations only: every machine computes the same prices.
 */

/** How a security of the built-in market moves. */
export interface WalkShape {
  /** price about which it wanders, in ticks */
  readonly baseTicks: number
  /** typical step of one second, in hundredths of a basis point of the base */
  readonly stepHundredths: number
  /** typical distance of bid and ask, in ticks */
  readonly spreadTicks: number
  /** typical displayed size, in lots of whole shares */
  readonly sizeLots: number
}

/** A walk under way: from `anchorTicks`, which is its price where the noise is `anchorNoise`. */
export interface Walk {
  /** from `walkKey` */
  readonly key: number
  readonly anchorTicks: number
  readonly anchorNoise: number
  readonly stepHundredths: number
  readonly spreadTicks: number
  readonly sizeLots: number
}

/** how often a walk moves; whatever moves with it goes by this */
export const WALK_STEP_MS = 1_000
/** A walk never falls below a twentieth of its anchor, nor rises above four times it: in parts of a million. */
const LOWEST = -950_000
const HIGHEST = 3_000_000

/** The number that tells the walks of a market's symbols apart. `seed`: the market's. */
export function walkKey(seed: string, symbol: string): number {
  let hash = 0x811c9dc5
  for (const text of ['price-walk', seed, symbol]) {
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
    hash = Math.imul(hash ^ 0xff, 0x01000193)
  }
  return scramble(hash)
}

/** The walk of a security as it is before anyone has touched it. */
export function untouchedWalk(key: number, { baseTicks, stepHundredths, spreadTicks, sizeLots }: WalkShape): Walk {
  return { key, anchorTicks: baseTicks, anchorNoise: 0, stepHundredths, spreadTicks, sizeLots }
}

/** A walk that goes on from a price at a moment, with another step. */
export function reanchored(
  walk: Walk,
  { ticks, at, stepHundredths }: { readonly ticks: number; readonly at: number; readonly stepHundredths: number },
): Walk {
  return { ...walk, anchorTicks: ticks, anchorNoise: noiseIn(walk.key, secondOf(at)), stepHundredths }
}

/** Middle of bid and ask at a moment (epoch ms), in ticks, not rounded to cents. It changes once a second. */
export function walkTicks(walk: Walk, at: number): number {
  return ticksWith(walk, noiseIn(walk.key, secondOf(at)))
}

/** The middle price at a value of the noise, in ticks: the more noise, the higher the price. */
function ticksWith(walk: Walk, noise: number): number {
  const moved = Math.trunc((walk.stepHundredths * (noise - walk.anchorNoise)) / NOISE_OF_A_STEP)
  const parts = Math.min(HIGHEST, Math.max(LOWEST, moved))
  return Math.max(1, walk.anchorTicks + Math.trunc((walk.anchorTicks * parts) / 1_000_000))
}

/** The price of the walk at a moment (epoch ms), on the tick. */
export function walkPrice(walk: Walk, at: number): number {
  return nearestOnTick(walkTicks(walk, at))
}

/** The highest and the lowest price of the walk in a stretch of time (epoch ms, both ends included), on the tick. */
function walkRange(walk: Walk, from: number, to: number): { readonly highTicks: number; readonly lowTicks: number } {
  const stretch = { key: walk.key, from: secondOf(from), to: secondOf(to) }
  return {
    highTicks: nearestOnTick(ticksWith(walk, highestNoise({ ...stretch, sign: 1 }))),
    lowTicks: nearestOnTick(ticksWith(walk, -highestNoise({ ...stretch, sign: -1 }))),
  }
}

/** The first, the highest and the lowest price of the walk in such a stretch. */
export function walkedPrices(walk: Walk, from: number, to: number): DayPrices {
  return { openTicks: walkPrice(walk, from), ...walkRange(walk, from, to) }
}

/** The quote at a moment (epoch ms): on the tick, the bid below the ask. */
export function walkQuote(walk: Walk, at: number): Quote {
  const middle = walkTicks(walk, at)
  const second = secondOf(at)
  const draw = scramble(walk.key ^ scramble(second))
  const tick = tickSizeAt(middle)
  // a third to three halves of what is typical
  const spread = Math.max(tick, Math.round((walk.spreadTicks * (2 + (draw & 7))) / 6 / tick) * tick)
  const bidTicks = Math.max(tick, Math.floor((middle - Math.floor(spread / 2)) / tick) * tick)
  return {
    bidTicks,
    askTicks: onTickAbove(bidTicks + spread),
    bidLots: sizeOf(walk.sizeLots, (draw >>> 8) & 0xff),
    askLots: sizeOf(walk.sizeLots, (draw >>> 16) & 0xff),
  }
}

/** The moment at which the quote of `at` began. */
export const walkStepAt = (at: number): number => secondOf(at) * WALK_STEP_MS

const LOTS_PER_ROUND_SIZE = 100_000_000_000

/** Between a half and three halves of the typical size, in whole hundreds where that is large enough. */
function sizeOf(typical: number, draw: number): number {
  const size = (typical * (128 + draw)) / 256
  const round = typical >= 4 * LOTS_PER_ROUND_SIZE ? LOTS_PER_ROUND_SIZE : LOTS_PER_ROUND_SIZE / 100
  return Math.max(round, Math.floor(size / round) * round)
}

const secondOf = (at: number): number => Math.floor(at / WALK_STEP_MS)
