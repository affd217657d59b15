import { performance } from 'node:perf_hooks'
import { DataDirectoryError } from '../storage/directory/data-directory-error.ts'

/** Does about a millisecond of work. Returns what it will cost beyond that, in ms, for which delivery rests as well. */
export type Slice = () => number

/**
 * Lets delivery work on the thread of the orders without being in their way: a slice at a time, then a rest, which is the longer the busier
 * the thread is with everything else, and longest while orders wait. Work that is asked for while nothing rests begins in the same turn of the
 * event loop; what is asked for again goes behind the others.
 */
export class Slices {
  readonly #queue = new Set<Slice>()
  #isScheduled = false
  #restsUntil = 0
  #share = MOST_SHARE
  #window = performance.eventLoopUtilization()
  /** of slices, in the window */
  #ownMs = 0
  /** at the window's beginning */
  #spunBefore = 0
  readonly #areOrdersWaiting: () => boolean
  readonly #spunMs: () => number
  readonly #onUnreadable: (error: DataDirectoryError) => void
  readonly #onFailure: (error: unknown) => void
  readonly #retries = new Map<Slice, NodeJS.Timeout>()
  #hasStopped = false

  /**
   * `areOrdersWaiting`: they come faster than they are done. `onUnreadable`: a slice wants an archive that is not there or is damaged; it is run again
   * after a while, when somebody may have put it back. `onFailure`: a slice has failed in another way. `spunMs`: what the thread has spent looking for
   * work instead of sleeping.
   */
  constructor(parts: {
    readonly areOrdersWaiting: () => boolean
    readonly onUnreadable: (error: DataDirectoryError) => void
    readonly onFailure: (error: unknown) => void
    readonly spunMs: () => number
  }) {
    this.#areOrdersWaiting = parts.areOrdersWaiting
    this.#onUnreadable = parts.onUnreadable
    this.#onFailure = parts.onFailure
    this.#spunMs = parts.spunMs
  }

  /** Runs a slice soon, once, however often it is asked for until then. */
  request(slice: Slice): void {
    if (this.#hasStopped || this.#retries.has(slice)) return
    this.#queue.add(slice)
    this.#schedule()
  }

  /** It is not wanted any more. */
  forget(slice: Slice): void {
    this.#queue.delete(slice)
    clearTimeout(this.#retries.get(slice))
    this.#retries.delete(slice)
  }

  stop(): void {
    this.#hasStopped = true
    this.#queue.clear()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const restMs = this.#restsUntil - performance.now()
    if (restMs > 0) setTimeout(this.#run, Math.ceil(restMs))
    else setImmediate(this.#run)
  }

  readonly #run = (): void => {
    const [slice] = this.#queue
    if (slice === undefined) {
      this.#isScheduled = false
      return
    }
    this.#queue.delete(slice)
    const started = performance.now()
    // timers are late by more than a slice lasts: what was rested too long is not rested again
    const restedMs = Math.min(started - this.#restsUntil, MOST_RESTED_MS)
    const extraMs = this.#do(slice)
    const ended = performance.now()
    const ms = ended - started + extraMs
    this.#ownMs += ms
    this.#look()
    const share = this.#areOrdersWaiting() ? LEAST_SHARE : this.#share
    this.#restsUntil = ended + Math.min(ms * (1 / share - 1), LONGEST_REST_MS) - restedMs
    // only now: what the slice has asked for itself waits for the rest too
    this.#isScheduled = false
    if (this.#queue.size > 0) this.#schedule()
  }

  #do(slice: Slice): number {
    try {
      return slice()
    } catch (error) {
      if (!(error instanceof DataDirectoryError)) {
        this.#onFailure(error)
        return 0
      }
      this.#onUnreadable(error)
      const again = (): void => {
        this.#retries.delete(slice)
        this.request(slice)
      }
      this.#retries.set(slice, setTimeout(again, RETRY_MS).unref())
      return 0
    }
  }

  /** How busy the thread was in the last moments. */
  #look(): void {
    const { utilization, active, idle } = performance.eventLoopUtilization(this.#window)
    const windowMs = active + idle
    if (windowMs < WINDOW_MS) return
    const spunMs = this.#spunMs()
    this.#share = deliveryShare({ utilization, own: this.#ownMs / windowMs, spun: (spunMs - this.#spunBefore) / windowMs })
    this.#window = performance.eventLoopUtilization()
    this.#ownMs = 0
    this.#spunBefore = spunMs
  }
}

/**
 * The part of the thread's time that delivery may have: what the others leave of half of it, never so little that it stands still.
 * `utilization`: the part of the last moments that was not idle; of it, `own` was delivery's, and in `spun` the thread looked for work.
 */
export function deliveryShare({ utilization, own, spun }: Record<'utilization' | 'own' | 'spun', number>): number {
  return Math.min(MOST_SHARE, Math.max(LEAST_SHARE, BUSY - (utilization - own - spun)))
}

const BUSY = 0.5
const MOST_SHARE = 0.5
const LEAST_SHARE = 0.02
const WINDOW_MS = 50
/** that count for the rests behind it: so much may be done without one */
const MOST_RESTED_MS = 2
/** A slice that would be rested for longer most likely stood still without a processor, or waited for the disk. */
const LONGEST_REST_MS = 500
const RETRY_MS = 10_000
