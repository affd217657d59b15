import { setImmediate } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { LOTS_PER_SHARE } from '../../domain/amounts/amounts.ts'
import type { HistoryEntry, LoadedSide, LoadedTrade } from '../../domain/commands/execution-command.ts'
import { accountOfEvent, isExecution } from '../../domain/event.ts'
import type { ExecutionBusted, ExecutionCorrected, ExecutionEvent, OrderFilled } from '../../domain/events/order-event.ts'
import type { PositionSplit } from '../../domain/events/account-event.ts'
import { marketOf, type Order, Side } from '../../domain/orders/order.ts'
import { MOST_IN_LINE } from '../../domain/orders/venue-request.ts'
import { EVENT_CODES, isExecutionCode } from '../encoding/event-codes.ts'
import type { Unprojected } from './unprojected.ts'
import type { ActivityQueries } from '../projections/queries/activity-queries.ts'
import type { PlacedEvent } from '../projections/tables/event-run.ts'

/** Nothing but the answers to what has waited for the venue about the first stands between the reports of the two sides of a trade. */
const REACH = MOST_IN_LINE + 1
/** lines of a ledger between two looks at what else there is to do */
const LINES_AT_ONCE = 500

/** A purchase, sale or grant as it counts after corrections. */
interface Holding {
  readonly side: Side
  /** number of the fill; 0 = none */
  readonly fill: number
  readonly split?: NonNullable<HistoryEntry['split']>
  lots: number
  priceTicks: number
  executionRef: number
  cents: number
  busted: boolean
}

/** Ledgers as far as they were read, by account and instrument. */
export type LedgersRead = Map<string, Ledger>

interface HistoryTradesParts {
  readonly database: Database.Database
  readonly activities: ActivityQueries
  readonly unprojected: Unprojected
  readonly projectedThrough: () => number
  /** the order, when it has left the engine */
  readonly leftOrder: (number: number) => Order | undefined
}

/** Trades with everything that became of them, for the operator who busts or corrects one. Reads the account's whole ledger: not for the order path. */
export class HistoryTrades {
  private readonly parts: HistoryTradesParts
  private readonly mark: Database.Statement<[number, number], number>

  constructor(parts: HistoryTradesParts) {
    this.parts = parts
    this.mark = parts.database
      .prepare<[number, number], number>(
        'SELECT position FROM execution_marks WHERE market = ? AND execution <= ? ORDER BY execution DESC LIMIT 1',
      )
      .pluck()
  }

  /** The trade of an execution, which may be the number of a fill or of any correction of it. The side of that fill stands first. */
  trade(market: number, execution: number, read: LedgersRead = new Map()): LoadedTrade | undefined {
    // one transaction, so that nothing is projected between two reads and then seen twice or not at all
    return this.parts.database.transaction(() => {
      const fills = this.fills(market, execution)
      return fills && { sides: fills.map((fill) => this.side(fill, ledgerOf(read, fill))) }
    })()
  }

  /** Reads what `trade` needs, as far as read.db shows it by now; orders go on meanwhile. */
  async read(market: number, execution: number): Promise<LedgersRead> {
    const read: LedgersRead = new Map()
    const through = this.parts.projectedThrough()
    let count = 0
    for (const fill of this.fills(market, execution) ?? []) {
      const ledger = ledgerOf(read, fill)
      for (const placed of this.parts.activities.between(ledger.account, ledger.through, through)) {
        ledger.take(placed)
        if (++count % LINES_AT_ONCE === 0) await setImmediate()
      }
    }
    return read
  }

  /** Of all client sides of the trade, that of the execution first. */
  private fills(market: number, execution: number): readonly OrderFilled[] | undefined {
    const named = this.find(market, execution)
    if (!named) return undefined
    const fill = named.event.type === 'OrderFilled' ? named : this.find(market, named.event.fill)
    if (fill?.event.type !== 'OrderFilled')
      throw new Error(`execution ${execution} of market ${market} is about a fill that does not exist`)
    return this.fillsOfTrade(fill.event, fill.position)
  }

  /** Numbers of a market grow with the position; a mark tells where to begin. */
  private find(market: number, execution: number): PlacedEvent<ExecutionEvent> | undefined {
    const from = this.mark.get(market, execution)
    for (const placed of this.parts.unprojected.events(from ?? this.parts.projectedThrough() + 1, isExecutionCode)) {
      const { event } = placed
      if (!isExecution(event) || marketOf(event.order.number) !== market) continue
      if (event.execution === execution) return placed as PlacedEvent<ExecutionEvent>
      if (event.execution > execution) return undefined
    }
    return undefined
  }

  private fillsOfTrade(named: OrderFilled, position: number): readonly OrderFilled[] {
    const fills = [named]
    for (const { event, position: at } of this.parts.unprojected.events(Math.max(1, position - REACH), isExecutionCode)) {
      if (at > position + REACH) break
      if (event.type !== 'OrderFilled' || event.trade !== named.trade || event.execution === named.execution) continue
      if (marketOf(event.order.number) === marketOf(named.order.number)) fills.push(event)
    }
    return fills
  }

  private side(fill: OrderFilled, ledger: Ledger): LoadedSide {
    const { account, number } = fill.order
    this.readOn(ledger)
    const { holdings } = ledger
    const indexOfThis = holdings.findIndex((one) => one.fill === fill.execution)
    const holding = holdings[indexOfThis]
    if (!holding) throw new Error(`the ledger of account ${account} does not have the fill ${fill.execution}`)
    const { executionRef, lots, priceTicks, cents, busted } = holding
    const order = this.parts.leftOrder(number)
    const history = holdings.map((one) => ({
      side: one.side,
      lots: one.lots,
      priceTicks: one.priceTicks,
      ...(one.split && { split: one.split }),
    }))
    return { fill, executionRef, lots, priceTicks, cents, busted, ...(order && { order }), history, indexOfThis }
  }

  /** Reads on in a ledger to its end. */
  private readOn(ledger: Ledger): void {
    for (const placed of this.parts.activities.between(ledger.account, ledger.through, Number.MAX_SAFE_INTEGER)) ledger.take(placed)
    const isOfAccount = (code: number, of: number): boolean =>
      of === ledger.account && (isExecutionCode(code) || code === EVENT_CODES.HoldingsGranted || code === EVENT_CODES.PositionSplit)
    const { unprojected, projectedThrough } = this.parts
    for (const placed of unprojected.events(Math.max(ledger.through, projectedThrough()) + 1, isOfAccount)) {
      if (accountOfEvent(placed.event) === ledger.account) ledger.take(placed)
    }
  }
}

/** What an account bought and sold of an instrument, oldest first, as far as it was read. */
class Ledger {
  readonly account: number
  readonly holdings: Holding[] = []
  /** position of the last event that was taken */
  through = 0
  private readonly instrument: number
  private readonly byFill = new Map<number, Holding>()

  constructor(account: number, instrument: number) {
    this.account = account
    this.instrument = instrument
  }

  take({ event, position }: PlacedEvent): void {
    const { holdings, byFill, instrument } = this
    this.through = position
    if (event.type === 'HoldingsGranted') {
      for (const granted of event.positions) if (granted.instrument === instrument) holdings.push(grantedHolding(granted))
    } else if (event.type === 'PositionSplit') {
      if (event.instrument === instrument) holdings.push(splitHolding(event))
    } else if (isExecution(event) && event.order.instrument === instrument) {
      if (event.type === 'OrderFilled') {
        const holding = filledHolding(event)
        holdings.push(holding)
        byFill.set(event.execution, holding)
      } else reverse(byFill.get(event.fill), event)
    }
  }
}

function ledgerOf(read: LedgersRead, { order: { account, instrument } }: OrderFilled): Ledger {
  const key = `${account} ${instrument}`
  const ledger = read.get(key) ?? new Ledger(account, instrument)
  read.set(key, ledger)
  return ledger
}

function grantedHolding({ shares, priceTicks }: { readonly shares: number; readonly priceTicks: number }): Holding {
  return { side: Side.Buy, fill: 0, lots: shares * LOTS_PER_SHARE, priceTicks, executionRef: 0, cents: 0, busted: false }
}

function splitHolding({ numerator, denominator, paidLots }: PositionSplit): Holding {
  const split = { numerator, denominator, paidLots }
  return { side: Side.Buy, fill: 0, lots: 0, priceTicks: 0, executionRef: 0, cents: 0, busted: false, split }
}

function filledHolding(fill: OrderFilled): Holding {
  const { order, lastLots, lastTicks, execution, cents } = fill
  return { side: order.side, fill: execution, lots: lastLots, priceTicks: lastTicks, executionRef: execution, cents, busted: false }
}

function reverse(holding: Holding | undefined, event: ExecutionBusted | ExecutionCorrected): void {
  if (!holding) throw new Error(`the fill ${event.fill} was never made, and execution ${event.execution} corrects it`)
  holding.executionRef = event.execution
  holding.busted = event.type === 'ExecutionBusted'
  holding.lots = event.type === 'ExecutionCorrected' ? event.lastLots : 0
  holding.cents = event.type === 'ExecutionCorrected' ? event.cents : 0
  if (event.type === 'ExecutionCorrected') holding.priceTicks = event.lastTicks
}
