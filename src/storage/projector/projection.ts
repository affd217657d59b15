import type Database from 'better-sqlite3'
import { watchExpendable } from '../directory/expendable-database.ts'
import { JournalReader } from '../journal-reading/journal-reader.ts'
import { AccountQueries } from '../projections/queries/account-queries.ts'
import { ActivityQueries } from '../projections/queries/activity-queries.ts'
import { FundingQueries } from '../projections/queries/funding-queries.ts'
import { OrderQueries } from '../projections/queries/order-queries.ts'
import { TradingDayQueries } from '../projections/queries/trading-day-queries.ts'
import { openReadModel, prepareReadModel } from '../projections/tables/read-model.ts'
import type { FixLogRequest, ProjectorReply, ProjectorWorkerData } from './projector-protocol.ts'
import { newProjectorCells, REST, SIGNAL, STOP, URGENT } from './projector-protocol.ts'
import { SearchThread } from '../search/search-thread.ts'
import { Thread } from '../worker-thread.ts'

/** share of a processor that the projector takes while nobody waits for it */
const EASY_DUTY = 0.3

export interface ProjectionOptions {
  /** of the data directory; journal.db exists */
  readonly directory: string
  /** events that it may be behind: it rests less from an eighth of them on, and not at all when they are reached */
  readonly maxLagEvents: number
  /** inbound FIX messages that are kept */
  readonly fixLogMessages: number
  /** everything up to this position can be read now: the engine may let go of orders that ended up to it */
  readonly onProgress: (projectedThrough: number) => void
  /** fix-log.db was damaged, and is another file now */
  readonly onFixLogBegunAnew: (complaint: string) => void
  /** another program has fix-log.db locked: inbound FIX messages are not logged until it lets go */
  readonly onFixLogHeld: () => void
  /** it has stopped for good, or read.db can't be read: the process has to end */
  readonly onFailure: (error: Error) => void
}

interface Waiter {
  readonly through: number
  readonly resolve: () => void
}

/**
 * The read model of the past, as the main thread has it: queries over read.db, and the thread that makes read.db from the journal. Reads are
 * synchronous and short, but for searches, which have a thread of their own; what they show ends at `projectedThrough`.
 */
export class Projection {
  readonly orders: OrderQueries
  readonly accounts: AccountQueries
  readonly activities: ActivityQueries
  readonly funding: FundingQueries
  readonly tradingDays: TradingDayQueries
  /** what may pass over much before it has found something */
  readonly searches: SearchThread
  /** for History, on this thread */
  readonly database: Database.Database
  private readonly options: ProjectionOptions
  private readonly cells: Int32Array
  private readonly thread: Thread
  private through: number
  private durableThrough: number
  private waiters: Waiter[] = []
  private isClosing = false
  /** of the FIX log, that are not written yet */
  private fixLogPieces = 0
  private isFixLogAwaited = false
  private onFixLog: ((memory: ArrayBuffer, length: number) => void) | undefined

  /** Opens read.db, or makes it anew where it does not belong to this journal, and starts the projector. */
  constructor(options: ProjectionOptions) {
    this.options = options
    const { directory, fixLogMessages } = options
    const journal = new JournalReader(directory)
    this.through = prepareReadModel(directory, journal).projectedThrough
    this.durableThrough = journal.lastPosition()
    journal.close()
    this.database = openReadModel(directory)
    watchExpendable(this.database, options.onFailure)
    this.orders = new OrderQueries(this.database)
    this.accounts = new AccountQueries(this.database)
    this.activities = new ActivityQueries(this.database)
    this.funding = new FundingQueries(this.database)
    this.tradingDays = new TradingDayQueries(this.database)
    this.searches = new SearchThread({ directory, onFailure: options.onFailure })
    const cells = newProjectorCells()
    this.cells = new Int32Array(cells)
    this.setRest()
    const data: ProjectorWorkerData = { directory, cells, fixLogMessages }
    this.thread = new Thread({
      name: 'projector',
      program: new URL('./projector-worker.ts', import.meta.url),
      data,
      onMessage: (message) => this.receive(message as ProjectorReply),
      onFailure: options.onFailure,
    })
  }

  /** Everything up to this position can be read. */
  get projectedThrough(): number {
    return this.through
  }

  /** Durable events that cannot be read yet. */
  get lag(): number {
    return Math.max(0, this.durableThrough - this.through)
  }

  /** Tells that everything up to a position is durable. Costs less than a microsecond. */
  notify(durableThrough: number): void {
    this.durableThrough = durableThrough
    this.setRest()
    this.signal()
  }

  /**
   * Resolves once everything before a position can be read; the projector does not rest until then. The position may lie one behind the
   * newest event that was executed: it is waited for until it is durable.
   */
  caughtUp(position: number): Promise<void> {
    if (this.through >= position - 1) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiters.push({ through: position - 1, resolve })
      this.hurry()
    })
  }

  /** Hands a piece of the FIX log to the thread, see FixLogStore; its memory comes back to `onWritten`. */
  writeFixLog(memory: ArrayBuffer, length: number, onWritten: (memory: ArrayBuffer, length: number) => void): void {
    this.onFixLog = onWritten
    this.fixLogPieces++
    this.thread.post({ kind: 'piece', memory, length } satisfies FixLogRequest, [memory])
    this.signal()
  }

  /** Who reads fix-log.db has met damage: the thread begins it anew, and `onFixLogBegunAnew` is told. */
  beginFixLogAnew(complaint: string): void {
    this.thread.post({ kind: 'damage', complaint } satisfies FixLogRequest)
    this.signal()
  }

  /** Somebody waits for what was handed over of the FIX log: the thread does not rest until it is written. */
  hurryFixLog(): void {
    if (this.fixLogPieces === 0) return
    this.isFixLogAwaited = true
    this.hurry()
  }

  /** Ends the thread after the transaction at hand; what is not projected then is at the next start. */
  async close(): Promise<void> {
    this.isClosing = true
    // whoever only reads can't clear the log away: the thread lets go last
    await this.searches.close()
    this.database.close()
    Atomics.store(this.cells, STOP, 1)
    this.hurry()
    await this.thread.join()
  }

  private receive(reply: ProjectorReply): void {
    switch (reply.kind) {
      case 'progress':
        this.noteProgress(reply.through)
        return
      case 'fix-log':
        this.fixLogPieces--
        this.isFixLogAwaited &&= this.fixLogPieces > 0
        this.restAgain()
        this.onFixLog?.(reply.memory, reply.length)
        return
      case 'fix-log-begun-anew':
        this.options.onFixLogBegunAnew(reply.complaint)
        return
      case 'fix-log-held':
        this.options.onFixLogHeld()
        return
      default:
        reply satisfies never
    }
  }

  private noteProgress(projectedThrough: number): void {
    this.through = projectedThrough
    this.setRest()
    const waiting = this.waiters.filter(({ through }) => through > projectedThrough)
    const done = this.waiters.filter(({ through }) => through <= projectedThrough)
    this.waiters = waiting
    this.restAgain()
    this.options.onProgress(projectedThrough)
    for (const { resolve } of done) resolve()
  }

  /** The further it is behind, the less it rests: from `EASY_DUTY` at an eighth of the bound to all of the time at the bound. */
  private setRest(): void {
    const excess = Math.min(1, Math.max(0, ((8 * this.lag) / this.options.maxLagEvents - 1) / 7))
    const duty = EASY_DUTY + (1 - EASY_DUTY) * excess
    Atomics.store(this.cells, REST, Math.round(100 / duty - 100))
  }

  /** The thread does not rest from now on. */
  private hurry(): void {
    Atomics.store(this.cells, URGENT, 1)
    Atomics.notify(this.cells, URGENT)
    this.signal()
  }

  /** It may rest, unless somebody waits. */
  private restAgain(): void {
    if (this.waiters.length === 0 && !this.isFixLogAwaited && !this.isClosing) Atomics.store(this.cells, URGENT, 0)
  }

  private signal(): void {
    Atomics.add(this.cells, SIGNAL, 1)
    Atomics.notify(this.cells, SIGNAL)
  }
}
