import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account('10000.00')
})
afterAll(() => server.close())

const history = (query = '') => server.client.get(`${account.path}/portfolio/history${query}`)
const endDay = () => server.operator.post('/v1/admin/end-of-day', {})

test('the history has a point for each trading day that ended and one for now; deposits are no profit', async () => {
  await server.quote('AAPL', '149.99', '150.00')
  await account.order({ side: 'buy', order_type: 'market', quantity: '10' })
  await server.quote('AAPL', '155.00', '155.02')
  await endDay()
  expect((await account.balances())['last_equity']).toBe('10050.00')
  server.now += 1000
  await account.deposit('500.00')
  await server.quote('AAPL', '152.00', '152.02')
  await endDay()
  expect((await account.balances())['last_equity']).toBe('10520.00')
  await account.order({ side: 'sell', order_type: 'market', quantity: '4' })
  const first = new Date(server.now - 1000).toISOString()
  const now = new Date(server.now).toISOString()
  const { status, body } = await history('?period=1M&timeframe=1D')
  expect([status, body]).toEqual([
    200,
    {
      account_id: account.id,
      currency: 'USD',
      period: '1M',
      timeframe: '1D',
      base_value: '0.00',
      data: [
        {
          date: '2026-11-20',
          timestamp: first,
          equity: '10050.00',
          cash: '8500.00',
          long_market_value: '1550.00',
          net_deposits: '10000.00',
          profit_loss: '50.00',
          profit_loss_percentage: '0.5000',
        },
        {
          date: '2026-11-23',
          timestamp: now,
          equity: '10520.00',
          cash: '9000.00',
          long_market_value: '1520.00',
          net_deposits: '500.00',
          profit_loss: '-30.00',
          profit_loss_percentage: '-0.2844',
        },
        {
          date: '2026-11-24',
          timestamp: now,
          equity: '10520.00',
          cash: '9608.00',
          long_market_value: '912.00',
          net_deposits: '0.00',
          profit_loss: '0.00',
          profit_loss_percentage: '0.0000',
        },
      ],
    },
  ])
})

test('a period ends with the present trading day; what was before it is the base', async () => {
  const dates = async (period: string) => {
    const { body } = await history(`?period=${period}`)
    return [body.base_value, ...(body.data as { date: string }[]).map(({ date }) => date)]
  }
  expect(await dates('1D')).toEqual(['10520.00', '2026-11-24'])
  expect(await dates('2D')).toEqual(['10050.00', '2026-11-23', '2026-11-24'])
  expect(await dates('1W')).toEqual(await dates('all'))
  expect(await dates('9999Y')).toEqual(await dates('all'))
})

test('a week is seven days, and a month begins no later than the last day of the one before', async () => {
  const dates = async (period: string) => ((await history(`?period=${period}`)).body.data as { date: string }[]).map(({ date }) => date)
  const endAllBefore = (date: string) => server.operator.post('/v1/admin/end-of-day', { date })
  await endAllBefore('2026-11-27')
  expect(await dates('1W')).toEqual(['2026-11-23', '2026-11-24', '2026-11-27'])
  await endAllBefore('2026-11-30')
  expect(await dates('1W')).toEqual(['2026-11-24', '2026-11-27', '2026-11-30'])
  for (const date of ['2027-01-04', '2027-02-01', '2027-03-01', '2027-03-31']) await endAllBefore(date)
  expect(await dates('1M')).toEqual(['2027-03-01', '2027-03-31'])
})

test('a profit is a share of what was there before, also where some of that went out', async () => {
  account = await server.account('1000.00')
  await server.quote('AAPL', '99.99', '100.00')
  await account.order({ side: 'buy', order_type: 'market', quantity: '5' })
  await server.quote('AAPL', '100.00', '100.02')
  await endDay()
  const { id } = await account.link()
  await server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id: id, amount: '400.00' })
  await server.quote('AAPL', '110.00', '110.02')
  const { body } = await history('?period=1D')
  expect([body.base_value, body.data]).toMatchObject([
    '1000.00',
    [{ equity: '650.00', net_deposits: '-400.00', profit_loss: '50.00', profit_loss_percentage: '5.0000' }],
  ])
})

test('an account without a day behind it has the present point alone', async () => {
  // at the moment at which a day has ended
  account = await server.account()
  const { body } = await history()
  expect([body.base_value, body.data.map(({ equity }: { equity: string }) => equity)]).toEqual(['0.00', ['0.00']])
})

test('what is gained on less than nothing, after a deposit that came back, has no percentage', async () => {
  account = await server.account('1000.00')
  await server.quote('AAPL', '99.99', '100.00')
  await account.order({ side: 'buy', order_type: 'market', quantity: '9' })
  const [deposit] = (await server.client.get(`${account.path}/funding/activity`)).body.data as { id: string }[]
  await server.client.post(`/v1/dev/sandbox/funding/${deposit!.id}`, { action: 'return', return_code: 'R01' })
  await server.quote('AAPL', '90.00', '90.02')
  await endDay()
  await server.quote('AAPL', '91.00', '91.02')
  const { body } = await history('?period=1D')
  expect([body.base_value, body.data.at(-1).profit_loss, body.data.at(-1).profit_loss_percentage]).toEqual(['-89.82', '9.00', '0.0000'])
})

test.each(['?period=1H', '?period=0D', '?period=', '?timeframe=1Min'])('%s is refused', async (query) => {
  const { status, body } = await history(query)
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('what is booked while the history is read is not part of it', async () => {
  account = await server.account('20.00')
  const { waiting, letGo } = server.holdRead()
  const read = history()
  await waiting
  await account.deposit('5.00')
  expect((await history()).body.data).toMatchObject([{ cash: '25.00', net_deposits: '25.00', profit_loss: '0.00' }])
  letGo()
  expect((await read).body.data).toMatchObject([{ cash: '20.00', net_deposits: '20.00', profit_loss: '0.00' }])
})

test('many positions over many days leave others a turn on the way', async () => {
  await server.grantMany(account.id, 60)
  for (let days = 0; days < 20; days++) await endDay()
  await history('?period=all')
  const { tradingDays } = server.projection
  const closes = tradingDays.closes.bind(tradingDays)
  let [read, most] = [0, 0]
  tradingDays.closes = (...of) => {
    most = Math.max(most, ++read)
    return closes(...of)
  }
  const turn = (): void => {
    read = 0
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await history('?period=all')
  clearImmediate(next)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(6)
})
