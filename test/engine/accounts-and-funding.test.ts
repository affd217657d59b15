import { describe, expect, test } from 'vitest'
import { AccountStatus, KycStatus } from '../../src/domain/account.ts'
import type { AchStatus, Deposit } from '../../src/domain/command.ts'
import { IdentifierKind } from '../../src/domain/identifier.ts'
import { type Answer, cents, openVenue, type Trader, type Venue } from './engine-under-test.ts'

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

function desk(): { readonly venue: Venue; readonly alice: Trader } {
  const venue = openVenue()
  return { venue, alice: venue.account('alice') }
}

describe('an account', () => {
  test('has ids that are minted from the market, unless they are given', () => {
    const { venue, alice } = desk()
    const { mint } = venue.state.market(0)
    expect(venue.state.account(alice.index)).toMatchObject({
      id: mint.mint(IdentifierKind.Account, 1),
      userId: mint.mint(IdentifierKind.User, 1),
      accountNumber: '410000001',
      status: 'ACTIVE',
    })
    const { events } = venue.execute({
      type: 'OpenAccount',
      partner: 0,
      id: 'given-id',
      userId: 'given-user',
      accountNumber: '123456789',
      status: AccountStatus.Active,
      kycStatus: KycStatus.Approved,
      kycResults: null,
      tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
      profile: '{"contact":{}}',
    })
    expect(events).toMatchObject([
      { type: 'AccountOpened', account: 1, id: 'given-id', userId: 'given-user', profile: '{"contact":{}}', reviewDueAt: 0 },
    ])
    expect(venue.state.accountById('given-id')).toBe(venue.state.account(1))
    expect(venue.state.accountByNumber('123456789')).toBe(venue.state.account(1))
  })

  test('whose review comes later is approved when the time is there, by way of APPROVAL_PENDING', () => {
    const venue = openVenue()
    const bob = venue.account('bob', { status: AccountStatus.Submitted, kycDelayMs: 1000 })
    expect(venue.state.nextDueAt()).toBe(venue.at + 1000)
    venue.at += 999
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    expect(bob.buy('1').code).toBe('ACCOUNT_NOT_ACTIVE')
    venue.at += 1
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([
      'bob SUBMITTED to APPROVAL_PENDING, SUBMITTED',
      'bob APPROVAL_PENDING to ACTIVE, APPROVED',
    ])
    expect(venue.state.account(bob.index)).toMatchObject({
      status: 'ACTIVE',
      kycStatus: 'APPROVED',
      kycResults: { summary: 'pass' },
      updatedAt: venue.at,
    })
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
    expect(venue.state.nextDueAt()).toBe(Date.parse('2026-11-20T21:00:00.000Z'))
  })

  test('whose review is decided by a reviewer before it is due is not reviewed again', () => {
    const venue = openVenue()
    const bob = venue.account('bob', { status: AccountStatus.Submitted, kycDelayMs: 1000 })
    const rejected = { status: AccountStatus.Rejected, kycStatus: KycStatus.Rejected, kycResults: null }
    expect(venue.execute({ type: 'ReviewAccount', account: bob.index, ...rejected }).said).toEqual(['bob SUBMITTED to REJECTED, REJECTED'])
    venue.at += 1000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })

  test('that is closed says when', () => {
    const { venue, alice } = desk()
    venue.at += 5
    venue.execute({
      type: 'ReviewAccount',
      account: alice.index,
      status: AccountStatus.Closed,
      kycStatus: KycStatus.Approved,
      kycResults: null,
    })
    expect(venue.state.account(alice.index)).toMatchObject({ status: 'ACCOUNT_CLOSED', closedAt: venue.at })
  })
})

describe('a bank link', () => {
  test('is numbered in its market and has the state that it was given', () => {
    const { venue, alice } = desk()
    const bob = venue.account('bob')
    linkBank(alice)
    linkBank(bob, 'PENDING')
    expect([...venue.state.account(alice.index).banks.values()]).toEqual([{ ach: 1, status: 'APPROVED', accountLast4: '6789' }])
    expect([...venue.state.account(bob.index).banks.values()]).toEqual([{ ach: 2, status: 'PENDING', accountLast4: '6789' }])
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

  test('that is taken away stays listed as cancelled, and can not be taken away twice', () => {
    const { venue, alice } = desk()
    linkBank(alice)
    const unlink = (ach: number): Answer => venue.execute({ type: 'UnlinkBank', account: alice.index, ach })
    expect(unlink(1).said).toEqual(['alice unlinked bank 1'])
    expect(venue.state.account(alice.index).banks.get(1)).toMatchObject({ status: 'CANCELLED' })
    expect(unlink(1).refusal).toMatchObject({ code: 'ACH_RELATIONSHIP_NOT_APPROVED', details: { status: 'CANCELLED' } })
    expect(unlink(2).code).toBe('ACH_RELATIONSHIP_NOT_FOUND')
  })
})

describe('an instant deposit', () => {
  test('is settled cash at once', () => {
    const { venue, alice } = desk()
    linkBank(alice)
    expect(deposit(alice, '10000.00', { description: 'initial', idempotencyKey: 'dep-1' }).events).toEqual([
      {
        type: 'DepositSettled',
        at: venue.at,
        account: alice.index,
        transfer: 1,
        ach: 1,
        accountLast4: '6789',
        amountCents: 10_000_00,
        description: 'initial',
        idempotencyKey: 'dep-1',
        tradeDay: 20777,
      },
    ])
    expect(alice.money).toEqual({ cash: '10000.00', settled: '10000.00', unsettled: '0.00', held: '0.00', buyingPower: '10000.00' })
  })

  test('repeated under its key with the same content is the first one; with other content a conflict', () => {
    const { alice } = desk()
    linkBank(alice)
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    deposit(alice, '20.00', { idempotencyKey: 'other' })
    expect(deposit(alice, '10.00', { idempotencyKey: 'k' })).toEqual({ said: [], events: [], repeatOf: 1 })
    expect(deposit(alice, '10.01', { idempotencyKey: 'k' }).refusal).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
      field: 'idempotency_key',
    })
    expect(deposit(alice, '10.00', { idempotencyKey: 'k', description: 'x' }).code).toBe('IDEMPOTENCY_CONFLICT')
    expect(alice.money.cash).toBe('30.00')
    deposit(alice, '10.00')
    deposit(alice, '10.00')
    expect(alice.money.cash).toBe('50.00')
  })

  test('has its key for its account alone', () => {
    const { venue, alice } = desk()
    const bob = venue.account('bob')
    linkBank(alice)
    linkBank(bob)
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    expect(deposit(bob, '99.00', { ach: 2, idempotencyKey: 'k' }).said).toEqual(['bob deposits 99.00 as transfer 2'])
  })

  test('repeats are known after a restart, and whatever has become of the account', () => {
    const { venue, alice } = desk()
    linkBank(alice)
    deposit(alice, '10.00', { idempotencyKey: 'k' })
    venue.execute({
      type: 'ReviewAccount',
      account: alice.index,
      status: AccountStatus.Closed,
      kycStatus: KycStatus.Approved,
      kycResults: null,
    })
    expect(deposit(alice.at(venue.restart()), '10.00', { idempotencyKey: 'k' }).repeatOf).toBe(1)
  })

  test.each<[AchStatus]>([['PENDING'], ['REJECTED'], ['CANCELLED']])('over a link that is %s is refused', (status) => {
    const { alice } = desk()
    linkBank(alice, status)
    expect(deposit(alice, '10.00').refusal).toEqual({
      code: 'ACH_RELATIONSHIP_NOT_APPROVED',
      message: `The ACH relationship is ${status}.`,
      details: { status },
    })
  })

  test('over a link of another account, of an account that is not active, or outside the limits is refused', () => {
    const { venue, alice } = desk()
    linkBank(alice)
    expect(deposit(venue.account('bob'), '10.00').refusal).toMatchObject({
      code: 'ACH_RELATIONSHIP_NOT_FOUND',
      field: 'ach_relationship_id',
    })
    expect(deposit(alice, '0.99').refusal).toMatchObject({ code: 'AMOUNT_OUT_OF_RANGE', details: { min: '1.00', max: '1000000.00' } })
    expect(deposit(alice, '1000000.01').code).toBe('AMOUNT_OUT_OF_RANGE')
    expect(deposit(alice, '1000000.00').code).toBeUndefined()
    venue.execute({
      type: 'ReviewAccount',
      account: alice.index,
      status: AccountStatus.Closed,
      kycStatus: KycStatus.Approved,
      kycResults: null,
    })
    expect(deposit(alice, '10.00').code).toBe('ACCOUNT_CLOSED')
  })
})

test('equal commands give equal ids, and other seeds give others', () => {
  const ids = (seed: string): string[] => {
    const venue = openVenue()
    venue.execute({ type: 'CreatePartner', id: 'p', name: 'P', environment: 'sandbox', seed })
    venue.account('alice', { partner: 1 })
    return [venue.state.account(0).id, venue.state.market(1).mint.mint(IdentifierKind.Order, 1)]
  }
  expect(ids('x')).toEqual(ids('x'))
  expect(ids('x')).not.toEqual(ids('y'))
})
