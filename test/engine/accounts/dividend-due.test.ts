import { expect, test } from 'vitest'
import { DividendDue } from '../../../src/engine/accounts/dividend-due.ts'

test('who has been paid is due no more, nor who was passed over before', () => {
  const entitled = [4, 7, 9, 12].map((account) => ({ account, shares: 1, lots: 0, cents: 100 }))
  const due = new DividendDue({ number: 1, instrument: 0, amountTicks: 1_0000, payDay: 20_000 }, entitled)
  expect(due.left).toEqual(entitled)
  due.notePaid(4)
  expect(due.left).toEqual(entitled.slice(1))
  // the account 7 has been closed
  due.notePaid(9)
  expect(due.left).toEqual(entitled.slice(3))
  due.notePaid(12)
  expect(due.left).toEqual([])
})
