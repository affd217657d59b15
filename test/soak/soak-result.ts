import type { Growth } from './heap-growth.ts'
import type { MinuteOfAnswers } from './latencies.ts'

/** One minute of a soak. Sizes in MiB, times of answers in milliseconds. */
export interface SoakMinute {
  readonly minute: number
  readonly offered: number
  readonly fix: MinuteOfAnswers
  readonly rest: MinuteOfAnswers
  /** largest of the minute */
  readonly residentMiB: number
  /** smallest of the minute: what is left when garbage has been collected */
  readonly heapMiB: number
  /** V8's own figure of what its objects hold outside of its heap */
  readonly externalMiB: number
  /** what resident memory consists of at the end of the minute */
  readonly mallocMiB: number
  readonly v8MiB: number
  readonly mappedMiB: number
  readonly handles: number
  readonly descriptors: number
  readonly openOrders: number
  readonly events: number
  readonly journalMiB: number
  readonly readModelMiB: number
  readonly otherMiB: number
  /** largest of the minute, in events */
  readonly projectorLag: number
  readonly webhookLag: number
  /** of one core, all threads of the gateway */
  readonly cpuPercent: number
  /** runnable tasks of the machine */
  readonly machineLoad: number
}

export interface SoakResult {
  readonly date: string
  readonly commit: string
  readonly node: string
  readonly cores: number
  readonly rate: number
  readonly seed: number
  readonly minutes: readonly SoakMinute[]
  /** absent where it was not looked at; live bytes after a full collection, before the first minute and at the end, with what grew most between, and how much was asked meanwhile */
  readonly heap?: {
    readonly atFirst: number
    readonly atLast: number
    readonly growth: readonly Growth[]
    readonly requests: number
  }
  readonly totals: {
    readonly requests: number
    readonly reconnects: number
    readonly resent: number
    readonly events: number
    readonly slowReadersCut: number
    readonly outcomes: Readonly<Record<string, number>>
    /** lines of the log of level warn and above */
    readonly warnings: readonly string[]
  }
}
