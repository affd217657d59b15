import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FixClient } from '../support/fix-client.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import { RunningGateway } from './running-gateway.ts'

const APPROVED = '410000001'
let gateway: RunningGateway

beforeEach(async () => {
  gateway = await RunningGateway.start({
    settings: {
      fix: {
        sessions: [
          { sender_comp_id: 'DESK1', kind: 'order-entry', accounts: ['approved'] },
          { sender_comp_id: 'DROP1', kind: 'drop-copy' },
        ],
      },
      first_start: { instruments: 'config/instruments.json', fixture: 'minimal', bench: null },
      market: { quotes: 'still' },
    },
  })
})
afterEach(() => gateway.remove())

const buy = (id: string, price: number): string => `11=${id}|55=AAPL|54=1|60=${utcTimestamp(Date.now())}|40=2|44=${price}|38=10|59=1`

describe('a reset of the sandbox', () => {
  test('tells desk and drop copy of each order that it ends; sessions stay and find the account of their number', async () => {
    const desk = await gateway.logOn('DESK1')
    const copy = await gateway.logOn('DROP1')
    desk.say('D', buy('a', 1))
    const [accepted] = await desk.hearAll()
    await copy.hearAll()
    const { status, body } = await gateway.partner.post('/v1/dev/sandbox/reset', { fixture: 'minimal' })
    expect([status, body.accounts[0].account_number]).toEqual([200, APPROVED])
    for (const client of [desk, copy]) {
      const reports = await client.hearAll()
      expect(reports.map((report) => report.pick(35, 37, 11, 41, 1, 150, 39, 378, 58))).toEqual([
        `35=8|37=${accepted!.get(37)!}|11=a|1=${APPROVED}|150=4|39=4|378=99|58=sandbox reset`,
      ])
    }
    // the id is free again, and the order is another one
    desk.say('D', buy('a', 1))
    const [again] = await desk.hearAll()
    expect(again!.pick(11, 1, 150, 39)).toBe(`11=a|1=${APPROVED}|150=0|39=0`)
    expect(again!.get(37)).not.toBe(accepted!.get(37))
    expect((await copy.hearAll()).map((report) => report.pick(37, 150))).toEqual([`37=${again!.get(37)!}|150=0`])
    const own = `/v1/accounts/${body.accounts[0].id as string}/orders`
    expect((await gateway.partner.get(`${own}/${again!.get(37)!}`)).body.client_order_id).toBe('a')
    expect((await gateway.partner.get(`${own}/${accepted!.get(37)!}`)).body.error.code).toBe('ORDER_NOT_FOUND')
    // what was before is resent as it was sent
    const before = desk.heard.filter((message) => message.type === '8').map(({ body: content }) => content)
    desk.say('2', '7=1|16=0')
    const resent = (await desk.hearAll()).filter((message) => message.type === '8')
    expect(resent.map((message) => message.get(43))).toEqual(['Y', 'Y', 'Y'])
    expect(resent.map(({ body: content }) => content.replace(/\|?122=[^|]*/, ''))).toEqual(before)
    // … and a restart knows the same
    const digest = gateway.app.fingerprint()
    await gateway.stop()
    await gateway.begin()
    expect(gateway.app.fingerprint()).toBe(digest)
    expect((await gateway.partner.get(own)).body.data.map(({ id }: { id: string }) => id)).toEqual([again!.get(37)])
    await gateway.stop()
  })
})

describe('a session that an operator creates', () => {
  const defaults = { order_scope: 'account', queue_replaces: true, throttle_per_s: 50, cancel_on_disconnect: true, clock_tolerance_s: 0 }

  test('has the defaults of the configuration, like those of the first start', async () => {
    await gateway.stop()
    const given = await RunningGateway.start({ settings: { fix: { sessions: [], session_defaults: defaults } } })
    const { status, body } = await given.operator.post('/v1/admin/fix/sessions', { sender_comp_id: 'NEW', kind: 'order-entry' })
    const { order_scope, queue_replaces, throttle_per_s, cancel_on_disconnect } = defaults
    expect(status).toBe(201)
    expect(body).toMatchObject({ order_scope, queue_replaces, throttle_per_s, cancel_on_disconnect })
    // what no answer shows
    const client = await FixClient.open({ port: given.app.addresses.fix, senderCompId: 'NEW' })
    client.logon('98=0|108=30', { sendingTime: '20200101-00:00:00.000' })
    await client.hear('A')
    await client.drop()
    await given.end()
  })
})

describe('the end of the gateway', () => {
  test('is told to every session as News, and after it the Logout', async () => {
    const desk = await gateway.logOn('DESK1')
    const copy = await gateway.logOn('DROP1')
    for (const client of [desk, copy]) client.answerLogout()
    await gateway.app.close()
    for (const client of [desk, copy])
      expect(client.heard.slice(-2).map((message) => message.pick(35, 148, 33, 58))).toEqual([
        '35=B|148=Maintenance|33=1|58=The gateway is shutting down. Log on again when it is back.',
        '35=5|58=The gateway is shutting down',
      ])
    await desk.drop()
    await copy.drop()
  })

  test('without a session that could hear it, nothing is journaled', async () => {
    const { body } = await gateway.operator.get('/v1/admin/journal')
    await gateway.stop()
    await gateway.begin()
    expect((await gateway.operator.get('/v1/admin/journal')).body.position).toBe(body.position)
    await gateway.stop()
  })
})
