import { performance } from 'node:perf_hooks'

/** Does a piece of work of about a millisecond; what it says it costs beside that, in ms, is rested for too. */
export type Slice = () => number

/**
 * Lets delivery work on the thread of the orders without being in their way: a slice at a time, then twice as long a rest. Work that is asked
 * for while nothing rests begins in the same turn of the event loop; what is asked for again goes behind the others.
 */
export class Slices {
  readonly #queue = new Set<Slice>()
  #isScheduled = false
  #restsUntil = 0
  #hasStopped = false

  /** Runs a slice soon, once, however often it is asked for until then. */
  request(slice: Slice): void {
    if (this.#hasStopped) return
    this.#queue.add(slice)
    this.#schedule()
  }

  /** It is not wanted any more. */
  forget(slice: Slice): void {
    this.#queue.delete(slice)
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
    this.#isScheduled = false
    const [slice] = this.#queue
    if (slice === undefined) return
    this.#queue.delete(slice)
    const started = performance.now()
    const extraMs = slice()
    const ended = performance.now()
    this.#restsUntil = ended + (ended - started + extraMs) * REST
    if (this.#queue.size > 0) this.#schedule()
  }
}

/** of the time of a slice */
const REST = 2
