import { NONE } from '../none.ts'

const SHARDS = 64
const SMALLEST = 16
/** entries of a bucket: more than any bucket has unless ids are made so that their hashes are the same */
const CROWD = 32

// an entry: what an id is found by, the next in its bucket, and the next in the chain of its order
const HASH = 0
const ACCOUNT = 1
const SLOT = 2
const NEXT = 3
const CHAIN = 4
const WIDTH = 5

// a bucket: its first entry, and in one number the marks of its entries' hashes with their count above. An id that is not there, as that of every
// new order, is most often recognised by the marks alone: the entries have long left the processor's caches
const FIRST = 0
const MARKS = 1
const BUCKET = 2
const MARK_BITS = 26
const ONE_ENTRY = 1 << MARK_BITS

/**
 * (account, ClOrdID) → slot, for every id of a live order's chain. Each id is held once, here: an order knows its own by their entries. The
 * ids of one order form a list that begins with the one it was entered with, so that all go when the order leaves. Each shard of the buckets
 * grows by itself: no growth looks at more than a 64th of the ids. What is too much for a bucket is in a Map, whose hashes nobody can foresee:
 * a client that makes ids for one bucket slows nobody.
 */
export class ClientOrderIds {
  private readonly shards: Shard[] = Array.from({ length: SHARDS }, () => ({
    buckets: emptyBuckets(SMALLEST),
    count: 0,
    crowded: new Map(),
  }))
  private entries: Int32Array
  private readonly texts = new Texts()
  private used = 0
  private free = NONE
  // an id is asked for several times: whether it is used, then to add it, or in all the accounts of a session
  private hashedId = ''
  private idHash = hashOf('')

  /** `capacity`: ids to begin with; it doubles when they run out. Unused ones cost no memory. */
  constructor(capacity: number) {
    this.entries = new Int32Array(capacity * WIDTH)
  }

  /** Slot of the order that the id names; NONE when no live order has it. */
  find(account: number, id: string): number {
    const entry = this.namedBy(account, id)
    return entry === NONE ? NONE : this.entries[entry * WIDTH + SLOT]!
  }

  /** The id that an order was entered with: its entry. */
  add(account: number, id: string, slot: number): number {
    const entry = this.allocate(account, id, slot)
    this.link(entry)
    return entry
  }

  /** A further id of the order that was entered with `first`: its entry. An id that names an order goes on naming that one. */
  addTo(first: number, id: string): number {
    const account = this.entries[first * WIDTH + ACCOUNT]!
    const isFree = this.find(account, id) === NONE
    const entry = this.allocate(account, id, this.entries[first * WIDTH + SLOT]!)
    this.entries[entry * WIDTH + CHAIN] = this.entries[first * WIDTH + CHAIN]!
    this.entries[first * WIDTH + CHAIN] = entry
    if (isFree) this.link(entry)
    return entry
  }

  /** The id that an entry stands for; '' for none. */
  text(entry: number): string {
    return entry === NONE ? '' : this.texts.at(entry)
  }

  /**
   * The entry of an id in the chain that begins with `first`; NONE when it is not in it, or not since it named another order that has left.
   * The chain of an order that is replaced all day is long: it is gone through only where the id names another order.
   */
  entryOf(first: number, id: string): number {
    const { entries } = this
    const named = this.namedBy(entries[first * WIDTH + ACCOUNT]!, id)
    if (named === NONE || entries[named * WIDTH + SLOT] === entries[first * WIDTH + SLOT]) return named
    let entry = first
    while (entry !== NONE && this.texts.at(entry) !== id) entry = entries[entry * WIDTH + CHAIN]!
    return entry
  }

  /** The ids of a chain behind its first, in the order of their coming. */
  furtherOf(first: number): readonly string[] {
    const ids: string[] = []
    for (let entry = this.entries[first * WIDTH + CHAIN]!; entry !== NONE; entry = this.entries[entry * WIDTH + CHAIN]!)
      ids.push(this.texts.at(entry))
    return ids.reverse()
  }

  /** The order has left. */
  removeChain(first: number): void {
    this.removeFurther(first)
    this.remove(first)
  }

  /** Leaves of a chain its first id alone. */
  removeFurther(first: number): void {
    let entry = this.entries[first * WIDTH + CHAIN]!
    while (entry !== NONE) {
      const next = this.entries[entry * WIDTH + CHAIN]!
      this.remove(entry)
      entry = next
    }
    this.entries[first * WIDTH + CHAIN] = NONE
  }

  private namedBy(account: number, id: string): number {
    const hash = this.hashOf(account, id)
    const { buckets, crowded } = this.shards[hash & (SHARDS - 1)]!
    const { entries, texts } = this
    const bucket = bucketOf(buckets, hash)
    let entry = (buckets[bucket + MARKS]! & markOf(hash)) === 0 ? NONE : buckets[bucket + FIRST]!
    while (entry !== NONE) {
      const at = entry * WIDTH
      if (entries[at + HASH] === hash && entries[at + ACCOUNT] === account && texts.at(entry) === id) return entry
      entry = entries[at + NEXT]!
    }
    return crowded.size === 0 ? NONE : (crowded.get(keyOf(account, id)) ?? NONE)
  }

  private allocate(account: number, id: string, slot: number): number {
    let entry = this.free
    if (entry === NONE) {
      entry = this.used++
      if (this.used * WIDTH > this.entries.length) this.growEntries()
    } else this.free = this.entries[entry * WIDTH + NEXT]!
    const { entries } = this
    const at = entry * WIDTH
    entries[at + HASH] = this.hashOf(account, id)
    entries[at + ACCOUNT] = account
    entries[at + SLOT] = slot
    entries[at + NEXT] = NONE
    entries[at + CHAIN] = NONE
    this.texts.set(entry, id)
    return entry
  }

  private link(entry: number): void {
    const { entries } = this
    const hash = entries[entry * WIDTH + HASH]!
    const shard = this.shards[hash & (SHARDS - 1)]!
    if (shard.count * BUCKET === shard.buckets.length) this.growBuckets(shard)
    const { buckets } = shard
    const bucket = bucketOf(buckets, hash)
    // marks of entries that have left stay until the bucket is empty
    const marks = buckets[bucket + FIRST] === NONE ? 0 : buckets[bucket + MARKS]!
    if (marks >>> MARK_BITS === CROWD) {
      shard.crowded.set(keyOf(entries[entry * WIDTH + ACCOUNT]!, this.texts.at(entry)), entry)
      return
    }
    entries[entry * WIDTH + NEXT] = buckets[bucket + FIRST]!
    buckets[bucket + FIRST] = entry
    buckets[bucket + MARKS] = (marks | markOf(hash)) + ONE_ENTRY
    shard.count++
  }

  private remove(entry: number): void {
    const { entries } = this
    const hash = entries[entry * WIDTH + HASH]!
    const shard = this.shards[hash & (SHARDS - 1)]!
    const { buckets } = shard
    const bucket = bucketOf(buckets, hash)
    let before = NONE
    let found = buckets[bucket + FIRST]!
    while (found !== entry && found !== NONE) {
      before = found
      found = entries[found * WIDTH + NEXT]!
    }
    if (found !== NONE) {
      const next = entries[entry * WIDTH + NEXT]!
      if (before === NONE) buckets[bucket + FIRST] = next
      else entries[before * WIDTH + NEXT] = next
      buckets[bucket + MARKS]! -= ONE_ENTRY
      shard.count--
    } else if (shard.crowded.size > 0) {
      const key = keyOf(entries[entry * WIDTH + ACCOUNT]!, this.texts.at(entry))
      if (shard.crowded.get(key) === entry) shard.crowded.delete(key)
    }
    // else it named another order all along
    this.texts.set(entry, '')
    entries[entry * WIDTH + NEXT] = this.free
    this.free = entry
  }

  private growEntries(): void {
    const grown = new Int32Array(this.entries.length * 2)
    grown.set(this.entries)
    this.entries = grown
  }

  /** The entries keep their places; only the buckets are made anew. */
  private growBuckets(shard: Shard): void {
    const { entries } = this
    const buckets = emptyBuckets((shard.buckets.length / BUCKET) * 2)
    for (let old = 0; old < shard.buckets.length; old += BUCKET) {
      let entry = shard.buckets[old + FIRST]!
      while (entry !== NONE) {
        const next = entries[entry * WIDTH + NEXT]!
        const hash = entries[entry * WIDTH + HASH]!
        const bucket = bucketOf(buckets, hash)
        entries[entry * WIDTH + NEXT] = buckets[bucket + FIRST]!
        buckets[bucket + FIRST] = entry
        buckets[bucket + MARKS] = (buckets[bucket + MARKS]! | markOf(hash)) + ONE_ENTRY
        entry = next
      }
    }
    shard.buckets = buckets
  }

  private hashOf(account: number, id: string): number {
    if (id !== this.hashedId) {
      this.idHash = hashOf(id)
      this.hashedId = id
    }
    return inAccount(this.idHash, account)
  }
}

const CHUNK_BITS = 12
const CHUNK = 1 << CHUNK_BITS

/** Entry → id, in chunks: a single list is copied whenever it grows, and the garbage collector leaves the copies lying about for long. */
class Texts {
  private readonly chunks: string[][] = []

  at(entry: number): string {
    return this.chunks[entry >>> CHUNK_BITS]![entry & (CHUNK - 1)]!
  }

  set(entry: number, text: string): void {
    const chunk = (this.chunks[entry >>> CHUNK_BITS] ??= new Array<string>(CHUNK).fill(''))
    chunk[entry & (CHUNK - 1)] = text
  }
}

interface Shard {
  buckets: Int32Array
  /** entries in buckets */
  count: number
  /** entries for which there was no room in their bucket */
  readonly crowded: Map<string, number>
}

function emptyBuckets(count: number): Int32Array {
  const buckets = new Int32Array(count * BUCKET)
  for (let bucket = 0; bucket < buckets.length; bucket += BUCKET) buckets[bucket + FIRST] = NONE
  return buckets
}

/** Where the bucket of a hash begins; their number is a power of two. */
const bucketOf = (buckets: Int32Array, hash: number): number => ((hash >>> 6) & (buckets.length / BUCKET - 1)) * BUCKET

/** One bit, by those of the hash that choose neither shard nor bucket. */
const markOf = (hash: number): number => 1 << (((hash >>> 27) * MARK_BITS) >>> 5)

const keyOf = (account: number, id: string): string => `${account} ${id}`

function hashOf(id: string): number {
  let hash = 0x9e3779b9
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash
}

function inAccount(idHash: number, account: number): number {
  let hash = Math.imul(idHash ^ Math.imul(account + 0x9e3779b9, 0x85ebca6b), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
