import { BlockList, isIP } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { type LookUp, LookUps } from './look-ups.ts'

/** Where an attempt may go: these addresses, in this order, and no others, whatever the name says a moment later. */
export type Target = { readonly addresses: readonly string[] } | { readonly error: 'dns' | 'blocked_target' }

/** Finds out where deliveries go. */
export class Targets {
  readonly #lookUps: LookUps

  /** `lookUp`: left out, as the system looks up names */
  constructor(lookUp?: LookUp) {
    this.#lookUps = new LookUps(lookUp)
  }

  /**
   * Resolves the name of a URL, once. An address that is not out on the internet (loopback, private, link-local, metadata …) is refused unless
   * it is allowed; a name that has one such address is refused as a whole.
   */
  async resolve(url: URL, { allowPrivate, timeoutMs }: { readonly allowPrivate: boolean; readonly timeoutMs: number }): Promise<Target> {
    const name = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(name) > 0 ? [name] : await this.#within(timeoutMs, name)
    if (addresses.length === 0) return { error: 'dns' }
    if (!allowPrivate && addresses.some(isInside)) return { error: 'blocked_target' }
    return { addresses }
  }

  async #within(timeoutMs: number, name: string): Promise<readonly string[]> {
    const timer = new AbortController()
    const none = after<readonly string[]>(timeoutMs, [], { signal: timer.signal, ref: false })
    return Promise.race([this.#lookUps.addressesOf(name), none]).finally(() => timer.abort())
  }
}

/** True for an address that is not a public one. */
export function isInside(address: string): boolean {
  if (isIP(address) === 4) return INSIDE_4.check(address, 'ipv4')
  return WRITTEN_AS_6.check(address, 'ipv6') ? INSIDE_4.check(address, 'ipv6') : INSIDE_6.check(address, 'ipv6')
}

/** IPv4 addresses that are written as IPv6 ones: they are found in the list of the former. */
const WRITTEN_AS_6 = new BlockList()
WRITTEN_AS_6.addSubnet('::ffff:0:0', 96, 'ipv6')

const INSIDE_4 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // tells machines of Azure about themselves
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  INSIDE_4.addSubnet(network, prefix, 'ipv4')

const INSIDE_6 = new BlockList()
for (const [network, prefix] of [
  // all that is before and behind 2000::/3, out of which the public addresses are: loopback, translated to IPv4, private, link-local, multicast …
  ['::', 3],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['4000::', 2],
  ['8000::', 1],
] as const)
  INSIDE_6.addSubnet(network, prefix, 'ipv6')
