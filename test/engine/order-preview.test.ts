import { describe, expect, test } from 'vitest'
import type { PlaceOrder } from '../../src/domain/commands/order-command.ts'
import { OrderType, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'
import { INSTRUMENTS, openVenue, type Venue, WALKING } from './engine-under-test.ts'

const ORDER: PlaceOrder = {
  type: 'PlaceOrder',
  session: REST_SESSION,
  account: 0,
  clientOrderId: 'a1',
  symbol: 'AAPL',
  side: Side.Sell,
  orderType: OrderType.Limit,
  timeInForce: TimeInForce.Day,
  quantityLots: 5e9,
  cashCents: 0,
  limitTicks: 150_0000,
  stopTicks: 0,
  extendedHours: false,
  possResend: false,
}

/** What a preview and then placing the same order come to. */
function both(venue: Venue, order: PlaceOrder) {
  const shown = venue.engine.preview(order, venue.at)
  const { refusal } = venue.execute(order)
  return { shown, refusal, placed: venue.archive.order(0, order.clientOrderId) }
}

describe('a preview says what placing does', () => {
  test('with a trailing stop: a quote of one side alone is not followed', () => {
    const venue = openVenue()
    venue.account('alice', { shares: { AAPL: 10 } })
    venue.quote('151.00 x 10', '')
    venue.execute({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote: { bidTicks: 151_0000, bidLots: 10e9, askTicks: 0, askLots: 0 } })
    const trailing = { ...ORDER, orderType: OrderType.Stop, limitTicks: 0, trail: { ticks: 1_0000, basisPoints: 0 } }
    const { shown, placed } = both(venue, trailing)
    expect(shown).toMatchObject({ order: { stopTicks: 149_0000 } })
    expect(placed).toMatchObject({ stopTicks: 149_0000 })
  })

  test('with a trailing stop: it begins where the quote has walked since the last trade', () => {
    const venue = openVenue({ quotes: 'walk' })
    venue.execute({ type: 'ListInstrument', instrument: WALKING })
    const alice = venue.account('alice', { cash: '100000.00' })
    const trailing = {
      ...ORDER,
      symbol: 'WALK',
      quantityLots: 1e9,
      orderType: OrderType.Stop,
      limitTicks: 0,
      trail: { ticks: 1_0000, basisPoints: 0 },
    }
    for (const clientOrderId of ['s1', 's2', 's3', 's4']) {
      alice.buy('1', { symbol: 'WALK' })
      venue.at += 60_000
      const { shown, placed } = both(venue, { ...trailing, clientOrderId })
      expect(shown).toMatchObject({ order: { stopTicks: placed!.stopTicks } })
    }
  })

  test('with a price band: both measure it from the book, where the quote walks', () => {
    const venue = openVenue({ quotes: 'walk', liquidity: 'clients', limitBandBasisPoints: 500 })
    const walk = { baseTicks: 40_0000, stepHundredths: 150, spreadTicks: 400, sizeLots: 40e9 }
    venue.execute({ type: 'ListInstrument', instrument: { ...INSTRUMENTS[0]!, symbol: 'WALK', previousCloseTicks: 40_0000, walk } })
    venue.account('alice', { cash: '1000.00' })
    const buy = { ...ORDER, symbol: 'WALK', side: Side.Buy, limitTicks: 20_6600 }
    const { shown, refusal } = both(venue, buy)
    expect(refusal).toMatchObject({ code: 'PRICE_OUT_OF_BAND', details: { reference_price: '40.00' } })
    expect(shown).toEqual({ refusal })
  })
})
