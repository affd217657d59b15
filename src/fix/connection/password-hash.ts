import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/**
 * Passwords of FIX sessions, Password(554) of Logon(A): chosen by people, so the hash is salted and slow (scrypt, RFC 7914, about
 * 40 ms and 16 MiB, on Node's thread pool). Stored as `scrypt$16384$8$1$<salt>$<key>`, salt and key in base64url.
 */

interface Cost {
  /** N, a power of two */
  readonly iterations: number
  /** r */
  readonly blockSize: number
  /** p */
  readonly parallelization: number
}

const COST: Cost = { iterations: 16_384, blockSize: 8, parallelization: 1 }
const SALT_BYTES = 16
const KEY_BYTES = 32
const STORED = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** What to store for a new password. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive({ password, salt, length: KEY_BYTES, cost: COST })
  return stored(salt, key)
}

function stored(salt: Buffer, key: Buffer): string {
  const { iterations, blockSize, parallelization } = COST
  return `scrypt$${iterations}$${blockSize}$${parallelization}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/** Of no password: checking against it takes as long as any other check does. */
export const NOBODYS_HASH = stored(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES))

const PROCESS_KEY = randomBytes(KEY_BYTES)

/** By which a password that was checked is known again without keeping it. Quick, so not to be stored, and of no use to another process. */
export function fingerprintOf(password: string): Buffer {
  return createHmac('sha256', PROCESS_KEY).update(password).digest()
}

/** Whether `storedHash` was made from `password`. Throws when it is not what `hashPassword` writes. */
export async function verifyPassword(password: string, storedHash: string): Promise<boolean> {
  const match = STORED.exec(storedHash)
  if (match === null) throw new Error('a stored FIX password must have the form scrypt$N$r$p$salt$key')
  const cost = { iterations: Number(match[1]), blockSize: Number(match[2]), parallelization: Number(match[3]) }
  const expected = Buffer.from(match[5]!, 'base64url')
  const key = await derive({ password, salt: Buffer.from(match[4]!, 'base64url'), length: expected.length, cost })
  return timingSafeEqual(key, expected)
}

function derive(wanted: { password: string; salt: Buffer; length: number; cost: Cost }): Promise<Buffer> {
  const { iterations: N, blockSize: r, parallelization: p } = wanted.cost
  // RFC 7914: the working memory is 128 * N * r bytes, and some for the blocks
  const options = { N, r, p, maxmem: 128 * r * (N + p + 2) }
  return new Promise((resolve, reject) => {
    scrypt(wanted.password, wanted.salt, wanted.length, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
