import type Database from 'better-sqlite3'
import type { AccountEvent } from '../../domain/events/account-event.ts'
import type { MarketReset, TradingDayEnded } from '../../domain/events/market-event.ts'
import type { OrderEvent, OrderReleased, StopTrailed } from '../../domain/events/order-event.ts'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { EventRecords } from '../encoding/batch-codec.ts'
import { EVENT_CODES, isOrderEventCode } from '../encoding/event-codes.ts'
import { IdFilter, layerBytes } from '../history/id-filter.ts'
import { JournalReader } from '../journal-reading/journal-reader.ts'
import { storedBatches } from '../journal-reading/stored-batches.ts'
import { journalPath } from '../journal/journal-file.ts'
import { AccountRows } from '../projections/tables/account-rows.ts'
import { ACTIVITY_TYPES } from '../projections/tables/activity-kinds.ts'
import { storedFilter } from '../projections/tables/id-filter-rows.ts'
import { OrderRows } from '../projections/tables/order-rows.ts'
import { TradingDayRows } from '../projections/tables/trading-day-rows.ts'
import { idGivenBy } from '../projections/tables/order-row.ts'
import { bootOfMachine, openReadModelForWriting, readProgress } from '../projections/tables/read-model.ts'
import { isDamage, isDiskFailure, storageFault } from '../directory/storage-fault.ts'

/** of what is projected: a read can't be interrupted, and an order may wait for the processor meanwhile */
const READ_TO_PROJECT = { batches: 8, bytes: 32 * 1024 }
/** ids that are taken into the filter between two times that it is stored: what a start has to take in again at most */
const IDS_BETWEEN_STORES = 2 ** 17

/** The batch being projected. */
interface OpenBatch {
  readonly records: EventRecords
  readonly through: number
  readonly chain: Buffer
}

/**
 * Makes read.db from journal.db, in transactions, so that whoever reads sees whole states only and a crash loses nothing that the journal
 * does not have. One at a time for a data directory, after `prepareReadModel`.
 */
export class Projector {
  private readonly breathe: () => void
  private readonly directory: string
  private readonly journal: JournalReader
  private readonly database: Database.Database
  private readonly orders: OrderRows
  private readonly accounts: AccountRows
  private readonly tradingDays: TradingDayRows
  private readonly statements: ReturnType<typeof prepare>
  private readonly filter: IdFilter
  private through: number
  private batchThrough: number
  private chain: Buffer
  private filterThrough: number
  private idsSinceStore = 0
  private batches: OpenBatch[] = []

  /** `breathe` is called between events and between rows: it may keep the projector waiting. */
  constructor(directory: string, breathe: () => void = () => undefined) {
    this.directory = directory
    this.breathe = breathe
    this.journal = new JournalReader(directory)
    this.database = openReadModelForWriting(directory)
    const progress = readProgress(this.database)
    this.through = progress.projectedThrough
    this.batchThrough = progress.batchThrough
    this.chain = progress.chain
    this.filterThrough = progress.filterThrough
    this.orders = new OrderRows(this.database, breathe)
    this.accounts = new AccountRows(this.database)
    this.tradingDays = new TradingDayRows(this.database)
    this.statements = prepare(this.database)
    this.filter = storedFilter(this.database)
    this.statements.setBoot.run(bootOfMachine())
    this.refillFilter()
  }

  /** Everything up to this position is projected, and can be read once it is committed. */
  get projectedThrough(): number {
    return this.through
  }

  /** Projects about `events` further events, which nobody sees before `commit`; returns how many, 0 when the journal has no more. */
  step(events: number): number {
    const before = this.through
    if (!this.openBatch()) return 0
    this.begin()
    for (let left = events; left > 0;) {
      const batch = this.openBatch()
      if (!batch) break
      left -= this.projectPart(batch, left)
    }
    this.orders.flush()
    this.accounts.flush()
    if (this.idsSinceStore >= IDS_BETWEEN_STORES) this.storeFilter()
    return this.through - before
  }

  /** Lets everybody see what was projected; false when that is nothing new. */
  commit(): boolean {
    if (!this.database.inTransaction) return false
    this.statements.setProgress.run(this.through, this.batchThrough, this.chain, this.filterThrough)
    this.statements.commit.run()
    return true
  }

  private begin(): void {
    if (!this.database.inTransaction) this.statements.begin.run()
  }

  close(): void {
    this.begin()
    this.storeFilter()
    this.statements.setProgress.run(this.through, this.batchThrough, this.chain, this.filterThrough)
    this.statements.setBoot.run('')
    this.statements.commit.run()
    this.database.close()
    this.journal.close()
  }

  /** The batch that holds the next position. */
  private openBatch(): OpenBatch | undefined {
    const [open] = this.batches
    if (open) return open
    const read = this.ofJournal(() => this.journal.stored(this.through + 1, READ_TO_PROJECT))
    this.breathe()
    this.batches = read.map(({ position, positions, chain, events }) => ({
      records: new EventRecords(events),
      through: position + positions - 1,
      chain,
    }))
    return this.batches[0]
  }

  /** Projects events of a batch, at most `limit`; returns how many, at least 1 so that empty batches count too. */
  private projectPart({ records, through, chain }: OpenBatch, limit: number): number {
    let taken = 0
    while (taken < limit) {
      if (!records.next()) {
        this.batches.shift()
        this.through = through
        this.batchThrough = through
        this.chain = chain
        return Math.max(1, taken)
      }
      // a batch that was projected in part before the process ended
      if (records.position <= this.through) continue
      this.project(records)
      this.through = records.position
      taken++
      this.breathe()
    }
    return taken
  }

  private project(records: EventRecords): void {
    const { code, position, bytes, start, end, account } = records
    const record = { position, bytes, start, end }
    if (isOrderEventCode(code)) {
      const event = records.event() as OrderEvent
      this.orders.takeOrderEvent(event, record)
      this.takeId(idGivenBy(event), event.order.account)
    } else if (code === EVENT_CODES.OrderReleased || code === EVENT_CODES.StopTrailed) {
      this.orders.takeReleased(records.event() as OrderReleased | StopTrailed, record)
    } else if (code >= EVENT_CODES.AccountOpened) {
      this.accounts.takeAccountEvent(records.event() as AccountEvent, position)
    } else if (code === EVENT_CODES.CancelRejected || code === EVENT_CODES.OrderStatusReported || code === EVENT_CODES.OrderRefused) {
      const event = records.event()
      this.orders.takeAnswer(event, record)
      if (event.type === 'CancelRejected' && event.order) this.takeId(event.clientOrderId, event.order.account)
    }
    if (code === EVENT_CODES.MarketReset) this.beginAnew(records.event() as MarketReset)
    if (code === EVENT_CODES.TradingDayEnded) this.tradingDays.take(records.event() as TradingDayEnded, position)
    if (code in ACTIVITY_TYPES) this.accounts.takeActivity(account, code, record)
  }

  private beginAnew({ market }: MarketReset): void {
    this.accounts.leaveBehind(market)
    this.tradingDays.forgetPrices(market)
  }

  private takeId(id: string, account: number): void {
    if (id === '') return
    this.filter.add(account, id)
    this.idsSinceStore++
  }

  // Full layers do not change any more.
  private storeFilter(): void {
    const { layers } = this.filter
    const stored = this.statements.lastLayer.get() ?? 0
    for (let index = stored; index < layers.length; index++) {
      const layer = layers[index]!
      this.statements.storeLayer.run(index, layer.count, layerBytes(layer))
    }
    this.filterThrough = this.through
    this.idsSinceStore = 0
  }

  /** Takes in the ids between the stored filter and what is projected. */
  private refillFilter(): void {
    this.ofJournal(() => {
      for (const { account, id } of idsBetween(this.journal, this.filterThrough + 1, this.through)) this.takeId(id, account)
    })
  }

  /** What is read of the journal: whoever gets an error of SQLite from the projector may take it for one of read.db. */
  private ofJournal<Result>(read: () => Result): Result {
    try {
      return read()
    } catch (error) {
      const fault = isDamage(error) || isDiskFailure(error) ? storageFault(error, this.directory) : undefined
      if (fault === undefined) throw error
      throw new DataDirectoryError(`${journalPath(this.directory)} cannot be used: ${fault}`, { cause: error })
    }
  }
}

/** The client order ids that the events of a range give, in order. */
export function* idsBetween(
  journal: JournalReader,
  from: number,
  through: number,
): Generator<{ readonly account: number; readonly id: string; readonly number: number; readonly position: number }> {
  if (from > through) return
  for (const batch of storedBatches(journal, from)) {
    const records = new EventRecords(batch.events)
    while (records.next()) {
      const { code, position } = records
      if (position < from || position > through || !GIVES_IDS.has(code)) continue
      const event = records.event()
      const id = idGivenBy(event)
      if (id !== '' && 'order' in event && event.order) yield { account: event.order.account, id, number: event.order.number, position }
    }
    if (batch.position + batch.positions > through) return
  }
}

const GIVES_IDS: ReadonlySet<number> = new Set([
  EVENT_CODES.OrderAccepted,
  EVENT_CODES.OrderRejected,
  EVENT_CODES.OrderReplaced,
  EVENT_CODES.OrderCancelled,
  EVENT_CODES.OrderPended,
  EVENT_CODES.CancelRejected,
])

function prepare(database: Database.Database) {
  return {
    begin: database.prepare('BEGIN'),
    commit: database.prepare('COMMIT'),
    setBoot: database.prepare<[string]>('UPDATE progress SET boot = ?'),
    setProgress: database.prepare<[number, number, Buffer, number]>(
      'UPDATE progress SET projected_through = ?, batch_through = ?, chain = ?, filter_through = ?',
    ),
    lastLayer: database.prepare<[], number | null>('SELECT max(layer) FROM id_filters').pluck(),
    storeLayer: database.prepare<[number, number, Buffer]>('INSERT OR REPLACE INTO id_filters VALUES (?, ?, ?)'),
  }
}
