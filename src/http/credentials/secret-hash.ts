import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * HMAC-SHA256(server pepper, secret): 32 bytes, all that is stored of an API secret. The secret is 256 random bits, so a slow
 * hash would protect nothing and would cap the throughput (docs/api-contract.md section 3).
 */
export function hashSecret(pepper: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret, 'utf8').digest()
}

/** The hash of no secret. */
export const NOBODYS_HASH: Uint8Array = new Uint8Array(32)

/** Whether `stored` is the hash of `secret`; takes the same time wherever they differ. */
export function secretMatches(pepper: Uint8Array, secret: string, stored: Uint8Array): boolean {
  const hash = hashSecret(pepper, secret)
  return stored.length === hash.length && timingSafeEqual(hash, stored)
}
