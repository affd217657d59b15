/**
 * The mixing under `identifier.ts`: 32-bit additions, rotations and exclusive ors alone, so that it is fast and the same
 * everywhere. The permutation is that of Chaskey (Mouha et al., SAC 2014), the MAC for 32-bit processors.
 * It keeps ids from being guessed; passwords and API secrets are none of its business.
 */

/** Chaskey's number for a tag: identifiers. */
export const TAG_ROUNDS = 8
/** Chaskey's number with a wide margin: keys, which are made rarely. */
const KEY_ROUNDS = 16

/** Permutes the four words of `state` in place. */
export function permute(state: Int32Array, rounds: number): void {
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  for (let round = 0; round < rounds; round++) {
    a = (a + b) | 0
    b = ((b << 5) | (b >>> 27)) ^ a
    a = (a << 16) | (a >>> 16)
    c = (c + d) | 0
    d = ((d << 8) | (d >>> 24)) ^ c
    a = (a + d) | 0
    d = ((d << 13) | (d >>> 19)) ^ a
    c = (c + b) | 0
    b = ((b << 7) | (b >>> 25)) ^ c
    c = (c << 16) | (c >>> 16)
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

/** Four words from a key and a label; keys of different labels say nothing about each other. */
export function deriveKey(key: readonly [number, number, number, number], label: number): Int32Array {
  const state = Int32Array.from(key)
  state[3]! ^= label
  permute(state, KEY_ROUNDS)
  for (let word = 0; word < 4; word++) state[word]! ^= key[word]!
  return state
}

/** A hash of 128 bits of a text, code unit by code unit (a sponge with a rate of 32 bits). */
export function hashText(text: string): Int32Array {
  const state = new Int32Array(4)
  for (let index = 0; index < text.length; index++) {
    state[0]! ^= text.charCodeAt(index)
    permute(state, TAG_ROUNDS)
  }
  // the length at a place of its own, so that no text is the beginning of another
  state[1]! ^= text.length + 1
  permute(state, KEY_ROUNDS)
  return state
}

/** One round of a Feistel network over halves of at most 32 bits: the multiplications are those of lowbias32 (Chris Wellons). */
export function roundFunction(half: number, key0: number, key1: number): number {
  let mixed = half ^ key0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul((mixed ^ (mixed >>> 15)) + key1, 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
