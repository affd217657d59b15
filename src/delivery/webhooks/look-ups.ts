import { lookup } from 'node:dns/promises'
import { performance } from 'node:perf_hooks'

/** The addresses of a name; none where they can't be had. */
export type LookUp = (name: string) => Promise<readonly string[]>

/**
 * Looks names up, each once at a time, however many events wait for it. Two look-ups run at a time, and one whose name server does not answer takes ten
 * seconds: names that are not known to be answered at once share one of the two places, and all others find the other one free.
 */
export class LookUps {
  readonly #lookUp: LookUp
  readonly #now: () => number
  /** by name; those that have yet to begin are in `#waiting` too */
  readonly #underWay = new Map<string, Promise<readonly string[]>>()
  /** in the order in which they came */
  readonly #waiting = new Map<string, () => void>()
  readonly #asked = new Set<string>()
  /** names that have been looked up: whether that was quick the last time; longest ago first */
  readonly #wasQuick = new Map<string, boolean>()

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(lookUp: LookUp = addressesOf, now = () => performance.now()) {
    this.#lookUp = lookUp
    this.#now = now
  }

  addressesOf(name: string): Promise<readonly string[]> {
    const known = this.#underWay.get(name)
    if (known !== undefined) return known
    const underWay = new Promise<void>((resolve) => this.#waiting.set(name, resolve)).then(() => this.#ask(name))
    this.#underWay.set(name, underWay)
    this.#begin()
    return underWay
  }

  /** Begins what there is room for. */
  #begin(): void {
    while (this.#asked.size < THREADS) {
      const next = this.#next([...this.#waiting.keys()])
      if (next === undefined) return
      this.#asked.add(next)
      this.#waiting.get(next)!()
      this.#waiting.delete(next)
    }
  }

  /** Those that nobody knows yet come before those that are known to be slow. */
  #next(waiting: readonly string[]): string | undefined {
    const isQuick = (name: string): boolean => this.#wasQuick.get(name) === true
    const quick = waiting.find(isQuick)
    if (quick !== undefined || ![...this.#asked].every(isQuick)) return quick
    return waiting.find((name) => !this.#wasQuick.has(name)) ?? waiting[0]
  }

  async #ask(name: string): Promise<readonly string[]> {
    const begun = this.#now()
    try {
      return await this.#lookUp(name)
    } finally {
      this.#note(name, this.#now() - begun)
      this.#asked.delete(name)
      this.#underWay.delete(name)
      this.#begin()
    }
  }

  #note(name: string, durationMs: number): void {
    this.#wasQuick.delete(name)
    this.#wasQuick.set(name, durationMs < SLOW_MS)
    const [oldest] = this.#wasQuick.keys()
    if (this.#wasQuick.size > MOST_REMEMBERED) this.#wasQuick.delete(oldest!)
  }
}

async function addressesOf(name: string): Promise<readonly string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}

/** of the four that Node has, for whatever waits on others: what more is asked waits for one */
const THREADS = 2
const SLOW_MS = 1_000
const MOST_REMEMBERED = 10_000
