import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, type SecureVersion } from 'node:tls'
import type { Config } from '../config.ts'

/** What a TLS listener is made with, in the names of node:tls. */
export interface TlsIdentity {
  readonly cert: string
  readonly key: string
  /** whose client certificates are taken; absent = none is asked for */
  readonly ca?: string
  readonly requestCert: boolean
  /** a client without a certificate of `ca` is cut in the handshake */
  readonly rejectUnauthorized: boolean
  readonly minVersion: SecureVersion
  readonly ciphers: string
  /** epoch ms: end of the certificate */
  readonly expiresAt: number
}

/** A certificate or key with which no TLS listener can be made. The message is one line: which setting, which file, what is wrong. */
export class TlsFileError extends Error {}

export type Door = 'server' | 'fix'

/**
 * Of TLS 1.3 all; of 1.2 those that encrypt with authentication and whose recorded sessions stay secret when the key is lost later
 * (RFC 9325, section 4.2). OpenSSL's own list has others for old clients, which security scans name.
 */
export const CIPHERS = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20'

/** The files that `server.tls` or `fix.tls` names, read and checked against each other; undefined where that door speaks plain TCP. Throws TlsFileError. */
export function readTlsIdentity(config: Config, door: Door): TlsIdentity | undefined {
  const { cert_file, key_file, ca_file, require_client_certificate, min_version } = config[door].tls
  if (cert_file === null || key_file === null) return undefined
  const setting = (name: string, path: string): string => `${door}.tls.${name} ${path}:`
  const cert = read(setting('cert_file', cert_file), cert_file)
  const key = read(setting('key_file', key_file), key_file)
  const certificate = parseCertificate(setting('cert_file', cert_file), cert)
  if (!certificate.checkPrivateKey(parseKey(setting('key_file', key_file), key)))
    throw new TlsFileError(`${setting('key_file', key_file)} is not the key of the certificate in ${cert_file}`)
  requireUsable(setting('cert_file', cert_file), { cert, key })
  const expiresAt = Date.parse(certificate.validTo)
  const common = { cert, key, minVersion: `TLSv${min_version}`, ciphers: CIPHERS, expiresAt } as const
  if (ca_file === null) return { ...common, requestCert: false, rejectUnauthorized: false }
  const ca = read(setting('ca_file', ca_file), ca_file)
  parseCertificate(setting('ca_file', ca_file), ca)
  return { ...common, ca, requestCert: true, rejectUnauthorized: require_client_certificate }
}

function read(setting: string, path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    throw new TlsFileError(`${setting} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** The first certificate of the file: its owner's; those behind it lead to the root. */
function parseCertificate(setting: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch (error) {
    throw new TlsFileError(`${setting} has no certificate in PEM`, { cause: error })
  }
}

/** Certificates behind the first, which a renewal that is under way has half written, and keys that are too short, are noticed no sooner. */
function requireUsable(setting: string, identity: Pick<TlsIdentity, 'cert' | 'key'>): void {
  try {
    createSecureContext(identity)
  } catch (error) {
    throw new TlsFileError(`${setting} can't be used: ${(error as Error & { readonly reason?: string }).reason ?? 'OpenSSL refuses it'}`)
  }
}

// without the cause: its message could quote the key
function parseKey(setting: string, text: string): KeyObject {
  if (text.includes('ENCRYPTED')) throw new TlsFileError(`${setting} is encrypted; the key has to be there without a passphrase`)
  try {
    return createPrivateKey(text)
  } catch {
    throw new TlsFileError(`${setting} has no private key in PEM`)
  }
}
