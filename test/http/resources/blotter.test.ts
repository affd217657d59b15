import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRestServer, type RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
let orders: Record<'filled' | 'partly' | 'open' | 'rejected', string>

const NOW = '2026-11-20T15:04:05.123Z'
const LATER = '2026-11-20T15:04:06.123Z'

beforeAll(async () => {
  server = await openRestServer()
  account = await server.account('10000.00')
  await server.quote('AAPL', '149.00', '150.00', '14')
  const order = { side: 'buy', quantity: '10', limit_price: '150.00' }
  const id = async (more: object) => (await account.order({ ...order, ...more })).body.id as string
  orders = {
    filled: await id({ client_order_id: 'filled' }),
    partly: await id({ client_order_id: 'partly' }),
    open: '',
    rejected: (await account.order({ ...order, quantity: '1000', client_order_id: 'rejected' })).body.error.details.order_id as string,
  }
  server.now += 1000
  orders.open = await id({ client_order_id: 'open', symbol: 'MSFT', order_type: 'stop_limit', stop_price: '151.00', time_in_force: 'gtc' })
})
afterAll(() => server.close())

const partly = () => ({
  OrderCode: orders.partly,
  ClOrdId: 'partly',
  AccountNo: account.number,
  Symbol: 'AAPL',
  SecurityType: 'CS',
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'Day',
  OrderQty: '10',
  CashOrderQty: null,
  Price: '150.00',
  StopPx: null,
  OrdStatus: '1',
  OrdStatusText: 'Partially Filled',
  CumQty: '4',
  LeavesQty: '6',
  AvgPx: '150.00',
  LastQty: '4',
  LastPx: '150.00',
  OrdRejReason: null,
  Text: null,
  CreatedAt: NOW,
  UpdatedAt: NOW,
})

describe('get-orders', () => {
  const search = async (body: object = {}) => (await server.client.post('/api/external/get-orders', body)).body
  const ids = async (body: object) => (await search(body)).Orders.map((order: { ClOrdId: string }) => order.ClOrdId)

  test('answers in PascalCase, newest first', async () => {
    const found = await search({ PageSize: 1, PageNumber: 3 })
    expect(found).toEqual({ TotalCount: 4, PageNumber: 3, PageSize: 1, Orders: [partly()] })
    const [open, rejected] = (await search()).Orders
    expect(open).toEqual({
      ...partly(),
      OrderCode: orders.open,
      ClOrdId: 'open',
      Symbol: 'MSFT',
      OrderType: 'StopLimit',
      TimeInForce: 'GTC',
      StopPx: '151.00',
      OrdStatus: '0',
      OrdStatusText: 'New',
      CumQty: '0',
      LeavesQty: '10',
      AvgPx: '0.00',
      LastQty: null,
      LastPx: null,
      CreatedAt: LATER,
      UpdatedAt: LATER,
    })
    expect(rejected).toEqual({
      ...partly(),
      OrderCode: orders.rejected,
      ClOrdId: 'rejected',
      OrderQty: '1000',
      OrdStatus: '8',
      OrdStatusText: 'Rejected',
      CumQty: '0',
      LeavesQty: '0',
      AvgPx: '0.00',
      LastQty: null,
      LastPx: null,
      OrdRejReason: 3,
      Text: 'The order needs 150000.00 but 7000.00 is available.',
    })
  })

  test('filters, and reads names in any case', async () => {
    expect(await ids({ accountno: account.number })).toEqual(['open', 'rejected', 'partly', 'filled'])
    expect(await ids({ ACCOUNTNO: '999999999' })).toEqual([])
    expect(await ids({ orderCode: orders.filled })).toEqual(['filled'])
    expect(await ids({ OrderCode: 'x' })).toEqual([])
    expect(await ids({ OrderCode: orders.filled, ClOrdId: 'filled', AccountNo: account.number })).toEqual(['filled'])
    expect(await ids({ OrderCode: orders.filled, ClOrdId: 'partly' })).toEqual([])
    const { number: AccountNo } = await server.account()
    expect(await ids({ OrderCode: orders.filled, AccountNo })).toEqual([])
    expect(await ids({ clordid: 'partly' })).toEqual(['partly'])
    expect(await ids({ symbol: 'msft' })).toEqual(['open'])
    expect(await ids({ symbol: 'NOPE' })).toEqual([])
    expect(await ids({ Side: 'Sell' })).toEqual([])
    expect(await ids({ status: ['New', 'PartiallyFilled'] })).toEqual(['open', 'partly'])
    expect(await ids({ Status: ['filled'] })).toEqual(['filled'])
    expect(await ids({ FromDate: LATER })).toEqual(['open'])
    expect(await ids({ ToDate: NOW })).toEqual(['rejected', 'partly', 'filled'])
    expect(await ids({ UpdatedSince: LATER })).toEqual(['open'])
    expect(await ids({ FromDate: '2026-11-20', ToDate: '2026-11-20', PageSize: 2, PageNumber: 2 })).toEqual(['partly', 'filled'])
  })

  test.each([
    [{ PageSize: 501 }, 'PageSize'],
    [{ PageNumber: 0 }, 'PageNumber'],
    [{ side: 'buy' }, 'Side'],
    [{ Status: ['Sold'] }, 'Status.0'],
    [{ Status: Array.from({ length: 40_000 }, () => 'New') }, 'Status'],
    [{ fromdate: 'yesterday' }, 'FromDate'],
  ])('refuses %j', async (body, field) => {
    const answer = await server.client.post('/api/external/get-orders', body)
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field])
  })

  test('needs no body at all', async () => {
    const { Orders, ...page } = (await server.client.post('/api/external/get-orders')).body as { readonly Orders: readonly object[] }
    expect([page, Orders.length]).toEqual([{ TotalCount: 4, PageNumber: 1, PageSize: 50 }, 4])
  })

  test('takes no list for a body', async () => {
    const { status, body } = await server.client.post('/api/external/get-orders', [{ Symbol: 'MSFT' }])
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})

describe('GetBlotterOrderInfo', () => {
  const info = (body: object) => server.client.post('/api/Blotter/GetBlotterOrderInfo', body)

  test('has the order, its executions and its history', async () => {
    const { status, body } = await info({ orderCODE: orders.partly })
    const { body: fills } = await server.client.get(`${account.path}/orders/${orders.partly}/executions`)
    const { sequence } = fills.data[0]
    expect([status, body]).toEqual([
      200,
      {
        Order: partly(),
        Executions: [
          {
            ExecId: fills.data[0].id,
            ExecType: 'F',
            LastQty: '4',
            LastPx: '150.00',
            CumQty: '4',
            LeavesQty: '6',
            AvgPx: '150.00',
            TransactTime: NOW,
            ExecRefId: null,
          },
        ],
        History: [
          { Sequence: sequence - 1, OrdStatus: '0', ExecType: '0', Text: null, TransactTime: NOW },
          { Sequence: sequence, OrdStatus: '1', ExecType: 'F', Text: null, TransactTime: NOW },
        ],
      },
    ])
  })

  test('of an order that is done for the day says so', async () => {
    const own = await openRestServer({ rules: { dayOrderEnd: 'done_for_day' } })
    const trader = await own.account('1000.00')
    const { body: order } = await trader.order({ side: 'buy', quantity: '1', limit_price: '100.00' })
    await own.operator.post('/v1/admin/end-of-day')
    const { body: read } = await own.client.get(`${trader.path}/orders/${order.id as string}`)
    const { body: told } = await own.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: order.id })
    expect([read.status, read.cancel_reason, read.expired_at]).toEqual(['done_for_day', 'time_in_force', null])
    expect([told.Order.OrdStatusText, told.History.at(-1)]).toEqual([
      'Done for Day',
      { Sequence: expect.any(Number), OrdStatus: '3', ExecType: '3', Text: null, TransactTime: read.updated_at },
    ])
    await own.close()
  })

  test('of trades that were taken back and corrected names the trade that each is about', async () => {
    const own = await openRestServer()
    const trader = await own.account('10000.00')
    await own.quote('AAPL', '149.00', '150.00')
    const { body: order } = await trader.order({ side: 'buy', quantity: '4', limit_price: '150.00', client_order_id: 'Story-1' })
    await trader.order({ side: 'buy', quantity: '1', limit_price: '100.00', client_order_id: 'Gone' })
    await own.client.delete(`${trader.path}/orders`)
    const executions = async () =>
      (await own.client.get(`${trader.path}/orders/${order.id as string}/executions`)).body.data as { id: string }[]
    const [fill] = await executions()
    await own.operator.post(`/v1/admin/executions/${fill!.id}/correct`, { price: '149.50' })
    const corrected = (await executions()).find(({ id }) => id !== fill!.id)!
    await own.withdrawQuote('AAPL')
    await own.operator.post(`/v1/admin/executions/${corrected.id}/bust`)
    const { body } = await own.client.post('/api/Blotter/GetBlotterOrderInfo', { AccountNo: trader.number, ClOrdId: 'Story-1' })
    const told = { LastQty: '4', CumQty: '4', LeavesQty: '0', TransactTime: NOW }
    expect(body.Executions).toEqual([
      { ...told, ExecId: fill!.id, ExecType: 'F', LastPx: '150.00', AvgPx: '150.00', ExecRefId: null },
      { ...told, ExecId: corrected.id, ExecType: 'G', LastPx: '149.50', AvgPx: '149.50', ExecRefId: fill!.id },
      {
        ...told,
        ExecId: expect.any(String),
        ExecType: 'H',
        LastPx: '149.50',
        CumQty: '0',
        LeavesQty: '4',
        AvgPx: '0.00',
        ExecRefId: corrected.id,
      },
    ])
    const names = async (Status: string[]) =>
      (await own.client.post('/api/external/get-orders', { Status })).body.Orders.map(
        ({ ClOrdId }: { ClOrdId: string }) => ClOrdId,
      ) as string[]
    expect([await names(['Canceled']), await names(['CANCELLED'])]).toEqual([await names(['canceled']), await names(['canceled'])])
    expect(await names(['Cancelled'])).toContain('Gone')
    await own.close()
  })

  test('of an order for money tells the money, and the shares that it comes to', async () => {
    const own = await openRestServer()
    const trader = await own.account('10000.00')
    await own.quote('AAPL', '149.00', '150.00')
    const { body: order } = await trader.order({ side: 'buy', notional: '300.00', order_type: 'market' })
    const { body } = await own.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: order.id })
    expect(body.Order).toMatchObject({
      OrderType: 'Market',
      OrderQty: '2',
      CashOrderQty: '300.00',
      Price: null,
      CumQty: '2',
      LeavesQty: '0',
    })
    const half = await own.client.post(
      `${trader.path}/orders`,
      { symbol: 'AAPL', side: 'buy', notional: '300.00', client_order_id: 'half' },
      { headers: { 'x-sandbox-scenario': 'partial_then_rest' } },
    )
    const { body: open } = await own.client.post('/api/Blotter/GetBlotterOrderInfo', { OrderCode: half.body.id })
    expect(open.Order).toMatchObject({ OrderQty: '2', CashOrderQty: '300.00', CumQty: '1', LeavesQty: '1' })
    await own.close()
  })

  test('finds an order by account and id as well', async () => {
    expect((await info({ accountNo: account.number, clOrdId: 'rejected' })).body.Order.OrderCode).toBe(orders.rejected)
  })

  test.each([
    [{ OrderCode: 'x' }, 404, 'ORDER_NOT_FOUND'],
    [{ OrderCode: '00000000-0000-4000-8000-000000000000' }, 404, 'ORDER_NOT_FOUND'],
    [{ AccountNo: '410000001', ClOrdId: 'nobody' }, 404, 'ORDER_NOT_FOUND'],
    [{ AccountNo: '999999999', ClOrdId: 'filled' }, 404, 'ORDER_NOT_FOUND'],
    [{ ClOrdId: 'filled' }, 400, 'VALIDATION_ERROR'],
    [{}, 400, 'VALIDATION_ERROR'],
  ])('of %j is %i %s', async (body, status, code) => {
    const answer = await info(body)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })
})

describe('OrderFixLogs', () => {
  test('of an order to which no session listens has no entries', async () => {
    const { status, body } = await server.client.get(`/api/Blotter/OrderFixLogs?ORDERCODE=${orders.partly}&direction=Out&msgtype=8`)
    expect([status, body]).toEqual([200, { OrderCode: orders.partly, Logs: [], pagination: { next_cursor: null, has_more: false } }])
  })

  test.each([
    ['', 400, 'VALIDATION_ERROR'],
    ['?orderCode=x', 404, 'ORDER_NOT_FOUND'],
    ['?orderCode=x&direction=Sideways', 400, 'VALIDATION_ERROR'],
  ])('%s is %i %s', async (query, status, code) => {
    const answer = await server.client.get(`/api/Blotter/OrderFixLogs${query}`)
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })
})

test('the blotter needs trading:read', async () => {
  const client = await server.clientWith(['accounts:read'])
  expect((await client.post('/api/external/get-orders', {})).body.error.details).toEqual({ required_scope: 'trading:read' })
})
