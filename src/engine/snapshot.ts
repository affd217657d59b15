import type { AccountStatus, KycResults, KycStatus, TradingConfigurations } from '../domain/account.ts'
import type { TradingCalendar } from '../domain/calendar.ts'
import { IdentifierMint, seedFrom } from '../domain/identifier.ts'
import type { Instrument, Quote } from '../domain/instrument.ts'
import type { CorporateAction, Entitlement, PastSplit } from '../domain/corporate-action.ts'
import { type Order, Side } from '../domain/order.ts'
import type { FillModel } from '../domain/fill-model.ts'
import type { Phase } from '../domain/market-phase.ts'
import type { Walk } from '../domain/price-walk.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { VenueRequest } from '../domain/venue-request.ts'
import type { BankView, MarketClock, PartnerView } from '../domain/view.ts'
import { Account, type Position, type SettlementLot } from './account-state.ts'
import { storeBank } from './apply/apply-bank.ts'
import { insertOrder } from './apply/apply-order.ts'
import { displayQuote } from './apply/apply-quote.ts'
import { storeTransfer } from './apply/apply-transfer.ts'
import type { HouseLedger } from './ledger.ts'
import type { OrderBook } from './order-book.ts'
import { NONE } from './none.ts'
import type { PriceLevels } from './price-levels.ts'
import type { EngineRules } from './rules.ts'
import { EngineState } from './state.ts'
import { TransfersDue } from './transfers-due.ts'
import { addRequest } from './apply/apply-request.ts'
import { VenueRequests } from './venue-requests.ts'

/** The state as plain data (numbers, strings, arrays, records): whoever stores it chooses the bytes. */
export interface Snapshot {
  readonly instruments: readonly Instrument[]
  readonly partners: readonly PartnerView[]
  readonly killSwitches: {
    readonly all: boolean
    readonly partners: readonly number[]
    readonly accounts: readonly number[]
    readonly sessions: readonly number[]
  }
  readonly accounts: readonly AccountSnapshot[]
  readonly markets: readonly MarketSnapshot[]
}

interface AccountSnapshot {
  readonly account: number
  readonly id: string
  readonly accountNumber: string
  readonly userId: string
  readonly partner: number
  readonly market: number
  readonly at: number
  readonly status: AccountStatus
  readonly kycStatus: KycStatus
  readonly kycResults: KycResults | null
  readonly reviewDueAt: number
  readonly tradingConfigurations: TradingConfigurations
  readonly dividendReinvestment: boolean
  readonly gone: boolean
  readonly updatedAt: number
  readonly closedAt: number
  readonly settledCents: number
  readonly lastEquityCents: number
  readonly settlementLots: readonly SettlementLot[]
  readonly positions: readonly Position[]
  readonly banks: readonly BankView[]
  readonly transfers: readonly Transfer[]
  readonly transferKeys: readonly (readonly [string, { readonly transfer: number; readonly content: string }])[]
}

interface MarketSnapshot {
  readonly index: number
  readonly seed: string
  readonly givenIds: IdentifierMint['given']
  readonly tradeDay: number
  readonly clock: MarketClock
  readonly phase: Phase
  readonly fills: readonly [bySymbol: readonly (readonly [number, FillModel])[], byAccount: readonly (readonly [number, FillModel])[]]
  readonly counts: readonly [orders: number, executions: number, trades: number, accounts: number, achs: number, transfers: number]
  readonly ledger: HouseLedger
  readonly house: readonly Position[]
  readonly requestCount: number
  readonly requests: readonly VenueRequest[]
  readonly books: readonly BookSnapshot[]
  readonly corporateActionCount: number
  readonly corporateActions: readonly CorporateAction[]
  readonly splits: readonly PastSplit[]
  readonly entitlements: readonly (readonly [action: number, entitled: readonly Entitlement[]])[]
}

interface BookSnapshot {
  readonly instrument: number
  readonly quote: Quote
  readonly lastTicks: number
  readonly previousCloseTicks: number
  readonly closeTicks: number
  readonly quotedAt: number
  readonly tradedAt: number
  readonly pinned: boolean
  readonly walk: Walk | null
  readonly halted: boolean
  readonly pausedUntil: number
  readonly bandTicks: number
  readonly bandSince: number
  readonly dayTicks: number
  readonly bar: readonly [minute: number, lots: number]
  /** time priorities of the quote's sides; 0 where one is not displayed */
  readonly quotePlaces: readonly [bid: number, ask: number]
  readonly queues: readonly QueueSnapshot[]
}

/** The orders of one queue in their order. Columns of numbers, not objects: a million orders have to be restored in little memory. */
interface QueueSnapshot {
  /** each numeric member of every order; one number where all orders have the same, as they mostly do */
  readonly columns: Columns
  /** time priorities, in the same order */
  readonly places: Float64Array
  /** present and first id of every order */
  readonly ids: readonly string[]
  /** further ids of an order's chain, by its place in the queue */
  readonly furtherIds: readonly (readonly [place: number, ids: readonly string[]])[]
  /** how many orders stand before the quote; -1 when it is not in this queue */
  readonly beforeQuote: number
}

/** The whole state but ended orders, which storage has. */
export function takeSnapshot(state: EngineState): Snapshot {
  const { all, partners, accounts, sessions } = state.killSwitches
  return {
    instruments: [...state.instruments],
    partners: [...state.partners],
    killSwitches: { all, partners: [...partners], accounts: [...accounts], sessions: [...sessions] },
    accounts: state.accounts.map(accountSnapshot),
    markets: state.markets.map((market) => ({
      index: market.index,
      seed: market.seed,
      givenIds: market.mint.given,
      tradeDay: market.tradeDay,
      clock: market.clock,
      phase: market.phase,
      fills: [[...market.symbolFills], [...market.accountFills]],
      counts: [market.orderCount, market.executionCount, market.tradeCount, market.accountCount, market.achCount, market.transferCount],
      ledger: { ...market.ledger },
      house: [...market.house.values()].map((position) => ({ ...position })),
      requestCount: market.requests.count,
      requests: [...market.requests.all],
      corporateActionCount: market.corporateActionCount,
      corporateActions: [...market.corporateActions],
      splits: [...market.splits],
      entitlements: [...market.entitlements],
      books: market.books.flatMap((book) =>
        book
          ? [
              {
                instrument: book.instrument,
                quote: book.quote,
                lastTicks: book.lastTicks,
                previousCloseTicks: book.previousCloseTicks,
                closeTicks: book.closeTicks,
                quotedAt: book.quotedAt,
                tradedAt: book.tradedAt,
                pinned: book.pinned,
                walk: book.walk,
                halted: book.halted,
                pausedUntil: book.pausedUntil,
                bandTicks: book.bandTicks,
                bandSince: book.bandSince,
                dayTicks: book.dayTicks,
                bar: [book.barMinute, book.barLots],
                quotePlaces: [placeOf(state, book.bidQuote), placeOf(state, book.askQuote)],
                queues: book.queues.map((queue) => queueSnapshot(state, queue)),
              },
            ]
          : [],
      ),
    })),
  }
}

function accountSnapshot(account: Account): AccountSnapshot {
  return {
    account: account.index,
    id: account.id,
    accountNumber: account.accountNumber,
    userId: account.userId,
    partner: account.partner,
    market: account.market,
    at: account.createdAt,
    status: account.status,
    kycStatus: account.kycStatus,
    kycResults: account.kycResults,
    reviewDueAt: account.reviewDueAt,
    tradingConfigurations: account.tradingConfigurations,
    dividendReinvestment: account.dividendReinvestment,
    gone: account.gone,
    updatedAt: account.updatedAt,
    closedAt: account.closedAt,
    settledCents: account.settledCents,
    lastEquityCents: account.lastEquityCents,
    settlementLots: account.settlementLots.map((lot) => ({ ...lot })),
    positions: [...account.positions.values()].map((position) => ({ ...position })),
    banks: [...account.banks.values()],
    transfers: [...account.transfers.values()],
    transferKeys: [...account.transferKeys],
  }
}

const placeOf = (state: EngineState, slot: number): number => (slot === NONE ? 0 : state.orders.placed(slot))

function queueSnapshot(state: EngineState, side: PriceLevels): QueueSnapshot {
  const { orders } = state
  const slots: number[] = []
  let beforeQuote = -1
  for (let rank = 0; rank < side.count; rank++) {
    for (let slot = side.headAt(rank); slot !== NONE; slot = orders.next(slot)) {
      if (orders.isHouse(slot)) beforeQuote = slots.length
      else slots.push(slot)
    }
  }
  const columns = newColumns(slots.length)
  const ids: string[] = []
  const furtherIds: [number, readonly string[]][] = []
  slots.forEach((slot, place) => {
    const order = orders.read(slot)
    for (const member of NUMERIC_MEMBERS) columns[member][place] = Number(order[member])
    ids.push(order.clientOrderId, order.firstClientOrderId)
    const further = orders.furtherIds(slot)
    if (further.length > 0) furtherIds.push([place, further])
  })
  return { columns: condensed(columns), places: Float64Array.from(slots, (slot) => orders.placed(slot)), ids, furtherIds, beforeQuote }
}

type NumericMember = Exclude<keyof Order, 'clientOrderId' | 'firstClientOrderId'>
type Columns = Readonly<Record<NumericMember, number | Float64Array>>

const newColumns = (count: number): Readonly<Record<NumericMember, Float64Array>> =>
  Object.fromEntries(NUMERIC_MEMBERS.map((member) => [member, new Float64Array(count)])) as Record<NumericMember, Float64Array>

function condensed(columns: Readonly<Record<NumericMember, Float64Array>>): Columns {
  const entries = Object.entries(columns).map(([member, values]) => [
    member,
    values.every((value) => Object.is(value, values[0])) ? (values[0] ?? 0) : values,
  ])
  return Object.fromEntries(entries) as Columns
}

const NUMERIC_MEMBERS = Object.keys({
  number: 0,
  account: 0,
  session: 0,
  instrument: 0,
  side: 0,
  type: 0,
  timeInForce: 0,
  extendedHours: 0,
  status: 0,
  quantityLots: 0,
  cashCents: 0,
  limitTicks: 0,
  stopTicks: 0,
  collarTicks: 0,
  triggered: 0,
  filledLots: 0,
  leavesLots: 0,
  notionalWhole: 0,
  notionalFraction: 0,
  postedCents: 0,
  heldCents: 0,
  heldLots: 0,
  enteredDay: 0,
  beforeDayLots: 0,
  beforeDayWhole: 0,
  beforeDayFraction: 0,
  content: 0,
  revision: 0,
  createdAt: 0,
  updatedAt: 0,
  endedAt: 0,
  cancelReason: 0,
  pending: 0,
  inFlight: 0,
  held: 0,
  cancelOnHalt: 0,
  orderClass: 0,
  leg: 0,
  cover: 0,
  parent: 0,
  trailTicks: 0,
  trailBasisPoints: 0,
  scenario: 0,
} satisfies Record<NumericMember, 0>) as readonly NumericMember[]

/** The state that a snapshot was taken of. */
export function restoreSnapshot(
  snapshot: Snapshot,
  { calendar, rules, orderCapacity }: { readonly calendar: TradingCalendar; readonly rules: EngineRules; readonly orderCapacity: number },
): EngineState {
  const state = new EngineState(calendar, rules, orderCapacity)
  snapshot.instruments.forEach((instrument, index) => state.addInstrument(index, instrument))
  snapshot.partners.forEach((partner) => state.addPartner(partner))
  for (const market of snapshot.markets) {
    const [orderCount, executionCount, tradeCount, accountCount, achCount, transferCount] = market.counts
    state.markets[market.index] = {
      index: market.index,
      seed: market.seed,
      mint: new IdentifierMint(seedFrom(market.seed)),
      tradeDay: market.tradeDay,
      clock: market.clock,
      phase: market.phase,
      walking: new Set(),
      symbolFills: new Map(market.fills[0]),
      accountFills: new Map(market.fills[1]),
      slowFills: new Set(),
      books: [],
      ledger: { ...market.ledger },
      house: new Map(market.house.map((position) => [position.instrument, { ...position }])),
      paused: new Set(),
      corporateActionCount: market.corporateActionCount,
      corporateActions: [...market.corporateActions],
      splits: [...market.splits],
      entitlements: new Map(market.entitlements),
      orderCount,
      executionCount,
      tradeCount,
      accountCount,
      achCount,
      transferCount,
      transfersDue: new TransfersDue(),
      banksDue: new Map(),
      requests: new VenueRequests(),
    }
    for (const { kind, number, id } of market.givenIds) state.market(market.index).mint.give(kind, number, id)
  }
  for (const { index, requests, requestCount } of snapshot.markets) {
    // those of one order in the order of their coming
    for (const request of [...requests].sort((a, b) => a.sequence - b.sequence)) addRequest(state, request)
    state.market(index).requests.count = requestCount
  }
  snapshot.accounts.forEach((account) => restoreAccount(state, account))
  for (const market of snapshot.markets) for (const book of market.books) restoreBook(state, market.index, book)
  const { killSwitches } = state
  killSwitches.all = snapshot.killSwitches.all
  for (const scope of ['partners', 'accounts', 'sessions'] as const)
    snapshot.killSwitches[scope].forEach((id) => killSwitches[scope].add(id))
  return state
}

function restoreAccount(state: EngineState, from: AccountSnapshot): void {
  const account = new Account(from)
  account.gone = from.gone
  account.updatedAt = from.updatedAt
  account.closedAt = from.closedAt
  account.settledCents = from.settledCents
  account.lastEquityCents = from.lastEquityCents
  account.settlementLots.push(...from.settlementLots.map((lot) => ({ ...lot })))
  // what open orders hold comes back with them
  for (const position of from.positions) account.positions.set(position.instrument, { ...position, heldShares: 0, heldLots: 0 })
  for (const transfer of from.transfers) storeTransfer(state.market(account.market), account, transfer)
  for (const [key, transfer] of from.transferKeys) account.transferKeys.set(key, transfer)
  state.addAccount(account)
  for (const bank of from.banks) storeBank(state, account.index, bank)
  if (account.reviewDueAt > 0) state.reviewsDue.add(account.index)
}

function restoreBook(state: EngineState, market: number, from: BookSnapshot): void {
  const book = state.book(market, from.instrument)
  book.quote = from.quote
  book.lastTicks = from.lastTicks
  book.previousCloseTicks = from.previousCloseTicks
  book.closeTicks = from.closeTicks
  book.quotedAt = from.quotedAt
  book.tradedAt = from.tradedAt
  book.pinned = from.pinned
  book.walk = from.walk
  book.halted = from.halted
  book.pausedUntil = from.pausedUntil
  if (book.pausedUntil > 0) state.market(market).paused.add(book.instrument)
  book.bandTicks = from.bandTicks
  book.bandSince = from.bandSince
  book.dayTicks = from.dayTicks
  ;[book.barMinute, book.barLots] = from.bar
  from.queues.forEach((queue, index) =>
    restoreQueue(state, book, queue, { side: index === 0 ? Side.Buy : Side.Sell, quotePlace: from.quotePlaces[index] ?? 0 }),
  )
}

function restoreQueue(
  state: EngineState,
  book: OrderBook,
  queue: QueueSnapshot,
  { side, quotePlace }: { readonly side: Side; readonly quotePlace: number },
): void {
  const quote = { at: 0, place: quotePlace }
  const further = new Map(queue.furtherIds)
  const count = queue.ids.length / 2
  for (let place = 0; place < count; place++) {
    if (place === queue.beforeQuote) displayQuote(state, book, side, quote)
    const order = restoreOrder(queue, place)
    const ids = further.get(place)
    if (!ids) {
      insertOrder(state, order, queue.places[place]!)
      continue
    }
    // its present id is one of those that came later, in their order
    const slot = insertOrder(state, { ...order, clientOrderId: order.firstClientOrderId }, queue.places[place]!)
    for (const id of ids) state.orders.addId(slot, id)
    state.orders.setClientOrderId(slot, order.clientOrderId)
  }
  if (queue.beforeQuote === count) displayQuote(state, book, side, quote)
}

// A literal: an object that is put together member by member has no fixed shape, and all that touches it is slow.
function restoreOrder({ columns, ids }: QueueSnapshot, place: number): Order {
  const order = {
    number: at(columns.number, place),
    account: at(columns.account, place),
    session: at(columns.session, place),
    instrument: at(columns.instrument, place),
    side: at(columns.side, place),
    type: at(columns.type, place),
    timeInForce: at(columns.timeInForce, place),
    extendedHours: at(columns.extendedHours, place) === 1,
    status: at(columns.status, place),
    quantityLots: at(columns.quantityLots, place),
    cashCents: at(columns.cashCents, place),
    limitTicks: at(columns.limitTicks, place),
    stopTicks: at(columns.stopTicks, place),
    collarTicks: at(columns.collarTicks, place),
    triggered: at(columns.triggered, place) === 1,
    filledLots: at(columns.filledLots, place),
    leavesLots: at(columns.leavesLots, place),
    notionalWhole: at(columns.notionalWhole, place),
    notionalFraction: at(columns.notionalFraction, place),
    postedCents: at(columns.postedCents, place),
    heldCents: at(columns.heldCents, place),
    heldLots: at(columns.heldLots, place),
    enteredDay: at(columns.enteredDay, place),
    beforeDayLots: at(columns.beforeDayLots, place),
    beforeDayWhole: at(columns.beforeDayWhole, place),
    beforeDayFraction: at(columns.beforeDayFraction, place),
    content: at(columns.content, place),
    revision: at(columns.revision, place),
    createdAt: at(columns.createdAt, place),
    updatedAt: at(columns.updatedAt, place),
    endedAt: at(columns.endedAt, place),
    cancelReason: at(columns.cancelReason, place),
    pending: at(columns.pending, place),
    inFlight: at(columns.inFlight, place) === 1,
    held: at(columns.held, place) === 1,
    cancelOnHalt: at(columns.cancelOnHalt, place) === 1,
    orderClass: at(columns.orderClass, place),
    leg: at(columns.leg, place),
    cover: at(columns.cover, place),
    parent: at(columns.parent, place),
    trailTicks: at(columns.trailTicks, place),
    trailBasisPoints: at(columns.trailBasisPoints, place),
    scenario: at(columns.scenario, place),
    clientOrderId: ids[place * 2]!,
    firstClientOrderId: ids[place * 2 + 1]!,
  } satisfies Record<keyof Order, number | boolean | string>
  return order as Order
}

const at = (column: number | Float64Array, place: number): number => (typeof column === 'number' ? column : column[place]!)
