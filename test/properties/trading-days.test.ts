import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPrice } from '../../src/domain/amounts/amounts.ts'
import { OrderClass, TimeInForce } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import { DEFAULT_RULES, type EngineRules } from '../../src/engine/rules.ts'
import { openVenue, type Terms, type Trader } from '../engine/engine-under-test.ts'

/**
 * Whatever is entered, changed and quoted at whatever hour of two trading days: after every command all invariants hold (`Venue` checks
 * them: the book is not crossed, its queues are whole, money and shares are conserved), day orders are gone after their day, and the
 * journal replays to the same state.
 */
type Action =
  | { readonly do: 'place'; readonly trader: number; readonly buy: boolean; readonly shares: number; readonly terms: Terms }
  | { readonly do: 'replace'; readonly trader: number; readonly nth: number; readonly limit: string; readonly quantity: string }
  | { readonly do: 'cancel'; readonly trader: number; readonly nth: number }
  | { readonly do: 'quote'; readonly bid: number; readonly spread: number; readonly size: number }
  | { readonly do: 'halt' | 'resume' }
  | { readonly do: 'wait' }

const price = fc.integer({ min: 147, max: 153 }).map((dollars) => `${dollars}.00`)
const trader = fc.integer({ min: 0, max: 2 })
const nth = fc.integer({ min: 1, max: 12 })

const terms: fc.Arbitrary<Terms> = fc.oneof(
  fc.record({ limit: price, tif: fc.constantFrom('day', 'gtc', 'opg', 'cls', 'ioc', 'fok'), extendedHours: fc.constant(false) }),
  fc.record({ limit: price, tif: fc.constantFrom('day', 'gtc'), extendedHours: fc.constant(true) }),
  fc.record({ tif: fc.constantFrom('day', 'gtc', 'opg', 'cls', 'ioc') }),
  fc.record({ stop: price, tif: fc.constantFrom('day', 'gtc') }),
  fc.record({ stop: price, limit: price, tif: fc.constantFrom('day', 'gtc') }),
)

const dollars = (least: number, most: number): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most }).map((amount) => amount * 10_000)

/** Their exits are near, so that they trade on these days. */
const groups: fc.Arbitrary<{ readonly buy: boolean; readonly terms: Terms }> = fc
  .record({
    takeProfitTicks: dollars(150, 154),
    stopLossTicks: dollars(146, 149),
    limit: price,
    tif: fc.constantFrom('day', 'gtc'),
    isOco: fc.boolean(),
  })
  .map(({ takeProfitTicks, stopLossTicks, limit, tif, isOco }) => ({
    buy: !isOco,
    terms: isOco
      ? {
          limit: formatPrice(takeProfitTicks),
          tif,
          group: { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks, stopLossLimitTicks: 0 },
        }
      : { limit, tif, group: { orderClass: OrderClass.Bracket, takeProfitTicks, stopLossTicks, stopLossLimitTicks: 0 } },
  }))

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('place'), trader, buy: fc.boolean(), shares: fc.integer({ min: 1, max: 9 }), terms }),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(trader, fc.integer({ min: 1, max: 9 }), groups)
      .map(([who, shares, group]) => ({ do: 'place' as const, trader: who, shares, ...group })),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('replace'), trader, nth, limit: price, quantity: nth.map(String) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), trader, nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('quote'),
      bid: fc.integer({ min: 146, max: 153 }),
      spread: fc.integer({ min: 1, max: 3 }),
      size: fc.integer({ min: 0, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('halt', 'resume') }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait') }) },
)

/** From Friday noon to Tuesday morning, in New York. */
const HOURS = [
  '20 12:00',
  '20 15:55',
  '20 16:00',
  '20 18:00',
  '20 20:00',
  '22 12:00',
  '23 04:00',
  '23 08:00',
  '23 09:29',
  '23 09:30',
  '23 12:00',
].concat(['23 15:55', '23 16:00', '23 18:00', '23 20:00', '24 04:00', '24 09:30', '24 10:00'])

/** A venue so slow that sessions change while it is asked. */
const SLOW: EngineRules['latency'] = {
  new: { ms: 300_000, jitterMs: 0 },
  replace: { ms: 400_000, jitterMs: 400_000 },
  cancel: { ms: 100_000, jitterMs: 0 },
  fill: { ms: 500_000, jitterMs: 3_600_000 },
}

const rules: fc.Arbitrary<Partial<EngineRules>> = fc.record({
  session: fc.constantFrom('us_equities', 'us_equities', 'us_equities', 'always_open'),
  selfMatch: fc.constantFrom('cancel_aggressor', 'cancel_resting', 'cancel_both', 'decrement', 'reject', 'off'),
  liquidity: fc.constantFrom('both', 'both', 'clients'),
  maxOpenOrders: fc.constant(0),
  bandBasisPoints: fc.constantFrom(0, 0, 0, 100),
  latency: fc.constantFrom(NO_LATENCY, NO_LATENCY, NO_LATENCY, SLOW),
})

test('a trading day goes on as it should, whatever happens in it', () => {
  fc.assert(
    fc.property(rules, fc.array(action, { minLength: 20, maxLength: 80 }), (given, actions) => {
      const venue = openVenue({ ...DEFAULT_RULES, ...given })
      const opening = { cash: '100000.00', shares: { AAPL: 1_000 } }
      const traders = ['alice', 'bob', 'carol'].map((name) => venue.account(name, opening))
      let hour = 0
      for (const one of actions) {
        if (one.do === 'wait') venue.advanceTo(at(HOURS[Math.min(hour++, HOURS.length - 1)]!))
        else run(venue, traders, one)
      }
      expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
      for (const rest of HOURS.slice(hour)) venue.advanceTo(at(rest))
      for (const one of traders)
        for (const order of venue.state.openOrders(one.index)) {
          // an order for an opening that is still on its way at the roll is for the next one
          expect(lasts(order.timeInForce, given.session) || order.enteredDay >= venue.state.market(0).tradeDay).toBe(true)
        }
      expect(fingerprint(venue.restart().state)).toBe(fingerprint(venue.state))
    }),
    { numRuns: 60 },
  )
})

const lasts = (timeInForce: TimeInForce, session: EngineRules['session'] | undefined): boolean =>
  timeInForce === TimeInForce.Gtc || (session === 'always_open' && timeInForce === TimeInForce.Opg)

const at = (hour: string): string => {
  const [date, time] = hour.split(' ')
  return new Date(Date.parse(`2026-11-${date}T${time}:00-05:00`)).toISOString()
}

function run(venue: ReturnType<typeof openVenue>, traders: readonly Trader[], one: Exclude<Action, { readonly do: 'wait' }>): void {
  switch (one.do) {
    case 'place': {
      const who = traders[one.trader]!
      if (one.buy) who.buy(String(one.shares), one.terms)
      else who.sell(String(one.shares), one.terms)
      return
    }
    case 'replace':
    case 'cancel': {
      const who = traders[one.trader]!
      const id = `${who.name.charAt(0)}${one.nth}`
      if (venue.state.findOrder(who.index, id) === undefined) return
      if (one.do === 'cancel') who.cancel(id)
      else who.replace(id, { quantity: one.quantity, limit: one.limit })
      return
    }
    case 'quote':
      venue.quote(`${one.bid}.00 x ${one.size}`, `${one.bid + one.spread}.00 x ${one.size}`)
      return
    case 'halt':
      venue.execute({ type: 'HaltSymbol', market: 0, symbol: 'AAPL', reason: 'news', operator: 'operator' })
      return
    case 'resume':
      venue.execute({ type: 'ResumeSymbol', market: 0, symbol: 'AAPL', reason: 'news', operator: 'operator' })
      return
    default:
      one satisfies never
  }
}
