import { performance } from 'node:perf_hooks'
import type { Availability } from '../http/availability.ts'
import type { Sequencer } from '../sequencer.ts'
import { endSoon } from './farewell.ts'

/** How the gateway stands: since when it runs, and whether it takes work. */
export class Standing {
  private readonly startedAt = performance.now()
  private readonly onFatal: (error: Error) => void
  private current: Availability = 'replaying'
  /** of a gateway that has started */
  private sequencer: Pick<Sequencer, 'fail'> | undefined

  /** `onFatal`: the process has to end */
  constructor(onFatal: (error: Error) => void) {
    this.onFatal = onFatal
  }

  /** Whole seconds. */
  readonly uptimeS = (): number => Math.floor((performance.now() - this.startedAt) / 1000)

  readonly availability = (): Availability => this.current

  /** Everything listens: work is taken from here on. */
  start(sequencer: Pick<Sequencer, 'fail'>): void {
    this.sequencer = sequencer
    this.current = 'ready'
  }

  /** New work is refused, and what was taken is done. */
  drain(): void {
    this.current = 'draining'
  }

  /** Resolves where all is well; a failure ends the process by itself, with what there is to say of it. */
  readonly unlessFailed = (): Promise<void> => (this.current === 'failed' ? new Promise(() => undefined) : Promise.resolve())

  /** Nothing more becomes durable: whoever asks is told so for a moment, and whoever waits that the outcome is not known. */
  readonly fail = (error: Error): void => {
    if (this.current === 'failed') return
    this.current = 'failed'
    if (this.sequencer === undefined) {
      this.onFatal(error)
      return
    }
    this.sequencer.fail(error)
    endSoon(error, this.onFatal)
  }
}
