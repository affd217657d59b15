import { X509Certificate } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reloadCertificate } from '../../src/app/certificates.ts'
import type { TlsIdentity } from '../../src/config/tls.ts'
import { loadConfig } from '../../src/config.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { identity, tlsFile } from '../support/tls/certificates.ts'

const cert_file = tlsFile('server.pem')
const end = Date.parse(new X509Certificate(identity('server').cert).validTo)
const instant = new Date(end).toISOString()

/** What a reload says and takes at this moment. */
function reloadedAt(now: number) {
  vi.useFakeTimers({ toFake: ['Date'], now })
  onTestFinished(() => void vi.useRealTimers())
  const defaults = loadConfig({})
  const config = {
    ...defaults,
    server: { ...defaults.server, tls: { ...defaults.server.tls, cert_file, key_file: tlsFile('server-key.pem') } },
  }
  const lines: string[] = []
  const taken: number[] = []
  reloadCertificate({
    config,
    door: 'server',
    listening: { useCertificate: ({ expiresAt }: TlsIdentity) => taken.push(expiresAt) },
    logger: createLogger({ level: 'info', terminal: false, destination: { write: (line: string) => lines.push(line) } }),
  })
  const said = lines.map((line) => {
    const { level, door, msg, expires_at, days_left } = JSON.parse(line) as Record<string, unknown>
    return { level, door, msg, expires_at, days_left }
  })
  return { said, taken }
}

test('a certificate that is about to end is taken, with a warning', () => {
  expect(reloadedAt(end - 1)).toEqual({
    said: [{ level: 'warn', door: 'server', msg: 'TLS certificate in use', expires_at: instant, days_left: 0 }],
    taken: [end],
  })
})

test('one that has ended leaves the one before in force', () => {
  expect(reloadedAt(end)).toEqual({
    said: [
      {
        level: 'error',
        door: 'server',
        msg: `the certificate stays as it was: server.tls.cert_file ${cert_file}: has expired at ${instant}`,
      },
    ],
    taken: [],
  })
})
