import { type FillgateClient, need } from '../client/index.ts'
import type { Credentials, RestClient } from './rest-client.ts'

export interface TradingAccount {
  readonly id: string
  readonly accountNumber: string
}

const SECOND_OWNER = 'second.desk@example.com'
/** more than one run needs, so that sold shares may take their day to settle */
const ENOUGH_DOLLARS = 5000
const DEPOSIT = '10000.00'

/** Two accounts that can trade with each other: the approved one of the first start, and one that the first demo opens. */
export async function tradingAccounts(rest: RestClient, credentials: Credentials): Promise<readonly [TradingAccount, TradingAccount]> {
  const approved = credentials.accounts.find(({ status }) => status === 'ACTIVE')
  if (!approved) throw new Error('sandbox-credentials.json has no account that is ACTIVE')
  const first = { id: approved.id, accountNumber: approved.account_number }
  const { api } = rest
  const second = (await findSecond(api)) ?? (await openSecond(api))
  for (const { id } of [first, second]) {
    // what an interrupted demo has left behind would trade with this one
    await need(api.DELETE('/v1/accounts/{accountId}/orders', { params: { path: { accountId: id } } }))
    await fund(api, id)
  }
  return [first, second]
}

async function findSecond(api: FillgateClient): Promise<TradingAccount | undefined> {
  const page = await need(api.GET('/v1/accounts', { params: { query: { query: SECOND_OWNER, status: 'ACTIVE' } } }))
  const [account] = page.data
  return account && { id: account.id, accountNumber: account.account_number }
}

async function openSecond(api: FillgateClient): Promise<TradingAccount> {
  const { id, account_number } = await need(
    api.POST('/v1/accounts', {
      body: {
        contact: { email_address: SECOND_OWNER },
        // a tax id that ends in 0001 is approved at once
        identity: { given_name: 'Second', family_name: 'Desk', date_of_birth: '1985-05-05', tax_id: '900-11-0001' },
      },
    }),
  )
  return { id, accountNumber: account_number }
}

async function fund(api: FillgateClient, accountId: string): Promise<void> {
  const params = { path: { accountId } }
  const { buying_power } = await need(api.GET('/v1/accounts/{accountId}/balances', { params }))
  if (Number(buying_power) >= ENOUGH_DOLLARS) return
  const body = { ach_relationship_id: await bankOf(api, accountId), amount: DEPOSIT }
  await need(api.POST('/v1/accounts/{accountId}/funding/deposits', { params, body }))
}

async function bankOf(api: FillgateClient, accountId: string): Promise<string> {
  const list = '/v1/accounts/{accountId}/ach-relationships'
  const path = { accountId }
  const [known] = (await need(api.GET(list, { params: { path, query: { status: 'APPROVED' } } }))).data
  const bank = known ?? (await need(api.POST(list, { params: { path }, body: NEW_BANK })))
  return bank.id
}

const NEW_BANK = {
  bank_account_owner_name: 'Second Desk',
  bank_account_type: 'CHECKING',
  bank_account_number: '000123456789',
  bank_routing_number: '121000358',
} as const
