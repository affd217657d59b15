const WORDS_A_BLOCK = 16
const BITS_AN_ID = 12
const BITS_SET = 7
const SMALLEST_LAYER = 2 ** 18
const LARGEST_LAYER = 2 ** 22

/** A part of the filter: it takes ids up to its capacity, then another is added. */
export interface FilterLayer {
  readonly capacity: number
  readonly bits: Int32Array
  count: number
}

/**
 * The client order ids that were ever used, in about 12 bits each: `mayContain` is never wrong about an id that it has, and about one new id in a
 * hundred is asked for in vain. A blocked Bloom filter: all bits of an id lie in 64 bytes. It grows by further layers, so that no growth
 * copies anything.
 */
export class IdFilter {
  readonly layers: FilterLayer[]
  private first = 0
  private second = 0

  constructor(layers: readonly FilterLayer[] = []) {
    this.layers = [...layers]
    if (this.layers.length === 0) this.layers.push(newLayer(SMALLEST_LAYER))
  }

  add(account: number, id: string): void {
    let layer = this.layers[this.layers.length - 1]!
    if (layer.count === layer.capacity) {
      layer = newLayer(Math.min(2 * layer.capacity, LARGEST_LAYER))
      this.layers.push(layer)
    }
    this.hash(account, id)
    const { bits } = layer
    const block = blockOf(bits, this.first)
    let probe = this.second
    for (let bit = 0; bit < BITS_SET; bit++) {
      bits[block + ((probe >>> 28) & 15)]! |= 1 << ((probe >>> 23) & 31)
      probe = nextProbe(probe)
    }
    layer.count++
  }

  /** False: the id was never added. True: it probably was. */
  mayContain(account: number, id: string): boolean {
    this.hash(account, id)
    const { layers, first, second } = this
    for (let index = layers.length - 1; index >= 0; index--) if (hasAll(layers[index]!.bits, first, second)) return true
    return false
  }

  get count(): number {
    return this.layers.reduce((sum, layer) => sum + layer.count, 0)
  }

  // two hashes at once, each finished by a mixer: which block, and which bits of it
  private hash(account: number, id: string): void {
    let first = Math.imul(account ^ 0x9e3779b9, 0x85ebca6b)
    let second = Math.imul(account + 0x7f4a7c15, 0xc2b2ae35)
    for (let index = 0; index < id.length; index++) {
      const code = id.charCodeAt(index)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second + code, 0x9e3779b1)
      second = (second << 7) | (second >>> 25)
    }
    this.first = mix(first)
    this.second = mix(second ^ this.first)
  }
}

function newLayer(capacity: number): FilterLayer {
  return { capacity, count: 0, bits: new Int32Array(newLength(capacity)) }
}

/** A layer as it was stored: the capacity follows from its size. */
export function storedLayer(count: number, stored: Buffer): FilterLayer {
  const bits = new Int32Array(stored.length / Int32Array.BYTES_PER_ELEMENT)
  Buffer.from(bits.buffer).set(stored)
  let capacity = SMALLEST_LAYER
  while (newLength(capacity) < bits.length) capacity *= 2
  return { capacity, count, bits }
}

const newLength = (capacity: number): number => Math.ceil((capacity * BITS_AN_ID) / (32 * WORDS_A_BLOCK)) * WORDS_A_BLOCK

export const layerBytes = ({ bits }: FilterLayer): Buffer => Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength)

function hasAll(bits: Int32Array, first: number, second: number): boolean {
  const block = blockOf(bits, first)
  let probe = second
  for (let bit = 0; bit < BITS_SET; bit++) {
    if ((bits[block + ((probe >>> 28) & 15)]! & (1 << ((probe >>> 23) & 31))) === 0) return false
    probe = nextProbe(probe)
  }
  return true
}

/** The hash scaled to the number of blocks. */
function blockOf(bits: Int32Array, hash: number): number {
  return Math.floor((hash >>> 0) * 2 ** -32 * (bits.length / WORDS_A_BLOCK)) * WORDS_A_BLOCK
}

const nextProbe = (probe: number): number => (Math.imul(probe, 0x915f77f5) + 0x6d2b79f5) | 0

function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
