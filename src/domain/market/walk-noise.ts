import { scramble } from './hash-numbers.ts'

/** What a typical step of one second comes to. */
export const NOISE_OF_A_STEP = 1_000

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

/** Sum of the octaves in a second. `key`: of the walk. */
export function noiseIn(key: number, second: number): number {
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
export function highestNoise(stretch: Stretch): number {
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
