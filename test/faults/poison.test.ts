import process from 'node:process'
import { expect, test } from 'vitest'
import { FixClient } from '../support/fix-client.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import type { Ending } from '../system/gateway-process.ts'
import { allOf } from '../system/rest-orders.ts'
import { besieged, besiegedAgain, SteadyDesk } from './besieged-gateway.ts'

const order = (id: string): string => `11=${id}|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|40=2|44=1|38=1`

test(
  'a message on which the engine fails: it is not journaled, the log says which it is, and an operator gets past it',
  { timeout: 120_000 },
  async () => {
    const command = [process.execPath, 'run.js', 'test/faults/poisoned-main.ts']
    const first = await besieged({ command })
    const { directory } = first
    const others = await SteadyDesk.open(first)
    await others.trades()
    const desk = await FixClient.loggedOn({ port: first.credentials.fix.port, senderCompId: 'CLIENT2' })
    desk.say('D', order('before'))
    await desk.hear('8')
    desk.say('D', order('poison'))
    expect(logged(await first.ended)).toEqual(POISON)

    // a desk that sends it again makes it end again, and again it was not taken
    const second = await besiegedAgain(directory, { command })
    const again = await FixClient.loggedOn({ port: second.credentials.fix.port, senderCompId: 'CLIENT2', number: 4 })
    expect((await again.hearLater('2')).pick(7)).toBe('7=3')
    again.say('D', order('poison'), { number: 3, header: `43=Y|122=${utcTimestamp(Date.now())}` })
    expect(logged(await second.ended)).toEqual(POISON)

    // docs/operations.md: started on a port that no desk knows, its number set behind the message
    const third = await besiegedAgain(directory, { command })
    const operator = (await third.rest()).as(third.credentials.operator)
    const sessions = await allOf(operator, '/v1/admin/fix/sessions')
    const { id, next_inbound, next_outbound } = sessions.find(({ sender_comp_id }) => sender_comp_id === 'CLIENT2')!
    expect(next_inbound).toBe(3)
    await operator.post(`/v1/admin/fix/sessions/${String(id)}/reset`, { next_inbound: 4, next_outbound })
    const past = await FixClient.loggedOn({ port: third.credentials.fix.port, senderCompId: 'CLIENT2', number: 4 })
    past.say('D', order('after'))
    expect((await past.hearLater('8')).pick(11, 150)).toBe('11=after|150=0')
    await past.logout()
    const back = await SteadyDesk.open(third, 'CLIENT1', { number: 4 })
    await back.trades()
    expect(await third.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

const POISON = {
  level: 'fatal',
  command: 'PlaceOrder',
  session: 'CLIENT2',
  msg_seq_num: 3,
  account: '410000002',
  client_order_id: 'poison',
  symbol: 'BENCH1',
  msg: 'the engine has failed on this command, which is not journaled: docs/operations.md says how to get past it',
}

/** The line about the command, behind which comes the error itself. */
function logged({ code, stdout }: Ending): Record<string, unknown> {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"level":"fatal"'))
  expect([code, lines.length]).toEqual([1, 2])
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { message: 'a bug of the engine' } })
  const { time, ...members } = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(time).toEqual(expect.any(String))
  return members
}
