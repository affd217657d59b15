/** Time as the gateway sees it; tests and simulations bring their own. */
export interface Clock {
  /** the real clock, epoch ms: SendingTime(52), schedules */
  epochMs(): number
  /** never runs backwards, ms: heartbeats, limits */
  monotonicMs(): number
  /** Calls once, not before `monotonicMs` has come; the returned function calls it off. */
  at(monotonicMs: number, run: () => void): () => void
  /** Calls in a later turn, after what is ready now. */
  soon(run: () => void): void
}

/** Both times of one moment. */
export interface Moment {
  readonly epochMs: number
  readonly monotonicMs: number
}

export const momentOf = (clock: Clock): Moment => ({ epochMs: clock.epochMs(), monotonicMs: clock.monotonicMs() })

export const systemClock: Clock = {
  epochMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  at(monotonicMs, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, Math.ceil(monotonicMs - performance.now())), LONGEST_TIMEOUT_MS))
    return () => clearTimeout(timer)
  },
  soon: (run) => void setImmediate(run),
}

/** Timers of the runtime fire at once when asked for more. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1
