import { describe, expect, test } from 'vitest'
import { AccountStatus } from '../../src/domain/accounts/account.ts'
import { OrderClass, OrderType } from '../../src/domain/orders/order.ts'
import { ORDER_REFUSAL_CODES, ORDER_REFUSALS, type OrderRefusalCode } from '../../src/domain/refusal.ts'
import { type Opening, openVenue, type Terms, type Trader } from './engine-under-test.ts'

const OPENING: Opening = { cash: '10000.00', shares: { AAPL: 10 } }
const trader = (opening: Opening = {}, rules: Parameters<typeof openVenue>[0] = {}): Trader =>
  openVenue(rules).account('alice', { ...OPENING, ...opening })

describe('an order is refused', () => {
  test('for a symbol that is not listed', () => {
    expect(trader().buy('1', { symbol: 'NONE' }).refusal).toEqual({
      code: 'INVALID_SYMBOL',
      message: 'The symbol NONE is not known.',
      field: 'symbol',
    })
  })

  test('for a symbol that is not tradable', () => {
    expect(trader().buy('1', { symbol: 'GONE' }).refusal).toEqual({
      code: 'ASSET_NOT_TRADABLE',
      message: "GONE can't be traded.",
      field: 'symbol',
    })
  })

  test.each([AccountStatus.Submitted, AccountStatus.ActionRequired, AccountStatus.ApprovalPending, AccountStatus.Rejected])(
    'of an account that is %s',
    (status) => {
      expect(trader({ status }).buy('1').refusal).toEqual({
        code: 'ACCOUNT_NOT_ACTIVE',
        message: `The account is ${status}; it has to be ACTIVE to trade.`,
        details: { status },
      })
    },
  )

  test('of a closed account', () => {
    expect(trader({ status: AccountStatus.Closed }).buy('1').code).toBe('ACCOUNT_CLOSED')
  })

  test('of an account whose trading is suspended', () => {
    expect(trader({ trading: { suspend_trade: true } }).buy('1').refusal).toEqual({
      code: 'TRADING_SUSPENDED',
      message: 'Trading is suspended on this account.',
      details: { reason: 'suspend_trade' },
    })
  })

  test('without a size, with two, with a notional below a dollar, or with more shares than can be counted', () => {
    const alice = trader({}, { maxOrderLots: 0, maxOrderCents: 0 })
    expect(alice.buy('0', { limit: '1.00' }).refusal).toMatchObject({ code: 'INVALID_QUANTITY', field: 'quantity' })
    expect(alice.place(1, { quantityLots: 1e9, cashCents: 100 }, {}).refusal).toMatchObject({ code: 'INVALID_QUANTITY', field: 'quantity' })
    expect(alice.buyFor('0.99').refusal).toMatchObject({ code: 'INVALID_QUANTITY', field: 'notional' })
    expect(alice.buy('9000001', { limit: '1.00' }).refusal).toMatchObject({ code: 'INVALID_QUANTITY', field: 'quantity' })
  })

  test.each<[string, Terms, string]>([
    ['a limit order without a limit price', { type: OrderType.Limit }, 'limit_price'],
    ['a market order with one', { type: OrderType.Market, limit: '1.00' }, 'limit_price'],
    ['a stop order without a stop price', { type: OrderType.Stop }, 'stop_price'],
    ['a limit order with one', { type: OrderType.Limit, limit: '1.00', stop: '1.00' }, 'stop_price'],
    ['a stop limit order without a limit price', { type: OrderType.StopLimit, stop: '1.00' }, 'limit_price'],
    ['a limit price off the tick of 0.01', { limit: '1.005' }, 'limit_price'],
    ['a stop price off the tick of 0.01', { stop: '150.0001' }, 'stop_price'],
    ['a price above 1000000.00', { limit: '1000000.01' }, 'limit_price'],
  ])('%s', (_, terms, field) => {
    expect(trader().sell('1', terms).refusal).toMatchObject({ code: 'INVALID_PRICE', field })
  })

  test('a price below 1.00 has ticks of 0.0001', () => {
    expect(trader().buy('1', { limit: '0.9999', symbol: 'PENY' }).code).toBeUndefined()
  })

  const whole = { quantity: '1' }
  const part = { quantity: '0.5' }
  const money = { cash: '10.00' }
  const combinations: [string, { quantity?: string; cash?: string }, Terms, boolean][] = [
    ...(['day', 'gtc', 'ioc', 'fok'] as const).flatMap((tif): [string, { quantity?: string; cash?: string }, Terms, boolean][] => [
      [`market, whole, ${tif}`, whole, { tif }, true],
      [`market, fractional, ${tif}`, part, { tif }, tif === 'day' || tif === 'ioc'],
      [`market, notional, ${tif}`, money, { tif }, tif === 'day' || tif === 'ioc'],
      [`limit, whole, ${tif}`, whole, { tif, limit: '150.00' }, true],
      [`limit, fractional, ${tif}`, part, { tif, limit: '150.00' }, tif === 'day'],
      [`limit, notional, ${tif}`, money, { tif, limit: '150.00' }, false],
      [`stop, whole, ${tif}`, whole, { tif, stop: '160.00' }, tif === 'day' || tif === 'gtc'],
      [`stop limit, whole, ${tif}`, whole, { tif, stop: '160.00', limit: '160.00' }, tif === 'day' || tif === 'gtc'],
      [`stop, fractional, ${tif}`, part, { tif, stop: '160.00' }, false],
      [`stop limit, notional, ${tif}`, money, { tif, stop: '160.00', limit: '160.00' }, false],
      [`limit in extended hours, ${tif}`, whole, { tif, limit: '150.00', extendedHours: true }, tif === 'day' || tif === 'gtc'],
      [`market in extended hours, ${tif}`, whole, { tif, extendedHours: true }, false],
      [`stop in extended hours, ${tif}`, whole, { tif, stop: '160.00', extendedHours: true }, false],
    ]),
    ['market, opening auction', whole, { tif: 'opg' }, true],
    ['limit, closing auction', whole, { tif: 'cls', limit: '150.00' }, true],
  ]
  test.each(combinations)('or taken by its combination: %s', (_, size, terms, allowed) => {
    const alice = trader()
    const answer = size.cash === undefined ? alice.buy(size.quantity!, terms) : alice.buyFor(size.cash, terms)
    expect(answer.code).toBe(allowed ? undefined : 'UNSUPPORTED_ORDER_COMBINATION')
  })

  test('in parts of a share where the symbol or the account trades whole shares only', () => {
    expect(trader().buy('0.5', { symbol: 'WHOLE' }).code).toBe('ASSET_NOT_FRACTIONABLE')
    expect(trader().buyFor('10.00', { symbol: 'WHOLE' }).code).toBe('ASSET_NOT_FRACTIONABLE')
    expect(trader({ trading: { fractional_trading: false } }).buy('0.5').code).toBe('UNSUPPORTED_ORDER_COMBINATION')
    expect(trader({ trading: { extended_hours: false } }).buy('1', { limit: '1.00', extendedHours: true }).code).toBe(
      'UNSUPPORTED_ORDER_COMBINATION',
    )
  })

  test('over the limit of shares, of value or of open orders', () => {
    const limits = { maxOrderLots: 100e9, maxOrderCents: 5_000_00, maxOpenOrders: 2 }
    const alice = trader({}, limits)
    expect(alice.buy('101', { limit: '1.00' }).refusal).toMatchObject({ code: 'ORDER_EXCEEDS_LIMIT', details: { limit: '100' } })
    expect(alice.buy('50', { limit: '100.01' }).refusal).toMatchObject({ code: 'ORDER_EXCEEDS_LIMIT', details: { limit: '5000.00' } })
    expect(alice.buyFor('5000.01').code).toBe('ORDER_EXCEEDS_LIMIT')
    // a market order is valued at the price that it is measured from
    expect(alice.buy('34').code).toBe('ORDER_EXCEEDS_LIMIT')
    expect(alice.buy('50', { limit: '100.00' }).code).toBeUndefined()
    expect(alice.sell('1', { stop: '90.00' }).code).toBeUndefined()
    expect(alice.sell('1', { limit: '160.00' }).refusal).toMatchObject({ code: 'ORDER_EXCEEDS_LIMIT', details: { limit: 2 } })
  })

  test('whose exits would be over the limit of open orders', () => {
    const alice = trader({}, { maxOpenOrders: 4 })
    const group = { orderClass: OrderClass.Bracket, takeProfitTicks: 160_0000, stopLossTicks: 90_0000, stopLossLimitTicks: 0 }
    alice.buy('1', { limit: '99.00' })
    alice.buy('1', { limit: '99.00' })
    expect(alice.buy('1', { limit: '99.00', group }).refusal).toEqual({
      code: 'ORDER_EXCEEDS_LIMIT',
      message: 'With its exits the order counts as 3; the account has 2 open orders and may have 4.',
      details: { limit: 4 },
    })
    alice.cancel('a2')
    expect(alice.buy('1', { limit: '99.00', group }).code).toBeUndefined()
    expect(alice.buy('1', { limit: '99.00' }).refusal).toMatchObject({ code: 'ORDER_EXCEEDS_LIMIT', details: { limit: 4 } })
  })

  test('of a value that could not be counted exactly, also where no limit is set', () => {
    const alice = trader({}, { maxOrderLots: 0, maxOrderCents: 0 })
    expect(alice.buy('800001', { limit: '1000000.00' }).refusal).toMatchObject({
      code: 'ORDER_EXCEEDS_LIMIT',
      details: { limit: '800000000000.00' },
    })
    expect(alice.buy('800000', { limit: '1000000.00' }).code).toBe('INSUFFICIENT_BUYING_POWER')
  })

  test("over the account's own limit of value", () => {
    const alice = trader({ trading: { max_order_notional: '1000.00' } })
    expect(alice.buy('10', { limit: '100.01' }).refusal).toMatchObject({ code: 'ORDER_EXCEEDS_LIMIT', details: { limit: '1000.00' } })
    expect(alice.buy('10', { limit: '100.00' }).code).toBeUndefined()
  })

  test('with a limit price outside the band around the present price', () => {
    const alice = trader({}, { limitBandBasisPoints: 1000 })
    alice.venue.quote('199.00 x 10', '201.00 x 10')
    expect(alice.sell('1', { limit: '218.91' }).refusal).toEqual({
      code: 'PRICE_OUT_OF_BAND',
      message: 'The limit price 218.91 is further than 10 % from the reference price 199.00.',
      field: 'limit_price',
      details: { reference_price: '199.00' },
    })
    expect(alice.sell('1', { limit: '218.90' }).code).toBeUndefined()
    expect(alice.buy('1', { limit: '179.09' }).code).toBe('PRICE_OUT_OF_BAND')
    expect(alice.buy('1', { limit: '179.10' }).code).toBeUndefined()
  })

  test('that buys for more than the buying power', () => {
    const alice = trader()
    alice.buy('10', { limit: '150.00' })
    expect(alice.buy('57', { limit: '150.00' }).refusal).toEqual({
      code: 'INSUFFICIENT_BUYING_POWER',
      message: 'The order needs 8550.00 but 8500.00 is available.',
      field: 'quantity',
      details: { required: '8550.00', buying_power: '8500.00' },
    })
    expect(alice.buyFor('8500.01').code).toBe('INSUFFICIENT_BUYING_POWER')
    expect(alice.buyFor('8500.00').code).toBeUndefined()
  })

  test('that sells more than the position less what open sells hold', () => {
    const alice = trader()
    alice.sell('6', { limit: '200.00' })
    expect(alice.sell('5', { limit: '200.00' }).refusal).toEqual({
      code: 'INSUFFICIENT_POSITION',
      message: 'The order sells 5 but 4 is available.',
      field: 'quantity',
      details: { quantity: '10', quantity_available: '4', held_for_orders: '6' },
    })
    expect(alice.sell('1', { symbol: 'MSFT' }).refusal).toMatchObject({
      details: { quantity: '0', quantity_available: '0', held_for_orders: '0' },
    })
    expect(alice.sell('4').code).toBeUndefined()
  })

  test('that buys with proceeds that have not settled', () => {
    const venue = openVenue()
    const alice = venue.account('alice', { cash: '0.00', shares: { AAPL: 10 } })
    venue.quote('150.00 x 100', '')
    alice.sell('10')
    expect(alice.money).toMatchObject({ cash: '1500.00', buyingPower: '0.00' })
    expect(alice.buy('1', { limit: '1.00' }).code).toBe('INSUFFICIENT_BUYING_POWER')
    venue.endDay()
    expect(alice.buy('1', { limit: '1.00' }).code).toBeUndefined()
  })
})

describe('the order of checks is the contract: each order below is wrong in everything from its line on', () => {
  const wrongs: [OrderRefusalCode, Opening, Terms, { quantity?: string; cash?: string }][] = [
    ['INVALID_SYMBOL', { status: AccountStatus.Closed }, { symbol: 'NONE', limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['ACCOUNT_CLOSED', { status: AccountStatus.Closed }, { symbol: 'GONE', limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['ACCOUNT_NOT_ACTIVE', { status: AccountStatus.Submitted }, { symbol: 'GONE', limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['TRADING_SUSPENDED', { trading: { suspend_trade: true } }, { symbol: 'GONE', limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['ASSET_NOT_TRADABLE', {}, { symbol: 'GONE', limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['INVALID_QUANTITY', {}, { limit: '200.005', tif: 'opg' }, { quantity: '0' }],
    ['INVALID_PRICE', {}, { limit: '200.005', tif: 'opg' }, { quantity: '101' }],
    ['UNSUPPORTED_ORDER_COMBINATION', {}, { limit: '200.00', tif: 'opg', extendedHours: true }, { quantity: '101' }],
    ['ORDER_EXCEEDS_LIMIT', {}, { limit: '200.00' }, { quantity: '101' }],
    ['PRICE_OUT_OF_BAND', {}, { limit: '200.00' }, { quantity: '100' }],
    ['INSUFFICIENT_BUYING_POWER', {}, { limit: '150.00' }, { quantity: '100' }],
    ['WASH_TRADE', {}, { limit: '150.00' }, { quantity: '10' }],
  ]
  test.each(wrongs)('%s', (code, opening, terms, { quantity }) => {
    const alice = trader(opening, { maxOrderLots: 100e9, limitBandBasisPoints: 1000, selfMatch: 'reject' })
    if (code === 'WASH_TRADE') alice.sell('10', { limit: '150.00' })
    expect(alice.buy(quantity!, terms).code).toBe(code)
  })

  test('an id that is used comes before all of them', () => {
    const alice = trader({ session: 1 })
    alice.buy('1', { limit: '1.00', id: 'used' })
    expect(alice.buy('0', { symbol: 'NONE', id: 'used' }).said).toEqual(['used refused to session 1, 103=6, 37=1: Duplicate ClOrdID'])
  })

  test("what the edge found wrong stands in its place: behind symbol and account, a fault of the price behind the quantity's", () => {
    const quantityFault = { code: 'INVALID_QUANTITY', message: 'too many decimals' } as const
    const priceFault = { code: 'INVALID_PRICE', message: 'too many decimals' } as const
    const other = { code: 'UNSUPPORTED_ORDER_COMBINATION', message: 'all or none' } as const
    const fix = { session: 1 }
    expect(trader(fix).buy('0', { symbol: 'NONE', fault: quantityFault }).code).toBe('INVALID_SYMBOL')
    expect(trader({ ...fix, status: AccountStatus.Closed }).buy('0', { fault: priceFault }).code).toBe('ACCOUNT_CLOSED')
    expect(trader(fix).buy('0', { fault: quantityFault, limit: '1.005' }).refusal).toEqual(quantityFault)
    expect(trader(fix).buy('0', { fault: priceFault }).code).toBe('INVALID_QUANTITY')
    expect(trader(fix).buy('1', { fault: priceFault, type: OrderType.Limit }).refusal).toEqual(priceFault)
    // an order type or side that is not supported leaves the engine nothing to check the rest by
    expect(trader(fix).buy('0', { fault: other, limit: '1.005', tif: 'opg' }).refusal).toEqual(other)
  })

  test('an order over the throttle is refused whatever else is wrong with it', () => {
    const fault = { code: 'THROTTLED', message: 'over 5000 messages a second' } as const
    expect(trader({ session: 1 }).buy('0', { symbol: 'NONE', fault }).said).toEqual(['a1 rejected THROTTLED: over 5000 messages a second'])
  })
})

describe('a refused order', () => {
  test('is journaled as a rejected order, known by its id and its number', () => {
    const alice = trader()
    const { events } = alice.buy('1000', { limit: '150.00', id: 'big' })
    expect(events).toEqual([
      {
        type: 'OrderRejected',
        at: alice.venue.at,
        order: alice.venue.state.order(1),
        execution: 1,
        code: 'INSUFFICIENT_BUYING_POWER',
        text: 'The order needs 150000.00 but 10000.00 is available.',
        symbol: 'AAPL',
        details: { required: '150000.00', buying_power: '10000.00' },
      },
    ])
    expect(alice.stored('big')).toMatchObject({
      number: 1,
      status: 7,
      quantityLots: 1000e9,
      leavesLots: 0,
      filledLots: 0,
      heldCents: 0,
      endedAt: alice.venue.at,
    })
    expect(alice.money.held).toBe('0.00')
    expect(alice.venue.state.openOrderCount).toBe(0)
  })

  test('for an unknown symbol has no instrument', () => {
    const alice = trader()
    alice.buy('1', { symbol: 'NONE' })
    expect(alice.stored('a1')).toMatchObject({ instrument: -1, status: 7, type: OrderType.Market })
  })

  test.each(ORDER_REFUSAL_CODES.map((code) => [code, ORDER_REFUSALS[code].journaled] as const))(
    '%s: over FIX it is always journaled; over REST: %s',
    (code, journaled) => {
      const refused = trader({ session: 1 }).buy('1', { fault: { code, message: 'refused' } })
      expect(refused.said).toEqual([`a1 rejected ${code}: refused`])
      const overRest = trader().buy('1', { fault: { code, message: 'refused' } })
      expect(overRest).toMatchObject({ code, said: journaled ? [`a1 rejected ${code}: refused`] : [] })
    },
  )

  test('over FIX gives back the amounts that could not be converted, as they came', () => {
    const alice = trader({ session: 1 })
    const { events } = alice.buy('0', {
      fault: { code: 'INVALID_QUANTITY', message: 'too many decimals' },
      echo: { quantity: '1.0000000001', price: '1.00' },
    })
    expect(events).toMatchObject([{ type: 'OrderRejected', echo: { quantity: '1.0000000001', price: '1.00' } }])
  })

  test('of a session that names no account is answered without an order', () => {
    const venue = openVenue()
    const report = {
      account: '999',
      clientOrderId: 'x',
      symbol: 'AAPL',
      side: '1',
      orderType: '2',
      timeInForce: '0',
      quantity: '10',
      cash: '',
      price: '150.00',
      stopPrice: '',
      ordRejReason: 15,
      text: 'Unknown account',
    }
    expect(venue.execute({ type: 'RefuseOrder', session: 3, market: 0, report }).events).toEqual([
      { type: 'OrderRefused', at: venue.at, session: 3, report, orderNumber: 0, execution: 1, market: 0 },
    ])
  })
})
