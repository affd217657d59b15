import type { Clock } from '../clock.ts'

/**
 * Gives those who read the past their turns: however many sessions are told of it at once, as after a restart, or ask for it again, a few steps are taken in
 * a turn of the event loop, in the order in which they came, and orders come in between.
 */
export class PastTurns {
  readonly #clock: Pick<Clock, 'soon'>
  readonly #waiting: (() => void)[] = []
  #isScheduled = false

  constructor(clock: Pick<Clock, 'soon'>) {
    this.#clock = clock
  }

  /** Calls in a later turn. */
  soon(step: () => void): void {
    this.#waiting.push(step)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return
    this.#isScheduled = true
    this.#clock.soon(this.#turn)
  }

  readonly #turn = (): void => {
    const steps = this.#waiting.splice(0, STEPS_AT_ONCE)
    this.#isScheduled = false
    this.#schedule()
    for (const step of steps) step()
  }
}

/** A step that finds nothing takes a quarter of a millisecond to half of one, and one that sends 64 KiB again about one. */
const STEPS_AT_ONCE = 4
