import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LOTS_PER_SHARE, TICKS_PER_DOLLAR } from '../../../src/domain/amounts/amounts.ts'
import type { MarketDataMessage } from '../../../src/fix/market-data/market-data-message.ts'
import { MarketDataSession } from '../../../src/fix/market-data/market-data-session.ts'
import { MessageView } from '../../../src/fix/wire/message-view.ts'
import { day } from '../../engine/engine-under-test.ts'
import type { FixClient } from '../../support/fix-client.ts'
import { FixMessage, frame } from '../../support/fix-message.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { until } from '../../support/until.ts'

let clock: ManualClock
let under: GatewayUnderTest
let desk: FixClient

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({ clock, accounts: ['ACC1', 'ACC2'] })
  desk = await under.logOn('DESK1')
})

afterEach(() => under.close())

/** The house quotes; sides as `149.95 x 1000`, '' for none. */
async function quote(bid: string, ask: string, symbol = 'AAPL'): Promise<void> {
  const [bidTicks, bidLots] = sideOf(bid)
  const [askTicks, askLots] = sideOf(ask)
  await under.run({ type: 'MoveQuote', market: 0, symbol, quote: { bidTicks, bidLots, askTicks, askLots } })
}

function sideOf(side: string): [ticks: number, lots: number] {
  const [price = 0, shares = 0] = side.split(' x ').map(Number)
  return [Math.round(price * TICKS_PER_DOLLAR), Math.round(shares * LOTS_PER_SHARE)]
}

/** What has happened is looked at. */
const look = (): void => clock.advance(50)

const NOW = '60=20261120-15:04:05'
const order = (id: string, side: 1 | 2, quantity: number, price: string, account = 'ACC1'): string =>
  `1=${account}|11=${id}|55=AAPL|54=${side}|${NOW}|40=2|44=${price}|38=${quantity}`
const symbols = (...names: string[]): string => `146=${names.length}|${names.map((name) => `55=${name}`).join('|')}`
/** Best of both sides and trades. */
const top = (id: string, ...names: string[]): string => `262=${id}|263=1|264=1|267=3|269=0|269=1|269=2|${symbols(...names)}`
const book = (id: string, depth: number, terms = ''): string => `262=${id}|263=1|264=${depth}${terms}|267=2|269=0|269=1|${symbols('AAPL')}`

/** The whole message as the gateway sends it, from its type and number on. */
const sent = (type: string, number: number, body: string, time = '20261120-15:04:05.123'): string =>
  new FixMessage(frame(`35=${type}|34=${number}|49=GATEWAY|52=${time}|56=DESK1|${body}`).toString('latin1')).text
const text = ({ text }: FixMessage): string => text
/** The body without MDReqID(262). */
const said = ({ body }: FixMessage): string => body.replace(/262=[^|]*\|/, '')

describe('MarketDataRequest', () => {
  test('is answered with a snapshot of each symbol, then with what changes', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    desk.say('V', top('m1', 'AAPL', 'MSFT'))
    expect((await desk.hearMany(2)).map(text)).toEqual([
      sent('W', 2, '55=AAPL|262=m1|268=2|269=0|270=149.95|271=1000|346=1|269=1|270=150.05|271=800|346=1'),
      // nothing is quoted: one entry without price and size
      sent('W', 3, '55=MSFT|262=m1|268=1|269=0|270=0|271=0'),
    ])
    await quote('149.96 x 1000', '150.05 x 800')
    await quote('39.9 x 3', '40 x 5', 'MSFT')
    look()
    expect(text(await desk.hear('X'))).toBe(
      sent(
        'X',
        4,
        '262=m1|268=3|279=1|269=0|55=AAPL|270=149.96|271=1000|346=1|279=0|269=0|55=MSFT|270=39.9|271=3|346=1|279=0|269=1|55=MSFT|270=40|271=5|346=1',
        '20261120-15:04:05.173',
      ),
    )
    await quote('', '')
    look()
    expect(text(await desk.hear('X'))).toBe(
      sent('X', 5, '262=m1|268=2|279=2|269=0|55=AAPL|270=149.96|279=2|269=1|55=AAPL|270=150.05', '20261120-15:04:05.223'),
    )
  })

  test('shows the book by price, clients and quote together; levels that are no longer among those asked for are deleted', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    const trader = await under.logOn('DESK2')
    for (const [id, price] of [
      ['b1', '149.95'],
      ['b2', '149.9'],
      ['b3', '149.9'],
    ] as const) {
      trader.say('D', order(id, 1, 10, price))
      await trader.hear('8')
    }
    desk.say('V', book('deep', 2))
    expect(text(await desk.hear('W'))).toBe(
      sent('W', 2, '55=AAPL|262=deep|268=3|269=0|270=149.95|271=1010|346=2|269=0|270=149.9|271=20|346=2|269=1|270=150.05|271=800|346=1'),
    )
    trader.say('D', order('b4', 1, 5, '150'))
    await trader.hear('8')
    look()
    expect(said(await desk.hear('X'))).toBe('268=2|279=2|269=0|55=AAPL|270=149.9|279=0|269=0|55=AAPL|270=150|271=5|346=1')
    trader.say('F', `11=x1|41=b4|55=AAPL|54=1|${NOW}`)
    trader.say('F', `11=x2|41=b1|55=AAPL|54=1|${NOW}`)
    await trader.hearMany(2)
    look()
    expect(said(await desk.hear('X'))).toBe(
      '268=3|279=2|269=0|55=AAPL|270=150|279=1|269=0|55=AAPL|270=149.95|271=1000|346=1|279=0|269=0|55=AAPL|270=149.9|271=20|346=2',
    )
  })

  test('tells each trade once; a later snapshot has the last one', async () => {
    desk.say('V', `262=t|263=1|264=1|267=1|269=2|${symbols('AAPL')}`)
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=1|269=2|270=0|271=0')
    const trader = await under.logOn('DESK2')
    trader.say('D', order('s1', 2, 4, '150', 'ACC2'))
    trader.say('D', order('b1', 1, 10, '150'))
    await trader.hearMany(4)
    look()
    expect(said(await desk.hear('X'))).toBe('268=1|279=0|269=2|278=1|55=AAPL|270=150|271=4|272=20261120|273=15:04:05.123')
    desk.say('V', `262=s|263=0|264=1|267=1|269=2|${symbols('AAPL')}`)
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=1|269=2|270=150|271=4|272=20261120|273=15:04:05.123')
  })

  test('263=0 is one snapshot and nothing more; its MDReqID can be used again', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    const snapshot = `262=once|263=0|264=1|267=1|269=0|${symbols('AAPL')}`
    for (const bid of ['149.95', '149.96']) {
      await quote(`${bid} x 1000`, '150.05 x 800')
      look()
      desk.say('V', snapshot)
      expect((await desk.hearAll()).map(said)).toEqual([`55=AAPL|268=1|269=0|270=${bid}|271=1000|346=1`])
    }
  })

  test('265=0 tells every change as a snapshot', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    desk.say('V', book('full', 1, '|265=0'))
    await desk.hear('W')
    await quote('149.95 x 900', '150.05 x 800')
    look()
    expect(text(await desk.hear('W'))).toBe(
      sent('W', 3, '55=AAPL|262=full|268=2|269=0|270=149.95|271=900|346=1|269=1|270=150.05|271=800|346=1', '20261120-15:04:05.173'),
    )
  })

  test('265=0 is no snapshot more where nothing has changed that was asked for', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    desk.say('V', `262=bids|263=1|264=1|265=0|267=1|269=0|${symbols('AAPL')}`)
    await desk.hear('W')
    await quote('149.95 x 1000', '150.06 x 800')
    look()
    expect(await desk.hearAll()).toEqual([])
  })

  test('265=0 is a snapshot of the last trade where a split puts it into new shares, and where a reset leaves none', async () => {
    const trader = await under.logOn('DESK2')
    trader.say('D', order('s1', 2, 4, '150', 'ACC2'))
    trader.say('D', order('b1', 1, 4, '150'))
    await trader.hearMany(4)
    look()
    desk.say('V', `262=last|263=1|264=1|265=0|267=1|269=2|${symbols('AAPL')}`)
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=1|269=2|270=150|272=20261120|273=15:04:05.123')
    const terms = { type: 'split', numerator: 2, denominator: 1 } as const
    await under.run({ type: 'AnnounceCorporateAction', market: 0, symbol: 'AAPL', exDay: day('2026-11-23'), terms })
    look()
    expect(await desk.hearAll()).toEqual([])
    await under.run({ type: 'EndTradingDay', market: 0, nextDay: day('2026-11-23') })
    look()
    expect((await desk.hearAll()).map(said)).toEqual(['55=AAPL|268=1|269=2|270=75|272=20261120|273=15:04:05.123'])
    await under.run({ type: 'ResetMarket', market: 0, partner: 0, quotes: [], accounts: [] })
    look()
    expect((await desk.hearAll()).map(said)).toEqual(['55=AAPL|268=1|269=2|270=0|271=0'])
  })

  test('a side that stays empty is not spoken of', async () => {
    desk.say('D', order('s1', 2, 8, '150.05'))
    await desk.hear('8')
    look()
    desk.say('V', book('m1', 1))
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=1|269=1|270=150.05|271=8|346=1')
    desk.say('D', order('s2', 2, 1, '150.05'))
    await desk.hear('8')
    look()
    expect(said(await desk.hear('X'))).toBe('268=1|279=1|269=1|55=AAPL|270=150.05|271=9|346=2')
  })

  test('a level that has as many shares of more orders is told again', async () => {
    for (const id of ['c1', 'c2']) desk.say('D', order(id, 1, 2, '140'))
    desk.say('D', order('c3', 1, 1, '139'))
    await desk.hearMany(3)
    look()
    desk.say('V', book('m1', 2))
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=2|269=0|270=140|271=4|346=2|269=0|270=139|271=1|346=1')
    desk.say('F', `1=ACC1|11=f2|41=c2|55=AAPL|54=1|${NOW}`)
    desk.say('D', order('c4', 1, 1, '140'))
    desk.say('D', order('c5', 1, 1, '140'))
    await desk.hearMany(3)
    look()
    expect(said(await desk.hear('X'))).toBe('268=1|279=1|269=0|55=AAPL|270=140|271=4|346=3')
  })

  test('263=0 of more symbols than are told in one go is a snapshot of each', async () => {
    const instrument = under.engine.state.instruments[0]!
    const names = Array.from({ length: 45 }, (_, index) => `S${index}`)
    for (const symbol of names) await under.run({ type: 'ListInstrument', instrument: { ...instrument, symbol } })
    desk.say('V', `262=once|263=0|264=1|267=1|269=0|${symbols(...names)}`)
    expect((await desk.hearMany(names.length)).map((message) => message.pick(35, 55))).toEqual(names.map((name) => `35=W|55=${name}`))
    desk.say('V', `262=once|263=0|264=1|267=1|269=0|${symbols('S0')}`)
    expect((await desk.hearAll()).map((message) => message.pick(35, 55))).toEqual(['35=W|55=S0'])
  })

  test('a hundred levels are a depth that can be had', async () => {
    desk.say('V', book('m1', 100))
    expect((await desk.hearAll()).map((message) => message.pick(35, 262))).toEqual(['35=W|262=m1'])
  })

  test('asked more often than the session may ask, it is refused, as x and g are', async () => {
    await under.close()
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 1 }] })
    desk = await under.logOn('DESK1')
    desk.say('g', '335=g1|263=0')
    desk.say('V', top('m1', 'AAPL'))
    desk.say('x', '320=x1|559=4')
    desk.say('g', '335=g2|263=0')
    const text58 = '58=More messages a second than the session may send'
    expect((await desk.hearAll()).map(({ type, body }) => `35=${type}|${body}`)).toEqual([
      '35=h|335=g1|336=1|338=1|339=2|340=2|625=3',
      `35=Y|${text58}|262=m1|281=2`,
      '35=y|320=x1|322=x1.1|393=0|560=4|893=Y',
      `35=h|${text58}|335=g2|336=1|340=6|567=99`,
    ])
  })

  test('263=2 ends a subscription', async () => {
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    desk.say('V', '262=m1|263=2|264=1|267=1|269=0|146=1|55=AAPL')
    expect(await desk.hearAll()).toEqual([])
    await quote('149.95 x 1000', '150.05 x 800')
    look()
    expect(await desk.hearAll()).toEqual([])
  })

  test('264=0 is the book of a hundred levels a side', async () => {
    for (let cents = 0; cents < 101; cents++) desk.say('D', order(`c${cents}`, 1, 1, (149.9 - cents / 100).toFixed(2)))
    await desk.hearMany(101)
    look()
    desk.say('V', `262=full|263=0|264=0|267=1|269=0|${symbols('AAPL')}`)
    const snapshot = await desk.hear('W')
    const prices = snapshot.fields.filter(([tag]) => tag === 270).map(([, price]) => price)
    expect([snapshot.get(268), prices.length, prices[0], prices.at(-1)]).toEqual(['100', 100, '149.9', '148.91'])
  })

  test('the close of the day before is an entry with 286=4', async () => {
    desk.say('V', `262=c|263=0|264=1|267=1|269=5|${symbols('AAPL')}`)
    expect(said(await desk.hear('W'))).toBe('55=AAPL|268=1|269=5|270=150|286=4')
  })

  test.each([
    ['an unknown symbol', `262=r|263=1|264=1|267=1|269=0|146=2|55=AAPL|55=NOPE`, '58=Unknown symbol NOPE|262=r|281=0'],
    ['an option', `${book('r', 1)}|461=OCASPS`, '58=A Symbol(55) with terms that no share has|262=r|281=0'],
    ['a depth that is too large', book('r', 101), '58=MarketDepth(264) may be 0 to 100|262=r|281=5'],
    ['a book that is not aggregated', book('r', 1, '|266=N'), '58=Orders of one price are one entry: AggregatedBook(266)=Y|262=r|281=7'],
    [
      'an entry type that is not there',
      `262=r|263=1|264=1|267=1|269=9|${symbols('AAPL')}`,
      '58=MDEntryType(269) 9 is not supported|262=r|281=8',
    ],
    ['a trading session', `${book('r', 1)}|386=1|336=2`, '58=NoTradingSessions(386) is not supported|262=r|281=9'],
    ['prices of open and close', book('r', 1, '|286=0'), '58=OpenCloseSettlFlag(286) is not supported|262=r|281=B'],
    ['implicit deletes', book('r', 1, '|547=Y'), '58=Levels are deleted one by one: MDImplicitDelete(547)=N|262=r|281=C'],
    [
      'the end of a subscription that there is none of',
      `262=r|263=2|264=1|267=1|269=0|${symbols('AAPL')}`,
      '58=MDReqID(262) is not known|262=r',
    ],
  ])('%s is refused with Y', async (_, request, answer) => {
    desk.say('V', request)
    expect((await desk.hearAll()).map(text)).toEqual([sent('Y', 2, answer)])
  })

  test('an MDReqID that is in use is refused with 281=1, and more symbols than a session may have with 281=2', async () => {
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    desk.say('V', book('m1', 1))
    expect((await desk.hear('Y')).body).toBe('58=MDReqID(262) is in use|262=m1|281=1')
    for (let index = 0; index < 49; index++) desk.say('V', top(`w${index}`, 'AAPL', 'MSFT', 'PENY', 'WHOLE'))
    for (let index = 0; index < 4 * 49; index++) await desk.hear('W')
    desk.say('V', top('w49', 'AAPL', 'MSFT', 'PENY', 'WHOLE'))
    desk.say('V', top('w50', 'AAPL', 'MSFT', 'PENY'))
    desk.say('V', top('w51', 'AAPL'))
    const refused = (id: string): string => `58=A session may have 200 symbols at a time|262=${id}|281=2`
    const answers = (await desk.hearAll()).map((message) => (message.type === 'W' ? message.pick(262) : message.body))
    expect(answers).toEqual([refused('w49'), '262=w50', '262=w50', '262=w50', refused('w51')])
  })

  test('without entry types or without symbols is a Reject, and its MDReqID is not in use', async () => {
    desk.say('V', `262=m1|263=1|264=1|267=0|${symbols('AAPL')}`)
    desk.say('V', '262=m1|263=1|264=1|267=1|269=0|146=0')
    desk.say('V', top('m1', 'MSFT'))
    expect((await desk.hearAll()).map(text)).toEqual([
      sent('3', 2, '45=2|58=Value is incorrect (out of range) for this tag|371=267|372=V|373=5'),
      sent('3', 3, '45=3|58=Value is incorrect (out of range) for this tag|371=146|372=V|373=5'),
      sent('W', 4, '55=MSFT|262=m1|268=1|269=0|270=0|271=0'),
    ])
  })

  test('a drop-copy session may not ask: 380=6', async () => {
    const drop = await under.logOn('DROP1')
    for (const [type, id, body] of [
      ['V', 'm1', book('m1', 1)],
      ['x', 'x1', '320=x1|559=4'],
      ['g', 'g1', '335=g1|263=0'],
    ] as const) {
      drop.say(type, body)
      expect((await drop.hear('j')).pick(372, 379, 380)).toBe(`372=${type}|379=${id}|380=6`)
    }
  })

  test('the answers go where the request came from', async () => {
    desk.say('V', book('m1', 1), { header: '115=TRADER|116=SUB' })
    expect((await desk.hear('W')).pick(128, 129)).toBe('128=TRADER|129=SUB')
    await quote('149.95 x 1000', '150.05 x 800')
    look()
    expect((await desk.hear('X')).pick(128, 129)).toBe('128=TRADER|129=SUB')
  })
})

describe('a session that reads slowly', () => {
  test('hears the newest of each symbol once it reads again, whatever came in between', async () => {
    await quote('100 x 1', '200 x 1')
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    const connection = under.gateway.connectionOf(under.book())!
    desk.pause()
    // what the client leaves unread fills the buffers of the system, then the gateway's
    for (let index = 0; connection.outbox.hasRoom; index++) {
      desk.say('1', `112=${'x'.repeat(60_000)}`)
      if (index % 20 === 19) await until(() => under.book().nextInbound === desk.next || !connection.outbox.hasRoom)
    }
    for (let bid = 101; bid <= 150; bid++) {
      await quote(`${bid} x 1`, '200 x 1')
      look()
    }
    desk.resume()
    const updates = []
    for (;;) {
      const update = await desk.hearLater('X')
      updates.push(said(update))
      if (update.get(270) === '150') break
    }
    // the one that was on its way when the reader stopped, and the last
    expect(updates.length).toBeLessThanOrEqual(2)
    expect(updates.at(-1)).toBe('268=1|279=1|269=0|55=AAPL|270=150|271=1|346=1')
  })
})

test('each subscription has its turn, however fast the symbols of others change', async () => {
  const { marketData, view, rules } = under.gateway
  const { outbox } = under.gateway.connectionOf(under.book())!
  const said: MarketDataMessage[] = []
  const session = new MarketDataSession({ ...marketData!, view, rules, partner: 0, outbox, say: (message) => said.push(message) })
  const ids = Array.from({ length: 50 }, (_, index) => `m${index}`)
  const message = new MessageView()
  for (const id of ids) {
    const bytes = desk.bytes('V', book(id, 1))
    message.load(bytes, 0, bytes.length)
    session.take(message, false)
    session.sent()
  }
  said.length = 0
  let looks = 0
  const onReady = (): void => void (watcher.take(), looks++)
  const watcher = marketData!.publisher.subscribe({ market: 0, instruments: [0], levels: 1, auctions: false, onReady })
  watcher.take()
  for (const round of [1, 2]) {
    await quote(`${100 + round} x 1`, '200 x 1')
    look()
    await until(() => looks === round)
    session.sent()
  }
  expect(said.length).toBe(60)
  expect(new Set(said.map(({ requestId }) => requestId))).toEqual(new Set(ids))
  session.clear()
  watcher.end()
})

describe('the numbers of market data', () => {
  test('are filled by a resend as those of session messages are, while reports between them are sent again', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    desk.say('D', order('b1', 1, 10, '149.96'))
    const report = await desk.hear('8')
    look()
    await desk.hear('X')
    desk.say('2', '7=1|16=0')
    const again = await desk.hearMany(3)
    expect(again.map((message) => message.pick(35, 34, 43, 36, 123))).toEqual([
      '35=4|34=1|43=Y|36=3|123=Y',
      '35=8|34=3|43=Y',
      '35=4|34=4|43=Y|36=5|123=Y',
    ])
    expect(again[1]!.body).toBe(report.body)
    expect(await desk.hearAll()).toEqual([])
  })

  test('go on over a restart, and the inbound numbers of V, x and g count', async () => {
    await quote('149.95 x 1000', '150.05 x 800')
    desk.say('V', book('m1', 1))
    desk.say('x', '320=x|559=0|55=AAPL')
    desk.say('g', '335=g|263=0')
    await desk.hearMany(3)
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({ clock, directory })
    desk = await under.logOn('DESK1', { number: 5 })
    expect(desk.heard.map((message) => message.pick(35, 34))).toEqual(['35=A|34=5'])
    expect(under.book().nextInbound).toBe(6)
  })

  test('a subscription ends with its connection', async () => {
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    await desk.logout()
    desk = await under.logOn('DESK1', { number: 4 })
    await quote('149.95 x 1000', '150.05 x 800')
    look()
    expect(await desk.hearAll()).toEqual([])
    desk.say('V', book('m1', 1))
    await desk.hear('W')
  })

  test('a subscription ends when the numbers start over', async () => {
    desk.say('V', book('m1', 1))
    await desk.hear('W')
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    await desk.hear('A')
    desk.next = 2
    await quote('149.95 x 1000', '150.05 x 800')
    look()
    expect(await desk.hearAll()).toEqual([])
  })
})

describe('SecurityListRequest', () => {
  const AAPL = '55=AAPL|167=CS|107=AAPL Inc|15=USD'

  test('of one symbol', async () => {
    desk.say('x', '320=r1|559=0|55=AAPL')
    expect(text(await desk.hear('y'))).toBe(sent('y', 2, `146=1|${AAPL}|320=r1|322=r1.1|393=1|560=0|893=Y`))
  })

  test('has the exchange of a security where it has a code, whatever an exchange is called', async () => {
    for (const [index, exchange] of ['NYSE ARCA', 'IEX', 'constructor', '__proto__'].entries()) {
      await under.run({ type: 'ListInstrument', instrument: { ...under.engine.state.instruments[0]!, symbol: `S${index}`, exchange } })
      desk.say('x', `320=r1|559=0|55=S${index}`)
      expect((await desk.hear('y')).pick(55, 207)).toBe(`55=S${index}${index === 0 ? '|207=ARCX' : ''}`)
    }
  })

  test('of all comes in fragments of 100, the last of which says so', async () => {
    for (let index = 5; index < 230; index++) {
      const instrument = { ...under.engine.state.instruments[0]!, symbol: `S${index}`, exchange: 'NASDAQ' }
      await under.run({ type: 'ListInstrument', instrument })
    }
    desk.say('x', '320=all|559=4')
    const lists = await desk.hearMany(3)
    expect(lists.map((list) => list.pick(35, 320, 322, 393, 560, 893, 146))).toEqual([
      '35=y|320=all|322=all.1|393=230|560=0|893=N|146=100',
      '35=y|320=all|322=all.2|393=230|560=0|893=N|146=100',
      '35=y|320=all|322=all.3|393=230|560=0|893=Y|146=30',
    ])
    const listed = lists.flatMap(({ fields }) => fields.filter(([tag]) => tag === 55).map(([, symbol]) => symbol))
    expect(listed).toEqual(under.engine.state.instruments.map(({ symbol }) => symbol))
    expect(lists[2]!.pick(207)).toBe('207=XNAS')
  })

  test.each([
    ['an unknown symbol', '559=0|55=NOPE', 2],
    ['an option', '559=0|55=AAPL|200=202612|202=150', 2],
    ['no symbol where one is called for', '559=0', 1],
    ['no security type where one is called for', '559=1', 1],
    ['a security type that nothing has', '559=1|167=OPT', 2],
    ['a product', '559=2|460=5', 5],
    ['updates', '559=4|263=1', 5],
  ])('of %s is answered with 560', async (_, request, result) => {
    desk.say('x', `320=r1|${request}`)
    expect(text(await desk.hear('y'))).toBe(sent('y', 2, `320=r1|322=r1.1|393=0|560=${result}|893=Y`))
  })

  test('of common stock is all of them', async () => {
    desk.say('x', '320=r1|559=1|167=CS')
    expect((await desk.hear('y')).pick(393, 560, 893)).toBe('393=5|560=0|893=Y')
  })
})

describe('TradingSessionStatusRequest', () => {
  test('a market that is always open', async () => {
    desk.say('g', '335=g1|263=0')
    expect(text(await desk.hear('h'))).toBe(sent('h', 2, '335=g1|336=1|338=1|339=2|340=2|625=3'))
  })

  test('a session that there is none of is refused', async () => {
    desk.say('g', '335=g1|336=NIGHT|263=0')
    expect(text(await desk.hear('h'))).toBe(sent('h', 2, '335=g1|336=NIGHT|340=6|567=1'))
  })

  test('while the kill switch is on trading is halted', async () => {
    await under.run({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'op' })
    desk.say('g', '335=g1|263=0')
    expect((await desk.hear('h')).pick(340)).toBe('340=1')
  })
})

describe('the sessions of US equities', () => {
  const HOURS = '341=20261120-09:00:00.000|342=20261120-14:30:00.000|344=20261120-21:00:00.000|345=20261121-01:00:00.000'

  test('are told with their hours, and again whenever one of them begins or trading is halted', async () => {
    const open = await GatewayUnderTest.start({ clock, rules: { session: 'us_equities' } })
    const client = await open.logOn('DESK1')
    client.say('g', '335=g1|263=1')
    expect(text(await client.hear('h'))).toBe(sent('h', 2, `335=g1|336=1|338=1|339=2|340=2|${HOURS}|625=3`))
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-20T21:00:00Z') })
    expect(text(await client.hear('h'))).toBe(sent('h', 3, `325=Y|335=g1|336=1|338=1|339=2|340=2|${HOURS}|625=5`))
    await open.run({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'op' })
    expect((await client.hear('h')).pick(325, 340)).toBe('325=Y|340=1')
    client.say('g', '335=g1|263=2')
    await client.hear('h')
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-21T01:00:00Z') })
    expect(await client.hearAll()).toEqual([])
    await open.close()
  })

  test('are watched for sixteen requests of a session at most, and told where each was asked from', async () => {
    const open = await GatewayUnderTest.start({ clock, rules: { session: 'us_equities' } })
    const client = await open.logOn('DESK1')
    for (let index = 0; index < 17; index++) client.say('g', `335=g${index}|263=1`, { header: '115=TRADER' })
    const answers = (await client.hearMany(17)).map((status) => status.pick(128, 340, 567))
    expect(answers).toEqual([...Array<string>(16).fill('128=TRADER|340=2'), '128=TRADER|340=6|567=99'])
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-20T21:00:00Z') })
    const changes = (await client.hearMany(16)).map((status) => status.pick(128, 325))
    expect(changes).toEqual(Array<string>(16).fill('128=TRADER|325=Y'))
    await open.close()
  })

  test('are told no more to a session that has gone, nor when it is back', async () => {
    const open = await GatewayUnderTest.start({ clock, rules: { session: 'us_equities' } })
    const before = await open.logOn('DESK1')
    before.say('g', '335=g1|263=1')
    await before.hear('h')
    await before.drop()
    await open.goneFrom('DESK1')
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-20T21:00:00Z') })
    const back = await open.logOn('DESK1', { number: before.next })
    expect(back.heard.map(({ number }) => number)).toEqual([3])
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-21T01:00:00Z') })
    expect(await back.hearAll()).toEqual([])
    await open.close()
  })

  test('an auction shows where it would clear, as long as orders wait for it', async () => {
    const open = await GatewayUnderTest.start({ clock, rules: { session: 'us_equities' } })
    const client = await open.logOn('DESK1')
    client.say('V', `262=i|263=1|264=1|267=1|269=A|${symbols('AAPL')}`)
    expect(said(await client.hear('W'))).toBe('55=AAPL|268=1|269=A|270=0|271=0')
    const size = 1_000_000_000_000
    const quote = { bidTicks: 1_499_500, askTicks: 1_500_500, bidLots: size, askLots: size }
    await open.run({ type: 'MoveQuote', market: 0, symbol: 'AAPL', quote })
    client.say('D', `${order('c1', 1, 10, '151')}|59=7`)
    await client.hear('8')
    look()
    expect(said(await client.hear('X'))).toBe('268=1|279=0|269=A|55=AAPL|270=150.05|271=990|625=4|277=Q')
    client.say('V', `262=s|263=0|264=1|267=1|269=A|${symbols('AAPL')}`)
    expect(said(await client.hear('W'))).toBe('55=AAPL|268=1|269=A|270=150.05|271=990|625=4|277=Q')
    client.say('D', `${order('c2', 1, 2000, '151')}|59=7`)
    await client.hear('8')
    look()
    expect(said(await client.hear('X'))).toBe('268=1|279=1|269=A|55=AAPL|270=150.05|271=1010|625=4|277=P')
    await open.run({ type: 'SetClock', market: 0, to: Date.parse('2026-11-20T21:00:00Z') })
    look()
    expect(said(await client.hearLater('X'))).toBe('268=1|279=2|269=A|55=AAPL|625=4')
    await open.close()
  })
})
