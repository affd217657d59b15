import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from '../../domain/partners/environment.ts'

/**
 * The shape of keys and secrets (docs/api-contract.md section 3): prefix, environment, random base62 characters, and six more
 * that are the CRC-32 of the random ones, so that a typing error or the wrong environment is refused before any look-up.
 *
 *     bat_sbx_9Jd8sKq1ZxPv5TnBw3YcRmLh0i11ZW
 *     │   │   └ 24 random characters    └ checksum
 *     │   └ sbx or live
 *     └ bpk partner key, bat account token, bok operator key; bsk a secret, with 43 random characters: 256 bits
 */

export type KeyKind = 'partner' | 'account_token' | 'operator' | 'secret'

export interface KeyShape {
  readonly kind: KeyKind
  readonly environment: Environment
}

const KINDS = {
  partner: { prefix: 'bpk', randomLength: 24 },
  account_token: { prefix: 'bat', randomLength: 24 },
  operator: { prefix: 'bok', randomLength: 24 },
  secret: { prefix: 'bsk', randomLength: 43 },
} as const satisfies Record<KeyKind, { prefix: string; randomLength: number }>

const ENVIRONMENTS = { sandbox: 'sbx', live: 'live' } as const satisfies Record<Environment, string>

const CHECKSUM_LENGTH = 6
const SHOWN_LENGTH = 12
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** the largest multiple of 62 that a byte can hold; larger bytes would favour the first characters */
const FAIR_BYTES = 62 * 4

const SHAPE = /^(bpk|bat|bok|bsk)_(sbx|live)_([0-9A-Za-z]+)$/
const LONGEST = 'bsk_live_'.length + KINDS.secret.randomLength + CHECKSUM_LENGTH

/** A new key or secret from the system's random source. */
export function generateKey(kind: KeyKind, environment: Environment): string {
  const { prefix, randomLength } = KINDS[kind]
  const random = randomBase62(randomLength)
  return `${prefix}_${ENVIRONMENTS[environment]}_${random}${checksum(random)}`
}

/** Undefined when the text is no key: prefix, environment, length, alphabet or checksum are wrong. */
export function parseKey(text: string): KeyShape | undefined {
  if (text.length > LONGEST) return undefined
  const match = SHAPE.exec(text)
  if (match === null) return undefined
  const kind = kindOf(match[1]!)
  const body = match[3]!
  const randomLength = KINDS[kind].randomLength
  if (body.length !== randomLength + CHECKSUM_LENGTH) return undefined
  if (body.slice(randomLength) !== checksum(body.slice(0, randomLength))) return undefined
  return { kind, environment: match[2] === 'sbx' ? 'sandbox' : 'live' }
}

/** What listings show of a key, as `key_prefix`. */
export function keyPrefix(key: string): string {
  return key.slice(0, SHOWN_LENGTH)
}

function kindOf(prefix: string): KeyKind {
  switch (prefix) {
    case 'bpk':
      return 'partner'
    case 'bat':
      return 'account_token'
    case 'bok':
      return 'operator'
    default:
      return 'secret'
  }
}

/** CRC-32 (IEEE 802.3) of the characters in base62, most significant first, padded with 0 on the left. */
function checksum(random: string): string {
  let rest = crc32(random)
  let digits = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    digits = BASE62[rest % 62]! + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length)) if (byte < FAIR_BYTES) text += BASE62[byte % 62]!
  }
  return text
}
