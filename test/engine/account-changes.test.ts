import { describe, expect, test } from 'vitest'
import { AccountStatus } from '../../src/domain/accounts/account.ts'
import type { ReviewAccount, UpdateAccount } from '../../src/domain/commands/account-command.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { restoreSnapshot, takeSnapshot } from '../../src/engine/snapshot.ts'
import { type Answer, CALENDAR, openVenue, type Trader, type Venue } from './engine-under-test.ts'

const UNDER_REVIEW = [AccountStatus.Submitted, AccountStatus.ActionRequired, AccountStatus.ApprovalPending]
const DECIDED = [AccountStatus.Active, AccountStatus.Rejected]

function applicant(status: AccountStatus): { readonly venue: Venue; readonly bob: Trader } {
  const venue = openVenue()
  return { venue, bob: venue.account('bob', { status }) }
}

function decide({ venue, index }: Trader, decision: ReviewAccount['decision'], reject: readonly string[] = []): Answer {
  return venue.execute({ type: 'ReviewAccount', account: index, decision, reject })
}

function update({ venue, index }: Trader, more: Partial<UpdateAccount>): Answer {
  const nothing = { tradingConfigurations: {}, changes: '{}', changesContact: false, changesIdentity: false }
  return venue.execute({ type: 'UpdateAccount', account: index, ...nothing, ...more })
}

const close = ({ venue, index }: Trader): Answer => venue.execute({ type: 'CloseAccount', account: index })

describe('a reviewer', () => {
  test.each([
    ['SUBMITTED', 'approve', ['bob SUBMITTED to APPROVAL_PENDING, SUBMITTED', 'bob APPROVAL_PENDING to ACTIVE, APPROVED']],
    ['SUBMITTED', 'reject', ['bob SUBMITTED to REJECTED, REJECTED']],
    ['SUBMITTED', 'request_information', ['bob SUBMITTED to ACTION_REQUIRED, SUBMITTED']],
    ['APPROVAL_PENDING', 'approve', ['bob APPROVAL_PENDING to ACTIVE, APPROVED']],
    ['APPROVAL_PENDING', 'reject', ['bob APPROVAL_PENDING to REJECTED, REJECTED']],
    ['APPROVAL_PENDING', 'request_information', ['bob APPROVAL_PENDING to ACTION_REQUIRED, SUBMITTED']],
    ['ACTION_REQUIRED', 'approve', ['bob ACTION_REQUIRED to APPROVAL_PENDING, SUBMITTED', 'bob APPROVAL_PENDING to ACTIVE, APPROVED']],
    ['ACTION_REQUIRED', 'reject', ['bob ACTION_REQUIRED to APPROVAL_PENDING, SUBMITTED', 'bob APPROVAL_PENDING to REJECTED, REJECTED']],
  ] as const)('of an account that is %s may %s', (status, decision, said) => {
    expect(decide(applicant(status).bob, decision).said).toEqual(said)
  })

  test.each([
    ...DECIDED.flatMap((status) => (['approve', 'reject', 'request_information'] as const).map((decision) => [status, decision] as const)),
    [AccountStatus.ActionRequired, 'request_information'] as const,
  ])('of an account that is %s can not %s', (status, decision) => {
    const { code, said } = decide(applicant(status).bob, decision)
    expect([code, said]).toEqual(['VALIDATION_ERROR', []])
  })

  test('says why in the results', () => {
    const { venue, bob } = applicant(AccountStatus.ApprovalPending)
    decide(bob, 'request_information', ['ADDRESS_VERIFICATION'])
    const asked = { summary: 'indeterminate', reject: ['ADDRESS_VERIFICATION'], additional_information: null }
    expect(venue.state.account(bob.index).kycResults).toEqual(asked)
    venue.execute({ type: 'ResumeReview', account: bob.index })
    expect(venue.state.account(bob.index)).toMatchObject({ status: 'APPROVAL_PENDING', kycStatus: 'SUBMITTED', kycResults: null })
    decide(bob, 'reject', ['PEP', 'OTHER'])
    expect(venue.state.account(bob.index).kycResults).toEqual({ summary: 'fail', reject: ['PEP', 'OTHER'], additional_information: null })
  })

  test('who decides before a review is due ends it', () => {
    const venue = openVenue()
    const bob = venue.account('bob', { status: AccountStatus.Submitted, kycDelayMs: 1000 })
    decide(bob, 'reject')
    venue.at += 1000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })
})

test('a review is resumed only where information was asked for', () => {
  for (const status of [AccountStatus.Submitted, AccountStatus.ApprovalPending, ...DECIDED]) {
    const { venue, bob } = applicant(status)
    expect(venue.execute({ type: 'ResumeReview', account: bob.index }).said).toEqual([])
  }
})

describe('a change', () => {
  test('is an event with what changed alone, and trading configurations as they are from then on', () => {
    const { venue, bob } = applicant(AccountStatus.Active)
    venue.at += 7
    const { events } = update(bob, { changes: '{"employment":{"employer_name":"ACME"}}', tradingConfigurations: { suspend_trade: true } })
    const tradingConfigurations = { fractional_trading: true, extended_hours: true, suspend_trade: true, max_order_notional: null }
    expect(events).toEqual([
      {
        type: 'AccountUpdated',
        at: venue.at,
        account: bob.index,
        tradingConfigurations,
        changes: '{"employment":{"employer_name":"ACME"}}',
      },
    ])
    expect(venue.state.account(bob.index)).toMatchObject({ tradingConfigurations, updatedAt: venue.at })
    expect(bob.buy('1', { limit: '150.00' }).refusal).toMatchObject({ code: 'TRADING_SUSPENDED', details: { reason: 'suspend_trade' } })
  })

  test('that suspends trading refuses replaces, and what a bust reopens is cancelled; cancels pass', () => {
    const venue = openVenue()
    const bob = venue.account('bob', { cash: '100000.00' })
    const carol = venue.account('carol', { shares: { AAPL: 10 } })
    bob.buy('1', { limit: '140.00' })
    bob.buy('10', { limit: '150.00' })
    carol.sell('10', { limit: '150.00' })
    update(bob, { tradingConfigurations: { suspend_trade: true } })
    expect(bob.replace('b1', { limit: '151.00' }).refusal).toEqual({
      code: 'TRADING_SUSPENDED',
      message: 'Trading is suspended on this account.',
      details: { reason: 'suspend_trade' },
    })
    expect(bob.bust('b2').said).toContain('b2 cancelled (system, 378=4, the rest is cancelled: trading is suspended): cancelled 0+0 of 10')
    expect(bob.cancel('b1').code).toBeUndefined()
  })

  test('of nothing is no event', () => {
    expect(update(applicant(AccountStatus.Active).bob, {}).events).toEqual([])
  })

  test.each(UNDER_REVIEW)('of who the owner is, is taken while the account is %s', (status) => {
    expect(update(applicant(status).bob, { changes: '{"identity":{}}', changesIdentity: true }).code).toBeUndefined()
  })

  test.each(DECIDED)('of who the owner is, is refused once the account is %s', (status) => {
    const { refusal } = update(applicant(status).bob, { changes: '{"identity":{}}', changesIdentity: true })
    expect(refusal).toMatchObject({ code: 'IDENTITY_LOCKED', field: 'identity', details: { status } })
  })

  test.each([{ changesContact: true }, { changesIdentity: true }])('%j gives what was asked for', (changed) => {
    const { bob } = applicant(AccountStatus.ActionRequired)
    expect(update(bob, { changes: '{"a":1}', ...changed }).said).toEqual([
      'bob changes {"a":1}',
      'bob ACTION_REQUIRED to APPROVAL_PENDING, SUBMITTED',
    ])
  })

  test('of anything else leaves an account that is ACTION_REQUIRED as it is', () => {
    expect(update(applicant(AccountStatus.ActionRequired).bob, { changes: '{"employment":{}}' }).said).toEqual([
      'bob changes {"employment":{}}',
    ])
  })

  test('is in a snapshot and in a replay', () => {
    const { venue, bob } = applicant(AccountStatus.Submitted)
    venue.at += 5
    update(bob, { tradingConfigurations: { max_order_notional: '100.00' } })
    venue.at += 5
    close(bob)
    const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
    expect([fingerprint(restored), fingerprint(venue.restart().state)]).toEqual([fingerprint(venue.state), fingerprint(venue.state)])
    expect(restored.accountsOfUser(venue.state.account(bob.index).userId)).toEqual([venue.state.account(bob.index)])
  })
})

test('a review that is still to come is due in the state that a snapshot gives', () => {
  const venue = openVenue()
  venue.account('bob', { status: AccountStatus.Submitted, kycDelayMs: 1000 })
  const restored = restoreSnapshot(takeSnapshot(venue.state), { calendar: CALENDAR, rules: venue.rules, orderCapacity: 4 })
  expect([venue.state.nextDueAt(), restored.nextDueAt()]).toEqual([venue.at + 1000, venue.at + 1000])
})

describe('closing', () => {
  test.each([...UNDER_REVIEW, ...DECIDED])('is possible while an account is %s, and ends it', (status) => {
    const { venue, bob } = applicant(status)
    venue.at += 5
    expect(close(bob).said).toEqual([`bob ${status} to ACCOUNT_CLOSED`])
    expect(venue.state.account(bob.index)).toMatchObject({ status: 'ACCOUNT_CLOSED', closedAt: venue.at, updatedAt: venue.at })
    expect([close(bob).code, update(bob, { changes: '{"a":1}' }).code, decide(bob, 'approve').code, bob.buy('1').code]).toEqual(
      Array(4).fill('ACCOUNT_CLOSED'),
    )
  })

  test('ends a review that was still to come', () => {
    const venue = openVenue()
    const bob = venue.account('bob', { status: AccountStatus.Submitted, kycDelayMs: 1000 })
    close(bob)
    venue.at += 1000
    expect(venue.execute({ type: 'AdvanceTime' }).said).toEqual([])
  })

  test('is refused while there are cash, positions or open orders, and says how much', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '1000.00', shares: { AAPL: 2, MSFT: 1 } })
    alice.buy('1', { limit: '150.00' })
    alice.sell('1', { limit: '170.00' })
    expect(close(alice).refusal).toEqual({
      code: 'ACCOUNT_HAS_BALANCE',
      message: 'An account can be closed when it has no cash, no positions, no open orders and no pending transfers.',
      details: { cash: '1000.00', open_positions: 2, open_orders: 2, pending_transfers: 0 },
    })
  })
})

describe('a further account', () => {
  const further = (venue: Venue, userId: string): Answer =>
    venue.execute({
      type: 'OpenFurtherAccount',
      partner: 0,
      userId,
      tradingConfigurations: { fractional_trading: false, extended_hours: true, suspend_trade: false, max_order_notional: null },
      profile: '{"account_type":"ira_roth"}',
    })

  test('of a user who has passed is active at once', () => {
    const venue = openVenue()
    const alice = venue.account('alice')
    const { userId, kycResults } = venue.state.account(alice.index)
    expect(further(venue, userId).events).toMatchObject([
      { type: 'AccountOpened', account: 1, userId, status: 'ACTIVE', kycStatus: 'APPROVED', kycResults, reviewDueAt: 0 },
    ])
    expect(venue.state.accountsOfUser(userId).map(({ index }) => index)).toEqual([0, 1])
    close(alice)
    expect(further(venue, userId).code).toBeUndefined()
  })

  test.each([...UNDER_REVIEW, AccountStatus.Rejected])('of a user whose account is %s is refused', (status) => {
    const { venue, bob } = applicant(status)
    expect(further(venue, venue.state.account(bob.index).userId)).toMatchObject({ said: [], code: 'USER_KYC_NOT_APPROVED' })
  })
})
