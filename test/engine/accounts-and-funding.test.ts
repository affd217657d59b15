import { describe, expect, test } from 'vitest'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { openVenue, type Trader, type Venue } from './engine-under-test.ts'

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

  test('is approved at its own time, not with one that applied before it', () => {
    const venue = openVenue()
    const waiting = { status: AccountStatus.Submitted, kycDelayMs: 1000 }
    const bob = venue.account('bob', waiting)
    venue.at += 1
    const carol = venue.account('carol', waiting)
    venue.at += 999
    venue.execute({ type: 'AdvanceTime' })
    expect([bob, carol].map(({ index }) => venue.state.account(index).status)).toEqual(['ACTIVE', 'SUBMITTED'])
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
