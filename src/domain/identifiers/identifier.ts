import { deriveKey, hashText, permute, roundFunction, TAG_ROUNDS } from './keyed-permutation.ts'
import { readUuid, uuidText, writeUuid } from './uuid-text.ts'

/** What an id names. The numbers are part of every id: never change one. */
export const IdentifierKind = {
  Order: 0,
  Execution: 1,
  Account: 2,
  User: 3,
  AchRelationship: 4,
  Transfer: 5,
  Activity: 6,
  Position: 7,
  Document: 8,
  Token: 9,
  Webhook: 10,
  Delivery: 11,
  Key: 12,
  Partner: 13,
  FixSession: 14,
  CorporateAction: 15,
} as const
export type IdentifierKind = (typeof IdentifierKind)[keyof typeof IdentifierKind]

/** Four 32-bit integers, signed or unsigned. Keep it from clients: who has it can compute every id. */
export type Seed = readonly [number, number, number, number]

/** What an id stands for. */
export interface Identified {
  /** 0..15 */
  readonly kind: number
  /** 0..2^44 - 1 */
  readonly number: number
}

export const LARGEST_IDENTIFIED_NUMBER = 2 ** 44 - 1

const HALF_BITS = 24
const HALF_MASK = 2 ** HALF_BITS - 1
const NUMBER_BITS_OF_LEFT = 44 - HALF_BITS
const NUMBER_MASK_OF_LEFT = 2 ** NUMBER_BITS_OF_LEFT - 1
const FEISTEL_ROUNDS = 6
const VERSION_8 = 0x8000
const VARIANT_10 = 0x80000000

/**
 * Ids that look random and are counters: the UUID of (kind, number) under a market's seed. Equal seeds and counters give equal
 * ids on any machine, so a replay mints the ids of the live run, and no index from id to number is needed: `decode` computes it.
 *
 * The UUID has version 8 (RFC 9562 section 5.8) and variant 10. Its first 48 bits are (kind, number) through a keyed Feistel
 * network; the other 74 are a keyed hash of the first, so that a guess and another market's id fail in `decode`.
 */
export class IdentifierMint {
  /** two words for each round of the Feistel network */
  readonly #roundKeys = new Int32Array(2 * FEISTEL_ROUNDS)
  readonly #tagKey: Int32Array
  /** the id at hand and the hash at work: the hot path allocates nothing but the string */
  readonly #words = new Int32Array(4)
  readonly #tag = new Int32Array(4)

  /** ids that were chosen, by kind and number; and back */
  readonly #given = new Map<number, string>()
  readonly #numbers = new Map<string, Identified>()

  constructor(seed: Seed) {
    this.#tagKey = deriveKey(seed, 0)
    for (let word = 0; word < this.#roundKeys.length; word += 4) this.#roundKeys.set(deriveKey(seed, 1 + word / 4), word)
  }

  /** The UUID in canonical lower case. Throws a RangeError when kind or number is outside its range. */
  mint(kind: number, number: number): string {
    const given = this.#givenTo(kind, number)
    if (given !== undefined) return given
    this.#compute(kind, number)
    return uuidText(this.#words)
  }

  /** Writes the 36 characters of `mint(kind, number)` as ASCII at `offset`; the target must have room for them. */
  writeTo(target: DataView, offset: number, kind: number, number: number): void {
    const given = this.#givenTo(kind, number)
    if (given !== undefined) {
      for (let index = 0; index < given.length; index++) target.setUint8(offset + index, given.charCodeAt(index))
      return
    }
    this.#compute(kind, number)
    writeUuid(target, offset, this.#words)
  }

  /** Undefined when the text is malformed, not in canonical lower case or not minted with this seed. */
  decode(uuid: string): Identified | undefined {
    const named = this.#numbers.size > 0 ? this.#numbers.get(uuid) : undefined
    if (named !== undefined) return named
    const words = this.#words
    if (!readUuid(uuid, words)) return undefined
    const word0 = words[0]!
    const word1 = words[1]!
    const word2 = words[2]!
    const word3 = words[3]!
    const left = word0 >>> 8
    const right = ((word0 & 0xff) << 16) | (word1 >>> 16)
    this.#assemble(left, right)
    const minted = words[1] === word1 && words[2] === word2 && words[3] === word3
    return minted ? this.#decrypt(left, right) : undefined
  }

  /** Chooses the id of something: it has this one instead of a minted one. An id that is given again names the later one. */
  give(kind: number, number: number, id: string): void {
    this.#given.set(keyOf(kind, number), id)
    this.#numbers.set(id, { kind, number })
  }

  /** All that were given, in their order. */
  get given(): readonly (Identified & { readonly id: string })[] {
    return [...this.#given].map(([key, id]) => ({ kind: Math.floor(key / NUMBERS), number: key % NUMBERS, id }))
  }

  #givenTo(kind: number, number: number): string | undefined {
    return this.#given.size > 0 ? this.#given.get(keyOf(kind, number)) : undefined
  }

  #compute(kind: number, number: number): void {
    if (!isWithin(kind, 15)) throw new RangeError(`the kind of an id is an integer from 0 to 15, not ${kind}`)
    if (!isWithin(number, LARGEST_IDENTIFIED_NUMBER)) {
      throw new RangeError(`the number of an id is an integer from 0 to 2^44 - 1, not ${number}`)
    }
    const keys = this.#roundKeys
    let left = (kind << NUMBER_BITS_OF_LEFT) | (number / 2 ** HALF_BITS)
    let right = number & HALF_MASK
    for (let key = 0; key < 2 * FEISTEL_ROUNDS; key += 2) {
      const mixed = left ^ (roundFunction(right, keys[key]!, keys[key + 1]!) & HALF_MASK)
      left = right
      right = mixed
    }
    this.#assemble(left, right)
  }

  /** The network backwards. */
  #decrypt(encryptedLeft: number, encryptedRight: number): Identified {
    const keys = this.#roundKeys
    let left = encryptedLeft
    let right = encryptedRight
    for (let key = 2 * FEISTEL_ROUNDS - 2; key >= 0; key -= 2) {
      const mixed = right ^ (roundFunction(left, keys[key]!, keys[key + 1]!) & HALF_MASK)
      right = left
      left = mixed
    }
    return { kind: left >>> NUMBER_BITS_OF_LEFT, number: (left & NUMBER_MASK_OF_LEFT) * 2 ** HALF_BITS + right }
  }

  /** The two encrypted halves, their hash, version and variant as the four words of the id. */
  #assemble(left: number, right: number): void {
    const key = this.#tagKey
    const tag = this.#tag
    tag[0] = key[0]! ^ left
    tag[1] = key[1]! ^ right
    tag[2] = key[2]!
    tag[3] = key[3]!
    permute(tag, TAG_ROUNDS)
    const words = this.#words
    words[0] = (left << 8) | (right >>> 16)
    words[1] = (right << 16) | VERSION_8 | ((tag[0]! ^ key[0]!) & 0x0fff)
    words[2] = VARIANT_10 | ((tag[1]! ^ key[1]!) & 0x3fffffff)
    words[3] = tag[2]! ^ key[2]!
  }
}

const NUMBERS = LARGEST_IDENTIFIED_NUMBER + 1
const keyOf = (kind: number, number: number): number => kind * NUMBERS + number

/** Four unsigned words of a text, the same on every machine. A text that can be guessed gives ids that can be guessed. */
export function seedFrom(text: string): Seed {
  const hash = hashText(text)
  return [hash[0]! >>> 0, hash[1]! >>> 0, hash[2]! >>> 0, hash[3]! >>> 0]
}

function isWithin(value: number, largest: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largest
}
