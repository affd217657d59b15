import { type Gateway, run } from '../../../gateway.ts'
import { moveClock } from '../clock/move-clock.ts'
import type { TimedQuote } from './quote-file.ts'

/** Longest wait of a timer: a replay that is further apart looks again after it. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** Quotes that wait for their commit: others get their turn in between. */
const MOST_AT_ONCE = 200

export interface ReplayProgress {
  readonly state: 'running' | 'finished' | 'stopped'
  readonly quotes: number
  readonly done: number
}

/** Quotes that are set one after the other, the clock of the market going along. */
export class QuoteReplay {
  readonly #sequencer: Gateway['sequencer']
  readonly #market: number
  readonly #quotes: readonly TimedQuote[]
  #done = 0
  readonly #isReset: () => boolean
  readonly #clockAt: () => number
  #stopped = false
  #wake: () => void = () => undefined

  /** `clockAt`: where the clock of the market stands; `isReset`: it has begun anew since, which ends the replay */
  constructor(parts: {
    readonly sequencer: Gateway['sequencer']
    readonly market: number
    readonly quotes: readonly TimedQuote[]
    readonly clockAt: () => number
    readonly isReset: () => boolean
  }) {
    this.#clockAt = parts.clockAt
    this.#isReset = parts.isReset
    this.#sequencer = parts.sequencer
    this.#market = parts.market
    this.#quotes = parts.quotes
  }

  get progress(): ReplayProgress {
    return { state: this.#state, quotes: this.#quotes.length, done: this.#done }
  }

  get #state(): ReplayProgress['state'] {
    if (this.#done === this.#quotes.length) return 'finished'
    return this.#hasStopped() ? 'stopped' : 'running'
  }

  /** Sets the quotes `speed` times as fast as they came; without one as fast as it goes. Resolves at the end, or when it is stopped. */
  async play(speed?: number): Promise<void> {
    try {
      await this.#setAll(speed)
    } catch (error) {
      this.#stopped = true
      throw error
    }
  }

  async #setAll(speed: number | undefined): Promise<void> {
    let last = this.#quotes[0]!.at
    const setting: Promise<void>[] = []
    // what fails is told where all are waited for; until then nobody looks at them, and a rejection that nobody looks at ends the process
    const begin = (command: Promise<void>): void => {
      command.catch(() => undefined)
      setting.push(command)
    }
    for (const { at, symbol, quote } of this.#quotes) {
      if (speed !== undefined) await this.#wait((at - last) / speed)
      if (this.#hasStopped()) break
      last = at
      if (this.#clockAt() !== at) {
        const moved = moveClock(this.#sequencer, { market: this.#market, to: at, isOver: () => this.#hasStopped() })
        // commands run at once: only where the clock has far to go, or too much waits for its commit, it has not arrived yet
        if (this.#clockAt() === at) begin(moved)
        else await moved
      }
      if (this.#hasStopped()) break
      begin(run(this.#sequencer, { type: 'MoveQuote', market: this.#market, symbol, quote }).then(() => void this.#done++))
      if (setting.length >= MOST_AT_ONCE) await Promise.all(setting.splice(0))
    }
    await Promise.all(setting)
  }

  stop(): void {
    this.#stopped = true
    this.#wake()
  }

  #hasStopped(): boolean {
    return this.#stopped || this.#isReset()
  }

  async #wait(ms: number): Promise<void> {
    for (let left = ms; left > 0 && !this.#stopped; left -= LONGEST_WAIT_MS) {
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(resolve, Math.min(left, LONGEST_WAIT_MS))
        this.#wake = () => {
          clearTimeout(timeout)
          resolve()
        }
      })
    }
  }
}
