import { Random } from './random.ts'

interface Task {
  at: number
  readonly sequence: number
  readonly run: () => void
  /** the life of the gateway's process that it belongs to; 0 = the world outside */
  readonly life: number
  isOff: boolean
}

/**
 * The only clock and the only queue of a simulation: what is due next runs next, and time jumps to it. `install` puts it behind the runtime's own
 * timers and clocks, so that the product's code runs as it is.
 */
export class SimulatedTime {
  /** epoch ms, with fractions */
  now: number
  /** tasks that have run */
  steps = 0
  readonly #startedAt: number
  readonly #random: Random
  readonly #heap: Task[] = []
  #sequence = 0
  #life = 1
  #soonAt = 0

  constructor(startMs: number, random: Random) {
    this.now = startMs
    this.#startedAt = startMs
    this.#random = random
  }

  /** From here on the runtime's timers and clocks are these. Only for a process that does nothing else. */
  install(): void {
    const timeout = (run: () => void, ms = 0): object => {
      const callOff = this.#add(this.now + Math.max(1, Number.isFinite(ms) ? ms : 1), run, this.#life)
      return { unref: () => undefined, callOff }
    }
    Object.assign(globalThis, {
      setTimeout: timeout,
      clearTimeout: (handle?: { callOff: () => void }) => handle?.callOff(),
      setImmediate: (run: () => void) => void this.#soon(run),
    })
    Date.now = () => Math.floor(this.now)
    Object.defineProperty(performance, 'now', { value: () => this.now - this.#startedAt, configurable: true })
    Math.random = () => {
      throw new Error('the product threw dice, which no seed repeats')
    }
  }

  /** Runs in the world outside the gateway's process. */
  after(ms: number, run: () => void): () => void {
    return this.#add(this.now + ms, run, 0)
  }

  /** Runs in the gateway's process as it is now: not at all once that has been killed. */
  inProcess(ms: number, run: () => void): void {
    this.#add(this.now + ms, run, this.#life)
  }

  /** The gateway's process is killed: nothing that it has scheduled happens. */
  endLife(): void {
    this.#life++
    const living = this.#heap.filter(({ isOff, life }) => !isOff && life === 0)
    // sorted is a heap as well
    this.#heap.splice(0, this.#heap.length, ...living.sort((a, b) => (isBefore(a, b) ? -1 : 1)))
  }

  /** Runs the next task; false when there is none. */
  step(): boolean {
    for (;;) {
      const task = this.#take()
      if (task === undefined) return false
      if (task.isOff) continue
      this.now = Math.max(this.now, task.at)
      this.steps++
      task.run()
      return true
    }
  }

  // Turns of the event loop come in order, with a moment between them in which the world goes on.
  #soon(run: () => void): void {
    this.#soonAt = Math.max(this.#soonAt, this.now) + this.#random.between(0, 0.05)
    this.#add(this.#soonAt, run, this.#life)
  }

  #add(at: number, run: () => void, life: number): () => void {
    const task: Task = { at, sequence: this.#sequence++, run, life, isOff: false }
    const heap = this.#heap
    let place = heap.length
    heap.push(task)
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!isBefore(task, heap[above]!)) break
      heap[place] = heap[above]!
      place = above
    }
    heap[place] = task
    return () => {
      task.isOff = true
    }
  }

  #take(): Task | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++
      if (!isBefore(heap[below]!, last)) break
      heap[place] = heap[below]!
      place = below
    }
    heap[place] = last
    return first
  }
}

const isBefore = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.sequence < b.sequence)
