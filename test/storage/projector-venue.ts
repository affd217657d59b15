import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import { LOTS_PER_SHARE } from '../../src/domain/amounts/amounts.ts'
import type { Command } from '../../src/domain/command.ts'
import type { LoadedTrade } from '../../src/domain/commands/execution-command.ts'
import type { PlaceOrder, Requester } from '../../src/domain/commands/order-command.ts'
import { type Event, isExecution } from '../../src/domain/event.ts'
import { marketOf, type Order, OrderType, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES, type EngineRules } from '../../src/engine/rules.ts'
import { encodeBatch } from '../../src/storage/encoding/batch-codec.ts'
import { History } from '../../src/storage/history/history.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { JournalFile } from '../../src/storage/journal/journal-file.ts'
import { Projector } from '../../src/storage/projector/projector.ts'
import { AccountQueries } from '../../src/storage/projections/queries/account-queries.ts'
import { ActivityQueries } from '../../src/storage/projections/queries/activity-queries.ts'
import { BlotterQueries } from '../../src/storage/projections/queries/blotter-queries.ts'
import { FundingQueries } from '../../src/storage/projections/queries/funding-queries.ts'
import { OrderQueries } from '../../src/storage/projections/queries/order-queries.ts'
import { openReadModel, prepareReadModel, readProgress } from '../../src/storage/projections/tables/read-model.ts'
import { Archive } from '../engine/archive.ts'
import { CALENDAR, FRIDAY, INSTRUMENTS } from '../engine/engine-under-test.ts'

/** An engine, its journal and its read model on real files, all on the calling thread. */
export class StorageVenue {
  readonly directory = mkdtempSync(join(tmpdir(), 'fillgate-projection-'))
  readonly engine: Engine
  readonly events: Event[] = []
  /** of each of the events */
  readonly positions: number[] = []
  /** what storage has to know of each market, made from the events in memory */
  readonly archives: Archive[] = []
  at = FRIDAY
  readModel: ReadModel
  history: History
  private journal: JournalFile
  private projector: Projector
  private batch: Event[] = []
  private batchPosition = 1

  constructor(rules: Partial<EngineRules> = {}) {
    this.engine = new Engine({ calendar: CALENDAR, rules: { ...DEFAULT_RULES, maxOpenOrders: 0, maxOrderCents: 0, ...rules } })
    this.journal = new JournalFile(this.directory)
    ;[this.projector, this.readModel, this.history] = this.open()
  }

  private open(): [Projector, ReadModel, History] {
    const reader = new JournalReader(this.directory)
    prepareReadModel(this.directory, reader)
    const projector = new Projector(this.directory)
    const readModel = new ReadModel(this.directory)
    const replayFrom = readModel.projectedThrough + 1
    const history = new History({ directory: this.directory, view: this.engine.state, projection: readModel, replayFrom })
    for (const { events, position } of reader.batches(replayFrom, { batches: 1_000_000 })) history.noteReplayed(events, position)
    reader.close()
    return [projector, readModel, history]
  }

  execute(command: Command): {
    readonly events: readonly Event[]
    readonly refusal?: { readonly code: string }
    readonly repeatOf?: number
  } {
    const from = this.batch.length
    const position = this.batchPosition + from
    const result = this.engine.execute(this.history.load(command), this.at, position, this.batch)
    this.history.noteEvents(this.batch, from, position)
    const events = this.batch.slice(from)
    const before = this.events.length
    for (const event of events) {
      this.positions.push(position + this.events.push(event) - before - 1)
      this.archiveOf(event)?.take(event)
    }
    return { events, ...result }
  }

  archive(market: number): Archive {
    return (this.archives[market] ??= new Archive())
  }

  private archiveOf(event: Event): Archive | undefined {
    const account = 'order' in event && event.order ? event.order.account : 'account' in event ? event.account : undefined
    return account === undefined ? undefined : this.archive(this.engine.state.account(account).market)
  }

  /** Makes what was executed durable, as one batch. */
  commit(): void {
    const events = this.batch
    const { sessions, events: encoded } = encodeBatch({ position: this.batchPosition, sealedAt: this.at, events, sessions: [] })
    const positions = Math.max(1, events.length)
    this.journal.append({ position: this.batchPosition, positions, sealedAt: this.at, sessions, events: encoded })
    this.batchPosition += positions
    this.batch = []
    this.history.noteDurable(this.batchPosition - 1)
  }

  /** Projects some of what is durable; the engine lets go of what has ended up to there. */
  project(events = 2_000): boolean {
    const worked = this.projector.step(events) > 0
    this.projector.commit()
    const through = this.projector.projectedThrough
    this.history.noteProjected(through)
    this.engine.releaseEnded(through + 1)
    return worked
  }

  projectAll(events = 2_000): void {
    while (this.project(events));
  }

  /** The process ends and another begins, with the engine as it is; `meanwhile` happens in between. */
  restart(meanwhile: () => void = () => undefined): void {
    this.closeFiles()
    meanwhile()
    this.journal = new JournalFile(this.directory)
    ;[this.projector, this.readModel, this.history] = this.open()
  }

  /** As `restart`, after kill -9. */
  crash(): void {
    this.journal.close()
    this.readModel.database.close()
    this.history.close()
    this.journal = new JournalFile(this.directory)
    ;[this.projector, this.readModel, this.history] = this.open()
  }

  close(): void {
    this.closeFiles()
    rmSync(this.directory, { recursive: true })
  }

  private closeFiles(): void {
    this.history.close()
    this.readModel.database.close()
    this.projector.close()
    this.journal.close()
  }
}

/** The queries of a `Projection`, without its thread. */
export class ReadModel {
  readonly database
  readonly orders: OrderQueries
  readonly accounts: AccountQueries
  readonly activities: ActivityQueries
  readonly funding: FundingQueries
  readonly blotter: BlotterQueries

  constructor(directory: string) {
    this.database = openReadModel(directory)
    this.orders = new OrderQueries(this.database)
    this.accounts = new AccountQueries(this.database)
    this.activities = new ActivityQueries(this.database)
    this.funding = new FundingQueries(this.database)
    this.blotter = new BlotterQueries(this.database)
  }

  get projectedThrough(): number {
    return readProgress(this.database).projectedThrough
  }
}

const PARTNERS = 2
const PROFILE = {
  contact: { email_address: 'jane@example.com', phone_number: '+1 (512) 555-0100' },
  identity: { given_name: 'Jane', family_name: 'Doe' },
}

/** Partners, instruments, quotes and accounts with cash and shares; account i is of partner i % 2. */
export function openAccounts(venue: StorageVenue, count: number): void {
  for (let partner = 0; partner < PARTNERS; partner++) {
    venue.execute({ type: 'CreatePartner', id: `partner-${partner}`, name: `P${partner}`, environment: 'sandbox', seed: `seed ${partner}` })
  }
  for (const instrument of INSTRUMENTS) venue.execute({ type: 'ListInstrument', instrument })
  for (let account = 0; account < count; account++) {
    venue.at++
    venue.execute({
      type: 'OpenAccount',
      partner: account % PARTNERS,
      userId: '',
      status: AccountStatus.Active,
      kycStatus: KycStatus.Approved,
      kycResults: null,
      tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
      profile: JSON.stringify({ ...PROFILE, identity: { given_name: 'Jane', family_name: `Doe${account}` } }),
    })
    venue.execute({
      type: 'GrantHoldings',
      account,
      cashCents: 1_000_000_00,
      positions: [{ symbol: 'AAPL', shares: 1_000, priceTicks: 1_400_000 }],
    })
    venue.execute({
      type: 'LinkBank',
      account,
      status: 'APPROVED',
      ownerName: 'Jane Doe',
      accountType: 'CHECKING',
      bankName: null,
      accountLast4: '6789',
      routingNumber: '121000358',
    })
  }
  venue.commit()
}

export function order(account: number, clientOrderId: string, given: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    type: 'PlaceOrder',
    session: 1,
    account,
    clientOrderId,
    symbol: 'AAPL',
    side: Side.Buy,
    orderType: OrderType.Limit,
    timeInForce: TimeInForce.Day,
    quantityLots: 10 * LOTS_PER_SHARE,
    cashCents: 0,
    limitTicks: 1_500_000,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
    ...given,
  }
}

/** Numbers from 0 to below 1, the same for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Trades like a busy and clumsy desk: orders of all kinds, cancels, replaces, repeated ids, busts and corrections, days that end. */
export class Desk {
  private readonly venue: StorageVenue
  private readonly random: () => number
  private readonly accounts: number
  private readonly ids: string[][]
  private counter = 0

  constructor(venue: StorageVenue, accounts: number, seed: number) {
    this.venue = venue
    this.accounts = accounts
    this.random = randomFrom(seed)
    this.ids = Array.from({ length: accounts }, () => [])
  }

  /** `check` sees each command before it runs. */
  act(check: (command: Command) => void = () => undefined): void {
    const { venue } = this
    if (this.random() < 0.3) venue.at += Math.floor(this.random() * 50)
    const command = this.command()
    check(command)
    venue.execute(command)
    if (this.random() < 0.1) venue.commit()
    if (this.random() < 0.03) venue.project(1 + this.below(200))
  }

  /** What `act` does, many times, and all of it durable in the end. */
  trade(times: number): void {
    for (let time = 0; time < times; time++) this.act()
    this.venue.commit()
  }

  private command(): Command {
    const roll = this.random()
    if (roll < 0.6) return this.newOrder()
    if (roll < 0.72) return this.cancel()
    if (roll < 0.84) return this.replace()
    if (roll < 0.88) return this.status()
    if (roll < 0.92) return this.transfer()
    if (roll < 0.95) return this.quote()
    if (roll < 0.98) return this.bustOrCorrect()
    return this.random() < 0.2 ? { type: 'EndTradingDay', market: this.below(2), nextDay: this.nextDay() } : { type: 'AdvanceTime' }
  }

  private nextDay(): number {
    const days = this.venue.engine.state.markets.map(({ tradeDay }) => tradeDay)
    return CALENDAR.nextBusinessDay(Math.max(...days))
  }

  private below(bound: number): number {
    return Math.floor(this.random() * bound)
  }

  private newId(account: number): string {
    const ids = this.ids[account]!
    if (ids.length > 0 && this.random() < 0.1) return this.usedId(account)
    const id = `c-${++this.counter}`
    ids.push(id)
    return id
  }

  private usedId(account: number): string {
    const ids = this.ids[account]!
    return ids[this.below(ids.length)] ?? 'none'
  }

  private newOrder(): PlaceOrder {
    const account = this.below(this.accounts)
    const side = this.random() < 0.5 ? Side.Buy : Side.Sell
    const market = this.random() < 0.2
    return order(account, this.newId(account), {
      session: this.random() < 0.3 ? 0 : 1,
      side,
      symbol: this.random() < 0.1 ? 'NONE' : this.random() < 0.3 ? 'MSFT' : 'AAPL',
      orderType: market ? OrderType.Market : OrderType.Limit,
      timeInForce: this.random() < 0.2 ? TimeInForce.Ioc : TimeInForce.Day,
      quantityLots: (1 + this.below(20)) * LOTS_PER_SHARE,
      limitTicks: market ? 0 : 1_490_000 + this.below(20) * 1_000,
      possResend: this.random() < 0.05,
    })
  }

  private requester(): Requester {
    return this.random() < 0.2 ? { kind: 'rest' } : { kind: 'session', session: 1, accountScope: true }
  }

  private reference(account: number, requester: Requester) {
    const clientOrderId = this.usedId(account)
    if (requester.kind === 'session') return { account, clientOrderId }
    return { number: this.venue.archive(account % PARTNERS).order(account, clientOrderId)?.number ?? 99 }
  }

  private cancel(): Command {
    const account = this.below(this.accounts)
    const requester = this.requester()
    const clientOrderId = requester.kind === 'rest' ? '' : this.newId(account)
    return { type: 'CancelOrder', requester, order: this.reference(account, requester), clientOrderId, originalClientOrderId: 'o' }
  }

  private replace(): Command {
    const account = this.below(this.accounts)
    const requester = this.requester()
    return {
      type: 'ReplaceOrder',
      requester,
      order: this.reference(account, requester),
      clientOrderId: requester.kind === 'rest' && this.random() < 0.5 ? '' : this.newId(account),
      originalClientOrderId: 'o',
      quantityLots: (1 + this.below(30)) * LOTS_PER_SHARE,
      limitTicks: 1_490_000 + this.below(20) * 1_000,
    }
  }

  private status(): Command {
    const account = this.below(this.accounts)
    const clientOrderId = this.usedId(account)
    return {
      type: 'ReportOrderStatus',
      session: 1,
      market: 0,
      accountScope: true,
      account,
      clientOrderId,
      accountText: 'a',
      symbol: 'AAPL',
      side: '1',
      requestId: 'r',
    }
  }

  private transfer(): Command {
    const account = this.below(this.accounts)
    const ach = 1 + Math.floor(account / PARTNERS)
    const idempotencyKey = this.random() < 0.5 ? `key-${this.below(20)}` : null
    const asked = { account, ach, amountCents: 100 + this.below(100_000), description: null, idempotencyKey }
    const roll = this.random()
    if (roll < 0.5) return { type: 'Deposit', ...asked }
    if (roll < 0.8) return { type: 'Withdraw', ...asked, fullBalance: false, feeCents: this.below(90), ira: null }
    const number = this.venue.engine.state.account(account).transfers.keys().next().value ?? 0
    return { type: 'MoveTransfer', account, transfer: number, action: { do: 'return', code: 'R01' } }
  }

  private quote(): Command {
    const bidTicks = 1_495_000 + this.below(10) * 1_000
    const lots = (1 + this.below(50)) * LOTS_PER_SHARE
    const quote = { bidTicks, askTicks: bidTicks + 1_000, bidLots: lots, askLots: lots }
    return { type: 'MoveQuote', market: this.below(2), symbol: this.random() < 0.8 ? 'AAPL' : 'MSFT', quote }
  }

  private bustOrCorrect(): Command {
    const trade = this.anyTrade()
    if (!trade) return { type: 'AdvanceTime' }
    if (this.random() < 0.5) return { type: 'BustExecution', trade }
    const named = trade.sides[0]!
    return { type: 'CorrectExecution', trade, quantityLots: Math.max(LOTS_PER_SHARE, named.lots - LOTS_PER_SHARE) }
  }

  /** Of any fill, named by the number of its fill or of a correction of it. */
  private anyTrade(): LoadedTrade | undefined {
    const executions = this.venue.events.filter(isExecution)
    const named = executions[this.below(executions.length)]
    return named && this.venue.history.loadTrade(marketOf(named.order.number), named.execution)
  }
}

export const isAboutOrder = (event: Event): event is Extract<Event, { readonly execution: number; readonly order: Order }> =>
  'order' in event && 'execution' in event && event.order !== undefined
