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
  sessions: readonly { readonly senderCompId: string; readonly enabled: boolean; readonly hasPassword: boolean }[],
): string | undefined {
  if (fix.allow_open_sessions || isLoopback(server.host)) return undefined
  const open = sessions.filter(({ enabled, hasPassword }) => enabled && !hasPassword).map(({ senderCompId }) => senderCompId)
  if (open.length === 0) return undefined
  const names = open.length > 5 ? `${open.slice(0, 5).join(', ')} and ${open.length - 5} more` : open.join(', ')
  return `HOST ${server.host} is reachable by others while FIX sessions have no password (${names}): give them one, disable them, or set fix.allow_open_sessions`
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
      return `HOST ${host}: is no address of this machine`
    default:
      return `${setting} ${port}: can't listen on ${host}: ${error.message}`
  }
}

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}
