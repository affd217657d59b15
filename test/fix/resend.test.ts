import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import { MOST_TOLD_AT_ONCE } from '../../src/fix/past/past-telling.ts'
import { Replay } from '../../src/fix/past/replay.ts'
import { Voice } from '../../src/fix/outbound/session-renderer.ts'
import { damageEvents, seal, takeOut, vanish } from '../storage/support/archived.ts'
import type { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

let clock: ManualClock
let under: GatewayUnderTest

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({
    clock,
    sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }, { senderCompId: 'DESK2' }, { senderCompId: 'DROP1', kind: 'drop-copy' }],
    rules: { maxOpenOrders: 0, selfMatch: 'off' },
  })
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
const order = (id: string, side = 1, price = '1'): string => `11=${id}|55=AAPL|54=${side}|${NOW}|40=2|44=${price}|38=1`

/** So many events that concern no session, in batches of 500. */
async function happensToOthers(events: number): Promise<void> {
  const end = under.sequencer.nextPosition + events
  while (under.sequencer.nextPosition < end) {
    for (let count = 0; count < 500; count++) under.sequencer.submit({ type: 'GrantHoldings', account: 0, cashCents: 1, positions: [] })
    await under.sequencer.drain()
  }
}

/** How many positions of the journal have been read since, the same ones again included. */
function lookedAt(): () => number {
  let positions = 0
  const pastBatches = under.reader.pastBatches.bind(under.reader)
  vi.spyOn(under.reader, 'pastBatches').mockImplementation((...query) => {
    const found = pastBatches(...query)
    for (const batch of found) positions += batch.positions
    return found
  })
  return () => positions
}

/** What was said under a number first, but for what a resend changes. */
const unchanged = (message: FixMessage): string => `${message.number} ${message.type} ${message.body}`

describe('a ResendRequest', () => {
  test('has application messages sent again, equal in the body, with PossDupFlag and OrigSendingTime', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    desk.say('D', order('c2', 2))
    desk.say('F', `11=x1|41=nope|55=AAPL|54=1|${NOW}`)
    desk.say('q', `11=q1|530=3|${NOW}`)
    desk.say('E', '')
    const first = await desk.hearMany(7)
    clock.advance(1_000)
    desk.say('2', '7=2|16=8')
    const again = await desk.hearMany(7)
    expect(again.map(unchanged)).toEqual(first.map(unchanged))
    expect(again.map((message) => message.pick(43, 52, 122))).toEqual(
      first.map((message) => `43=Y|52=20261120-15:04:06.123|122=${message.get(52)!}`),
    )
    expect(new Set(first.map(({ type }) => type))).toEqual(new Set(['8', '9', 'r', 'j']))
  })

  test('behind a clock that was set back has no OrigSendingTime later than its SendingTime, which clients refuse', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    clock.setBy(-1_000)
    desk.say('2', '7=2|16=2')
    expect((await desk.hear('8')).pick(34, 43, 52, 122)).toBe('34=2|43=Y|52=20261120-15:04:04.123|122=20261120-15:04:04.123')
  })

  test('has each run of session messages filled as one gap, with the first number of the run', async () => {
    const desk = await under.logOn()
    desk.say('1', '112=a')
    desk.say('1', '112=b')
    desk.say('D', order('c1'))
    desk.say('1', '112=c')
    desk.say('ZZ', '')
    await desk.hearMany(5)
    desk.say('2', '7=1|16=0')
    expect((await desk.hearAll()).map((message) => message.pick(35, 34, 43, 36, 123, 11))).toEqual([
      '35=4|34=1|43=Y|36=4|123=Y',
      '35=8|34=4|43=Y|11=c1',
      '35=4|34=5|43=Y|36=7|123=Y',
    ])
    expect(under.metrics.fix).toMatchObject({ messagesOut: desk.heard.length, messagesIn: desk.next - 1, resendRequestsIn: 1, resent: 1 })
  })

  test('for more than was sent is answered up to what there is, and for nothing with nothing', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    desk.say('2', '7=2|16=500')
    expect((await desk.hearAll()).map((message) => message.pick(35, 34))).toEqual(['35=8|34=2'])
    desk.say('2', '7=400|16=500')
    expect(await desk.hearAll()).toEqual([])
  })

  test('that is repeated while it is being answered is not answered twice; afterwards it is', async () => {
    const desk = await under.logOn()
    desk.sayRaw(Buffer.concat(Array.from({ length: 3_000 }, (_, index) => desk.bytes('D', order(`c${index}`)))))
    await desk.hearMany(3_000)
    desk.sayRaw(Buffer.concat([desk.bytes('2', '7=2|16=0'), desk.bytes('2', '7=2|16=0'), desk.bytes('2', '7=100|16=200')]))
    const again = await desk.hearMany(3_000)
    expect(again.map(({ number }) => number)).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 2))
    expect(await desk.hearAll()).toEqual([])
    desk.say('2', '7=2|16=3')
    expect((await desk.hearAll()).map(({ number }) => number)).toEqual([2, 3])
  })

  test('that asks for all of a gap anew with each message behind it has every number sent once', async () => {
    const desk = await under.logOn()
    desk.sayRaw(Buffer.concat(Array.from({ length: 3_000 }, (_, index) => desk.bytes('D', order(`c${index}`)))))
    await desk.hearMany(3_000)
    const growing = Array.from({ length: 50 }, (_, index) => desk.bytes('2', `7=1000|16=${2_001 + index}`))
    desk.sayRaw(Buffer.concat([...growing, desk.bytes('2', '7=500|16=2500'), desk.bytes('2', '7=2100|16=0')]))
    const again = (await desk.hearMany(2_502)).map(({ number }) => number)
    expect(again.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2_502 }, (_, index) => index + 500))
    expect(await desk.hearAll()).toEqual([])
  })

  test('is one too many where a hundred others wait: the client is logged out', async () => {
    const desk = await under.logOn()
    desk.sayRaw(Buffer.concat(Array.from({ length: 1_000 }, (_, index) => desk.bytes('D', order(`c${index}`)))))
    await desk.hearMany(1_000)
    // apart, so that no two of them are one range
    const apart = Array.from({ length: 500 }, (_, index) => desk.bytes('2', `7=${2 * index + 2}|16=${2 * index + 2}`))
    desk.sayRaw(Buffer.concat(apart))
    await until(() => desk.heard.some(({ type }) => type === '5'))
    expect(desk.heard.find(({ type }) => type === '5')!.get(58)).toBe('More than 100 ranges of numbers wait to be sent again')
  })

  test('does not hold up live messages, and neither is doubled', async () => {
    const desk = await under.logOn()
    desk.sayRaw(Buffer.concat(Array.from({ length: 5_000 }, (_, index) => desk.bytes('D', order(`c${index}`)))))
    await desk.hearMany(5_000)
    const heard = desk.heard.length
    desk.say('2', '7=2|16=5001')
    desk.say('D', order('live'))
    await until(() => desk.heard.length >= heard + 5_001)
    const said = desk.heard.slice(heard)
    const live = said.findIndex((message) => message.get(11) === 'live')
    expect(live).toBeLessThan(4_000)
    expect(said.filter((message) => message.get(43) === 'Y').map(({ number }) => number)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 2),
    )
    expect(said.length).toBe(5_001)
  })

  test('reaches back over a restart, with the same ExecIDs', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1', 1, '150'))
    desk.say('D', order('c2', 2, '150'))
    const first = await desk.hearMany(4)
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({ clock, directory })
    const again = await under.logOn('DESK1', { number: 4 })
    again.say('2', '7=2|16=5')
    expect((await again.hearMany(4)).map(unchanged)).toEqual(first.map(unchanged))
  })

  test('that crosses a SequenceReset of the client is answered all the same', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    desk.sayRaw(Buffer.concat([desk.bytes('2', '7=2|16=0'), desk.bytes('4', '36=50')]))
    expect((await desk.hear('8')).pick(34, 43, 11)).toBe('34=2|43=Y|11=c1')
    desk.next = 50
    expect(await desk.hearAll()).toEqual([])
  })

  test('is never answered with less than there was: an event that the journal has lost ends the process', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    const batches = under.reader.pastBatches(1, { batches: 1_000, bytes: Infinity })
    const reader = {
      pastBatches: (from: number) =>
        batches.filter(({ position }) => position >= from).map((batch) => ({ ...batch, event: () => undefined })),
    }
    const replay = new Replay({ book: under.book(), reader, begin: 1, end: 2, toNewest: true })
    expect(() => replay.step(under.gateway.renderer, new Voice(under.settings[0]!), 0)).toThrow(
      /the journal has no event at position \d+, which was sent to session 1/,
    )
    under.gateway.renderer.take()
  })

  test.each([
    ['has vanished', vanish],
    ['is damaged', damageEvents],
  ])('of what lies in an archive that %s ends the session with a reason, and is answered when that is mended', async (_fault, harm) => {
    const desk = await under.logOn()
    for (let index = 0; index < 5; index++) {
      desk.say('D', order(`c${index}`))
      await desk.hear('8')
    }
    const [, , third, fourth] = under.reader.batches(1, { batches: 1_000 }).filter(({ sessions }) => sessions.length > 0)
    const { path } = seal(under.directory, { first: 1, last: fourth!.position - 1 })
    takeOut(under.directory, fourth!.position)
    const mend = harm(path, third!.position)
    desk.say('2', '7=1|16=0')
    expect((await desk.hear('5')).get(58)).toBe('Messages of the past can not be read now')
    desk.say('5', '')
    await desk.closed
    const lines = under.logged.filter((line) => line.includes('can not be read')).map((line) => JSON.parse(line) as object)
    expect(lines).toMatchObject([{ level: 'error', session: 'DESK1', complaint: expect.stringContaining(under.directory) as string }])
    mend()
    const back = await under.logOn('DESK1', { number: desk.next })
    back.say('2', '7=1|16=6')
    expect((await back.hearMany(6)).map((message) => message.pick(34, 43, 11))).toEqual([
      '34=1|43=Y',
      ...Array.from({ length: 5 }, (_, index) => `34=${index + 2}|43=Y|11=c${index}`),
    ])
  })

  test('of the newest alone looks at little of the past', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await happensToOthers(40_000)
    desk.say('D', order('c2'))
    await desk.hear('8')
    const looked = lookedAt()
    desk.say('2', '7=3|16=0')
    expect((await desk.hear('8')).pick(34, 43, 11)).toBe('34=3|43=Y|11=c2')
    expect(looked()).toBeGreaterThan(0)
    expect(looked()).toBeLessThan(20_000)
  })

  test('after ResetSeqNumFlag finds nothing of before', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.logout()
    const again = await under.connect()
    again.logon('98=0|108=30|141=Y')
    expect((await again.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    again.say('2', '7=1|16=0')
    expect((await again.hearAll()).map((message) => message.pick(35, 34, 36))).toEqual(['35=4|34=1|36=2'])
  })
})

describe('a session that was away', () => {
  let drop: FixClient

  test('is told everything after its next Logon, in order and once, with numbers of then', async () => {
    const desk = await under.logOn()
    drop = await under.logOn('DROP1')
    await drop.logout()
    for (let index = 0; index < 700; index++) desk.say('D', order(`c${index}`))
    await desk.hearMany(700)
    clock.advance(5_000)
    drop = await under.logOn('DROP1', { number: 3 })
    const told = await drop.hearMany(700)
    expect(told.map((message) => message.pick(34, 43, 52, 11, 797))).toEqual(
      Array.from({ length: 700 }, (_, index) => `34=${index + 4}|52=20261120-15:04:10.123|11=c${index}|797=Y`),
    )
    desk.say('D', order('live'))
    expect((await drop.hear('8')).pick(34, 11)).toBe('34=704|11=live')
    expect(await drop.hearAll()).toEqual([])
  })

  test('and returns in the middle of a storm misses nothing and hears nothing twice', async () => {
    const desk = await under.logOn()
    drop = await under.logOn('DROP1')
    await drop.drop()
    await until(() => under.gateway.connectionOf(under.book('DROP1')) === undefined)
    const ids = Array.from({ length: 4_000 }, (_, index) => `c${index}`)
    for (let from = 0; from < 2_000; from += 100)
      desk.sayRaw(Buffer.concat(ids.slice(from, from + 100).map((id) => desk.bytes('D', order(id)))))
    const returning = under.logOn('DROP1', { number: 2 })
    for (let from = 2_000; from < 4_000; from += 100) {
      desk.sayRaw(Buffer.concat(ids.slice(from, from + 100).map((id) => desk.bytes('D', order(id)))))
      await desk.hearMany(100)
    }
    drop = await returning
    const told = await drop.hearMany(4_000)
    expect(told.map((message) => message.get(11))).toEqual(ids)
    expect(told.map(({ number }) => number)).toEqual(ids.map((_, index) => index + 3))
  })

  test.each([
    ['has vanished', vanish],
    ['is damaged', damageEvents],
  ])('and missed what lies in an archive that %s is logged out with a reason, and told when that is mended', async (_fault, harm) => {
    drop = await under.logOn('DROP1')
    await drop.logout()
    const desk = await under.logOn()
    for (let index = 0; index < 5; index++) {
      desk.say('D', order(`c${index}`))
      await desk.hear('8')
    }
    const told = under.reader.batches(1, { batches: 1_000 }).filter(({ events }) => events.some(({ type }) => type === 'OrderAccepted'))
    const { path } = seal(under.directory, { first: 1, last: told[3]!.position - 1 })
    takeOut(under.directory, told[3]!.position)
    const mend = harm(path, told[1]!.position)
    drop = await under.logOn('DROP1', { number: 3 })
    expect((await drop.hear('5')).get(58)).toBe('Messages of the past can not be read now')
    drop.say('5', '')
    await drop.closed
    mend()
    const back = await under.logOn('DROP1', { number: drop.next })
    expect((await back.hearMany(5)).map((message) => message.pick(11, 797))).toEqual(
      Array.from({ length: 5 }, (_, index) => `11=c${index}|797=Y`),
    )
  })

  test('from the very event on is told that event', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    // turns in which nothing is sealed
    await under.sequencer.drain()
    await under.sequencer.drain()
    under.gateway.connectionOf(under.book())!.cut('for the test')
    const { number } = under.engine.state.openOrders(0)[0]!
    const requester = { kind: 'operator', text: 'gone' } as const
    await under.run({ type: 'CancelOrder', requester, order: { number }, clientOrderId: '', originalClientOrderId: '' })
    const again = await under.logOn('DESK1', { number: 3 })
    expect((await again.hear('8')).pick(11, 150, 378, 58)).toBe('11=c1|150=4|378=4|58=gone')
  })

  test('is told what concerned it without a look at all the rest', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    desk.say('D', order('c2'))
    await desk.hearMany(2)
    await desk.logout()
    const [first, second] = under.engine.state.openOrders(0)
    const requester = { kind: 'operator', text: 'gone' } as const
    const cancel = ({ number }: { readonly number: number }): Promise<readonly Event[]> =>
      under.run({ type: 'CancelOrder', requester, order: { number }, clientOrderId: '', originalClientOrderId: '' })
    await happensToOthers(20_000)
    await cancel(first!)
    await happensToOthers(20_000)
    await cancel(second!)
    await happensToOthers(20_000)
    const looked = lookedAt()
    const again = await under.logOn('DESK1', { number: 5 })
    expect((await again.hearMany(2)).map((report) => report.pick(34, 11, 150))).toEqual(['34=6|11=c1|150=4', '34=7|11=c2|150=4'])
    // live from here on
    again.say('D', order('c3'))
    expect((await again.hear('8')).pick(34, 11, 150)).toBe('34=8|11=c3|150=0')
    expect(looked()).toBeGreaterThan(2)
    expect(looked()).toBeLessThan(20_000)
  })

  test('since it was made, as at the first start, is told nothing, and little is looked at for it', async () => {
    under.gateway.addSession({ ...under.book().settings, index: 4, id: 'session-4', senderCompId: 'DESK4' })
    await happensToOthers(40_000)
    const looked = lookedAt()
    const desk = await under.logOn('DESK4')
    desk.say('D', order('c1'))
    expect((await desk.hear('8')).pick(34, 11, 150)).toBe('34=2|11=c1|150=0')
    expect(looked()).toBeLessThan(20_000)
  })

  test('has not been away, but more happened at once than is sent at once: it is told all of it', { timeout: 60_000 }, async () => {
    const ids = Array.from({ length: MOST_TOLD_AT_ONCE + 1 }, (_, index) => `c${index}`)
    const desk = await under.logOn()
    for (const id of ids) desk.say('D', order(id))
    await desk.hearMany(ids.length)
    desk.say('q', `11=q1|530=7|${NOW}`)
    expect((await desk.hear('r')).pick(531, 533)).toBe(`531=7|533=${ids.length}`)
    const cancelled = await desk.hearMany(ids.length)
    expect(cancelled.map((report) => report.pick(11, 150))).toEqual(ids.map((id) => `11=${id}|150=4`))
    expect(under.batches.some(({ events }) => events.length > MOST_TOLD_AT_ONCE)).toBe(true)
  })

  test('is told by the accounts that it has when it returns', async () => {
    await under.close()
    under = await GatewayUnderTest.start({
      clock,
      accounts: ['ACC1', 'ACC2'],
      sessions: [{ senderCompId: 'DESK1' }, { senderCompId: 'DROP1', kind: 'drop-copy', accountNumbers: ['ACC2'] }],
    })
    const { id } = under.book('DROP1').settings
    drop = await under.logOn('DROP1')
    await drop.logout()
    const desk = await under.logOn()
    desk.say('D', `1=ACC1|${order('c1')}`)
    await desk.hear('8')
    expect(await under.administration.change(id, { accountNumbers: ['ACC1'] })).toMatchObject({ settings: { accountNumbers: ['ACC1'] } })
    drop = await under.logOn('DROP1', { number: 3 })
    expect((await drop.hear('8')).pick(11, 797)).toBe('11=c1|797=Y')
  })

  test('hears over a restart what it was never told', async () => {
    drop = await under.logOn('DROP1')
    await drop.logout()
    const desk = await under.logOn()
    desk.say('D', order('before'))
    await desk.hear('8')
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({
      clock,
      directory,
      sessions: [{ senderCompId: 'DESK1' }, { senderCompId: 'DESK2' }, { senderCompId: 'DROP1', kind: 'drop-copy' }],
    })
    const again = await under.logOn('DESK1', { number: 3 })
    again.say('D', order('after'))
    await again.hear('8')
    drop = await under.logOn('DROP1', { number: 3 })
    expect((await drop.hearMany(2)).map((message) => message.pick(34, 11))).toEqual(['34=4|11=before', '34=5|11=after'])
    expect(await drop.hearAll()).toEqual([])
  })

  test('and whose books come from a snapshot is told the same', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.logout()
    await under.sequencer.drain()
    const position = under.sequencer.nextPosition
    const books = JSON.parse(JSON.stringify(under.gateway.snapshot(position))) as ReturnType<typeof under.gateway.snapshot>
    const other = new GatewayUnderTest({ clock, sessions: under.settings }, under.gateway.rules)
    other.gateway.restoreSnapshot(books)
    expect(other.gateway.snapshot(position)).toEqual(books)
    expect(books[0]).toEqual({
      session: 1,
      nextInbound: 4,
      nextOutbound: 4,
      toldBefore: position - 1,
      movedAt: clock.epochMs(),
      begunAt: clock.epochMs(),
      isOn: false,
      index: { numbers: [1], positions: [expect.any(Number)] },
    })
    await other.close()
  })
})

describe('the drop copy', () => {
  test('has every order of its accounts, REST orders and other sessions orders included, with 797=Y', async () => {
    const desk = await under.logOn()
    const drop = await under.logOn('DROP1')
    desk.say('D', order('fix1', 1, '150'))
    await desk.hear('8')
    await under.run({
      type: 'PlaceOrder',
      session: 0,
      account: 0,
      clientOrderId: 'rest1',
      symbol: 'AAPL',
      side: 2,
      orderType: 2,
      timeInForce: 0,
      quantityLots: 2e9,
      cashCents: 0,
      limitTicks: 1_500_000,
      stopTicks: 0,
      extendedHours: false,
      possResend: false,
    })
    const told = await drop.hearMany(4)
    expect(told.map((message) => message.pick(11, 150, 39, 32, 797))).toEqual([
      '11=fix1|150=0|39=0|797=Y',
      '11=rest1|150=0|39=0|797=Y',
      '11=fix1|150=F|39=2|32=1|797=Y',
      '11=rest1|150=F|39=1|32=1|797=Y',
    ])
    expect((await desk.hearAll()).map((message) => message.pick(11, 150, 797))).toEqual(['11=fix1|150=F'])
  })

  test('may send nothing itself: j with 380=6, and 380=3 for what nobody may send', async () => {
    const drop = await under.logOn('DROP1')
    drop.say('D', order('c1'))
    drop.say('V', '262=r|263=0|264=1|267=1|269=0|146=1|55=AAPL')
    drop.say('E', '')
    expect((await drop.hearMany(3)).map((message) => message.pick(35, 45, 372, 379, 380))).toEqual([
      '35=j|45=2|372=D|379=c1|380=6',
      '35=j|45=3|372=V|379=r|380=6',
      '35=j|45=4|372=E|380=3',
    ])
  })
})
