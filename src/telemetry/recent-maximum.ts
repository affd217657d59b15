const WINDOW_S = 60
const SLICES = 6
const SLICE_MS = (WINDOW_S * 1000) / SLICES

/** The largest value of the last 60 seconds, to the granularity of 10. Moments are ms of one clock that never runs backwards. */
export class RecentMaximum {
  readonly #largest = new Float64Array(SLICES)
  /** number of the 10 seconds that each slice holds */
  readonly #periods = new Float64Array(SLICES).fill(-1)

  record(value: number, nowMs: number): void {
    const period = periodOf(nowMs)
    const slice = period % SLICES
    if (this.#periods[slice] !== period) {
      this.#periods[slice] = period
      this.#largest[slice] = 0
    }
    if (value > this.#largest[slice]!) this.#largest[slice] = value
  }

  /** 0 when there was none. */
  at(nowMs: number): number {
    const oldest = periodOf(nowMs) - SLICES
    return this.#largest.reduce((largest, value, slice) => (this.#periods[slice]! > oldest ? Math.max(largest, value) : largest), 0)
  }
}

const periodOf = (nowMs: number): number => Math.floor(nowMs / SLICE_MS)
