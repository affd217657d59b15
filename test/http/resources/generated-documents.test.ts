import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { day } from '../../engine/engine-under-test.ts'
import { behind, textsOf } from '../../support/pdf-text.ts'
import { openRestServer, RestServer, TradingAccount } from '../../support/rest-server.ts'
import { until } from '../../support/until.ts'

let server: RestServer
let account: TradingAccount
beforeEach(async () => {
  server = await openRestServer()
  account = await server.account('10000.00')
})
afterEach(() => server.close())

interface Listed {
  readonly id: string
  readonly account_id: string
  readonly document_type: string
  readonly name: string
  readonly date: string
  readonly size_bytes: number
  readonly sha256: string
  readonly created_at: string
}

const list = async (body: object = {}) => (await server.client.post('/v1/documents/list', body)).body.data as Listed[]
const names = async (body: object = {}) => (await list(body)).map(({ name }) => name)

async function endDay(date?: string): Promise<void> {
  const { status } = await server.operator.post('/v1/admin/end-of-day', date === undefined ? {} : { date })
  if (status !== 200) throw new Error(`the day does not end: ${status}`)
}

/** A day can be ended up to sixty days ahead. */
async function endYear2027(): Promise<void> {
  for (const date of ['2027-03-01', '2027-04-30', '2027-06-28', '2027-08-26', '2027-10-25', '2027-12-23', '2028-01-03']) await endDay(date)
}

/** The texts of the only document of this name that an account has. */
async function textOf(name: string, owner = account): Promise<string[]> {
  const found = (await list({ account_number: owner.number, limit: 100 })).filter((document) => document.name === name)
  expect(found).toHaveLength(1)
  return textsOf(await server.documentBytes(found[0]!.id))
}

/** As people read it: `9140.00` is `9,140.00`. */
const grouped = (decimal: string): string => decimal.replace(/\B(?=(\d{3})+\.)/g, ',')

async function filled(order: object, owner = account) {
  const { body } = await owner.order({ time_in_force: 'day', ...order })
  expect(body.status).toBe('filled')
  return body as { readonly id: string }
}

/** Buys 10 AAPL at 150.00 and sells 4 of them at 160.00. */
async function trade() {
  await server.quote('AAPL', '149.00', '150.00')
  const bought = await filled({ side: 'buy', quantity: '10', limit_price: '150.00' })
  server.now += 60_000
  await server.quote('AAPL', '160.00', '161.00')
  const sold = await filled({ side: 'sell', quantity: '4', limit_price: '160.00' })
  return { bought, sold }
}

async function executionOf({ id }: { readonly id: string }): Promise<string> {
  return (await server.client.get(`${account.path}/orders/${id}/executions`)).body.data[0].id as string
}

describe('the confirmation of a trading day', () => {
  test('lists the fills of the day with dates, amounts, fees and what they come to', async () => {
    await trade()
    expect(await names()).toEqual([])
    await endDay()
    const [listed] = await list()
    const bytes = await server.documentBytes(listed!.id)
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      account_id: account.id,
      account_number: account.number,
      document_type: 'trade_confirmation',
      document_sub_type: null,
      name: 'Trade confirmation 2026-11-20',
      date: '2026-11-20',
      mime_type: 'application/pdf',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: new Date(server.now).toISOString(),
    })
    expect((await server.client.get(`/v1/documents/${listed!.id}`)).body).toEqual(listed)
    const texts = textsOf(bytes)
    expect(texts.slice(0, texts.indexOf('Net amount debited') + 2)).toEqual(
      [
        ['Fillgate', 'Trade confirmation', 'November 20, 2026'],
        ['SAMPLE – SANDBOX. No real money, securities or persons are behind this document.'],
        ['Jane Doe', 'Account number', account.number, 'Trade date', '11/20/2026', 'Currency', 'US dollars'],
        ['Trades', 'Time', 'Side', 'Symbol', 'Security', 'Quantity', 'Price', 'Gross', 'Fees', 'Net', 'Settles'],
        ['15:04:05', 'Bought', 'AAPL', 'AAPL Inc', '10', '150.00', '1,500.00', '0.00', '1,500.00', '11/23/2026'],
        ['15:05:05', 'Sold', 'AAPL', 'AAPL Inc', '4', '160.00', '640.00', '0.00', '640.00', '11/23/2026'],
        ['Summary', 'Amount', 'Bought', '-1,500.00', 'Sold', '640.00', 'Fees', '0.00', 'Net amount debited', '860.00'],
      ].flat(),
    )
  })

  test('shows what was corrected or taken back on its day, also of an earlier one', async () => {
    const { bought } = await trade()
    await endDay()
    const execution = await executionOf(bought)
    expect((await server.operator.post(`/v1/admin/executions/${execution}/correct`, { price: '149.50' })).status).toBe(201)
    await endDay()
    expect(await names()).toEqual(['Trade confirmation 2026-11-23', 'Trade confirmation 2026-11-20'])
    const texts = await textOf('Trade confirmation 2026-11-23')
    expect(texts).not.toContain('Trades')
    expect(behind(texts, 'Corrected to', 7)).toEqual(['11/20/2026', 'Bought', 'AAPL', '10', '149.50', '11/23/2026', '5.00'])
    expect(behind(texts, 'Net amount credited')).toEqual(['5.00'])
  })

  test('is there for every day with trades, and for no other', async () => {
    await trade()
    await endDay()
    await endDay()
    await trade()
    await endDay()
    await endDay()
    expect(await names()).toEqual(['Trade confirmation 2026-11-24', 'Trade confirmation 2026-11-20'])
    expect(await names({ year: 2026, month: 11, day: 24 })).toEqual(['Trade confirmation 2026-11-24'])
    expect(await names({ document_type: 'account_statement' })).toEqual([])
  })
})

describe('the statement of a month', () => {
  test('says what the month opened and closed with, what moved, and what is held', async () => {
    await trade()
    await endDay('2026-12-01')
    const texts = await textOf('Account statement 2026-11')
    expect(texts.slice(5, texts.lastIndexOf('Closing balance') + 2)).toEqual(
      [
        ['Account number', account.number, 'Account type', 'Individual', 'Statement period', '11/01/2026 – 11/30/2026'],
        ['Currency', 'US dollars'],
        ['Account value', 'Opening', 'Closing', 'Change'],
        ['Cash', '0.00', '9,140.00', '9,140.00', 'Securities', '0.00', '960.00', '960.00'],
        ['Total account value', '0.00', '10,100.00', '10,100.00'],
        ['Cash', 'Amount', 'Opening balance', '0.00', 'Deposits', '10,000.00', 'Withdrawals', '0.00', 'Purchases', '-1,500.00'],
        ['Sales', '640.00', 'Dividends', '0.00', 'Fees', '0.00', 'Adjustments', '0.00', 'Closing balance', '9,140.00'],
        ['Positions', 'Symbol', 'Security', 'Quantity', 'Average cost', 'Close', 'Market value', 'Gain or loss'],
        ['AAPL', 'AAPL Inc', '6', '150.00', '160.00', '960.00', '60.00', 'Total', '960.00'],
        ['Activity', 'Date', 'Activity', 'Quantity', 'Price', 'Settles', 'Amount', 'Balance', 'Opening balance', '0.00'],
        ['11/20/2026', 'Deposit', '10,000.00', '10,000.00'],
        ['11/20/2026', 'Bought AAPL', '10', '150.00', '11/23/2026', '-1,500.00', '8,500.00'],
        ['11/20/2026', 'Sold AAPL', '4', '160.00', '11/23/2026', '640.00', '9,140.00'],
        ['Closing balance', '9,140.00'],
      ].flat(),
    )
  })

  test('says of which security a dividend and a split were', async () => {
    await trade()
    const action = { symbol: 'AAPL', ex_date: '2026-11-23' }
    const dividend = { ...action, type: 'cash_dividend', amount: '0.26', pay_date: '2026-11-24' }
    for (const body of [dividend, { ...action, type: 'split', ratio: '3:2' }])
      expect((await server.client.post('/v1/dev/sandbox/corporate-actions', body)).status).toBe(201)
    await endDay('2026-11-24')
    await endDay('2026-12-01')
    const texts = await textOf('Account statement 2026-11')
    expect(behind(texts, 'Split AAPL 3:2', 3)).toEqual(['3', '0.00', '9,140.00'])
    expect(behind(texts, 'Dividend AAPL', 4)).toEqual(['6', '0.26', '1.56', '9,141.56'])
  })

  test('agrees with balances and positions at its end, after busts, corrections and part shares, and the next one opens with it', async () => {
    const { bought, sold } = await trade()
    await server.quote('MSFT', '410.10', '410.30')
    await filled({ side: 'buy', symbol: 'MSFT', order_type: 'market', notional: '1000.00', limit_price: undefined })
    await endDay()
    await server.operator.post(`/v1/admin/executions/${await executionOf(sold)}/correct`, { price: '161.25' })
    const further = await filled({ side: 'buy', quantity: '3', limit_price: '161.00' })
    await server.withdrawQuote('AAPL')
    expect((await server.operator.post(`/v1/admin/executions/${await executionOf(further)}/bust`)).status).toBe(201)
    await server.quote('MSFT', '415.00', '415.77')
    await filled({ side: 'sell', symbol: 'MSFT', order_type: 'market', quantity: '0.333333333', limit_price: undefined })
    await server.operator.post(`/v1/admin/executions/${await executionOf(bought)}/correct`, { price: '149.37' })
    const balances = await account.balances()
    const { body: positions } = await server.client.get(`${account.path}/positions`)
    const held = positions.data as Readonly<Record<string, string>>[]
    expect(held).toHaveLength(2)
    await endDay('2026-12-01')

    const texts = await textOf('Account statement 2026-11')
    expect(behind(texts, 'Closing balance')).toEqual([grouped(balances['cash']!)])
    expect(behind(texts, 'Total account value', 2)).toEqual(['0.00', grouped(balances['equity']!)])
    expect(behind(texts, 'Total')).toEqual([grouped(balances['long_market_value']!)])
    for (const { symbol, quantity, average_price, current_price, market_value, unrealized_pnl } of held) {
      const at = texts.indexOf(symbol!)
      expect(texts.slice(at, at + 7)).toEqual(
        [symbol, `${symbol!} Inc`, quantity, average_price, current_price, market_value, unrealized_pnl].map((value) => grouped(value!)),
      )
    }
    const { body: ledger } = await server.client.get(`${account.path}/activities`)
    const sum = (ledger.data as { net_amount: string }[]).reduce((total, { net_amount }) => total + Math.round(Number(net_amount) * 100), 0)
    expect(grouped((sum / 100).toFixed(2))).toBe(grouped(balances['cash']!))

    await endDay('2027-01-04')
    const next = await textOf('Account statement 2026-12')
    expect(behind(next, 'Total account value', 3)).toEqual([grouped(balances['equity']!), grouped(balances['equity']!), '0.00'])
    expect(next).toContain('There was no activity in the period.')
  })

  test('is made for each month that passes, for accounts that had anything booked, up to the one in which they were closed', async () => {
    const idle = await server.account()
    const emptied = await server.account('25.00')
    await emptyAndClose(emptied)
    // nothing trades in December
    await endDay('2027-01-04')
    await endDay('2027-02-01')
    const of = async ({ number }: TradingAccount) => (await names({ account_number: number })).sort()
    expect(await of(account)).toEqual(['2026-11', '2026-12', '2027-01'].map((month) => `Account statement ${month}`))
    expect(await of(idle)).toEqual([])
    expect(await of(emptied)).toEqual(['Account statement 2026-11'])
    const texts = await textOf('Account statement 2026-11', emptied)
    expect(behind(texts, 'Deposits', 3)).toEqual(['25.00', 'Withdrawals', '-25.00'])
    expect(behind(texts, 'Closing balance')).toEqual(['0.00'])
  })

  test('is made of what was booked at the very moment at which the month began, also to an account that was closed then', async () => {
    const emptied = await server.account('25.00')
    await endDay('2026-12-01')
    await emptyAndClose(emptied)
    await endDay('2027-01-04')
    await endDay('2027-02-01')
    expect(await names({ account_number: emptied.number })).toEqual(['Account statement 2026-12', 'Account statement 2026-11'])
    const texts = await textOf('Account statement 2026-12', emptied)
    expect(behind(texts, 'Opening balance')).toEqual(['25.00'])
    expect(behind(texts, 'Closing balance')).toEqual(['0.00'])
  })

  test('is made of a later month in which an execution of a closed account is busted or corrected', async () => {
    const closed = await server.account('100.00')
    await server.quote('AAPL', '50.00', '50.01')
    await filled({ side: 'buy', quantity: '1', limit_price: '50.01' }, closed)
    const sold = await filled({ side: 'sell', quantity: '1', limit_price: '50.00' }, closed)
    const executions = await server.client.get(`${closed.path}/orders/${sold.id}/executions`)
    await endDay()
    await emptyAndClose(closed)
    for (const date of ['2026-12-01', '2027-01-04']) await endDay(date)
    const { id } = executions.body.data[0] as { readonly id: string }
    const corrected = await server.operator.post(`/v1/admin/executions/${id}/correct`, { price: '50.25' })
    expect(corrected.status).toBe(201)
    for (const date of ['2027-02-01', '2027-03-01']) await endDay(date)
    const months = ['2027-01', '2026-11'].map((month) => `Account statement ${month}`)
    expect(await names({ account_number: closed.number, document_type: 'account_statement' })).toEqual(months)
    expect((await closed.balances())['cash']).toBe('0.25')
    const texts = await textOf('Account statement 2027-01', closed)
    expect(behind(texts, 'Adjustments')).toEqual(['0.25'])
    expect(behind(texts, 'Closing balance')).toEqual(['0.25'])
  })

  test('is made for an account whose closing storage does not show yet', async () => {
    const { index } = server.engine.state.accounts.find(({ id }) => id === account.id)!
    const { id } = await account.link()
    await server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id: id, withdraw_full_balance: true })
    await endDay('2026-12-01')
    await endDay('2027-01-04')
    const { waiting, letGo } = server.holdRead()
    const listed = names()
    await waiting
    const release = server.holdCommits()
    const closed = server.run({ type: 'CloseAccount', account: index })
    letGo()
    // they are issued before the closing is durable, and told of behind it
    await until(() => server.journal.all('SELECT id FROM documents', []).length === 2)
    release()
    const found = await listed
    expect((await closed).events.map(({ type }) => type)).toEqual(['AccountClosed'])
    expect(found).toEqual(['Account statement 2026-12', 'Account statement 2026-11'])
  })
})

describe('the tax statement of a year', () => {
  const taxStatements = () => list({ document_type: 'tax_statement' })

  test('says what was sold, what that had cost, and what dividends were paid', async () => {
    await trade()
    const action = { symbol: 'AAPL', ex_date: '2026-11-23' }
    const dividend = { ...action, type: 'cash_dividend', amount: '0.26', pay_date: '2026-11-24' }
    for (const body of [dividend, { ...action, type: 'split', ratio: '3:2' }])
      expect((await server.client.post('/v1/dev/sandbox/corporate-actions', body)).status).toBe(201)
    await endDay('2026-11-24')
    await server.quote('AAPL', '107.00', '107.50')
    await filled({ side: 'sell', quantity: '2.5', limit_price: '107.00' })
    await endDay('2026-12-31')
    expect(await taxStatements()).toEqual([])
    await endDay('2027-01-04')
    const [listed, ...others] = await taxStatements()
    expect(others).toEqual([])
    const bytes = await server.documentBytes(listed!.id)
    expect(listed).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      account_id: account.id,
      account_number: account.number,
      document_type: 'tax_statement',
      document_sub_type: null,
      name: 'Tax statement 2026',
      date: '2026-12-31',
      mime_type: 'application/pdf',
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: new Date(server.now).toISOString(),
    })
    const texts = textsOf(bytes)
    expect(texts.slice(0, texts.lastIndexOf('Total') + 2)).toEqual(
      [
        ['Fillgate', 'Tax statement', '2026'],
        ['SAMPLE – SANDBOX. No real money, securities or persons are behind this document.'],
        ['Jane Doe', 'Payer', 'Fillgate', 'Account number', account.number, 'Account type', 'Individual'],
        ['Taxpayer id', '***-**-0001', 'Tax year', '2026', 'Currency', 'US dollars'],
        ['This is a document of a sandbox, and no IRS form.'],
        ['Summary', 'Proceeds', 'Cost basis', 'Amount'],
        ['Gain or loss from sales', '907.50', '850.00', '57.50', 'Dividends', '1.56'],
        ['Proceeds from sales', 'Date sold', 'Quantity', 'Proceeds', 'Cost basis', 'Gain or loss'],
        ['AAPL', 'AAPL Inc'],
        ['11/20/2026', 'Sold', '4', '640.00', '600.00', '40.00'],
        ['11/24/2026', 'Sold', '2.5', '267.50', '250.00', '17.50'],
        ['Total AAPL', '907.50', '850.00', '57.50', 'Total', '907.50', '850.00', '57.50'],
        ['Dividends', 'Date paid', 'Quantity', 'A share', 'Amount'],
        ['AAPL', 'AAPL Inc', '11/24/2026', '6', '0.26', '1.56', 'Total AAPL', '1.56', 'Total', '1.56'],
      ].flat(),
    )
  })

  test('shows a sale of the year as it was corrected in it, and a correction of the next year there, in agreement with the position', async () => {
    const { bought, sold } = await trade()
    await endDay()
    await server.operator.post(`/v1/admin/executions/${await executionOf(sold)}/correct`, { price: '161.25' })
    const further = await filled({ side: 'sell', quantity: '1', limit_price: '160.00' })
    await server.withdrawQuote('AAPL')
    expect((await server.operator.post(`/v1/admin/executions/${await executionOf(further)}/bust`)).status).toBe(201)
    await endDay('2027-01-04')
    expect((await server.operator.post(`/v1/admin/executions/${await executionOf(bought)}/correct`, { price: '149.37' })).status).toBe(201)
    await endYear2027()
    expect((await taxStatements()).map(({ name }) => name).sort()).toEqual(['Tax statement 2026', 'Tax statement 2027'])
    const first = await textOf('Tax statement 2026')
    expect(behind(first, 'AAPL Inc', 6)).toEqual(['11/20/2026', 'Sold', '4', '645.00', '600.00', '45.00'])
    expect(behind(first, 'Total', 3)).toEqual(['645.00', '600.00', '45.00'])
    const next = await textOf('Tax statement 2027')
    expect(next).toContain('Nothing was sold in the year.')
    expect(behind(next, '01/04/2027', 5)).toEqual(['Corrected purchase of 11/20/2026', 'AAPL', '0.00', '-2.52', '2.52'])
    // both years together: 597.48, 4 shares at the 149.37 that the other 6 cost as well
    const { body } = await server.client.get(`${account.path}/positions/AAPL`)
    expect([body.quantity, body.average_price]).toEqual(['6', '149.37'])
  })

  test('is made for accounts that sold something or had a dividend in the year, and of which something is left to say', async () => {
    const idle = await server.account('500.00')
    const busted = await server.account('500.00')
    await trade()
    await filled({ side: 'buy', quantity: '1', limit_price: '161.00' }, idle)
    await filled({ side: 'buy', quantity: '1', limit_price: '161.00' }, busted)
    const sale = await filled({ side: 'sell', quantity: '1', limit_price: '160.00' }, busted)
    const executions = await server.client.get(`${busted.path}/orders/${sale.id}/executions`)
    await server.withdrawQuote('AAPL')
    const { id } = executions.body.data[0] as { readonly id: string }
    expect((await server.operator.post(`/v1/admin/executions/${id}/bust`)).status).toBe(201)
    await endDay('2027-01-04')
    await endYear2027()
    expect((await taxStatements()).map(({ account_id, name }) => [account_id, name])).toEqual([[account.id, 'Tax statement 2026']])
    expect((await list({ account_number: idle.number, document_type: 'account_statement', limit: 100 })).length).toBe(14)
  })

  test('is made for accounts to which nothing but a part of a share was paid in the year', async () => {
    await server.quote('WHOLE', '99.00', '100.00')
    await filled({ symbol: 'WHOLE', side: 'buy', quantity: '5', limit_price: '100.00' })
    const split = { symbol: 'WHOLE', ex_date: '2026-11-23', type: 'split', ratio: '3:2' }
    expect((await server.client.post('/v1/dev/sandbox/corporate-actions', split)).status).toBe(201)
    await endDay('2026-11-24')
    await endDay('2027-01-04')
    expect(behind(await textOf('Tax statement 2026'), 'WHOLE Inc', 6)).toEqual([
      '11/24/2026',
      'Cash in lieu',
      '0.5',
      '33.33',
      '33.33',
      '0.00',
    ])
  })

  test('is made of a year in which a purchase covered what a late fill had sold in an earlier one, and was not there', async () => {
    await server.quote('AAPL', '149.00', '150.00')
    await filled({ side: 'buy', quantity: '10', limit_price: '150.00' })
    const { body: cancelled } = await account.order({ side: 'sell', quantity: '10', limit_price: '155.00', time_in_force: 'day' })
    await server.client.delete(`${account.path}/orders/${cancelled.id as string}`)
    await filled({ side: 'sell', quantity: '10', limit_price: '149.00' })
    const late = await server.client.post(`/v1/dev/sandbox/orders/${cancelled.id as string}/fill`, { quantity: '10', price: '155.00' })
    expect(late.status).toBe(201)
    await endDay('2027-01-04')
    await server.quote('AAPL', '159.00', '160.00')
    await filled({ side: 'buy', quantity: '15', limit_price: '160.00' })
    await endYear2027()
    const sold = await textOf('Tax statement 2026')
    expect(behind(sold, 'Total AAPL', 3)).toEqual(['3,040.00', '1,500.00', '1,540.00'])
    const covered = await textOf('Tax statement 2027')
    expect(behind(covered, 'AAPL Inc', 6)).toEqual(['01/04/2027', 'Bought to cover', '10', '0.00', '1,600.00', '-1,600.00'])
    // both years together: 3,040.00 for 20 shares that cost 3,100.00; 5 shares at 160.00 are left
    const { body } = await server.client.get(`${account.path}/positions/AAPL`)
    expect([body.quantity, body.cost_basis]).toEqual(['5', '800.00'])
  })

  test('shows the number of an employer by its last four digits, and names both owners of a joint account', async () => {
    const identity = { given_name: 'Jo', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '12-3450001', tax_id_type: 'US_EIN' }
    const { contact } = RestServer.application() as { readonly contact: object }
    const joint_owner = { contact, identity: { ...identity, given_name: 'Ann', tax_id: '123-45-0002', tax_id_type: 'US_SSN' } }
    const body = RestServer.application({ account_type: 'joint', identity, joint_owner })
    const created = await server.client.post('/v1/accounts', body)
    expect(created.status).toBe(201)
    const joint = new TradingAccount(server.client, created.body)
    await joint.deposit('1000.00')
    await server.quote('AAPL', '149.00', '150.00')
    await filled({ side: 'buy', quantity: '1', limit_price: '150.00' }, joint)
    await filled({ side: 'sell', quantity: '1', limit_price: '149.00' }, joint)
    await endDay('2027-01-04')
    const texts = await textOf('Tax statement 2026', joint)
    expect(texts).toContain('Jo Doe and Ann Doe')
    expect(behind(texts, 'Account type', 3)).toEqual(['Joint', 'Taxpayer id', '**-***0001'])
  })
})

test('a statement says of transfers and fees that they were returned', async () => {
  const { id: ach_relationship_id } = await account.link()
  const transfers = [
    ['deposits', { ach_relationship_id, amount: '50.00' }],
    ['withdrawals', { ach_relationship_id, amount: '20.00', processing_fee: '1.50' }],
  ] as const
  for (const [way, body] of transfers) {
    const made = await server.client.post(`${account.path}/funding/${way}`, body)
    const returned = await server.client.post(`/v1/dev/sandbox/funding/${made.body.id}`, { action: 'return', return_code: 'R01' })
    expect(returned.status).toBe(200)
  }
  await endDay('2026-12-01')
  const texts = await textOf('Account statement 2026-11')
  expect(texts.slice(texts.indexOf('Deposit'), texts.lastIndexOf('Closing balance')).filter((text) => text !== '11/20/2026')).toEqual(
    [
      ['Deposit', '10,000.00', '10,000.00', 'Deposit', '50.00', '10,050.00', 'Returned deposit', '-50.00', '10,000.00'],
      ['Withdrawal', '-18.50', '9,981.50', 'Fee', '-1.50', '9,980.00'],
      ['Returned withdrawal', '18.50', '9,998.50', 'Returned fee', '1.50', '10,000.00'],
    ].flat(),
  )
})

describe('documents that are made by the gateway', () => {
  test('are the same for whoever asks next, whatever has happened meanwhile', async () => {
    await trade()
    await endDay('2026-12-01')
    const before = await list()
    const bytes = await Promise.all(before.map(({ id }) => server.documentBytes(id)))
    await trade()
    await server.client.patch(account.path, { contact: { phone_number: '+15125550100', city: 'Dallas' } })
    expect(await list()).toEqual(before)
    expect(await Promise.all(before.map(({ id }) => server.documentBytes(id)))).toEqual(bytes)
  })

  test('are issued once, also when several ask at the same time', async () => {
    await trade()
    await endDay('2026-12-01')
    const answers = await Promise.all([list(), list(), list()])
    expect(answers.map((found) => found.length)).toEqual([2, 2, 2])
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('are looked for once, however many ask at the same time', async () => {
    await trade()
    await endDay('2026-12-01')
    const { journal } = server
    const run = journal.run.bind(journal)
    const notes: unknown[] = []
    journal.run = (sql, params) => {
      if (sql.includes('document_issues')) notes.push(params)
      return run(sql, params)
    }
    await Promise.all(Array.from({ length: 8 }, list))
    expect(notes).toHaveLength(1)
  })

  test('are issued again where a crash came between the rows and the note of them', async () => {
    await trade()
    await endDay('2026-12-01')
    const before = await list()
    await server.journal.run('DELETE FROM document_issues', [])
    await server.journal.run("DELETE FROM documents WHERE type = 'account_statement'", [])
    expect(await list()).toEqual(before)
  })

  test('leave room for everything else, also where many short ledgers are read', async () => {
    for (let further = 0; further < 20; further++) await server.account()
    const grant = (account: number) => server.run({ type: 'GrantHoldings', account, cashCents: 100, positions: [] })
    await Promise.all(server.engine.state.accounts.flatMap(({ index }) => Array.from({ length: 100 }, () => grant(index))))
    await endDay('2026-12-31')
    await list()
    await endDay('2027-01-04')
    const { activities } = server.projection
    const between = activities.between.bind(activities)
    let [lines, most] = [0, 0]
    activities.between = function* (...range) {
      for (const placed of between(...range)) {
        most = Math.max(most, ++lines)
        yield placed
      }
    }
    const turn = (): void => {
      lines = 0
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    expect(await list({ document_type: 'tax_statement' })).toEqual([])
    clearImmediate(next)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(1_000)
  })

  test('of a year have its trading days read once, for however many accounts', async () => {
    await server.quote('AAPL', '149.00', '150.00')
    for (let further = 0; further < 5; further++)
      await filled({ side: 'buy', quantity: '1', limit_price: '200.00' }, await server.account('500.00'))
    await endDay('2026-12-31')
    await list()
    await endDay('2027-01-04')
    const read = vi.spyOn(server.projection.tradingDays, 'endedBetween')
    expect(await list({ document_type: 'tax_statement' })).toEqual([])
    expect(read.mock.calls).toEqual([[0, day('2026-01-01'), day('2026-12-31')]])
  })

  test('of another partner are not listed', async () => {
    await trade()
    const other = await server.anotherPartner()
    await endDay()
    expect((await other.post('/v1/documents/list', {})).body.data).toEqual([])
    expect(await names()).toEqual(['Trade confirmation 2026-11-20'])
  })
})

async function emptyAndClose(account: TradingAccount): Promise<void> {
  const { id } = await account.link()
  await server.client.post(`${account.path}/funding/withdrawals`, { ach_relationship_id: id, withdraw_full_balance: true })
  expect((await server.client.delete(account.path)).status).toBe(204)
}
