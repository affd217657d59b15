import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { CancelOrder, PlaceOrder } from '../src/domain/commands/order-command.ts'
import type { Event } from '../src/domain/event.ts'
import { type Order, OrderType, Side, TimeInForce } from '../src/domain/orders/order.ts'
import { Engine } from '../src/engine/engine.ts'
import { DEFAULT_RULES } from '../src/engine/rules.ts'
import { tradingCalendar } from '../src/market/trading-calendar.ts'
import { type Figure, medianOf } from './figure.ts'
import { crossingFlow, deepQueue, MIDDLE_TICKS, mixedFlow, type Step } from './flow.ts'
import { figuresOfProcess, runOwnProcess } from './own-process.ts'

/**
 * The engine alone: no sockets, no disk, but accounts, holds, exact money, ids and events. Seeded: `cross` (every second order fills the one
 * before), `mixed` (60 % resting adds, 30 % cancels, 10 % crossing), `deep` (the same, cancels from the middle of long queues), a sweep
 * through 5,000 orders, and cancels in one queue of 20,000. Figures are medians of several runs.
 */
function benchEngine(commands: number): readonly Figure[] {
  // compiles what is measured
  enginePace(mixedFlow(Math.min(commands, 200_000), 50))
  const question = 'The engine alone: no sockets, no disk'
  const sweeps = sweepsOf(5_000)
  const pace = (flow: readonly Step[]): Pick<Figure, 'value' | 'runs'> => repeated(() => enginePace(flow))
  return [
    { question, what: 'crossing orders', ...pace(crossingFlow(commands)), unit: 'commands/s', better: 'more' },
    { question, what: 'mixed flow 60/30/10', ...pace(mixedFlow(commands, 50)), unit: 'commands/s', better: 'more', bar: 3_000_000 },
    {
      question,
      what: 'the same, cancels deep in long queues',
      ...pace(mixedFlow(commands, 2)),
      unit: 'commands/s',
      better: 'more',
      bar: 1_500_000,
    },
    { question, what: 'one order that fills 5,000', ...medianOf(sweeps), unit: 'ms', better: 'less', bar: 5 },
    { question, what: `the slowest of ${WARM_SWEEPS} of them`, value: Math.max(...sweeps), unit: 'ms', better: 'less' },
    {
      question,
      what: 'a cancel in a queue of 20,000',
      ...repeated(() => queueCancelMicros(20_000)),
      unit: 'µs',
      better: 'less',
      bar: 2,
    },
  ]
}

const RUNS = 5
const COLD_SWEEPS = 10
/** a collection of garbage falls into every second or third of them */
const WARM_SWEEPS = 21

const repeated = (measure: () => number): Pick<Figure, 'value' | 'runs'> => medianOf(Array.from({ length: RUNS }, measure))

const START = Date.UTC(2026, 10, 20, 15)

interface Bench {
  readonly engine: Engine
  readonly run: (command: Parameters<Engine['execute']>[0]) => readonly Event[]
}

function openMarket(): Bench {
  const rules = { ...DEFAULT_RULES, selfMatch: 'off' as const, maxOrderLots: 0, maxOrderCents: 0, maxOpenOrders: 0 }
  const engine = new Engine({ calendar: tradingCalendar, rules, orderCapacity: 1_000_000 })
  const events: Event[] = []
  let position = 1
  const run = (command: Parameters<Engine['execute']>[0]): readonly Event[] => {
    events.length = 0
    engine.execute(command, START + position, position, events)
    position += events.length
    engine.releaseEnded(position - 1000)
    return events
  }
  run({ type: 'CreatePartner', id: 'bench', name: 'Bench', environment: 'sandbox', seed: 'bench' })
  const instrument = {
    symbol: 'BENCH1',
    name: 'Bench',
    exchange: 'XBEN',
    assetClass: 'equity' as const,
    tradable: true,
    fractionable: true,
    previousCloseTicks: 1_000_000,
    walk: null,
  }
  run({ type: 'ListInstrument', instrument })
  const tradingConfigurations = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null }
  run({
    type: 'OpenAccount',
    partner: 0,
    userId: '',
    status: 'ACTIVE',
    kycStatus: 'APPROVED',
    kycResults: null,
    tradingConfigurations,
    profile: '',
  })
  run({ type: 'GrantHoldings', account: 0, cashCents: 1e14, positions: [{ symbol: 'BENCH1', shares: 1e9, priceTicks: 1_000_000 }] })
  return { engine, run }
}

/** An id as it comes from the wire, in one piece: a template makes a rope, which whoever looks at it first has to join. */
const fromWire = (id: string): string => Buffer.from(id, 'latin1').toString('latin1')

function order(id: string, side: Side, limitTicks: number): PlaceOrder {
  return {
    type: 'PlaceOrder',
    session: 1,
    account: 0,
    clientOrderId: fromWire(id),
    symbol: 'BENCH1',
    side,
    orderType: OrderType.Limit,
    timeInForce: TimeInForce.Day,
    quantityLots: 100e9,
    cashCents: 0,
    limitTicks,
    stopTicks: 0,
    extendedHours: false,
    possResend: false,
  }
}

/** Steps a second. */
export function enginePace(steps: readonly Step[]): number {
  const { run } = openMarket()
  const commands = steps.map(commandOf)
  const begun = performance.now()
  for (const command of commands) run(command)
  return steps.length / ((performance.now() - begun) / 1_000)
}

/** An order that rests, as the engine has it. */
export function restingOrder(): Order {
  const [accepted] = openMarket().run(order('L1234-00-0', Side.Buy, MIDDLE_TICKS))
  if (accepted?.type !== 'OrderAccepted') throw new Error(`bench: an order was answered by ${accepted?.type}`)
  return accepted.order
}

/** Milliseconds that one order takes which fills `fills` others, several times, behind some that V8 compiles on. */
function sweepsOf(fills: number): readonly number[] {
  const { run } = openMarket()
  const times: number[] = []
  for (let round = 0; round < COLD_SWEEPS + WARM_SWEEPS; round++) {
    for (let i = 0; i < fills; i++) run(order(`R${round}-${i}`, Side.Sell, MIDDLE_TICKS + (i % 50) * 100))
    const begun = performance.now()
    const events = run({ ...order(`S${round}`, Side.Buy, MIDDLE_TICKS + 10_000), quantityLots: fills * 100e9 }).length
    times.push(performance.now() - begun)
    if (events !== 2 * fills + 1) throw new Error(`bench: a sweep of ${fills} orders had ${events} events`)
  }
  return times.slice(COLD_SWEEPS)
}

/** Microseconds that a cancel takes on the average, from anywhere in one queue. */
export function queueCancelMicros(length: number): number {
  const { run } = openMarket()
  const { orders, cancels } = deepQueue(length)
  for (const step of orders) run(commandOf(step))
  const commands = cancels.map(commandOf)
  const begun = performance.now()
  for (const command of commands) run(command)
  return ((performance.now() - begun) * 1_000) / commands.length
}

function commandOf(step: Step): PlaceOrder | CancelOrder {
  if (step.kind === 'order') return order(step.id, step.isBuy ? Side.Buy : Side.Sell, step.limitTicks)
  return {
    type: 'CancelOrder',
    requester: { kind: 'session', session: 1, accountScope: false },
    order: { account: 0, clientOrderId: fromWire(step.id) },
    clientOrderId: fromWire(`C${step.id}`),
    originalClientOrderId: fromWire(step.id),
  }
}

const PROGRAM = 'bench/engine.ts'

/** `benchEngine` in a process of its own. */
export const engineFigures = (commands: number): Promise<readonly Figure[]> => figuresOfProcess(PROGRAM, commands)

if (process.argv[1] === fileURLToPath(import.meta.url)) await runOwnProcess(PROGRAM, 500_000, benchEngine)
