import { NONE } from './order-table.ts'

const SHARDS = 64
const SMALLEST = 16

/**
 * (account, ClOrdID) → slot, for every id of a live order's chain. Sharded hash tables that grow each for itself: no growth copies more
 * than a 64th of the entries. The ids of one order form a list, so that all go when the order leaves.
 */
export class ClientOrderIds {
  private readonly shards: Shard[] = Array.from({ length: SHARDS }, () => new Shard())

  /** Slot of the order that the id names; NONE when no live order has it. */
  find(account: number, id: string): number {
    const hash = hashOf(account, id)
    return this.shards[hash & (SHARDS - 1)]!.find(hash, account, id)
  }

  add(account: number, id: string, slot: number): void {
    const hash = hashOf(account, id)
    this.shards[hash & (SHARDS - 1)]!.add(hash, account, id, slot)
  }

  remove(account: number, id: string): void {
    const hash = hashOf(account, id)
    this.shards[hash & (SHARDS - 1)]!.remove(hash, account, id)
  }
}

class Shard {
  private size = SMALLEST
  private count = 0
  private buckets = new Int32Array(SMALLEST).fill(NONE)
  private hashes: Int32Array = new Int32Array(SMALLEST)
  private accounts: Int32Array = new Int32Array(SMALLEST)
  private slots: Int32Array = new Int32Array(SMALLEST)
  private nexts = new Int32Array(SMALLEST)
  private ids: string[] = []
  private free = NONE
  private used = 0

  find(hash: number, account: number, id: string): number {
    let entry = this.buckets[(hash >>> 6) & (this.size - 1)]!
    while (entry !== NONE) {
      if (this.hashes[entry] === hash && this.accounts[entry] === account && this.ids[entry] === id) return this.slots[entry]!
      entry = this.nexts[entry]!
    }
    return NONE
  }

  add(hash: number, account: number, id: string, slot: number): void {
    if (this.count === this.size) this.grow()
    let entry = this.free
    if (entry === NONE) entry = this.used++
    else this.free = this.nexts[entry]!
    const bucket = (hash >>> 6) & (this.size - 1)
    this.hashes[entry] = hash
    this.accounts[entry] = account
    this.slots[entry] = slot
    this.ids[entry] = id
    this.nexts[entry] = this.buckets[bucket]!
    this.buckets[bucket] = entry
    this.count++
  }

  remove(hash: number, account: number, id: string): void {
    const bucket = (hash >>> 6) & (this.size - 1)
    let before = NONE
    let entry = this.buckets[bucket]!
    while (entry !== NONE) {
      const next = this.nexts[entry]!
      if (this.hashes[entry] === hash && this.accounts[entry] === account && this.ids[entry] === id) {
        if (before === NONE) this.buckets[bucket] = next
        else this.nexts[before] = next
        this.ids[entry] = ''
        this.nexts[entry] = this.free
        this.free = entry
        this.count--
        return
      }
      before = entry
      entry = next
    }
  }

  // The entries keep their places; only the chains are made anew.
  private grow(): void {
    const size = this.size * 2
    this.hashes = grown(this.hashes, size)
    this.accounts = grown(this.accounts, size)
    this.slots = grown(this.slots, size)
    this.nexts = new Int32Array(size)
    this.buckets = new Int32Array(size).fill(NONE)
    this.size = size
    for (let entry = 0; entry < this.used; entry++) {
      const bucket = (this.hashes[entry]! >>> 6) & (size - 1)
      this.nexts[entry] = this.buckets[bucket]!
      this.buckets[bucket] = entry
    }
  }
}

function grown(old: Int32Array, size: number): Int32Array {
  const array = new Int32Array(size)
  array.set(old)
  return array
}

function hashOf(account: number, id: string): number {
  let hash = Math.imul(account + 0x9e3779b9, 0x85ebca6b)
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
