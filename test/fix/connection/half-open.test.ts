import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { frame, utcTimestamp } from '../../support/fix-message.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { until } from '../../support/until.ts'

const { MsgTransport } = createRequire(import.meta.resolve('jspurefix'))(
  'jspurefix/dist/transport/factory/msg-transport.js',
) as typeof import('jspurefix/dist/transport/factory/msg-transport.js')

test('a client that is logged out and keeps its half of the connection open is cut after a while', async () => {
  const { lingerMs } = MsgTransport
  MsgTransport.lingerMs = 100
  onTestFinished(() => void (MsgTransport.lingerMs = lingerMs))
  const under = await GatewayUnderTest.start()
  onTestFinished(() => under.close())
  const desk = connect({ port: under.port, host: '127.0.0.1', allowHalfOpen: true })
  onTestFinished(() => void desk.destroy())
  let heard = ''
  let isEnded = false
  let isCut = false
  desk.on('data', (chunk) => (heard += chunk.toString('latin1')))
  desk.on('end', () => (isEnded = true))
  desk.on('error', () => (isCut = true))
  const say = (number: number, msgType: string, body = ''): void =>
    void desk.write(frame(`35=${msgType}|34=${number}|49=DESK1|52=${utcTimestamp(Date.now())}|56=GATEWAY${body}`))
  say(1, 'A', '|98=0|108=30')
  await until(() => heard.includes('\u000135=A\u0001'))
  say(2, '5')
  await until(() => isEnded)
  expect(heard.match(/\u000135=./g)).toEqual(['\u000135=A', '\u000135=5'])
  await until(() => {
    // nobody is there any more who would take it
    desk.write('8')
    return isCut
  })
})
