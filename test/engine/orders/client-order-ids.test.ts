import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClientOrderIds } from '../../../src/engine/orders/client-order-ids.ts'
import { OrderDirectory } from '../../../src/engine/orders/order-directory.ts'
import { NONE } from '../../../src/engine/none.ts'
import { ORDERS_PER_MARKET } from '../../../src/domain/orders/order.ts'

test('an id names the order of its account, through growth and removal, like a map', () => {
  const change = fc.record({
    account: fc.nat(3),
    id: fc.oneof(fc.nat(400).map(String), fc.constantFrom('__proto__', 'constructor', '')),
    add: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 500, maxLength: 1500 }), (changes) => {
      const ids = new ClientOrderIds(16)
      const map = new Map<string, { readonly slot: number; readonly entry: number }>()
      changes.forEach(({ account, id, add }, slot) => {
        const key = `${account} ${id}`
        const known = map.get(key)
        if (!add) {
          if (known) ids.removeChain(known.entry)
          map.delete(key)
        } else if (!known) map.set(key, { slot, entry: ids.add(account, id, slot) })
        if (ids.find(account, id) !== (map.get(key)?.slot ?? NONE)) throw new Error(`${key} names another order`)
      })
      for (const { account, id } of changes) {
        if (ids.find(account, id) !== (map.get(`${account} ${id}`)?.slot ?? NONE))
          throw new Error(`${account} ${id} names another order at the end`)
      }
    }),
    { numRuns: 40 },
  )
})

test('thousands of ids are found, also behind those that have gone, and no other is', () => {
  const ids = new ClientOrderIds(16)
  const all = Array.from({ length: 5_000 }, (_, slot) => `C${slot}`)
  const entries = all.map((id, slot) => ids.add(1, id, slot))
  expect(all.map((id) => ids.find(1, id))).toEqual(all.map((_, slot) => slot))
  for (let slot = 0; slot < all.length; slot += 2) ids.removeChain(entries[slot]!)
  expect(all.map((id) => ids.find(1, id))).toEqual(all.map((_, slot) => (slot % 2 === 0 ? NONE : slot)))
  expect(all.filter((id) => ids.find(2, id) !== NONE)).toEqual([])
})

test('ids that a client has made for one place are found, and go, like any others', () => {
  const made = idsOfOneHash(6)
  const ids = new ClientOrderIds(16)
  const entries = made.map((id, slot) => ids.add(7, id, slot))
  expect(made.map((id) => ids.find(7, id))).toEqual(made.map((_, slot) => slot))
  const crowded = (): number => ids['shards'].reduce((sum, shard) => sum + shard.crowded.size, 0)
  expect([made.length, crowded()]).toEqual([64, 32])
  expect([ids.find(8, made[50]!), ids.find(7, made.join(''))]).toEqual([NONE, NONE])
  for (let slot = 0; slot < made.length; slot += 2) ids.removeChain(entries[slot]!)
  expect(made.map((id) => ids.find(7, id))).toEqual(made.map((_, slot) => (slot % 2 === 0 ? NONE : slot)))
  expect(crowded()).toBe(16)
  for (let slot = 0; slot < made.length; slot += 2) ids.addTo(entries[1]!, made[slot]!)
  expect(made.map((id) => ids.find(7, id))).toEqual(made.map((_, slot) => (slot % 2 === 0 ? 1 : slot)))
  expect(crowded()).toBe(32)
  // whoever would have them too takes none of them along
  const late = ids.add(7, 'late', 99)
  for (const id of made) ids.addTo(late, id)
  ids.removeChain(late)
  expect(made.map((id) => ids.find(7, id))).toEqual(made.map((_, slot) => (slot % 2 === 0 ? 1 : slot)))
  ids.removeChain(entries[1]!)
  expect(made.map((id) => ids.find(7, id))).toEqual(made.map((_, slot) => (slot % 2 === 0 || slot === 1 ? NONE : slot)))
})

/** 2^blocks ids with the same hash: for each block of five characters one more that leads to the same, whatever comes behind it. */
function idsOfOneHash(blocks: number): readonly string[] {
  let state = 0x9e3779b9
  let made = ['']
  for (let block = 0; block < blocks; block++) {
    const seen = new Map<number, string>()
    for (let number = 1; ; number++) {
      const text = ((number * 7_919_993) % 36 ** 5).toString(36).padStart(5, '0')
      let hash = state
      for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
      const other = seen.get(hash)
      seen.set(hash, text)
      if (other === undefined) continue
      made = made.flatMap((id) => [id + other, id + text])
      state = hash
      break
    }
  }
  return made
}

test('the ids of a chain come in their order and go together; an id of another order goes on naming that one', () => {
  const ids = new ClientOrderIds(16)
  const other = ids.add(7, 'B', 2)
  const first = ids.add(7, 'A', 1)
  for (const id of ['C', 'B', 'D']) ids.addTo(first, id)
  expect(ids.furtherOf(first)).toEqual(['C', 'B', 'D'])
  expect(['A', 'B', 'C', 'D'].map((id) => ids.find(7, id))).toEqual([1, 2, 1, 1])
  expect(['A', 'B', 'D'].map((id) => ids.text(ids.entryOf(first, id)))).toEqual(['A', 'B', 'D'])
  expect([ids.entryOf(first, 'E'), ids.entryOf(other, 'D'), ids.text(NONE)]).toEqual([NONE, NONE, ''])
  ids.removeFurther(first)
  expect(['A', 'B', 'C', 'D'].map((id) => ids.find(7, id))).toEqual([1, 2, NONE, NONE])
  ids.addTo(first, 'E')
  ids.removeChain(first)
  expect(['A', 'B', 'E'].map((id) => ids.find(7, id))).toEqual([NONE, 2, NONE])
  // who has taken an id of another order is not found by it once that has left
  const late = ids.add(7, 'F', 3)
  ids.addTo(late, 'B')
  expect(ids.text(ids.entryOf(late, 'B'))).toBe('B')
  ids.removeChain(other)
  expect([ids.find(7, 'B'), ids.entryOf(late, 'B')]).toEqual([NONE, NONE])
})

test('ids that come and go take no more room than those that are there at a time', () => {
  const ids = new ClientOrderIds(16)
  const room = (): readonly number[] => [ids['entries'].length, ids['shards'].reduce((sum, { buckets }) => sum + buckets.length, 0)]
  const before = room()
  for (let slot = 0; slot < 50_000; slot++) {
    const first = ids.add(1, `C${slot}`, slot)
    ids.addTo(first, `R${slot}`)
    ids.removeChain(first)
  }
  expect(room()).toEqual(before)
})

test('a number finds its row, in every market, and an emptied chunk is given back', () => {
  const directory = new OrderDirectory()
  for (let counter = 1; counter <= 10_000; counter++) {
    directory.set(counter, counter + 5)
    directory.set(ORDERS_PER_MARKET + counter, counter + 7)
  }
  expect([directory.get(1), directory.get(10_000), directory.get(ORDERS_PER_MARKET + 4096)]).toEqual([6, 10_005, 4103])
  for (let counter = 1; counter <= 9_000; counter++) directory.delete(counter)
  directory.delete(3)
  directory.delete(3 * ORDERS_PER_MARKET)
  expect([
    directory.get(1),
    directory.get(9_000),
    directory.get(9_001),
    directory.get(20_000),
    directory.get(2 * ORDERS_PER_MARKET),
  ]).toEqual([NONE, NONE, 9_006, NONE, NONE])
  expect(directory['markets'][0]!.chunks.map((chunk) => chunk !== undefined)).toEqual([false, false, true])
  directory.set(5, 99)
  expect(directory.get(5)).toBe(99)
})
