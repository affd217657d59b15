/**
 * Who an address counts as where strangers are counted. An IPv6 address counts as its /64: whoever has one address of that has them all (RFC 4291,
 * 2.5.4: the other 64 bits name the interface). An IPv4 address counts as itself, also where a socket has it as `::ffff:192.0.2.1`.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  const [before = [], after = []] = address.split('::').map(groupsOf)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

const groupsOf = (text: string): string[] => text.split(':').filter((group) => group !== '')
