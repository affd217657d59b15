import type { Quote } from './instrument.ts'
import { nearestOnTick, onTickAbove, tickSizeAt } from '../amounts/tick.ts'

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

/** Noise of one typical step of one second. */
const UNIT = 1_000
const STEP_MS = 1_000
/** A walk never falls below a twentieth of its anchor, nor rises above four times it: in parts of a million. */
const LOWEST = -950_000
const HIGHEST = 3_000_000

/** Octaves of the noise: lattice distance in seconds, and amplitude, which grows with the square root of the distance as a walk's does. */
const OCTAVES: readonly { readonly seconds: number; readonly amplitude: number }[] = [
  { seconds: 2, amplitude: 1_414 },
  { seconds: 16, amplitude: 4_000 },
  { seconds: 128, amplitude: 11_314 },
  { seconds: 1_024, amplitude: 32_000 },
  { seconds: 8_192, amplitude: 90_510 },
  { seconds: 65_536, amplitude: 256_000 },
  { seconds: 524_288, amplitude: 724_077 },
  { seconds: 4_194_304, amplitude: 2_048_000 },
  { seconds: 33_554_432, amplitude: 5_792_618 },
]

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

/** … where its noise has come to a value: the more of it, the higher the price. */
function ticksWith(walk: Walk, noise: number): number {
  const moved = Math.trunc((walk.stepHundredths * (noise - walk.anchorNoise)) / UNIT)
  const parts = Math.min(HIGHEST, Math.max(LOWEST, moved))
  return Math.max(1, walk.anchorTicks + Math.trunc((walk.anchorTicks * parts) / 1_000_000))
}

/** The price of the walk at a moment (epoch ms), on the tick. */
export function walkPrice(walk: Walk, at: number): number {
  return nearestOnTick(walkTicks(walk, at))
}

/** The highest and the lowest price of the walk in a stretch of time (epoch ms, both ends included), on the tick. */
export function walkRange(walk: Walk, from: number, to: number): { readonly highTicks: number; readonly lowTicks: number } {
  const stretch = { key: walk.key, from: secondOf(from), to: secondOf(to) }
  return {
    highTicks: nearestOnTick(ticksWith(walk, highestNoise({ ...stretch, sign: 1 }))),
    lowTicks: nearestOnTick(ticksWith(walk, -highestNoise({ ...stretch, sign: -1 }))),
  }
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
export const walkStepAt = (at: number): number => secondOf(at) * STEP_MS

const LOTS_PER_ROUND_SIZE = 100_000_000_000

/** Between a half and three halves of the typical size, in whole hundreds where that is large enough. */
function sizeOf(typical: number, draw: number): number {
  const size = (typical * (128 + draw)) / 256
  const round = typical >= 4 * LOTS_PER_ROUND_SIZE ? LOTS_PER_ROUND_SIZE : LOTS_PER_ROUND_SIZE / 100
  return Math.max(round, Math.floor(size / round) * round)
}

const secondOf = (at: number): number => Math.floor(at / STEP_MS)

/** Sum of the octaves in a second, in thousandths of a typical step. */
function noiseIn(key: number, second: number): number {
  let sum = 0
  for (let octave = 0; octave < OCTAVES.length; octave++) {
    const { seconds, amplitude } = OCTAVES[octave]!
    const cell = Math.floor(second / seconds)
    const from = latticeAt(key, octave, cell)
    const to = latticeAt(key, octave, cell + 1)
    const within = second - cell * seconds
    sum += Math.trunc((amplitude * (from * (seconds - within) + to * within)) / (seconds * 4_096))
  }
  return sum
}

/** A stretch of seconds, both ends included, in which the highest (`sign` 1) or the lowest (-1) noise is looked for. */
interface Stretch {
  readonly key: number
  readonly from: number
  readonly to: number
  readonly sign: 1 | -1
}

/** A piece of it with the sum of the slower octaves at its ends, between which that is a straight line; and the most that all of them can come to in it. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly atFrom: number
  readonly atTo: number
  readonly most: number
}

/** What the octaves faster than each can add, and what rounding each of them may make of the straight line. */
const FASTER = OCTAVES.map((_, octave) => OCTAVES.slice(0, octave).reduce((sum, { amplitude }) => sum + amplitude, OCTAVES.length))

/**
 * The highest noise of a stretch times its sign. Octave by octave, the slowest first, it is cut into pieces in which that octave is a straight
 * line; a piece that cannot come to what was found is left alone. A few hundred points of a session have to be looked at.
 */
function highestNoise(stretch: Stretch): number {
  const { key, from, to, sign } = stretch
  const found = { noise: Math.max(sign * noiseIn(key, from), sign * noiseIn(key, to)) }
  lookInto(stretch, OCTAVES.length - 1, { from, to, atFrom: 0, atTo: 0, most: Infinity }, found)
  return found.noise
}

function lookInto(stretch: Stretch, octave: number, piece: Piece, found: { noise: number }): void {
  if (octave < 0) {
    for (let second = piece.from; second <= piece.to; second++)
      found.noise = Math.max(found.noise, stretch.sign * noiseIn(stretch.key, second))
    return
  }
  // the most promising first: it rules out the most of the others
  const pieces = piecesOf(stretch, octave, piece).sort((a, b) => b.most - a.most)
  for (const one of pieces) if (one.most > found.noise) lookInto(stretch, octave - 1, one, found)
}

function piecesOf({ key, sign }: Stretch, octave: number, { from, to, atFrom, atTo }: Piece): Piece[] {
  const { seconds, amplitude } = OCTAVES[octave]!
  const slope = to === from ? 0 : (atTo - atFrom) / (to - from)
  const sumAt = (second: number): number => {
    const cell = Math.floor(second / seconds)
    const within = second - cell * seconds
    const left = latticeAt(key, octave, cell) * (seconds - within)
    const value = within === 0 ? left : left + latticeAt(key, octave, cell + 1) * within
    return atFrom + slope * (second - from) + (sign * amplitude * value) / (seconds * 4_096)
  }
  const pieces: Piece[] = []
  let start = { second: from, sum: sumAt(from) }
  do {
    const second = Math.min(to, (Math.floor(start.second / seconds) + 1) * seconds)
    const end = { second, sum: sumAt(second) }
    const most = Math.max(start.sum, end.sum) + FASTER[octave]!
    pieces.push({ from: start.second, to: second, atFrom: start.sum, atTo: end.sum, most })
    start = end
  } while (start.second < to)
  return pieces
}

/** -4096 … 4095 for each point of each octave. */
function latticeAt(key: number, octave: number, cell: number): number {
  return (scramble(key ^ scramble(Math.imul(cell, 0x9e3779b1) ^ Math.imul(octave + 1, 0x85ebca6b))) & 0x1fff) - 4_096
}

/** A number drawn from others: the same ones draw the same. Unsigned, 32 bits. */
export function hashNumbers(key: number, first: number, second: number): number {
  return scramble(key ^ scramble(Math.imul(first | 0, 0x9e3779b1) ^ scramble(Math.imul(second | 0, 0x85ebca6b))))
}

/** A finalizer of 32 bits: every bit of the result depends on every bit of the number. Unsigned. */
function scramble(number: number): number {
  let hash = number | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}
