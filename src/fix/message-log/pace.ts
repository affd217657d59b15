import { performance } from 'node:perf_hooks'

const LONGEST_TURN_MS = 4

/** Lets orders go on while a log is read: every loop over the journal breathes. */
export class Pace {
  #since = performance.now()

  /** At once, or in a later turn when this one has lasted long enough. */
  async breathe(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_TURN_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#since = performance.now()
  }
}
