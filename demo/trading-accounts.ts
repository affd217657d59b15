import type { Json, RestClient, Credentials } from './rest-client.ts'

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
  const second = (await findSecond(rest)) ?? (await openSecond(rest))
  for (const { id } of [first, second]) {
    // what an interrupted demo has left behind would trade with this one
    await rest.need('DELETE', `/v1/accounts/${id}/orders`)
    await fund(rest, id)
  }
  return [first, second]
}

async function findSecond(rest: RestClient): Promise<TradingAccount | undefined> {
  const page = await rest.need('GET', `/v1/accounts?query=${encodeURIComponent(SECOND_OWNER)}&status=ACTIVE`)
  const [account] = page.data as readonly Json[]
  return account && accountOf(account)
}

async function openSecond(rest: RestClient): Promise<TradingAccount> {
  return accountOf(
    await rest.need('POST', '/v1/accounts', {
      contact: { email_address: SECOND_OWNER },
      // a tax id that ends in 0001 is approved at once
      identity: { given_name: 'Second', family_name: 'Desk', date_of_birth: '1985-05-05', tax_id: '900-11-0001' },
    }),
  )
}

async function fund(rest: RestClient, id: string): Promise<void> {
  const { buying_power } = await rest.need('GET', `/v1/accounts/${id}/balances`)
  if (Number(buying_power) >= ENOUGH_DOLLARS) return
  await rest.need('POST', `/v1/accounts/${id}/funding/deposits`, { ach_relationship_id: await bankOf(rest, id), amount: DEPOSIT })
}

async function bankOf(rest: RestClient, id: string): Promise<string> {
  const path = `/v1/accounts/${id}/ach-relationships`
  const [known] = (await rest.need('GET', `${path}?status=APPROVED`)).data as readonly Json[]
  const bank = known ?? (await rest.need('POST', path, NEW_BANK))
  return String(bank.id)
}

const NEW_BANK = {
  bank_account_owner_name: 'Second Desk',
  bank_account_type: 'CHECKING',
  bank_account_number: '000123456789',
  bank_routing_number: '121000358',
}

function accountOf({ id, account_number }: Json): TradingAccount {
  return { id: String(id), accountNumber: String(account_number) }
}
