import { type Credentials, type Json, RestClient } from './rest-client.ts'
import type { Stage } from './stage.ts'

export interface TradingDayParts {
  readonly credentials: Credentials
  readonly stage: Stage
}

const ORDER = ['client_order_id', 'order_type', 'status', 'filled_quantity', 'average_fill_price', 'stop_price', 'order_class']
const CLOCK = ['mode', 'trading_day']
const MONEY = ['cash', 'settled_cash', 'unsettled_cash', 'buying_power', 'equity']

/**
 * A whole trading day in seconds, in a sandbox of its own: another partner has another market, with its own clock, so that nothing here
 * touches the one that was traded in before.
 */
export async function tellTradingDay({ credentials, stage }: TradingDayParts): Promise<void> {
  const rest = await partnerOfItsOwn(credentials, stage)
  const account = await fundedAccount(rest)
  const orders = `/v1/accounts/${account}/orders`
  await stage.scene(
    'Another sandbox, its clock on a Monday morning; AAPL is quoted at 200',
    async () => {
      const { timestamp } = await rest.need('GET', '/v1/dev/sandbox/clock')
      await rest.need('POST', '/v1/dev/sandbox/clock', { set: `${nextMonday(String(timestamp))}T15:00:00Z` })
      await quote(rest, '199.95', '200.05')
    },
    [...CLOCK, 'timestamp'],
  )
  const placed = await stage.scene(
    'A bracket: bought at once, with a profit and a loss behind it; an order for the close; one that waits for a price',
    async () => [
      await rest.need('POST', orders, {
        ...buy('day-1', '10'),
        order_class: 'bracket',
        take_profit: { limit_price: '205.00' },
        stop_loss: { stop_price: '195.00' },
      }),
      await rest.need('POST', orders, { ...buy('day-2', '5'), time_in_force: 'cls' }),
      await rest.need('POST', orders, { ...buy('day-3', '5'), order_type: 'limit', limit_price: '190.00' }),
    ],
    ORDER,
  )
  const [bracket, forTheClose, limit] = placed.map(({ id }) => `${orders}/${String(id)}`)
  const [profit, loss] = (placed[0]!.legs as readonly string[]).map((id) => `${orders}/${id}`)
  await stage.scene(
    'The symbol is halted while its price falls, and resumed: the stop at a loss triggers, and the profit goes with it',
    async () => {
      await rest.need('POST', '/v1/dev/sandbox/halts', { symbol: 'AAPL', halted: true })
      await quote(rest, '194.50', '194.60')
      await rest.need('GET', loss!)
      await rest.need('POST', '/v1/dev/sandbox/halts', { symbol: 'AAPL', halted: false })
      await rest.need('GET', loss!)
      await rest.need('GET', profit!)
      await rest.need('GET', `/v1/accounts/${account}/balances`)
    },
    [...ORDER, 'leg', ...MONEY],
  )
  await stage.scene(
    'The evening: the order for the close trades, the day order expires',
    async () => {
      await rest.need('POST', '/v1/dev/sandbox/clock', { advance: 'PT8H' })
      for (const path of [bracket!, forTheClose!, limit!]) await rest.need('GET', path)
      await rest.need('GET', `/v1/accounts/${account}/balances`)
    },
    [...CLOCK, ...ORDER, ...MONEY],
  )
  await stage.scene(
    'Two days on: the sale has settled, and its proceeds can be used',
    async () => {
      // of a sale on a Monday it takes until Wednesday where one of the two is a holiday
      await rest.need('POST', '/v1/dev/sandbox/clock', { advance: 'P2D' })
      await rest.need('GET', `/v1/accounts/${account}/balances`)
    },
    [...CLOCK, ...MONEY],
  )
}

async function partnerOfItsOwn(credentials: Credentials, stage: Stage): Promise<RestClient> {
  const operator = new RestClient({ ...credentials, ...credentials.operator }, () => undefined)
  const partner = await operator.need('POST', '/v1/admin/partners', { name: 'Demo', environment: 'sandbox' })
  const { api_key, api_secret } = partner.key as { readonly api_key: string; readonly api_secret: string }
  return new RestClient({ ...credentials, api_key, api_secret }, stage.watchRest)
}

async function fundedAccount(rest: RestClient): Promise<string> {
  const { id } = await rest.need('POST', '/v1/accounts', {
    contact: { email_address: 'day@example.com' },
    identity: { given_name: 'Day', family_name: 'Trader', date_of_birth: '1985-05-05', tax_id: '900-12-0001' },
  })
  const bank = await rest.need('POST', `/v1/accounts/${String(id)}/ach-relationships`, {
    bank_account_owner_name: 'Day Trader',
    bank_account_type: 'CHECKING',
    bank_account_number: '000123456780',
    bank_routing_number: '121000358',
  })
  await rest.need('POST', `/v1/accounts/${String(id)}/funding/deposits`, { ach_relationship_id: bank.id, amount: '10000.00' })
  return String(id)
}

function quote(rest: RestClient, bid: string, ask: string): Promise<Json> {
  return rest.need('POST', '/v1/dev/sandbox/quotes', { symbol: 'AAPL', bid, ask, bid_size: '1000', ask_size: '1000' })
}

const buy = (id: string, quantity: string): Json => ({ symbol: 'AAPL', side: 'buy', quantity, client_order_id: id })

const DAY_MS = 86_400_000
const MONDAY = 1

/** The next Monday; a holiday is no trouble: its orders then wait for the Tuesday. */
function nextMonday(timestamp: string): string {
  let day = Date.parse(timestamp) + DAY_MS
  while (new Date(day).getUTCDay() !== MONDAY) day += DAY_MS
  return new Date(day).toISOString().slice(0, 10)
}
