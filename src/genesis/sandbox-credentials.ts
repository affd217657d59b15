import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { FIRST_PARTNER, firstAccounts } from '../genesis.ts'
import { OPERATOR_SCOPE, PARTNER_SCOPES } from '../domain/partners/scopes.ts'
import { type IssuedKey, issueKey } from '../http/credentials/issue.ts'
import { DataDirectoryError } from '../storage/directory/data-directory-error.ts'
import { writeDurably } from '../storage/directory/durable-file.ts'
import { jsonFault } from '../storage/directory/json-fault.ts'

export interface KeyPair {
  readonly api_key: string
  readonly api_secret: string
}

/** The content of sandbox-credentials.json. Its shape is a promise: tools of partners read it. */
export interface SandboxCredentials extends KeyPair {
  readonly base_url: string
  readonly operator: KeyPair
  readonly accounts: readonly {
    readonly id: string
    readonly account_number: string
    readonly status: string
    readonly kyc_status: string
  }[]
  readonly fix: {
    readonly host: string
    readonly port: number
    readonly begin_string: 'FIX.4.4'
    readonly target_comp_id: string
    readonly sessions: readonly { readonly sender_comp_id: string; readonly kind: 'order-entry' | 'drop-copy' }[]
  }
}

/** Where the gateway really listens; ports are known once it does. */
export interface Addresses {
  readonly host: string
  /** REST speaks TLS */
  readonly isSecure: boolean
  readonly httpPort: number
  readonly fixPort: number
}

export function credentialsPath(dataDir: string): string {
  return join(dataDir, 'sandbox-credentials.json')
}

/** The keys of a first start: store the credential of each, show the secrets in the file alone. */
export interface FirstKeys {
  readonly partner: IssuedKey
  readonly operator: IssuedKey
}

/** A partner's key with every scope and an operator's. `now` is epoch ms, `pepper` what secrets are hashed with. */
export function firstKeys(config: Config, { pepper, now }: { readonly pepper: Uint8Array; readonly now: number }): FirstKeys {
  const common = { environment: config.first_start.environment, label: 'first start', pepper, now }
  return {
    partner: issueKey({ ...common, partner: FIRST_PARTNER, scopes: PARTNER_SCOPES }),
    operator: issueKey({ ...common, partner: null, scopes: [OPERATOR_SCOPE] }),
  }
}

/** What the file of a first start says, with the ports as configured. */
export function sandboxCredentials(config: Config, keys: FirstKeys): SandboxCredentials {
  const { host, http_port, fix_port } = config.server
  return {
    base_url: baseUrl({ host, httpPort: http_port, isSecure: config.server.tls.cert_file !== null }),
    ...pairOf(keys.partner),
    operator: pairOf(keys.operator),
    accounts: firstAccounts(config).map(({ id, accountNumber, review }) => ({
      id,
      account_number: accountNumber,
      status: review.status,
      kyc_status: review.kycStatus,
    })),
    fix: {
      host: reachable(host),
      port: fix_port,
      begin_string: 'FIX.4.4',
      target_comp_id: config.fix.target_comp_id,
      sessions: config.fix.sessions.map(({ sender_comp_id, kind }) => ({ sender_comp_id, kind })),
    },
  }
}

/**
 * Writes the file whole or not at all, readable by its owner alone. Write it before the commit of the first start: the journal has the
 * secrets as hashes only, so a crash between the two must not leave keys that nobody knows.
 */
export function writeSandboxCredentials(path: string, credentials: SandboxCredentials): void {
  writeDurably(path, [Buffer.from(`${JSON.stringify(credentials, null, 2)}\n`)])
}

/** Corrects the addresses in the file when the gateway listens elsewhere than it says. Does nothing when there is no file. */
export function updateAddresses(path: string, { host, httpPort, fixPort, isSecure }: Addresses): void {
  const credentials = readIfThere(path)
  if (!credentials) return
  const base_url = baseUrl({ host, httpPort, isSecure })
  const fix = { ...credentials.fix, host: reachable(host), port: fixPort }
  if (credentials.base_url === base_url && credentials.fix.host === fix.host && credentials.fix.port === fix.port) return
  writeSandboxCredentials(path, { ...credentials, base_url, fix })
}

function readIfThere(path: string): SandboxCredentials | undefined {
  try {
    const credentials = JSON.parse(readFileSync(path, 'utf8')) as Partial<SandboxCredentials> | null
    const fix: unknown = credentials?.fix
    if (typeof fix !== 'object' || fix === null || Array.isArray(fix)) throw new Error('it has no "fix"')
    return credentials as SandboxCredentials
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new DataDirectoryError(`${path} is not what a first start wrote: ${jsonFault(error)}; mend it, or move it away`)
  }
}

function baseUrl({ host, httpPort, isSecure }: Omit<Addresses, 'fixPort'>): string {
  const name = reachable(host)
  return `${isSecure ? 'https' : 'http'}://${isIPv6(name) ? `[${name}]` : name}:${httpPort}`
}

/** An address to connect to: "all addresses" is none. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

function pairOf({ credential, apiSecret }: IssuedKey): KeyPair {
  return { api_key: credential.keyId, api_secret: apiSecret }
}
