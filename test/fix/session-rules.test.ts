import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { NO_LATENCY } from '../../src/engine/venue/latency.ts'
import type { FixClient } from '../support/fix-client.ts'
import { frame } from '../support/fix-message.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'

const clock = new ManualClock()
let under: GatewayUnderTest
let desk: FixClient

beforeEach(async () => {
  under = await GatewayUnderTest.start({ clock })
  desk = await under.logOn()
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
/** A limit order far below the market: acknowledged, and nothing more. */
const order = (id: string): string => `11=${id}|55=AAPL|54=1|${NOW}|40=2|44=1|38=1`
const SENT = '20261120-15:04:05.000'

describe('the structure of a message', () => {
  test.each([
    ['a required tag missing', 'D', '11=c1|55=AAPL|54=1|40=2|44=1|38=1', '45=2|58=Required tag missing|371=60|372=D|373=1'],
    ['a tag that is not defined for the message', '1', '112=x|55=AAPL', '45=2|58=Tag not defined for this message type|371=55|372=1|373=2'],
    ['a tag that no FIX 4.4 has', 'D', `${order('c1')}|4711=1`, '45=2|58=Invalid tag number|371=4711|372=D|373=0'],
    ['a tag with the number 0', 'D', `${order('c1')}|0=x`, '45=2|58=Invalid tag number|371=0|372=D|373=0'],
    ['a tag above 5000 that the dictionary does not name', 'D', `${order('c1')}|9999=1`, '45=2|58=Invalid tag number|371=9999|372=D|373=0'],
    ['a tag without a value', '1', '112=', '45=2|58=Tag specified without a value|371=112|372=1|373=4'],
    [
      'a value out of range',
      'D',
      `11=c1|55=AAPL|54=X|${NOW}|40=2|44=1|38=1`,
      '45=2|58=Value is incorrect (out of range) for this tag|371=54|372=D|373=5',
    ],
    [
      'a number that is none',
      'D',
      `11=c1|55=AAPL|54=1|${NOW}|40=2|44=abc|38=1`,
      '45=2|58=Incorrect data format for value|371=44|372=D|373=6',
    ],
    ['a MsgType that FIX 4.4 has not', 'ZZ', '', '45=2|58=Invalid MsgType|372=ZZ|373=11'],
    ['a tag twice', 'D', `${order('c1')}|38=2`, '45=2|58=Tag appears more than once|371=38|372=D|373=13'],
    ['a header field in the body', 'D', `${order('c1')}|50=x`, '45=2|58=Tag specified out of required order|371=50|372=D|373=14'],
    [
      'a wrong count of a group',
      'D',
      `${order('c1')}|453=2|448=A|447=D|452=1`,
      '45=2|58=Incorrect NumInGroup count for repeating group|371=453|372=D|373=16',
    ],
    ['a ClOrdID of 65 characters', 'D', order('x'.repeat(65)), '45=2|58=Value is incorrect (out of range) for this tag|371=11|372=D|373=5'],
    [
      'a MassStatusReqID of 65 characters',
      'AF',
      `584=${'x'.repeat(65)}|585=7`,
      '45=2|58=Value is incorrect (out of range) for this tag|371=584|372=AF|373=5',
    ],
    [
      'an MDReqID of 65 characters',
      'V',
      `262=${'x'.repeat(65)}|263=0|264=1|267=1|269=0|146=1|55=AAPL`,
      '45=2|58=Value is incorrect (out of range) for this tag|371=262|372=V|373=5',
    ],
    ['a ClOrdID that is not ASCII', 'D', order('café'), '45=2|58=Value is incorrect (out of range) for this tag|371=11|372=D|373=5'],
  ])('%s is a Reject, and the number counts', async (_what, msgType, body, reject) => {
    desk.say(msgType, body)
    expect((await desk.hear('3')).body).toBe(reject)
    expect(await desk.hearAll()).toEqual([])
  })

  test('is checked before the number, and an invalid message advances it only in its turn', async () => {
    desk.say('1', '', { number: 9 })
    expect((await desk.hear('3')).pick(45, 373)).toBe('45=9|373=1')
    expect(under.book().nextInbound).toBe(2)
    desk.say('1', '')
    await desk.hear('3')
    expect(await desk.hearAll()).toEqual([])
  })

  test('a field of the message before does not leak into the next', async () => {
    desk.say('D', `${order('c1')}|15=USD|18=G`)
    await desk.hear('8')
    desk.say('D', order('c2'))
    expect((await desk.hear('8')).pick(11, 150)).toBe('11=c2|150=0')
  })

  test('non-ASCII in Text does not break the length of anything', async () => {
    desk.say('D', `${order('c1')}|58=Grüße € 你好`)
    expect((await desk.hear('8')).get(150)).toBe('0')
    expect(await desk.hearAll()).toEqual([])
  })
})

/** A word in UTF-8, and one in latin1: bytes as they lie in the message. */
const FOREIGN = 'caf\xc3\xa9 \xe9t\xe9'

describe('a value above ASCII comes back byte for byte', () => {
  const bodies = async (): Promise<string[]> => (await desk.hearAll()).map(({ type, body }) => `35=${type}|${body}`)

  test('in session messages', async () => {
    desk.say('1', `112=${FOREIGN}`)
    desk.say('\xc3\xa9')
    expect(await bodies()).toEqual([`35=0|112=${FOREIGN}`, '35=3|45=3|58=Invalid MsgType|372=\xc3\xa9|373=11'])
  })

  test('in market data', async () => {
    desk.say('V', `262=${FOREIGN}|263=0|264=1|267=1|269=0|146=1|55=MSFT`)
    desk.say('V', `262=${FOREIGN}|263=2|264=1|267=1|269=0|146=1|55=MSFT`)
    desk.say('x', `320=${FOREIGN}|559=2`)
    desk.say('g', `335=${FOREIGN}|336=${FOREIGN}|263=0`)
    expect(await bodies()).toEqual([
      `35=W|55=MSFT|262=${FOREIGN}|268=1|269=0|270=0|271=0`,
      `35=Y|58=MDReqID(262) is not known|262=${FOREIGN}`,
      `35=y|320=${FOREIGN}|322=${FOREIGN}.1|393=0|560=5|893=Y`,
      `35=h|335=${FOREIGN}|336=${FOREIGN}|340=6|567=1`,
    ])
  })

  test('in answers to orders and requests', async () => {
    desk.say('D', `11=d1|1=${FOREIGN}|55=${FOREIGN}|54=1|${NOW}|40=2|44=1|38=1`)
    desk.say('D', order('d2').replace('AAPL', FOREIGN))
    desk.say('F', `11=f1|41=${FOREIGN}|55=AAPL|54=1|${NOW}`)
    desk.say('G', `${order('g1')}|41=${FOREIGN}`)
    desk.say('H', `11=h1|1=${FOREIGN}|55=${FOREIGN}|54=1|790=${FOREIGN}`)
    desk.say('AF', `584=${FOREIGN}|585=1|55=${FOREIGN}|1=${FOREIGN}`)
    desk.say('AF', `584=${FOREIGN}|585=3`)
    desk.say('q', `11=q1|530=1|55=${FOREIGN}|${NOW}`)
    expect((await desk.hearAll()).map((message) => message.pick(35, 1, 41, 55, 379, 584, 790))).toEqual([
      `35=8|1=${FOREIGN}|55=${FOREIGN}`,
      `35=8|1=ACC1|55=${FOREIGN}`,
      `35=9|1=ACC1|41=${FOREIGN}`,
      `35=9|1=ACC1|41=${FOREIGN}`,
      `35=8|1=${FOREIGN}|55=${FOREIGN}|790=${FOREIGN}`,
      `35=8|1=${FOREIGN}|55=${FOREIGN}|584=${FOREIGN}`,
      `35=j|379=${FOREIGN}`,
      `35=r|55=${FOREIGN}`,
    ])
  })

  test('and can be read where Text quotes it', async () => {
    desk.say('D', order('d1'))
    desk.say('D', order('d2').replace('AAPL', 'caf\xc3\xa9'))
    desk.say('D', order('d3').replace('AAPL', '\xe9t\xe9'))
    desk.say('F', `11=f1|41=d1|55=caf\xc3\xa9|54=1|${NOW}`)
    desk.say('V', '262=v1|263=0|264=1|267=1|269=0|146=1|55=caf\xc3\xa9')
    expect((await desk.hearAll()).map((message) => message.pick(35, 58))).toEqual([
      '35=8',
      '35=8|58=The symbol caf\xc3\xa9 is not known.',
      '35=8|58=The symbol \xc3\xa9t\xc3\xa9 is not known.',
      "35=9|58=Symbol(55) is caf\xc3\xa9, but the order's is AAPL",
      '35=Y|58=Unknown symbol caf\xc3\xa9',
    ])
  })

  test('also when it is sent again', async () => {
    desk.say('H', `11=h1|55=AAPL|54=1|790=${FOREIGN}`)
    const first = await desk.hear('8')
    desk.say('2', '7=2|16=2')
    const again = await desk.hear('8')
    expect([first.get(790), again.get(43), again.body]).toEqual([FOREIGN, 'Y', first.body])
  })
})

describe('garbled input', () => {
  test.each([
    ['a wrong checksum', () => desk.bytes('D', order('bad'), { number: 2, checkSum: '000' })],
    ['a BodyLength that is too short', () => desk.bytes('D', order('bad'), { number: 2, bodyLength: 20 })],
    ['a BodyLength that is too long', () => desk.bytes('D', order('bad'), { number: 2, bodyLength: 100 })],
    ['no start', () => Buffer.from('hello\x01')],
    ['a MsgType that is not third', () => frame(`34=2|35=D|49=DESK1|52=${SENT}|56=GATEWAY|${order('bad')}`)],
  ])('%s is ignored, no number advances, and the messages around it in the same read are processed', async (_what, garbage) => {
    const before = desk.bytes('D', order('before'))
    desk.next = 2
    const garbled = garbage()
    desk.next = 3
    const behind = desk.bytes('D', order('behind'))
    desk.sayRaw(Buffer.concat([before, garbled, behind]))
    expect((await desk.hear('8')).get(11)).toBe('before')
    expect((await desk.hear('8')).get(11)).toBe('behind')
    expect(await desk.hearAll()).toEqual([])
    expect(await under.metric('fillgate_fix_garbled_total')).toBe(1)
  })

  test('a message without a number is ignored', async () => {
    desk.sayRaw(frame(`35=0|49=DESK1|52=${SENT}|56=GATEWAY`))
    desk.sayRaw(frame(`35=0|34=abc|49=DESK1|52=${SENT}|56=GATEWAY`))
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(3)
  })

  test('a BodyLength over the limit ends the connection, and no memory is reserved for it', async () => {
    desk.sayRaw('8=FIX.4.4\x019=30000000\x01')
    await desk.closed
    expect(desk.heard.map(({ type }) => type)).toEqual(['A'])
  })

  test('a message that comes byte by byte is one', async () => {
    for (const byte of desk.bytes('1', '112=slow')) desk.sayRaw(Buffer.from([byte]))
    expect((await desk.hear('0')).get(112)).toBe('slow')
  })

  test('a large message within the limit is taken', async () => {
    desk.say('D', `${order('c1')}|58=${'x'.repeat(60_000)}`)
    expect((await desk.hear('8')).get(11)).toBe('c1')
  })
})

describe('who speaks, and when', () => {
  test('another version after the Logon is a Logout', async () => {
    desk.say('0', '', { beginString: 'FIX.4.2' })
    expect((await desk.hear('5')).get(58)).toBe('Incorrect BeginString')
    await desk.closed
  })

  test('a wrong CompID is a Reject without RefTagID, then a Logout', async () => {
    desk.say('0', '', { senderCompId: 'OTHER' })
    expect((await desk.hear('3')).body).toBe('45=2|58=CompID problem|372=0|373=9')
    expect((await desk.hear('5')).get(58)).toBe('CompID problem')
    desk.say('5')
    await desk.closed
  })

  test('a SendingTime more than 120 s off is a Reject without RefTagID, then a Logout', async () => {
    desk.say('0', '', { sendingTime: '20261120-15:02:05.000' })
    expect((await desk.hear('3')).body).toBe('45=2|58=SendingTime accuracy problem|372=0|373=10')
    expect((await desk.hear('5')).get(58)).toBe('SendingTime accuracy problem')
    desk.say('5')
    await desk.closed
  })

  test('a SendingTime 119 s off is none of our business', async () => {
    desk.say('0', '', { sendingTime: '20261120-15:02:07.000' })
    expect(await desk.hearAll()).toEqual([])
  })

  test('routing comes back the other way round', async () => {
    desk.say('D', order('c1'), { header: '115=FIRM|116=trader|144=NYC' })
    expect((await desk.hear('8')).pick(128, 129, 145)).toBe('128=FIRM|129=trader|145=NYC')
    desk.say('1', '112=x', { header: '128=VENUE|129=desk' })
    expect((await desk.hear('0')).pick(115, 116)).toBe('115=VENUE|116=desk')
    desk.say('F', `11=x1|41=c1|55=AAPL|54=1|${NOW}`)
    expect((await desk.hear('8')).pick(128, 150)).toBe('128=FIRM|150=4')
  })

  test('a report goes where its own order came from, whoever’s message has caused it', async () => {
    await under.close()
    under = await GatewayUnderTest.start({ clock, accounts: ['ACC1', 'ACC2', 'ACC3'] })
    desk = await under.logOn()
    const terms = (id: string, account: string, side: number, quantity: number): string =>
      `1=${account}|11=${id}|55=AAPL|54=${side}|${NOW}|40=2|44=150|38=${quantity}`
    desk.say('D', terms('a', 'ACC1', 2, 1), { header: '115=FIRM' })
    desk.say('D', terms('b', 'ACC2', 2, 1))
    desk.say('D', terms('c', 'ACC3', 1, 3), { header: '115=BANK' })
    desk.say('q', `11=q|530=7|${NOW}`, { header: '115=RISK' })
    expect((await desk.hearMany(9)).map((message) => message.pick(11, 128, 150, 531))).toEqual([
      '11=a|128=FIRM|150=0',
      '11=b|150=0',
      '11=c|128=BANK|150=0',
      '11=a|128=FIRM|150=F',
      '11=c|128=BANK|150=F',
      '11=b|150=F',
      '11=c|128=BANK|150=F',
      '11=q|128=RISK|531=7',
      '11=c|128=RISK|150=4',
    ])
  })

  test('the refusal of a request that is too late goes where that came from', async () => {
    await under.close()
    const latency = { ...NO_LATENCY, cancel: { ms: 500, jitterMs: 0 } }
    under = await GatewayUnderTest.start({ clock, accounts: ['ACC1', 'ACC2'], rules: { latency } })
    desk = await under.logOn()
    const terms = (id: string, account: string, side: number): string => `1=${account}|11=${id}|55=AAPL|54=${side}|${NOW}|40=2|44=150|38=1`
    desk.say('D', terms('a', 'ACC1', 2), { header: '115=FIRM' })
    desk.say('F', `1=ACC1|11=x|41=a|55=AAPL|54=2|${NOW}`, { header: '115=FIRM' })
    desk.say('D', terms('b', 'ACC2', 1), { header: '115=BANK' })
    expect((await desk.hearMany(6)).map((message) => message.pick(11, 128, 150, 102))).toEqual([
      '11=a|128=FIRM|150=0',
      '11=x|128=FIRM|150=6',
      '11=b|128=BANK|150=0',
      '11=a|128=FIRM|150=F',
      '11=x|128=FIRM|102=0',
      '11=b|128=BANK|150=F',
    ])
  })

  test('what the venue answers later goes where the request came from, not the order', async () => {
    await under.close()
    const later = new ManualClock()
    const latency = { ...NO_LATENCY, cancel: { ms: 500, jitterMs: 0 }, replace: { ms: 500, jitterMs: 0 } }
    under = await GatewayUnderTest.start({ clock: later, rules: { latency } })
    desk = await under.logOn()
    desk.say('D', order('a'), { header: '115=FIRM|116=trader' })
    desk.say('G', `${order('b')}2|41=a`, { header: '115=FIRM|116=second' })
    await desk.hearMany(2)
    later.advance(500)
    await under.run({ type: 'AdvanceTime' })
    desk.say('F', `11=x|41=b|55=AAPL|54=1|${NOW}`, { header: '115=RISK' })
    await desk.hearMany(2)
    later.advance(500)
    await under.run({ type: 'AdvanceTime' })
    const ended = await desk.hear('8')
    expect(desk.heard.filter(({ type }) => type === '8').map((message) => message.pick(11, 128, 129, 150))).toEqual([
      '11=a|128=FIRM|129=trader|150=0',
      '11=b|128=FIRM|129=second|150=E',
      '11=b|128=FIRM|129=second|150=5',
      '11=x|128=RISK|150=6',
      '11=x|128=RISK|150=4',
    ])
    desk.say('2', `7=${ended.number}|16=0`)
    expect((await desk.hear('8')).pick(43, 128, 150)).toBe('43=Y|128=RISK|150=4')
  })

  test('routing is kept, and so has names of 64 characters at most', async () => {
    for (const tag of [115, 116, 128, 129, 144, 145]) {
      desk.say('D', order(`c${tag}`), { header: `${tag}=${'x'.repeat(65)}` })
      expect((await desk.hear('3')).pick(371, 372, 373)).toBe(`371=${tag}|372=D|373=5`)
    }
    desk.say('D', order('c1'), { header: `115=${'x'.repeat(64)}` })
    expect((await desk.hear('8')).pick(11, 128, 150)).toBe(`11=c1|128=${'x'.repeat(64)}|150=0`)
  })

  test('routing stays with the session: what is sent again and what comes later goes where the order came from', async () => {
    const routed = { header: '115=FIRM|116=trader|144=NYC' }
    desk.say('D', order('c1'), routed)
    desk.say('D', order('c2'), routed)
    desk.say('F', `11=x2|41=c2|55=AAPL|54=1|${NOW}`)
    desk.say('D', order('c3').replace('55=AAPL', '55=NONE'), routed)
    desk.say('D', order('c4'))
    await desk.hearMany(5)
    await desk.drop()
    await under.goneFrom('DESK1')
    await under.run({ type: 'CancelSessionOrders', session: 1, includeGtc: true })
    const again = await under.logOn('DESK1', { number: desk.next })
    again.say('2', '7=2|16=6')
    const back = '|128=FIRM|129=trader|145=NYC|150='
    expect((await again.hearMany(7)).map((message) => message.pick(34, 43, 11, 128, 129, 145, 150))).toEqual([
      `34=8|11=c1${back}4`,
      '34=9|11=c4|150=4',
      `34=2|43=Y|11=c1${back}0`,
      `34=3|43=Y|11=c2${back}0`,
      `34=4|43=Y|11=x2${back}4`,
      `34=5|43=Y|11=c3${back}8`,
      '34=6|43=Y|11=c4|150=0',
    ])
  })
})

describe('numbers', () => {
  test('one that is too low is a Logout that says what was expected', async () => {
    desk.say('0')
    desk.say('D', order('c1'), { number: 1 })
    expect((await desk.hear('5')).get(58)).toBe('MsgSeqNum too low, expecting 3 but received 1')
    await desk.closed
  })

  test('one that is too high is asked for once; what came is taken in order after it, and never twice', async () => {
    desk.say('D', order('c4'), { number: 4 })
    desk.say('D', order('c5'), { number: 5 })
    expect((await desk.hear('2')).pick(7, 16)).toBe('7=2|16=0')
    desk.say('D', order('c2'), { number: 2, header: `43=Y|122=${SENT}` })
    expect((await desk.hear('8')).get(11)).toBe('c2')
    desk.say('D', order('c3'), { number: 3, header: `43=Y|122=${SENT}` })
    desk.say('D', order('c4'), { number: 4, header: `43=Y|122=${SENT}` })
    desk.say('D', order('c5'), { number: 5, header: `43=Y|122=${SENT}` })
    desk.next = 6
    expect((await desk.hearAll()).map((message) => message.pick(35, 11, 150))).toEqual([
      '35=8|11=c3|150=0',
      '35=8|11=c4|150=0',
      '35=8|11=c5|150=0',
    ])
    expect(await under.metric('fillgate_fix_resend_requests_total{direction="out"}')).toBe(1)
  })

  test('a gap fill closes a gap like messages would', async () => {
    desk.say('D', order('c5'), { number: 5 })
    await desk.hear('2')
    desk.say('4', '123=Y|36=5', { number: 2, header: '43=Y' })
    expect((await desk.hear('8')).get(11)).toBe('c5')
    desk.next = 6
    expect(await desk.hearAll()).toEqual([])
  })

  test('a replay that leaves something out is a new gap, and what is behind that is not asked for once more', async () => {
    const again = (id: string, number: number): void => desk.say('D', order(id), { number, header: `43=Y|122=${SENT}` })
    desk.say('D', order('c7'), { number: 7 })
    expect((await desk.hear('2')).get(7)).toBe('2')
    again('c2', 2)
    again('c4', 4)
    expect((await desk.hear('8')).get(11)).toBe('c2')
    expect((await desk.hear('2')).get(7)).toBe('3')
    for (const number of [3, 4, 5, 6]) again(`c${number}`, number)
    expect((await desk.hearMany(5)).map((message) => message.pick(35, 11))).toEqual([3, 4, 5, 6, 7].map((number) => `35=8|11=c${number}`))
  })

  test('while a gap is open, what is queued is bounded', async () => {
    const text = 'x'.repeat(60_000)
    for (let number = 4; number < 104; number++) desk.say('D', `${order(`c${number}`)}|58=${text}`, { number })
    await desk.hear('2')
    desk.say('4', '123=Y|36=4', { number: 2, header: '43=Y' })
    const taken = await desk.hearMany(70)
    expect(taken.map((message) => message.get(11))).toEqual(Array.from({ length: 70 }, (_, index) => `c${index + 4}`))
    const last = under.book().nextInbound - 1
    expect(last).toBeLessThan(103)
    desk.say('0', '', { number: 104 })
    expect((await desk.hearLater('2')).get(7)).toBe(String(last + 1))
  })

  test('a PossDup that was processed is ignored', async () => {
    desk.say('D', order('c1'))
    await desk.hear('8')
    desk.say('D', order('c1'), { number: 2, header: `43=Y|122=${SENT}` })
    expect(await desk.hearAll()).toEqual([])
  })

  test('a PossDup without OrigSendingTime is a Reject', async () => {
    desk.say('D', order('c1'), { header: '43=Y' })
    expect((await desk.hear('3')).body).toBe('45=2|58=Required tag missing|371=122|372=D|373=1')
  })

  test('a PossDup with an OrigSendingTime later than its SendingTime is a Reject, then a Logout', async () => {
    desk.say('D', order('c1'), { header: '43=Y|122=20261120-15:04:06.000' })
    expect((await desk.hear('3')).body).toBe('45=2|58=SendingTime accuracy problem|372=D|373=10')
    await desk.hear('5')
  })

  test('a message right behind a ResendRequest is taken', async () => {
    desk.sayRaw(Buffer.concat([desk.bytes('2', '7=1|16=0'), desk.bytes('D', order('c1'))]))
    const said = await desk.hearMany(2)
    expect(said.map(({ type }) => type).sort()).toEqual(['4', '8'])
  })

  test('a ResendRequest with a gap of its own is answered first, then the gap is asked for: no loop', async () => {
    desk.say('2', '7=1|16=0', { number: 7 })
    const said = await desk.hearMany(2)
    expect(said.map((message) => message.pick(35, 34, 7, 36))).toEqual(expect.arrayContaining(['35=4|34=1|36=2', '35=2|34=2|7=2']))
    desk.say('2', '7=2|16=2', { number: 8 })
    expect((await desk.hear('4')).pick(34, 36)).toBe('34=2|36=3')
    desk.say('4', '123=Y|36=7', { number: 2, header: '43=Y' })
    desk.next = 9
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(10)
  })

  test('a ResendRequest for numbers that make no sense is a Reject', async () => {
    desk.say('2', '7=0|16=0')
    expect((await desk.hear('3')).pick(371, 373)).toBe('371=7|373=5')
    desk.say('2', '7=5|16=3')
    expect((await desk.hear('3')).pick(371, 373)).toBe('371=16|373=5')
  })

  test('a SequenceReset without GapFill ignores its own number', async () => {
    desk.say('4', '36=100', { number: 77 })
    desk.next = 100
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(101)
  })

  test('a SequenceReset without GapFill is no duplicate, whatever its number and PossDupFlag', async () => {
    desk.say('4', '36=100', { number: 1, header: '43=Y' })
    desk.next = 100
    expect(await desk.hearAll()).toEqual([])
    expect(under.book().nextInbound).toBe(101)
  })

  test('a SequenceReset without GapFill voids what waited behind a gap: its numbers are given anew', async () => {
    desk.say('D', order('old4'), { number: 4 })
    expect((await desk.hear('2')).get(7)).toBe('2')
    desk.say('4', '36=3', { number: 2 })
    desk.say('D', order('new3'), { number: 3 })
    desk.say('D', order('new4'), { number: 4 })
    desk.say('D', order('new6'), { number: 6 })
    expect((await desk.hearMany(3)).map((message) => message.pick(35, 11, 7))).toEqual(['35=8|11=new3', '35=8|11=new4', '35=2|7=5'])
    expect(under.book().nextInbound).toBe(5)
  })

  test.each(['36=1', '36=1|123=Y'])('a SequenceReset to a lower number is a Reject, and nothing changes: %s', async (body) => {
    desk.say('4', body, { number: 2 })
    expect((await desk.hear('3')).pick(371, 373)).toBe('371=36|373=5')
    expect(under.book().nextInbound).toBe(2)
  })

  test.each(['36=2147483648', '36=9007199254740991|123=Y'])(
    'a SequenceReset to a number behind which there are none is a Reject: the session would never hear anything again (%s)',
    async (body) => {
      desk.say('4', body, { number: 2 })
      expect((await desk.hear('3')).pick(371, 373)).toBe('371=36|373=5')
      expect(await desk.hearAll()).toEqual([])
    },
  )

  test('a Logout is honoured at any number, and what lies in the gap is asked for after the next Logon', async () => {
    desk.say('5', '', { number: 9 })
    await desk.hear('5')
    await desk.closed
    const again = await under.connect()
    again.logon('98=0|108=30', { number: 10 })
    await again.hear('A')
    expect((await again.hear('2')).get(7)).toBe('2')
  })

  test('a ResendRequest that was lost with its connection is sent again on the next', async () => {
    desk.say('0', '', { number: 5 })
    await desk.hear('2')
    await desk.drop()
    const again = await under.connect()
    again.logon('98=0|108=30', { number: 6 })
    await again.hear('A')
    expect((await again.hear('2')).get(7)).toBe('2')
  })

  test('are those of the commit: a message that was taken is not expected again after a restart', async () => {
    desk.say('D', order('c1'))
    await desk.hear('8')
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({ clock, directory })
    const again = await under.connect()
    again.next = 3
    again.logon()
    expect((await again.hear('A')).get(34)).toBe('3')
    expect(await again.hearAll()).toEqual([])
  })
})
