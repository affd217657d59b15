import type Database from 'better-sqlite3'
import type { CancelOrder, OrderReference, PlaceOrder, RefuseOrder, ReplaceOrder } from '../../domain/commands/order-command.ts'
import type { Command } from '../../domain/command.ts'
import type { LoadedTrade } from '../../domain/commands/execution-command.ts'
import type { RefuseRequest, ReportOrderStatus } from '../../domain/commands/session-command.ts'
import type { Event } from '../../domain/event.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { EngineView } from '../../domain/view.ts'
import type { IdFilter } from './id-filter.ts'
import { HistoryTrades, type LedgersRead } from './history-trades.ts'
import { Unprojected } from './unprojected.ts'
import { JournalReader } from '../journal-reading/journal-reader.ts'
import type { ActivityQueries } from '../projections/queries/activity-queries.ts'
import type { OrderQueries } from '../projections/queries/order-queries.ts'
import { storedFilter } from '../projections/tables/id-filter-rows.ts'
import { idGivenBy } from '../projections/tables/order-row.ts'
import { readProgress } from '../projections/tables/read-model.ts'
import { idsBetween } from '../projector/projector.ts'

export interface HistoryParts {
  /** of the data directory */
  readonly directory: string
  readonly view: Pick<EngineView, 'order' | 'findOrder'>
  /** `Projection` */
  readonly projection: {
    readonly database: Database.Database
    readonly orders: OrderQueries
    readonly activities: ActivityQueries
    readonly projectedThrough: number
  }
  /** first position of which the engine still has to be told: `noteReplayed` is told of it too */
  readonly replayFrom: number
}

/**
 * What a command needs of the past, attached before it runs. An order stays in the engine until read.db shows that it has ended, so whatever
 * an id names is in one of the two; a filter of all ids in memory tells of a new one, without a read, that it names nothing.
 */
export class History {
  private readonly parts: HistoryParts
  private readonly journal: JournalReader
  private readonly filter: IdFilter
  /** the filter was stored with all ids up to this position */
  private readonly filterThrough: number
  private readonly unprojected: Unprojected
  private readonly trades: HistoryTrades

  /**
   * To be made before the journal is replayed, so that one reading of it serves both. Nothing may be loaded before that is done and read.db
   * shows everything up to where it began.
   */
  constructor(parts: HistoryParts) {
    this.parts = parts
    const { directory, projection, replayFrom } = parts
    this.journal = new JournalReader(directory)
    this.unprojected = new Unprojected(this.journal)
    // in this order: the projector may store a newer filter in between, and an id that is taken in twice does no harm
    this.filterThrough = readProgress(projection.database).filterThrough
    this.filter = storedFilter(projection.database)
    for (const { account, id } of idsBetween(this.journal, this.filterThrough + 1, replayFrom - 1)) this.filter.add(account, id)
    this.trades = new HistoryTrades({
      database: projection.database,
      activities: projection.activities,
      unprojected: this.unprojected,
      projectedThrough: () => this.projectedNow(),
      leftOrder: (number) => (parts.view.order(number) ? undefined : this.stored(number)),
    })
  }

  /** Attaches what the command needs: the sequencer calls it right before the command runs. */
  load(command: Command): Command {
    switch (command.type) {
      case 'PlaceOrder':
        return this.loadPlaceOrder(command)
      case 'CancelOrder':
      case 'ReplaceOrder':
      case 'RefuseRequest':
        return this.loadRequest(command)
      case 'ReportOrderStatus':
        return this.loadKnown(command, command.account, command.clientOrderId)
      case 'RefuseOrder':
        return this.loadKnown(command, command.resentTo, command.report.clientOrderId)
      case 'FillOrder': {
        const known = this.parts.view.order(command.orderNumber) ? undefined : this.stored(command.orderNumber)
        return known ? { ...command, known } : command
      }
      default:
        return command
    }
  }

  /**
   * The trade of an execution number of a market (of the fill, or of any correction of it) with both client sides, for BustExecution and
   * CorrectExecution; undefined when there is none. Call it right before the command is submitted, with nothing awaited in between. It reads what
   * `readTrade` has not of the ledgers of both accounts, and from the journal what is not projected yet: wait for `Projection.caughtUp` first, so that that
   * is little.
   */
  loadTrade(market: number, execution: number, read?: LedgersRead): LoadedTrade | undefined {
    return this.trades.trade(market, execution, read)
  }

  /** Reads the ledgers of both accounts for `loadTrade`, as far as they are there by now, a piece at a time: they may be long. For one call. */
  readTrade(market: number, execution: number): Promise<LedgersRead> {
    return this.trades.read(market, execution)
  }

  /** The journal has these events from `position` on; the engine is told of them too. */
  noteReplayed(events: readonly Event[], position: number): void {
    const { projectedThrough } = this.parts.projection
    for (let index = 0; index < events.length; index++) {
      const event = events[index]!
      if (position + index > this.filterThrough) this.noteId(event)
      if (position + index > projectedThrough) this.unprojected.noteEvent(event, position + index)
    }
  }

  /** `events` from index `from` on have just been executed, the first of them at `position`: to be called before the next command runs. */
  noteEvents(events: readonly Event[], from: number, position: number): void {
    for (let index = from; index < events.length; index++) this.noteId(events[index]!)
    this.unprojected.note(events, from, position)
  }

  /** Everything up to a position is durable. */
  noteDurable(through: number): void {
    this.unprojected.durable(through)
  }

  /** Everything up to a position can be read from read.db. */
  noteProjected(through: number): void {
    this.unprojected.projected(through)
  }

  /** ids in the filter */
  get usedIds(): number {
    return this.filter.count
  }

  close(): void {
    this.journal.close()
  }

  /** What `load` attaches to a new order. */
  loadPlaceOrder(command: PlaceOrder): PlaceOrder {
    return this.loadKnown(command, command.account, command.clientOrderId)
  }

  private loadKnown<Named extends PlaceOrder | ReportOrderStatus | RefuseOrder>(
    command: Named,
    account: number | undefined,
    id: string,
  ): Named {
    if (account === undefined) return command
    const known = this.pastOrder(account, id)
    return known ? { ...command, known } : command
  }

  private loadRequest<Request extends CancelOrder | ReplaceOrder | RefuseRequest>(command: Request): Request {
    const { order: reference, clientOrderId } = command
    const known = this.past(reference)
    const account = 'account' in reference ? reference.account : (this.parts.view.order(reference.number) ?? known)?.account
    const isUsed = account !== undefined && clientOrderId !== '' && this.isUsed(account, clientOrderId)
    return known || isUsed ? { ...command, ...(known && { known }), ...(isUsed && { clientOrderIdUsed: true }) } : command
  }

  /** The order that a reference names, when it has left the engine. */
  private past(reference: OrderReference): Order | undefined {
    const { view } = this.parts
    if ('number' in reference) return view.order(reference.number) ? undefined : this.stored(reference.number)
    return this.pastOrder(reference.account, reference.clientOrderId)
  }

  /** An order that the engine does not know by this id any more; undefined when it does, or when there is none. */
  pastOrder(account: number, id: string): Order | undefined {
    if (!this.filter.mayContain(account, id) || this.parts.view.findOrder(account, id)) return undefined
    return this.namedOrder(account, id)
  }

  /** Whether an order that has left the engine has the id; that of a live one the engine knows. */
  private isUsed(account: number, clientOrderId: string): boolean {
    return this.filter.mayContain(account, clientOrderId) && this.numberOfId(account, clientOrderId) !== undefined
  }

  private namedOrder(account: number, clientOrderId: string): Order | undefined {
    const number = this.numberOfId(account, clientOrderId)
    return number === undefined ? undefined : (this.parts.view.order(number) ?? this.stored(number))
  }

  private numberOfId(account: number, clientOrderId: string): number | undefined {
    return this.parts.projection.orders.numberOfId(account, clientOrderId) ?? this.unprojected.numberOfId(account, clientOrderId)
  }

  /** An order that has left the engine, with what happened to it since and read.db does not show yet; undefined where that is nothing. */
  changedOrder(number: number): Order | undefined {
    return this.unprojected.order(number)
  }

  /** A copy: the engine makes it into the order's next state. */
  private stored(number: number): Order | undefined {
    const changed = this.unprojected.order(number)
    return changed ? { ...changed } : this.parts.projection.orders.order(number)?.order
  }

  private noteId(event: Event): void {
    const id = idGivenBy(event)
    if (id !== '' && 'order' in event && event.order) this.filter.add(event.order.account, id)
  }

  /** As the file says: a transaction may be in it of which the projector's message has not come yet. */
  private projectedNow(): number {
    return readProgress(this.parts.projection.database).projectedThrough
  }
}
