import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Disposals, isReversal, StandingTrades } from '../../src/documents/disposals.ts'
import type { Command } from '../../src/domain/command.ts'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import type { Event } from '../../src/domain/event.ts'
import { toCents } from '../../src/domain/amounts/notional.ts'
import { marketOf, type Order, OrderStatus, TimeInForce } from '../../src/domain/orders/order.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { Delay } from '../../src/engine/venue/latency.ts'
import { nextMeeting } from '../../src/engine/book/matching.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { ledgerLine } from '../../src/http/resources/documents/ledger-lines.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../src/storage/projections/tables/activity-kinds.ts'
import { walkUnderneath } from '../../src/engine/book/walking-quotes.ts'
import { CALENDAR, openVenue, type Venue } from '../engine/engine-under-test.ts'
import { readBack } from '../storage/support/event-record.ts'
import { commandOf, draw } from './any-command.ts'
import { Told } from './told.ts'
import { security } from '../support/security.ts'

const RUNS = 25
const COMMANDS = 150
const SHAPE = { baseTicks: 50_0000, stepHundredths: 300, spreadTicks: 400, sizeLots: 20e9 }

const delay: fc.Arbitrary<Delay> = fc.constantFrom(
  { ms: 0, jitterMs: 0 },
  { ms: 0, jitterMs: 0 },
  { ms: 5, jitterMs: 20 },
  { ms: 300_000, jitterMs: 400_000 },
)

const rules: fc.Arbitrary<Partial<EngineRules>> = fc.record({
  session: fc.constantFrom('always_open', 'us_equities'),
  quotes: fc.constantFrom('walk', 'walk', 'still'),
  selfMatch: fc.constantFrom('cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off'),
  unpriced: fc.constantFrom('wait', 'refuse'),
  stopTrigger: fc.constantFrom('print', 'quote', 'either'),
  staleQuoteMs: fc.constantFrom(0, 60_000),
  liquidity: fc.constantFrom('both', 'both', 'clients', 'quote'),
  dayOrderEnd: fc.constantFrom('expire', 'done_for_day'),
  bandBasisPoints: fc.constantFrom(0, 0, 100),
  bandPauseMs: fc.constantFrom(1_000, 300_000),
  limitBandBasisPoints: fc.constantFrom(0, 0, 500),
  maxOpenOrders: fc.constantFrom(0, 8),
  achMode: fc.constantFrom('instant', 'delayed', 'manual'),
  achVerificationMs: fc.constantFrom(1, 1_000, 5_000_000),
  latency: fc.record({ new: delay, replace: delay, cancel: delay, fill: delay }),
})

const draws = fc.array(draw, { minLength: COMMANDS, maxLength: COMMANDS })

test(`whatever is asked for under whatever rules: nothing that could trade waits, previews hold, a replay and a snapshot go on alike: ${RUNS} runs`, () => {
  fc.assert(
    fc.property(rules, draws, fc.nat(COMMANDS - 1), fc.boolean(), (given, draws, middle, mayOwe) => {
      const venue = openMarkets(given)
      if (mayOwe) venue.allowDebts()
      const told = new Told()
      let restored: Engine | undefined
      for (const [index, one] of draws.entries()) {
        venue.at += one.waitMs
        if (one.releases) venue.releaseEnded()
        if (index === middle) restored = restore(venue)
        const asked = commandOf(venue, one, index)
        const command: Command = !mayOwe && owes(asked) ? { type: 'AdvanceTime' } : asked
        const again: Event[] = []
        if (restored) restored.execute(venue.archive.load(command, restored.state), venue.at, venue.journal.length + 1, again)
        const expected =
          command.type === 'PlaceOrder' && command.session === 0 && isUpToDate(venue, command) ? previewed(venue, command) : undefined
        const { events, refusal } = venue.execute(command)
        if (restored) expect(again).toEqual(events)
        if (expected) expect(termsOf(events) ?? refusal).toEqual(expected)
        told.note(events)
        checkBooks(venue)
      }
      const replayed = new Engine({ calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
      venue.journal.forEach((event, index) => {
        replayed.apply(readBack(event), index + 1)
        if (index % 9 === 0) replayed.releaseEnded(index + 2)
      })
      const after = fingerprint(venue.state)
      for (const { state } of [replayed, restored!]) expect(fingerprint(state)).toBe(after)
      checkCosts(venue)
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)

/** A sandbox and what live partners share, three accounts and two. */
function openMarkets(given: Partial<EngineRules>): Venue {
  const venue = openVenue(given)
  venue.execute({ type: 'CreatePartner', id: 'partner-2', name: 'Live', environment: 'live', seed: 'seed of the live market' })
  for (const symbol of ['WALK', 'WALL']) venue.execute({ type: 'ListInstrument', instrument: security(symbol, 50_0000, { walk: SHAPE }) })
  const opening = { cash: '50000.00', shares: { AAPL: 100, PENY: 20_000, WHOLE: 100 } }
  for (const name of ['alice', 'bob', 'carol']) venue.account(name, opening)
  for (const name of ['dave', 'erin']) venue.account(name, { ...opening, partner: 1 })
  return venue
}

/** May leave an account with less than nothing. */
const owes = (command: Command): boolean =>
  command.type === 'FillOrder' ||
  command.type === 'BustExecution' ||
  command.type === 'CorrectExecution' ||
  (command.type === 'MoveTransfer' && command.action.do === 'return')

function restore(venue: Venue): Engine {
  const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 }
  const state = restoreSnapshot(takeSnapshot(venue.state), parts)
  expect(fingerprint(state)).toBe(fingerprint(venue.state))
  return new Engine({ ...parts, state })
}

/** Nothing comes before the order, neither what is due nor a step of its quote, which is not among that. */
const isUpToDate = ({ state, at }: Venue, { account, symbol }: PlaceOrder): boolean =>
  state.nextDueAt() > at &&
  walkUnderneath(state, state.book(state.account(account).market, state.instrumentBySymbol(symbol)!)) === undefined

/** What a preview has come to: the refusal, or the order; undefined for one that is known. */
function previewed(venue: Venue, command: PlaceOrder): unknown {
  const before = fingerprint(venue.state)
  const shown = venue.engine.preview(venue.archive.load(command, venue.state) as PlaceOrder, venue.at)
  expect(fingerprint(venue.state)).toBe(before)
  if ('refusal' in shown) return shown.refusal
  return shown.warnings.includes('REPEATED_CLIENT_ORDER_ID') ? undefined : terms(shown.order)
}

function termsOf(events: readonly Event[]): unknown {
  const first = events.find(({ type }) => type === 'OrderAccepted' || type === 'OrderPended')
  return first && 'order' in first ? terms(first.order!) : undefined
}

const terms = ({ number, limitTicks, stopTicks, collarTicks, quantityLots, heldCents, heldLots, enteredDay }: Order) => ({
  ...{ number, limitTicks, stopTicks, collarTicks, quantityLots, heldCents, heldLots, enteredDay },
})

/** Nobody could trade and does not; orders are suspended where their symbol is halted, and there alone; none outlives its day. */
function checkBooks({ state }: Venue): void {
  const { orders } = state
  for (const book of state.markets.flatMap(({ books }) => books)) {
    if (!book) continue
    const waiting = [book.held, book.opening, book.closing]
    const working = [book.bids, book.asks, book.marketBuys, book.marketSells, book.buyStops, book.sellStops]
    for (const slot of [...waiting, ...working].flatMap((queue) => queue.slots())) {
      if (!orders.isHouse(slot)) expect(orders.status(slot) === OrderStatus.Suspended).toBe(book.halted)
    }
    if (book.halted) continue
    for (const slot of working.slice(0, 4).flatMap((queue) => queue.slots())) expect(nextMeeting(state, book, slot)).toBeUndefined()
  }
  for (const { number, timeInForce, enteredDay, firstClientOrderId } of state.accounts.flatMap(({ index }) => state.openOrders(index))) {
    const { tradeDay } = state.market(marketOf(number))
    const lasts = timeInForce === TimeInForce.Gtc || timeInForce === TimeInForce.Opg
    expect(lasts || enteredDay >= tradeDay, `${firstClientOrderId} is for another day`).toBe(true)
  }
}

/** Tax statements count what was held, and its cost, to where the engine is. */
function checkCosts({ state, journal }: Venue): void {
  for (const { index, positions } of state.accounts) {
    const lines = journal
      .filter((event): event is ActivityEvent => event.type in ACTIVITY_TYPE_OF)
      .filter((event) => ('order' in event ? event.order.account : 'account' in event ? event.account : -1) === index)
      .map((event) => ledgerLine(state, event, 0))
    const disposals = new Disposals(new StandingTrades(lines.filter(isReversal)))
    for (const line of lines) disposals.take(line)
    for (const [instrument, { shares, lots, basisWhole: whole, basisFraction: fraction }] of positions)
      expect(disposals.holdings.of(instrument)).toEqual({
        lots: BigInt(shares) * 1_000_000_000n + BigInt(lots),
        costCents: toCents({ whole, fraction }),
      })
  }
}
