import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { type CsvValue, csvLine, csvStream } from '../../../src/http/answers/csv.ts'
import { dayNumber, type TradeDate } from '../../../src/domain/time/trade-date.ts'
import { EXECUTIONS, exportRows } from '../../../src/http/resources/exports/export-rows.ts'
import { type KeyPair, openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'
import { until } from '../../support/until.ts'

let server: RestServer
let key: KeyPair
let operator: KeyPair
let account: TradingAccount

beforeEach(async () => {
  server = await openRestServer()
  key = await server.issue(0, PARTNER_SCOPES)
  operator = await server.issue(null, ['operator'])
  account = await server.account('10000.00')
})
afterEach(() => server.close())

const PARTNER = '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001'
const TIME = '2026-11-20T15:04:05.123Z'
const HEADS = {
  executions:
    'sequence,executed_at,trade_date,settlement_date,partner_id,account_number,account_id,order_id,client_order_id,id,exec_type,symbol,side,' +
    'quantity,price,notional,cumulative_quantity,leaves_quantity,average_price,commission,liquidity,reference_execution_id',
  activities:
    'sequence,created_at,partner_id,account_number,account_id,id,type,net_amount,symbol,quantity,price,order_id,execution_id,funding_activity_id',
}

async function fetchCsv(path: string, pair: KeyPair = key) {
  const answer = await server.app.inject({ url: path, headers: { 'x-api-key': pair.api_key, 'x-api-secret': pair.api_secret } })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
const linesOf = async (path: string, pair: KeyPair = key): Promise<string[]> => (await fetchCsv(path, pair)).text.split('\r\n').slice(0, -1)

/** Buys from the house. */
async function fill(client_order_id: string) {
  await server.quote('AAPL', '149.40', '149.50')
  const { body: order } = await account.order({ side: 'buy', quantity: '4', limit_price: '160.00', client_order_id })
  const { body } = await server.client.get(`${account.path}/orders/${order.id as string}/executions`)
  return body.data[0] as Readonly<Record<string, string>>
}

describe('GET /v1/exports/…', () => {
  test('has the executions of a trading day', async () => {
    const execution = await fill('c-1001')
    const { status, headers, text } = await fetchCsv('/v1/exports/executions?date=2026-11-20')
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="executions-2026-11-20.csv"',
    ])
    expect(text).toBe(
      [
        HEADS.executions,
        `${execution['sequence']!},${TIME},2026-11-20,2026-11-23,${PARTNER},${account.number},${account.id},${execution['order_id']!},` +
          `c-1001,${execution['id']!},trade,AAPL,buy,4,149.50,598.00,4,0,149.50,0.00,removed,`,
        '',
      ].join('\r\n'),
    )
  })

  test('has the activities of a trading day, which sum up to the cash', async () => {
    const execution = await fill('a')
    const lines = await linesOf('/v1/exports/activities?date=2026-11-20')
    const { body } = await server.client.get(`${account.path}/activities`)
    const [filled, deposit] = body.data as Readonly<Record<string, string>>[]
    const whose = `${TIME},${PARTNER},${account.number},${account.id}`
    expect(lines).toEqual([
      HEADS.activities,
      `${deposit!['sequence']!},${whose},${deposit!['id']!},${deposit!['type']!},10000.00,,,,,,${deposit!['funding_activity_id']!}`,
      `${filled!['sequence']!},${whose},${filled!['id']!},${filled!['type']!},-598.00,AAPL,4,149.50,${execution['order_id']!},${execution['id']!},`,
    ])
    const cash = lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[7]), 0)
    expect(cash.toFixed(2)).toBe((await account.balances())['cash'])
  })

  test('what is booked belongs to one day: corrections and settlement to the day on which they were made', async () => {
    const execution = await fill('a')
    await server.operator.post('/v1/admin/end-of-day', {})
    await server.operator.post(`/v1/admin/executions/${execution['id']!}/correct`, { price: '149.00' })
    await fill('b')
    const types = async (day: string): Promise<string[]> =>
      (await linesOf(`/v1/exports/executions?date=${day}`)).slice(1).map((line) =>
        line
          .split(',')
          .slice(8, 11)
          .join(' ')
          .replace(/[0-9a-f-]{36} /, ''),
      )
    expect([await types('2026-11-20'), await types('2026-11-23')]).toEqual([['a trade'], ['a trade_correct', 'b trade']])
    await server.operator.post('/v1/admin/end-of-day', {})
    expect([await types('2026-11-20'), await types('2026-11-23')]).toEqual([['a trade'], ['a trade_correct', 'b trade']])
  })

  test('a day that ends right behind the request for it is as it was when it was asked for', async () => {
    await fill('a')
    const before = await linesOf('/v1/exports/executions?date=2026-11-20')
    const { waiting, letGo } = server.holdRead()
    const asking = linesOf('/v1/exports/executions?date=2026-11-20')
    await waiting
    const release = server.holdCommits()
    const ending = server.operator.post('/v1/admin/end-of-day', {})
    await until(() => server.engine.state.markets[0]!.tradeDay !== dayNumber('2026-11-20' as TradeDate))
    letGo()
    const lines = await asking
    release()
    await ending
    expect(lines).toEqual(before)
  })

  test('a day without anything, or one that has not come, is the header alone', async () => {
    await fill('a')
    for (const day of ['2026-11-19', '2026-11-21', '2026-11-24', '2030-01-02'])
      expect(await linesOf(`/v1/exports/executions?date=${day}`)).toEqual([HEADS.executions])
  })

  test('a partner gets its own alone, an operator those of all or of one', async () => {
    await fill('mine')
    const other = await server.anotherPartner()
    const theirs = await server.account('500.00', other)
    const id = '00000000-0000-4000-8000-000000000001'
    const numbersOf = async (path: string, pair?: KeyPair): Promise<string[]> => [
      ...new Set((await linesOf(path, pair)).slice(1).map((line) => line.split(',')[3]!)),
    ]
    const query = 'activities?date=2026-11-20'
    expect(await numbersOf(`/v1/exports/${query}`)).toEqual([account.number])
    expect(await numbersOf(`/v1/admin/exports/${query}`, operator)).toEqual([account.number, theirs.number])
    expect(await numbersOf(`/v1/admin/exports/${query}&partner_id=${id.toUpperCase()}`, operator)).toEqual([theirs.number])
    const refused = await server.operator.get(`/v1/admin/exports/${query}&partner_id=${account.id}`)
    expect([refused.status, refused.body.error.code]).toEqual([404, 'PARTNER_NOT_FOUND'])
    expect((await server.client.get(`/v1/admin/exports/${query}`)).status).toBe(403)
    expect((await server.operator.get(`/v1/exports/${query}`)).status).toBe(403)
    const { body: token } = await server.client.post(`${account.path}/keys`, { label: 'app', scopes: ['accounts:read'] })
    expect((await server.client.as(token).get(`/v1/exports/${query}`)).status).toBe(403)
  })

  test('a long one leaves room for everything else, by the line and by the account', async () => {
    const rows = async (): Promise<number> => {
      let [count, turns] = [0, 0]
      const turn = (): void => {
        turns++
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      const { engine, projection, sequencer } = server
      await projection.caughtUp(sequencer.nextPosition)
      turns = 0
      const tradeDays = engine.state.markets.map(({ tradeDay }) => tradeDay)
      const wanted = { partner: undefined, day: dayNumber('2026-11-20' as TradeDate), through: sequencer.nextPosition, tradeDays }
      for await (const row of exportRows({ view: engine.state, projection }, EXECUTIONS, wanted)) count += row.length > 0 ? 1 : 0
      clearImmediate(next)
      expect(turns).toBeGreaterThan(0)
      return count
    }
    const { index } = server.engine.state.accountById(account.id)!
    for (let deposit = 0; deposit < 100; deposit++)
      await server.sequencer.run({ type: 'GrantHoldings', account: index, cashCents: 100, positions: [] })
    expect(await rows()).toBe(0)
    await server.client.post('/v1/dev/sandbox/reset', {})
    for (let further = 0; further < 100; further++) await server.account()
    expect(await rows()).toBe(0)
  })

  test('a date is needed', async () => {
    for (const query of ['', '?date=yesterday', '?date=2026-02-30']) {
      const { status, body } = await server.client.get(`/v1/exports/executions${query}`)
      expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'date'])
    }
  })

  test('what a reset has left behind is not in it', async () => {
    await fill('a')
    await server.client.post('/v1/dev/sandbox/reset', {})
    const lines = await linesOf('/v1/exports/activities?date=2026-11-20')
    expect(lines.slice(1).map((line) => line.split(',').slice(3, 4).concat(line.split(',').slice(6, 8)).join(' '))).toEqual([
      '410000002 DEPOSIT 10000.00',
    ])
  })
})

describe('a CSV stream', () => {
  test('is made as its reader takes it: no more than some chunks at a time', async () => {
    let made = 0
    function* endless(): Generator<readonly CsvValue[]> {
      for (;;) yield [++made, 'x'.repeat(100)]
    }
    const stream = csvStream(['a', 'b'], endless())
    const chunks = stream[Symbol.asyncIterator]()
    await chunks.next()
    await chunks.next()
    expect(made * 100).toBeLessThan(200_000)
    stream.destroy()
  })

  test.each<[values: readonly CsvValue[], line: string]>([
    [['a', 1, null], 'a,1,\r\n'],
    [['a,b', 'c"d', 'e\r\nf'], '"a,b","c""d","e\r\nf"\r\n'],
    [['', ' a '], ', a \r\n'],
  ])('%j is %j', (values, line) => {
    expect(csvLine(values)).toBe(line)
  })
})
