import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { frame, utcTimestamp } from '../../support/fix-message.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { until } from '../../support/until.ts'

const { MsgTransport } = createRequire(import.meta.resolve('jspurefix'))(
  'jspurefix/dist/transport/factory/msg-transport.js',
) as typeof import('jspurefix/dist/transport/factory/msg-transport.js')

describe('a client that keeps its half of the connection open', () => {
  let heard: string
  let isEnded: boolean
  let isCut: boolean
  let say: (bytes: Buffer | string) => void

  beforeEach(async () => {
    const { lingerMs } = MsgTransport
    onTestFinished(() => void (MsgTransport.lingerMs = lingerMs))
    const under = await GatewayUnderTest.start()
    onTestFinished(() => under.close())
    const desk = connect({ port: under.port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void desk.destroy())
    heard = ''
    isEnded = isCut = false
    desk.on('data', (chunk) => (heard += chunk.toString('latin1')))
    desk.on('end', () => (isEnded = true))
    desk.on('error', () => (isCut = true))
    say = (bytes) => void desk.write(bytes)
  })

  const saying = (number: number, msgType: string, body = ''): Buffer =>
    frame(`35=${msgType}|34=${number}|49=DESK1|52=${utcTimestamp(Date.now())}|56=GATEWAY${body}`)

  /** Nobody takes any more what it says. */
  const cut = (): Promise<void> =>
    until(() => {
      say('8')
      return isCut
    })

  test('is cut a while after its Logout', async () => {
    MsgTransport.lingerMs = 100
    say(saying(1, 'A', '|98=0|108=30'))
    await until(() => heard.includes('\u000135=A\u0001'))
    say(saying(2, '5'))
    await until(() => isEnded)
    expect(heard.match(/\u000135=./g)).toEqual(['\u000135=A', '\u000135=5'])
    await cut()
  })

  test('is cut at once when it is refused', async () => {
    MsgTransport.lingerMs = 2 ** 30
    say('GET / HTTP/1.1\r\n\r\n')
    await cut()
    expect(heard).toBe('')
  })
})
