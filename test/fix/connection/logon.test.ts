import crypto from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Line } from '../../../src/fix/connection/line.ts'
import { hashPassword } from '../../../src/fix/connection/password-hash.ts'
import { DAY_NAMES, type FixSessionSchedule } from '../../../src/domain/edges/fix-session.ts'
import { MessageView } from '../../../src/fix/wire/message-view.ts'
import { LOGON_REFUSALS, type LogonRefusal } from '../../../src/telemetry/metrics.ts'
import type { FixClient } from '../../support/fix-client.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { until } from '../../support/until.ts'

let under: GatewayUnderTest
let clock: ManualClock

async function start(options: Parameters<typeof GatewayUnderTest.start>[0] = {}): Promise<void> {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({ clock, ...options })
}

afterEach(() => under.close())

/** The client is cut without a word, no number has advanced, and the metric says why. */
async function expectRefused(client: FixClient, reason: Parameters<GatewayUnderTest['refusedLogons']>[0]): Promise<void> {
  await client.closed
  expect(client.heard).toEqual([])
  expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 1])
  expect(await under.refusedLogons(reason)).toBe(1)
}

describe('a Logon', () => {
  beforeEach(() => start())

  test('is answered with the same HeartBtInt and the first number', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=7')
    const answer = await desk.hear('A')
    expect(answer.pick(35, 34, 49, 56, 98, 108, 141, 789)).toBe('35=A|34=1|49=GATEWAY|56=DESK1|98=0|108=7')
  })

  test.each([
    ['of a CompID that nobody has', 'comp_id', { senderCompId: 'STRANGER' }, '98=0|108=30'],
    ['to a TargetCompID that is not ours', 'comp_id', { targetCompId: 'OTHER' }, '98=0|108=30'],
    ['that would be a path', 'comp_id', { senderCompId: '../../etc/passwd' }, '98=0|108=30'],
    ['of another version', 'begin_string', { beginString: 'FIX.4.2' }, '98=0|108=30'],
    ['with an old SendingTime', 'sending_time', { sendingTime: '20261120-15:02:00.000' }, '98=0|108=30'],
    ['with HeartBtInt 0', 'heartbeat', {}, '98=0|108=0'],
    ['with HeartBtInt 121', 'heartbeat', {}, '98=0|108=121'],
    ['with encryption', 'malformed', {}, '98=1|108=30'],
    ['without HeartBtInt', 'malformed', {}, '98=0'],
    ['that resets with another number than 1', 'malformed', { number: 2 }, '98=0|108=30|141=Y'],
    ['with NextExpectedMsgSeqNum 0, which no message has', 'malformed', {}, '98=0|108=30|789=0'],
    ['that is sent again and does not say when it was first', 'malformed', { header: '43=Y' }, '98=0|108=30'],
    ['that was sent before it was first', 'sending_time', { header: '43=Y|122=20261120-15:04:06.000' }, '98=0|108=30'],
    ['with a wrong checksum', 'malformed', { checkSum: '000' }, '98=0|108=30'],
  ] as const)('%s is refused without a message, and no number advances', async (_what, reason, saying, body) => {
    const client = await under.connect()
    client.logon(body, saying)
    await expectRefused(client, reason)
  })

  test.each([
    ['with encryption', 'EncryptMethod(98) is not 0', {}, '98=1|108=30'],
    ['without HeartBtInt', 'Required tag missing: 108', {}, '98=0'],
    ['with a tag of later versions', 'Tag not defined for this message type: 925', {}, '98=0|108=30|554=secret|925=secret'],
    ['with a tag that nobody knows', 'Invalid tag number: 9999', {}, '98=0|108=30|9999=secret'],
    ['that resets with another number than 1', 'ResetSeqNumFlag(141) is Y and MsgSeqNum(34) is not 1', { number: 2 }, '98=0|108=30|141=Y'],
    ['with MsgSeqNum 0', 'MsgSeqNum(34) is 0', { number: 0 }, '98=0|108=30'],
    ['with NextExpectedMsgSeqNum 0', 'NextExpectedMsgSeqNum(789) is 0', {}, '98=0|108=30|789=0'],
    ['without OrigSendingTime', 'PossDupFlag(43) is Y and OrigSendingTime(122) is missing', { header: '43=Y' }, '98=0|108=30'],
    ['with a wrong checksum', 'checksum', { checkSum: '000' }, '98=0|108=30'],
  ] as const)('that is malformed is refused with a word of the log that says what is wrong: %s', async (_what, detail, saying, body) => {
    const client = await under.connect()
    client.logon(body, saying)
    await client.closed
    const line = under.logged.find((one) => one.includes('FIX logon refused'))
    expect(JSON.parse(line!)).toMatchObject({ reason: 'malformed', detail })
    expect(line).not.toContain('secret')
  })

  test('that is longer than a message may be is malformed, however little of it has come', async () => {
    const client = await under.connect()
    client.sayRaw('8=FIX.4.4\x019=30000000\x01')
    await expectRefused(client, 'malformed')
    const line = under.logged.find((one) => one.includes('FIX logon refused'))
    expect(JSON.parse(line!)).toMatchObject({ detail: 'BodyLength(9) 30000000 is over the limit' })
  })

  test('has to be the first message', async () => {
    const client = await under.connect()
    client.say('0')
    await expectRefused(client, 'not_a_logon')
  })

  test('has to come within five seconds', async () => {
    const client = await under.connect()
    client.sayRaw('8=FIX.4.4')
    await until(() => under.gateway.sessionCounts().logon_pending === 1)
    clock.advance(4_999)
    expect(under.gateway.sessionCounts().logon_pending).toBe(1)
    clock.advance(1)
    await expectRefused(client, 'timeout')
  })

  test('of a session that is logged on is refused, and the first connection stays', async () => {
    const desk = await under.logOn()
    const second = await under.connect()
    second.logon()
    await second.closed
    expect(second.heard).toEqual([])
    expect(await under.refusedLogons('already_logged_on')).toBe(1)
    expect(await desk.hearAll()).toEqual([])
  })

  test('takes over from a connection that has been silent for 1.5 heartbeat intervals, a TestRequest included', async () => {
    const first = await under.logOn('DESK1', { body: '98=0|108=10' })
    clock.advance(12_000)
    await first.hearLater('1')
    clock.advance(2_999)
    const tooEarly = await under.connect()
    tooEarly.logon()
    await tooEarly.closed
    clock.advance(1)
    const second = await under.connect()
    second.next = 2
    second.logon()
    await second.hear('A')
    await first.closed
  })

  test('in a session is rejected, and with ResetSeqNumFlag and number 1 it starts both numberings over', async () => {
    const desk = await under.logOn()
    desk.logon()
    expect((await desk.hear('3')).body).toBe('45=2|58=Already logged on|372=A|373=99')
    desk.logon('98=0|108=30|141=Y')
    expect((await desk.hear('3')).body).toBe('45=3|58=Already logged on|372=A|373=99')
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    desk.next = 2
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(3)
  })

  test('in a session sets another HeartBtInt', async () => {
    const desk = await under.logOn()
    desk.logon('98=0|108=5|141=Y', { number: 1 })
    expect((await desk.hear('A')).body).toBe('98=0|108=5|141=Y')
    clock.advance(5_000)
    await desk.hear('0')
    clock.advance(1_000)
    await desk.hear('1')
    clock.advance(6_000)
    await desk.closed
  })

  test.each([
    ['heartbeat', '98=0|108=500|141=Y'],
    ['heartbeat', '98=0|108=0|141=Y'],
    ['malformed', '98=1|108=30|141=Y'],
    ['malformed', '98=0|108=30|141=Y|789=0'],
  ] as const)('in a session is refused as the first would be: %s, %s', async (reason, body) => {
    const desk = await under.logOn()
    desk.logon(body, { number: 1 })
    await desk.closed
    expect(desk.heard.map(({ type }) => type)).toEqual(['A'])
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([2, 2])
    expect(await under.refusedLogons(reason)).toBe(1)
  })

  test('with ResetSeqNumFlag and a NextExpectedMsgSeqNum above 1 starts both numberings over and is logged out, first or in a session', async () => {
    const desk = await under.logOn()
    desk.logon('98=0|108=30|141=Y|789=1', { number: 1 })
    expect((await desk.hear('A')).body).toBe('98=0|108=30|141=Y|789=2')
    desk.logon('98=0|108=30|141=Y|789=7', { number: 1 })
    await desk.closed
    const again = await under.connect()
    again.logon('98=0|108=30|141=Y|789=7')
    await again.closed
    const logout = '34=1|58=NextExpectedMsgSeqNum too high, expecting 1 but received 7'
    expect([desk, again].map((client) => client.heard.map((message) => message.pick(35, 34, 58)))).toEqual([
      ['35=A|34=1', '35=A|34=1', `35=5|${logout}`],
      [`35=5|${logout}`],
    ])
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 2])
  })

  test('with ResetSeqNumFlag right behind an order is answered with number 1, and what comes of the order follows', async () => {
    const desk = await under.logOn()
    const order = desk.bytes('D', '11=c1|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1')
    desk.sayRaw(Buffer.concat([order, desk.bytes('A', '98=0|108=30|141=Y', { number: 1 })]))
    expect((await desk.hearMany(2)).map((message) => message.pick(35, 34, 141, 11))).toEqual(['35=A|34=1|141=Y', '35=8|34=2|11=c1'])
    desk.next = 2
    expect(await desk.hearAll()).toEqual([])
  })

  test('with NextExpectedMsgSeqNum has what is missing sent again, and is answered with ours', async () => {
    const desk = await under.logOn()
    desk.say('D', '11=c1|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1')
    await desk.hear('8')
    await desk.logout()
    const again = await under.connect()
    again.next = 4
    again.logon('98=0|108=30|789=2')
    expect((await again.hear('A')).pick(34, 789)).toBe('34=4|789=5')
    expect((await again.hear('8')).pick(34, 43, 11)).toBe('34=2|43=Y|11=c1')
    expect((await again.hear('4')).pick(34, 43, 36, 123)).toBe('34=3|43=Y|36=4|123=Y')
    expect(await again.hearAll()).toEqual([])
  })

  test('with the NextExpectedMsgSeqNum of a report that is still being committed has that report sent again', async () => {
    const desk = await under.logOn()
    const held = under.heldCommit()
    desk.say('D', '11=c1|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1')
    const finish = await held
    await until(() => under.book().nextOutbound === 3)
    await desk.drop()
    await until(() => under.book().presence === 'away')
    const again = await under.connect()
    again.next = 3
    again.logon('98=0|108=30|789=2')
    await until(() => under.book().presence === 'catching-up')
    finish()
    expect((await again.hear('A')).pick(34, 789)).toBe('34=3|789=4')
    expect((await again.hear('8')).pick(34, 43, 11)).toBe('34=2|43=Y|11=c1')
    expect(await again.hearAll()).toEqual([])
  })

  test('with a NextExpectedMsgSeqNum beyond ours is logged out', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=30|789=9')
    expect((await desk.hear('5')).get(58)).toBe('NextExpectedMsgSeqNum too high, expecting 1 but received 9')
    await desk.closed
  })

  test('with a number that is too low is answered by a Logout that says so', async () => {
    const desk = await under.logOn()
    await desk.logout()
    const again = await under.connect()
    again.logon('98=0|108=30', { number: 1 })
    expect((await again.hear('5')).pick(34, 58)).toBe('34=3|58=MsgSeqNum too low, expecting 3 but received 1')
    await again.closed
    expect(under.book().nextInbound).toBe(3)
  })

  test('that is sent again with PossDupFlag is answered, and its number does not count once more', async () => {
    const desk = await under.logOn()
    await desk.logout()
    const again = await under.connect()
    again.logon('98=0|108=30', { number: 1, header: '43=Y|122=20261120-15:04:05' })
    expect((await again.hear('A')).pick(34, 98, 108, 141)).toBe('34=3|98=0|108=30')
    again.next = 3
    expect(await again.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(4)
  })

  test('with a number that is too high is answered, and the gap is asked for', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=30', { number: 5 })
    await desk.hear('A')
    expect((await desk.hear('2')).pick(7, 16)).toBe('7=1|16=0')
    desk.say('4', '36=5|123=Y', { number: 1, header: '43=Y' })
    desk.next = 6
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(7)
  })
})

/** The next password is checked when the function that this gives is called, and no sooner. */
function heldCheck(): () => void {
  let check = (): void => undefined
  const { scrypt } = crypto
  const spy = vi.spyOn(crypto, 'scrypt').mockImplementationOnce((...asked) => void (check = () => scrypt(...asked)))
  syncBuiltinESMExports()
  return () => {
    spy.mockRestore()
    syncBuiltinESMExports()
    check()
  }
}

describe('the passwords of Logons', () => {
  beforeEach(async () => {
    await start({ sessions: [{ senderCompId: 'DESK1', passwordHash: await hashPassword('correct horse') }, { senderCompId: 'DESK2' }] })
  })

  test('let in who knows them, with what came right behind the Logon', async () => {
    const desk = await under.connect()
    desk.sayRaw(Buffer.concat([desk.bytes('A', '98=0|108=30|553=desk|554=correct horse'), desk.bytes('1', '112=behind')]))
    await desk.hear('A')
    expect((await desk.hear('0')).get(112)).toBe('behind')
  })

  test.each(['98=0|108=30|553=desk|554=wrong', '98=0|108=30'])('keep out who does not: %s', async (body) => {
    const client = await under.connect()
    client.logon(body)
    await expectRefused(client, 'password')
  })

  test('a wrong one with ResetSeqNumFlag resets nothing', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await desk.hear('A')
    await desk.logout()
    const stranger = await under.connect()
    stranger.logon('98=0|108=30|141=Y|554=wrong')
    await stranger.closed
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([3, 3])
  })

  test('are asked for again by a Logon inside of a session', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await desk.hear('A')
    desk.logon('98=0|108=30|141=Y|554=correct horse', { number: 1 })
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    desk.logon('98=0|108=30|141=Y|554=wrong', { number: 1 })
    await desk.closed
    expect(desk.heard.map(({ type }) => type)).toEqual(['A', 'A'])
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([2, 2])
    expect(await under.refusedLogons('password')).toBe(1)
  })

  test('are asked for as they are now by a Logon inside of a session, where an operator has changed them', async () => {
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await desk.hear('A')
    await under.administration.change(under.book().settings.id, { password: 'battery staple' })
    desk.logon('98=0|108=30|141=Y|554=battery staple', { number: 1 })
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    desk.logon('98=0|108=30|141=Y|554=correct horse', { number: 1 })
    await desk.closed
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([2, 2])
    expect(await under.refusedLogons('password')).toBe(1)
  })

  test('are asked for by a Logon inside of a session that had none when it began', async () => {
    const desk = await under.connect('DESK2')
    desk.logon()
    await desk.hear('A')
    await under.administration.change(under.book('DESK2').settings.id, { password: 'battery staple' })
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    await desk.closed
    expect(desk.heard.map(({ type }) => type)).toEqual(['A'])
    expect(await under.refusedLogons('password')).toBe(1)
  })

  test('are held against the one of now where an operator changes it meanwhile', async () => {
    const book = under.book()
    const check = heldCheck()
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await until(() => under.gateway.door.checking.has(book))
    await under.administration.change(book.settings.id, { password: 'battery staple' })
    expect(under.gateway.door.checking.has(book)).toBe(true)
    check()
    await expectRefused(desk, 'password')
    const again = await under.connect()
    again.logon('98=0|108=30|554=battery staple')
    await again.hear('A')
  })

  test.each([
    ['gives it the one that was sent', 'battery staple'],
    ['takes it away', null],
  ])('let in whoever was wrong before where an operator %s meanwhile', async (_, password) => {
    const book = under.book()
    const check = heldCheck()
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=battery staple')
    await until(() => under.gateway.door.checking.has(book))
    await under.administration.change(book.settings.id, { password })
    expect(under.gateway.door.checking.has(book)).toBe(true)
    check()
    await desk.hear('A')
    expect(under.gateway.door.checking.has(book)).toBe(false)
  })

  test('that are right let nobody in whose connection has ended meanwhile', async () => {
    const book = under.book()
    const check = heldCheck()
    const gone = await under.connect()
    gone.sayRaw(Buffer.concat([gone.bytes('A', '98=0|108=30|554=correct horse'), Buffer.from('8=FIX.4.4\x019=999999\x01')]))
    await gone.closed
    expect(under.gateway.door.checking.has(book)).toBe(true)
    check()
    await until(() => !under.gateway.door.checking.has(book))
    expect([book.presence, book.nextInbound, book.nextOutbound]).toEqual(['away', 1, 1])
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await desk.hear('A')
  })

  test('are not enough for a session that an operator binds to a certificate while they are checked', async () => {
    const book = under.book()
    const check = heldCheck()
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await until(() => under.gateway.door.checking.has(book))
    await under.administration.change(book.settings.id, { clientCertificate: 'cn:DESK1' })
    expect(under.gateway.door.checking.has(book)).toBe(true)
    check()
    await expectRefused(desk, 'certificate')
  })

  test('never reach a log', async () => {
    const client = await under.connect()
    client.logon('98=0|108=30|553=someone|554=hunter2hunter2')
    await client.closed
    expect(under.logged.join('')).toContain('"reason":"password"')
    expect(under.logged.join('')).not.toContain('hunter2')
  })

  test('more than five failures a minute cut the address unread for a minute, and it is not the CompID that is locked', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      const client = await under.connect()
      client.logon('98=0|108=30|554=guess')
      await client.closed
    }
    const other = await under.connect('DESK2')
    other.logon()
    await other.closed
    expect(other.heard).toEqual([])
    expect(await under.refusedLogons('too_many_failures')).toBe(1)
    clock.advance(60_000)
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await desk.hear('A')
  })

  test('count as wrong also where the connection has ended before they are checked', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      const client = await under.connect()
      client.sayRaw(Buffer.concat([client.bytes('A', '98=0|108=30|554=guess'), Buffer.from('8=FIX.4.4\x019=999999\x01')]))
      await client.closed
    }
    await until(() => under.logged.filter((line) => line.includes('"reason":"password"')).length === 6)
    expect(under.gateway.door.takes('127.0.0.1')).toBe(false)
  })
})

describe('a Logon out of season', () => {
  /** Each session begins as the one before it ends. */
  const allDay = {
    days: [...DAY_NAMES],
    start: '10:05',
    end: '10:05',
    timeZone: 'America/New_York',
    reset: 'daily',
    holidays: [],
  } as const

  test('of a disabled session is refused', async () => {
    await start({ sessions: [{ senderCompId: 'DESK1', enabled: false }] })
    const client = await under.connect()
    client.logon()
    await expectRefused(client, 'disabled')
  })

  test('outside of the schedule is refused; at its end comes a Logout, and then both numberings start over', async () => {
    await start({
      sessions: [
        {
          senderCompId: 'DESK1',
          schedule: { days: ['fri'], start: '10:00', end: '11:00', timeZone: 'America/New_York', reset: 'daily', holidays: [] },
        },
      ],
    })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    for (let minute = 0; minute < 55; minute++) {
      clock.advance(60_000)
      desk.say('0')
      await desk.hearAll()
    }
    clock.advance(54_877)
    expect((await desk.hearLater('5')).get(58)).toBe('End of session')
    desk.say('5')
    await desk.closed
    const late = await under.connect()
    late.logon()
    await late.closed
    expect(await under.refusedLogons('out_of_schedule')).toBe(1)
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 1])
    clock.advance(7 * 86_400_000 - 3_600_000)
    const nextWeek = await under.connect()
    nextWeek.logon()
    expect((await nextWeek.hear('A')).get(34)).toBe('1')
  })

  test('at once behind the end of a session without a break is of the next one, which starts over once, also before that is on the disk', async () => {
    await start({ sessions: [{ senderCompId: 'DESK1', schedule: allDay }] })
    const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
    clock.advance(54_877)
    expect((await desk.hearLater('5')).get(58)).toBe('End of session')
    const startingOver = under.heldCommit()
    await desk.drop()
    const release = await startingOver
    const again = await under.connect()
    again.logon()
    await until(() => under.gateway.sessionCounts().logged_on === 1)
    release()
    expect((await again.hear('A')).pick(35, 34)).toBe('35=A|34=1')
    expect(under.batches.flatMap(({ sessions }) => sessions).map(({ reset, loggedOn }) => ({ reset, loggedOn }))).toEqual([
      { reset: false, loggedOn: true },
      { reset: false, loggedOn: undefined },
      { reset: true, loggedOn: undefined },
      { reset: false, loggedOn: true },
    ])
  })

  describe("by the machine's clock, which is set while the client is logged on", () => {
    const everyDay = {
      days: [...DAY_NAMES],
      start: '09:00',
      end: '17:00',
      timeZone: 'America/New_York',
      reset: 'daily',
      holidays: [],
    } as const

    /** DESK1, logged on at 10:04:05.123 in New York. */
    async function logOn(): Promise<FixClient> {
      await start({ sessions: [{ senderCompId: 'DESK1', schedule: everyDay }] })
      return under.logOn('DESK1', { body: '98=0|108=120' })
    }

    async function expectEnd(desk: FixClient): Promise<void> {
      expect((await desk.hearLater('5')).get(58)).toBe('End of session')
      desk.say('5')
      await desk.closed
      await under.goneFrom('DESK1')
      expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 1])
    }

    test('forward over the end: it is logged out within a minute, not when as much time has passed', async () => {
      const desk = await logOn()
      clock.setBy(7 * 3_600_000)
      clock.advance(60_000)
      await expectEnd(desk)
    })

    test('forward into the session of another day: it is logged out, and begins anew there', async () => {
      const desk = await logOn()
      clock.setBy(24 * 3_600_000)
      clock.advance(60_000)
      await expectEnd(desk)
      await under.logOn('DESK1')
    })

    test('back to before it began: it stays, with its numbers', async () => {
      const desk = await logOn()
      clock.setBy(-2 * 3_600_000)
      clock.advance(60_000)
      expect(await desk.hearAll()).toEqual([])
      expect(under.gateway.sessionCounts().logged_on).toBe(1)
      clock.setBy(9 * 3_600_000)
      clock.advance(60_000)
      await expectEnd(desk)
    })

    test('back into the session of another day: it is logged out at the end of that one', async () => {
      const desk = await logOn()
      clock.setBy(-24 * 3_600_000)
      clock.advance(60_000)
      expect(await desk.hearAll()).toEqual([])
      clock.setBy(7 * 3_600_000)
      clock.advance(60_000)
      await expectEnd(desk)
    })
  })

  describe('by a schedule that is new while the client is logged on', () => {
    const fridays = { days: ['fri'], start: '10:00', end: '11:00', timeZone: 'America/New_York', reset: 'daily', holidays: [] } as const

    /** DESK1, logged on at 10:04:05.123 on a Friday in New York. */
    async function logOnWith(schedule: FixSessionSchedule): Promise<FixClient> {
      await start({ sessions: [{ senderCompId: 'DESK1', schedule }] })
      return under.logOn('DESK1', { body: '98=0|108=120' })
    }

    async function expectEnd(desk: FixClient): Promise<void> {
      expect((await desk.hear('5')).pick(35, 34, 52, 58)).toBe('35=5|34=2|52=20261120-15:04:05.123|58=End of session')
      desk.say('5')
      await desk.closed
      await under.goneFrom('DESK1')
    }

    const change = (schedule: FixSessionSchedule | null) => under.administration.change(under.settings[0]!.id, { schedule })
    const numbers = (): number[] => [under.book().nextInbound, under.book().nextOutbound]

    test('it is logged out at the new end, which is before the old one', async () => {
      const desk = await logOnWith(fridays)
      await change({ ...fridays, end: '10:05' })
      clock.advance(54_876)
      expect(await desk.hearAll()).toEqual([])
      clock.advance(1)
      expect((await desk.hear('5')).get(58)).toBe('End of session')
      desk.say('5')
      await desk.closed
      await under.goneFrom('DESK1')
      expect(numbers()).toEqual([1, 1])
    })

    test('it stays logged on over the old end, where the new one is later or there is no schedule any more', async () => {
      const desk = await logOnWith({ ...fridays, end: '10:05' })
      await change(fridays)
      clock.advance(60_000)
      expect(await desk.hearAll()).toEqual([])
      await change({ ...fridays, end: '10:06' })
      await change(null)
      clock.advance(60_000)
      expect((await desk.hearAll()).filter(({ type }) => type === '5')).toEqual([])
    })

    test('it is logged out at once where it would not be let in now; the numberings start over if the session that was last had its reset', async () => {
      const desk = await logOnWith(fridays)
      await change({ ...fridays, start: '09:00', end: '10:00' })
      await expectEnd(desk)
      expect(numbers()).toEqual([1, 1])
    })

    test('… and go on if that was not the last of its week', async () => {
      const desk = await logOnWith(fridays)
      await change({ ...fridays, days: ['thu', 'sat'], reset: 'weekly' })
      await expectEnd(desk)
      expect(numbers()).toEqual([3, 3])
    })

    test('a client that says Logout itself at the end finds both numberings at 1, too', async () => {
      const desk = await logOnWith({ ...fridays, end: '10:05' })
      // before any timer
      vi.spyOn(clock, 'epochMs').mockReturnValue(Date.parse('2026-11-20T15:05:00.000Z'))
      await desk.logout()
      await under.goneFrom('DESK1')
      expect(numbers()).toEqual([1, 1])
    })
  })

  describe('over a kill -9 between the Logout at the end of the session and the end of the connection', () => {
    /** The gateway goes on as another one, from what was on the disk when DESK1 had heard its Logout, and had perhaps answered. */
    async function killedAtTheEnd(answers: boolean): Promise<void> {
      await start({ sessions: [{ senderCompId: 'DESK1', schedule: allDay }] })
      const desk = await under.logOn('DESK1', { body: '98=0|108=120' })
      clock.advance(54_877)
      expect((await desk.hear('5')).get(58)).toBe('End of session')
      if (answers) await answered(desk)
      const directory = mkdtempSync(join(tmpdir(), 'fillgate-fix-'))
      cpSync(under.directory, directory, { recursive: true })
      const sessions = [{ senderCompId: 'DESK1', schedule: allDay }]
      await under.close()
      clock = new ManualClock(clock.epochMs() + 3_000)
      under = await GatewayUnderTest.start({ clock, directory, sessions })
    }

    /** The client has said Logout, which is durable; that the numberings start over is not. */
    async function answered(desk: FixClient): Promise<void> {
      vi.spyOn(under.book(), 'startOver').mockImplementation(() => undefined)
      desk.say('5')
      await desk.closed
      await under.goneFrom('DESK1')
      await under.sequencer.drain()
    }

    test.each([
      ['which the client has not answered', false],
      ['which the client has answered', true],
    ])('%s: the next Logon begins with 1', async (_, answers) => {
      await killedAtTheEnd(answers)
      const again = await under.connect()
      again.logon()
      expect((await again.hear('A')).get(34)).toBe('1')
      expect(await again.hearAll()).toEqual([])
      await again.logout()
      await under.logOn('DESK1', { number: again.next })
      expect(under.book().nextOutbound).toBe(5)
    })

    test('what is in a snapshot counts like what is in the journal', async () => {
      await killedAtTheEnd(false)
      const books = under.gateway.snapshot(under.sequencer.nextPosition)
      const other = new GatewayUnderTest({ clock, sessions: under.settings }, under.gateway.rules)
      other.gateway.restoreSnapshot(books)
      expect(other.gateway.hours.missedReset(other.book())).toBe(true)
      await other.close()
    })
  })

  test('the schedule ended while nobody was connected: the next Logon begins with 1', async () => {
    await start({
      sessions: [
        {
          senderCompId: 'DESK1',
          schedule: { days: ['mon', 'fri'], start: '10:00', end: '11:00', timeZone: 'America/New_York', reset: 'daily', holidays: [] },
        },
      ],
    })
    const desk = await under.logOn()
    await desk.logout()
    clock.advance(3 * 86_400_000)
    const monday = await under.connect()
    monday.logon()
    expect((await monday.hear('A')).get(34)).toBe('1')
  })
})

describe('connections', () => {
  test('without a Logon are 64 at most', async () => {
    await start({ limits: { maxUnauthenticated: 2 } })
    const first = await under.connect()
    await under.connect()
    await until(() => under.gateway.sessionCounts().logon_pending === 2)
    const third = await under.connect()
    await third.closed
    expect(await under.refusedLogons('too_many_connections')).toBe(1)
    first.logon()
    await first.hear('A')
    const fourth = await under.connect('DESK2')
    fourth.logon()
    await fourth.hear('A')
  })

  test('without a Logon of one address do not keep out another address', async () => {
    await start({ limits: { maxUnauthenticated: 3 } })
    const gone: number[] = []
    const strangers: Socket[] = []
    for (let index = 0; index < 5; index++) {
      const stranger = connect({ port: under.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      strangers.push(stranger.on('error', () => undefined).on('close', () => gone.push(index)))
      await once(stranger, 'connect')
      await until(() => under.gateway.sessionCounts().logon_pending === Math.min(3, index + 1))
    }
    await until(() => gone.length === 2)
    // the first of them gives up its place; the second newcomer would have as many as they
    const desk = await under.connect()
    await until(() => gone.length === 3)
    const another = await under.connect('DESK2')
    await another.closed
    expect(gone).toEqual([3, 4, 0])
    desk.logon()
    await desk.hear('A')
    expect(await under.refusedLogons('too_many_connections')).toBe(4)
    for (const stranger of strangers) stranger.destroy()
  })

  test('without a Logon keep their place while a password is checked', async () => {
    const passwordHash = await hashPassword('correct horse')
    await start({ sessions: [{ senderCompId: 'DESK1', passwordHash }], limits: { maxUnauthenticated: 2 } })
    const desk = await under.connect()
    await under.connect()
    await until(() => under.gateway.sessionCounts().logon_pending === 2)
    desk.logon('98=0|108=30|554=correct horse')
    await until(() => under.gateway.door.checking.size === 1)
    expect(under.gateway.door.takes('192.0.2.1')).toBe(false)
    await desk.hear('A')
  })

  test('whose Logon has come in time are not cut for the time that its password is checked', async () => {
    const passwordHash = await hashPassword('correct horse')
    await start({ sessions: [{ senderCompId: 'DESK1', passwordHash }] })
    const desk = await under.connect()
    desk.logon('98=0|108=30|554=correct horse')
    await until(() => under.gateway.door.checking.size === 1)
    clock.advance(60_000)
    await desk.hear('A')
    expect(await under.refusedLogons('timeout')).toBe(0)
  })

  test('are so many at most, those that are logged on among them', async () => {
    await start({ limits: { maxConnections: 2 } })
    const desk = await under.logOn()
    await under.connect('DESK2')
    await until(() => under.gateway.sessionCounts().logon_pending === 1)
    const third = await under.connect('DESK2')
    await third.closed
    expect(await under.refusedLogons('too_many_connections')).toBe(1)
    await desk.logout()
    await under.logOn('DESK2')
  })

  test('that say nothing harm nobody', async () => {
    await start()
    const desk = await under.logOn()
    const bare = await under.connect()
    await bare.drop()
    expect(await desk.hearAll()).toEqual([])
  })

  test('a port in use is told to whoever wants to listen', async () => {
    await start()
    const { listenForFix } = await import('../../../src/fix/connection/acceptor.ts')
    const { definitions } = await import('../../support/gateway-under-test.ts')
    await expect(
      listenForFix(under.gateway, { host: '127.0.0.1', port: under.port, definitions: await definitions() }),
    ).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
  })
})

describe('whether a CompID exists', () => {
  /** A connection that has said its Logon: whether it is closed at once, and once it is. */
  async function refusalOf(senderCompId: string, body: string): Promise<{ atOnce: boolean; reason: LogonRefusal | undefined }> {
    const before = await refusals()
    let isDestroyed = false
    const line: Line = {
      remoteAddress: '10.0.0.1',
      clientCertificate: undefined,
      backlogBytes: 0,
      write: () => undefined,
      end: () => undefined,
      destroy: () => (isDestroyed = true),
      pause: () => undefined,
      resume: () => undefined,
    }
    const connection = under.gateway.connect(line)!
    const client = await under.connect(senderCompId)
    const bytes = client.bytes('A', body)
    const view = new MessageView()
    view.load(bytes, 0, bytes.length)
    connection.onMessage(view)
    const atOnce = isDestroyed
    await until(() => isDestroyed)
    const after = await refusals()
    return { atOnce, reason: LOGON_REFUSALS.find((reason) => after[reason] > before[reason]) }
  }

  const refusals = async (): Promise<Record<LogonRefusal, number>> =>
    Object.fromEntries(
      await Promise.all(LOGON_REFUSALS.map(async (reason) => [reason, await under.refusedLogons(reason)] as const)),
    ) as Record<LogonRefusal, number>

  test('cannot be told by the moment of the refusal: whatever follows from a session comes after the check of a password', async () => {
    const passwordHash = await hashPassword('correct horse')
    await start({
      sessions: [
        { senderCompId: 'DESK1', passwordHash },
        { senderCompId: 'DESK2', passwordHash, clientCertificate: 'cn:DESK2' },
        { senderCompId: 'DESK3', passwordHash, validateUserDefined: false },
      ],
    })
    const wrong = '98=0|108=30|554=wrong'
    expect(await refusalOf('DESK1', wrong)).toEqual({ atOnce: false, reason: 'password' })
    expect(await refusalOf('STRANGER', wrong)).toEqual({ atOnce: false, reason: 'comp_id' })
    expect(await refusalOf('DESK2', wrong)).toEqual({ atOnce: false, reason: 'certificate' })
    expect(await refusalOf('DESK1', `${wrong}|9999=x`)).toEqual({ atOnce: false, reason: 'malformed' })
    expect(await refusalOf('DESK3', `${wrong}|9999=x`)).toEqual({ atOnce: false, reason: 'password' })
    for (const senderCompId of ['DESK1', 'STRANGER']) {
      expect(await refusalOf(senderCompId, '98=0')).toEqual({ atOnce: true, reason: 'malformed' })
      expect(await refusalOf(senderCompId, '98=0|108=0')).toEqual({ atOnce: true, reason: 'heartbeat' })
    }
  })

  test('is not found out by trying many: the address is cut after ten times as many in a minute as may fail for one CompID', async () => {
    await start({ limits: { failedLogonsPerMinute: 1 } })
    for (let attempt = 0; attempt < 11; attempt++) {
      const client = await under.connect(`GUESS${attempt}`)
      client.logon()
      await client.closed
    }
    expect([await under.refusedLogons('comp_id'), await under.refusedLogons('too_many_failures')]).toEqual([11, 0])
    const desk = await under.connect()
    desk.logon()
    await desk.closed
    expect(await under.refusedLogons('too_many_failures')).toBe(1)
    clock.advance(60_000)
    await under.logOn()
  })
})
