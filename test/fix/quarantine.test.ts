import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import type { FixClient } from '../support/fix-client.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'

// What a session hears of requests on which the engine has failed before: it does not see them again, and all goes on.

const NOW = '60=20261120-15:04:05'
const HELD = 'Held back: the gateway has failed on this request before. Call the operator'

let seen: Command[]
let under: GatewayUnderTest
let desk: FixClient

beforeEach(async () => {
  under = await GatewayUnderTest.start({
    clock: new ManualClock(),
    isQuarantined: (command) => /"(clientOrderId|requestId)":"poison/.test(JSON.stringify(command)),
  })
  seen = []
  const { engine } = under
  const execute = engine.execute.bind(engine)
  engine.execute = (...values) => {
    seen.push(values[0])
    return execute(...values)
  }
  desk = await under.logOn('DESK1')
  desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=2|44=100|38=10`)
  await desk.hear('8')
  seen.length = 0
})

afterEach(() => under.close())

test('a NewOrderSingle is rejected with what it asked for, and is no order', async () => {
  desk.say('D', `11=poison|55=AAPL|54=1|${NOW}|40=2|44=100|38=10`)
  expect((await desk.hear('8')).pick(1, 11, 37, 39, 150, 103, 58, 38, 44, 55, 14, 151)).toBe(
    `1=ACC1|11=poison|37=NONE|39=8|150=8|103=99|58=${HELD}|38=10|44=100|55=AAPL|14=0|151=0`,
  )
})

test.each([
  ['F', '54=1', 1],
  ['G', '54=1|40=2|44=101|38=10', 2],
])('a %s is answered with 9, which shows the order as it stands', async (type, terms, responseTo) => {
  desk.say(type, `11=poison|41=c1|55=AAPL|${NOW}|${terms}`)
  const reject = await desk.hear('9')
  expect(reject.pick(11, 41, 39, 434, 102, 58)).toBe(`11=poison|41=c1|39=0|434=${responseTo}|102=99|58=${HELD}`)
  expect(reject.get(37)).not.toBe('NONE')
})

test('a cancel of an order that there is not is answered without one', async () => {
  desk.say('F', `11=poison|41=c9|55=AAPL|54=1|${NOW}`)
  expect((await desk.hear('9')).pick(11, 37, 39, 41, 434, 102, 58)).toBe(`11=poison|37=NONE|39=8|41=c9|434=1|102=99|58=${HELD}`)
})

test('a mass cancel is refused with r', async () => {
  desk.say('q', `11=poison|530=7|${NOW}`)
  expect((await desk.hear('r')).pick(11, 531, 532, 58)).toBe(`11=poison|531=0|532=0|58=${HELD}`)
})

test.each([
  ['H', '11=c1|790=poison|55=AAPL|54=1'],
  ['AF', '584=poison|585=7'],
])('a %s is refused with j', async (type, body) => {
  desk.say(type, body)
  expect((await desk.hear('j')).pick(372, 380, 58)).toBe(`372=${type}|380=0|58=${HELD}`)
})

afterEach(async () => {
  // the order stands, the session goes on, and nothing of the request came to the engine but its refusal
  desk.say('H', '11=c1|55=AAPL|54=1')
  expect((await desk.hear('8')).pick(11, 39, 150)).toBe('11=c1|39=0|150=I')
  expect(seen.map(({ type }) => type)).not.toContain('PlaceOrder')
  expect(seen).toHaveLength(2)
})
