import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import type { EngineState } from '../../src/engine/state.ts'
import { Archive } from '../engine/archive.ts'
import { checkInvariants, lotsOf } from '../engine/invariants.ts'
import { EngineRun, EVERY_DAY } from './engine-run.ts'
import { ACCOUNTS, fitted, modes, type RawAction, rawActions, SHARES, SYMBOLS } from './trading.ts'

const RUNS = 150
const COMMANDS = 200
const GRANTED = new Map(SYMBOLS.map((_, symbol) => [`0 ${symbol}`, lotsOf(ACCOUNTS * SHARES[symbol]!)]))

/** What operators and sessions do besides. */
type Operation =
  | { readonly do: 'bust'; readonly pick: number }
  | { readonly do: 'correct'; readonly pick: number; readonly lots: number | undefined; readonly ticks: number | undefined }
  | { readonly do: 'switch'; readonly scope: 'all' | 'account' | 'session'; readonly id: number; readonly on: boolean }
  | { readonly do: 'session lost'; readonly includeGtc: boolean }
  | { readonly do: 'status'; readonly pick: number }
  | { readonly do: 'possible resend'; readonly pick: number }
  | { readonly do: 'release'; readonly keep: number }

const pick = fc.nat(1_000_000)
const operation = fc.oneof<fc.Arbitrary<Operation>[]>(
  fc.record({ do: fc.constant('bust' as const), pick }),
  fc.record({
    do: fc.constant('correct' as const),
    pick,
    lots: fc.option(
      fc.integer({ min: 0, max: 12 }).map((shares) => shares * 1e9),
      { nil: undefined },
    ),
    ticks: fc.option(fc.integer({ min: 0, max: 1_100_000 }), { nil: undefined }),
  }),
  fc.record({
    do: fc.constant('switch' as const),
    scope: fc.constantFrom(...(['all', 'account', 'session'] as const)),
    id: fc.nat(2),
    on: fc.boolean(),
  }),
  fc.record({ do: fc.constant('session lost' as const), includeGtc: fc.boolean() }),
  fc.record({ do: fc.constant('status' as const), pick }),
  fc.record({ do: fc.constant('possible resend' as const), pick }),
  fc.record({ do: fc.constant('release' as const), keep: fc.nat(60) }),
)
const operations = fc.array(fc.tuple(fc.nat(COMMANDS), operation), { minLength: 20, maxLength: 40 })

test(`a replay of the journal, and a snapshot with the rest of it, give the same state: ${RUNS} runs of ${COMMANDS} commands and more`, () => {
  fc.assert(
    fc.property(modes, rawActions(COMMANDS), operations, fc.nat(100), (selfMatch, actions, others, percent) => {
      const live = new Live(selfMatch)
      for (const [index, action] of actions.entries()) {
        live.act(action)
        for (const [at, other] of others) if (at === index) live.operate(other)
      }
      const { journal } = live.run
      const after = fingerprint(live.state)
      const replayed = replay(journal, { releaseEvery: 7 })
      expect(fingerprint(replayed)).toBe(after)
      checkInvariants(replayed, { granted: GRANTED, corrected: true })

      const middle = live.boundaries[Math.floor(((live.boundaries.length - 1) * percent) / 100)]!
      const snapshot = takeSnapshot(replay(journal.slice(0, middle), { releaseEvery: 1 }))
      const restored = restoreSnapshot(snapshot, { calendar: EVERY_DAY, rules: live.run.rules, orderCapacity: 16 })
      expect(fingerprint(restored)).toBe(fingerprint(replay(journal.slice(0, middle), {})))
      checkInvariants(restored, { granted: GRANTED, corrected: true })
      const continued = replayOn(restored, journal, middle)
      // a bust may bring back an order that had ended before the snapshot: what the engine shows is the same
      expect(fingerprint(continued)).toBe(after)

      // and they go on alike
      const next = live.sweep()
      const events = (state: EngineState): Event[] => {
        const list: Event[] = []
        const engine = new Engine({ calendar: EVERY_DAY, rules: live.run.rules, state })
        for (const command of next) engine.execute(command, 1e13, journal.length + 1 + list.length, list)
        return list
      }
      const ours = events(replayed)
      expect(events(continued)).toEqual(ours)
      expect(events(live.state)).toEqual(ours)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 90_000 },
  )
}, 120_000)

function replay(journal: readonly Event[], { releaseEvery }: { readonly releaseEvery?: number }): EngineState {
  const engine = new Engine({ calendar: EVERY_DAY, rules: new EngineRun({}).rules, orderCapacity: 4 })
  journal.forEach((event, index) => {
    engine.apply(event, index + 1)
    if (releaseEvery !== undefined && index % releaseEvery === 0) engine.releaseEnded(index + 2)
  })
  return engine.state
}

function replayOn(state: EngineState, journal: readonly Event[], from: number): EngineState {
  const engine = new Engine({ calendar: EVERY_DAY, rules: new EngineRun({}).rules, state })
  for (let index = from; index < journal.length; index++) engine.apply(journal[index]!, index + 1)
  return engine.state
}

/** The engine as it runs, with storage behind it and ended orders leaving now and then. */
class Live {
  readonly run: EngineRun
  /** lengths of the journal between commands: where a snapshot can be taken */
  readonly boundaries: number[] = []
  private readonly archive = new Archive()
  private archived = 0
  private placed = 0
  private readonly accountOf = new Map<string, number>()

  constructor(selfMatch: EngineRun['rules']['selfMatch']) {
    this.run = new EngineRun({ selfMatch })
  }

  get state(): EngineState {
    return this.run.engine.state
  }

  act(raw: RawAction): void {
    const id = 'pick' in raw ? this.anyId(raw.pick) : ''
    const account = this.accountOf.get(id) ?? 0
    const order = this.archive.order(account, id)
    const action = fitted(raw, order && { symbol: order.instrument, limit: order.limitTicks, stop: order.stopTicks })
    if (action.do === 'place') this.accountOf.set(`o${++this.placed}`, action.order.account)
    this.execute(this.run.commandOf(action, this.placed, { id, account }))
  }

  operate(operation: Operation): void {
    switch (operation.do) {
      case 'bust':
      case 'correct': {
        const id = this.anyId(operation.pick)
        const order = this.archive.order(this.accountOf.get(id) ?? 0, id)
        const trade = order && this.archive.trade(order, 1 + (operation.pick % 2))
        const known = trade && { trade }
        if (operation.do === 'bust') this.execute({ type: 'BustExecution', ...known })
        else {
          const { lots, ticks } = operation
          const change = { ...(lots !== undefined && { quantityLots: lots }), ...(ticks !== undefined && { priceTicks: ticks }) }
          this.execute({ type: 'CorrectExecution', ...known, ...change })
        }
        return
      }
      case 'switch':
        this.execute({ type: 'SetKillSwitch', scope: operation.scope, id: operation.id, on: operation.on, operator: 'op' })
        // most of the run trades
        if (operation.on) this.execute({ type: 'SetKillSwitch', scope: operation.scope, id: operation.id, on: false, operator: 'op' })
        return
      case 'session lost':
        this.execute({ type: 'CancelSessionOrders', session: 1, includeGtc: operation.includeGtc })
        return
      case 'status': {
        const id = this.anyId(operation.pick)
        const account = this.accountOf.get(id) ?? 0
        const answer = { market: 0, clientOrderId: id, accountText: '', symbol: '', side: '', requestId: '' }
        this.execute({ type: 'ReportOrderStatus', session: 1, accountScope: true, account, ...answer })
        return
      }
      case 'possible resend': {
        const id = this.anyId(operation.pick)
        const account = this.accountOf.get(id) ?? 0
        if (id === 'none') return
        const before = this.archive.order(account, id)
        this.execute({ ...SOME_ORDER, account, clientOrderId: id, possResend: true })
        expect(this.run.journal.at(-1)).toMatchObject({ type: 'OrderStatusReported', order: { number: before?.number } })
        return
      }
      case 'release':
        this.run.engine.releaseEnded(Math.max(0, this.run.journal.length - operation.keep))
        return
      default:
        operation satisfies never
    }
  }

  /** Orders that meet everything in the books, and the end of the day. */
  sweep(): readonly Command[] {
    const orders = SYMBOLS.flatMap((symbol, index) =>
      [1, 2].flatMap((side) => {
        const size = { quantityLots: (index + 1) * 3e9, limitTicks: side === 1 ? 2_000_000 : 100 }
        return [0, 1, 2].map((account) => ({
          ...SOME_ORDER,
          ...size,
          account,
          symbol,
          side: side as 1 | 2,
          clientOrderId: `last-${symbol}-${side}`,
        }))
      }),
    )
    return [...orders, { type: 'EndTradingDay', market: 0, nextDay: this.state.market(0).tradeDay + 1 }]
  }

  private execute(command: Command): void {
    this.run.execute(this.archive.load(command, this.state))
    for (; this.archived < this.run.journal.length; this.archived++) this.archive.take(this.run.journal[this.archived]!)
    this.boundaries.push(this.run.journal.length)
    checkInvariants(this.state, { granted: GRANTED, corrected: true })
  }

  private anyId(pick: number): string {
    return this.placed === 0 ? 'none' : `o${(pick % this.placed) + 1}`
  }
}

const SOME_ORDER = {
  type: 'PlaceOrder',
  session: 1,
  account: 0,
  clientOrderId: '',
  symbol: SYMBOLS[0],
  side: 1,
  orderType: 2,
  timeInForce: 0,
  quantityLots: 1e9,
  cashCents: 0,
  limitTicks: 10_000,
  stopTicks: 0,
  extendedHours: false,
  possResend: false,
} as const
