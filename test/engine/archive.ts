import type { Command } from '../../src/domain/command.ts'
import type { HistoryEntry, LoadedSide, LoadedTrade } from '../../src/domain/commands/execution-command.ts'
import type { OrderReference } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { ExecutionBusted, ExecutionCorrected, OrderFilled } from '../../src/domain/events/order-event.ts'
import { marketOf, type Order, Side } from '../../src/domain/orders/order.ts'
import type { EngineState } from '../../src/engine/state.ts'

/** A purchase, sale or grant in one account and instrument, as it counts after corrections. */
type Holding = { -readonly [Key in keyof HistoryEntry]: HistoryEntry[Key] }

interface StoredFill {
  readonly fill: OrderFilled
  readonly holding: Holding
  executionRef: number
  cents: number
  busted: boolean
}

/**
 * What storage knows of the past, for commands that reach back to it: the orders that have left the engine, and both sides of a trade
 * with all that happened to them since. Made from the events alone.
 */
export class Archive {
  private readonly orders = new Map<number, Order>()
  private readonly ids = new Map<string, number>()
  private readonly fills: StoredFill[] = []
  private readonly holdings = new Map<string, Holding[]>()

  take(event: Event): void {
    if ('order' in event && event.order && ('execution' in event || event.type === 'OrderReleased' || event.type === 'StopTrailed')) {
      this.orders.set(event.order.number, event.order)
      this.name(event.order, event.order.firstClientOrderId)
      this.name(event.order, event.order.clientOrderId)
    }
    switch (event.type) {
      case 'OrderCancelled':
        this.name(event.order, event.requestId)
        return
      case 'CancelRejected':
        if (event.order) this.name(event.order, event.clientOrderId)
        return
      case 'OrderFilled':
        this.takeFill(event)
        return
      case 'ExecutionBusted':
      case 'ExecutionCorrected':
        this.takeReversal(event)
        return
      case 'PositionSplit': {
        const { numerator, denominator, paidLots } = event
        const split = { numerator, denominator, paidLots }
        this.holdingsOf(event.account, event.instrument).push({ side: Side.Buy, lots: 0, priceTicks: 0, split })
        return
      }
      case 'HoldingsGranted':
        for (const { instrument, shares, priceTicks } of event.positions)
          this.holdingsOf(event.account, instrument).push({ side: Side.Buy, lots: shares * 1e9, priceTicks })
        return
      default:
        return
    }
  }

  /** What the sequencer attaches to a command before it runs: an order that its id names and that the engine no longer has. */
  load(command: Command, state: EngineState): Command {
    switch (command.type) {
      case 'PlaceOrder':
      case 'ReportOrderStatus':
        return this.withKnown(command, state, { account: command.account, clientOrderId: command.clientOrderId })
      case 'RefuseOrder':
        return this.withKnown(command, state, { account: command.resentTo, clientOrderId: command.report.clientOrderId })
      case 'FillOrder': {
        const known = state.order(command.orderNumber) ? undefined : this.orders.get(command.orderNumber)
        return known ? { ...command, known } : command
      }
      case 'CancelOrder':
      case 'ReplaceOrder':
      case 'RefuseRequest': {
        const { order } = command
        const known = this.past(order, state)
        const account = 'account' in order ? order.account : this.orders.get(order.number)?.account
        const used = account !== undefined && command.clientOrderId !== '' && this.order(account, command.clientOrderId) !== undefined
        return { ...command, ...(known && { known }), ...(used && { clientOrderIdUsed: true }) }
      }
      default:
        return command
    }
  }

  order(account: number, clientOrderId: string): Order | undefined {
    const number = this.ids.get(`${account} ${clientOrderId}`)
    return number === undefined ? undefined : this.orders.get(number)
  }

  /** Both client sides of the trade of an order's nth fill (from 1), the named order's side first. */
  trade(order: Order, nth: number): LoadedTrade | undefined {
    const named = this.fills.filter(({ fill }) => fill.order.number === order.number)[nth - 1]
    if (!named) return undefined
    const market = marketOf(order.number)
    const isOther = ({ fill }: StoredFill): boolean => fill.trade === named.fill.trade && marketOf(fill.order.number) === market
    const others = this.fills.filter((other) => other !== named && isOther(other))
    return { sides: [named, ...others].map((side) => this.side(side)) }
  }

  private side(stored: StoredFill): LoadedSide {
    const { fill, holding, executionRef, cents, busted } = stored
    const history = this.holdingsOf(fill.order.account, fill.order.instrument)
    const order = this.orders.get(fill.order.number)
    return {
      fill,
      executionRef,
      lots: holding.lots,
      priceTicks: holding.priceTicks,
      cents,
      busted,
      ...(order && { order }),
      history: history.map((one) => ({ ...one })),
      indexOfThis: history.indexOf(holding),
    }
  }

  private takeFill(fill: OrderFilled): void {
    const holding = { side: fill.order.side, lots: fill.lastLots, priceTicks: fill.lastTicks }
    this.holdingsOf(fill.order.account, fill.order.instrument).push(holding)
    this.fills.push({ fill, holding, executionRef: fill.execution, cents: fill.cents, busted: false })
  }

  private takeReversal(event: ExecutionBusted | ExecutionCorrected): void {
    const stored = this.fills.find(({ fill }) => fill.execution === event.fill && fill.order.number === event.order.number)
    if (!stored) throw new Error(`archive: execution ${event.fill} was never filled`)
    stored.executionRef = event.execution
    stored.busted = event.type === 'ExecutionBusted'
    stored.holding.lots = event.type === 'ExecutionCorrected' ? event.lastLots : 0
    if (event.type === 'ExecutionCorrected') stored.holding.priceTicks = event.lastTicks
    stored.cents = event.type === 'ExecutionCorrected' ? event.cents : 0
  }

  private holdingsOf(account: number, instrument: number): Holding[] {
    const key = `${account} ${instrument}`
    const holdings = this.holdings.get(key) ?? []
    this.holdings.set(key, holdings)
    return holdings
  }

  private past(order: OrderReference, state: EngineState): Order | undefined {
    if ('number' in order) return state.order(order.number) ? undefined : this.orders.get(order.number)
    return state.findOrder(order.account, order.clientOrderId) ? undefined : this.order(order.account, order.clientOrderId)
  }

  // an id belongs to the first order that it named
  private name(order: Order, id: string): void {
    const key = `${order.account} ${id}`
    if (id !== '' && !this.ids.has(key)) this.ids.set(key, order.number)
  }

  private withKnown<C extends { readonly known?: Order }>(
    command: C,
    state: EngineState,
    { account, clientOrderId }: { readonly account: number | undefined; readonly clientOrderId: string },
  ): C {
    if (account === undefined || state.findOrder(account, clientOrderId)) return command
    const known = this.order(account, clientOrderId)
    return known ? { ...command, known } : command
  }
}
