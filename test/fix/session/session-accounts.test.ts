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
})
