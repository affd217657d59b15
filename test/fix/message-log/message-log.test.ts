import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FixLog } from '../../../src/domain/edges/fix-log.ts'
import { RunningGateway } from '../../scenarios/running-gateway.ts'
import type { FixClient } from '../../support/fix-client.ts'
import { FixMessage, utcTimestamp } from '../../support/fix-message.ts'
import type { RestClient } from '../../support/rest-client.ts'

let running: RunningGateway

beforeEach(async () => {
  running = await RunningGateway.start()
})

afterEach(() => running.end())

const limit = (id: string, more = '54=1|44=10|38=100'): string => `11=${id}|55=BENCH1|60=${utcTimestamp(Date.now())}|40=2|${more}`

const sessionId = (senderCompId: string): string => `FIX.4.4:GATEWAY->${senderCompId}`

/** What the log has to say of a message that a client has heard, or has sent. */
function entry(senderCompId: string, direction: 'In' | 'Out', message: FixMessage): Omit<FixLog, 'Id'> {
  const sent = message.get(52)!
  return {
    SessionId: sessionId(senderCompId),
    Direction: direction,
    MsgSeqNum: message.number,
    MsgType: message.type,
    ExecType: message.get(150) ?? null,
    OrdStatus: message.get(39) ?? null,
    ClOrdId: message.get(11) ?? null,
    SendingTime: `${sent.slice(0, 4)}-${sent.slice(4, 6)}-${sent.slice(6, 8)}T${sent.slice(9)}Z`,
    PossDup: message.get(43) === 'Y',
    Raw: message.text,
  }
}

async function orderLogs(orderCode: string, query = ''): Promise<FixLog[]> {
  const { status, body } = await running.partner.get(`/api/Blotter/OrderFixLogs?orderCode=${orderCode}${query}`)
  expect(status).toBe(200)
  return (body as { Logs: FixLog[] }).Logs
}

const withoutIds = (logs: readonly FixLog[]): Omit<FixLog, 'Id'>[] => logs.map(({ Id: _, ...log }) => log)
const brief = ({ SessionId, Direction, MsgSeqNum, MsgType, ExecType, PossDup }: FixLog): string =>
  `${SessionId?.slice(17) ?? '-'} ${Direction} ${MsgSeqNum ?? '-'} ${MsgType}${ExecType ?? ''}${PossDup ? ' PossDup' : ''}`

async function sessionPath(senderCompId: string): Promise<string> {
  const { body } = await running.operator.get('/v1/admin/fix/sessions')
  const { id } = (body as { data: { id: string; sender_comp_id: string }[] }).data.find((one) => one.sender_comp_id === senderCompId)!
  return `/v1/admin/fix/sessions/${id}`
}

async function sessionLogs(senderCompId: string, query = ''): Promise<FixLog[]> {
  const { status, body } = await running.operator.get(`${await sessionPath(senderCompId)}/messages?${query}`)
  expect(status).toBe(200)
  return (body as { data: FixLog[] }).data
}

async function placeOverRest(gateway: RunningGateway): Promise<string> {
  const order = { client_order_id: 'rest-1', symbol: 'BENCH1', side: 'buy', order_type: 'limit', quantity: '5', limit_price: '10.00' }
  const { status, body } = await gateway.partner.post(`/v1/accounts/${gateway.account(1).id}/orders`, order)
  expect(status).toBe(201)
  return (body as { id: string }).id
}

/** The report of an order placed over REST that nobody has been sent. */
const unsent = (SessionId: string | null, orderCode: string) => ({
  Id: expect.any(String) as string,
  SessionId,
  Direction: 'Out',
  MsgSeqNum: null,
  MsgType: '8',
  ExecType: '0',
  OrdStatus: '0',
  ClOrdId: 'rest-1',
  SendingTime: null,
  PossDup: false,
  Raw: expect.stringContaining(`|37=${orderCode}|`) as string,
})

function sentBy(client: FixClient, msgType: string, body: string): FixMessage {
  const bytes = client.bytes(msgType, body)
  client.sayRaw(bytes)
  return new FixMessage(bytes.toString('latin1'))
}

/** All pages of a list, one behind the other. */
async function allPages(client: RestClient, path: string): Promise<FixLog[]> {
  const found: FixLog[] = []
  for (let cursor = ''; ;) {
    const { body } = await client.get(`${path}${cursor}`)
    const page = body as { data?: FixLog[]; Logs?: FixLog[]; pagination: { next_cursor: string | null } }
    found.push(...(page.data ?? page.Logs!))
    if (page.pagination.next_cursor === null) return found
    cursor = `&cursor=${page.pagination.next_cursor}`
  }
}

describe('the log of an order', () => {
  test('has what the desk said and what every session heard, byte for byte', async () => {
    const [desk, drop] = [await running.logOn('CLIENT1'), await running.logOn('DROP1')]
    const order = sentBy(desk, 'D', limit('c1'))
    const accepted = await desk.hear('8')
    const cancel = sentBy(desk, 'F', `11=c2|41=c1|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|38=100`)
    const cancelled = await desk.hear('8')
    const [copyOfAccepted, copyOfCancelled] = await drop.hearMany(2)
    const logs = await orderLogs(accepted.get(37)!)
    expect(withoutIds(logs)).toEqual([
      entry('CLIENT1', 'In', order),
      entry('CLIENT1', 'Out', accepted),
      entry('DROP1', 'Out', copyOfAccepted!),
      entry('CLIENT1', 'In', cancel),
      entry('CLIENT1', 'Out', cancelled),
      entry('DROP1', 'Out', copyOfCancelled!),
    ])
    expect(new Set(logs.map(({ Id }) => Id)).size).toBe(6)
    expect((await orderLogs(accepted.get(37)!, '&direction=In&msgType=F')).map(brief)).toEqual(['CLIENT1 In 3 F'])
  })

  test('has every request for its state: by an older id of its chain, and an order that is sent once more', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('c1'))
    const orderCode = (await desk.hear('8')).get(37)!
    desk.say('G', `41=c1|${limit('c2', '54=1|44=11|38=100')}`)
    await desk.hear('8')
    for (const id of ['c1', 'c2']) desk.say('H', `11=${id}|55=BENCH1|54=1`)
    desk.say('D', limit('c1'), { header: '97=Y' })
    await desk.hearMany(3)
    const logs = (await orderLogs(orderCode, '&direction=In')).map(({ MsgSeqNum, MsgType, ClOrdId }) => [MsgSeqNum, MsgType, ClOrdId])
    expect(logs).toEqual([
      [2, 'D', 'c1'],
      [3, 'G', 'c2'],
      [4, 'H', 'c1'],
      [5, 'H', 'c2'],
      [6, 'D', 'c1'],
    ])
  })

  test('has every request that was answered with something about it: for all orders, refused, and sent twice', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('c1'))
    const orderCode = (await desk.hear('8')).get(37)!
    desk.say('AF', '584=all|585=7')
    await desk.hear('8')
    desk.say('G', `41=c1|${limit('c2', '54=2|44=11|38=100')}`)
    await desk.hear('9')
    desk.say('D', limit('c1'))
    await desk.hear('8')
    desk.say('q', `11=all|530=7|60=${utcTimestamp(Date.now())}`)
    await desk.hear('r')
    await desk.hear('8')
    desk.say('F', `11=c3|41=c1|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|38=100`)
    await desk.hear('9')
    const logs = await orderLogs(orderCode, '&direction=In')
    expect(logs.map(({ MsgSeqNum, MsgType }) => `${MsgSeqNum!} ${MsgType}`)).toEqual(['2 D', '3 AF', '4 G', '5 D', '6 q', '7 F'])
  })

  test('has every request that the venue took its time for, where it was asked', async () => {
    await running.end()
    const latency = { new_ms: 1, replace_ms: 1, cancel_ms: 600_000 }
    running = await RunningGateway.start({ settings: { market: { latency } } })
    const [desk, drop] = [await running.logOn('CLIENT1'), await running.logOn('DROP1')]
    const order = sentBy(desk, 'D', limit('c1'))
    const heard = await desk.hearMany(2)
    const replace = sentBy(desk, 'G', `41=c1|${limit('c2', '54=1|44=11|38=100')}`)
    heard.push(...(await desk.hearMany(2)))
    const cancel = sentBy(desk, 'F', `11=c3|41=c2|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|38=100`)
    heard.push(await desk.hear('8'))
    expect(heard.map((report) => report.get(150))).toEqual(['A', '0', 'E', '5', '6'])
    const copies = await drop.hearMany(heard.length)
    const reports = heard.map((report, index) => [entry('CLIENT1', 'Out', report), entry('DROP1', 'Out', copies[index]!)])
    expect(withoutIds(await orderLogs(heard[0]!.get(37)!))).toEqual([
      entry('CLIENT1', 'In', order),
      ...reports[0]!,
      ...reports[1]!,
      entry('CLIENT1', 'In', replace),
      ...reports[2]!,
      ...reports[3]!,
      entry('CLIENT1', 'In', cancel),
      ...reports[4]!,
    ])
  })

  test('has what was sent again of it, not of what had the number in another numbering', async () => {
    const orderCodes: string[] = []
    for (const id of ['c1', 'c2']) {
      const desk = await running.logOn('CLIENT1', { body: '98=0|108=30|141=Y' })
      desk.say('D', limit(id))
      orderCodes.push((await desk.hear('8')).get(37)!)
      desk.say('2', '7=2|16=2')
      expect((await desk.hear('8')).pick(34, 43, 11)).toBe(`34=2|43=Y|11=${id}`)
      await desk.logout()
    }
    for (const orderCode of orderCodes) {
      const logs = (await orderLogs(orderCode, '&direction=Out')).filter((log) => log.SessionId === sessionId('CLIENT1'))
      expect(logs.map(brief)).toEqual(['CLIENT1 Out 2 80', 'CLIENT1 Out 2 80 PossDup'])
    }
  })

  test('has nothing of the order that it traded with', async () => {
    const [first, second] = [await running.logOn('CLIENT1'), await running.logOn('CLIENT2')]
    first.say('D', limit('resting'))
    const orderCode = (await first.hear('8')).get(37)!
    second.say('D', limit('aggressor', '54=2|44=10|38=100'))
    await first.hear('8')
    const logs = (await orderLogs(orderCode)).filter(({ SessionId }) => SessionId !== sessionId('DROP1'))
    expect(logs.map(brief)).toEqual(['CLIENT1 In 2 D', 'CLIENT1 Out 2 80', 'CLIENT1 Out 3 8F'])
  })

  test('has a report without a number while its session is logged out, and again with it once it is sent', async () => {
    const orderCode = await placeOverRest(running)
    const waiting = await orderLogs(orderCode)
    expect(waiting).toEqual([unsent(sessionId('DROP1'), orderCode)])
    const drop = await running.logOn('DROP1')
    const told = await drop.hear('8')
    expect(withoutIds((await orderLogs(orderCode)).slice(1))).toEqual([entry('DROP1', 'Out', told)])
    expect((await orderLogs(orderCode))[0]).toEqual(waiting[0])
    await running.stop()
    await running.begin()
    expect((await orderLogs(orderCode)).map(brief)).toEqual(['DROP1 Out - 80', 'DROP1 Out 2 80'])
  })

  test('has what was sent again: with PossDup for a ResendRequest, as a new message for an operator', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('c1'))
    const accepted = await desk.hear('8')
    desk.say('2', '7=1|16=0')
    await desk.hear('4')
    const again = await desk.hear('8')
    expect(again.pick(34, 43)).toBe('34=2|43=Y')
    const path = await sessionPath('CLIENT1')
    expect((await running.operator.post(`${path}/replay`, { from_exec_id: accepted.get(17) })).status).toBe(202)
    const repeated = await desk.hear('8')
    expect(repeated.pick(34, 97)).toBe('34=3|97=Y')
    const logs = (await orderLogs(accepted.get(37)!)).filter(
      ({ SessionId, Direction }) => SessionId === sessionId('CLIENT1') && Direction === 'Out',
    )
    expect(withoutIds(logs)).toEqual([accepted, again, repeated].map((message) => entry('CLIENT1', 'Out', message)))
    expect(withoutIds(await sessionLogs('CLIENT1', 'msg_type=8'))).toEqual(
      [accepted, again, repeated].map((message) => entry('CLIENT1', 'Out', message)),
    )
  })

  test('has what was sent again of each telling of a report once, also where both had one number', async () => {
    const before = await running.logOn('CLIENT1', { body: '98=0|108=30|141=Y' })
    before.say('D', limit('c1'))
    const accepted = await before.hear('8')
    before.say('2', '7=2|16=2')
    const again = await before.hear('8')
    await before.logout()
    const desk = await running.logOn('CLIENT1', { body: '98=0|108=30|141=Y' })
    expect((await running.operator.post(`${await sessionPath('CLIENT1')}/replay`, { from_exec_id: accepted.get(17) })).status).toBe(202)
    const repeated = await desk.hear('8')
    desk.say('2', '7=2|16=2')
    const repeatedAgain = await desk.hear('8')
    const told = [accepted, again, repeated, repeatedAgain]
    expect(told.map((message) => message.pick(34, 43, 97))).toEqual(['34=2', '34=2|43=Y', '34=2|97=Y', '34=2|43=Y|97=Y'])
    const wanted = told.map((message) => entry('CLIENT1', 'Out', message))
    const logs = (await orderLogs(accepted.get(37)!, '&direction=Out')).filter((log) => log.SessionId === sessionId('CLIENT1'))
    expect(withoutIds(logs)).toEqual(wanted)
    expect(withoutIds(await sessionLogs('CLIENT1', 'msg_type=8'))).toEqual(wanted)
  })

  test('comes in pages of the same order', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('c1'))
    const orderCode = (await desk.hear('8')).get(37)!
    desk.say('F', `11=c2|41=c1|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|38=100`)
    await desk.hear('8')
    const all = await orderLogs(orderCode)
    const paged = await allPages(running.partner, `/api/Blotter/OrderFixLogs?ORDERCODE=${orderCode}&Limit=1`)
    expect(paged).toEqual(all)
    expect(all.length).toBe(6)
  })

  test('knows the message that entered it also where that had waited behind a gap', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('third'), { number: 3 })
    await desk.hear('2')
    desk.next = 2
    desk.say('D', limit('second'))
    const [second, third] = await desk.hearMany(2)
    const deskIn = async (message: FixMessage) =>
      (await orderLogs(message.get(37)!, '&direction=In')).map((log) => `${brief(log)} ${log.ClOrdId!}`)
    expect(await deskIn(second!)).toEqual(['CLIENT1 In 2 D second'])
    expect(await deskIn(third!)).toEqual(['CLIENT1 In 3 D third'])
    expect((await sessionLogs('CLIENT1', 'direction=In&msg_type=D')).map(brief)).toEqual(['CLIENT1 In 3 D', 'CLIENT1 In 2 D'])
  })
})

describe('the log of an order to which no session listens', () => {
  test('has its reports all the same, without a session', async () => {
    const alone = await RunningGateway.start({ settings: { fix: { sessions: [] } } })
    const orderCode = await placeOverRest(alone)
    const { body } = await alone.partner.get(`/api/Blotter/OrderFixLogs?orderCode=${orderCode}`)
    expect((body as { Logs: FixLog[] }).Logs).toEqual([unsent(null, orderCode)])
    await alone.end()
  })
})

describe('the log of a session', () => {
  test('has every message both ways, session messages included, in the order of the wire', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('1', '112=ping')
    await desk.hear('0')
    desk.say('D', limit('c1'))
    await desk.hear('8')
    desk.say('D', limit('c2', '54=1|44=ten|38=100'))
    await desk.hear('3')
    await desk.logout()
    const expected = ['In 1 A', 'Out 1 A', 'In 2 1', 'Out 2 0', 'In 3 D', 'Out 3 80', 'In 4 D', 'Out 4 3', 'In 5 5', 'Out 5 5']
    const logs = await sessionLogs('CLIENT1')
    expect(logs.map(brief)).toEqual(expected.map((line) => `CLIENT1 ${line}`))
    expect(logs.filter(({ Direction }) => Direction === 'Out').map(({ Raw }) => Raw)).toEqual(desk.heard.map(({ text }) => text))
    expect((await sessionLogs('CLIENT1', 'direction=Out&from_seq=2&to_seq=3')).map(brief)).toEqual(['CLIENT1 Out 2 0', 'CLIENT1 Out 3 80'])
    expect(await sessionLogs('CLIENT1', `since=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([])
    await running.stop()
    await running.begin()
    expect(await sessionLogs('CLIENT1')).toEqual(logs)
    const paged = await allPages(running.operator, `${await sessionPath('CLIENT1')}/messages?limit=3`)
    expect(paged).toEqual(logs)
  })

  test('has no market data, which is out of date, and what is routed as it went out', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('V', '262=m1|263=0|264=1|267=2|269=0|269=1|146=1|55=BENCH1')
    await desk.hear('W')
    desk.say('D', limit('c1', '54=1|44=ten|38=100'), { header: '115=FIRM' })
    const refused = await desk.hear('3')
    expect(refused.get(128)).toBe('FIRM')
    const logs = await sessionLogs('CLIENT1')
    expect(logs.map(brief)).toEqual(['In 1 A', 'Out 1 A', 'In 2 V', 'In 3 D', 'Out 3 3'].map((line) => `CLIENT1 ${line}`))
    expect(logs.at(-1)!.Raw).toBe(refused.text)
  })

  test('goes on through a restart of the numbering', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('D', limit('c1'))
    await desk.hear('8')
    await desk.logout()
    const again = await running.logOn('CLIENT1', { body: '98=0|108=30|141=Y' })
    again.say('D', limit('c2'))
    await again.hear('8')
    const reports = await sessionLogs('CLIENT1', 'msg_type=8')
    expect(reports.map((log) => `${brief(log)} ${log.ClOrdId!}`)).toEqual(['CLIENT1 Out 2 80 c1', 'CLIENT1 Out 2 80 c2'])
    expect((await sessionLogs('CLIENT1', 'msg_type=8&from_seq=2&to_seq=2')).length).toBe(2)
  })

  test('names the fields when asked to, and shows no password', async () => {
    const created = await running.operator.post('/v1/admin/fix/sessions', {
      sender_comp_id: 'NEW',
      kind: 'order-entry',
      password: 'hunter2',
    })
    expect(created.status).toBe(201)
    const desk = await running.logOn('NEW', { body: '98=0|108=30|553=jane|554=hunter2' })
    await desk.logout()
    const logs = await sessionLogs('NEW', 'decode=true')
    const [logon] = logs
    expect(logon!.Fields!.map(({ Tag, Name, Value }) => `${Tag} ${Name} ${Tag === 52 || Tag === 9 || Tag === 10 ? '' : Value}`)).toEqual([
      '8 BeginString FIX.4.4',
      '9 BodyLength ',
      '35 MsgType A',
      '34 MsgSeqNum 1',
      '49 SenderCompID NEW',
      '52 SendingTime ',
      '56 TargetCompID GATEWAY',
      '98 EncryptMethod 0',
      '108 HeartBtInt 30',
      '553 Username ***',
      '554 Password ***',
      '10 CheckSum ',
    ])
    expect(JSON.stringify(logs)).not.toMatch(/jane|hunter2/)
    expect(await sessionLogs('NEW')).toEqual(logs.map(({ Fields: _, ...log }) => log))
  })

  test('shows text as it is read, whole and by field', async () => {
    const desk = await running.logOn('CLIENT1')
    desk.say('1', `112=${Buffer.from('Zürich', 'utf8').toString('latin1')}`)
    await desk.hear('0')
    const [asked, answered] = (await sessionLogs('CLIENT1', 'decode=true')).slice(-2)
    for (const log of [asked!, answered!]) {
      expect(log.Raw).toContain('|112=Zürich|')
      expect(log.Fields!.find(({ Tag }) => Tag === 112)!.Value).toBe('Zürich')
    }
  })
})
