import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDecimal } from '../../src/domain/amounts/amounts.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { activityView } from '../../src/http/resources/portfolio/activity-view.ts'
import { ACTIVITY_TYPE_OF, type ActivityEvent } from '../../src/storage/projections/tables/activity-kinds.ts'
import { CALENDAR, openVenue, type Trader, type Venue } from '../engine/engine-under-test.ts'
import { ASK, LEAST, type Mode, MOST, SimpleBank, type Step } from './simple-bank.ts'

const RUNS = 60
const ACTIONS = 120
const ACCOUNTS = 3
const FUNDS = 40_000

type Action =
  | { readonly do: 'deposit'; readonly account: number; readonly amount: number; readonly key: string }
  | { readonly do: 'withdraw'; readonly account: number; readonly amount: number | undefined; readonly fee: number; readonly key: string }
  | { readonly do: 'cancel'; readonly pick: number }
  | { readonly do: 'move'; readonly pick: number; readonly step: Step }
  | { readonly do: 'buy'; readonly account: number; readonly shares: number; readonly limit: number }
  | { readonly do: 'sell'; readonly account: number; readonly shares: number }
  | { readonly do: 'end of day' }

const account = fc.nat(ACCOUNTS - 1)
const amount = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: LEAST, max: MOST }) }, { weight: 1, arbitrary: fc.nat(MOST + 100) })
const key = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom('a', 'b', 'c') })
const pick = fc.nat(1_000)
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('deposit' as const), account, amount, key }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      account,
      amount: fc.option(fc.integer({ min: LEAST, max: 20_000 }), { nil: undefined }),
      fee: fc.oneof(fc.constant(0), fc.nat(99)),
      key,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), pick }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      pick,
      step: fc.constantFrom<Step[]>('queue', 'queue', 'send', 'send', 'settle', 'settle', 'return'),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      account,
      shares: fc.integer({ min: 1, max: 20 }),
      limit: fc.constantFrom(950, 980, 1000, 1020),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sell' as const), account, shares: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'end of day' as const }) },
)
const actions = fc.array(action, { minLength: ACTIONS, maxLength: ACTIONS + 20 })
const modes = fc.constantFrom<Mode[]>('instant', 'delayed', 'manual', 'manual')

test(`deposits, withdrawals, returns, cancels and orders leave what a simple bank says: ${RUNS} runs of ${ACTIONS} actions and more`, () => {
  fc.assert(
    fc.property(modes, actions, fc.nat(100), (mode, list, percent) => {
      const desk = new Desk(mode)
      for (const one of list) desk.act(one)
      const { venue } = desk
      expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
      expect(fingerprint(afterSnapshot(venue, percent))).toBe(fingerprint(venue.state))
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 60_000 },
  )
}, 90_000)

/** The state that a snapshot somewhere in the journal and the rest of it give. */
function afterSnapshot(venue: Venue, percent: number) {
  const { journal, rules } = venue
  const middle = Math.floor((journal.length * percent) / 100)
  const before = openVenue(rules)
  for (const event of journal.slice(before.journal.length, Math.max(middle, before.journal.length))) {
    before.journal.push(event)
    before.engine.apply(event, before.journal.length)
  }
  const state = restoreSnapshot(takeSnapshot(before.state), { calendar: CALENDAR, rules, orderCapacity: 4 })
  const engine = new Engine({ calendar: CALENDAR, rules, state })
  journal.slice(before.journal.length).forEach((event, index) => engine.apply(event, before.journal.length + index + 1))
  return state
}

/** The engine and the simple bank, side by side. */
class Desk {
  readonly venue: Venue
  private readonly traders: readonly Trader[]
  private readonly bank: SimpleBank
  private readonly net: number[] = Array<number>(ACCOUNTS).fill(0)
  private counted = 0
  private orders = 0

  constructor(mode: Mode) {
    this.bank = new SimpleBank(ACCOUNTS, mode)
    this.venue = openVenue({ achMode: mode, minTransferCents: LEAST, maxTransferCents: MOST })
    this.traders = Array.from({ length: ACCOUNTS }, (_, index) => this.venue.account(`${index}`))
    for (const { index } of this.traders) {
      this.venue.execute({ ...BANK, account: index })
      const deposit = {
        type: 'Deposit',
        account: index,
        ach: index + 1,
        amountCents: FUNDS,
        description: null,
        idempotencyKey: null,
      } as const
      this.venue.execute({ ...deposit, instant: true })
      this.bank.fund(index, FUNDS)
    }
    this.venue.quote('9.90 x 100000', '10.00 x 100000')
  }

  act(one: Action): void {
    const { venue } = this
    const [code, expected] = this.both(one)
    expect([one, code]).toEqual([one, expected])
    for (; this.counted < venue.journal.length; this.counted++) this.count(venue.journal[this.counted]!, this.counted + 1)
    for (const { index } of this.traders) this.compare(index, one)
  }

  /** The refusals of the engine and of the simple bank; '' for none. */
  private both(one: Action): readonly [string, string] {
    const { venue, bank, traders } = this
    const run = (command: Command): string => venue.execute(command).code ?? ''
    switch (one.do) {
      case 'deposit': {
        const { account: index, amount: amountCents, key: idempotency } = one
        const content = {
          account: index,
          ach: index + 1,
          amountCents,
          description: null,
          idempotencyKey: idempotency === '' ? null : idempotency,
        }
        return [run({ type: 'Deposit', ...content }), bank.deposit(index, amountCents, idempotency)]
      }
      case 'withdraw': {
        const { account: index, fee: feeCents, key: idempotency } = one
        const content = {
          account: index,
          ach: index + 1,
          description: null,
          idempotencyKey: idempotency === '' ? null : idempotency,
          ira: null,
        }
        const wanted = { amountCents: one.amount ?? 0, fullBalance: one.amount === undefined, feeCents }
        return [run({ type: 'Withdraw', ...content, ...wanted }), bank.withdraw(index, one.amount, feeCents, idempotency)]
      }
      case 'cancel': {
        const { index, transfer } = this.picked(one.pick)
        return [run({ type: 'CancelTransfer', account: index, transfer: transfer + 1 }), bank.cancel(transfer)]
      }
      case 'move': {
        const { index, transfer } = this.picked(one.pick)
        const step = one.step === 'return' ? ({ do: 'return', code: 'R01' } as const) : { do: one.step }
        return [run({ type: 'MoveTransfer', account: index, transfer: transfer + 1, action: step }), bank.move(transfer, one.step)]
      }
      case 'buy': {
        const { account: index, shares, limit } = one
        const name = `o${++this.orders}`
        const price = (limit / 100).toFixed(2)
        const code = traders[index]!.buy(String(shares), { id: name, limit: price }).code ?? ''
        return [code, bank.buy(index, name, shares, limit)]
      }
      case 'sell': {
        const id = `o${++this.orders}`
        return [traders[one.account]!.sell(String(one.shares), { id, limit: '9.00' }).code ?? '', bank.sell(one.account, one.shares)]
      }
      case 'end of day':
        venue.endDay()
        bank.endDay()
        return ['', '']
      default:
        return one satisfies never
    }
  }

  /** A transfer that there is, when there is one. */
  private picked(picked: number): { readonly index: number; readonly transfer: number } {
    const { transfers } = this.bank
    if (transfers.length === 0) return { index: 0, transfer: 0 }
    // mostly a late one: the early ones have come to their end
    const transfer = transfers.length - 1 - (picked % Math.min(transfers.length, 8))
    return { index: transfers[transfer]!.account, transfer }
  }

  /** Adds up what the account's ledger shows. */
  private count(event: Event, position: number): void {
    if (!(event.type in ACTIVITY_TYPE_OF)) return
    const line = activityView(this.venue.state, event as ActivityEvent, position)
    const index = 'order' in event ? event.order!.account : (event as { readonly account: number }).account
    const cents = parseDecimal(line.net_amount.replace('-', ''), 2) as number
    this.net[index]! += line.net_amount.startsWith('-') ? -cents : cents
  }

  private compare(index: number, after: Action): void {
    const { bank, venue } = this
    const balances = venue.state.balances(index)
    const { settled, unsettled, buyingPower, heldForOrders, pendingDeposits, pendingWithdrawals } = balances
    const simple = bank.accounts[index]!
    expect({ after, settled, unsettled, buyingPower, heldForOrders, pendingDeposits, pendingWithdrawals, net: this.net[index] }).toEqual({
      after,
      settled: simple.settled,
      unsettled: bank.unsettled(index),
      buyingPower: bank.free(index),
      heldForOrders: bank.held(index),
      pendingDeposits: bank.pending(index, true),
      pendingWithdrawals: bank.pending(index, false),
      net: simple.settled + bank.unsettled(index),
    })
    expect(balances.longMarketValue).toBeLessThanOrEqual(simple.shares * ASK)
  }
}

const BANK = {
  type: 'LinkBank',
  status: 'APPROVED',
  ownerName: 'Jane Doe',
  accountType: 'CHECKING',
  bankName: null,
  accountLast4: '6789',
  routingNumber: '121000358',
} as const
