import { BlockList, isIP } from 'node:net'
import type { Config } from '../config.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Why the gateway must not start with these sessions (docs/api-contract.md section 20): strangers could trade. `sessions` are all that
 * the store has, or that the first start is about to make; one line, or undefined when all is well.
 */
export function openSessionsRefusal(
  { server, fix }: Pick<Config, 'server' | 'fix'>,
  sessions: readonly {
    readonly senderCompId: string
    readonly enabled: boolean
    readonly hasPassword: boolean
    /** it is bound to a certificate of its own */
    readonly hasCertificate: boolean
  }[],
): string | undefined {
  if (mayHaveOpenSessions({ server, fix })) return undefined
  const open = sessions
    .filter(({ enabled, hasPassword, hasCertificate }) => enabled && !hasPassword && !hasCertificate)
    .map(({ senderCompId }) => senderCompId)
  if (open.length === 0) return undefined
  const names = open.length > 5 ? `${open.slice(0, 5).join(', ')} and ${open.length - 5} more` : open.join(', ')
  return `HOST ${server.host} is reachable by others while FIX sessions have neither password nor client certificate (${names}): give them one, disable them, or set fix.allow_open_sessions`
}

/** Whether a session may have neither password nor certificate of its own: no stranger gets at the port, or none without a certificate. */
export function mayHaveOpenSessions({ server, fix }: Pick<Config, 'server' | 'fix'>): boolean {
  // whoever shows a client certificate gets into the session that it is made for, and no other
  const isMutual = fix.tls.ca_file !== null && fix.tls.require_client_certificate
  return fix.allow_open_sessions || isLoopback(server.host) || isMutual
}

/** Why the gateway must not start with a symbol that nobody has listed where orders are told whom to meet: the symbol that was meant would trade with anybody. */
export function unlistedRefusal({ market }: Pick<Config, 'market'>, isListed: (symbol: string) => boolean): string | undefined {
  for (const setting of ['clients_only', 'quote_only'] as const) {
    const unlisted = market[setting].find((symbol) => !isListed(symbol))
    if (unlisted !== undefined) return `market.${setting} must name securities that are listed, not "${unlisted}"`
  }
  return undefined
}

/** What goes in clear to and from other machines, for the log; each is one line. */
export function clearTextWarnings({ server, fix }: Pick<Config, 'server' | 'fix'>): readonly string[] {
  const warnings: string[] = []
  if (!isLoopback(server.host)) {
    const reachable = `HOST ${server.host} is reachable by others`
    if (server.tls.cert_file === null)
      warnings.push(`${reachable} and server.tls.cert_file is not set: API secrets cross the network in clear`)
    if (fix.tls.cert_file === null)
      warnings.push(`${reachable} and fix.tls.cert_file is not set: passwords and orders cross the network in clear`)
  }
  if (!isLoopback(server.management_host))
    warnings.push(`MANAGEMENT_HOST ${server.management_host} is reachable by others: /metrics asks nobody who he is`)
  return warnings
}

/** What a failed `listen` means to whoever starts the gateway, in one line. */
export function listenRefusal(failed: {
  readonly setting: string
  readonly host: string
  readonly port: number
  readonly error: Error
}): string {
  const { setting, host, port, error } = failed
  const code = (error as NodeJS.ErrnoException).code
  switch (code) {
    case 'EADDRINUSE':
      return `${setting} ${port}: the port is in use on ${host}; stop what listens there or set ${setting}`
    case 'EACCES':
      return `${setting} ${port}: not allowed to listen there; ports below 1024 need privileges`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostSettingOf(setting)} ${host}: is no address of this machine`
    case 'EAI_AGAIN':
      return `${hostSettingOf(setting)} ${host}: the name can't be looked up; set an address, or mend the name service`
    default:
      return `${setting} ${port}: can't listen on ${host}: ${error.message}`
  }
}

const hostSettingOf = (setting: string): string => (setting === 'MANAGEMENT_PORT' ? 'MANAGEMENT_HOST' : 'HOST')

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
