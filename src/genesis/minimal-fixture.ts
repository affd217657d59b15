import { MINIMAL_ACCOUNTS, MINIMAL_DEPOSIT } from '../config/first-accounts.ts'
import { parseMoney } from '../domain/amounts/amounts.ts'
import type { Command } from '../domain/command.ts'
import type { LinkedBank } from '../domain/accounts/linked-bank.ts'
import { type Application, applicationOf } from './applications.ts'

export const [APPROVED, REJECTED, MANUAL_REVIEW] = MINIMAL_ACCOUNTS

/** The fixture `minimal`: one account for each way that a review can go at once, by name. */
export const minimalApplications: readonly (readonly [name: string, application: Application])[] = [
  [APPROVED, applicationOf({ givenName: 'Jane', familyName: 'Doe', taxId: '900000001' })],
  [REJECTED, applicationOf({ givenName: 'John', familyName: 'Roe', taxId: '900000002' })],
  [MANUAL_REVIEW, applicationOf({ givenName: 'Ada', familyName: 'Poe', taxId: '900000003' })],
]

/** The approved account's bank. */
export const MINIMAL_BANK: LinkedBank = {
  status: 'APPROVED',
  ownerName: 'Jane Doe',
  accountType: 'CHECKING',
  bankName: 'First Bank',
  accountLast4: '6789',
  routingNumber: '121000358',
}

/** 10,000 dollars */
export const MINIMAL_FUNDING = { amountCents: parseMoney(MINIMAL_DEPOSIT) as number, description: 'initial' } as const

/** The approved account's bank, and 10,000 dollars from it by an instant deposit. `account` is its index, `ach` the number that its bank gets. */
export function minimalFunding({ account, ach }: { readonly account: number; readonly ach: number }): readonly Command[] {
  return [
    { type: 'LinkBank', account, ...MINIMAL_BANK },
    { type: 'Deposit', account, ach, ...MINIMAL_FUNDING, idempotencyKey: null, instant: true },
  ]
}
