import { X509Certificate } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import process from 'node:process'
import { connect, type PeerCertificate } from 'node:tls'
import { expect, test } from 'vitest'
import { configFile, GatewayProcess, temporaryDirectory } from '../system/gateway-process.ts'
import { FixClient } from '../support/fix-client.ts'
import { AUTHORITY, identity, tlsFile } from '../support/tls/certificates.ts'

const started = { timeout: 60_000 }

const fingerprintOf = (name: string): string => new X509Certificate(identity(name).cert).fingerprint256

/** What the port shows to who connects now; the handshake may then fail for want of a client certificate. */
function shownBy(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca: AUTHORITY,
      checkServerIdentity: (_name: string, { fingerprint256 }: PeerCertificate) => {
        resolve(fingerprint256)
        return undefined
      },
    })
    socket.on('secureConnect', () => socket.destroy()).on('error', reject)
  })
}

/** What a client that speaks TLS 1.2 with this cipher alone comes to: the cipher, or the alert by which it is refused. */
function agreedWith(port: number, cipher: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ca: AUTHORITY, ...identity('desk1'), maxVersion: 'TLSv1.2', ciphers: cipher })
    socket.on('secureConnect', () => {
      resolve(socket.getCipher().name)
      socket.destroy()
    })
    socket.on('error', (error: Error & { readonly code?: string }) => resolve(error.code ?? error.message))
  })
}

function get(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { ca: AUTHORITY, agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asking.on('error', reject).end()
  })
}

test(
  'REST over TLS and FIX over mutual TLS by configuration, open to others without a password; SIGHUP takes renewed files',
  started,
  async () => {
    const directory = temporaryDirectory()
    const files = temporaryDirectory()
    const [cert_file, key_file] = [join(files, 'cert.pem'), join(files, 'key.pem')]
    const install = (name: string): void => {
      copyFileSync(tlsFile(`${name}.pem`), cert_file)
      copyFileSync(tlsFile(`${name}-key.pem`), key_file)
    }
    install('server')
    const tls = { cert_file, key_file }
    const config = configFile({ server: { tls }, fix: { tls: { ...tls, ca_file: tlsFile('authority.pem') } } })
    const gateway = await GatewayProcess.start({ directory, config, environment: { HOST: '0.0.0.0' } })
    const { base_url, fix } = gateway.credentials
    expect(base_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(gateway.stdout).toMatch(/ {2}REST {5}https:\/\/0\.0\.0\.0:\d+ /)
    expect(gateway.stdout).toMatch(/ {2}FIX 4\.4 {2}0\.0\.0\.0:\d+ {3}\(TLS\)\n/)
    // which speaks no TLS
    expect(gateway.stdout).not.toContain('npm run demo')
    expect(await get(`${base_url}/readyz`)).toBe(200)
    const desk = await FixClient.loggedOn({ port: fix.port, tls: { ca: AUTHORITY, ...identity('desk1') } })

    const httpPort = Number(new URL(base_url).port)
    for (const port of [httpPort, fix.port]) {
      expect(await agreedWith(port, 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256')
      // encryption apart from authentication, and a short tag
      expect(await agreedWith(port, 'ECDHE-ECDSA-AES128-SHA')).toBe('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')
      expect(await agreedWith(port, 'ECDHE-ECDSA-AES128-CCM8')).toBe('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')
    }
    expect([await shownBy(httpPort), await shownBy(fix.port)]).toEqual([fingerprintOf('server'), fingerprintOf('server')])
    install('renewed-server')
    process.kill(gateway.pid, 'SIGHUP')
    await gateway.saying(/("door":"fix".*\n[^]*){2}/)
    expect([await shownBy(httpPort), await shownBy(fix.port)]).toEqual([fingerprintOf('renewed-server'), fingerprintOf('renewed-server')])
    for (const port of [httpPort, fix.port])
      expect(await agreedWith(port, 'ECDHE-ECDSA-AES128-SHA')).toBe('ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE')

    copyFileSync(tlsFile('desk1-key.pem'), key_file)
    process.kill(gateway.pid, 'SIGHUP')
    await gateway.saying(/the certificate stays as it was: fix\.tls\.key_file/)
    expect(gateway.stdout).toContain(
      `the certificate stays as it was: server.tls.key_file ${key_file}: is not the key of the certificate in ${cert_file}`,
    )
    expect([await shownBy(httpPort), await shownBy(fix.port)]).toEqual([fingerprintOf('renewed-server'), fingerprintOf('renewed-server')])
    expect(await desk.hearAll()).toEqual([])
    expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })
  },
)

test('SIGHUP while it starts takes the files again once it has started', started, async () => {
  const [cert_file, key_file] = [tlsFile('server.pem'), tlsFile('server-key.pem')]
  const config = configFile({ server: { tls: { cert_file, key_file } } })
  const environment = { NODE_OPTIONS: `--import=${new URL('../system/at-listen.js', import.meta.url).href}`, SIGNAL: 'SIGHUP' }
  const gateway = await GatewayProcess.start({ directory: temporaryDirectory(), config, environment })
  const { code, stdout, stderr } = await gateway.terminate()
  expect({ code, stderr, taken: stdout.match(/"door":"server"/g)?.length }).toEqual({ code: 0, stderr: '', taken: 2 })
})

test('a certificate that cannot be used stops the start with one line', started, async () => {
  const config = configFile({ fix: { tls: { cert_file: '/none.pem', key_file: '/none.pem' } } })
  const { code, stderr } = await new GatewayProcess({ directory: temporaryDirectory(), config }).ended
  expect([code, stderr]).toEqual([
    1,
    "fillgate: fix.tls.cert_file /none.pem: cannot be read: ENOENT: no such file or directory, open '/none.pem'\n",
  ])
})
