import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CIPHERS, readTlsIdentity, TlsFileError } from '../../src/config/tls.ts'
import { type Config, loadConfig } from '../../src/config.ts'
import { AUTHORITY, identity, tlsFile } from '../support/tls/certificates.ts'

const good = { cert_file: tlsFile('server.pem'), key_file: tlsFile('server-key.pem') }

/** The defaults with these settings of `fix.tls`. */
function configured(tls: Partial<Config['fix']['tls']>): Config {
  const config = loadConfig({})
  return { ...config, fix: { ...config.fix, tls: { ...config.fix.tls, ...tls } } }
}

function fileWith(content: string | Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-tls-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'file.pem'), content)
  return join(directory, 'file.pem')
}

test('without files there is no TLS', () => {
  expect(readTlsIdentity(loadConfig({}), 'server')).toBe(undefined)
})

test('the files are read as node:tls wants them', () => {
  const common = { ...identity('server'), minVersion: 'TLSv1.2', ciphers: CIPHERS, expiresAt: expect.any(Number) as number }
  expect(readTlsIdentity(configured(good), 'fix')).toEqual({ ...common, requestCert: false, rejectUnauthorized: false })
  const mutual = { ...good, ca_file: tlsFile('authority.pem') }
  expect(readTlsIdentity(configured(mutual), 'fix')).toEqual({ ...common, ca: AUTHORITY, requestCert: true, rejectUnauthorized: true })
  expect(readTlsIdentity(configured({ ...mutual, require_client_certificate: false, min_version: '1.3' }), 'fix')).toEqual({
    ...common,
    ca: AUTHORITY,
    requestCert: true,
    rejectUnauthorized: false,
    minVersion: 'TLSv1.3',
  })
})

test('what cannot be used is one line that names the setting and the file, and shows nothing of a key', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const encrypted = fileWith(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }))
  const nonsense = fileWith('nonsense')
  // of a renewal that is under way
  const half = fileWith(`${identity('server').cert}${AUTHORITY.slice(0, 200)}`)
  const cases: readonly (readonly [Partial<Config['fix']['tls']>, string])[] = [
    [
      { ...good, cert_file: '/none.pem' },
      "fix.tls.cert_file /none.pem: cannot be read: ENOENT: no such file or directory, open '/none.pem'",
    ],
    [{ ...good, key_file: '/none.pem' }, "fix.tls.key_file /none.pem: cannot be read: ENOENT: no such file or directory, open '/none.pem'"],
    [{ ...good, ca_file: '/none.pem' }, "fix.tls.ca_file /none.pem: cannot be read: ENOENT: no such file or directory, open '/none.pem'"],
    [{ ...good, cert_file: nonsense }, `fix.tls.cert_file ${nonsense}: has no certificate in PEM`],
    [{ ...good, cert_file: half }, `fix.tls.cert_file ${half}: can't be used: bad end line`],
    [{ ...good, key_file: nonsense }, `fix.tls.key_file ${nonsense}: has no private key in PEM`],
    [{ ...good, ca_file: nonsense }, `fix.tls.ca_file ${nonsense}: has no certificate in PEM`],
    [{ ...good, key_file: encrypted }, `fix.tls.key_file ${encrypted}: is encrypted; the key has to be there without a passphrase`],
    [
      { ...good, key_file: tlsFile('desk1-key.pem') },
      `fix.tls.key_file ${tlsFile('desk1-key.pem')}: is not the key of the certificate in ${tlsFile('server.pem')}`,
    ],
  ]
  for (const [tls, message] of cases) expect(() => readTlsIdentity(configured(tls), 'fix')).toThrow(new TlsFileError(message))
})
