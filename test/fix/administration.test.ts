import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SessionNumbers } from '../../src/domain/batch.ts'
import type { AdministrationFault, FixSessionReport } from '../../src/domain/edges/fix-session.ts'
import { FixAdministration } from '../../src/fix/fix-administration.ts'
import type { InboundLog } from '../../src/fix/gateway-parts.ts'
import { verifyPassword } from '../../src/fix/connection/password-hash.ts'
import type { FixClient } from '../support/fix-client.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

let clock: ManualClock
let under: GatewayUnderTest

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({ clock, accounts: ['ACC1', 'ACC2'] })
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
const order = (id: string): string => `1=ACC1|11=${id}|55=AAPL|54=1|${NOW}|40=2|44=1|38=1`
const idOf = (senderCompId: string): string => under.settings.find((settings) => settings.senderCompId === senderCompId)!.id

function reported(answer: FixSessionReport | AdministrationFault): FixSessionReport {
  expect(answer).toHaveProperty('settings')
  return answer as FixSessionReport
}

describe('sessions without a restart', () => {
  test('are created with defaults and can log on at once; what happened before is not told', async () => {
    const desk = await under.logOn()
    desk.say('D', order('before'))
    await desk.hear('8')
    const wanted = { senderCompId: 'DROP2', targetCompId: 'GATEWAY', kind: 'drop-copy', partner: 0, password: 'secret' } as const
    const created = reported(await under.administration.create(wanted))
    expect(created).toMatchObject({ state: 'logged_out', remoteAddress: null, nextInbound: 1, nextOutbound: 1 })
    expect(created.settings).toMatchObject({ index: 4, enabled: true, throttlePerS: 5_000, accountNumbers: [], orderScope: 'session' })
    expect(created.settings.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(JSON.stringify(created)).not.toContain('"secret"')
    expect(await verifyPassword('secret', under.book('DROP2').settings.passwordHash!)).toBe(true)
    const drop = await under.logOn('DROP2', { body: '98=0|108=30|554=secret' })
    desk.say('D', order('after'))
    expect((await drop.hear('8')).pick(34, 11)).toBe('34=2|11=after')
  })

  test('are stored when the journal has where they begin: a gateway that ends in between tells nobody of what was before', async () => {
    const desk = await under.logOn()
    desk.say('D', order('before'))
    await desk.hear('8')
    const { nextPosition } = under.sequencer
    const journaledWhenStored: (readonly SessionNumbers[])[] = []
    const store = {
      add: ({ session }: { readonly session: number }) => {
        const batches = under.reader.batches(1, { batches: 1_000 })
        journaledWhenStored.push(batches.flatMap(({ sessions }) => sessions).filter((numbers) => numbers.session === session))
        return Promise.resolve()
      },
      change: () => Promise.resolve(),
    }
    const administration = new FixAdministration(under.gateway, store, { mayBeOpen: true, asksForCertificates: true })
    await administration.create({ senderCompId: 'DROP2', targetCompId: 'GATEWAY', kind: 'drop-copy', partner: 0 })
    const begun = { session: 4, reset: false, nextInbound: 1, firstOutbound: 1, outbound: [], toldBefore: nextPosition }
    expect(journaledWhenStored).toEqual([[begun]])
  })

  test('are listed once they are stored', async () => {
    let add = (): Promise<void> => Promise.resolve()
    const adding = new Promise<() => void>((begun) => (add = () => new Promise((stored) => begun(stored))))
    const store = { add: () => add(), change: () => Promise.resolve() }
    const administration = new FixAdministration(under.gateway, store, { mayBeOpen: true, asksForCertificates: true })
    const listed = (): readonly string[] => administration.list().map(({ settings }) => settings.senderCompId)
    const held = under.heldCommit()
    const created = administration.create({ senderCompId: 'DROP2', targetCompId: 'GATEWAY', kind: 'drop-copy', partner: 0 })
    const finish = await held
    expect(listed()).toEqual(['DESK1', 'DESK2', 'DROP1'])
    finish()
    const stored = await adding
    expect(listed()).toEqual(['DESK1', 'DESK2', 'DROP1'])
    stored()
    expect(reported(await created).settings.senderCompId).toBe('DROP2')
    expect(listed()).toEqual(['DESK1', 'DESK2', 'DROP1', 'DROP2'])
  })

  test('are listed with the numbers that a restart would go on with', async () => {
    const desk = await under.logOn()
    const numbers = (): readonly string[] =>
      under.administration.list().map(({ nextInbound, nextOutbound }) => `${nextInbound} ${nextOutbound}`)
    const held = under.heldCommit()
    desk.say('D', order('a'))
    const finish = await held
    expect(numbers()).toEqual(['2 2', '1 1', '1 1'])
    finish()
    expect((await desk.hear('8')).pick(34)).toBe('34=2')
    expect(numbers()).toEqual(['3 3', '1 1', '1 1'])
    const heldReset = under.heldCommit()
    const reset = under.administration.reset(idOf('DESK2'), { nextInbound: 7, nextOutbound: 9 })
    const finishReset = await heldReset
    expect(numbers()).toEqual(['3 3', '1 1', '1 1'])
    finishReset()
    expect(reported(await reset)).toMatchObject({ nextInbound: 7, nextOutbound: 9 })
    expect(numbers()).toEqual(['3 3', '7 9', '1 1'])
  })

  test('need a password or a client certificate where others can reach the gateway', async () => {
    const closed = await GatewayUnderTest.start({ mayBeOpen: false, sessions: [{ senderCompId: 'DESK1', clientCertificate: 'cn:DESK1' }] })
    try {
      const { administration, settings } = closed
      const refusal = {
        type: 'invalid',
        faults: [
          {
            field: 'password',
            message: 'Where others can reach the gateway a session that is enabled needs a password or a client certificate.',
          },
        ],
      }
      const wanted = { senderCompId: 'DESK2', targetCompId: 'GATEWAY', kind: 'order-entry', partner: 0 } as const
      expect(await administration.create(wanted)).toEqual(refusal)
      expect(await administration.create({ ...wanted, accountNumbers: ['000000000'] })).toEqual({
        type: 'invalid',
        faults: [{ field: 'account_numbers', message: '000000000 is no account of the partner.' }, ...refusal.faults],
      })
      expect(administration.list()).toHaveLength(1)
      const created = reported(await administration.create({ ...wanted, password: 'secret' }))
      expect(await administration.change(created.settings.id, { password: null })).toEqual(refusal)
      expect(await administration.change(settings[0]!.id, { clientCertificate: null })).toEqual(refusal)
      reported(await administration.change(created.settings.id, { password: null, enabled: false }))
      expect(await administration.change(created.settings.id, { enabled: true })).toEqual(refusal)
    } finally {
      await closed.close()
    }
  })

  test('exist once for a pair of CompIDs, and their accounts are the partner’s', async () => {
    const wanted = { senderCompId: 'DESK1', targetCompId: 'GATEWAY', kind: 'order-entry', partner: 0 } as const
    expect(await under.administration.create(wanted)).toEqual({ type: 'session_already_exists' })
    expect(await under.administration.create({ ...wanted, senderCompId: 'NEW', accountNumbers: ['ACC9'] })).toMatchObject({
      type: 'invalid',
      faults: [{ field: 'account_numbers' }],
    })
    const schedule = { days: ['mon'], start: '09:00', end: '17:00', timeZone: 'Nowhere/Land', reset: 'daily', holidays: [] } as const
    expect(await under.administration.change(idOf('DESK1'), { schedule })).toMatchObject({
      type: 'invalid',
      faults: [{ field: 'schedule' }],
    })
    expect(await under.administration.change('nobody', {})).toEqual({ type: 'session_not_found' })
  })

  test('are listed as they stand', async () => {
    const desk = await under.logOn('DESK1', { body: '98=0|108=45' })
    desk.say('1', '112=x')
    await desk.hear('0')
    const [first, second] = under.administration.list()
    expect(first).toMatchObject({
      state: 'logged_on',
      remoteAddress: '127.0.0.1',
      heartbeatS: 45,
      nextInbound: 3,
      nextOutbound: 3,
      lastInboundAt: clock.epochMs(),
      lastOutboundAt: clock.epochMs(),
    })
    expect(second).toMatchObject({
      state: 'logged_out',
      remoteAddress: null,
      heartbeatS: 0,
      nextInbound: 1,
      nextOutbound: 1,
      lastInboundAt: 0,
    })
    expect(under.gateway.sessionCounts()).toEqual({ logged_on: 1, logged_out: 2, logon_pending: 0 })
  })

  test('keep every change that was made of them at the same time', async () => {
    const { administration } = under
    await Promise.all([
      administration.change(idOf('DESK1'), { password: 'secret' }),
      administration.change(idOf('DESK1'), { enabled: false }),
      administration.change(idOf('DESK1'), { throttlePerS: 7 }),
      administration.change(idOf('DESK1'), { queueReplaces: true }),
    ])
    const { settings } = under.book()
    expect(settings).toMatchObject({ enabled: false, throttlePerS: 7, queueReplaces: true })
    expect(await verifyPassword('secret', settings.passwordHash!)).toBe(true)
  })

  test('are logged out when they are disabled, and may log on again when they are enabled', async () => {
    const desk = await under.logOn()
    await under.administration.change(idOf('DESK1'), { enabled: false })
    expect((await desk.hear('5')).get(58)).toBe('The session is disabled')
    desk.say('5')
    await desk.closed
    const refused = await under.connect()
    refused.logon()
    await refused.closed
    await under.administration.change(idOf('DESK1'), { enabled: true })
    await under.logOn('DESK1', { number: 3 })
  })

  test('heed changed accounts at once', async () => {
    const desk = await under.logOn()
    await under.administration.change(idOf('DESK1'), { accountNumbers: ['ACC2'] })
    desk.say('D', order('c1'))
    expect((await desk.hear('8')).pick(150, 103)).toBe('150=8|103=15')
    desk.say('D', order('c2').replace('1=ACC1|', ''))
    expect((await desk.hear('8')).pick(1, 150)).toBe('1=ACC2|150=0')
  })

  test('are reset to 1 and 1, or to what is said; a client that is logged on is logged out first', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    const resetting = under.administration.reset(idOf('DESK1'), { nextInbound: 1, nextOutbound: 1 })
    await desk.hear('5')
    desk.say('5')
    expect(reported(await resetting)).toMatchObject({ state: 'logged_out', nextInbound: 1, nextOutbound: 1 })
    await desk.closed
    expect(reported(await under.administration.reset(idOf('DESK1'), { nextInbound: 7, nextOutbound: 50 }))).toMatchObject({
      nextInbound: 7,
      nextOutbound: 50,
    })
    const again = await under.connect()
    again.next = 7
    again.logon()
    expect((await again.hear('A')).get(34)).toBe('50')
    again.say('2', '7=1|16=0')
    expect((await again.hear('4')).pick(34, 36)).toBe('34=1|36=51')
  })

  test('keep a reset over a restart', async () => {
    const desk = await under.logOn()
    await desk.logout()
    await under.administration.reset(idOf('DESK1'), { nextInbound: 7, nextOutbound: 50 })
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({ clock, directory })
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([7, 50])
  })
})

describe('an operator’s replay', () => {
  /** One of c1 and c2, which waits in front of the next commit: `finish` ends the one that c2 is in. */
  async function replayBehindCommit() {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    const held = under.heldCommit()
    desk.say('D', order('c2'))
    const finish = await held
    under.administration.replay(idOf('DESK1'), { time: 0 })
    await until(() => under.book().past !== undefined)
    return { desk, finish }
  }

  test('sends reports again from an execution on, as new messages with PossResend and the same ExecIDs', async () => {
    const desk = await under.logOn()
    for (const id of ['c1', 'c2', 'c3']) desk.say('D', order(id))
    const first = await desk.hearMany(3)
    expect(under.administration.replay(idOf('DESK1'), { execId: first[1]!.get(17)! })).toBeUndefined()
    const again = await desk.hearMany(2)
    expect(again.map((message) => message.pick(34, 43, 97, 11))).toEqual(['34=5|97=Y|11=c2', '34=6|97=Y|11=c3'])
    expect(again.map((message) => message.body)).toEqual(first.slice(1).map((message) => message.body))
    desk.say('2', '7=5|16=6')
    expect((await desk.hearAll()).map((message) => message.pick(34, 43, 97, 11))).toEqual(['34=5|43=Y|97=Y|11=c2', '34=6|43=Y|97=Y|11=c3'])
  })

  test('sends reports again from a moment on', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    clock.advance(1_000)
    desk.say('D', order('c2'))
    await desk.hear('8')
    under.administration.replay(idOf('DESK1'), { time: clock.epochMs() })
    expect((await desk.hear('8')).pick(97, 11)).toBe('97=Y|11=c2')
    expect(await desk.hearAll()).toEqual([])
  })

  test('leaves what is said with it as it is: PossResend is of the reports alone', async () => {
    const { desk, finish } = await replayBehindCommit()
    desk.say('1', '112=there')
    await until(() => under.book().nextInbound === desk.next)
    finish()
    expect((await desk.hearMany(4)).map((message) => message.pick(35, 97, 11, 112))).toEqual([
      '35=8|11=c2',
      '35=8|97=Y|11=c1',
      '35=8|97=Y|11=c2',
      '35=0|112=there',
    ])
  })

  test('is numbered all the same where the connection is lost before its commit', async () => {
    const { desk, finish } = await replayBehindCommit()
    under.gateway.connectionOf(under.book())!.cut('for the test')
    finish()
    const again = await under.connect()
    again.logon('98=0|108=30|789=3', { number: 4 })
    await again.hear('A')
    expect((await again.hearMany(3)).map((message) => message.pick(34, 43, 97, 11))).toEqual([
      '34=3|43=Y|11=c2',
      '34=4|43=Y|97=Y|11=c1',
      '34=5|43=Y|97=Y|11=c2',
    ])
    // what the lost connection was to be told was never sent
    expect(under.metrics.fix.messagesOut).toBe(desk.heard.length + again.heard.length)
  })

  test('is told whole, also where it is more than a client is told at once', async () => {
    await under.close()
    under = await GatewayUnderTest.start({ clock, limits: { outbox: { maxBytes: 64 * 1024, maxMs: 10_000 } } })
    const desk = await under.logOn()
    const ids = Array.from({ length: 200 }, (_, index) => `c${index}`)
    for (const id of ids) desk.say('D', order(id))
    await desk.hearMany(ids.length)
    under.administration.replay(idOf('DESK1'), { time: 0 })
    expect((await desk.hearMany(ids.length)).map((message) => message.pick(97, 11))).toEqual(ids.map((id) => `97=Y|11=${id}`))
  })

  test('for a session that is away is numbered now and asked for after its next Logon', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.logout()
    under.administration.replay(idOf('DESK1'), { time: 0 })
    await until(() => under.book().sentBefore === 5)
    const again = await under.connect()
    again.next = 4
    again.logon('98=0|108=30|789=4')
    expect((await again.hear('A')).get(34)).toBe('5')
    expect((await again.hear('8')).pick(34, 43, 97, 11)).toBe('34=4|43=Y|97=Y|11=c1')
  })

  test('for a session that was away at its end is numbered from 1, and its next Logon goes on from there', async () => {
    const schedule = {
      days: ['mon', 'fri'],
      start: '10:00',
      end: '11:00',
      timeZone: 'America/New_York',
      reset: 'daily',
      holidays: [],
    } as const
    await under.administration.change(idOf('DESK1'), { schedule })
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await desk.hear('8')
    await desk.logout()
    clock.advance(3 * 86_400_000)
    under.administration.replay(idOf('DESK1'), { time: 0 })
    await until(() => under.batches.at(-1)!.sessions.some(({ outbound }) => outbound.some((entry) => entry < 0)))
    expect(under.batches.at(-1)!.sessions).toMatchObject([{ session: 1, reset: true, nextInbound: 1, firstOutbound: 1 }])
    const monday = await under.connect()
    monday.logon('98=0|108=30|789=1')
    expect((await monday.hear('A')).pick(34, 141, 789)).toBe('34=2|789=2')
    expect((await monday.hear('8')).pick(34, 43, 97, 11)).toBe('34=1|43=Y|97=Y|11=c1')
    expect(await monday.hearAll()).toEqual([])
  })

  test('of an execution that there is not is refused', () => {
    expect(under.administration.replay(idOf('DESK1'), { execId: 'nonsense' })).toEqual({ type: 'execution_not_found' })
  })
})

describe('settings and logs', () => {
  test('reset_on_logon starts both numberings over with every Logon', async () => {
    const desk = await under.logOn()
    await desk.logout()
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const again = await under.connect()
    again.logon()
    expect((await again.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
  })

  test('reset_on_logon starts over with a client that goes on with its numbers, and waits for its number 1', async () => {
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const desk = await under.connect()
    desk.next = 3
    desk.logon('98=0|108=30|789=5')
    expect((await desk.hear('A')).pick(34, 141, 789)).toBe('34=1|141=Y|789=1')
    desk.next = 1
    for (const id of ['c1', 'c2', 'c3', 'c4']) desk.say('D', order(id))
    expect((await desk.hearMany(4)).map((report) => report.pick(35, 34, 11, 150))).toEqual([
      '35=8|34=2|11=c1|150=0',
      '35=8|34=3|11=c2|150=0',
      '35=8|34=4|11=c3|150=0',
      '35=8|34=5|11=c4|150=0',
    ])
    expect(await desk.hearAll()).toEqual([])
  })

  test('reset_on_logon waits for number 1 of a client that begins anew once it is told to, also where its Logon was number 1', async () => {
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const desk = await under.connect()
    desk.logon('98=0|108=30|789=1')
    expect((await desk.hear('A')).pick(34, 141, 789)).toBe('34=1|141=Y|789=1')
    desk.next = 1
    for (const id of ['c1', 'c2']) desk.say('D', order(id))
    expect((await desk.hearMany(2)).map((report) => report.pick(35, 34, 11, 150))).toEqual([
      '35=8|34=2|11=c1|150=0',
      '35=8|34=3|11=c2|150=0',
    ])
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(4)
  })

  test('reset_on_logon asks nothing of a client that counts its Logon as number 1', async () => {
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const desk = await under.connect()
    desk.logon()
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    desk.say('D', order('c1').replace('54=1', '54=x'))
    expect((await desk.hear('3')).pick(34, 45, 371)).toBe('34=2|45=2|371=54')
    desk.say('D', order('c2'))
    expect((await desk.hear('8')).pick(34, 11, 150)).toBe('34=3|11=c2|150=0')
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(5)
  })

  test.each([
    { what: 'what lies before a first number above 2', number: 3, lost: (_desk: FixClient) => undefined },
    {
      what: 'number 1 where its checksum was wrong',
      number: 2,
      lost: (desk: FixClient) => desk.say('D', order('c0'), { number: 1, checkSum: '999' }),
    },
    { what: 'a first message without a number', number: 2, lost: (desk: FixClient) => desk.say('D', order('c0'), { number: 0 }) },
  ])('reset_on_logon asks for $what', async ({ number, lost }) => {
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const desk = await under.connect()
    desk.logon()
    await desk.hear('A')
    lost(desk)
    desk.say('D', order('c1'), { number })
    expect((await desk.hear('2')).pick(34, 7, 16)).toBe('34=2|7=1|16=0')
    expect(under.book().nextInbound).toBe(1)
  })

  test('reset_on_logon asks a client that goes on all the same for what it has said since its number 1', async () => {
    await under.administration.change(idOf('DESK1'), { resetOnLogon: true })
    const desk = await under.connect()
    desk.next = 3
    desk.logon()
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    desk.say('D', order('c1'))
    expect((await desk.hear('2')).pick(34, 7, 16)).toBe('34=2|7=1|16=0')
    desk.say('4', '123=Y|36=4', { number: 1, header: '43=Y|122=20261120-15:04:05' })
    expect((await desk.hear('8')).pick(34, 11, 150)).toBe('34=3|11=c1|150=0')
    expect(under.book().nextInbound).toBe(5)
  })

  test('user-defined tags pass where the session allows them', async () => {
    await under.administration.change(idOf('DESK1'), { validateUserDefined: false })
    const desk = await under.logOn()
    desk.say('D', `${order('c1')}|9001=x|9001=y`)
    expect((await desk.hear('8')).pick(11, 150)).toBe('11=c1|150=0')
  })

  test('what a session sends is noted with what it caused, and passwords are not', async () => {
    const noted: string[] = []
    const gateway = under.gateway as { inboundLog: InboundLog | undefined }
    gateway.inboundLog = {
      note: ({ session, sequence, events }, source, start = 0, end = source.length) =>
        void noted.push(`${session} ${sequence} ${events} ${source.toString('latin1', start, end).replaceAll('\x01', '|')}`),
    }
    const desk = await under.logOn('DESK1', { body: '98=0|108=30|553=jane|554=hunter2' })
    desk.say('D', order('c1'))
    await desk.hear('8')
    const masked = String.raw`\|553=\*\*\*\|554=\*\*\*\|`
    expect(noted.splice(0)).toEqual([
      expect.stringMatching(new RegExp(String.raw`^1 1 0 8=FIX\.4\.4\|9=\d+\|35=A\|.*${masked}10=\d{3}\|$`)),
      expect.stringMatching(/^1 2 1 8=FIX\.4\.4\|9=\d+\|35=D\|.*\|11=c1\|.*\|10=\d{3}\|$/),
    ])
    // one that waits behind a gap is noted twice
    desk.say('BE', '553=jane|554=hunter2|923=u1|924=3|925=hunter3', { number: 4 })
    await desk.hear('2')
    desk.say('4', '123=Y|36=4', { number: 3 })
    await desk.hear('j')
    expect(noted).toEqual([
      expect.stringMatching(new RegExp(String.raw`^1 4 0 8=.*\|35=BE\|.*${masked}923=u1\|924=3\|925=\*\*\*\|10=\d{3}\|$`)),
      expect.stringMatching(new RegExp(String.raw`^1 0 1 8=.*\|35=BE\|.*${masked}923=u1\|924=3\|925=\*\*\*\|10=\d{3}\|$`)),
      expect.stringMatching(/^1 3 1 8=FIX\.4\.4\|9=\d+\|35=4\|/),
    ])
  })
})

describe('the end', () => {
  test('drain logs everybody out, waits for their answers, and refuses newcomers', async () => {
    const desk = await under.logOn()
    const silent = await under.logOn('DESK2')
    const drained = under.gateway.drain()
    expect((await desk.hear('5')).get(58)).toBe('The gateway is shutting down')
    desk.say('5')
    await desk.closed
    await silent.hear('5')
    const late = await under.connect('DROP1')
    await late.closed
    clock.advance(2_000)
    await drained
    await silent.closed
  })

  test('the listener can be closed first: who is connected still hears the Logout', async () => {
    const desk = await under.logOn()
    const closed = under.stopListening()
    const drained = under.gateway.drain()
    expect((await desk.hear('5')).get(58)).toBe('The gateway is shutting down')
    desk.say('5')
    await Promise.all([drained, closed, desk.closed])
  })

  test('what was accepted before it is answered before the Logout', async () => {
    const desk = await under.logOn()
    desk.say('D', order('c1'))
    await until(() => under.engine.state.openOrderCount === 1)
    const drained = under.gateway.drain()
    expect((await desk.hearMany(2)).map((message) => message.pick(35, 11))).toEqual(['35=8|11=c1', '35=5'])
    desk.say('5')
    await drained
  })
})
