import { describe, expect, test } from 'vitest'
import { OrderClass, OrderStatus, OrderType } from '../../src/domain/orders/order.ts'
import { fingerprint } from '../../src/engine/fingerprint.ts'
import { day, openVenue, ticks, type Trader, type Venue } from './engine-under-test.ts'

const BRACKET = { orderClass: OrderClass.Bracket, takeProfitTicks: 160_0000, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }
const OCO = { orderClass: OrderClass.Oco, takeProfitTicks: 0, stopLossTicks: 140_0000, stopLossLimitTicks: 0 }

const OPENING = { cash: '10000.00', shares: { AAPL: 100 } }

function desk(): { readonly venue: Venue; readonly alice: Trader; readonly bob: Trader } {
  const venue = openVenue()
  const alice = venue.account('alice', { cash: '10000.00' })
  const bob = venue.account('bob', { cash: '10000.00', shares: { AAPL: 100 } })
  return { venue, alice, bob }
}

/** An order's exits have ids of their own: they are called profit and loss here. */
function named(venue: Venue, said: readonly string[]): readonly string[] {
  const names = new Map(
    [2, 3].flatMap((number) => {
      const order = venue.state.order(number) ?? venue.archive['orders'].get(number)
      return order ? [[order.firstClientOrderId, number === 2 ? 'profit' : 'loss'] as const] : []
    }),
  )
  return said.map((line) => [...names].reduce((text, [id, name]) => text.replace(id, name), line))
}

describe('a bracket', () => {
  test('sets its exits to work when its entry is filled; together they hold the shares once', () => {
    const { venue, alice, bob } = desk()
    expect(named(venue, alice.buy('10', { limit: '150.00', group: BRACKET }).said)).toEqual([
      'a1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
      'profit accepted: sell limit 160.00, accepted 0+10 of 10',
      'loss accepted: sell stop 140.00, accepted 0+10 of 10',
    ])
    expect(named(venue, bob.sell('10', { limit: '150.00' }).said).slice(3)).toEqual([
      'profit joins the book: new 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
    ])
    expect(venue.state.position(alice.index, 0)!.available).toEqual({ shares: 0, lots: 0 })
    expect(venue.depth().asks).toEqual(['10 @ 160.00'])
  })

  test('in a halted symbol is taken as suspended, its exits as well', () => {
    const { venue, alice } = desk()
    venue.halt()
    expect(named(venue, alice.buy('10', { limit: '150.00', group: BRACKET }).said)).toEqual([
      'a1 accepted: buy limit 150.00, new 0+10 of 10, holds 1500.00',
      'profit accepted: sell limit 160.00, accepted 0+10 of 10',
      'profit suspended: suspended 0+10 of 10',
      'loss accepted: sell stop 140.00, accepted 0+10 of 10',
      'loss suspended: suspended 0+10 of 10',
      'a1 suspended: suspended 0+10 of 10, holds 1500.00',
    ])
    expect(named(venue, venue.resume().said)).toEqual([
      'AAPL resumed: over',
      'profit reinstated: accepted 0+10 of 10',
      'loss reinstated: accepted 0+10 of 10',
      'a1 reinstated: new 0+10 of 10, holds 1500.00',
    ])
  })

  test('ends with its profit: the loss follows every part of it and is cancelled at the end', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    expect(named(venue, bob.buy('4', { limit: '160.00' }).said).slice(3)).toEqual([
      'loss restated (378=99, what the other exit has left), keeps its place: sell stop 140.00, accepted 0+6 of 6',
    ])
    expect([2, 3].map((number) => venue.state.order(number)!.revision)).toEqual([1, 2])
    expect(named(venue, bob.buy('6', { limit: '160.00' }).said).slice(3)).toEqual([
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 6',
    ])
    expect(venue.state.openOrderCount).toBe(0)
    expect(venue.state.positions(alice.index)).toEqual([])
  })

  test('ends with its loss: the profit is cancelled in the same command', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    bob.buy('100', { limit: '90.00' })
    expect(named(venue, venue.quote('139.00 x 10', '139.10 x 10').said).slice(1)).toEqual([
      'loss triggered: new 0+10 of 10',
      'loss sells 10 at 139.00 for 1390.00, taking: filled 10+0 of 10',
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('whose entry ends with a part works for that part', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('4', { limit: '150.00' })
    expect(venue.state.order(2)).toMatchObject({ status: OrderStatus.Accepted, held: true, heldLots: 0 })
    expect(named(venue, alice.cancel('a1').said).slice(1)).toEqual([
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 160.00, new 0+4 of 4, holds 4 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 140.00, accepted 0+4 of 4',
    ])
    expect(venue.depth().asks).toEqual(['4 @ 160.00'])
    expect([1, 2, 3].map((number) => venue.state.order(number)!.revision)).toEqual([1, 2, 2])
  })

  test('has a loss that nothing reaches which traded before it: what its entry paid at first', () => {
    const { venue, alice, bob } = desk()
    bob.sell('1', { limit: '150.00' })
    bob.sell('9', { limit: '153.00' })
    const group = { ...BRACKET, stopLossTicks: 152_0000 }
    alice.buy('10', { limit: '153.00', group })
    expect(alice.position()).toBe('10, 0 available, at 152.70')
    const loss = venue.state.order(5)!.clientOrderId
    expect(alice.order(loss)).toBe('accepted 0+10 of 10')
    bob.sell('1', { limit: '152.00' })
    venue.account('carol', { cash: '1000.00' }).buy('1', { limit: '152.00' })
    expect(alice.order(loss)).toBe('new 0+10 of 10')
  })

  test('comes behind the stops that its entry triggers, and behind the end of what ioc has left', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { cash: '1000.00' })
    alice.buy('10', { limit: '149.00', group: BRACKET })
    carol.buy('5', { stop: '149.00' })
    expect(named(venue, bob.sell('15', { limit: '149.00', tif: 'ioc' }).said).slice(3)).toEqual([
      'b1 cancelled (time_in_force): cancelled 10+0 of 15',
      'c1 triggered: new 0+5 of 5, holds 782.25',
      'profit joins the book: new 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
    ])
  })

  test('sells the part of a share that its entry has bought', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('4.5', { limit: '150.00' })
    expect(named(venue, alice.cancel('a1').said).slice(1)).toEqual([
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 160.00, new 0+4.5 of 4.5, holds 4.5 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 140.00, accepted 0+4.5 of 4.5',
    ])
  })

  test('sells no part of what trades in whole shares alone, where a split has left its entry with one', () => {
    const { venue, alice, bob } = desk()
    for (const { index } of [alice, bob])
      venue.execute({
        type: 'GrantHoldings',
        account: index,
        cashCents: 0,
        positions: [{ symbol: 'WHOLE', shares: 7, priceTicks: 100_0000 }],
      })
    alice.buy('10', { symbol: 'WHOLE', limit: '100.00', tif: 'gtc', group: { ...BRACKET, stopLossTicks: 90_0000 } })
    bob.sell('3', { symbol: 'WHOLE', limit: '100.00' })
    const terms = { type: 'split', numerator: 1, denominator: 2 } as const
    venue.execute({ type: 'AnnounceCorporateAction', market: 0, symbol: 'WHOLE', exDay: day('2026-11-23'), terms })
    venue.endDay()
    expect(alice.order('a1')).toBe('partially_filled 1.5+3 of 4.5, holds 600.00')
    expect(named(venue, alice.cancel('a1').said).slice(1)).toEqual([
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 320.00, new 0+1 of 1, holds 1 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 180.00, accepted 0+1 of 1',
    ])
  })

  test('whose entry ends without a fill is gone as a whole', () => {
    const { venue, alice } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    expect(named(venue, alice.cancel('a1').said).slice(1)).toEqual([
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
    expect(venue.state.openOrderCount).toBe(0)
  })

  test('that is filled at entry and already past its loss is sold again at once', () => {
    const { venue, alice } = desk()
    venue.quote('139.90 x 100', '140.00 x 100')
    const said = named(venue, alice.buy('10', { group: BRACKET }).said)
    expect(said.at(-2)).toBe('loss sells 10 at 139.90 for 1399.00, taking: filled 10+0 of 10')
    expect(said.at(-1)).toBe('profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10')
  })

  test.each(['in the engine', 'in storage alone'])('loses both exits with the cancel of one that waits; ended orders being %s', (where) => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const profit = venue.state.order(2)!.clientOrderId
    expect(named(venue, alice.cancel(profit).said)).toEqual([
      'profit cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
    if (where === 'in storage alone') venue.releaseEnded()
    expect(bob.sell('10', { limit: '150.00' }).said.slice(1)).toEqual([
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
    expect(venue.state.openOrderCount).toBe(0)
  })

  test('takes prices of exits that wait, but no quantity: they sell what their entry buys', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const [profit, loss] = [2, 3].map((number) => venue.state.order(number)!.firstClientOrderId)
    bob.sell('4', { limit: '150.00' })
    const refusal = {
      code: 'ORDER_NOT_REPLACEABLE',
      message: 'The exit waits for its entry and will sell what that buys; its quantity can not be changed before.',
      field: 'quantity',
    }
    for (const quantity of ['3', '12']) expect(alice.replace(profit!, { quantity, limit: '165.00' })).toMatchObject({ said: [], refusal })
    expect(named(venue, alice.replace(profit!, { quantity: '10', limit: '165.00' }).said)).toEqual([
      'profit restated (378=99, REST replace), goes to the back: sell limit 165.00, accepted 0+10 of 10',
    ])
    expect(named(venue, alice.replace(loss!, { stop: '141.00' }).said)).toEqual([
      'loss restated (378=99, REST replace), goes to the back: sell stop 141.00, accepted 0+10 of 10',
    ])
    expect(named(venue, alice.cancel('a1').said).slice(1)).toEqual([
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 165.00, new 0+4 of 4, holds 4 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 141.00, accepted 0+4 of 4',
    ])
    expect(named(venue, alice.replace(profit!, { quantity: '3' }).said)).toEqual([
      'profit restated (378=99, REST replace), keeps its place: sell limit 165.00, new 0+3 of 3, holds 3 shares',
      'loss restated (378=99, what the other exit has left), keeps its place: sell stop 141.00, accepted 0+3 of 3',
    ])
  })

  test('whose entry is busted has its exits wait for it again', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    expect(named(venue, alice.bust('a1').said)).toEqual([
      'a1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 1500.00',
      'profit restated (378=99, its entry works again), goes to the back: sell limit 160.00, accepted 0+10 of 10',
      'loss restated (378=99, its entry works again), goes to the back: sell stop 140.00, accepted 0+10 of 10',
      'b1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 10 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
    ])
    expect(bob.buy('10', { limit: '160.00', tif: 'ioc' }).said).toHaveLength(2)
    expect(named(venue, bob.sell('10', { limit: '150.00' }).said).slice(3)).toEqual([
      'profit joins the book: new 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
    ])
    expect(alice.position()).toBe('10, 0 available, at 150.00')
  })

  test('whose entry has a part of what it bought so far taken back says nothing of exits that wait for it anyhow', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('4', { limit: '150.00' })
    expect(named(venue, alice.bust('a1').said)).toEqual([
      'a1 busted 4 at 150.00 for 600.00: new 0+10 of 10, holds 1500.00',
      'b1 busted 4 at 150.00 for 600.00, reopened: new 0+4 of 4, holds 4 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
    ])
  })

  test('whose loss has triggered when its entry is busted has no exits: it would go on to sell', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    bob.sell('1', { limit: '139.00' })
    venue.account('carol', { cash: '1000.00' }).buy('1', { limit: '139.00' })
    expect(alice.order(venue.state.order(3)!.firstClientOrderId)).toBe('new 0+10 of 10')
    expect(named(venue, alice.bust('a1').said).slice(1, 3)).toEqual([
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('whose entry is busted and can not work again has no exits', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    expect(named(venue, bob.bust('b1').said).slice(4)).toEqual([
      'a1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 10',
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
    expect(venue.state.account(alice.index).openOrderCount).toBe(0)
  })

  test.each(['in the engine', 'in storage alone'])(
    'sells what is left of a cancelled entry that is corrected; the entry being %s',
    (where) => {
      const { venue, alice, bob } = desk()
      alice.buy('10', { limit: '150.00', group: BRACKET })
      bob.sell('6', { limit: '150.00' })
      alice.cancel('a1')
      if (where === 'in storage alone') venue.releaseEnded()
      expect(named(venue, alice.correct('a1', 1, { quantity: '2' }).said).slice(0, 3)).toEqual([
        'a1 corrected 6 at 150.00 to 2 at 150.00 for 300.00: cancelled 2+0 of 10',
        'profit restated (378=99, its entry has bought this much), keeps its place: sell limit 160.00, new 0+2 of 2, holds 2 shares',
        'loss restated (378=99, its entry has bought this much), keeps its place: sell stop 140.00, accepted 0+2 of 2',
      ])
      expect(named(venue, alice.bust('a1').said).slice(0, 3)).toEqual([
        'a1 busted 2 at 150.00 for 300.00: cancelled 0+0 of 10',
        'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 2',
        'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 2',
      ])
    },
  )

  test('has no more to sell than what its exits have left of an entry that is corrected', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    bob.buy('4', { limit: '160.00' })
    expect(named(venue, alice.correct('a1', 1, { quantity: '7' }).said).slice(0, 3)).toEqual([
      'a1 corrected 10 at 150.00 to 7 at 150.00 for 1050.00, reopened: partially_filled 7+3 of 10, holds 450.00',
      'profit restated (378=99, its entry has bought this much), keeps its place: sell limit 160.00, partially_filled 4+3 of 7, holds 3 shares',
      'loss restated (378=99, its entry has bought this much), keeps its place: sell stop 140.00, accepted 0+3 of 3',
    ])
    expect(alice.position()).toBe('3, 0 available, at 150.00')
  })

  test('has exits of which nothing is said where they ask for no more than is left of a corrected entry anyhow', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    bob.buy('4', { limit: '160.00' })
    alice.replace(venue.state.order(2)!.clientOrderId, { quantity: '7' })
    expect(alice.correct('a1', 1, { quantity: '7' }).said).toEqual([
      'a1 corrected 10 at 150.00 to 7 at 150.00 for 1050.00, reopened: partially_filled 7+3 of 10, holds 450.00',
      'b1 corrected 10 at 150.00 to 7 at 150.00 for 1050.00, reopened: partially_filled 7+3 of 10, holds 3 shares',
      'b1 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 7+0 of 10',
    ])
    expect(alice.position()).toBe('3, 0 available, at 150.00')
  })

  test.each(['in the engine', 'in storage alone'])('whose loss is busted works it alone; ended orders being %s', (where) => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const loss = venue.state.order(3)!.clientOrderId
    bob.sell('10', { limit: '150.00' })
    venue.quote('139.00 x 10', '139.10 x 10')
    if (where === 'in storage alone') venue.releaseEnded()
    alice.bust(loss)
    expect(alice.order(loss)).toBe('new 0+10 of 10, holds 10 shares')
    expect(venue.quote('139.00 x 10', '139.10 x 10').said).toHaveLength(2)
    expect(venue.state.openOrderCount).toBe(0)
  })

  test.each(['in the engine', 'in storage alone'])(
    'whose profit was opened again by a bust keeps it, whatever is asked of the loss that ended with it, which is %s',
    (where) => {
      const { venue, bob } = desk()
      const carol = venue.account('carol', { cash: '10000.00', session: 3 })
      carol.buy('10', { limit: '150.00', group: BRACKET })
      const profit = venue.state.order(2)!.clientOrderId
      const loss = venue.state.order(3)!.clientOrderId
      bob.sell('10', { limit: '150.00' })
      bob.buy('10', { limit: '160.00' })
      carol.bust(profit)
      if (where === 'in storage alone') venue.releaseEnded()
      expect(named(venue, carol.cancel(loss).said)).toEqual([
        'cancel c2 of loss refused to session 3, 102=0, cancelled: The order has ended.',
      ])
      expect(carol.order(profit)).toBe('new 0+10 of 10, holds 10 shares')
    },
  )

  test('whose loss was opened again by a bust keeps it, also where what its profit sold is taken back', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const [profit, loss] = [2, 3].map((number) => venue.state.order(number)!.clientOrderId) as [string, string]
    bob.sell('10', { limit: '150.00' })
    bob.buy('4', { limit: '160.00' })
    venue.quote('139.00 x 10', '139.10 x 10')
    venue.quote('145.00 x 10', '145.10 x 10')
    alice.bust(loss)
    expect(alice.order(loss)).toBe('filled 6+0 of 6')
    venue.halt()
    alice.bust(loss, 2)
    alice.bust(profit)
    expect(alice.order(loss)).toBe('suspended 0+6 of 6, holds 6 shares')
  })

  test('whose profit has a part of what it sold taken back gives it to the loss as well', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const profit = venue.state.order(2)!.firstClientOrderId
    bob.sell('10', { limit: '150.00' })
    bob.buy('4', { limit: '160.00' })
    expect(named(venue, alice.bust(profit).said)).toEqual([
      'profit busted 4 at 160.00 for 640.00: new 0+10 of 10, holds 10 shares',
      'b2 busted 4 at 160.00 for 640.00, reopened: new 0+4 of 4, holds 640.00',
      'b2 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
      'loss restated (378=99, what the other exit has left), goes to the back: sell stop 140.00, accepted 0+10 of 10',
    ])
    expect(alice.position()).toBe('10, 0 available, at 150.00')
  })

  test('whose loss has a part of what it sold taken back gives it to the profit, which holds it for both', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const loss = venue.state.order(3)!.firstClientOrderId
    bob.sell('10', { limit: '150.00' })
    venue.quote('139.00 x 4', '139.10 x 10')
    expect(alice.order(loss)).toBe('partially_filled 4+6 of 10')
    expect(named(venue, alice.correct(loss, 1, { quantity: '1' }).said)).toEqual([
      'loss corrected 4 at 139.00 to 1 at 139.00 for 139.00: partially_filled 1+9 of 10',
      'profit restated (378=99, what the other exit has left), goes to the back: sell limit 160.00, new 0+9 of 9, holds 9 shares',
    ])
    expect(alice.position()).toBe('9, 0 available, at 150.00')
  })

  test('whose exits trade in the middle of a quote’s trades leaves the rest of them to it', () => {
    const { venue, alice, bob } = desk()
    venue.execute({ type: 'SetFillModel', market: 0, scope: { account: alice.index }, model: { kind: 'full' } })
    alice.buy('10', { limit: '150.00', group: { ...BRACKET, stopLossTicks: 148_0000 } })
    bob.buy('5', { limit: '149.00' })
    const fills = (name: string, said: readonly string[]): readonly string[] => said.filter((line) => line.startsWith(`${name} `))
    const { said } = venue.quote('147.00 x 5', '147.10 x 20')
    expect(fills('b1', said)).toEqual(['b1 buys 5 at 147.10 for 735.50, adding: filled 5+0 of 5'])
    expect(venue.depth().bids).toEqual(['5 @ 147.00'])
    expect(venue.state.openOrderCount).toBe(0)
  })

  test('takes whole shares in a replace too, of its entry and of its exits', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    const parts = { said: [], code: 'UNSUPPORTED_ORDER_COMBINATION', refusal: { message: 'Orders that hang together take whole shares.' } }
    expect(alice.replace('a1', { quantity: '9.5' })).toMatchObject(parts)
    bob.sell('10', { limit: '150.00' })
    const profit = venue.state.order(2)!.firstClientOrderId
    expect(alice.replace(profit, { quantity: '9.5' })).toMatchObject(parts)
  })

  test('whose profit has sold a part of a share has a loss that can be moved with its quantity said again', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    bob.buy('0.5', { limit: '160.00' })
    const loss = venue.state.order(3)!.firstClientOrderId
    expect(named(venue, alice.replace(loss, { quantity: '9.5', stop: '141.00' }).said)).toEqual([
      'loss restated (378=99, REST replace), goes to the back: sell stop 141.00, accepted 0+9.5 of 9.5',
    ])
  })

  test('comes back from its journal as it was', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('4', { limit: '150.00' })
    const restarted = venue.restart()
    expect(fingerprint(restarted.state)).toBe(fingerprint(venue.state))
    expect(bob.at(restarted).sell('6', { limit: '150.00' }).events).toEqual(bob.sell('6', { limit: '150.00' }).events)
  })
})

describe('one cancels the other', () => {
  test('both exits work at once, and the cancel of one is the end of both', () => {
    const { venue, bob } = desk()
    expect(named(venue, bob.sell('10', { limit: '160.00', group: OCO }).said)).toEqual([
      'b1 accepted: sell limit 160.00, new 0+10 of 10, holds 10 shares',
      'profit accepted: sell stop 140.00, accepted 0+10 of 10',
    ])
    expect(named(venue, bob.cancel('b1').said)).toEqual([
      'b1 cancelled (user_requested, 378=99, REST cancel): cancelled 0+0 of 10',
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('a lower quantity of one is that of both; neither can sell more than the other has left', () => {
    const { venue, alice, bob } = desk()
    bob.sell('10', { limit: '160.00', group: OCO })
    expect(named(venue, bob.replace('b1', { quantity: '8' }).said)).toEqual([
      'b1 restated (378=99, REST replace), keeps its place: sell limit 160.00, new 0+8 of 8, holds 8 shares',
      'profit restated (378=99, what the other exit has left), keeps its place: sell stop 140.00, accepted 0+8 of 8',
    ])
    alice.buy('3', { limit: '160.00' })
    const tooMuch = "The other exit has 5 left, and this one can't sell more than that."
    expect(bob.replace('b1', { quantity: '9' })).toMatchObject({
      said: [],
      code: 'INVALID_QUANTITY',
      refusal: { message: tooMuch, field: 'quantity', details: { quantity: '8' } },
    })
    const loss = venue.state.order(2)!.firstClientOrderId
    expect(bob.replace(loss, { quantity: '6' })).toMatchObject({ code: 'INVALID_QUANTITY', refusal: { details: { quantity: '5' } } })
    expect(named(venue, bob.replace('b1', { quantity: '8', limit: '161.00' }).said)).toEqual([
      'b1 restated (378=99, REST replace), goes to the back: sell limit 161.00, partially_filled 3+5 of 8, holds 5 shares',
    ])
  })

  test('a lower quantity of one keeps the place of the other, also where that waits for its session', () => {
    const venue = openVenue({ session: 'us_equities' })
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => venue.account(name, OPENING)) as [Trader, Trader, Trader]
    venue.advanceTo('2026-11-21T02:00:00.000Z')
    alice.sell('10', { limit: '150.00', group: OCO })
    bob.sell('10', { limit: '150.00' })
    expect(named(venue, alice.replace(venue.state.order(2)!.firstClientOrderId, { quantity: '8' }).said)).toEqual([
      'profit restated (378=99, REST replace), keeps its place: sell stop 140.00, accepted 0+8 of 8',
      'a1 restated (378=99, what the other exit has left), keeps its place: sell limit 150.00, accepted 0+8 of 8, holds 8 shares',
    ])
    venue.advanceTo('2026-11-23T14:30:00.000Z')
    expect(carol.buy('8', { limit: '150.00' }).said[1]).toBe('a1 sells 8 at 150.00 for 1200.00, adding: filled 8+0 of 8')
  })

  test('day orders of a group end with their day, each once', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('5', { limit: '170.00', group: { ...OCO, stopLossTicks: 130_0000 } })
    const ends = venue.endDay().said.filter((line) => line.includes('ends with the day'))
    expect(ends).toHaveLength(5)
    expect(venue.state.openOrderCount).toBe(0)
  })
})

describe('an order triggers another', () => {
  test('one exit alone holds its shares itself', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', {
      limit: '150.00',
      group: { ...BRACKET, orderClass: OrderClass.Oto, takeProfitTicks: 0, stopLossLimitTicks: 139_0000 },
    })
    bob.sell('10', { limit: '150.00' })
    expect(venue.state.order(2)).toMatchObject({ status: OrderStatus.Accepted, held: false, heldLots: 10e9, limitTicks: 139_0000 })
  })
})

describe('exits that begin to work while others come to the book', () => {
  const near = (takeProfit: string, stopLoss: string): typeof BRACKET => ({
    ...BRACKET,
    takeProfitTicks: ticks(takeProfit),
    stopLossTicks: ticks(stopLoss),
  })

  test('come behind what waited for the session, where the opening auction has filled their entry', () => {
    const venue = openVenue({ session: 'us_equities' })
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => venue.account(name, OPENING)) as [Trader, Trader, Trader]
    venue.advanceTo('2026-11-21T02:00:00.000Z')
    venue.quote('140.00 x 10', '160.00 x 10')
    alice.buy('10', { limit: '150.00', group: near('170.00', '149.00') })
    bob.sell('10', { limit: '148.00' })
    carol.buy('10', { limit: '148.00' })
    venue.advanceTo('2026-11-23T13:00:00.000Z')
    // for 140.00, the quote's, it sold before
    expect(named(venue, venue.advanceTo('2026-11-23T14:30:00.000Z').said)).toEqual([
      'the market is open',
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
      'c1 joins the book: new 0+10 of 10, holds 1480.00',
      'profit joins the book: new 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
      'loss triggered: new 0+10 of 10',
      'c1 buys 10 at 148.00 for 1480.00, adding: filled 10+0 of 10',
      'loss sells 10 at 148.00 for 1480.00, taking: filled 10+0 of 10',
      'profit cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('wait for the next session, where the closing auction has filled their entry: it triggers no stop', () => {
    const venue = openVenue({ session: 'us_equities' })
    const [alice, bob] = ['alice', 'bob'].map((name) => venue.account(name, OPENING)) as [Trader, Trader]
    venue.quote('140.00 x 10', '160.00 x 10')
    alice.buy('10', { limit: '150.00', tif: 'gtc', group: near('155.00', '151.00') })
    bob.sell('10', { limit: '145.00', tif: 'cls' })
    expect(named(venue, venue.advanceTo('2026-11-20T21:00:00.000Z').said)).toEqual([
      'a1 buys 10 at 150.00 for 1500.00, adding: filled 10+0 of 10',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
      'the market is in after-hours',
      'profit joins the book: accepted 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
    ])
    venue.quote('152.00 x 10', '160.00 x 10')
    expect(named(venue, venue.advanceTo('2026-11-23T14:30:00.000Z').said).at(-1)).toBe(
      'profit joins the book: new 0+10 of 10, holds 10 shares',
    )
  })

  test('come behind all that a halt has suspended, themselves among it', () => {
    const venue = openVenue()
    const [alice, bob] = ['alice', 'bob'].map((name) => venue.account(name, OPENING)) as [Trader, Trader]
    venue.quote('148.00 x 100', '151.00 x 100')
    alice.buy('10', { limit: '150.00', group: near('149.00', '100.00') })
    venue.halt()
    venue.quote('149.00 x 100', '149.50 x 100')
    bob.buy('10', { limit: '149.40' })
    expect(named(venue, venue.resume().said)).toEqual([
      'AAPL resumed: over',
      'a1 reinstated: new 0+10 of 10, holds 1500.00',
      'a1 buys 10 at 149.50 for 1495.00, taking: filled 10+0 of 10',
      'profit reinstated: accepted 0+10 of 10',
      'loss reinstated: accepted 0+10 of 10',
      'b1 reinstated: new 0+10 of 10, holds 1494.00',
      'profit joins the book: new 0+10 of 10, holds 10 shares',
      'loss joins the book: accepted 0+10 of 10',
      'b1 buys 10 at 149.40 for 1494.00, adding: filled 10+0 of 10',
      'profit sells 10 at 149.40 for 1494.00, taking: filled 10+0 of 10',
      'loss cancelled (system, 378=99, one cancels the other): cancelled 0+0 of 10',
    ])
  })

  test('trigger no stop of others before everything has come back', () => {
    const venue = openVenue()
    const [alice, bob, carol] = ['alice', 'bob', 'carol'].map((name) => venue.account(name, OPENING)) as [Trader, Trader, Trader]
    venue.quote('149.00 x 100', '151.00 x 100')
    carol.sell('10', { stop: '148.00' })
    venue.halt()
    venue.quote('140.00 x 100', '141.00 x 5')
    alice.buy('5', { limit: '141.00', group: near('170.00', '100.00') })
    bob.buy('10', { limit: '140.90' })
    expect(venue.resume().said.slice(-6, -2)).toEqual([
      'b1 reinstated: new 0+10 of 10, holds 1409.00',
      'c1 triggered: new 0+10 of 10, holds 10 shares',
      'b1 buys 10 at 140.90 for 1409.00, adding: filled 10+0 of 10',
      'c1 sells 10 at 140.90 for 1409.00, taking: filled 10+0 of 10',
    ])
  })
})

describe('a group', () => {
  test('has nothing to do with the one behind it, of whomever', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: { ...BRACKET, orderClass: OrderClass.Oto, stopLossTicks: 0 } })
    bob.sell('8', { limit: '165.00', group: OCO })
    bob.sell('10', { limit: '150.00' })
    const carol = venue.account('carol', { cash: '10000.00' })
    expect(named(venue, carol.buy('4', { limit: '160.00' }).said).slice(1)).toEqual([
      'profit sells 4 at 160.00 for 640.00, adding: partially_filled 4+6 of 10, holds 6 shares',
      'c1 buys 4 at 160.00 for 640.00, taking: filled 4+0 of 4',
    ])
    expect(bob.order('b1')).toBe('new 0+8 of 8, holds 8 shares')
    expect(named(venue, alice.cancel(venue.state.order(2)!.clientOrderId).said)).toHaveLength(1)
    expect(bob.order('b1')).toBe('new 0+8 of 8, holds 8 shares')
  })

  test('has exits that are for what their entry is for, as that is raised and lowered; a part being filled', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    expect(named(venue, alice.replace('a1', { quantity: '12' }).said)).toEqual([
      'a1 restated (378=99, REST replace), goes to the back: buy limit 150.00, new 0+12 of 12, holds 1800.00',
      'profit restated (378=99, its entry is for this much), goes to the back: sell limit 160.00, accepted 0+12 of 12',
      'loss restated (378=99, its entry is for this much), goes to the back: sell stop 140.00, accepted 0+12 of 12',
    ])
    bob.sell('4', { limit: '150.00' })
    expect(named(venue, alice.replace('a1', { quantity: '5' }).said)).toEqual([
      'a1 restated (378=99, REST replace), keeps its place: buy limit 150.00, partially_filled 4+1 of 5, holds 150.00',
      'profit restated (378=99, its entry is for this much), keeps its place: sell limit 160.00, accepted 0+5 of 5',
      'loss restated (378=99, its entry is for this much), keeps its place: sell stop 140.00, accepted 0+5 of 5',
    ])
    expect(alice.replace('a1', { limit: '149.00' }).said).toHaveLength(1)
    expect(named(venue, bob.sell('1', { limit: '149.00' }).said).slice(3)).toEqual([
      'profit joins the book: new 0+5 of 5, holds 5 shares',
      'loss joins the book: accepted 0+5 of 5',
    ])
    expect(alice.position()).toBe('5, 0 available, at 149.80')
  })

  test('follows a replace of its entry over FIX, also one that ends it with what it has bought', () => {
    const { venue, bob } = desk()
    const carol = venue.account('carol', { cash: '10000.00', session: 3 })
    carol.buy('10', { limit: '150.00', group: BRACKET })
    expect(named(venue, carol.replace('c1', { quantity: '8' }).said)).toEqual([
      'c1 replaced by c2, was c1, keeps its place: buy limit 150.00, new 0+8 of 8, holds 1200.00',
      'profit restated (378=99, its entry is for this much), keeps its place: sell limit 160.00, accepted 0+8 of 8',
      'loss restated (378=99, its entry is for this much), keeps its place: sell stop 140.00, accepted 0+8 of 8',
    ])
    bob.sell('3', { limit: '150.00' })
    expect(named(venue, carol.replace('c2', { quantity: '3' }).said)).toEqual([
      'c1 replaced by c3, was c2, keeps its place: buy limit 150.00, filled 3+0 of 3',
      'profit restated (378=99, its entry has bought this much), goes to the back: sell limit 160.00, new 0+3 of 3, holds 3 shares',
      'loss restated (378=99, its entry has bought this much), goes to the back: sell stop 140.00, accepted 0+3 of 3',
    ])
  })

  test('has exits that wait again for all that their entry is for, which were lowered while they worked', () => {
    const { venue, alice, bob } = desk()
    alice.buy('10', { limit: '150.00', group: BRACKET })
    bob.sell('10', { limit: '150.00' })
    alice.replace(venue.state.order(2)!.firstClientOrderId, { quantity: '6' })
    expect(named(venue, alice.bust('a1').said).filter((line) => !line.startsWith('b1'))).toEqual([
      'a1 busted 10 at 150.00 for 1500.00, reopened: new 0+10 of 10, holds 1500.00',
      'profit restated (378=99, its entry works again), goes to the back: sell limit 160.00, accepted 0+6 of 6',
      'loss restated (378=99, its entry works again), goes to the back: sell stop 140.00, accepted 0+6 of 6',
      'profit restated (378=99, its entry is for this much), goes to the back: sell limit 160.00, accepted 0+10 of 10',
      'loss restated (378=99, its entry is for this much), goes to the back: sell stop 140.00, accepted 0+10 of 10',
    ])
  })
})

describe('a group that can not work is refused', () => {
  test.each([
    ['a bracket that sells', { group: BRACKET, limit: '150.00' }, 'sell', 'UNSUPPORTED_ORDER_COMBINATION'],
    ['a bracket with one exit', { group: { ...BRACKET, takeProfitTicks: 0 }, limit: '150.00' }, 'buy', 'UNSUPPORTED_ORDER_COMBINATION'],
    [
      'an oto with two exits',
      { group: { ...BRACKET, orderClass: OrderClass.Oto }, limit: '150.00' },
      'buy',
      'UNSUPPORTED_ORDER_COMBINATION',
    ],
    ['an oco without a limit', { group: OCO }, 'sell', 'UNSUPPORTED_ORDER_COMBINATION'],
    ['a loss above the profit', { group: { ...BRACKET, stopLossTicks: 161_0000 }, limit: '150.00' }, 'buy', 'INVALID_PRICE'],
    ['an exit off the tick', { group: { ...BRACKET, stopLossTicks: 140_0001 }, limit: '150.00' }, 'buy', 'INVALID_PRICE'],
    ['a group at once or never', { group: BRACKET, limit: '150.00', tif: 'ioc' }, 'buy', 'UNSUPPORTED_ORDER_COMBINATION'],
    ['a group outside regular hours', { group: BRACKET, limit: '150.00', extendedHours: true }, 'buy', 'UNSUPPORTED_ORDER_COMBINATION'],
    ['a group that a script plays', { group: BRACKET, scenario: 'no_fill' }, 'buy', 'UNSUPPORTED_ORDER_COMBINATION'],
    [
      'a group whose first order trails',
      { group: BRACKET, type: OrderType.Stop, trail: { ticks: 1_0000, basisPoints: 0 } },
      'buy',
      'UNSUPPORTED_ORDER_COMBINATION',
    ],
    [
      'an oco with a profit beside its limit',
      { group: { ...OCO, takeProfitTicks: 161_0000 }, limit: '160.00' },
      'sell',
      'UNSUPPORTED_ORDER_COMBINATION',
    ],
    ['a loss at the profit', { group: { ...BRACKET, stopLossTicks: 160_0000 }, limit: '150.00' }, 'buy', 'INVALID_PRICE'],
    ['a market order that trails', { trail: { ticks: 1_0000, basisPoints: 0 } }, 'buy', 'UNSUPPORTED_ORDER_COMBINATION'],
  ] as const)('%s', (_name, terms, side, code) => {
    const { venue, bob } = desk()
    const answer = side === 'buy' ? bob.buy('10', terms) : bob.sell('10', terms)
    expect(answer.refusal?.code).toBe(code)
    expect(venue.state.openOrderCount).toBe(0)
  })
})

describe('a trailing stop', () => {
  test('follows the market where it goes its way, never back, and then triggers', () => {
    const { venue, bob } = desk()
    venue.quote('150.00 x 100', '150.10 x 100')
    expect(bob.sell('10', { type: 3, trail: { ticks: 5_0000, basisPoints: 0 } }).said).toEqual([
      'b1 accepted: sell stop 145.00, accepted 0+10 of 10, holds 10 shares',
    ])
    expect(venue.quote('155.00 x 100', '155.10 x 100').said.slice(1)).toEqual(['b1 trails to 150.00'])
    expect(venue.quote('152.00 x 100', '152.10 x 100').said.slice(1)).toEqual([])
    expect(venue.quote('149.90 x 100', '150.00 x 100').said.slice(1)).toEqual([
      'b1 triggered: new 0+10 of 10, holds 10 shares',
      'b1 sells 10 at 149.90 for 1499.00, taking: filled 10+0 of 10',
    ])
  })

  test('by a percentage, of a buy: it falls with the market and holds what it may cost', () => {
    const { venue, alice } = desk()
    venue.quote('99.90 x 100', '100.00 x 100')
    expect(alice.buy('10', { type: 3, trail: { ticks: 0, basisPoints: 250 } }).said).toEqual([
      'a1 accepted: buy stop 102.50, accepted 0+10 of 10, holds 1076.25',
    ])
    expect(venue.quote('89.90 x 100', '90.00 x 100').said.slice(1)).toEqual(['a1 trails to 92.25'])
    expect(venue.state.balances(alice.index).heldForOrders).toBe(968_63)
  })

  test('is not reached by what traded before it followed: as one order buys at two prices, and as one command moves the quote twice', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { shares: { AAPL: 10 } })
    carol.sell('10', { type: 3, trail: { ticks: 2_0000, basisPoints: 0 } })
    bob.sell('1', { limit: '150.00' })
    bob.sell('1', { limit: '153.00' })
    expect(alice.buy('2', { limit: '153.00' }).said.slice(5)).toEqual(['c1 trails to 151.00'])
    bob.sell('1', { limit: '154.00' })
    bob.sell('1', { limit: '158.00' })
    const quote = { bidLots: 100e9, askLots: 100e9 }
    const quotes = [
      { symbol: 'AAPL', quote: { ...quote, bidTicks: 154_0000, askTicks: 155_0000 } },
      { symbol: 'AAPL', quote: { ...quote, bidTicks: 158_0000, askTicks: 159_0000 } },
    ]
    expect(venue.execute({ type: 'MoveQuotes', market: 0, quotes }).said).toEqual([
      'quote AAPL 154.00 x 100 / 155.00 x 100',
      'b3 sells 1 at 154.00 for 154.00, adding: filled 1+0 of 1',
      'c1 trails to 152.00',
      'quote AAPL 158.00 x 100 / 159.00 x 100',
      'b4 sells 1 at 158.00 for 158.00, adding: filled 1+0 of 1',
      'c1 trails to 156.00',
    ])
  })

  test('follows what the stops trade that are triggered before it', () => {
    const { venue, alice, bob } = desk()
    const carol = venue.account('carol', { shares: { AAPL: 10 } })
    carol.sell('10', { type: 3, trail: { ticks: 2_0000, basisPoints: 0 } })
    alice.buy('2', { stop: '150.50' })
    bob.sell('1', { limit: '150.50' })
    bob.sell('2', { limit: '154.00' })
    expect(venue.account('dave', { cash: '1000.00' }).buy('1', { limit: '150.50' }).said.slice(3)).toEqual([
      'a1 triggered: new 0+2 of 2, holds 316.05',
      'b2 sells 2 at 154.00 for 308.00, adding: filled 2+0 of 2',
      'a1 buys 2 at 154.00 for 308.00, taking: filled 2+0 of 2',
      'c1 trails to 152.00',
    ])
  })

  test('is triggered at once where the last trade takes it above the bid', () => {
    const { venue, alice, bob } = desk()
    venue.quote('150.00 x 100', '158.00 x 100')
    bob.sell('10', { type: 3, trail: { ticks: 5_0000, basisPoints: 0 } })
    expect(alice.buy('1').said.slice(2)).toEqual([
      'b1 trails to 153.00',
      'b1 triggered: new 0+10 of 10, holds 10 shares',
      'b1 sells 10 at 150.00 for 1500.00, taking: filled 10+0 of 10',
    ])
  })

  test('begins where the market is now, not where the last trade was', () => {
    const { venue, bob } = desk()
    venue.quote('150.00 x 100', '150.10 x 100')
    bob.sell('1')
    venue.at += 60_000
    venue.quote('120.00 x 100', '120.10 x 100')
    expect(bob.sell('10', { type: 3, trail: { ticks: 5_0000, basisPoints: 0 } }).said).toEqual([
      'b2 accepted: sell stop 115.00, accepted 0+10 of 10, holds 10 shares',
    ])
  })

  test('takes another quantity, where its stop price is said again; another stop price is refused', () => {
    const { venue, bob } = desk()
    venue.quote('150.00 x 100', '150.10 x 100')
    bob.sell('10', { type: 3, trail: { ticks: 5_0000, basisPoints: 0 } })
    expect(bob.replace('b1', { quantity: '8', stop: '146.00' }).refusal).toMatchObject({ code: 'INVALID_PRICE', field: 'stop_price' })
    expect(bob.replace('b1', { quantity: '8', stop: '145.00' }).said).toEqual([
      'b1 restated (378=99, REST replace), keeps its place: sell stop 145.00, accepted 0+8 of 8, holds 8 shares',
    ])
    expect(venue.quote('155.00 x 100', '155.10 x 100').said.slice(1)).toEqual(['b1 trails to 150.00'])
  })

  test('needs one distance', () => {
    const { bob } = desk()
    expect(bob.sell('10', { type: 3, trail: { ticks: 0, basisPoints: 0 } }).refusal?.code).toBe('INVALID_PRICE')
    expect(bob.sell('10', { type: 3, trail: { ticks: 100, basisPoints: 100 } }).refusal?.code).toBe('INVALID_PRICE')
  })
})

test('an entry whose fill is taken back leaves exits that ask for no more than it still has', () => {
  const { venue, alice, bob } = desk()
  alice.buy('10', { limit: '150.00', group: BRACKET })
  bob.sell('6', { limit: '150.00' })
  bob.sell('4', { limit: '150.00' })
  const profit = venue.state.order(2)!.clientOrderId
  alice.replace(profit, { quantity: '3' })
  bob.buy('1', { limit: '160.00' })
  expect(named(venue, alice.bust('a1', 2).said)).toEqual([
    'a1 busted 4 at 150.00 for 600.00, reopened: partially_filled 6+4 of 10, holds 600.00',
    'b2 busted 4 at 150.00 for 600.00, reopened: new 0+4 of 4, holds 4 shares',
    'b2 cancelled (system, 378=4, the rest is cancelled with its busted execution): cancelled 0+0 of 4',
  ])
  expect(alice.order(profit)).toBe('partially_filled 1+2 of 3, holds 2 shares')
})
