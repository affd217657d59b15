import { spawn, type ChildProcess } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Logger } from '../telemetry/logger.ts'

const RUN = fileURLToPath(new URL('../../run.js', import.meta.url))
const SNAPSHOTTER = fileURLToPath(new URL('./snapshotter.ts', import.meta.url))

export interface SnapshotScheduleParts {
  /** the data directory */
  readonly directory: string
  /** events between two snapshots */
  readonly everyEvents: number
  /** first position that the newest snapshot does not hold */
  readonly from: number
  readonly logger: Logger
  /** there is a new one */
  readonly onMade: () => void
}

/**
 * Has a snapshot made every so many events, by a process of its own that replays the journal from the last one: the order path never
 * stands still for it, and its memory is not ours. One that fails costs nothing but time at the next start; it is tried again later.
 */
export class SnapshotSchedule {
  private readonly parts: SnapshotScheduleParts
  /** position of the newest snapshot; 0 without one */
  private made: number
  /** where one was tried last */
  private tried: number
  /** what was projected last */
  private newest: number
  private madeAt: number | undefined
  private running: ChildProcess | undefined
  private ended: Promise<void> = Promise.resolve()
  private stopped = false

  constructor(parts: SnapshotScheduleParts) {
    this.parts = parts
    this.made = this.tried = this.newest = parts.from - 1
  }

  /** Everything up to this position, the end of a batch, is durable and shown by read.db. */
  projected(position: number): void {
    this.newest = position
    if (this.stopped || this.running !== undefined || position - this.tried < this.parts.everyEvents) return
    this.start(position)
  }

  report(): { readonly snapshot_position: number | null; readonly snapshot_at: string | null } {
    return {
      snapshot_position: this.made > 0 ? this.made : null,
      snapshot_at: this.madeAt === undefined ? null : new Date(this.madeAt).toISOString(),
    }
  }

  /** Ends what is under way; nothing is lost by it. */
  async stop(): Promise<void> {
    this.stopped = true
    this.running?.kill('SIGKILL')
    await this.ended
  }

  private start(position: number): void {
    const { directory, logger } = this.parts
    // also where none comes of it: the next one is tried as many events later
    this.tried = position
    const began = performance.now()
    const program = [RUN, SNAPSHOTTER, directory, String(position), String(process.pid)]
    let child: ChildProcess
    try {
      child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'] })
    } catch (error) {
      // no memory for another process, for one
      logger.warn({ position, complaint: (error as Error).message }, NOT_MADE)
      return
    }
    this.running = child
    let complaint = ''
    // absent where no more files can be opened: that is told as an error
    child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => (complaint += error.message))
      child.once('close', (code) => {
        this.running = undefined
        if (code === 0) {
          this.made = position
          this.madeAt = Date.now()
          logger.info({ position, duration_ms: Math.round(performance.now() - began) }, 'snapshot made')
          this.parts.onMade()
        } else if (!this.stopped) logger.warn({ position, complaint: complaint.slice(0, 1000) }, NOT_MADE)
        // behind a burst there may be no event for long that would tell of the next one
        if (this.newest > this.tried) this.projected(this.newest)
        resolve()
      })
    })
  }
}

const NOT_MADE = 'no snapshot was made'
