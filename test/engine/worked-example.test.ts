import { expect, test } from 'vitest'
import { day, openVenue } from './engine-under-test.ts'

test('the worked example of the contract, section 6, to the cent', () => {
  const venue = openVenue()
  const alice = venue.account('alice')
  const bob = venue.account('bob', { cash: '10000.00', shares: { AAPL: 4 } })
  venue.execute({
    type: 'LinkBank',
    account: alice.index,
    status: 'APPROVED',
    ownerName: 'Alice Doe',
    accountType: 'CHECKING',
    bankName: null,
    accountLast4: '6789',
    routingNumber: '121000358',
  })
  venue.execute({ type: 'Deposit', account: alice.index, ach: 1, amountCents: 10_000_00, description: null, idempotencyKey: null })
  expect(alice.money).toEqual({ cash: '10000.00', settled: '10000.00', unsettled: '0.00', held: '0.00', buyingPower: '10000.00' })

  bob.sell('4', { limit: '149.50' })
  expect(alice.buy('10', { limit: '150.00' }).said).toEqual([
    'a1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
    'b1 sells 4 at 149.50 for 598.00, adding: filled 4+0 of 4',
    'a1 buys 4 at 149.50 for 598.00, taking: partially_filled 4+6 of 10, holds 900.00',
  ])
  expect(alice.money).toEqual({ cash: '9402.00', settled: '9402.00', unsettled: '0.00', held: '900.00', buyingPower: '8502.00' })

  expect(alice.replace('a1', { quantity: '8' }).said).toEqual([
    'a1 restated (378=99, REST replace), keeps its place: buy limit 150.00, partially_filled 4+4 of 8, holds 600.00',
  ])
  expect(alice.money).toMatchObject({ held: '600.00', buyingPower: '8802.00' })

  expect(alice.cancel('a1').said).toEqual(['a1 cancelled (user_requested, 378=99, REST cancel): cancelled 4+0 of 8'])
  expect(alice.money).toMatchObject({ held: '0.00', buyingPower: '9402.00' })

  bob.buy('4', { limit: '160.00' })
  alice.sell('4')
  expect(alice.money).toEqual({ cash: '10042.00', settled: '9402.00', unsettled: '640.00', held: '0.00', buyingPower: '9402.00' })
  expect(venue.state.balances(alice.index).settlements).toEqual([{ day: day('2026-11-23'), cents: 640_00 }])

  expect(venue.advanceTo('2026-11-23T14:30:00.000Z').said).toEqual([
    '2026-11-20 ends, 2026-11-23 begins',
    'alice settles 640.00 of 2026-11-23',
    'bob settles 598.00 of 2026-11-23',
  ])
  expect(alice.money).toEqual({ cash: '10042.00', settled: '10042.00', unsettled: '0.00', held: '0.00', buyingPower: '10042.00' })
})
