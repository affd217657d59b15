import { expect, test } from 'vitest'
import { SessionAccounts } from '../../../src/fix/session/session-accounts.ts'
import { openVenue } from '../../engine/engine-under-test.ts'
import { settingsOf } from '../../support/gateway-under-test.ts'

test('the accounts of a session are those that its partner has at the moment', () => {
  const venue = openVenue()
  venue.execute({ type: 'CreatePartner', id: 'other', name: 'Other', environment: 'sandbox', seed: 'other' })
  const accounts = new SessionAccounts(venue.state, settingsOf({ senderCompId: 'DESK1' }, 1))
  expect([accounts.all, accounts.only]).toEqual([[], undefined])
  venue.account('alice')
  expect([accounts.all, accounts.only]).toEqual([[0], 0])
  venue.account('somebody', { partner: 1 })
  venue.account('bob')
  expect([accounts.all, accounts.only]).toEqual([[0, 2], undefined])
  venue.execute({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts: [] })
  expect([accounts.all, accounts.only]).toEqual([[], undefined])
  venue.account('carol')
  expect([accounts.all, accounts.only]).toEqual([[3], 3])
  // made anew, as where an operator changes the session
  expect(new SessionAccounts(venue.state, settingsOf({ senderCompId: 'DESK1' }, 1)).all).toEqual([3])
})

test('an account is found by its number where the session may use it, and is there', () => {
  const venue = openVenue()
  venue.execute({ type: 'CreatePartner', id: 'other', name: 'Other', environment: 'sandbox', seed: 'other' })
  venue.account('alice')
  venue.account('somebody', { partner: 1 })
  venue.account('bob')
  const numbers = venue.state.accounts.map(({ accountNumber }) => accountNumber)
  const accounts = new SessionAccounts(venue.state, settingsOf({ senderCompId: 'DESK1' }, 1))
  const ofBob = new SessionAccounts(venue.state, settingsOf({ senderCompId: 'DESK2', accountNumbers: [numbers[2]!] }, 2))
  const found = (of: SessionAccounts): (number | undefined)[] => [...numbers, 'NONE'].map((number) => of.find(number))
  // what has been found once is known
  for (let time = 0; time < 2; time++)
    expect([found(accounts), found(ofBob)]).toEqual([
      [0, undefined, 2, undefined],
      [undefined, undefined, 2, undefined],
    ])
  expect([ofBob.all, ofBob.only]).toEqual([[2], 2])
  venue.execute({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts: [] })
  expect([found(accounts), found(ofBob)]).toEqual([Array(4).fill(undefined), Array(4).fill(undefined)])
})
