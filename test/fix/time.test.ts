import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

let clock: ManualClock
let under: GatewayUnderTest

beforeEach(() => {
  clock = new ManualClock()
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
const order = (id: string, terms = ''): string => `11=${id}|55=AAPL|54=1|${NOW}|40=2|44=1|38=1${terms}`

describe('heartbeats', () => {
  let desk: FixClient

  /** A client that is not read until `finish`: of its gateway one event that waits for its commit is too many. */
  async function startSlow(): Promise<{ readonly slow: FixClient; readonly finish: () => void }> {
    await under.close()
    under = await GatewayUnderTest.start({ clock, maxPendingEvents: 1 })
    const slow = await under.logOn('DESK1', { body: '98=0|108=10' })
    const held = under.heldCommit()
    slow.say('D', order('c1'))
    const finish = await held
    slow.say('D', order('c2'))
    await until(() => under.sequencer.congested)
    return { slow, finish }
  }

  beforeEach(async () => {
    under = await GatewayUnderTest.start({ clock })
    desk = await under.logOn('DESK1', { body: '98=0|108=10' })
  })

  test('one after HeartBtInt without output, in the interval of the client', async () => {
    desk.say('0')
    await desk.hearAll()
    clock.advance(9_999)
    expect(await desk.hearAll()).toEqual([])
    clock.advance(10_000)
    expect((await desk.hear('0')).get(112)).toBeUndefined()
  })

  test('a TestRequest is answered with its id', async () => {
    desk.say('1', '112=are you there')
    expect((await desk.hear('0')).get(112)).toBe('are you there')
  })

  test('after 1.2 intervals without input comes a TestRequest, and any message answers it', async () => {
    clock.advance(10_000)
    await desk.hear('0')
    clock.advance(1_999)
    clock.advance(1)
    await desk.hear('1')
    desk.say('D', order('c1'))
    expect((await desk.hear('8')).get(11)).toBe('c1')
    clock.advance(11_999)
    expect((await desk.hearAll()).map(({ type }) => type)).toEqual(['0'])
  })

  test('after 2.4 intervals without input the connection ends without a Logout', async () => {
    clock.advance(12_000)
    await desk.hearLater('1')
    clock.advance(11_999)
    expect(under.gateway.sessionCounts().logged_on).toBe(1)
    clock.advance(1)
    await desk.closed
    expect(desk.heard.some(({ type }) => type === '5')).toBe(false)
  })

  test('a client that was not asked, because the process stood still, is asked, and has 1.2 intervals to answer', async () => {
    clock.standStill(25_000)
    await desk.hear('1')
    clock.advance(11_999)
    expect(under.gateway.sessionCounts().logged_on).toBe(1)
    clock.advance(1)
    await desk.closed
  })

  test('what a client said while the process stood still is read before it is missed: an answer to a TestRequest', async () => {
    clock.advance(12_000)
    await desk.hearLater('1')
    // as where timers run: what can be read is read behind them
    await nextTurn()
    desk.say('0')
    clock.standStill(20_000)
    desk.say('1', '112=still there')
    expect((await desk.hearLater((message) => message.get(112) === 'still there')).type).toBe('0')
  })

  test('… one to a Logout', async () => {
    const ended = under.administration.disconnect(under.settings[0]!.id)
    await desk.hear('5')
    // as where timers run: what can be read is read behind them
    await nextTurn()
    desk.say('5')
    clock.standStill(5_000)
    await ended
    expect(under.logged.map((line) => (JSON.parse(line) as { reason?: string }).reason).filter(Boolean)).toEqual(['Logout answered'])
    expect(under.book().nextInbound).toBe(3)
  })

  test('… and what fills a gap', async () => {
    desk.say('0', '', { number: 5 })
    await desk.hear('2')
    // as where timers run: what can be read is read behind them
    await nextTurn()
    desk.say('4', '123=Y|36=6', { number: 2, header: '43=Y' })
    clock.standStill(60_000)
    desk.next = 6
    await until(() => under.book().nextInbound === 6)
    expect((await desk.hearAll()).map(({ type }) => type)).not.toContain('5')
  })

  test('what a client says is not missed while it is not read, because too much waits for its commit', async () => {
    const { slow, finish } = await startSlow()
    slow.say('0')
    clock.advance(12_000)
    slow.say('0')
    clock.advance(12_000)
    finish()
    expect((await slow.hearMany(2)).map((report) => report.get(11))).toEqual(['c1', 'c2'])
    expect((await slow.hearAll()).map(({ type }) => type)).not.toContain('5')
  })

  test('a client is asked whether it is there no sooner than if it had spoken as it was read again', async () => {
    const { slow, finish } = await startSlow()
    clock.advance(10_000)
    clock.advance(1_900)
    finish()
    await slow.hearMany(2)
    clock.advance(10_000)
    clock.advance(1_900)
    expect((await slow.hearAll()).map(({ type }) => type)).not.toContain('1')
  })

  test('a client has two seconds for its Logout from when ours goes out, however long the commit before it takes', async () => {
    const held = under.heldCommit()
    desk.say('D', order('c1'))
    const finish = await held
    const ended = under.administration.disconnect(under.settings[0]!.id)
    clock.advance(3_000)
    finish()
    await desk.hearLater('5')
    clock.advance(1_999)
    desk.say('5')
    await ended
    expect(under.logged.map((line) => (JSON.parse(line) as { reason?: string }).reason).filter(Boolean)).toEqual(['Logout answered'])
  })

  test('bytes that make no message are no sign of life', async () => {
    clock.advance(12_000)
    await desk.hearLater('1')
    desk.sayRaw('8=FIX.4.4\x01garbage\x01')
    await until(() => under.metrics.fix.garbled === 1)
    clock.advance(12_000)
    await desk.closed
  })

  test('a Logout of ours is the last that is said: no TestRequest and no Reject behind it', async () => {
    clock.advance(10_500)
    const ended = under.administration.disconnect(under.settings[0]!.id)
    await desk.hearLater('5')
    clock.advance(1_999)
    desk.say('1', '')
    await until(() => under.metrics.fix.messagesIn === 2)
    clock.advance(1)
    await ended
    await desk.closed
    expect(desk.heard.map((message) => message.pick(35, 34))).toEqual(['35=A|34=1', '35=0|34=2', '35=5|34=3'])
    // what was sent behind the Logout was not taken
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([2, 4])
  })

  test('a Logout of ours that is not answered ends with the connection after two seconds', async () => {
    const ended = under.administration.disconnect(under.settings[0]!.id)
    expect((await desk.hear('5')).get(58)).toBe('Disconnected by the operator')
    clock.advance(1_999)
    expect(under.gateway.sessionCounts().logged_on).toBe(1)
    clock.advance(1)
    await ended
    await desk.closed
  })

  test('after our Logout nothing more is taken, and nothing is lost: the number stays expected', async () => {
    const ended = under.administration.disconnect(under.settings[0]!.id)
    await desk.hear('5')
    desk.say('D', order('late'))
    desk.say('5')
    await ended
    await desk.closed
    expect(under.book().nextInbound).toBe(2)
    expect(desk.heard.some(({ type }) => type === '8')).toBe(false)
  })

  test('a ResendRequest that is never answered ends the session', async () => {
    desk.say('0', '', { number: 5 })
    await desk.hear('2')
    for (let elapsed = 0; elapsed < 30_000; elapsed += 5_000) {
      clock.advance(5_000)
      desk.say('0', '', { number: 6 + elapsed / 5_000 })
      await until(() => under.metrics.fix.messagesIn >= 3 + elapsed / 5_000)
    }
    expect((await desk.hearLater('5')).get(58)).toBe('MsgSeqNum 2 is missing and was not sent again')
    await desk.closed
  })

  test('so does a gap that our 789 tells of, which no ResendRequest is sent for', async () => {
    await desk.logout()
    const again = await under.connect('DESK1')
    again.logon('98=0|108=10|789=3', { number: 5 })
    expect((await again.hear('A')).get(789)).toBe('3')
    const { messagesIn } = under.metrics.fix
    for (let elapsed = 0; elapsed < 30_000; elapsed += 5_000) {
      clock.advance(5_000)
      again.say('0', '', { number: 6 + elapsed / 5_000 })
      await until(() => under.metrics.fix.messagesIn > messagesIn + elapsed / 5_000)
    }
    expect((await again.hearLater('5')).get(58)).toBe('MsgSeqNum 3 is missing and was not sent again')
    expect(again.heard.some(({ type }) => type === '2')).toBe(false)
  })

  test('a gap is waited for as long as something of it comes, however slowly', async () => {
    desk.say('0', '', { number: 5 })
    await desk.hear('2')
    for (const number of [2, 3, 4]) {
      clock.advance(20_000)
      desk.say('0', '', { number, header: '43=Y|122=20261120-15:04:05' })
      await until(() => under.book().nextInbound > number)
    }
    desk.next = 6
    expect(under.book().nextInbound).toBe(6)
    expect((await desk.hearAll()).map(({ type }) => type)).not.toContain('5')
  })

  test('a gap is waited for no shorter than a silent client is', async () => {
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    await desk.hear('A')
    desk.say('0', '', { number: 5 })
    await desk.hear('2')
    const { messagesIn } = under.metrics.fix
    for (const [index, ms] of [24_000, 24_000, 23_999].entries()) {
      clock.advance(ms)
      desk.say('0', '', { number: 6 + index })
      await until(() => under.metrics.fix.messagesIn === messagesIn + 1 + index)
    }
    expect(under.gateway.sessionCounts().logged_on).toBe(1)
    clock.advance(1)
    expect((await desk.hearLater('5')).get(58)).toBe('MsgSeqNum 2 is missing and was not sent again')
    await desk.closed
  })
})

describe('the throttle', () => {
  test('over the rate, a D with PossResend of an order that there is still gets its state', async () => {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 2 }] })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    desk.say('D', order('c2'))
    for (const id of ['c1', 'c3']) desk.say('D', order(id), { header: '97=Y' })
    expect((await desk.hearMany(4)).map((message) => message.pick(11, 150, 39, 103))).toEqual([
      '11=c1|150=0|39=0',
      '11=c2|150=0|39=0',
      '11=c1|150=I|39=0',
      '11=c3|150=8|39=8|103=99',
    ])
    desk.say('F', `11=x1|41=c1|55=AAPL|54=1|${NOW}`)
    await desk.hear('8')
    desk.say('D', order('c1').replace('54=1', '54=5'), { header: '97=Y' })
    expect((await desk.hear('8')).pick(11, 150, 39, 54)).toBe('11=c1|150=I|39=4|54=1')
  })

  test('refuses D with 103=99 and G with 102=99 over the rate, and never F', async () => {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 2 }] })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    desk.say('D', order('c2'))
    desk.say('D', order('c3'))
    desk.say('G', `11=r1|41=c1|55=AAPL|54=1|${NOW}|40=2|44=2|38=1`)
    desk.say('F', `11=x1|41=c1|55=AAPL|54=1|${NOW}`)
    desk.say('q', `11=q1|530=7|${NOW}`)
    const said = await desk.hearMany(7)
    expect(said.map((message) => message.pick(35, 11, 150, 39, 102, 103, 434, 531))).toEqual([
      '35=8|11=c1|150=0|39=0',
      '35=8|11=c2|150=0|39=0',
      '35=8|11=c3|150=8|39=8|103=99',
      '35=9|11=r1|39=0|102=99|434=2',
      '35=8|11=x1|150=4|39=4',
      '35=r|11=q1|531=7',
      '35=8|11=c2|150=4|39=4',
    ])
    desk.say('H', `11=c1|55=AAPL|54=1`)
    desk.say('AF', '584=m1|585=7')
    expect((await desk.hearMany(2)).map((message) => message.pick(35, 11, 150, 39, 911))).toEqual([
      '35=8|11=c1|150=I|39=4',
      '35=8|150=I|39=8|911=0',
    ])
    expect(under.metrics.fix.throttled).toBe(2)
    clock.advance(1_000)
    // they take nothing of the rate either
    for (const id of ['q2', 'q3']) desk.say('q', `11=${id}|530=7|${NOW}`)
    for (const id of ['x2', 'x3']) desk.say('F', `11=${id}|41=c1|55=AAPL|54=1|${NOW}`)
    desk.say('D', order('c4'))
    expect((await desk.hearMany(5)).map((message) => message.pick(35, 11, 102, 150))).toEqual([
      '35=r|11=q2',
      '35=r|11=q3',
      '35=9|11=x2|102=0',
      '35=9|11=x3|102=0',
      '35=8|11=c4|150=0',
    ])
  })

  test('ends a session that sends twice the rate for five seconds', async () => {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 1 }] })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    for (let second = 0; second < 6; second++) {
      desk.say('D', order(`a${second}`))
      desk.say('D', order(`b${second}`))
      await until(() => under.metrics.fix.messagesIn === 3 + 2 * second)
      clock.advance(1_000)
    }
    expect((await desk.hearLater('5')).get(58)).toBe('More than twice the permitted messages a second')
  })
})

test('while more waits for its commit than the bound, sockets are not read, and nothing is lost', async () => {
  under = await GatewayUnderTest.start({
    clock,
    sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }],
    rules: { maxOpenOrders: 0 },
    maxPendingEvents: 50,
  })
  const desk = await under.logOn()
  desk.sayRaw(Buffer.concat(Array.from({ length: 5_000 }, (_, index) => desk.bytes('D', order(`c${index}`)))))
  const reports = await desk.hearMany(5_000)
  expect(reports.map((report) => report.get(11))).toEqual(Array.from({ length: 5_000 }, (_, index) => `c${index}`))
})

describe('cancel on disconnect', () => {
  const cancelling = { enabled: true, graceMs: 5_000, onLogout: false, includeGtc: true }

  test('cancels what a lost session left open after the grace window: at once on the drop copy, by resend after its next Logon', async () => {
    under = await GatewayUnderTest.start({
      clock,
      sessions: [
        { senderCompId: 'DESK1', cancelOnDisconnect: cancelling },
        { senderCompId: 'DROP1', kind: 'drop-copy' },
      ],
    })
    const desk = await under.logOn()
    const drop = await under.logOn('DROP1')
    desk.say('D', order('c1'))
    desk.say('D', order('c2', '|59=1'))
    await desk.hearMany(2)
    await drop.hearMany(2)
    await desk.drop()
    await until(() => under.gateway.sessionCounts().logged_on === 1)
    clock.advance(4_999)
    expect(under.engine.state.openOrderCount).toBe(2)
    clock.advance(1)
    const copies = await drop.hearMany(2)
    expect(copies.map((copy) => copy.pick(11, 150, 378, 41, 797))).toEqual(['11=c1|150=4|378=99|797=Y', '11=c2|150=4|378=99|797=Y'])
    const again = await under.logOn('DESK1', { number: 4 })
    expect((await again.hearMany(2)).map((report) => report.pick(11, 150, 378, 41))).toEqual(['11=c1|150=4|378=99', '11=c2|150=4|378=99'])
  })

  test('does nothing when the session is back in time, or has logged out, and can leave GTC orders alone', async () => {
    under = await GatewayUnderTest.start({
      clock,
      sessions: [{ senderCompId: 'DESK1', cancelOnDisconnect: { ...cancelling, includeGtc: false } }],
    })
    const desk = await under.logOn()
    desk.say('D', order('c1', '|59=1'))
    desk.say('D', order('c2'))
    await desk.hearMany(2)
    await desk.drop()
    await until(() => under.gateway.sessionCounts().logged_on === 0)
    clock.advance(4_000)
    const back = await under.logOn('DESK1', { number: 4 })
    clock.advance(4_000)
    expect(under.engine.state.openOrderCount).toBe(2)
    await back.logout()
    clock.advance(60_000)
    expect(under.engine.state.openOrderCount).toBe(2)
    const third = await under.logOn('DESK1', { number: 6 })
    await third.drop()
    await until(() => under.gateway.sessionCounts().logged_on === 0)
    clock.advance(5_000)
    expect(under.engine.state.openOrderCount).toBe(1)
  })
})

describe('cancel on disconnect that is changed within the grace', () => {
  const cancelling = { enabled: true, graceMs: 5_000, onLogout: false, includeGtc: true }

  /** Of a day order and a GTC order, those that are open when the grace of the session is over. */
  async function openAfter(changed: typeof cancelling): Promise<number> {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', cancelOnDisconnect: cancelling }] })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    desk.say('D', order('c2', '|59=1'))
    await desk.hearMany(2)
    await desk.drop()
    await until(() => under.gateway.sessionCounts().logged_on === 0)
    await under.administration.change(under.settings[0]!.id, { cancelOnDisconnect: changed })
    clock.advance(5_000)
    return under.engine.state.openOrderCount
  }

  test('does nothing when it has been switched off', async () => {
    expect(await openAfter({ ...cancelling, enabled: false })).toBe(2)
  })

  test('leaves GTC orders alone when it has been told to', async () => {
    expect(await openAfter({ ...cancelling, includeGtc: false })).toBe(1)
  })
})

describe('cancel on disconnect that is switched on', () => {
  const cancelling = { enabled: true, graceMs: 5_000, onLogout: false, includeGtc: true }

  /** DESK1 with an open order, and without cancel on disconnect. */
  async function deskWithOrder() {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1' }] })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    return desk
  }

  const switchOn = () => under.administration.change(under.settings[0]!.id, { cancelOnDisconnect: cancelling })

  test('while the session is lost gives it its grace from then on', async () => {
    const desk = await deskWithOrder()
    await desk.drop()
    await under.goneFrom('DESK1')
    clock.advance(60_000)
    await switchOn()
    clock.advance(4_999)
    // once more is nothing new
    await switchOn()
    expect(under.engine.state.openOrderCount).toBe(1)
    clock.advance(1)
    expect(under.engine.state.openOrderCount).toBe(0)
  })

  test('while the session is lost leaves its orders where it is back in time', async () => {
    const desk = await deskWithOrder()
    await desk.drop()
    await under.goneFrom('DESK1')
    await switchOn()
    clock.advance(4_999)
    await under.logOn('DESK1', { number: 3 })
    clock.advance(5_000)
    expect(under.engine.state.openOrderCount).toBe(1)
  })

  test('leaves the orders of a session that is there, or has logged out', async () => {
    const desk = await deskWithOrder()
    await switchOn()
    clock.advance(5_000)
    expect(under.engine.state.openOrderCount).toBe(1)
    await under.administration.change(under.settings[0]!.id, { cancelOnDisconnect: { ...cancelling, enabled: false } })
    await desk.logout()
    await under.goneFrom('DESK1')
    await switchOn()
    clock.advance(5_000)
    expect(under.engine.state.openOrderCount).toBe(1)
  })
})

describe('a Logon that is logged out for its numbers', () => {
  const cancelling = { enabled: true, graceMs: 5_000, onLogout: false, includeGtc: true }

  /** Logs DESK1 on with a number that is taken. */
  async function logOnTooLow(expected: number): Promise<void> {
    const desk = await under.connect('DESK1')
    desk.logon()
    expect((await desk.hear('5')).get(58)).toBe(`MsgSeqNum too low, expecting ${expected} but received 1`)
    await desk.closed
    await under.goneFrom('DESK1')
  }

  test('leaves the grace of its session as it is', async () => {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', cancelOnDisconnect: cancelling }] })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.drop()
    await under.goneFrom('DESK1')
    for (let elapsed = 0; elapsed < 4_800; elapsed += 1_200) {
      clock.advance(1_200)
      await logOnTooLow(3)
    }
    clock.advance(199)
    expect(under.engine.state.openOrderCount).toBe(1)
    clock.advance(1)
    expect(under.engine.state.openOrderCount).toBe(0)
  })

  test.each([false, true])('is no loss of a session that had logged out (cancel_on_logout %s)', async (onLogout) => {
    under = await GatewayUnderTest.start({
      clock,
      sessions: [{ senderCompId: 'DESK1', cancelOnDisconnect: { ...cancelling, onLogout } }],
    })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.logout()
    await under.goneFrom('DESK1')
    clock.advance(3_000)
    await logOnTooLow(4)
    clock.advance(1_999)
    expect(under.engine.state.openOrderCount).toBe(1)
    clock.advance(60_000)
    expect(under.engine.state.openOrderCount).toBe(onLogout ? 0 : 1)
  })
})

describe('cancel on disconnect over a restart', () => {
  const cancelling = { enabled: true, graceMs: 5_000, onLogout: false, includeGtc: true }
  const sessions = [
    { senderCompId: 'DESK1', cancelOnDisconnect: cancelling },
    { senderCompId: 'DROP1', kind: 'drop-copy' as const },
  ]

  beforeEach(async () => {
    under = await GatewayUnderTest.start({ clock, sessions })
  })

  /** An order of DESK1 rests; its next number is 3. */
  async function restingOrder(): Promise<FixClient> {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    return desk
  }

  /** Ends the gateway, and starts it on the same journal with a clock of its own: what the other one has scheduled never happens. */
  async function restart(settings: Parameters<typeof GatewayUnderTest.start>[0] = {}): Promise<void> {
    const { directory } = under
    await under.kill()
    clock = new ManualClock(clock.epochMs())
    under = await GatewayUnderTest.start({ clock, directory, sessions, ...settings })
  }

  /** What DESK1 and the drop copy hear once the grace is over. */
  async function expectCancelled(nextNumber = 3): Promise<void> {
    const drop = await under.logOn('DROP1')
    await drop.hear('8')
    clock.advance(4_999)
    expect(await drop.hearAll()).toEqual([])
    clock.advance(1)
    expect((await drop.hear('8')).pick(11, 150, 378, 41, 797)).toBe('11=c1|150=4|378=99|797=Y')
    const again = await under.logOn('DESK1', { number: nextNumber })
    expect((await again.hear('8')).pick(11, 150, 378, 41)).toBe('11=c1|150=4|378=99')
  }

  test('a process that ended while the client was there: its grace begins when the door is open', async () => {
    await restingOrder()
    await restart()
    await expectCancelled()
  })

  test('a process that ended within the grace, killed or in good order', async () => {
    const desk = await restingOrder()
    await desk.drop()
    await under.goneFrom('DESK1')
    clock.advance(4_000)
    await under.gateway.drain()
    await restart()
    await expectCancelled()
  })

  test('what is in a snapshot counts like what is in the journal', async () => {
    await restingOrder()
    const books = under.gateway.snapshot(under.sequencer.nextPosition)
    const other = new GatewayUnderTest({ clock, sessions: under.settings }, under.gateway.rules)
    other.gateway.restoreSnapshot(books)
    expect(other.gateway.books.map(({ isOn }) => isOn)).toEqual([true, false])
    await other.close()
  })

  test('a client that is back in time keeps its orders', async () => {
    await restingOrder()
    await restart()
    clock.advance(4_999)
    await under.logOn('DESK1', { number: 3 })
    clock.advance(20_000)
    expect(under.engine.state.openOrderCount).toBe(1)
  })

  test.each([
    ['a Logout of the client', async (desk: FixClient) => desk.logout()],
    [
      'a Logout of the gateway that the client has answered: it was going down, or an operator wanted it',
      async (desk: FixClient) => {
        const drained = under.gateway.drain()
        await desk.hear('5')
        desk.say('5')
        await drained
      },
    ],
  ])('keeps what is open after %s, and takes it where cancel_on_logout is set', async (_, end) => {
    await end(await restingOrder())
    await restart()
    clock.advance(60_000)
    expect(under.engine.state.openOrderCount).toBe(1)
    await restart({ sessions: [{ senderCompId: 'DESK1', cancelOnDisconnect: { ...cancelling, onLogout: true } }, sessions[1]!] })
    await expectCancelled(4)
  })

  test('a Logout of the gateway that the client does not answer is a loss: its grace begins with the next process', async () => {
    const desk = await restingOrder()
    const drained = under.gateway.drain()
    await desk.hear('5')
    clock.advance(2_000)
    await drained
    clock.advance(5_000)
    expect(under.engine.state.openOrderCount).toBe(1)
    await restart()
    await expectCancelled()
  })
})

describe('a client that does not read', () => {
  test('is cut, without holding up anybody, and finds every message after its next Logon', async () => {
    under = await GatewayUnderTest.start({
      clock,
      sessions: [
        { senderCompId: 'DESK1', throttlePerS: 0 },
        { senderCompId: 'DROP1', kind: 'drop-copy' },
      ],
      rules: { maxOpenOrders: 0 },
    })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    const drop = await under.logOn('DROP1', { body: '98=0|108=120' })
    drop.pause()
    // what it leaves unread fills the buffers of the system, then the gateway's
    const { outbox } = under.gateway.connectionOf(under.book('DROP1'))!
    while (outbox.hasRoom) {
      drop.say('1', `112=${'x'.repeat(60_000)}`)
      await until(() => under.book('DROP1').nextInbound === drop.next || !outbox.hasRoom)
    }
    const count = 3_000
    desk.sayRaw(Buffer.concat(Array.from({ length: count }, (_, index) => desk.bytes('D', order(`c${index}`.padEnd(64, 'x'))))))
    await until(() => desk.heard.length === 1 + count)
    clock.advance(10_000)
    await until(() => under.gateway.connectionOf(under.book('DROP1')) === undefined)
    expect(await under.metric('fillgate_slow_readers_cut_total{edge="fix"}')).toBe(1)
    await drop.drop()
    const seen = new Set(drop.heard.filter(({ type }) => type === '8').map((message) => message.get(17)!))
    const again = await under.connect('DROP1')
    again.next = under.book('DROP1').nextInbound
    again.logon(`98=0|108=120|789=${drop.heard.length + 1}`)
    await again.hear('A')
    while (seen.size < count) seen.add((await again.hearLater('8')).get(17)!)
    expect((await again.hearAll()).filter(({ type }) => type === '8')).toEqual([])
  })

  test('is cut once 4 MiB wait for it, however short it has been', async () => {
    under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }] })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    const book = under.book('DESK1')
    const connection = under.gateway.connectionOf(book)!
    desk.pause()
    while (under.gateway.connectionOf(book) === connection) {
      desk.say('1', `112=${'x'.repeat(60_000)}`)
      await until(() => book.nextInbound === desk.next || under.gateway.connectionOf(book) === undefined)
      expect(connection.outbox.backlogBytes).toBeLessThan(4 * 1024 * 1024 + 128 * 1024)
    }
    expect(await under.metric('fillgate_slow_readers_cut_total{edge="fix"}')).toBe(1)
  })

  test('for a moment is not cut for what one batch has for it', async () => {
    under = await GatewayUnderTest.start({
      clock,
      sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }],
      rules: { maxOpenOrders: 0 },
      limits: { outbox: { maxBytes: 400 * 1024, maxMs: 10_000 } },
    })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    const ids = Array.from({ length: 1_000 }, (_, index) => `c${index}`)
    for (const id of ids) desk.say('D', order(id))
    await until(() => desk.heard.length === 1 + ids.length)
    desk.pause()
    // what it leaves unread fills the buffers of the system, then a part of the gateway's
    const { outbox } = under.gateway.connectionOf(under.book('DESK1'))!
    while (outbox.hasRoom) {
      desk.say('1', `112=${'x'.repeat(60_000)}`)
      await until(() => under.book('DESK1').nextInbound === desk.next || !outbox.hasRoom)
    }
    desk.say('q', `11=all|530=7|60=20261120-15:04:05`)
    await until(() => under.book('DESK1').nextInbound === desk.next)
    desk.say('1', '112=behind')
    await until(() => under.book('DESK1').nextInbound === desk.next)
    desk.resume()
    await until(() => desk.heard.filter((message) => message.get(150) === '4').length === ids.length)
    expect(desk.heard.filter((message) => message.get(150) === '4').map((report) => report.get(11))).toEqual(ids)
    expect(await under.metric('fillgate_slow_readers_cut_total{edge="fix"}')).toBe(0)
  })
})
