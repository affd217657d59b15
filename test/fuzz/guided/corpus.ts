import type { Tapes } from './targets.ts'

const LONGEST_TAPE = 200
const MOST_KEPT = 20_000

/** Numbers below a bound, the same in every run of a seed. */
export type Below = (bound: number) => number

/** The inputs that took a branch as often as none before, and what is made of them. Which inputs those are follows from the seed alone. */
export class Corpus {
  readonly #kept: Tapes[] = []
  /** by branch: a bit for each magnitude of its count that was seen */
  readonly #seen: Uint8Array
  readonly #below: Below
  readonly #mostTapes: number

  constructor(parts: { readonly branches: number; readonly below: Below; readonly mostTapes: number }) {
    this.#seen = new Uint8Array(parts.branches)
    this.#below = parts.below
    this.#mostTapes = parts.mostTapes
  }

  /** Another input: one in four is new, the rest are kept ones with changes. */
  next(): Tapes {
    const below = this.#below
    if (this.#kept.length === 0 || below(4) === 0) return Array.from({ length: 1 + below(this.#mostTapes) }, () => this.#newTape())
    const tapes = [...this.#any()]
    for (let changes = 1 + below(4); changes > 0; changes--) this.#change(tapes)
    return tapes
  }

  /** Keeps the input if its counts show something new, and sets the counters to 0. */
  learn(tapes: Tapes, counters: Uint8Array): void {
    const seen = this.#seen
    let isNew = false
    for (let branch = 0; branch < counters.length; branch++) {
      const count = counters[branch]!
      if (count === 0) continue
      const bit = MAGNITUDES[count]!
      if ((seen[branch]! & bit) !== 0) continue
      seen[branch]! |= bit
      isNew = true
    }
    counters.fill(0)
    if (isNew && this.#kept.length < MOST_KEPT) this.#kept.push(tapes)
  }

  get size(): number {
    return this.#kept.length
  }

  get branchesTaken(): number {
    return this.#seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0)
  }

  #any(): Tapes {
    return this.#kept[this.#below(this.#kept.length)]!
  }

  #newTape(): Uint8Array {
    return Uint8Array.from({ length: this.#below(LONGEST_TAPE) }, () => this.#below(256))
  }

  #change(tapes: Uint8Array[]): void {
    const below = this.#below
    const at = below(tapes.length)
    const tape = tapes[at]!
    const place = below(tape.length + 1)
    switch (below(8)) {
      case 0:
      case 1:
        tapes[at] = replaced(tape, { from: place, to: place + 1, by: [below(256)] })
        return
      case 2:
        tapes[at] = replaced(tape, { from: place, to: place + 1, by: [((tape[place] ?? 0) + (below(2) === 0 ? 1 : 255)) % 256] })
        return
      case 3:
        tapes[at] = replaced(tape, { from: place, to: place, by: Array.from({ length: 1 + below(8) }, () => below(256)) })
        return
      case 4:
        tapes[at] = replaced(tape, { from: place, to: place + 1 + below(8), by: [] })
        return
      case 5: {
        const other = this.#any()[0] ?? tape
        tapes[at] = replaced(tape, { from: place, to: tape.length, by: other.subarray(below(other.length + 1)) })
        return
      }
      case 6: {
        const other = this.#any()
        if (tapes.length < this.#mostTapes) tapes.splice(at, 0, other[below(other.length)] ?? tape)
        return
      }
      default:
        if (tapes.length > 1) tapes.splice(at, 1)
    }
  }
}

function replaced(
  tape: Uint8Array,
  { from, to, by }: { readonly from: number; readonly to: number; readonly by: ArrayLike<number> },
): Uint8Array {
  const result = [...tape.subarray(0, from), ...Array.from(by), ...tape.subarray(to)]
  return Uint8Array.from(result.slice(0, LONGEST_TAPE))
}

/** A bit for 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127 and more. */
const MAGNITUDES = Uint8Array.from({ length: 256 }, (_, count) => {
  if (count <= 3) return count === 0 ? 0 : 1 << (count - 1)
  return count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128
})
