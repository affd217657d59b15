import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { OrderEvent } from '../../src/domain/events/order-event.ts'
import { isOpen } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { Delay } from '../../src/engine/venue/latency.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { Archive } from '../engine/archive.ts'
import { checkInvariants, lotsOf } from '../engine/invariants.ts'
import { readBack } from '../storage/support/event-record.ts'
import { EngineRun, EVERY_DAY } from './engine-run.ts'
import { ACCOUNTS, fitted, modes, type RawAction, rawActions, SHARES, SYMBOLS } from './trading.ts'

const RUNS = 120
const COMMANDS = 150
const GRANTED = new Map(SYMBOLS.map((_, symbol) => [`0 ${symbol}`, lotsOf(ACCOUNTS * SHARES[symbol]!)]))

// the clock of a run moves by a ms an event: that much is about as long as what happens between two requests
const delay: fc.Arbitrary<Delay> = fc.record({ ms: fc.constantFrom(0, 0, 1, 5, 20, 60), jitterMs: fc.constantFrom(0, 0, 3, 15) })
const latencies = fc.record({ new: delay, replace: delay, cancel: delay, fill: delay })

test(`with any latency money, shares and quantities add up, every request is answered once, and a replay gives the same: ${RUNS} runs`, () => {
  fc.assert(
    fc.property(modes, latencies, rawActions(COMMANDS), fc.boolean(), fc.nat(100), (selfMatch, latency, actions, queues, percent) => {
      const live = new Live({ selfMatch, latency }, queues)
      for (const action of actions) live.act(action)
      live.waitForAll()
      const { rules } = live.run
      // as it comes back from the disk
      const journal = live.run.journal.map(readBack)
      checkReports(journal)
      const after = fingerprint(live.run.engine.state)
      const engine = (state?: Engine['state']): Engine =>
        new Engine({ calendar: EVERY_DAY, rules, orderCapacity: 16, ...(state && { state }) })
      const whole = engine()
      journal.forEach((event, index) => whole.apply(event, index + 1))
      expect(fingerprint(whole.state)).toBe(after)

      // in the middle, with whatever waits there
      const middle = live.boundaries[Math.floor(((live.boundaries.length - 1) * percent) / 100)]!
      const first = engine()
      journal.slice(0, middle).forEach((event, index) => first.apply(event, index + 1))
      const restored = restoreSnapshot(takeSnapshot(first.state), { calendar: EVERY_DAY, rules, orderCapacity: 16 })
      expect(fingerprint(restored)).toBe(fingerprint(first.state))
      const second = engine(restored)
      journal.slice(middle).forEach((event, index) => second.apply(event, middle + index + 1))
      expect(fingerprint(second.state)).toBe(after)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)

class Live {
  readonly run: EngineRun
  readonly boundaries: number[] = []
  private readonly queues: boolean
  private readonly archive = new Archive()
  private readonly accountOf = new Map<string, number>()
  private archived = 0
  private placed = 0

  constructor(rules: Partial<EngineRules>, queues: boolean) {
    this.run = new EngineRun(rules)
    this.queues = queues
  }

  act(raw: RawAction): void {
    // mostly one of the last few, which something may still be pending on
    const picked =
      'pick' in raw && this.placed > 0 ? this.placed - (raw.pick % Math.min(this.placed, raw.pick % 4 === 0 ? this.placed : 6)) : 0
    const id = `o${picked}`
    const account = this.accountOf.get(id) ?? 0
    const order = this.archive.order(account, id)
    const action = fitted(raw, order && { symbol: order.instrument, limit: order.limitTicks, stop: order.stopTicks })
    if (action.do === 'place') this.accountOf.set(`o${++this.placed}`, action.order.account)
    this.execute(this.run.commandOf(action, this.placed, { id, account }))
    this.execute({ type: 'AdvanceTime' })
  }

  /** Until nothing is due any more: a command that causes nothing leaves the clock where it is, so an answer is asked for. */
  waitForAll(): void {
    const { state } = this.run.engine
    for (let tries = 0; state.requestCount > 0; tries++) {
      if (tries > 2_000) throw new Error(`${state.requestCount} requests are never done`)
      this.execute({ type: 'AnnounceNews', headline: 'time goes by', text: '' })
      this.execute({ type: 'AdvanceTime' })
    }
  }

  private execute(command: Command): void {
    const queueing = 'requester' in command && command.requester.kind === 'session' && this.queues
    const asked = queueing ? ({ ...command, requester: { ...command.requester, queuesReplaces: true } } as Command) : command
    this.run.execute(this.archive.load(asked, this.run.engine.state))
    for (; this.archived < this.run.journal.length; this.archived++) this.archive.take(this.run.journal[this.archived]!)
    this.boundaries.push(this.run.journal.length)
    checkInvariants(this.run.engine.state, { granted: GRANTED, corrected: false })
  }
}

/** What the reports say: 38 = 14 + 151 while an order is live, one end for each order, one answer to each request of a session. */
function checkReports(journal: readonly Event[]): void {
  const ended = new Set<number>()
  const asked = new Map<string, number>()
  for (const event of journal) {
    if (event.type === 'OrderPended' && event.request.kind !== 'new' && event.requester > 0) asked.set(event.request.clientOrderId, 0)
    const answered = answeredBy(event)
    if (asked.has(answered)) asked.set(answered, asked.get(answered)! + 1)
    if (!isAboutOrder(event)) continue
    const { order } = event
    expect(ended.has(order.number), `order ${order.number} goes on after its end`).toBe(false)
    if (!isOpen(order.status)) ended.add(order.number)
    else if (order.cashCents === 0) expect(order.quantityLots).toBe(order.filledLots + order.leavesLots)
  }
  for (const [id, answers] of asked) expect(answers, `answers to ${id}`).toBe(1)
}

function answeredBy(event: Event): string {
  if (event.type === 'OrderCancelled') return event.requestId
  if (event.type === 'OrderReplaced') return event.order.clientOrderId
  return event.type === 'CancelRejected' ? event.clientOrderId : ''
}

function isAboutOrder(event: Event): event is OrderEvent {
  return 'execution' in event && 'order' in event
}
