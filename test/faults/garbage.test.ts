import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FixClient } from '../support/fix-client.ts'
import { utcTimestamp } from '../support/fix-message.ts'
import type { GatewayProcess } from '../system/gateway-process.ts'
import { besieged, GARBAGE, httpPort, logonBytes, RawConnection, SteadyDesk, watchMemory } from './besieged-gateway.ts'

// What the parsers do with each of these is tested byte by byte in test/fix/wire; here it comes to the real process, in bulk.

const MIB = 2 ** 20
const ends: (() => void)[] = []
let gateway: GatewayProcess
let desk: SteadyDesk
let grown: () => number
let strangers = 0

beforeAll(async () => {
  gateway = await besieged({ atTheEnd: (end) => ends.push(end) })
  desk = await SteadyDesk.open(gateway)
  await desk.trades()
  grown = watchMemory(gateway.pid)
}, 60_000)
afterEach(async () => {
  await desk.trades()
  expect(grown()).toBeLessThan(GARBAGE)
})
afterAll(async () => {
  const { code, stderr } = await gateway.terminate()
  for (const end of ends.reverse()) end()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

const bytes = (text: string): Buffer => Buffer.from(text.replaceAll('|', '\x01'), 'latin1')
/** no `8=` in it */
const noise = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => ((index * 7919) % 251) | 0x80))

describe('bytes of a stranger', () => {
  test.each<readonly [what: string, head: Buffer, further: Buffer]>([
    ['a BodyLength of a gigabyte, and what it announces', bytes('8=FIX.4.4|9=999999999|35=A|'), Buffer.alloc(MIB, 'x')],
    ['a BodyLength that is no number of this world', bytes('8=FIX.4.4|9=99999999999999999999|35=A|'), Buffer.alloc(MIB, '9')],
    ['a BodyLength that never ends', bytes('8=FIX.4.4|9='), Buffer.alloc(MIB, '9')],
    ['a field of megabytes', bytes('8=FIX.4.4|9=60000|35=A|58='), Buffer.alloc(MIB, 'x')],
    ['binary noise', noise(4_096), Buffer.alloc(MIB, noise(4_096))],
    ['frames without content, without end', bytes('8=FIX.4.4|9=0|10=000|'), Buffer.alloc(MIB, bytes('8=FIX.4.4|9=0|10=000|'))],
  ])('%s: the connection is cut', { timeout: 30_000 }, async (_, head, further) => {
    // each from an address of its own: one that fails again and again is cut unread
    const connections = await Promise.all(
      Array.from({ length: 10 }, () => RawConnection.open(gateway.credentials.fix.port, { from: `127.0.1.${++strangers}` })),
    )
    await Promise.all(
      connections.map(async (connection) => {
        await connection.say(head)
        // it is cut on the way, or when its five seconds are over
        for (let said = 0; said < 32 && !connection.isGone; said++) await connection.say(further)
        await connection.gone
      }),
    )
  })
})

describe('a desk that has lost its mind', () => {
  const order = (id: string, rest = ''): string => `11=${id}|55=BENCH1|54=1|60=${utcTimestamp(Date.now())}|40=2|44=1|38=1${rest}`

  test('sends groups of thousands of entries: those that are counted right are taken, the others are Rejects', async () => {
    const client = await FixClient.loggedOn({ port: gateway.credentials.fix.port, senderCompId: 'CLIENT2' })
    const parties = '|448=a|447=D|452=1'.repeat(3_000)
    for (let count = 0; count < 20; count++) client.say('D', order(`g${count}`, `|453=${3_000 + (count % 2)}${parties}`))
    const answers = await client.hearMany(20)
    const texts = answers.map((message) => message.pick(35, 11, 150, 45, 373)).sort()
    const expected = answers.map((_, index) => (index % 2 === 0 ? `35=8|11=g${index}|150=0` : `35=3|45=${index + 2}|373=16`)).sort()
    expect(texts).toEqual(expected)
    await client.logout()
  })

  test('sends noise between its orders: each order is taken once', async () => {
    const client = await FixClient.loggedOn({ port: gateway.credentials.fix.port, senderCompId: 'CLIENT3' })
    for (let count = 0; count < 20; count++) {
      client.sayRaw(noise(500_000))
      client.say('D', order(`n${count}`))
    }
    const accepted = await client.hearMany(20)
    expect(accepted.map((message) => message.pick(35, 11, 150))).toEqual(accepted.map((_, index) => `35=8|11=n${index}|150=0`))
    await client.logout()
  })

  test('announces more than 64 KiB: it is cut, and its number is still expected', async () => {
    const { port } = gateway.credentials.fix
    const client = await FixClient.loggedOn({ port, senderCompId: 'CLIENT4' })
    client.sayRaw(bytes('8=FIX.4.4|9=65537|35=D|34=2|'))
    await client.closed
    const back = await FixClient.loggedOn({ port, senderCompId: 'CLIENT4', number: 2 })
    await back.logout()
  })
})

test('HTTP: headers and bodies without end, and what is no HTTP', { timeout: 30_000 }, async () => {
  const head = 'POST /v1/webhooks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
  const floods = [
    [`${head}X-Filler: `, Buffer.alloc(MIB, 'x')],
    [`${head}Content-Length: 999999999999\r\n\r\n`, Buffer.alloc(MIB, ' ')],
    [`${head}Transfer-Encoding: chunked\r\n\r\n`, Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`)],
    [`${head}Content-Length: 900000\r\n\r\n`, Buffer.alloc(900_000, '[')],
    ['', noise(MIB)],
    ['', logonBytes('CLIENT1')],
  ] as const
  const connections = await Promise.all(floods.map(() => RawConnection.open(httpPort(gateway))))
  await Promise.all(
    connections.map(async (connection, index) => {
      const [beginning, further] = floods[index]!
      await connection.say(beginning)
      for (let said = 0; said < 32 && !connection.isGone; said++) await connection.say(further)
      await connection.drop()
    }),
  )
  expect((await fetch(`${gateway.credentials.base_url}/readyz`)).status).toBe(200)
})
