import { Histogram } from './histogram.ts'

export const WINDOW_S = 300
const SLICES = 10

/** A histogram of everything and one of the last `windowS` seconds, to the granularity of a tenth of them. Moments are ms of one clock that never runs backwards. */
export class SlidingHistogram {
  readonly total = new Histogram()
  readonly #slices: (Histogram | undefined)[] = new Array<Histogram | undefined>(SLICES).fill(undefined)
  /** number of the tenth of a window that each slice holds */
  readonly #periods = new Float64Array(SLICES).fill(-1)
  readonly #sliceMs: number

  constructor(windowS = WINDOW_S) {
    this.#sliceMs = (windowS * 1000) / SLICES
  }

  record(value: number, nowMs: number): void {
    this.total.record(value)
    this.#sliceAt(nowMs).record(value)
  }

  /** What the window holds at a moment. */
  window(nowMs: number): Histogram {
    const sum = new Histogram()
    const present = this.#periodOf(nowMs)
    for (const [index, slice] of this.#slices.entries()) {
      if (slice && this.#periods[index]! > present - SLICES) sum.add(slice)
    }
    return sum
  }

  #sliceAt(nowMs: number): Histogram {
    const period = this.#periodOf(nowMs)
    const index = period % SLICES
    const slice = (this.#slices[index] ??= new Histogram())
    if (this.#periods[index] !== period) {
      slice.clear()
      this.#periods[index] = period
    }
    return slice
  }

  #periodOf(nowMs: number): number {
    return Math.floor(nowMs / this.#sliceMs)
  }
}
