import { describe, expect, test } from 'vitest'
import type { FixMessage } from '../support/fix-message.ts'
import { RunningGateway } from './running-gateway.ts'

/** Walking quotes and the sessions of US equities; two desks with money, and every security of the built-in market. */
const SETTINGS = {
  market: { session: 'us_equities', quotes: 'walk' },
  first_start: { instruments: 'config/instruments.json' },
}

interface Told {
  /** every order of both accounts, and every execution, as REST shows them */
  readonly orders: readonly unknown[]
  readonly executions: readonly unknown[]
  readonly balances: readonly unknown[]
  /** every report that the desk heard, without what the real clock gives */
  readonly reports: readonly string[]
  readonly fingerprint: string
}

// BodyLength(9), SendingTime(52) and CheckSum(10) follow the real clock; everything else is the market's
const withoutRealTime = (message: FixMessage): string => message.text.replaceAll(/(^|\|)(9|52|10)=[^|]*/g, '')

async function tradeFor3Days(gateway: RunningGateway): Promise<Told> {
  const { partner } = gateway
  const [desk, other] = [gateway.account(1), gateway.account(2)]
  const orders = `/v1/accounts/${other.id}/orders`
  const clock = (body: object) => partner.post('/v1/dev/sandbox/clock', body)
  const { trading_day } = (await partner.get('/v1/dev/sandbox/clock')).body as { readonly trading_day: string }
  // 4:15 in New York, summer or winter: before or just after the first session of the day
  await clock({ set: `${trading_day}T09:15:00Z` })
  const client = await gateway.logOn('CLIENT1')
  const post = async (id: string, order: object) => {
    const { status } = await partner.post(orders, { client_order_id: id, quantity: '50', ...order })
    expect(status).toBe(201)
  }
  await post('open', { symbol: 'AAPL', side: 'buy', time_in_force: 'opg' })
  await post('rest', { symbol: 'MSFT', side: 'buy', order_type: 'limit', limit_price: await near('MSFT', 0.998), time_in_force: 'gtc' })
  await post('early', { symbol: 'KO', side: 'buy', order_type: 'limit', limit_price: await near('KO', 1.01), extended_hours: true })
  client.say('D', `11=f1|1=${desk.account_number}|55=NVDA|54=1|60=20261120-15:00:00.000|40=2|44=${await near('NVDA', 1.001)}|38=100|59=0`)
  // the clock is moved over another door: it must not come before the order
  await client.hearLater((message) => message.get(11) === 'f1')
  // early enough for the close of a half day
  await clock({ advance: 'PT7H' })
  await post('bracket', {
    symbol: 'JPM',
    side: 'buy',
    order_class: 'bracket',
    take_profit: { limit_price: await near('JPM', 1.002) },
    stop_loss: { stop_price: await near('JPM', 0.998) },
    time_in_force: 'gtc',
  })
  await post('close', { symbol: 'AAPL', side: 'buy', time_in_force: 'cls' })
  client.say('D', `11=f2|1=${desk.account_number}|55=NVDA|54=1|60=20261120-15:00:00.000|40=1|38=10|59=0`)
  await client.hearLater((message) => message.get(11) === 'f2')
  await clock({ advance: 'PT30M' })
  await clock({ advance: 'P2D' })
  await client.hearAll()
  const read = async (path: string) => ((await partner.get(path)).body as { readonly data: readonly { readonly id: string }[] }).data
  const all = await Promise.all([desk, other].map(({ id }) => read(`/v1/accounts/${id}/orders?sort=created_at:asc&limit=500`)))
  const executions = await Promise.all(
    [desk, other].flatMap((account, index) => all[index]!.map(({ id }) => read(`/v1/accounts/${account.id}/orders/${id}/executions`))),
  )
  const balances = await Promise.all(
    [desk, other].map(async ({ id }) => (await partner.get(`/v1/accounts/${id}/balances`)).body as unknown),
  )
  return {
    orders: all.flat(),
    executions: executions.flat(),
    balances,
    reports: client.heard.filter((message) => message.get(35) === '8').map(withoutRealTime),
    fingerprint: gateway.app.fingerprint(),
  }

  /** A price at a distance from where the symbol is. */
  async function near(symbol: string, factor: number): Promise<string> {
    const { last } = (await partner.get(`/v1/marketdata/real-time/${symbol}`)).body as { readonly last: number }
    return (last * factor).toFixed(2)
  }
}

describe('the built-in market', () => {
  test('gives the same executions, to the byte, when the same commands run again, and after its journal is replayed', async () => {
    const first = await RunningGateway.start({ settings: SETTINGS })
    const second = await RunningGateway.start({ settings: SETTINGS })
    try {
      const once = await tradeFor3Days(first)
      expect(once.executions.length).toBeGreaterThan(4)
      expect(once.reports.length).toBeGreaterThan(3)
      const again = await tradeFor3Days(second)
      expect({ ...again, fingerprint: '' }).toEqual({ ...once, fingerprint: '' })
      await first.stop()
      await first.begin()
      expect(first.app.fingerprint()).toBe(once.fingerprint)
    } finally {
      await second.end()
      await first.end()
    }
  })
})
