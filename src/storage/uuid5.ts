import { createHash } from 'node:crypto'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The name-based UUID of version 5 (RFC 9562 section 5.5): the same namespace and name always give the same id, which is how the ids
 * of sandbox fixtures are known beforehand. Throws when `namespace` is not a UUID.
 */
export function uuid5(namespace: string, name: string): string {
  if (!UUID.test(namespace)) throw new Error(`the namespace of a UUIDv5 is a UUID, not ${JSON.stringify(namespace)}`)
  const bytes = createHash('sha1').update(namespace.replaceAll('-', ''), 'hex').update(name, 'utf8').digest().subarray(0, 16)
  bytes[6] = 0x50 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
