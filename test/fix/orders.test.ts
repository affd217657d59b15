import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'

let clock: ManualClock
let under: GatewayUnderTest
/** trades ACC1, and need not say so */
let desk: FixClient
/** trades ACC2 and ACC3 */
let other: FixClient

beforeEach(async () => {
  clock = new ManualClock()
  under = await GatewayUnderTest.start({
    clock,
    accounts: ['ACC1', 'ACC2', 'ACC3'],
    sessions: [
      { senderCompId: 'DESK1', accountNumbers: ['ACC1'] },
      { senderCompId: 'DESK2', accountNumbers: ['ACC2', 'ACC3'] },
      { senderCompId: 'WIDE', accountNumbers: ['ACC1', 'ACC2'], orderScope: 'account' },
      { senderCompId: 'DROP1', kind: 'drop-copy' },
    ],
  })
  desk = await under.logOn('DESK1')
  other = await under.logOn('DESK2')
})

afterEach(() => under.close())

const NOW = '60=20261120-15:04:05'
const buy = (id: string, quantity: number, price: string, terms = ''): string =>
  `11=${id}|55=AAPL|54=1|${NOW}|40=2|44=${price}|38=${quantity}${terms}`
const sell = (id: string, quantity: number, price: string): string => `1=ACC2|11=${id}|55=AAPL|54=2|${NOW}|40=2|44=${price}|38=${quantity}`
const cancel = (id: string, original: string): string => `11=${id}|41=${original}|55=AAPL|54=1|${NOW}`
const replace = (id: string, original: string, quantity: number, price: string): string => `${buy(id, quantity, price)}|41=${original}`

/** What a life-cycle table has of a report. */
const state = (message: FixMessage): string => message.pick(35, 11, 41, 150, 39, 38, 14, 151, 32, 31, 6, 102, 103, 434)

describe('NewOrderSingle', () => {
  test('is acknowledged with every tag that both specifications require, in ascending order', async () => {
    desk.say('D', buy('c1', 10, '149.5'))
    const report = await desk.hear('8')
    expect(report.pick(1, 6, 11, 14, 38, 39, 40, 44, 54, 55, 59, 60, 150, 151, 167)).toBe(
      '1=ACC1|6=0|11=c1|14=0|38=10|39=0|40=2|44=149.5|54=1|55=AAPL|59=0|60=20261120-15:04:05.123|150=0|151=10|167=CS',
    )
    expect(report.fields.map(([tag]) => tag)).toEqual([
      8, 9, 35, 34, 49, 52, 56, 1, 6, 11, 14, 17, 37, 38, 39, 40, 44, 54, 55, 59, 60, 150, 151, 167, 10,
    ])
  })

  test('fills are 150=F with 39=1 or 2 on both sides, and 6 is the average of all of them', async () => {
    desk.say('D', buy('c1', 10, '150'))
    await desk.hear('8')
    other.say('D', sell('s1', 4, '149.99'))
    other.say('D', sell('s2', 8, '150'))
    expect((await desk.hearMany(2)).map(state)).toEqual([
      '35=8|11=c1|150=F|39=1|38=10|14=4|151=6|32=4|31=150|6=150',
      '35=8|11=c1|150=F|39=2|38=10|14=10|151=0|32=6|31=150|6=150',
    ])
    expect((await other.hearMany(4)).map(state)).toEqual([
      '35=8|11=s1|150=0|39=0|38=4|14=0|151=4|6=0',
      '35=8|11=s1|150=F|39=2|38=4|14=4|151=0|32=4|31=150|6=150',
      '35=8|11=s2|150=0|39=0|38=8|14=0|151=8|6=0',
      '35=8|11=s2|150=F|39=1|38=8|14=6|151=2|32=6|31=150|6=150',
    ])
  })

  test.each([
    ['an unknown symbol', '11=c1|55=NOPE|54=1|60=20261120-15:04:05|40=2|44=1|38=1', '11=c1|38=1|44=1|55=NOPE|103=1'],
    [
      'an unknown symbol with terms that are not taken',
      buy('c1', 1, '1', '|15=EUR').replace('AAPL', 'NOPE'),
      '11=c1|38=1|44=1|55=NOPE|103=1',
    ],
    ['a quantity of zero', buy('c1', 0, '1'), '11=c1|38=0|44=1|55=AAPL|103=13'],
    ['a negative quantity', buy('c1', -5, '1'), '11=c1|38=-5|44=1|55=AAPL|103=13'],
    ['a negative quantity that no integer holds', buy('c1', -99_999_999, '1'), '11=c1|38=-99999999|44=1|55=AAPL|103=13'],
    ['a quantity finer than a lot', `11=c1|55=AAPL|54=1|${NOW}|40=2|44=1|38=0.0000000001`, '11=c1|38=0.0000000001|44=1|55=AAPL|103=13'],
    [
      'a quantity that no integer holds',
      `11=c1|55=AAPL|54=1|${NOW}|40=2|44=1|38=99999999999999`,
      '11=c1|38=99999999999999|44=1|55=AAPL|103=3',
    ],
    ['a price of zero', buy('c1', 1, '0'), '11=c1|38=1|44=0|55=AAPL|103=99'],
    ['a price off the tick', buy('c1', 1, '150.001'), '11=c1|38=1|44=150.001|55=AAPL|103=99'],
    ['a price finer than any tick', buy('c1', 1, '0.00001'), '11=c1|38=1|44=0.00001|55=AAPL|103=99'],
    ['all or none', buy('c1', 1, '1', '|18=G'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['another currency', buy('c1', 1, '1', '|15=EUR'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an option', buy('c1', 1, '1', '|167=OPT'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an option by its CFICode', buy('c1', 1, '1', '|461=OCASPS'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an option by its strike', buy('c1', 1, '1', '|202=150'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an option by its month', buy('c1', 1, '1', '|200=202612'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an option by its day', buy('c1', 1, '1', '|541=20261218'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['a put', buy('c1', 1, '1', '|201=0'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['another class of the share', buy('c1', 1, '1', '|65=WI'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['another currency to settle in', buy('c1', 1, '1', '|120=EUR'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['a contract for difference', buy('c1', 1, '1', '|775=1'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['a minimum quantity', buy('c1', 10, '1', '|110=5'), '11=c1|38=10|44=1|55=AAPL|103=11'],
    ['a short sale', `11=c1|55=AAPL|54=5|${NOW}|40=2|44=1|38=1`, '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['good till date', buy('c1', 1, '1', '|59=6|432=20261201'), '11=c1|38=1|44=1|55=AAPL|103=11'],
    ['an order type that is not taken', `11=c1|55=AAPL|54=1|${NOW}|40=P|38=1`, '11=c1|38=1|55=AAPL|103=11'],
    ['more money than there is', buy('c1', 9_000, '150'), '11=c1|38=9000|44=150|55=AAPL|103=3'],
    ['an unknown account', `1=NOBODY|${buy('c1', 1, '1')}`, '11=c1|38=1|44=1|55=AAPL|103=15'],
    ['an account of another session', `1=ACC2|${buy('c1', 1, '1')}`, '11=c1|38=1|44=1|55=AAPL|103=15'],
  ])('%s is answered with 150=8, 39=8, zeros, 103 and Text', async (_what, body, expected) => {
    desk.say('D', body)
    const report = await desk.hear('8')
    expect(report.pick(11, 38, 44, 55, 103)).toBe(expected)
    expect(report.pick(150, 39, 14, 151, 6)).toBe('150=8|39=8|14=0|151=0|6=0')
    expect(report.get(1)).toBe(/^1=(\w+)/.exec(body)?.[1] ?? 'ACC1')
    expect(report.get(58)).toBeTruthy()
    expect(await desk.hearAll()).toEqual([])
  })

  test.each(['461=ESXXXX', '461=CEOGEU', '120=USD', '775=0', '167=CS'])('terms that every share has change nothing: %s', async (terms) => {
    desk.say('D', buy('c1', 10, '100', `|${terms}`))
    expect(state(await desk.hear('8'))).toBe('35=8|11=c1|150=0|39=0|38=10|14=0|151=10|6=0')
  })

  test('what can be no order is given back as it came', async () => {
    const id = `~ ${'x'.repeat(61)}!`
    desk.say('D', `1=NOBODY|11=${id}|55=AAPL|54=1|${NOW}|40=4|44=2.50|99=1.50|38=1.0|59=1`)
    const report = await desk.hear('8')
    expect(report.body).toBe(
      `1=NOBODY|6=0|11=${id}|14=0|17=${report.get(17)}|37=NONE|38=1.0|39=8|40=4|44=2.50|54=1|55=AAPL|58=Unknown account|59=1|` +
        '60=20261120-15:04:05.123|99=1.50|103=15|150=8|151=0|167=CS',
    )
    desk.say('D', `1=NOBODY|11=c2|55=AAPL|54=2|${NOW}|40=1|152=10.00`)
    const cash = await desk.hear('8')
    expect(cash.body).toBe(
      `1=NOBODY|6=0|11=c2|14=0|17=${cash.get(17)}|37=NONE|38=0|39=8|40=1|54=2|55=AAPL|58=Unknown account|59=0|` +
        '60=20261120-15:04:05.123|103=15|150=8|151=0|152=10.00|167=CS',
    )
  })

  test('a used ClOrdID is 103=6 with zeros and the first OrderID, and never a second order', async () => {
    desk.say('D', buy('c1', 10, '100'))
    const first = await desk.hear('8')
    desk.say('D', buy('c1', 15, '100'))
    const second = await desk.hear('8')
    expect(state(second)).toBe('35=8|11=c1|150=8|39=8|38=15|14=0|151=0|6=0|103=6')
    expect(second.get(37)).toBe(first.get(37))
    expect(second.get(17)).not.toBe(first.get(17))
  })

  test.each([
    ['a price', '40=2|44=99|38=1', '38=1|44=99'],
    ['a stop price too', '40=4|44=99.5|99=98|38=1', '38=1|44=99.5|99=98'],
    ['money', '40=1|152=100', '38=0|152=100'],
  ])('a used ClOrdID with %s gives it back as every other report does', async (_what, terms, given) => {
    const order = `11=c1|55=AAPL|54=1|${NOW}|${terms}`
    desk.say('D', order)
    desk.say('D', order)
    expect((await desk.hearLater((message) => message.get(103) === '6')).pick(38, 44, 99, 152)).toBe(given)
  })

  test('with PossResend a known ClOrdID gives the state, and an unknown one is an order', async () => {
    desk.say('D', buy('c1', 10, '100'))
    await desk.hear('8')
    desk.say('D', buy('c1', 10, '100'), { header: '97=Y' })
    expect((await desk.hear('8')).pick(11, 17, 39, 150, 151)).toBe('11=c1|17=0|39=0|150=I|151=10')
    desk.say('D', buy('c2', 10, '100'), { header: '97=Y' })
    expect((await desk.hear('8')).pick(11, 39, 150)).toBe('11=c2|39=0|150=0')
  })

  test.each([
    ['no Price on a limit order', `11=c1|55=AAPL|54=1|${NOW}|40=2|38=1`],
    ['no StopPx on a stop order', `11=c1|55=AAPL|54=1|${NOW}|40=3|38=1`],
    ['neither OrderQty nor CashOrderQty', `11=c1|55=AAPL|54=1|${NOW}|40=2|44=1`],
    ['both OrderQty and CashOrderQty', `11=c1|55=AAPL|54=1|${NOW}|40=2|44=1|38=1|152=1`],
  ])('%s is j with 380=5', async (_what, body) => {
    desk.say('D', body)
    expect((await desk.hear('j')).pick(45, 372, 379, 380)).toBe('45=2|372=D|379=c1|380=5')
  })

  test('without Account is j with 380=5 where the session has several', async () => {
    other.say('D', buy('c1', 1, '1'))
    expect((await other.hear('j')).pick(372, 379, 380, 58)).toBe('372=D|379=c1|380=5|58=Conditionally required field missing: Account(1)')
  })

  test('F, G and H without Account are about the order that OrderID says, else symbol and side, else that is open', async () => {
    const ids: (string | undefined)[] = []
    for (const account of ['ACC2', 'ACC3']) {
      other.say('D', `1=${account}|${buy('c1', 5, '100')}`)
      ids.push((await other.hear('8')).get(37))
    }
    const [second, third] = ids
    const heard = async (): Promise<string> => (await other.hearAll()).map((message) => message.pick(35, 1, 11, 37, 41, 150, 38)).join()
    other.say('G', `${replace('r1', 'c1', 6, '100')}|37=${third}`)
    expect(await heard()).toBe(`35=8|1=ACC3|11=r1|37=${third}|41=c1|150=5|38=6`)
    other.say('H', `11=c1|55=AAPL|54=1|37=${third}`)
    expect(await heard()).toBe(`35=8|1=ACC3|11=r1|37=${third}|41=c1|150=I|38=6`)
    other.say('F', `${cancel('f1', 'c1')}|37=${second}`)
    expect(await heard()).toBe(`35=8|1=ACC2|11=f1|37=${second}|41=c1|150=4|38=5`)
    other.say('F', cancel('f2', 'c1'))
    expect(await heard()).toBe(`35=8|1=ACC3|11=f2|37=${third}|41=r1|150=4|38=6`)
    for (const [account, symbol] of [
      ['ACC2', 'AAPL'],
      ['ACC3', 'MSFT'],
    ]) {
      other.say('D', `1=${account}|${buy('c2', 5, '100').replace('AAPL', symbol!)}`)
      await other.hear('8')
    }
    other.say('F', cancel('f3', 'c2').replace('AAPL', 'MSFT'))
    expect((await other.hear('8')).pick(1, 11, 55, 150)).toBe('1=ACC3|11=f3|55=MSFT|150=4')
  })

  test('… and j with 380=5 where nothing says which', async () => {
    for (const account of ['ACC2', 'ACC3']) other.say('D', `1=${account}|${buy('c1', 5, '100')}`)
    await other.hearMany(2)
    other.say('F', cancel('f1', 'c1'))
    other.say('G', replace('r1', 'c1', 6, '100'))
    other.say('H', '11=c1|55=AAPL|54=1')
    for (const [type, id] of [
      ['F', 'f1'],
      ['G', 'r1'],
      ['H', 'c1'],
    ]) {
      const reject = await other.hear('j')
      expect(reject.pick(372, 379, 380, 58)).toBe(`372=${type}|379=${id}|380=5|58=Conditionally required field missing: Account(1)`)
    }
    expect(under.engine.state.openOrderCount).toBe(2)
  })

  test('a message that the gateway does not take is j with 380=3, and a j is never answered', async () => {
    desk.say('E', '')
    expect((await desk.hear('j')).pick(45, 372, 380, 58)).toBe('45=2|372=E|380=3|58=Unsupported Message Type')
    desk.say('j', '45=2|372=j|380=0')
    expect(await desk.hearAll()).toEqual([])
  })

  test.each([
    ['E', '66=list|394=3|68=1|73=1|11=c1|67=1|55=AAPL|54=1|38=1', 'list'],
    ['R', '131=quote|146=1|55=AAPL', 'quote'],
    ['e', '324=status|55=AAPL|263=0', 'status'],
    ['s', '548=cross|549=1|550=0|552=1|54=1|11=c1|38=1|55=AAPL|40=1', 'cross'],
    ['AB', '11=legs|54=1|55=AAPL|40=1', 'legs'],
    ['BE', '923=user|924=3|553=jane', 'user'],
  ])('a %s that is not taken is named by its own id in 379', async (type, body, id) => {
    desk.say(type, body)
    expect((await desk.hear('j')).pick(372, 379, 380)).toBe(`372=${type}|379=${id}|380=3`)
  })

  test('a cash order has 152 in every report, and 38 = 14 + 151', async () => {
    await under.run({
      type: 'MoveQuote',
      market: 0,
      symbol: 'AAPL',
      quote: { bidTicks: 199_000, askTicks: 200_000, bidLots: 0, askLots: 200e9 },
    })
    desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=1|152=10000|15=USD`)
    const reports = await desk.hearMany(2)
    for (const report of reports) {
      expect(report.get(152)).toBe('10000')
      expect(Number(report.get(38))).toBe(Number(report.get(14)) + Number(report.get(151)))
    }
    expect(reports.map((report) => report.pick(150, 39, 14, 32, 31))).toEqual(['150=0|39=0|14=0', '150=F|39=1|14=200|32=200|31=20'])
  })

  test.each([
    ['-5', 13],
    ['0', 13],
    ['0.001', 13],
    ['99999999999999999999', 3],
    ['-99999999999999999999', 13],
  ])('a cash order that is refused for its 152 gives it back as it came: %s', async (cash, reason) => {
    desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=1|152=${cash}`)
    expect((await desk.hear('8')).pick(11, 38, 39, 103, 150, 151, 152)).toBe(`11=c1|38=0|39=8|103=${reason}|150=8|151=0|152=${cash}`)
    desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=1|152=${cash}`)
    expect((await desk.hear('8')).pick(39, 103, 150, 152)).toBe(`39=8|103=6|150=8|152=${cash}`)
  })

  test('a stop that waits has 636=N, and its trigger is 150=D, 378=99, 636=Y with the same 39', async () => {
    desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=4|99=150|44=160|38=5`)
    expect((await desk.hear('8')).pick(150, 39, 99, 44, 636)).toBe('150=0|39=0|99=150|44=160|636=N')
    desk.say('H', '11=c1|55=AAPL|54=1')
    expect((await desk.hear('8')).pick(150, 39, 99, 44, 636)).toBe('150=I|39=0|99=150|44=160|636=N')
    await under.run({
      type: 'MoveQuote',
      market: 0,
      symbol: 'AAPL',
      quote: { bidTicks: 1_499_000, askTicks: 1_500_000, bidLots: 100e9, askLots: 2e9 },
    })
    expect((await desk.hearMany(2)).map((report) => report.pick(150, 39, 378, 636, 32))).toEqual([
      '150=D|39=0|378=99|636=Y',
      '150=F|39=1|32=2',
    ])
    desk.say('H', '11=c1|55=AAPL|54=1')
    expect((await desk.hear('8')).pick(150, 39, 99, 44, 636)).toBe('150=I|39=1|99=150|44=160')
  })

  test('an IOC rest ends as Canceled without 378', async () => {
    desk.say('D', buy('c1', 10, '100', '|59=3'))
    expect((await desk.hearMany(2)).map((report) => report.pick(11, 41, 59, 150, 39, 151, 378))).toEqual([
      '11=c1|59=3|150=0|39=0|151=10',
      '11=c1|59=3|150=4|39=4|151=0',
    ])
  })
})

describe('OrderCancelRequest and OrderCancelReplaceRequest', () => {
  beforeEach(async () => {
    desk.say('D', buy('c1', 10, '100'))
    await desk.hear('8')
  })

  test('a cancel is 150=4 with the ids of request and order', async () => {
    desk.say('F', cancel('x1', 'c1'))
    expect(state(await desk.hear('8'))).toBe('35=8|11=x1|41=c1|150=4|39=4|38=10|14=0|151=0|6=0')
    desk.say('F', cancel('x2', 'c1'))
    expect(state(await desk.hear('9'))).toBe('35=9|11=x2|41=c1|39=4|102=0|434=1')
  })

  test('a replace is 150=5 with 39=0; any id of the chain finds the order, and 41 is the last accepted one', async () => {
    desk.say('G', replace('r1', 'c1', 12, '101'))
    expect(state(await desk.hear('8'))).toBe('35=8|11=r1|41=c1|150=5|39=0|38=12|14=0|151=12|6=0')
    desk.say('G', replace('r2', 'c1', 9, '101.005'))
    expect(state(await desk.hear('9'))).toBe('35=9|11=r2|41=r1|39=0|102=99|434=2')
    desk.say('G', replace('r3', 'c1', 8, '101'))
    expect(state(await desk.hear('8'))).toBe('35=8|11=r3|41=r1|150=5|39=0|38=8|14=0|151=8|6=0')
    desk.say('F', cancel('x1', 'r1'))
    expect(state(await desk.hear('8'))).toBe('35=8|11=x1|41=r3|150=4|39=4|38=8|14=0|151=0|6=0')
  })

  test.each([
    ['an unknown order', 'F', cancel('x1', 'nope'), '35=9|11=x1|41=nope|39=8|102=1|434=1'],
    ['an account that is not its own', 'F', `1=ACC2|${cancel('x1', 'c1')}`, '35=9|11=x1|41=c1|39=8|102=1|434=1'],
    ['a used ClOrdID', 'F', cancel('c1', 'c1'), '35=9|11=c1|41=c1|39=0|102=6|434=1'],
    ['another side', 'F', `11=x1|41=c1|55=AAPL|54=2|${NOW}`, '35=9|11=x1|41=c1|39=0|102=99|434=1'],
    ['another symbol', 'F', `11=x1|41=c1|55=MSFT|54=1|${NOW}`, '35=9|11=x1|41=c1|39=0|102=99|434=1'],
    ['another order type', 'G', `11=r1|41=c1|55=AAPL|54=1|${NOW}|40=1|38=5`, '35=9|11=r1|41=c1|39=0|102=99|434=2'],
    ['another time in force', 'G', `${replace('r1', 'c1', 5, '100')}|59=1`, '35=9|11=r1|41=c1|39=0|102=99|434=2'],
    ['an order type that no order has', 'G', `11=r1|41=c1|55=AAPL|54=1|${NOW}|40=P|38=5`, '35=9|11=r1|41=c1|39=0|102=99|434=2'],
    ['a time in force that no order has', 'G', `${replace('r1', 'c1', 5, '100')}|59=6`, '35=9|11=r1|41=c1|39=0|102=99|434=2'],
    ['money instead of shares', 'G', `11=r1|41=c1|55=AAPL|54=1|${NOW}|40=2|44=100|152=500`, '35=9|11=r1|41=c1|39=0|102=99|434=2'],
    ['a price off the tick', 'G', replace('r1', 'c1', 5, '100.001'), '35=9|11=r1|41=c1|39=0|102=99|434=2'],
  ])('one with %s is refused with 9', async (_what, type, body, expected) => {
    desk.say(type, body)
    const reject = await desk.hear('9')
    expect(state(reject)).toBe(expected)
    expect(reject.get(37) === 'NONE').toBe(reject.get(102) === '1')
  })

  test('a replace without Price is j with 380=5', async () => {
    desk.say('G', `11=r1|41=c1|55=AAPL|54=1|${NOW}|40=2|38=5`)
    expect((await desk.hear('j')).pick(372, 379, 380)).toBe('372=G|379=r1|380=5')
  })

  test('orders of another session are unknown', async () => {
    other.say('F', `1=ACC2|${cancel('x1', 'c1')}`)
    expect((await other.hear('9')).pick(37, 39, 102)).toBe('37=NONE|39=8|102=1')
  })

  test('with order_scope=account the requester is answered, and the session of the order hears it unsolicited, without 41', async () => {
    const wide = await under.logOn('WIDE')
    wide.say('G', `1=ACC1|${replace('w1', 'c1', 20, '100')}`)
    expect((await wide.hear('8')).pick(11, 41, 150, 38)).toBe('11=w1|41=c1|150=5|38=20')
    expect((await desk.hear('8')).pick(11, 41, 150, 378, 38)).toBe('11=w1|150=D|378=99|38=20')
    wide.say('F', `1=ACC1|${cancel('w2', 'c1')}`)
    expect((await wide.hear('8')).pick(11, 41, 150)).toBe('11=w2|41=w1|150=4')
    expect((await desk.hear('8')).pick(11, 41, 150, 378)).toBe('11=w1|150=4|378=99')
  })

  test.each([
    ['F', cancel('x1', 'c1'), '434=1'],
    ['G', replace('x1', 'c1', 20, '100'), '434=2'],
  ])('%s with a side that no order has is refused like one with the other side', async (type, body, respondsTo) => {
    for (const side of ['2', '5', 'B']) {
      desk.say(type, body.replace('54=1', `54=${side}`).replace('x1', `x${side}`))
      const text = side === '2' ? "Side(54) is 2, but the order's is 1" : "Side(54) is one that no order has; the order's is 1"
      expect((await desk.hear('9')).pick(11, 41, 39, 102, 434, 58)).toBe(`11=x${side}|41=c1|39=0|102=99|${respondsTo}|58=${text}`)
    }
    expect(await desk.hearAll()).toEqual([])
  })

  test('a REST replace and a REST cancel are told as such', async () => {
    const drop = await under.logOn('DROP1')
    await drop.hear('8')
    const number = under.engine.state.openOrders(0)[0]!.number
    const rest = { requester: { kind: 'rest' }, order: { number }, originalClientOrderId: '' } as const
    await under.run({ type: 'ReplaceOrder', ...rest, clientOrderId: '', quantityLots: 8e9 })
    await under.run({ type: 'ReplaceOrder', ...rest, clientOrderId: 'rest2', quantityLots: 7e9 })
    await under.run({ type: 'CancelOrder', ...rest, clientOrderId: '' })
    const expected = ['11=c1|150=D|378=99|38=8|58=REST replace', '11=rest2|41=c1|150=5|38=7', '11=rest2|150=4|378=99|38=7|58=REST cancel']
    expect((await desk.hearMany(3)).map((report) => report.pick(11, 41, 150, 378, 38, 58))).toEqual(expected)
    expect((await drop.hearMany(3)).map((report) => report.pick(11, 41, 150, 378, 38, 58, 797))).toEqual(
      expected.map((text) => `${text}|797=Y`),
    )
  })
})

describe('a request that leaves out the account, of a session with several', () => {
  const asked = { F: cancel('x1', 'c1'), G: replace('r1', 'c1', 20, '100'), H: '11=c1|55=AAPL|54=1' }

  test.each([
    ['F', 'is open', '1=ACC3|11=x1|39=4|41=c1|150=4'],
    ['G', 'is open', '1=ACC3|11=r1|39=0|41=c1|150=5'],
    ['H', 'is open', '1=ACC3|11=c1|39=0|150=I'],
    ['F', 'has left the engine', '1=ACC3|11=x1|39=4|41=c1|102=0'],
    ['G', 'has left the engine', '1=ACC3|11=r1|39=4|41=c1|102=0'],
    ['H', 'has left the engine', '1=ACC3|11=c1|39=4|150=I'],
  ] as const)('%s finds the account of an order that %s', async (type, what, expected) => {
    other.say('D', `1=ACC3|${buy('c1', 10, '100')}`)
    await other.hear('8')
    if (what === 'has left the engine') {
      other.say('F', `1=ACC3|${cancel('x0', 'c1')}`)
      await other.hear('8')
      under.engine.releaseEnded(under.gateway.nextPosition)
    }
    other.say(type, asked[type])
    expect((await other.hear(type === 'H' || what === 'is open' ? '8' : '9')).pick(1, 11, 39, 41, 102, 150)).toBe(expected)
  })
})

test('a request that leaves out the account finds its own order, before that of another session in another account', async () => {
  const wide = await under.logOn('WIDE')
  desk.say('D', buy('c1', 10, '100'))
  await desk.hear('8')
  wide.say('D', `1=ACC2|${buy('c1', 10, '100')}`)
  await wide.hear('8')
  wide.say('F', cancel('x1', 'c1'))
  expect((await wide.hear('8')).pick(1, 11, 41, 150)).toBe('1=ACC2|11=x1|41=c1|150=4')
  // and where it has none, that of anybody
  other.say('D', `1=ACC2|${buy('c2', 10, '100')}`)
  await other.hear('8')
  wide.say('F', cancel('x2', 'c2'))
  expect((await wide.hear('8')).pick(1, 11, 41, 150)).toBe('1=ACC2|11=x2|41=c2|150=4')
})

test('… one that has left the engine too', async () => {
  await under.close()
  under = await GatewayUnderTest.start({ clock, accounts: ['ACC1', 'ACC2'] })
  desk = await under.logOn('DESK1')
  other = await under.logOn('DESK2')
  desk.say('D', `1=ACC2|${buy('c1', 10, '100')}`)
  desk.say('F', `1=ACC2|${cancel('x1', 'c1')}`)
  await desk.hearMany(2)
  under.engine.releaseEnded(under.gateway.nextPosition)
  other.say('D', `1=ACC1|${buy('c1', 10, '100')}`)
  await other.hear('8')
  desk.say('H', '11=c1|55=AAPL|54=1')
  expect((await desk.hear('8')).pick(1, 11, 37, 39, 150)).toMatch(/^1=ACC2\|11=c1\|37=[0-9a-f-]{36}\|39=4\|150=I$/)
})

describe('status and mass requests', () => {
  beforeEach(async () => {
    desk.say('D', buy('c1', 10, '100'))
    desk.say('D', buy('c2', 10, '101'))
    other.say('D', sell('s1', 1, '200'))
    await desk.hearMany(2)
    await other.hear('8')
  })

  test('H is answered with 150=I, 17=0 and its 790; asked by an older id, the answer names the chain', async () => {
    desk.say('H', '11=c1|55=AAPL|54=1|790=q1')
    expect((await desk.hear('8')).pick(11, 17, 39, 150, 790)).toBe('11=c1|17=0|39=0|150=I|790=q1')
    desk.say('G', replace('r1', 'c1', 12, '100'))
    await desk.hear('8')
    desk.say('H', '11=c1|55=AAPL|54=1')
    expect((await desk.hear('8')).pick(11, 41, 38, 150)).toBe('11=r1|41=c1|38=12|150=I')
  })

  test('H about an unknown order gives back what it gave: 37=NONE, 39=8, 17=0, 103=5', async () => {
    desk.say('H', '11=zzz|55=AAPL|54=1|790=q1')
    const report = await desk.hear('8')
    expect(report.pick(1, 6, 11, 14, 17, 37, 38, 39, 54, 55, 103, 150, 151, 790)).toBe(
      '1=ACC1|6=0|11=zzz|14=0|17=0|37=NONE|38=0|39=8|54=1|55=AAPL|103=5|150=I|151=0|790=q1',
    )
    expect([report.get(40), report.get(59)]).toEqual([undefined, undefined])
  })

  test('H, and D with PossResend, about an order that was refused for its symbol have the symbol that they give', async () => {
    desk.say('D', buy('c9', 1, '1').replace('AAPL', 'NOPE'))
    expect((await desk.hear('8')).pick(55, 103, 150)).toBe('55=NOPE|103=1|150=8')
    desk.say('H', '11=c9|55=NOPE|54=1|790=q1')
    desk.say('D', buy('c9', 1, '1').replace('AAPL', 'NOPE'), { header: '97=Y' })
    desk.say('D', `${buy('c9', 1, '1').replace('AAPL', 'NOPE')}|59=6`, { header: '97=Y' })
    const reports = await desk.hearMany(3)
    expect(reports.map((report) => report.pick(11, 17, 39, 55, 150, 790))).toEqual([
      '11=c9|17=0|39=8|55=NOPE|150=I|790=q1',
      '11=c9|17=0|39=8|55=NOPE|150=I',
      '11=c9|17=0|39=8|55=NOPE|150=I',
    ])
    desk.say('2', `7=${reports[0]!.number}|16=${reports[2]!.number}`)
    expect((await desk.hearMany(3)).map(({ body }) => body)).toEqual(reports.map(({ body }) => body))
  })

  test('AF with 585=7 has a report for each order, the last with 912=Y', async () => {
    desk.say('AF', '584=m1|585=7')
    expect((await desk.hearMany(2)).map((report) => report.pick(11, 150, 584, 911, 912))).toEqual([
      '11=c1|150=I|584=m1|911=2',
      '11=c2|150=I|584=m1|911=2|912=Y',
    ])
  })

  test('AF without orders is one report that says so', async () => {
    desk.say('AF', '584=m1|585=1|55=MSFT')
    expect((await desk.hear('8')).pick(37, 39, 54, 55, 584, 911, 912)).toBe('37=NONE|39=8|54=7|55=MSFT|584=m1|911=0|912=Y')
    desk.say('AF', '584=m2|585=7|1=NOBODY')
    expect((await desk.hear('8')).pick(37, 39, 54, 55, 584, 911, 912)).toBe('37=NONE|39=8|54=7|55=[N/A]|584=m2|911=0|912=Y')
    desk.say('AF', '584=m3|585=1|55=AAPL|167=OPT')
    expect((await desk.hear('8')).pick(37, 39, 54, 55, 584, 911, 912)).toBe('37=NONE|39=8|54=7|55=AAPL|584=m3|911=0|912=Y')
    for (const side of ['2', '5']) {
      desk.say('AF', `584=m4|585=7|1=ACC1|54=${side}`)
      expect((await desk.hear('8')).pick(1, 37, 39, 54, 55, 584, 911, 912)).toBe(
        `1=ACC1|37=NONE|39=8|54=${side}|55=[N/A]|584=m4|911=0|912=Y`,
      )
    }
  })

  test('AF and q that name an account are about the orders of that one alone', async () => {
    other.say('D', `1=ACC3|${buy('b1', 1, '100')}`)
    await other.hear('8')
    other.say('AF', '584=m1|585=7|1=ACC3')
    other.say('q', `11=q1|530=7|1=ACC3|${NOW}`)
    expect((await other.hearMany(3)).map((message) => message.pick(1, 11, 150, 533, 911))).toEqual([
      '1=ACC3|11=b1|150=I|911=1',
      '11=q1|533=1',
      '1=ACC3|11=b1|150=4',
    ])
  })

  test('AF of another kind is j with 380=0', async () => {
    desk.say('AF', '584=m1|585=3')
    const reject = await desk.hear('j')
    expect(reject.pick(372, 379, 380)).toBe('372=AF|379=m1|380=0')
    expect(reject.get(58)).toBeTruthy()
  })

  test('q with 530=7 is r with how many, then 150=4 for each, with the 11 of the order', async () => {
    desk.say('q', `11=q1|530=7|${NOW}`)
    expect((await desk.hearMany(3)).map((message) => message.pick(35, 11, 41, 150, 378, 530, 531, 533))).toEqual([
      '35=r|11=q1|530=7|531=7|533=2',
      '35=8|11=c1|150=4',
      '35=8|11=c2|150=4',
    ])
    expect(await other.hearAll()).toEqual([])
  })

  test('q reaches the orders of one security, or of one side of it, where it names them', async () => {
    desk.say('D', `1=ACC1|11=m1|55=MSFT|54=1|${NOW}|40=2|44=1|38=1`)
    desk.say('D', `1=ACC1|11=v1|55=AAPL|54=2|${NOW}|40=2|44=900|38=1`)
    await desk.hearMany(2)
    desk.say('q', `11=q1|530=1|55=AAPL|54=2|${NOW}`)
    desk.say('q', `11=q2|530=1|55=MSFT|${NOW}`)
    desk.say('q', `11=q3|530=7|54=2|${NOW}`)
    expect((await desk.hearMany(5)).map((message) => message.pick(35, 11, 54, 55, 150, 530, 531, 533))).toEqual([
      '35=r|11=q1|54=2|55=AAPL|530=1|531=1|533=1',
      '35=8|11=v1|54=2|55=AAPL|150=4',
      '35=r|11=q2|55=MSFT|530=1|531=1|533=1',
      '35=8|11=m1|54=1|55=MSFT|150=4',
      '35=r|11=q3|54=2|530=7|531=7|533=0',
    ])
  })

  test('q with order_scope=account is answered with 150=4 of each order, and the session of an order hears it unsolicited', async () => {
    const wide = await under.logOn('WIDE')
    wide.say('D', `1=ACC1|${buy('w1', 5, '100')}`)
    await wide.hear('8')
    wide.say('q', `11=q1|530=7|${NOW}`)
    expect((await wide.hearMany(5)).map((message) => message.pick(35, 11, 41, 150, 378, 531, 533))).toEqual([
      '35=r|11=q1|531=7|533=4',
      '35=8|11=c1|150=4',
      '35=8|11=c2|150=4',
      '35=8|11=s1|150=4',
      '35=8|11=w1|150=4',
    ])
    expect((await desk.hearMany(2)).map((message) => message.pick(11, 41, 150, 378))).toEqual(['11=c1|150=4|378=99', '11=c2|150=4|378=99'])
    expect((await other.hear('8')).pick(11, 41, 150, 378)).toBe('11=s1|150=4|378=99')
  })

  test.each([
    ['of another kind', `11=q1|530=3|${NOW}`, '530=3|531=0|532=0'],
    ['for an unknown symbol', `11=q1|530=1|55=NOPE|${NOW}`, '55=NOPE|530=1|531=0|532=1'],
    ['for the options on a share', `11=q1|530=1|55=AAPL|461=OCASPS|${NOW}`, '55=AAPL|530=1|531=0|532=1'],
    ['for an unknown account', `11=q1|530=7|1=NOBODY|${NOW}`, '530=7|531=0|532=0'],
    ['for a side that is not taken', `11=q1|530=7|54=5|${NOW}`, '530=7|531=0|532=0'],
  ])('q %s is r with 531=0', async (_what, body, expected) => {
    desk.say('q', body)
    const report = await desk.hear('r')
    expect(report.pick(55, 530, 531, 532)).toBe(expected)
    expect(report.get(58)).toBeTruthy()
    expect(under.engine.state.openOrderCount).toBe(3)
  })

  test('news goes to every session', async () => {
    await under.run({ type: 'AnnounceNews', headline: 'Maintenance', text: 'At 22:00' })
    for (const client of [desk, other])
      expect((await client.hear('B')).body).toBe('33=1|58=At 22:00|42=20261120-15:04:05.123|148=Maintenance')
  })

  test('the kill switch of a session refuses its D and G and cancels, while F, q and H still work', async () => {
    await under.run({ type: 'SetKillSwitch', scope: 'session', id: 1, on: true, operator: 'op' })
    const cancelled = await desk.hearMany(2)
    expect(cancelled.map((report) => report.pick(11, 150, 378))).toEqual(['11=c1|150=4|378=4', '11=c2|150=4|378=4'])
    desk.say('D', buy('c3', 1, '1'))
    expect((await desk.hear('8')).pick(150, 103)).toBe('150=8|103=0')
    desk.say('H', '11=c1|55=AAPL|54=1')
    expect((await desk.hear('8')).pick(39, 150)).toBe('39=4|150=I')
  })
})

test('G restates ExecInst(18), so what it says of K is what a halt goes by', async () => {
  desk.say('D', buy('c1', 10, '150'))
  desk.say('D', buy('c2', 10, '150', '|18=K'))
  desk.say('G', `${replace('r1', 'c1', 10, '151')}|18=5 K`)
  desk.say('G', replace('r2', 'c2', 10, '151'))
  await desk.hearMany(4)
  await under.run({ type: 'HaltSymbol', market: 0, symbol: 'AAPL', reason: 'news', operator: 'op' })
  expect((await desk.hearMany(2)).map((report) => report.pick(11, 150, 39, 378))).toEqual(['11=r1|150=4|39=4|378=6', '11=r2|150=9|39=9'])
})

test('a GTC order has 424, 425 and 426 from its second day', async () => {
  desk.say('D', buy('c1', 10, '150', '|59=1'))
  other.say('D', sell('s1', 2, '150'))
  const first = await desk.hearMany(2)
  expect(first.map((report) => report.get(424))).toEqual([undefined, undefined])
  const { tradeDay } = under.engine.state.markets[0]!
  await under.run({ type: 'EndTradingDay', market: 0, nextDay: tradeDay + 3 })
  other.say('D', sell('s2', 1, '149'))
  const fill = await desk.hearLater((message) => message.get(150) === 'F')
  expect(fill.pick(14, 32, 424, 425, 426)).toBe('14=3|32=1|424=8|425=1|426=150')
})

test('… in every report, whether or not it was filled on its first', async () => {
  const figures = (report: FixMessage) => report.pick(11, 150, 39, 378, 424, 425, 426)
  desk.say('D', buy('c1', 10, '150', '|59=1'))
  expect(figures(await desk.hear('8'))).toBe('11=c1|150=0|39=0')
  const { tradeDay } = under.engine.state.markets[0]!
  await under.run({ type: 'EndTradingDay', market: 0, nextDay: tradeDay + 3 })
  expect(figures(await desk.hear('8'))).toBe('11=c1|150=D|39=0|378=1|424=10|425=0|426=0')
  desk.say('H', '11=c1|55=AAPL|54=1')
  expect(figures(await desk.hear('8'))).toBe('11=c1|150=I|39=0|424=10|425=0|426=0')
  other.say('D', sell('s1', 3, '150'))
  expect(figures(await desk.hear('8'))).toBe('11=c1|150=F|39=1|424=10|425=3|426=150')
  desk.say('G', `${buy('c2', 12, '150', '|59=1')}|41=c1`)
  expect(figures(await desk.hear('8'))).toBe('11=c2|150=5|39=1|424=12|425=3|426=150')
  desk.say('F', cancel('c3', 'c2'))
  expect(figures(await desk.hear('8'))).toBe('11=c3|150=4|39=4|424=12|425=3|426=150')
})

test('… and the average of the day alone, where the days before it ended within a tick', async () => {
  desk.say('D', `11=c1|55=AAPL|54=1|${NOW}|40=2|44=150|38=10|59=1`)
  other.say('D', `1=ACC2|11=s1|55=AAPL|54=2|${NOW}|40=2|44=150|38=1.0000005`)
  expect((await desk.hearMany(2)).map((report) => report.pick(150, 14, 6))).toEqual(['150=0|14=0|6=0', '150=F|14=1.0000005|6=150'])
  const { tradeDay } = under.engine.state.markets[0]!
  await under.run({ type: 'EndTradingDay', market: 0, nextDay: tradeDay + 3 })
  other.say('D', `1=ACC2|11=s2|55=AAPL|54=2|${NOW}|40=2|44=150|38=1.0000005`)
  const fill = await desk.hearLater((message) => message.get(150) === 'F')
  expect(fill.pick(14, 6, 424, 425, 426)).toBe('14=2.000001|6=150|424=8.9999995|425=1.0000005|426=150')
})

test('a session that has no account yet is answered, in the market of its partner', async () => {
  const lone = await GatewayUnderTest.start({ clock, accounts: [], sessions: [{ senderCompId: 'DESK1' }] })
  try {
    const early = await lone.logOn('DESK1')
    early.say('q', `11=q1|530=7|${NOW}`)
    expect((await early.hear('r')).pick(11, 530, 531, 533)).toBe('11=q1|530=7|531=7|533=0')
    early.say('AF', '584=m1|585=7')
    expect((await early.hear('8')).pick(37, 39, 584, 911, 912)).toBe('37=NONE|39=8|584=m1|911=0|912=Y')
    early.say('H', '1=ACC1|11=c1|55=AAPL|54=1')
    expect((await early.hear('8')).pick(1, 11, 37, 39, 150)).toBe('1=ACC1|11=c1|37=NONE|39=8|150=I')
    early.say('F', `1=ACC1|${cancel('x1', 'c1')}`)
    expect((await early.hear('9')).pick(11, 37, 39, 41, 102)).toBe('11=x1|37=NONE|39=8|41=c1|102=1')
    early.say('D', `1=ACC1|${buy('c1', 1, '1')}`)
    expect((await early.hear('8')).pick(11, 37, 103, 150)).toBe('11=c1|37=NONE|103=15|150=8')
  } finally {
    await lone.close()
  }
})
