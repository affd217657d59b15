import { describe, expect, test } from 'vitest'
import { type FilterLayer, IdFilter, layerBytes, storedLayer } from '../../../src/storage/history/id-filter.ts'

const IDS = 400_000
const idOf = (index: number): string => `CLIENT-${String(index).padStart(9, '0')}`

function filled(): IdFilter {
  const filter = new IdFilter()
  for (let index = 0; index < IDS; index++) filter.add(index % 64, idOf(index))
  return filter
}

const share = (filter: IdFilter, account: (index: number) => number, id: (index: number) => string): number => {
  let found = 0
  for (let index = 0; index < IDS; index++) if (filter.mayContain(account(index), id(index))) found++
  return found / IDS
}

describe('the filter of used ids', () => {
  test('knows every id that it was given, over more layers than one', () => {
    const filter = filled()
    expect(filter.layers.length).toBeGreaterThan(1)
    expect(filter.count).toBe(IDS)
    expect(share(filter, (index) => index % 64, idOf)).toBe(1)
  })

  test('takes less than two new ids in a hundred for used ones, the same id of another account too', () => {
    const filter = filled()
    expect(
      share(
        filter,
        (index) => index % 64,
        (index) => idOf(index + IDS),
      ),
    ).toBeLessThan(0.02)
    expect(share(filter, (index) => (index % 64) + 1, idOf)).toBeLessThan(0.02)
    expect(share(new IdFilter(), (index) => index % 64, idOf)).toBe(0)
  })

  test('is the same when it comes back from where it was stored, and goes on growing', () => {
    const filter = filled()
    const stored = new IdFilter(filter.layers.map((layer) => storedLayer(layer.count, Buffer.from(layerBytes(layer)))))
    const describeLayer = ({ capacity, count }: FilterLayer) => ({ capacity, count })
    expect(stored.layers.map(describeLayer)).toEqual(filter.layers.map(describeLayer))
    expect(stored.layers.every((layer, index) => layerBytes(layer).equals(layerBytes(filter.layers[index]!)))).toBe(true)
    stored.add(1, 'one more')
    expect(stored.mayContain(1, 'one more')).toBe(true)
    expect(stored.layers.length).toBe(filter.layers.length)
  })
})
