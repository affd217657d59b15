import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/fix/connection/password-hash.ts'
import type { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { AUTHORITY, identity } from '../support/tls/certificates.ts'
import { until } from '../support/until.ts'

let under: GatewayUnderTest
afterEach(() => under.close())

const MESSAGES = 5_000
const TEXT = 't'.repeat(150)
const PASSWORD = 'a password of a desk'

const transports = [
  { transport: 'TCP', server: {}, client: undefined },
  { transport: 'TLS', server: { tls: { ...identity('server'), minVersion: 'TLSv1.2' as const } }, client: { ca: AUTHORITY } },
]

describe.each(transports)('a client that sends without a pause over $transport', ({ server, client }) => {
  test('is read a part at a time: whoever else there is has a turn in between', { timeout: 30_000 }, async () => {
    under = await GatewayUnderTest.start({ sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }], ...server })
    const desk = await under.connect('DESK1', client)
    desk.logon()
    await desk.hear('A')
    let bytes = 0
    // each in a write, and with TLS in a record, of its own
    for (let count = 0; count < MESSAGES; count++) {
      const message = desk.bytes('0', `112=${TEXT}`)
      bytes += message.length
      desk.sayRaw(message)
    }
    expect(((await mostInATurn(MESSAGES + 2)) * bytes) / MESSAGES).toBeLessThan(4 * 64 * 1024)
  })

  test('is taken a part at a time, too, where all of it had waited behind a gap', { timeout: 30_000 }, async () => {
    under = await GatewayUnderTest.start({ sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }], ...server })
    const desk = await under.connect('DESK1', client)
    desk.logon()
    await desk.hear('A')
    const missing = desk.next++
    const waiting = Buffer.concat(Array.from({ length: MESSAGES }, () => desk.bytes('0', `112=${TEXT}`)))
    desk.sayRaw(waiting)
    // answered at any number: what was said before it has been read then
    desk.say('2', '7=1|16=1')
    await desk.hearLater('4')
    desk.say('4', `123=Y|36=${missing + 1}`, { number: missing, header: '43=Y' })
    expect(((await mostInATurn(desk.next)) * waiting.length) / MESSAGES).toBeLessThan(4 * 64 * 1024)
  })

  test('is not read on while the password of its Logon is checked', { timeout: 30_000 }, async () => {
    const passwordHash = await hashPassword(PASSWORD)
    under = await GatewayUnderTest.start({ sessions: [{ senderCompId: 'DESK1', throttlePerS: 0, passwordHash }], ...server })
    const { metrics, gateway } = under
    const { checking } = gateway.door
    const desk = await under.connect('DESK1', client)
    const logon = desk.bytes('A', `98=0|108=30|554=${PASSWORD}`)
    const behind = Buffer.concat(Array.from({ length: MESSAGES }, () => desk.bytes('0', `112=${TEXT}`)))
    desk.sayRaw(Buffer.concat([logon, behind]))
    await until(() => checking.size > 0)
    let read = 0
    await until(() => {
      if (checking.size > 0) read = metrics.fix.messagesIn
      return checking.size === 0
    })
    expect((read * behind.length) / MESSAGES).toBeLessThan(2 * 64 * 1024)
    await until(() => under.book().nextInbound === MESSAGES + 2)
  })

  /** How many messages are taken in a turn at most, until this number is next: of two turns, since it is not said which of them this test has first. */
  async function mostInATurn(until: number): Promise<number> {
    let most = 0
    for (let taken = under.book().nextInbound; taken < until;) {
      await nextTurn()
      const now = under.book().nextInbound
      most = Math.max(most, now - taken)
      taken = now
    }
    return most
  }

  test('is heard whole behind a Logon whose password is checked, and while commits are waited for', { timeout: 30_000 }, async () => {
    under = await GatewayUnderTest.start({
      sessions: [{ senderCompId: 'DESK1', throttlePerS: 0, passwordHash: await hashPassword(PASSWORD) }],
      rules: { maxOpenOrders: 0 },
      maxPendingEvents: 50,
      ...server,
    })
    const desk = await under.connect('DESK1', client)
    const said = [desk.bytes('A', `98=0|108=30|554=${PASSWORD}`)]
    const order = '55=AAPL|54=1|38=1|40=2|44=10|59=0|60=20261120-15:04:05.000'
    for (let count = 0; count < MESSAGES; count++) said.push(desk.bytes('D', `11=${count}|${order}`))
    desk.sayRaw(Buffer.concat(said))
    await until(() => under.book().nextInbound === MESSAGES + 2)
    expect(under.engine.state.openOrderCount).toBe(MESSAGES)
  })
})

test('messages that each take long are taken a few in a turn, in their order', async () => {
  under = await GatewayUnderTest.start({ clock: new TickingClock() })
  const desk = await under.logOn()
  const first = desk.next
  const ids = Array.from({ length: 20 }, (_, index) => `h${index}`)
  desk.sayRaw(Buffer.concat(ids.map((id) => desk.bytes('H', `11=unknown|55=AAPL|54=1|790=${id}`))))
  const taken = new Set<number>()
  while (under.book().nextInbound < first + ids.length) {
    taken.add(under.book().nextInbound)
    await nextTurn()
  }
  expect(taken.size).toBeGreaterThanOrEqual(ids.length / 5)
  expect((await desk.hearMany(ids.length)).map((report) => report.get(790))).toEqual(ids)
})

/** Whenever it is looked at, 2 ms have passed. */
class TickingClock extends ManualClock {
  #looks = 0

  override monotonicMs(): number {
    return 2 * this.#looks++
  }
}

describe('few bytes that ask for many reports are answered a part at a time, all of them and in their order', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`)
  const requests = Array.from({ length: 200 }, (_, index) => `s${index}`)
  const answers = requests.flatMap((of) => ids.map((id) => `${of} ${id}`))
  let desk: FixClient

  beforeEach(async () => {
    under = await GatewayUnderTest.start({ maxPendingEvents: 5_000 })
    desk = await under.logOn()
    for (const id of ids) desk.say('D', `11=${id}|55=AAPL|54=1|38=1|40=2|44=1|59=0|60=20261120-15:04:05.000`)
    await desk.hearMany(ids.length)
  })

  /** How many events the next turn in which there are any has caused. */
  async function eventsOfATurn(): Promise<number> {
    const before = under.sequencer.nextPosition
    await nextTurnIn(() => under.sequencer.nextPosition > before)
    return under.sequencer.nextPosition - before
  }

  const named = (reports: readonly FixMessage[]): string[] => reports.map((report) => `${report.get(584)} ${report.get(11)}`)

  test('in one read', async () => {
    desk.sayRaw(Buffer.concat(requests.map((id) => desk.bytes('AF', `584=${id}|585=7`))))
    expect(await eventsOfATurn()).toBeLessThan(5_000)
    expect(named(await desk.hearMany(answers.length))).toEqual(answers)
  })

  test('where they had waited behind a gap, before what comes behind them', async () => {
    const missing = desk.next++
    desk.sayRaw(Buffer.concat(requests.map((id) => desk.bytes('AF', `584=${id}|585=7`))))
    await desk.hear('2')
    const fill = desk.bytes('4', `123=Y|36=${missing + 1}`, { number: missing, header: '43=Y' })
    desk.sayRaw(Buffer.concat([fill, desk.bytes('1', '112=behind')]))
    expect(await eventsOfATurn()).toBeLessThan(5_000)
    expect(named(await desk.hearMany(answers.length))).toEqual(answers)
    expect((await desk.hear('0')).get(112)).toBe('behind')
    expect(under.book().nextInbound).toBe(desk.next)
  })
})

test('what is read together with what fills a long gap comes behind all that had waited, and nothing is asked for again', async () => {
  under = await GatewayUnderTest.start({ sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }] })
  const desk = await under.logOn()
  const missing = desk.next++
  const ids = Array.from({ length: 2_000 }, (_, index) => `${TEXT}${index}`)
  desk.sayRaw(Buffer.concat(ids.map((id) => desk.bytes('1', `112=${id}`))))
  expect((await desk.hear('2')).pick(7, 16)).toBe(`7=${missing}|16=0`)
  const fill = desk.bytes('4', `123=Y|36=${missing + 1}`, { number: missing, header: '43=Y' })
  desk.sayRaw(Buffer.concat([fill, desk.bytes('1', '112=behind')]))
  const answers = await desk.hearMany(ids.length + 1)
  expect(answers.map((answer) => `${answer.type} ${answer.get(112)}`)).toEqual([...ids, 'behind'].map((id) => `0 ${id}`))
})

async function nextTurnIn(isSo: () => boolean): Promise<void> {
  while (!isSo()) await nextTurn()
}
