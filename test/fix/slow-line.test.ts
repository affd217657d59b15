import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClientConnection } from '../../src/fix/connection/client-connection.ts'
import type { Line } from '../../src/fix/connection/line.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import { frame, utcTimestamp } from '../support/fix-message.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'

/** A client's end of a line whose system takes so many bytes, and then nothing. */
class Desk implements Line {
  readonly remoteAddress = '10.0.0.1'
  readonly clientCertificate = undefined
  backlogBytes = 0
  told = ''
  isOpen = true
  room = Infinity
  next = 1
  readonly #connection: ClientConnection
  readonly #view = new MessageView()

  constructor() {
    this.#connection = under.gateway.connect(this)!
  }

  say(msgType: string, body: string): void {
    const bytes = frame(`35=${msgType}|34=${this.next++}|49=DESK1|52=${utcTimestamp(clock.epochMs())}|56=GATEWAY${body}`)
    this.#view.load(bytes, 0, bytes.length)
    this.#connection.onMessage(this.#view)
    this.#connection.onReadEnd()
  }

  write(bytes: Buffer, flushed: () => void): void {
    this.told += bytes.toString('latin1')
    this.room -= bytes.length
    if (this.room >= 0) flushed()
    else this.backlogBytes += bytes.length
  }

  end(): void {
    this.isOpen = false
  }

  destroy(): void {
    this.isOpen = false
  }

  readonly pause = (): void => undefined
  readonly resume = (): void => undefined
}

const clock = new ManualClock()
let under: GatewayUnderTest

beforeEach(async () => {
  under = await GatewayUnderTest.start({ clock, sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }], rules: { maxOpenOrders: 0 } })
})

afterEach(() => under.close())

const order = (id: string): string => `|11=${id}|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=1|38=1`
const reports = ({ told }: Desk): number => told.split('\x0135=8\x01').length - 1

const loggedOn = async (room = Infinity): Promise<Desk> => {
  const desk = new Desk()
  desk.room = room
  desk.next = under.book().nextInbound
  desk.say('A', '|98=0|108=120')
  await until(() => desk.told.includes('\x0135=A\x01'))
  return desk
}

test('a client that stops reading in the middle of what it has asked for again is cut after ten seconds', async () => {
  const desk = await loggedOn()
  for (let count = 0; count < 1_000; count++) desk.say('D', order(`c${count}`))
  await until(() => reports(desk) === 1_000)
  desk.room = 150_000
  desk.say('2', '|7=1|16=0')
  await until(() => desk.backlogBytes > 0)
  clock.advance(9_999)
  expect(desk.isOpen).toBe(true)
  clock.advance(1)
  expect(desk.isOpen).toBe(false)
})

test('a connection that still has to read what it missed does not hold up the next one of its session', async () => {
  const before = await loggedOn()
  for (let count = 0; count < 1_000; count++) before.say('D', order(`c${count}`))
  await until(() => reports(before) === 1_000)
  before.say('5', '')
  await until(() => !before.isOpen)
  const requester = { kind: 'operator', text: 'gone' } as const
  for (const { number } of under.engine.state.openOrders(0))
    under.sequencer.submit({ type: 'CancelOrder', requester, order: { number }, clientOrderId: '', originalClientOrderId: '' })
  const first = await loggedOn(1_000)
  await until(() => first.backlogBytes > 128 * 1024)
  first.say('5', '')
  await until(() => !first.isOpen)
  const second = await loggedOn()
  await until(() => reports(first) + reports(second) === 1_000)
})
