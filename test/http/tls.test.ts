import { once } from 'node:events'
import { request } from 'node:https'
import type { RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectSecurely, type TLSSocket, type TlsOptions } from 'node:tls'
import { X509Certificate } from 'node:crypto'
import type { ConnectionError } from 'fastify'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { clientErrorAnswers } from '../../src/http/answers/client-errors.ts'
import { FrontDoor } from '../../src/http/access/front-door.ts'
import { AUTHORITY, identity } from '../support/tls/certificates.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { until } from '../support/until.ts'

const server = { ...identity('server'), minVersion: 'TLSv1.2' } as const
const mutual = { ...server, ca: AUTHORITY, requestCert: true, rejectUnauthorized: true }

let door: FrontDoor
afterEach(async () => {
  const closed = door.close()
  door.cut()
  await closed
})

async function open(tls: TlsOptions): Promise<void> {
  door = new FrontDoor({ version: '1.2.3', uptimeS: () => 7, metrics: new Metrics('1.2.3'), maxConnections: null, tls })
  await door.listen({ host: '127.0.0.1', port: 0 })
}

const port = (): number => (door.server.address() as AddressInfo).port

/** GET /livez over a connection of its own: status, body, and the fingerprint of the certificate that was shown. */
function ask(options: RequestOptions = {}): Promise<{ status: number | undefined; body: string; shown: string }> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port: port(), path: '/livez', ca: AUTHORITY, agent: false, ...options }, (answer) => {
      const shown = (answer.socket as TLSSocket).getPeerCertificate().fingerprint256
      let body = ''
      answer.setEncoding('utf8').on('data', (text: string) => (body += text))
      answer.on('end', () => resolve({ status: answer.statusCode, body, shown }))
    })
    asking.on('error', reject).end()
  })
}

const fingerprintOf = (name: string): string => new X509Certificate(identity(name).cert).fingerprint256

test('HTTPS answers as HTTP does, and shows the certificate', async () => {
  await open(server)
  expect(await ask()).toEqual({ status: 200, body: '{"status":"pass"}', shown: fingerprintOf('server') })
})

test('TLS below the oldest version that is allowed is refused', async () => {
  await open({ ...server, minVersion: 'TLSv1.3' })
  await expect(ask({ maxVersion: 'TLSv1.2' })).rejects.toThrow(/alert protocol version/)
  expect((await ask()).status).toBe(200)
})

test('client certificates of the authority are asked for, and no other is taken', async () => {
  await open(mutual)
  await expect(ask()).rejects.toThrow()
  await expect(ask(identity('stranger'))).rejects.toThrow()
  expect((await ask(identity('desk1'))).status).toBe(200)
})

test('a renewed certificate is shown from the next connection on', async () => {
  await open(server)
  door.useCertificate({ ...identity('renewed-server'), minVersion: 'TLSv1.2' })
  expect((await ask()).shown).toBe(fingerprintOf('renewed-server'))
})

test('a handshake that does not end in time is cut, and is no request that was answered', async () => {
  const counted: string[] = []
  // the time for its first byte, which is as long, does not pass
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await open({ ...server, handshakeTimeout: 20 })
  const hello = await helloOf()
  const answer = clientErrorAnswers({ countHttpError: (code) => void counted.push(code) })
  const faults: string[] = []
  door.server.on('clientError', (fault: ConnectionError, socket) => {
    faults.push(fault.code)
    answer(fault, socket as Socket)
  })
  const stranger = connect(port(), '127.0.0.1').resume()
  stranger.write(hello)
  await once(stranger, 'close')
  expect([faults, counted]).toEqual([['ERR_TLS_HANDSHAKE_TIMEOUT'], []])
})

test('a client has ten seconds to begin its handshake; one that has begun or gone is waited for no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await open(server)
  const [silent, gone] = [1, 2].map(() => connect(port(), '127.0.0.1')) as [Socket, Socket]
  const begun = connectSecurely({ port: port(), host: '127.0.0.1', ca: AUTHORITY })
  await Promise.all([once(silent, 'connect'), once(gone, 'connect'), once(begun, 'secureConnect')])
  gone.resetAndDestroy()
  await until(() => vi.getTimerCount() === 1)
  vi.advanceTimersByTime(9_999)
  begun.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String((await once(begun, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(silent.readyState).toBe('open')
  vi.advanceTimersByTime(1)
  await once(silent.resume(), 'close')
  begun.destroy()
})

test('of many handshakes that begin at once each has a turn of its own, with room for others in between', async () => {
  await open(server)
  let turn = 0
  let looking: NodeJS.Immediate
  const look = (): void => {
    turn++
    looking = setImmediate(look)
  }
  look()
  onTestFinished(() => clearImmediate(looking))
  const begun = new Set<number>()
  // the server has made the keys of a handshake, which is what takes its time
  door.server.on('keylog', (line: Buffer) => void (line.includes('SERVER_HANDSHAKE') && begun.add(turn)))
  const hello = await helloOf()
  let accepted = 0
  door.server.on('connection', () => accepted++)
  const strangers = Array.from({ length: 20 }, () => connect(port(), '127.0.0.1').on('error', () => undefined))
  await until(() => accepted === 20)
  for (const stranger of strangers) stranger.write(hello)
  await Promise.all(strangers.map((stranger) => once(stranger, 'data')))
  for (const stranger of strangers) stranger.destroy()
  expect(begun.size).toBe(20)
})

/** The first message of a client. */
async function helloOf(): Promise<Buffer> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connectSecurely((listener.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  const [socket] = (await once(listener, 'connection')) as [Socket]
  const [hello] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  listener.close()
  return hello
}

test('a client that resets its connection before its handshake has begun is no fault', async () => {
  await open(server)
  const hello = await helloOf()
  let accepted = 0
  door.server.on('connection', () => accepted++)
  // some have been taken, and are waited for
  const silent = Array.from({ length: 20 }, () => connect(port(), '127.0.0.1').on('error', () => undefined))
  await until(() => accepted === 20)
  for (const client of silent) client.resetAndDestroy()
  for (let count = 0; count < 20; count++)
    connect(port(), '127.0.0.1', function (this: Socket) {
      this.on('error', () => undefined).write(hello, () => this.resetAndDestroy())
    })
  expect((await ask()).status).toBe(200)
})

test('a client in the middle of its handshake holds up no end', async () => {
  // by itself a handshake would end much later than this test
  await open({ ...server, handshakeTimeout: 600_000 })
  const silent = connect(port(), '127.0.0.1').on('error', () => undefined)
  await until(() => silent.readyState === 'open')
  const ended = new Promise((resolve) => silent.once('close', resolve))
  await ask()
  const closed = door.close()
  door.cut()
  await Promise.all([closed, ended])
})
