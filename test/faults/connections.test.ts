import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { FixClient } from '../support/fix-client.ts'
import type { GatewayProcess } from '../system/gateway-process.ts'
import { besieged, GARBAGE, httpPort, logonBytes, openMany, SteadyDesk, watchMemory } from './besieged-gateway.ts'

// One gateway, one desk that trades through all of it: after each fault it has heard its own reports and nothing else.

const KIB = 1024
/** of the FIX port before a Logon: `fix.max_unauthenticated` */
const UNAUTHENTICATED = 64
/** instead of five seconds, which would be waited for twice */
const LOGON_TIMEOUT = { logon_timeout_ms: 2_000 }

const ends: (() => void)[] = []
let gateway: GatewayProcess
let desk: SteadyDesk

beforeAll(async () => {
  gateway = await besieged({ fix: LOGON_TIMEOUT, atTheEnd: (end) => ends.push(end) })
  desk = await SteadyDesk.open(gateway)
  await desk.trades()
}, 60_000)
afterEach(async () => {
  await desk.trades()
})
afterAll(async () => {
  const { code, stderr } = await gateway.terminate()
  for (const end of ends.reverse()) end()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('5,000 idle HTTP connections: REST and FIX go on, and each costs 32 KiB at most', { timeout: 60_000 }, async () => {
  const grown = watchMemory(gateway.pid)
  const idle = await openMany(5_000, httpPort(gateway))
  await desk.trades()
  expect((await fetch(`${gateway.credentials.base_url}/readyz`)).status).toBe(200)
  expect(idle.filter(({ isGone }) => isGone)).toEqual([])
  expect(grown()).toBeLessThan(5_000 * 32 * KIB + GARBAGE)
  await Promise.all(idle.map((connection) => connection.drop()))
})

test(
  '5,000 connections to the FIX port without a Logon: 64 wait until it has to have come, the others are cut at once',
  { timeout: 60_000 },
  async () => {
    const grown = watchMemory(gateway.pid)
    const silent = await openMany(5_000, gateway.credentials.fix.port)
    const over = silent.length - UNAUTHENTICATED
    let gone = 0
    await new Promise<void>((resolve) => {
      for (const connection of silent) void connection.gone.then(() => ++gone === over && resolve())
    })
    await desk.trades()
    // a connection before its Logon costs half a megabyte at most
    expect(grown()).toBeLessThan(UNAUTHENTICATED * 512 * KIB + GARBAGE)
    await Promise.all(silent.map((connection) => connection.gone))
    const late = await SteadyDesk.open(gateway, 'CLIENT2')
    await late.trades()
    await late.client.logout()
  },
)

test('slowloris on the FIX port: a Logon that comes byte by byte is given no longer than any other', { timeout: 60_000 }, async () => {
  const logon = logonBytes('STRANGER'.padEnd(5_000, 'x'))
  const slow = await openMany(20, gateway.credentials.fix.port)
  let said = 0
  const dribble = setInterval(() => {
    for (const { socket } of slow) socket.write(logon.subarray(said, said + 1))
    said++
  }, 50)
  await Promise.all(slow.map((connection) => connection.gone))
  clearInterval(dribble)
  expect(said).toBeLessThan(logon.length)
})

test(
  'a flood of Logons, strangers and wrong passwords: nobody else is kept out, nothing is kept of them',
  { timeout: 60_000 },
  async () => {
    const { port } = gateway.credentials.fix
    const [rounds, atOnce] = [80, 60]
    const grown = watchMemory(gateway.pid)
    const flood = async (from: string, logon: (index: number) => Buffer): Promise<void> => {
      const connections = await openMany(atOnce, port, { from })
      await Promise.all(
        connections.map(async (connection, index) => {
          await connection.say(logon(index))
          await connection.gone
        }),
      )
    }
    for (let round = 0; round < rounds; round++) {
      await flood('127.0.0.2', (index) => logonBytes(`STRANGER${round * atOnce + index}`.padEnd(60_000, 'x')))
      if (round % 20 === 0) await desk.trades()
    }
    await flood('127.0.0.3', () => logonBytes('GUARDED', '108=30|554=wrong'))
    // their names alone are 290 MB
    expect(grown()).toBeLessThan(GARBAGE)
    const guarded = await FixClient.loggedOn({ port, senderCompId: 'GUARDED', logon: '98=0|108=30|554=open sesame' })
    await guarded.logout()
  },
)

test('HTTP requests without end whose answers are never read: the client is cut, and holds up nobody', { timeout: 60_000 }, async () => {
  const request = 'GET /v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  const answer = await (await fetch(`${gateway.credentials.base_url}/v1/openapi.json`)).text()
  const grown = watchMemory(gateway.pid)
  const asked = 500
  const deaf = await openMany(8, httpPort(gateway))
  for (const { socket } of deaf) {
    socket.pause()
    socket.write(request.repeat(asked))
  }
  await desk.trades()
  // all the answers would be five times as much
  expect(deaf.length * asked * answer.length).toBeGreaterThan(5 * GARBAGE)
  expect(grown()).toBeLessThan(GARBAGE)
  for (const { socket } of deaf) socket.resume()
  await Promise.all(deaf.map((connection) => connection.gone))
})

test(
  'a peer that vanishes without a word gives up its session to whoever logs on next, after 1.5 heartbeats',
  { timeout: 60_000 },
  async () => {
    const { port } = gateway.credentials.fix
    const peer = spawn(
      process.execPath,
      ['--input-type=module', '-e', PEER, String(port), logonBytes('CLIENT4', '108=1').toString('latin1')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    try {
      await once(peer.stdout, 'data')
      // its kernel goes on to acknowledge, nobody else does
      peer.kill('SIGSTOP')
      let back: SteadyDesk | undefined
      // refused as long as the session counts as logged on
      while (back === undefined) back = await SteadyDesk.open(gateway, 'CLIENT4', { number: 2 }).catch(() => undefined)
      await back.trades()
      await back.client.logout()
    } finally {
      peer.kill('SIGKILL')
    }
  },
)

/** Connects, says what it is given, and tells when it is answered. */
const PEER = `import { connect } from 'node:net'
const socket = connect(Number(process.argv[1]), '127.0.0.1')
socket.write(Buffer.from(process.argv[2], 'latin1'))
socket.once('data', () => console.log('in'))`
