import type { PlaceOrder } from '../src/domain/command.ts'
import type { Event } from '../src/domain/event.ts'
import { OrderType, Side, TimeInForce } from '../src/domain/order.ts'
import { Engine } from '../src/engine/engine.ts'
import { DEFAULT_RULES } from '../src/engine/rules.ts'
import { tradingCalendar } from '../src/market/trading-calendar.ts'

/**
 * The engine alone: no sockets, no disk, but accounts, holds, exact money, ids and events. Two seeded workloads:
 * `cross` (every second order fills the one before, 100 shares) and `mixed` (60 % resting adds, 30 % cancels, 10 % crossing).
 */
const COMMANDS = Number(process.argv[2] ?? 500_000)
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

function report(name: string, commands: number, events: number, ns: bigint): void {
  const seconds = Number(ns) / 1e9
  console.log(
    `${name.padEnd(8)} ${Math.round(commands / seconds).toLocaleString('en')} commands/s  ${Math.round(events / seconds).toLocaleString('en')} events/s`,
  )
}

function cross(commands: number): void {
  const { run } = openMarket()
  let events = 0
  const began = process.hrtime.bigint()
  for (let i = 0; i < commands; i++) events += run(order(`L1234-00-${i}`, i % 2 === 0 ? Side.Buy : Side.Sell, 1_000_000)).length
  report('cross', commands, events, process.hrtime.bigint() - began)
}

function mixed(commands: number): void {
  const { run } = openMarket()
  let seed = 42
  const random = (): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const open: string[] = []
  let events = 0
  const began = process.hrtime.bigint()
  for (let i = 0; i < commands; i++) {
    const dice = random()
    const side = random() < 0.5 ? Side.Buy : Side.Sell
    const away = side === Side.Buy ? -1 : 1
    if (dice < 0.6 || open.length === 0) {
      const id = `L1234-00-${i}`
      open.push(id)
      events += run(order(id, side, 1_000_000 + away * (1 + Math.floor(random() * 50)) * 100)).length
    } else if (dice < 0.9) {
      const index = Math.floor(random() * open.length)
      const id = open[index]!
      open[index] = open[open.length - 1]!
      open.pop()
      events += run({
        type: 'CancelOrder',
        requester: { kind: 'session', session: 1, accountScope: false },
        order: { account: 0, clientOrderId: id },
        clientOrderId: `C1234-00-${i}`,
        originalClientOrderId: id,
      }).length
    } else events += run(order(`L1234-00-${i}`, side, 1_000_000 - away * 10_000)).length
  }
  report('mixed', commands, events, process.hrtime.bigint() - began)
}

console.log(`node ${process.version}, ${COMMANDS.toLocaleString('en')} commands each`)
cross(COMMANDS / 5)
cross(COMMANDS)
mixed(COMMANDS)
