/**
 * The clock that says what is due, epoch ms: the real one, except that it runs on where that is set back, until the real one is there again. So nothing
 * falls due later for it. `newest`: a moment that it has shown in an earlier process. It has to be read every few seconds to notice that.
 */
export function dueClock(now: () => number, newest: number): () => number {
  let last = now()
  let due = Math.max(last, newest)
  return () => {
    const real = now()
    const passed = real - last
    const wasSet = passed < 0 || passed > LONGEST_PAUSE_MS
    last = real
    due = Math.max(real, wasSet ? due : due + passed)
    return due
  }
}

/** between two looks */
const LONGEST_PAUSE_MS = 60_000
