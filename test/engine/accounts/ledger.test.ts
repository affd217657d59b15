import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Account } from '../../../src/engine/accounts/account-state.ts'
import { AccountStatus, KycStatus } from '../../../src/domain/accounts/account.ts'
import type { Transfer } from '../../../src/domain/accounts/transfer.ts'
import {
  type HouseLedger,
  openLedger,
  postBuy,
  postCorporateAction,
  postCorrectedSell,
  postDeposit,
  postFee,
  postSell,
  postWithdrawal,
  reverseBuy,
  reverseDeposit,
  reverseSell,
  reverseWithdrawal,
  settle,
} from '../../../src/engine/accounts/ledger.ts'

const WITHDRAWAL = {
  amountCents: 300_00,
  feeCents: 2_50,
  ira: { type: 'NORMAL_DISTRIBUTION', federalCents: 20_00, state: 'TX', stateCents: 5_00, taxCode: null, taxYear: null },
} as Transfer

/** Every posting that there is, with what it leaves of settled and unsettled cash. */
const POSTINGS: readonly (readonly [string, (ledger: HouseLedger, account: Account) => void, number, number])[] = [
  ['a deposit', (ledger, account) => postDeposit(ledger, account, 100_00), 100_00, 0],
  ['a returned deposit', (ledger, account) => reverseDeposit(ledger, account, 100_00), -100_00, 0],
  ['a withdrawal, less its fee', (ledger, account) => postWithdrawal(ledger, account, WITHDRAWAL), -297_50, 0],
  ['a returned withdrawal', (ledger, account) => reverseWithdrawal(ledger, account, WITHDRAWAL), 297_50, 0],
  ['a fee', (ledger, account) => postFee(ledger, account, 2_50), -2_50, 0],
  ['cash of a corporate action', (ledger, account) => postCorporateAction(ledger, account, 12_34), 12_34, 0],
  ['a buy from the house', (ledger, account) => postBuy(ledger, account, 50_00, true), -50_00, 0],
  ['a buy from a client', (ledger, account) => postBuy(ledger, account, 50_00, false), -50_00, 0],
  ['a buy that is taken back', (ledger, account) => reverseBuy(ledger, account, 50_00, true), 50_00, 0],
  ['a sale', (ledger, account) => postSell(ledger, account, 50_00, 7, true), 0, 50_00],
  ['a sale that is taken back after it settled', (ledger, account) => reverseSell(ledger, account, 50_00, 7, false), -50_00, 0],
  [
    'a sale that is taken back of proceeds that are less, and another',
    (ledger, account) => {
      postSell(ledger, account, 30_00, 7, false)
      reverseSell(ledger, account, 50_00, 7, false)
      reverseSell(ledger, account, 10_00, 7, false)
    },
    0,
    -30_00,
  ],
  [
    'a corrected sale that settles later',
    (ledger, account) => postCorrectedSell(ledger, account, 50_00, { day: 7, passed: false }, true),
    0,
    50_00,
  ],
  [
    'a corrected sale of a day that has passed',
    (ledger, account) => postCorrectedSell(ledger, account, 50_00, { day: 7, passed: true }, true),
    50_00,
    0,
  ],
  [
    'a settlement',
    (ledger, account) => {
      postSell(ledger, account, 50_00, 7, true)
      settle(account, 7, 50_00)
    },
    50_00,
    0,
  ],
]

test.each(POSTINGS)('%s has another side', (_name, post, settledCents, unsettledCents) => {
  const ledger = openLedger()
  const account = anAccount()
  post(ledger, account)
  expect([account.settledCents, account.unsettledCents]).toEqual([settledCents, unsettledCents])
  const others = Object.values(ledger).reduce((sum: number, cents: number) => sum + cents, 0)
  expect(others + account.cashCents).toBe(0)
})

test('nothing but the ledger moves money', () => {
  const folder = new URL('../../../src/engine/', import.meta.url).pathname
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== 'accounts/ledger.ts',
  )
  const writes =
    /\b(settledCents|houseCents|bankCents|clearingCents|feeCents|withheldCents)\s*([-+]?=(?!=)|\+\+|--)|settlementLots\.(push|splice)/
  const guilty = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => writes.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  // the field's first value, and a snapshot that gives back what the ledger had made
  expect(guilty).toEqual([
    'accounts/account-state.ts: settledCents = 0',
    'snapshot/account-snapshot.ts: account.settledCents = from.settledCents',
    'snapshot/account-snapshot.ts: account.settlementLots.push({ ...lot })',
  ])
})

function anAccount(): Account {
  return new Account({
    account: 0,
    id: 'a',
    accountNumber: '410000001',
    userId: 'u',
    partner: 0,
    market: 0,
    at: 0,
    status: AccountStatus.Active,
    kycStatus: KycStatus.Approved,
    kycResults: null,
    reviewDueAt: 0,
    tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
  })
}
