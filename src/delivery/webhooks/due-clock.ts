/**
 * By which it is told what is due, epoch ms: the real clock, but where that is set back this one runs on until the real one is there again, so that what is
 * due is due after as long as before. `newest`: a moment that it has already shown, in an earlier process. It has to be looked at every few seconds.
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
