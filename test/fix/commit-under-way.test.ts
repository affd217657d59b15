import { afterEach, beforeEach, expect, test } from 'vitest'
import { MOST_TOLD_AT_ONCE } from '../../src/fix/past/past-telling.ts'
import type { FixClient } from '../support/fix-client.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { until } from '../support/until.ts'

const NOW = '60=20261120-15:04:05'
const order = (id: string, symbol = 'AAPL'): string => `11=${id}|55=${symbol}|54=1|${NOW}|40=2|44=1|38=1`

let under: GatewayUnderTest
let desk: FixClient

beforeEach(async () => {
  under = await GatewayUnderTest.start({ sessions: [{ senderCompId: 'DESK1', throttlePerS: 0 }], rules: { maxOpenOrders: 0 } })
  desk = await under.logOn()
})

afterEach(() => under.close())

test.each([
  ['a Logout', () => desk.say('5'), ['8 11=a', '5 ']],
  ['an order and a Logout', () => [desk.say('D', order('b')), desk.say('5')], ['8 11=a', '8 11=b', '5 ']],
  [
    'a number that is too low',
    () => desk.say('D', order('b'), { number: 1 }),
    ['8 11=a', '5 58=MsgSeqNum too low, expecting 3 but received 1'],
  ],
])('%s that comes while a commit is under way is answered behind its reports, then the connection ends', async (_what, say, answers) => {
  const held = under.heldCommit()
  desk.say('D', order('a'))
  const finish = await held
  say()
  await until(() => under.book().hasUnsent)
  finish()
  await until(() => desk.heard.at(-1)!.type === '5')
  desk.say('5')
  await desk.closed
  expect(desk.heard.slice(1).map((message) => `${message.type} ${message.pick(11, 58)}`)).toEqual(answers)
})

test(
  'of two commits in a row with more in them than is sent at once, the second is told from the journal',
  { timeout: 60_000 },
  async () => {
    const half = MOST_TOLD_AT_ONCE / 2 + 1
    const ids = ['AAPL', 'MSFT'].flatMap((symbol) => Array.from({ length: half }, (_, index) => `${symbol}${index}`))
    for (const id of ids) desk.say('D', order(id, id.slice(0, 4)))
    await desk.hearMany(ids.length)
    const held = under.heldCommit()
    desk.say('q', `11=q1|530=1|55=AAPL|${NOW}`)
    const finish = await held
    const position = under.sequencer.nextPosition
    desk.say('q', `11=q2|530=1|55=MSFT|${NOW}`)
    await until(() => under.sequencer.nextPosition > position)
    finish()
    expect(under.book().presence).toBe('catching-up')
    const told = await desk.hearMany(ids.length + 2)
    expect(told.filter(({ type }) => type === '8').map((report) => report.pick(11, 150))).toEqual(ids.map((id) => `11=${id}|150=4`))
    expect(told.filter(({ type }) => type === 'r').map((report) => report.pick(11, 533))).toEqual([
      `11=q1|533=${half}`,
      `11=q2|533=${half}`,
    ])
  },
)
