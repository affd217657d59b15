import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditedAhead } from '../../support/audited-ahead.ts'
import { openRestServer, type RestServer } from '../../support/rest-server.ts'

let server: RestServer
beforeAll(async () => {
  server = await openRestServer()
})
afterAll(() => server.close())

const NEWCO = { symbol: 'newco', name: 'Nestlé & Co', exchange: 'NYSE', previous_close: '25.00' }
const RECORD = {
  symbol: 'NEWCO',
  name: 'Nestlé & Co',
  exchange: 'NYSE',
  asset_type: 'equity',
  cusip: null,
  isin: null,
  tradable: true,
  fractionable: true,
  sector: null,
  industry: null,
  status: 'active',
}
const list = (body: object) => server.operator.post('/v1/admin/symbols', body)
const change = (symbol: string, body: object) => server.operator.patch(`/v1/admin/symbols/${symbol}`, body)
const audited = async () => (await server.operator.get('/v1/admin/audit?limit=1')).body.data[0]
const found = async (query: string) =>
  (await server.client.post('/v1/marketdata/reference/equity-security-master', { query })).body.data as unknown[]

test('a security that an operator lists trades at once, and takes no more orders when it is to take none', async () => {
  const { status, body } = await list(NEWCO)
  expect([status, body]).toEqual([201, RECORD])
  expect(await found('newco')).toEqual([RECORD])
  expect(await audited()).toMatchObject({ operation: 'symbol.list', subject: 'NEWCO', detail: NEWCO })

  const account = await server.account('1000.00')
  await server.client.post('/v1/dev/sandbox/quotes', { symbol: 'NEWCO', bid: '25.00', ask: '25.10' })
  const buy = { symbol: 'NEWCO', side: 'buy', order_type: 'market', quantity: '2' }
  expect((await account.order(buy)).body).toMatchObject({ status: 'filled', average_fill_price: '25.10' })

  const changed = await change('newco', { tradable: false, name: 'Old Company', why: 'delisted' })
  expect([changed.status, changed.body]).toEqual([200, { ...RECORD, tradable: false, name: 'Old Company' }])
  expect((await audited()).detail).toEqual({ tradable: false, name: 'Old Company' })
  expect((await account.order(buy)).body.error.code).toBe('ASSET_NOT_TRADABLE')
  expect((await change('NEWCO', {})).body).toEqual(changed.body)
})

test.each([
  [{ symbol: '1X' }, 400, 'INVALID_SYMBOL', 'symbol'],
  [{ symbol: 'AAPL' }, 409, 'SYMBOL_ALREADY_LISTED', 'symbol'],
  [{ name: 'a\u0001b' }, 400, 'VALIDATION_ERROR', 'name'],
  [{ exchange: '' }, 400, 'VALIDATION_ERROR', 'exchange'],
  [{ asset_type: 'bond' }, 400, 'VALIDATION_ERROR', 'asset_type'],
  [{ previous_close: '0' }, 400, 'VALIDATION_ERROR', 'previous_close'],
  [{ previous_close: '1000000.01' }, 400, 'VALIDATION_ERROR', 'previous_close'],
  [{ previous_close: '1.00001' }, 400, 'VALIDATION_ERROR', 'previous_close'],
  [{ previous_close: undefined }, 400, 'VALIDATION_ERROR', 'previous_close'],
])('is not listed with %j', async (wrong, status, code, field) => {
  const answer = await list({ ...NEWCO, symbol: 'OTHER', ...wrong })
  expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([status, code, field])
  expect(await found('OTHER')).toEqual([])
})

test('a previous close may be the highest price that there is', async () => {
  expect((await list({ ...NEWCO, symbol: 'DEAR', previous_close: '1000000.00' })).status).toBe(201)
})

test('what is not listed is not changed, and partners change nothing', async () => {
  expect((await change('NOBODY', { tradable: 7 })).body.error.code).toBe('INVALID_SYMBOL')
  expect((await change('AAPL', { tradable: 7 })).body.error).toMatchObject({ code: 'VALIDATION_ERROR', field: 'tradable' })
  expect((await server.client.patch('/v1/admin/symbols/AAPL', { tradable: false })).status).toBe(403)
  expect((await server.client.post('/v1/admin/symbols', NEWCO)).status).toBe(403)
})

test.each([
  ['symbol.list', () => list({ ...NEWCO, symbol: 'LATER' })],
  ['symbol.change', () => change('LATER', { tradable: false })],
])('a change is in the audit trail before it is made: %s', async (operation, make) => {
  const { status, ...rows } = await auditedAhead(server, make)
  expect(rows).toEqual({ ahead: [operation], behind: [operation] })
  expect(status).toBeLessThan(300)
})
