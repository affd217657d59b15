import type { Clock } from '../../src/fix/clock.ts'

/** A clock that stands until a test moves it. Sockets are real all the same. */
export class ManualClock implements Clock {
  #elapsed = 0
  #startMs: number
  readonly #timers = new Set<{ at: number; run: () => void }>()

  constructor(startMs = Date.parse('2026-11-20T15:04:05.123Z')) {
    this.#startMs = startMs
  }

  epochMs(): number {
    return this.#startMs + this.#elapsed
  }

  monotonicMs(): number {
    return this.#elapsed
  }

  at(monotonicMs: number, run: () => void): () => void {
    const timer = { at: monotonicMs, run }
    if (monotonicMs !== Infinity) this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  soon(run: () => void): void {
    setImmediate(run)
  }

  /** Lets time pass, and what falls due in it happen in order. */
  advance(ms: number): void {
    const until = this.#elapsed + ms
    for (;;) {
      const next = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#timers.delete(next)
      this.#elapsed = Math.max(this.#elapsed, next.at)
      next.run()
    }
    this.#elapsed = until
  }

  /** The machine's clock is set, forward or back; time does not pass by it. */
  setBy(ms: number): void {
    this.#startMs += ms
  }

  /** Lets time pass in which the process stands still: what falls due in it happens late, in order. */
  standStill(ms: number): void {
    this.#elapsed += ms
    this.advance(0)
  }
}
