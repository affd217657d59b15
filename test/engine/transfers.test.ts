import { describe, expect, test } from 'vitest'
import { AccountStatus } from '../../src/domain/accounts/account.ts'
import { formatMoney } from '../../src/domain/amounts/amounts.ts'
import type { AchStatus } from '../../src/domain/accounts/linked-bank.ts'
import type { Deposit, TransferAction, Withdraw } from '../../src/domain/commands/transfer-command.ts'
import type { Event } from '../../src/domain/event.ts'
import { tradeDate } from '../../src/domain/time/trade-date.ts'
import { Engine } from '../../src/engine/engine.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { type Answer, CALENDAR, cents, day, FRIDAY, openVenue, type Trader, type Venue } from './engine-under-test.ts'

function linkBank(trader: Trader, status: AchStatus = 'APPROVED'): Answer {
  return trader.venue.execute({
    type: 'LinkBank',
    account: trader.index,
    status,
    ownerName: 'Jane Doe',
    accountType: 'CHECKING',
    bankName: 'First Bank',
    accountLast4: '6789',
    routingNumber: '121000358',
  })
}

function deposit(trader: Trader, amount: string, change: Partial<Deposit> = {}): Answer {
  return trader.venue.execute({
    type: 'Deposit',
    account: trader.index,
    ach: 1,
    amountCents: cents(amount),
    description: null,
    idempotencyKey: null,
    ...change,
  })
}

/** `amount`: 'all' for the full balance. */
function withdraw(trader: Trader, amount: string, change: Partial<Withdraw> = {}): Answer {
  return trader.venue.execute({
    type: 'Withdraw',
    account: trader.index,
    ach: 1,
    amountCents: amount === 'all' ? 0 : cents(amount),
    fullBalance: amount === 'all',
    feeCents: 0,
    ira: null,
    description: null,
    idempotencyKey: null,
    ...change,
  })
}

const cancel = (trader: Trader, transfer: number): Answer =>
  trader.venue.execute({ type: 'CancelTransfer', account: trader.index, transfer })
const move = (trader: Trader, transfer: number, action: TransferAction): Answer =>
  trader.venue.execute({ type: 'MoveTransfer', account: trader.index, transfer, action })
const unlink = (trader: Trader, ach = 1): Answer => trader.venue.execute({ type: 'UnlinkBank', account: trader.index, ach })
const returned: TransferAction = { do: 'return', code: 'R01' }

/** Alice with an approved bank, under instant transfers unless said otherwise. */
function desk(rules: Partial<EngineRules> = {}): { readonly venue: Venue; readonly alice: Trader } {
  const venue = openVenue(rules)
  const alice = venue.account('alice')
  linkBank(alice)
  return { venue, alice }
}

const close = (trader: Trader): Answer => trader.venue.execute({ type: 'CloseAccount', account: trader.index })
const ledgerOf = (venue: Venue) => ({ ...venue.state.market(0).ledger })

describe('a bank link', () => {
  test('is numbered in its market and has the state that it was given', () => {
    const { venue, alice } = desk()
    const bob = venue.account('bob')
    linkBank(bob, 'PENDING')
    expect([...venue.state.account(alice.index).banks.values()]).toEqual([
      { ach: 1, status: 'APPROVED', accountLast4: '6789', reviewDueAt: 0 },
    ])
    expect([...venue.state.account(bob.index).banks.values()]).toEqual([
      { ach: 2, status: 'PENDING', accountLast4: '6789', reviewDueAt: 0 },
    ])
  })

  test('needs an active account', () => {
    const venue = openVenue()
    expect(linkBank(venue.account('bob', { status: AccountStatus.Submitted })).refusal).toEqual({
      code: 'ACCOUNT_NOT_ACTIVE',
      message: 'The account is SUBMITTED; it has to be ACTIVE.',
      details: { status: 'SUBMITTED' },
    })
    expect(linkBank(venue.account('carol', { status: AccountStatus.Closed })).code).toBe('ACCOUNT_CLOSED')
  })

  test.each([
    ['approve', 'APPROVED'],
    ['reject', 'REJECTED'],
  ] as const)('that is PENDING can be decided once: %s makes it %s', (decision, status) => {
    const { venue, alice } = desk()
    linkBank(alice, 'PENDING')
    const decide = (ach: number): Answer => venue.execute({ type: 'ReviewBank', account: alice.index, ach, decision })
    expect(decide(2).said).toEqual([`alice bank 2: ${status}`])
    expect(venue.state.account(alice.index).banks.get(2)).toMatchObject({ status })
    expect(decide(2).refusal).toMatchObject({ code: 'VALIDATION_ERROR', field: 'decision', details: { status } })
    expect(decide(3).code).toBe('ACH_RELATIONSHIP_NOT_FOUND')
  })

  test('of a live partner is approved by the verifier, unless it was taken away before', () => {
    const venue = openVenue({ achVerificationMs: 5_000 })
    venue.execute({ type: 'CreatePartner', id: 'live', name: 'Live', environment: 'live', seed: 'live' })
    const lee = venue.account('lee', { partner: 1 })
    for (const status of ['PENDING', 'PENDING', 'REJECTED'] as const) linkBank(lee, status)
    unlink(lee, 2)
    expect(venue.state.nextDueAt()).toBe(venue.at + 5_000)
    venue.at += 4_999
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    const again = venue.restart()
    const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect([again.state.nextDueAt(), restored.nextDueAt()]).toEqual([venue.at + 1, venue.at + 1])
    venue.at += 1
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual(['lee bank 1: APPROVED'])
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    expect([...venue.state.account(lee.index).banks.values()].map(({ status }) => status)).toEqual(['APPROVED', 'CANCELLED', 'REJECTED'])
  })

  test('of live partners are verified in the order in which they were made, after a snapshot too', () => {
    const venue = openVenue({ achVerificationMs: 5_000 })
    venue.execute({ type: 'CreatePartner', id: 'live', name: 'Live', environment: 'live', seed: 'live' })
    const [lee, max] = ['lee', 'max'].map((name) => venue.account(name, { partner: 1 }))
    for (const trader of [max!, lee!]) linkBank(trader, 'PENDING')
    const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 }
    const restored = new Engine({ ...parts, state: restoreSnapshot(takeSnapshot(venue.state), parts) })
    venue.at += 5_000
    const again: Event[] = []
    restored.execute({ type: 'AdvanceTime' }, venue.at, venue.journal.length + 1, again)
    const { said, events } = venue.execute({ type: 'AdvanceTime' })
    expect(said).toEqual(['max bank 1: APPROVED', 'lee bank 2: APPROVED'])
    expect(again).toEqual(events)
  })

  test('of a live partner is verified no more once its account is closed', () => {
    const venue = openVenue({ achVerificationMs: 5_000 })
    venue.execute({ type: 'CreatePartner', id: 'live', name: 'Live', environment: 'live', seed: 'live' })
    const lee = venue.account('lee', { partner: 1 })
    linkBank(lee, 'PENDING')
    venue.execute({ type: 'CloseAccount', account: lee.index })
    venue.at += 5_000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    expect(venue.state.account(lee.index).banks.get(1)).toMatchObject({ status: 'PENDING', reviewDueAt: 0 })
    const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect([venue.state.market(1).banksDue.nextAt, restored.market(1).banksDue.nextAt]).toEqual([Infinity, Infinity])
  })

  test('that is taken away stays listed as cancelled, and can not be taken away twice', () => {
    const { venue, alice } = desk()
    expect(unlink(alice).said).toEqual(['alice unlinked bank 1'])
    expect(venue.state.account(alice.index).banks.get(1)).toMatchObject({ status: 'CANCELLED' })
    expect(unlink(alice).refusal).toMatchObject({ code: 'ACH_RELATIONSHIP_NOT_APPROVED', details: { status: 'CANCELLED' } })
    expect(unlink(alice, 2).code).toBe('ACH_RELATIONSHIP_NOT_FOUND')
  })

  test('is in use until every transfer over it has settled, is cancelled or was returned', () => {
    const { alice } = desk({ achMode: 'manual' })
    for (const way of [['queue', 'send', 'settle'], ['cancel'], ['queue', 'send', 'return']]) {
      deposit(alice, '10.00')
      const number = [...alice.venue.state.account(alice.index).transfers.keys()].at(-1)!
      for (const step of way) {
        expect(unlink(alice).code).toBe('ACH_RELATIONSHIP_IN_USE')
        if (step === 'cancel') cancel(alice, number)
        else move(alice, number, step === 'return' ? returned : { do: step as 'queue' | 'send' | 'settle' })
      }
    }
    expect(unlink(alice).code).toBeUndefined()
  })
})

describe('an instant deposit', () => {
  test('is requested and settled in one command', () => {
    const { venue, alice } = desk()
    const pending = {
      number: 1,
      account: alice.index,
      type: 'DEPOSIT',
      status: 'PENDING',
      ach: 1,
      accountLast4: '6789',
      amountCents: 10_000_00,
      feeCents: 0,
      fullBalance: false,
      ira: null,
      description: 'initial',
      idempotencyKey: 'dep-1',
      returnCode: null,
      requestedDay: 20777,
      expectedDay: 20777,
      dueAt: 0,
      createdAt: venue.at,
      updatedAt: venue.at,
      settledAt: 0,
    }
    const { at } = venue
    expect(deposit(alice, '10000.00', { description: 'initial', idempotencyKey: 'dep-1' }).events).toEqual([
      { type: 'TransferRequested', at, account: alice.index, transfer: pending },
      { type: 'DepositSettled', at, account: alice.index, transfer: { ...pending, status: 'SETTLED', settledAt: at } },
    ])
    expect(alice.money).toEqual({ cash: '10000.00', settled: '10000.00', unsettled: '0.00', held: '0.00', buyingPower: '10000.00' })
  })

  test('of a journal that has it as settled alone keeps its number and its key', () => {
    const { venue, alice } = desk()
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    const settledAlone = venue.journal.filter(({ type }) => type !== 'TransferRequested')
    venue.journal.splice(0, venue.journal.length, ...settledAlone)
    const restarted = alice.at(venue.restart())
    expect(deposit(restarted, '10.00', { idempotencyKey: 'k' }).repeatOf).toBe(1)
    expect(deposit(restarted, '20.00').said[0]).toBe('alice deposit 2 of 20.00: PENDING')
  })

  test('repeated under its key with the same content is the first one; with other content a conflict', () => {
    const { alice } = desk()
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    deposit(alice, '20.00', { idempotencyKey: 'other' })
    expect(deposit(alice, '10.00', { idempotencyKey: 'k' })).toEqual({ said: [], events: [], repeatOf: 1 })
    expect(deposit(alice, '10.01', { idempotencyKey: 'k' }).refusal).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      field: 'idempotency_key',
    })
    expect(deposit(alice, '10.00', { idempotencyKey: 'k', description: 'x' }).code).toBe('IDEMPOTENCY_CONFLICT')
    expect(deposit(alice, '10.00', { idempotencyKey: 'k', ach: 2 }).code).toBe('IDEMPOTENCY_CONFLICT')
    expect(withdraw(alice, '10.00', { idempotencyKey: 'k' }).code).toBe('IDEMPOTENCY_CONFLICT')
    expect(alice.money.cash).toBe('30.00')
    deposit(alice, '10.00')
    deposit(alice, '10.00')
    expect(alice.money.cash).toBe('50.00')
  })

  test('has its key for its account alone', () => {
    const { venue, alice } = desk()
    const bob = venue.account('bob')
    linkBank(bob)
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    expect(deposit(bob, '99.00', { ach: 2, idempotencyKey: 'k' }).said).toEqual([
      'bob deposit 2 of 99.00: PENDING',
      'bob deposit 2 of 99.00: SETTLED',
    ])
  })

  test('repeats are known after a snapshot, also of what the engine has let go of since', () => {
    const { venue, alice } = desk()
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    venue.endDay('2027-02-01')
    expect(venue.state.account(alice.index).transfers.size).toBe(0)
    const parts = { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 }
    const restored = restoreSnapshot(takeSnapshot(venue.state), parts)
    expect(fingerprint(restored)).toBe(fingerprint(venue.state))
    const again: Event[] = []
    const repeat: Deposit = {
      type: 'Deposit',
      account: alice.index,
      ach: 1,
      amountCents: cents('10.00'),
      description: null,
      idempotencyKey: 'k',
    }
    expect(new Engine({ ...parts, state: restored }).execute(repeat, venue.at, venue.journal.length + 1, again)).toEqual({ repeatOf: 1 })
    expect(again).toEqual([])
  })

  test('repeats are known after a restart, and whatever has become of the account', () => {
    const { alice } = desk()
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    withdraw(alice, 'all')
    expect(close(alice).code).toBeUndefined()
    expect(deposit(alice.at(alice.venue.restart()), '10.00', { idempotencyKey: 'k' }).repeatOf).toBe(1)
    expect(deposit(alice, '10.00', { idempotencyKey: 'new' }).code).toBe('ACCOUNT_CLOSED')
  })

  test.each<[AchStatus]>([['PENDING'], ['REJECTED'], ['CANCELLED']])(
    'over a link that is %s is refused, and a withdrawal too',
    (status) => {
      const { alice } = desk()
      linkBank(alice, status)
      deposit(alice, '10.00')
      const refusal = { code: 'ACH_RELATIONSHIP_NOT_APPROVED', message: `The ACH relationship is ${status}.`, details: { status } }
      expect(deposit(alice, '10.00', { ach: 2 }).refusal).toEqual(refusal)
      expect(withdraw(alice, '10.00', { ach: 2 }).refusal).toEqual(refusal)
    },
  )

  test('over a link of another account, of an account that is not active, or outside the limits is refused', () => {
    const { venue, alice } = desk()
    const unknown = { code: 'ACH_RELATIONSHIP_NOT_FOUND', field: 'ach_relationship_id' }
    expect(deposit(venue.account('bob'), '10.00').refusal).toMatchObject(unknown)
    const outOfRange = { code: 'AMOUNT_OUT_OF_RANGE', field: 'amount', details: { min: '1.00', max: '1000000.00' } }
    expect(deposit(alice, '0.99').refusal).toMatchObject(outOfRange)
    expect(deposit(alice, '1000000.01').refusal).toMatchObject(outOfRange)
    expect(deposit(alice, '1000000.00').code).toBeUndefined()
    expect(withdraw(alice, '0.99').refusal).toMatchObject(outOfRange)
    expect(withdraw(alice, '1000000.01').refusal).toMatchObject(outOfRange)
  })
})

describe('a withdrawal', () => {
  test('of more than the settled cash less holds and withdrawals under way is refused', () => {
    const { alice } = desk({ achMode: 'manual' })
    deposit(alice, '100.00', { instant: true })
    alice.buy('1', { limit: '30.00' })
    expect(withdraw(alice, '70.01').refusal).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      message: 'The withdrawal needs 70.01: 70.00 can be withdrawn.',
      details: { withdrawable_cash: '70.00' },
    })
    expect(withdraw(alice, '50.00').said).toEqual(['alice withdrawal 2 of 50.00: PENDING'])
    expect(withdraw(alice, '20.01').code).toBe('INSUFFICIENT_FUNDS')
    expect(alice.money).toMatchObject({ cash: '100.00', held: '30.00', buyingPower: '20.00' })
    expect(alice.venue.state.balances(alice.index)).toMatchObject({ pendingWithdrawals: 50_00, pendingDeposits: 0 })
    expect(alice.buy('1', { limit: '20.01' }).code).toBe('INSUFFICIENT_BUYING_POWER')
  })

  test('of unsettled proceeds waits for their day', () => {
    const { venue, alice } = desk()
    const bob = venue.account('bob', { cash: '1000.00', shares: { AAPL: 1 } })
    linkBank(bob)
    deposit(alice, '150.00')
    bob.sell('1', { limit: '150.00' })
    alice.buy('1', { limit: '150.00' })
    expect(withdraw(bob, '1000.01', { ach: 2 }).refusal).toMatchObject({ details: { withdrawable_cash: '1000.00' } })
    venue.endDay()
    expect(withdraw(bob, '1150.00', { ach: 2 }).code).toBeUndefined()
  })

  test('moves its amount as it settles: net to the bank, the fee to the house, what is withheld to the tax offices', () => {
    const { venue, alice } = desk()
    deposit(alice, '1000.00')
    const ira = { type: 'NORMAL_DISTRIBUTION', federalCents: 20_00, state: 'TX', stateCents: 5_00, taxCode: '7', taxYear: 2026 } as const
    expect(withdraw(alice, '300.00', { feeCents: 2_50, ira }).said).toEqual([
      'alice withdrawal 2 of 300.00: PENDING',
      'alice withdrawal 2 of 300.00: SETTLED',
      'alice pays a fee of 2.50 for transfer 2',
    ])
    expect(alice.money.cash).toBe('700.00')
    const after = { houseCents: 0, clearingCents: 0, bankCents: -1000_00 + 272_50, feeCents: 2_50, withheldCents: 25_00 }
    expect(ledgerOf(venue)).toEqual(after)
    expect(move(alice, 2, returned).said).toEqual([
      'alice withdrawal 2 of 300.00: RETURNED (R01)',
      'alice pays a fee of -2.50 for transfer 2',
    ])
    expect(alice.money.cash).toBe('1000.00')
    expect(ledgerOf(venue)).toEqual({ ...after, bankCents: -1000_00, feeCents: 0, withheldCents: 0 })
  })

  test('of the full balance takes what can be withdrawn, be it less than the smallest transfer', () => {
    const { alice } = desk()
    deposit(alice, '100.37')
    alice.buy('1', { limit: '30.00' })
    expect(withdraw(alice, 'all', { idempotencyKey: 'k' }).said[0]).toBe('alice withdrawal 2 of 70.37: PENDING')
    expect(withdraw(alice, 'all').refusal).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      message: 'There is nothing to withdraw: 0.00 can be withdrawn.',
      details: { withdrawable_cash: '0.00' },
    })
    alice.cancel('a1')
    withdraw(alice, '29.63')
    expect(withdraw(alice, 'all', { feeCents: 37 }).refusal).toEqual({
      code: 'INSUFFICIENT_FUNDS',
      message: 'Fee and withholdings take all of the withdrawal: 0.37 can be withdrawn.',
      details: { withdrawable_cash: '0.37' },
    })
    expect(withdraw(alice, 'all', { feeCents: 36 }).said[0]).toBe('alice withdrawal 4 of 0.37: PENDING')
    expect(alice.money.cash).toBe('0.00')
    // the key stands for the request, not for what the balance was
    expect(withdraw(alice, 'all', { idempotencyKey: 'k' }).repeatOf).toBe(2)
    expect(withdraw(alice, 'all', { idempotencyKey: 'k', feeCents: 1 }).code).toBe('IDEMPOTENCY_CONFLICT')
  })

  test('of a full balance above the largest transfer is refused', () => {
    const { alice } = desk({ maxTransferCents: 50_00 })
    deposit(alice, '50.00')
    deposit(alice, '50.00')
    expect(withdraw(alice, 'all').refusal).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', field: 'withdraw_full_balance' })
  })
})

describe('a transfer that is moved by hand', () => {
  test.each([
    ['deposit', '100.00', '150.00'],
    ['withdrawal', '100.00', '50.00'],
  ] as const)('goes PENDING, QUEUED, SENT, SETTLED: a %s moves money at the end alone', (kind, before, after) => {
    const { alice } = desk({ achMode: 'manual' })
    deposit(alice, '100.00', { instant: true })
    if (kind === 'deposit') deposit(alice, '50.00')
    else withdraw(alice, '50.00')
    const steps = (['queue', 'send', 'settle'] as const).map((step) => {
      expect(alice.money.cash).toBe(before)
      alice.venue.at += 1000
      return move(alice, 2, { do: step }).said
    })
    const text = `alice ${kind} 2 of 50.00`
    expect(steps).toEqual([[`${text}: QUEUED`], [`${text}: SENT`], [`${text}: SETTLED`]])
    expect(alice.money).toMatchObject({ cash: after, buyingPower: after })
    const { createdAt, updatedAt, settledAt } = alice.venue.state.account(alice.index).transfers.get(2)!
    expect([createdAt, updatedAt, settledAt]).toEqual([FRIDAY, FRIDAY + 3000, FRIDAY + 3000])
  })

  test('can be cancelled while it is PENDING and not later', () => {
    const { alice } = desk({ achMode: 'manual' })
    deposit(alice, '100.00', { instant: true })
    withdraw(alice, '60.00')
    withdraw(alice, '40.00')
    expect(cancel(alice, 2).said).toEqual(['alice withdrawal 2 of 60.00: CANCELLED'])
    expect(alice.money).toMatchObject({ cash: '100.00', buyingPower: '60.00' })
    move(alice, 3, { do: 'queue' })
    for (const transfer of [1, 2, 3, 9]) expect(cancel(alice, transfer).code).toBe('TRANSFER_NOT_CANCELLABLE')
    expect(alice.money.buyingPower).toBe('60.00')
  })

  test('takes each action from its own states alone', () => {
    const { alice } = desk({ achMode: 'manual' })
    deposit(alice, '10.00')
    const works = (): string[] =>
      (['queue', 'send', 'settle', 'return'] as const).filter((step) => {
        // on a copy: what is tried here must not happen
        const copy = alice.at(alice.venue.restart())
        return move(copy, 1, step === 'return' ? returned : { do: step }).code === undefined
      })
    expect(works()).toEqual(['queue'])
    move(alice, 1, { do: 'queue' })
    expect(works()).toEqual(['send'])
    move(alice, 1, { do: 'send' })
    expect(works()).toEqual(['settle', 'return'])
    move(alice, 1, { do: 'settle' })
    expect(works()).toEqual(['return'])
    move(alice, 1, returned)
    expect(works()).toEqual([])
    expect(move(alice, 1, { do: 'queue' }).refusal).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'A transfer has to be PENDING for the action queue.',
      field: 'action',
    })
  })

  test('that is returned before it settles moves no money', () => {
    const { alice } = desk({ achMode: 'manual' })
    deposit(alice, '100.00', { instant: true })
    deposit(alice, '10.00')
    withdraw(alice, '20.00', { feeCents: 100 })
    for (const transfer of [2, 3]) {
      move(alice, transfer, { do: 'queue' })
      move(alice, transfer, { do: 'send' })
    }
    expect(move(alice, 2, { do: 'return', code: 'R03' }).said).toEqual(['alice deposit 2 of 10.00: RETURNED (R03)'])
    expect(move(alice, 3, { do: 'return', code: 'R02' }).said).toEqual(['alice withdrawal 3 of 20.00: RETURNED (R02)'])
    expect(alice.money).toMatchObject({ cash: '100.00', buyingPower: '100.00' })
    expect([...alice.venue.state.account(alice.index).transfers.keys()]).toEqual([1])
  })

  test('returned after it settled debits the cash again: below zero buys are refused until it is repaid', () => {
    const { venue, alice } = desk()
    venue.quote('9.90 x 1000', '10.00 x 1000')
    deposit(alice, '100.00')
    alice.buy('8', { limit: '10.00' })
    expect(alice.money.cash).toBe('20.00')
    expect(move(alice, 1, { do: 'return', code: 'R10' }).said).toEqual(['alice deposit 1 of 100.00: RETURNED (R10)'])
    expect(alice.money).toMatchObject({ cash: '-80.00', settled: '-80.00', buyingPower: '0.00' })
    const buy = (): Answer => alice.buy('1', { limit: '1.00' })
    expect(buy().code).toBe('INSUFFICIENT_BUYING_POWER')
    expect(withdraw(alice, '1.00').refusal).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { withdrawable_cash: '0.00' } })
    deposit(alice, '80.99')
    expect(buy().code).toBe('INSUFFICIENT_BUYING_POWER')
    deposit(alice, '1.00')
    expect(buy().code).toBeUndefined()
    expect(move(alice, 1, returned).code).toBe('VALIDATION_ERROR')
  })
})

/** Alice with so many pending deposits of a dollar, for which the invariants are not looked at each time. */
function withDeposits(count: number): ReturnType<typeof desk> {
  const { venue, alice } = desk({ achMode: 'delayed' })
  const { journal, engine, at } = venue
  const content = { account: alice.index, ach: 1, amountCents: 100, description: null, idempotencyKey: null }
  for (let made = 0; made < count; made++) {
    const events: Event[] = []
    engine.execute({ type: 'Deposit', ...content }, at, journal.length + 1, events)
    journal.push(...events)
  }
  return { venue, alice }
}

const movesOf = (events: readonly Event[]) => events.filter((event) => 'transfer' in event)

describe('a delayed transfer', () => {
  const expected = (venue: Venue, transfer: number): string => tradeDate(venue.state.account(0).transfers.get(transfer)!.expectedDay)

  test('is expected after one, two or three business days, in turn', () => {
    const { venue, alice } = desk({ achMode: 'delayed' })
    for (let made = 0; made < 4; made++) deposit(alice, '10.00')
    // Thursday the 26th is Thanksgiving
    expect([1, 2, 3, 4].map((transfer) => expected(venue, transfer))).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-23'])
    venue.advanceTo('2026-11-25T15:00:00Z')
    for (let made = 0; made < 2; made++) deposit(alice, '10.00')
    expect([5, 6].map((transfer) => expected(venue, transfer))).toEqual(['2026-11-30', '2026-12-01'])
  })

  test('is PENDING until its trading day ends, then with the bank, and settles as the expected day begins', () => {
    const { venue, alice } = desk({ achMode: 'delayed' })
    deposit(alice, '10.00')
    expect(venue.state.balances(alice.index)).toMatchObject({ pendingDeposits: 10_00, settled: 0 })
    expect(venue.advanceTo('2026-11-20T20:59:59.999Z').said).toEqual([])
    expect(venue.advanceTo('2026-11-20T21:00:00.000Z').said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice deposit 1 of 10.00: QUEUED',
      'alice deposit 1 of 10.00: SENT',
    ])
    expect(venue.advanceTo('2026-11-23T08:59:59.999Z').said).toEqual([])
    expect(venue.advanceTo('2026-11-23T09:00:00.000Z').said).toEqual(['alice deposit 1 of 10.00: SETTLED'])
    expect(venue.state.balances(alice.index)).toMatchObject({ pendingDeposits: 0, settled: 10_00 })
    expect(venue.advanceTo('2026-11-23T10:00:00.000Z').said).toEqual([])
  })

  test('settles when the clock passes its days at once, each step at its own moment', () => {
    const { venue, alice } = desk({ achMode: 'delayed' })
    deposit(alice, '10.00')
    const { events } = venue.execute({ type: 'SetClock', market: 0, to: Date.parse('2026-11-30T15:00:00.000Z') })
    const moments = events.flatMap((event) => ('transfer' in event ? [new Date(event.at).toISOString()] : []))
    expect(moments).toEqual(['2026-11-20T21:00:00.000Z', '2026-11-20T21:00:00.000Z', '2026-11-23T09:00:00.000Z'])
  })

  test('moves on a few thousand at a time where very many are due, each at its own moment', () => {
    const { venue, alice } = withDeposits(5_000)
    const pieces: number[] = []
    do {
      pieces.push(movesOf(venue.advanceTo('2026-11-20T21:00:00.000Z').events).length)
      // whether or not its turn has come, its day has ended
      expect(cancel(alice, 5_000).code).toBe('TRANSFER_NOT_CANCELLABLE')
    } while (venue.state.dueMoments.next <= venue.at)
    expect(pieces).toEqual([4_000, 2_000, 2_000, 2_000])
    venue.advanceTo('2026-11-23T09:00:00.000Z')
    expect(alice.money.cash).toBe('1667.00')
  })

  test('moves on a few thousand at a time on the way of a sandbox clock, too, which does not go on meanwhile', () => {
    const { venue, alice } = withDeposits(5_000)
    const to = Date.parse('2026-11-20T21:00:00.000Z')
    const pieces: number[] = []
    for (let isThere = false; !isThere;) {
      const answer = venue.execute({ type: 'SetClock', market: 0, to, atLeast: true })
      isThere = !('unfinished' in answer)
      const moves = movesOf(answer.events)
      pieces.push(moves.length)
      expect(moves.every(({ at }) => at === to)).toBe(true)
    }
    expect(pieces).toEqual([4_000, 2_000, 2_000, 2_000])
    expect(alice.money.cash).toBe('0.00')
  })

  test('moves on a few thousand at a time where an operator has ended the day, too', () => {
    const { venue, alice } = withDeposits(5_000)
    const pieces = [movesOf(venue.endDay().events).length]
    expect(cancel(alice, 5_000).code).toBe('TRANSFER_NOT_CANCELLABLE')
    const again = venue.restart()
    for (; venue.state.dueMoments.next <= venue.at; again.execute({ type: 'AdvanceTime' }))
      pieces.push(movesOf(venue.execute({ type: 'AdvanceTime' }).events).length)
    expect(pieces).toEqual([2_000, 2_000, 2_000, 2_000, 2_000])
    expect(fingerprint(again.state)).toBe(fingerprint(venue.state))
    venue.advanceTo('2026-11-23T09:00:00.000Z')
    expect(alice.money.cash).toBe('1667.00')
  })

  test('settles on the day on which it is expected, also where the process was down then', () => {
    const { venue, alice } = desk({ achMode: 'delayed', session: 'us_equities' })
    venue.account('kim', { status: AccountStatus.Submitted, kycDelayMs: 60_000 })
    deposit(alice, '10.00')
    const { events, said } = venue.advanceTo('2026-11-24T15:00:00.000Z')
    const moments = events.map((event) => ('at' in event ? event.at : 0))
    expect(moments.toSorted((a, b) => a - b)).toEqual(moments)
    const booked = said.flatMap((text, index) =>
      /alice|kim|ends/.test(text) ? [`${new Date(moments[index]!).toISOString()} ${text}`] : [],
    )
    expect(booked).toEqual([
      // while the session that it was due in went on: when, nobody noticed
      '2026-11-20T21:00:00.000Z kim SUBMITTED to APPROVAL_PENDING, SUBMITTED',
      '2026-11-20T21:00:00.000Z kim APPROVAL_PENDING to ACTIVE, APPROVED',
      '2026-11-21T01:00:00.000Z 2026-11-20 ends, 2026-11-23 begins',
      '2026-11-21T01:00:00.000Z alice deposit 1 of 10.00: QUEUED',
      '2026-11-21T01:00:00.000Z alice deposit 1 of 10.00: SENT',
      '2026-11-23T09:00:00.000Z alice deposit 1 of 10.00: SETTLED',
      '2026-11-24T01:00:00.000Z 2026-11-23 ends, 2026-11-24 begins',
    ])
  })

  test('settles when an operator has ended the day on which it is expected', () => {
    const { venue, alice } = desk({ achMode: 'delayed' })
    deposit(alice, '10.00')
    expect(venue.endDay().said).toEqual([
      '2026-11-20 ends, 2026-11-23 begins',
      'alice deposit 1 of 10.00: QUEUED',
      'alice deposit 1 of 10.00: SENT',
    ])
    expect(venue.endDay().said).toEqual(['2026-11-23 ends, 2026-11-24 begins', 'alice deposit 1 of 10.00: SETTLED'])
  })

  test('can be cancelled and moved by hand, and does not move any more then', () => {
    const { venue, alice } = desk({ achMode: 'delayed' })
    deposit(alice, '10.00')
    deposit(alice, '20.00')
    cancel(alice, 1)
    for (const step of ['queue', 'send', 'settle'] as const) move(alice, 2, { do: step })
    expect(alice.money.cash).toBe('20.00')
    const { said } = venue.advanceTo('2026-12-10T15:00:00.000Z')
    expect(said.filter((line) => line.startsWith('alice'))).toEqual([])
  })

  test.each(['instant', 'manual'] as const)('is what live partners get where the sandbox has %s ones', (achMode) => {
    const venue = openVenue({ achMode })
    venue.execute({ type: 'CreatePartner', id: 'live', name: 'Live', environment: 'live', seed: 'live' })
    const lee = venue.account('lee', { partner: 1 })
    linkBank(lee)
    expect(deposit(lee, '10.00').said).toEqual(['lee deposit 1 of 10.00: PENDING'])
    expect(venue.state.account(lee.index).transfers.get(1)!.dueAt).toBeGreaterThan(venue.at)
  })
})

test('transfers under way survive a restart and a snapshot, and can be returned for sixty days', () => {
  const { venue, alice } = desk({ achMode: 'delayed' })
  deposit(alice, '500.00', { instant: true })
  deposit(alice, '20.00')
  withdraw(alice, '30.00', { feeCents: 100 })
  const again = venue.restart()
  expect(fingerprint(again.state)).toBe(fingerprint(venue.state))
  const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
  expect(fingerprint(restored)).toBe(fingerprint(venue.state))
  expect(restored.nextDueAt()).toBe(venue.state.nextDueAt())
  expect(again.advanceTo('2026-11-25T15:00:00.000Z').said).toEqual(venue.advanceTo('2026-11-25T15:00:00.000Z').said)
  expect(formatMoney(again.state.account(alice.index).cashCents)).toBe('490.00')
  // kept as long as ACH knows a return, then let go
  venue.endDay('2027-01-19')
  expect([...venue.state.account(alice.index).transfers.keys()]).toEqual([1, 2, 3])
  venue.endDay('2027-01-20')
  expect([...venue.state.account(alice.index).transfers.keys()]).toEqual([2, 3])
  expect(move(alice, 1, returned).refusal).toEqual({
    code: 'VALIDATION_ERROR',
    message: 'A transfer has to be SENT, or SETTLED for no more than 60 days, for the action return.',
    field: 'action',
  })
  expect(day('2027-01-20') - day('2026-11-20')).toBe(61)
})

test('a transfer that settles late can be returned for sixty days from then on', () => {
  const { venue, alice } = desk({ achMode: 'manual' })
  deposit(alice, '10.00')
  venue.advanceTo('2027-03-01T15:00:00.000Z')
  for (const step of ['queue', 'send', 'settle'] as const) move(alice, 1, { do: step })
  venue.advanceTo('2027-04-29T21:00:00.000Z')
  expect(day('2027-04-30') - day('2027-03-01')).toBe(60)
  expect(move(alice, 1, returned).said).toEqual(['alice deposit 1 of 10.00: RETURNED (R01)'])
})
