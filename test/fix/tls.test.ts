import { X509Certificate } from 'node:crypto'
import { connect } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { hashPassword } from '../../src/fix/connection/password-hash.ts'
import type { FixClient } from '../support/fix-client.ts'
import { type GatewayOptions, GatewayUnderTest } from '../support/gateway-under-test.ts'
import { AUTHORITY, identity } from '../support/tls/certificates.ts'
import { until } from '../support/until.ts'

let under: GatewayUnderTest
afterEach(() => under.close())

const server = { ...identity('server'), minVersion: 'TLSv1.2' } as const
const mutual = { ...server, ca: AUTHORITY, requestCert: true, rejectUnauthorized: true }
const trusting: ConnectionOptions = { ca: AUTHORITY }
const desk1: ConnectionOptions = { ...trusting, ...identity('desk1') }
const desk2: ConnectionOptions = { ...trusting, ...identity('desk2') }
const stranger: ConnectionOptions = { ...trusting, ...identity('stranger') }

const start = async (options: GatewayOptions): Promise<void> => {
  under = await GatewayUnderTest.start(options)
}

/** Connects and logs on as DESK1 unless said otherwise. */
async function logOn(tls: ConnectionOptions, senderCompId = 'DESK1', body?: string): Promise<FixClient> {
  const client = await under.connect(senderCompId, tls)
  client.logon(body)
  return client
}

async function expectRefused(client: FixClient, reason: Parameters<GatewayUnderTest['refusedLogons']>[0]): Promise<void> {
  await client.closed
  expect(client.heard).toEqual([])
  expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([1, 1])
  expect(await under.refusedLogons(reason)).toBe(1)
}

describe('FIX over TLS', () => {
  test('carries a session as plain TCP does, bytes above 0x7F unchanged', async () => {
    await start({ tls: server })
    const desk = await logOn(trusting)
    expect((await desk.hear('A')).pick(35, 34, 49, 56)).toBe('35=A|34=1|49=GATEWAY|56=DESK1')
    desk.say('D', '11=c1|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1|58=caf\u00e9 \u00fc')
    expect((await desk.hear('8')).pick(11, 150, 39)).toBe('11=c1|150=0|39=0')
    await desk.logout()
    expect(await under.metric('fillgate_fix_garbled_total')).toBe(0)
  })

  test('carries a burst in both directions', async () => {
    await start({ tls: server })
    const desk = await logOn(trusting)
    await desk.hear('A')
    const orders = Array.from({ length: 500 }, (_, index) =>
      desk.bytes('D', `11=c${index}|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=100|38=1`),
    )
    desk.sayRaw(Buffer.concat(orders))
    const reports = await desk.hearMany(500)
    expect(reports.map((report) => report.pick(35, 34, 11, 150))).toEqual(
      orders.map((_, index) => `35=8|34=${index + 2}|11=c${index}|150=0`),
    )
  })

  test.each([
    ['a client that speaks plain FIX', undefined, 'WRONG_VERSION_NUMBER'],
    [
      'an old version',
      { ...trusting, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' } as const,
      'UNSUPPORTED_PROTOCOL',
    ],
  ])('%s is a refused Logon', async (_what, tls, detail) => {
    await start({ tls: server })
    if (tls === undefined) {
      const client = await under.connect()
      client.logon()
      // what it hears is an alert of TLS
      await client.closed
    } else {
      await expect(under.connect('DESK1', tls)).rejects.toThrow(/alert protocol version/)
    }
    await until(() => under.logged.some((line) => line.includes(detail)))
    expect(await under.refusedLogons('tls')).toBe(1)
    expect(under.gateway.sessionCounts().logon_pending).toBe(0)
  })

  test('who hangs up behind a handshake that fails is told of by its address, and is cut like others that fail', async () => {
    await start({ tls: server, limits: { failedLogonsPerMinute: 1 } })
    for (let attempt = 1; attempt <= 2; attempt++) {
      const client = connect(under.port, '127.0.0.1')
      await until(() => under.gateway.sessionCounts().logon_pending === 1)
      client.write('8=FIX.4.4\u00019=5\u0001')
      client.resetAndDestroy()
      await until(() => under.gateway.sessionCounts().logon_pending === 0)
    }
    const refused = under.logged.map((line) => JSON.parse(line) as { readonly reason?: string; readonly remote?: string })
    expect(refused.filter(({ reason }) => reason === 'tls').map(({ remote }) => remote)).toEqual(['127.0.0.1', '127.0.0.1'])
    await expect(under.connect('DESK1', trusting)).rejects.toThrow()
    expect(await under.refusedLogons('too_many_failures')).toBe(1)
  })

  test('a handshake counts as a connection without a Logon', async () => {
    await start({ tls: server, limits: { maxUnauthenticated: 2 } })
    const silent = [connect(under.port, '127.0.0.1'), connect(under.port, '127.0.0.1')]
    await until(() => under.gateway.sessionCounts().logon_pending === 2)
    await expect(under.connect('DESK1', trusting)).rejects.toThrow()
    expect(await under.refusedLogons('too_many_connections')).toBe(1)
    for (const socket of silent) socket.destroy()
    await until(() => under.gateway.sessionCounts().logon_pending === 0)
    await (await logOn(trusting)).hear('A')
  })

  test('who looks whether the port is open is no refused Logon, however often', async () => {
    await start({ tls: server })
    for (let look = 0; look < 6; look++) {
      const probe = connect(under.port, '127.0.0.1')
      await until(() => under.gateway.sessionCounts().logon_pending === 1)
      if (look % 2 === 0) probe.end()
      else probe.resetAndDestroy()
      await until(() => under.gateway.sessionCounts().logon_pending === 0)
    }
    expect(await under.refusedLogons('tls')).toBe(0)
    await (await logOn(trusting)).hear('A')
  })

  test('handshakes that fail count as failures of one CompID: a sixth in a minute cuts the address', async () => {
    await start({ tls: server })
    for (let count = 0; count < 6; count++) {
      const plain = await under.connect()
      plain.logon()
      await plain.closed
      await until(() => under.logged.filter((line) => line.includes('WRONG_VERSION_NUMBER')).length === count + 1)
    }
    await expect(logOn(trusting)).rejects.toThrow(/before secure TLS connection was established/)
    expect([await under.refusedLogons('tls'), await under.refusedLogons('too_many_failures')]).toEqual([6, 1])
  })

  test('a handshake has as long as a Logon: one that is not over in time came too late, which makes no stranger of who was slow', async () => {
    await start({ tls: server, limits: { logonTimeoutMs: 1_000 } })
    const silent = Array.from({ length: 6 }, () => connect(under.port, '127.0.0.1').on('error', () => undefined))
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
    expect([await under.refusedLogons('timeout'), await under.refusedLogons('tls')]).toEqual([6, 0])
    await (await logOn(trusting)).hear('A')
  })

  test('handshakes from one port of a client with two addresses of ours are two, and end when they end', async () => {
    await start({ tls: server, host: '0.0.0.0' })
    const pending = async (count: number) => until(() => under.gateway.sessionCounts().logon_pending === count)
    const first = connect({ port: under.port, host: '127.0.0.1', localAddress: '127.0.0.1' }).on('error', () => undefined)
    await pending(1)
    const second = connect({ port: under.port, host: '127.0.0.2', localAddress: '127.0.0.1', localPort: first.localPort! })
    await pending(2)
    first.destroy()
    await pending(1)
    expect(second.destroyed).toBe(false)
    second.destroy()
    await pending(0)
  })

  test('a certificate that has been renewed is shown to the next client; who is logged on stays', async () => {
    await start({ tls: server })
    const desk = await logOn(trusting)
    await desk.hear('A')
    under.useCertificate({ ...identity('renewed-server'), minVersion: 'TLSv1.2' })
    const fingerprints: string[] = []
    const next = await under.connect('DESK2', {
      ...trusting,
      checkServerIdentity: (_name, certificate) => void fingerprints.push(certificate.fingerprint256),
    })
    next.logon()
    await next.hear('A')
    expect(fingerprints).toEqual([new X509Certificate(identity('renewed-server').cert).fingerprint256])
    expect(await desk.hearAll()).toEqual([])
  })

  test('a drain ends handshakes too', async () => {
    await start({ tls: server })
    const silent = connect(under.port, '127.0.0.1').on('error', () => undefined)
    const ended = new Promise((resolve) => silent.once('close', resolve))
    await until(() => under.gateway.sessionCounts().logon_pending === 1)
    await under.gateway.drain()
    await ended
  })
})

describe('FIX over mutual TLS', () => {
  test('a certificate of the authority whose common name is the SenderCompID lets in, and into no other session', async () => {
    await start({ tls: mutual })
    await (await logOn(desk1)).hear('A')
    await (await logOn(desk2, 'DESK2')).hear('A')
    await (
      await logOn(desk1, 'DROP1')
    ).closed
    expect(await under.refusedLogons('certificate')).toBe(1)
  })

  test('without a certificate, or with that of another authority, no byte of FIX is read', async () => {
    await start({ tls: mutual })
    await expectRefused(await logOn(trusting), 'tls')
    await (
      await logOn(stranger)
    ).closed
    expect(await under.refusedLogons('tls')).toBe(2)
    const details = under.logged.map((line) => JSON.parse(line) as { readonly reason?: string; readonly detail?: string })
    expect(details.filter(({ reason }) => reason === 'tls').map(({ detail }) => detail)).toEqual([
      'no client certificate',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ])
  })

  test('a session that is bound to a name or a fingerprint takes that certificate alone', async () => {
    const { fingerprint256 } = new X509Certificate(identity('desk2').cert)
    await start({
      tls: mutual,
      sessions: [
        { senderCompId: 'DESK1', clientCertificate: 'cn:DESK2' },
        { senderCompId: 'DESK3', clientCertificate: `sha256:${fingerprint256}` },
        { senderCompId: 'DESK4', clientCertificate: `sha256:${fingerprint256.replaceAll(':', '').toLowerCase()}` },
      ],
    })
    for (const compId of ['DESK1', 'DESK3', 'DESK4']) {
      await (
        await logOn(desk1, compId)
      ).closed
      await (await logOn(desk2, compId)).hear('A')
    }
    expect(await under.refusedLogons('certificate')).toBe(3)
  })

  test('a Logon inside of a session needs the certificate that an operator has bound the session to since', async () => {
    await start({ tls: mutual })
    const desk = await logOn(desk1)
    await desk.hear('A')
    const bind = (clientCertificate: string) => under.administration.change(under.book().settings.id, { clientCertificate })
    await bind('cn:DESK1')
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    expect((await desk.hear('A')).pick(34, 141)).toBe('34=1|141=Y')
    await bind('cn:DESK2')
    desk.logon('98=0|108=30|141=Y', { number: 1 })
    await desk.closed
    expect(desk.heard.map(({ type }) => type)).toEqual(['A', 'A'])
    expect([under.book().nextInbound, under.book().nextOutbound]).toEqual([2, 2])
    expect(await under.refusedLogons('certificate')).toBe(1)
  })

  test('a password is asked for beside the certificate', async () => {
    await start({ tls: mutual, sessions: [{ senderCompId: 'DESK1', passwordHash: await hashPassword('correct horse') }] })
    await expectRefused(await logOn(desk1), 'password')
    await (await logOn(desk1, 'DESK1', '98=0|108=30|554=correct horse')).hear('A')
  })

  test('where certificates are not required: none will do for a session that is not bound, a wrong one for none', async () => {
    await start({
      tls: { ...mutual, rejectUnauthorized: false },
      sessions: [{ senderCompId: 'DESK1', clientCertificate: 'cn:DESK1' }, { senderCompId: 'DESK2' }],
    })
    await expectRefused(await logOn(trusting), 'certificate')
    await (await logOn(trusting, 'DESK2')).hear('A')
    await (
      await logOn(stranger)
    ).closed
    expect(await under.refusedLogons('tls')).toBe(1)
    await (await logOn(desk1)).hear('A')
  })
})

test('over plain TCP a session that is bound to a certificate lets nobody in', async () => {
  await start({ sessions: [{ senderCompId: 'DESK1', clientCertificate: 'cn:DESK1' }] })
  const client = await under.connect()
  client.logon()
  await expectRefused(client, 'certificate')
})
