/** A number drawn from others: the same ones draw the same. Unsigned, 32 bits. */
export function hashNumbers(key: number, first: number, second: number): number {
  return scramble(key ^ scramble(Math.imul(first | 0, 0x9e3779b1) ^ scramble(Math.imul(second | 0, 0x85ebca6b))))
}

/** A finalizer of 32 bits: every bit of the result depends on every bit of the number. Unsigned. */
export function scramble(number: number): number {
  let hash = number | 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}
