import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { CancelOrder, PlaceOrder } from '../src/domain/command.ts'
import type { Event } from '../src/domain/event.ts'
import { OrderType, Side, TimeInForce } from '../src/domain/order.ts'
import { Engine } from '../src/engine/engine.ts'
import { DEFAULT_RULES } from '../src/engine/rules.ts'
import { tradingCalendar } from '../src/market/trading-calendar.ts'
import { type Figure, median, printFigures } from './figure.ts'

/**
 * The engine alone: no sockets, no disk, but accounts, holds, exact money, ids and events. Seeded: `cross` (every second order fills the one
 * before), `mixed` (60 % resting adds, 30 % cancels, 10 % crossing), `deep` (the same, cancels from the middle of long queues), a sweep
 * through 5,000 orders, and cancels in one queue of 20,000.
 */
export function benchEngine(commands: number): readonly Figure[] {
  // compiles what is measured
  mixed(Math.min(commands, 200_000), 50)
  const question = 'The engine alone: no sockets, no disk'
  return [
    { question, what: 'crossing orders', value: cross(commands), unit: 'commands/s', better: 'more' },
    { question, what: 'mixed flow 60/30/10', value: mixed(commands, 50), unit: 'commands/s', better: 'more', bar: 3_000_000 },
    {
      question,
      what: 'the same, cancels deep in long queues',
      value: mixed(commands, 2),
      unit: 'commands/s',
      better: 'more',
      bar: 1_500_000,
    },
    { question, what: 'one order that fills 5,000', value: sweep(5_000), unit: 'ms', better: 'less', bar: 5 },
    { question, what: 'a cancel in a queue of 20,000', value: cancelInQueue(20_000), unit: 'µs', better: 'less', bar: 2 },
  ]
}

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

function order(id: string, side: Side, limitTicks: number): PlaceOrder {
  return {
    type: 'PlaceOrder',
    session: 1,
    account: 0,
    clientOrderId: id,
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

/** Commands a second; every second order fills the one before, 100 shares. */
function cross(commands: number): number {
  const { run } = openMarket()
  const begun = performance.now()
  for (let i = 0; i < commands; i++) run(order(`L1234-00-${i}`, i % 2 === 0 ? Side.Buy : Side.Sell, 1_000_000))
  return perSecond(commands, begun)
}

/** Commands a second; orders rest on `levels` prices a side: the fewer, the longer the queues that cancels reach into. */
function mixed(commands: number, levels: number): number {
  const { run } = openMarket()
  const random = seeded(42)
  const open: string[] = []
  const begun = performance.now()
  for (let i = 0; i < commands; i++) {
    const dice = random()
    const side = random() < 0.5 ? Side.Buy : Side.Sell
    const away = side === Side.Buy ? -1 : 1
    if (dice < 0.6 || open.length === 0) {
      const id = `L1234-00-${i}`
      open.push(id)
      run(order(id, side, 1_000_000 + away * (1 + Math.floor(random() * levels)) * 100))
    } else if (dice < 0.9) {
      const index = Math.floor(random() * open.length)
      const id = open[index]!
      open[index] = open[open.length - 1]!
      open.pop()
      run(cancel(id, i))
    } else run(order(`L1234-00-${i}`, side, 1_000_000 - away * 10_000))
  }
  return perSecond(commands, begun)
}

/** Milliseconds that one order takes which fills `fills` others; the median of several. */
function sweep(fills: number): number {
  const { run } = openMarket()
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    for (let i = 0; i < fills; i++) run(order(`R${round}-${i}`, Side.Sell, 1_000_000 + (i % 50) * 100))
    const begun = performance.now()
    const events = run({ ...order(`S${round}`, Side.Buy, 1_010_000), quantityLots: fills * 100e9 }).length
    times.push(performance.now() - begun)
    if (events !== 2 * fills + 1) throw new Error(`bench: a sweep of ${fills} orders had ${events} events`)
  }
  return median(times)
}

/** Microseconds that a cancel takes on the average, from anywhere in one queue. */
function cancelInQueue(orders: number): number {
  const { run } = openMarket()
  const random = seeded(7)
  const open = Array.from({ length: orders }, (_, i) => `Q-${i}`)
  for (const id of open) run(order(id, Side.Buy, 1_000_000))
  const cancels = orders / 2
  const begun = performance.now()
  for (let i = 0; i < cancels; i++) {
    const index = Math.floor(random() * open.length)
    run(cancel(open[index]!, i))
    open[index] = open[open.length - 1]!
    open.pop()
  }
  return ((performance.now() - begun) * 1_000) / cancels
}

function cancel(id: string, number: number): CancelOrder {
  return {
    type: 'CancelOrder',
    requester: { kind: 'session', session: 1, accountScope: false },
    order: { account: 0, clientOrderId: id },
    clientOrderId: `C1234-00-${number}`,
    originalClientOrderId: id,
  }
}

/** From 0 to below 1, the same row for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
}

const perSecond = (commands: number, begun: number): number => commands / ((performance.now() - begun) / 1_000)

if (process.argv[1] === fileURLToPath(import.meta.url)) printFigures(benchEngine(Number(process.argv[2] ?? 500_000)))
