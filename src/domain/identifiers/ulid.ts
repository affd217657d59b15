/** Crockford's base 32: no I, L, O, U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const DIGIT = Uint8Array.from(CROCKFORD, (digit) => digit.charCodeAt(0))

export const ULID_RANDOM_BYTES = 10
const LARGEST_TIME_MS = 2 ** 48 - 1

/**
 * A ULID (github.com/ulid/spec): 10 characters of epoch milliseconds and 16 of randomness, so that the text sorts by time.
 * The ten bytes at `offset` of `random` are the randomness; equal arguments give equal ids.
 * Throws a RangeError when the time is not an integer from 0 to 2^48 - 1 or the bytes are too few.
 */
export function ulid(epochMs: number, random: Uint8Array, offset = 0): string {
  if (!(Number.isInteger(epochMs) && epochMs >= 0 && epochMs <= LARGEST_TIME_MS)) {
    throw new RangeError(`the time of a ULID is an integer from 0 to 2^48 - 1, not ${epochMs}`)
  }
  if (random.length - offset < ULID_RANDOM_BYTES) {
    throw new RangeError(`a ULID takes ${ULID_RANDOM_BYTES} random bytes, not ${random.length - offset}`)
  }
  const high = Math.floor(epochMs / 2 ** 20)
  const low = epochMs % 2 ** 20
  // five bytes are eight characters
  const a = word(random, offset)
  const b = random[offset + 4]!
  const c = word(random, offset + 5)
  const d = random[offset + 9]!
  // prettier-ignore
  return String.fromCharCode(
    DIGIT[(high >>> 25) & 31]!, DIGIT[(high >>> 20) & 31]!, DIGIT[(high >>> 15) & 31]!,
    DIGIT[(high >>> 10) & 31]!, DIGIT[(high >>> 5) & 31]!, DIGIT[high & 31]!,
    DIGIT[low >>> 15]!, DIGIT[(low >>> 10) & 31]!, DIGIT[(low >>> 5) & 31]!, DIGIT[low & 31]!,
    DIGIT[a >>> 27]!, DIGIT[(a >>> 22) & 31]!, DIGIT[(a >>> 17) & 31]!, DIGIT[(a >>> 12) & 31]!,
    DIGIT[(a >>> 7) & 31]!, DIGIT[(a >>> 2) & 31]!, DIGIT[((a & 3) << 3) | (b >>> 5)]!, DIGIT[b & 31]!,
    DIGIT[c >>> 27]!, DIGIT[(c >>> 22) & 31]!, DIGIT[(c >>> 17) & 31]!, DIGIT[(c >>> 12) & 31]!,
    DIGIT[(c >>> 7) & 31]!, DIGIT[(c >>> 2) & 31]!, DIGIT[((c & 3) << 3) | (d >>> 5)]!, DIGIT[d & 31]!,
  )
}

/** Four bytes, most significant first. */
function word(bytes: Uint8Array, offset: number): number {
  return (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!
}
