import { statSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../domain/time/durations.ts'
import type { Journal } from '../journal/journal.ts'
import { Thread } from '../worker-thread.ts'
import { archivesOf } from './archive-files.ts'
import { type ArchiverWorkerData, newArchiverCells, type SealedArchive, STOP } from './archiver-protocol.ts'
import type { RetentionPolicy } from './retention-plan.ts'

export interface ArchiveScheduleParts {
  /** of the data directory */
  readonly directory: string
  readonly policy: RetentionPolicy
  readonly journal: Pick<Journal, 'run'>
  readonly projectedThrough: () => number
  readonly onArchived: (archive: SealedArchive, durationMs: number) => void
  /** No archive was made, or its batches are not yet taken out: nothing is lost, and it is tried again. */
  readonly onFailure: (error: Error) => void
}

/** How much is in archives. */
export interface ArchiveFigures {
  readonly archives: number
  readonly bytes: number
  /** epoch ms: when journal.db last got rid of something in this process */
  readonly archivedAt: number | undefined
}

/** the journal's thread has most of its time for commits */
const REST_PER_STEP = 10
const REST_MS = { least: 5, most: 250 }

/**
 * Moves what the policy does not want in journal.db into archives, one after the other, while orders go on: a thread makes the archive, and only when
 * that is on the disk are its batches deleted by the journal's own thread, a few at a time. A process may end at any point: the next one goes on from what
 * it finds.
 */
export class ArchiveSchedule {
  private readonly parts: ArchiveScheduleParts
  private readonly cells = new Int32Array(newArchiverCells())
  private readonly timer: NodeJS.Timeout
  private working: Promise<void> | undefined
  private isAskedAgain = false
  private archivedAt: number | undefined
  private stored: Pick<ArchiveFigures, 'archives' | 'bytes'>

  constructor(parts: ArchiveScheduleParts) {
    this.parts = parts
    this.stored = figuresOf(parts.directory)
    this.timer = setInterval(() => this.check(), HOUR_MS)
    this.timer.unref()
  }

  /** Makes what archives are due; returns at once. */
  check(): void {
    if (this.isStopped) return
    this.isAskedAgain = this.working !== undefined
    this.working ??= this.work().finally(() => {
      this.working = undefined
      if (this.isAskedAgain) this.check()
    })
  }

  figures(): ArchiveFigures {
    return { ...this.stored, archivedAt: this.archivedAt }
  }

  /** Ends what is under way; nothing is lost by it. Before the journal is closed. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    Atomics.store(this.cells, STOP, 1)
    Atomics.notify(this.cells, STOP)
    await this.working
  }

  private get isStopped(): boolean {
    return Atomics.load(this.cells, STOP) === 1
  }

  private async work(): Promise<void> {
    try {
      while (!this.isStopped) {
        const begun = performance.now()
        const sealed = await this.seal()
        if (!sealed) return
        await this.takeOut(sealed)
        this.stored = figuresOf(this.parts.directory)
        if (this.isStopped) return
        this.archivedAt = Date.now()
        this.parts.onArchived(sealed, performance.now() - begun)
      }
    } catch (error) {
      this.parts.onFailure(error as Error)
    }
  }

  /** The next archive, on the disk; undefined where none is due. */
  private async seal(): Promise<SealedArchive | undefined> {
    const { directory, policy, projectedThrough } = this.parts
    const result: { sealed?: SealedArchive; error?: Error } = {}
    const data: ArchiverWorkerData = {
      directory,
      cells: this.cells.buffer,
      policy,
      projectedThrough: projectedThrough(),
    }
    const thread = new Thread({
      name: 'archiver',
      program: new URL('./archiver-worker.ts', import.meta.url),
      data,
      onMessage: (message) => (result.sealed = message as SealedArchive),
      onFailure: (error) => (result.error = error),
    })
    await thread.join()
    if (result.error) throw result.error
    return result.sealed
  }

  private async takeOut({ steps }: SealedArchive): Promise<void> {
    for (const through of steps) {
      if (this.isStopped) return
      const begun = performance.now()
      await this.parts.journal.run('DELETE FROM batches WHERE position <= ?', [through])
      await sleep(Math.min(REST_MS.most, Math.max(REST_MS.least, REST_PER_STEP * (performance.now() - begun))))
    }
  }
}

function figuresOf(directory: string): Pick<ArchiveFigures, 'archives' | 'bytes'> {
  const files = archivesOf(directory)
  // one that is a link may lead to a disk that is away: others are made meanwhile
  const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return { archives: files.length, bytes: files.reduce((sum, { path }) => sum + bytesOf(path), 0) }
}
