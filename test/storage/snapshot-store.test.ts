import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LEAST_FREE_BYTES } from '../../src/storage/directory/data-directory.ts'
import { SnapshotStore } from '../../src/storage/snapshot-store.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'

const chainAt = (position: number): Buffer => Buffer.alloc(32, position)
const bytesAt = (position: number): Buffer => Buffer.from(`state at ${position}`)

async function storeWith(directory: string, ...positions: number[]): Promise<SnapshotStore> {
  const store = new SnapshotStore(directory)
  for (const position of positions) await store.save({ position, chain: chainAt(position), bytes: bytesAt(position) })
  return store
}

const fileAt = (position: number): string => `state-${String(position).padStart(16, '0')}.snapshot`

describe('a store of snapshots', () => {
  test('gives back the newest', async () => {
    const store = await storeWith(temporaryDirectory(), 7, 100)
    expect(store.latest(chainAt)).toEqual({ snapshot: { position: 100, bytes: bytesAt(100) }, ignored: [] })
  })

  test('has none at first', () => {
    expect(new SnapshotStore(temporaryDirectory()).latest(chainAt)).toEqual({ snapshot: undefined, ignored: [] })
  })

  test('keeps the last two', async () => {
    const directory = temporaryDirectory()
    await storeWith(directory, 7, 100, 2_000)
    expect(readdirSync(directory).sort()).toEqual([fileAt(100), fileAt(2_000)])
  })

  test('lets none stand in its way that is of a journal which has lost its end since', async () => {
    const directory = temporaryDirectory()
    await storeWith(directory, 7, 2_000, 3_000)
    const store = await storeWith(directory, 100)
    expect(store.latest(chainAt)).toEqual({ snapshot: { position: 100, bytes: bytesAt(100) }, ignored: [] })
    await storeWith(directory, 200)
    expect(readdirSync(directory).sort()).toEqual([fileAt(100), fileAt(200)])
  })

  test('takes a state of several slices', async () => {
    const store = new SnapshotStore(temporaryDirectory())
    const bytes = Buffer.alloc(5 * 1024 * 1024 + 3, 'abc')
    await store.save({ position: 1, chain: chainAt(1), bytes })
    expect(store.latest(chainAt).snapshot?.bytes.equals(bytes)).toBe(true)
  })

  test('leaves nothing behind of one that did not come to its end', async () => {
    const directory = temporaryDirectory()
    const store = await storeWith(directory, 7)
    mkdirSync(join(directory, fileAt(100)))
    await expect(storeWith(directory, 100)).rejects.toThrow('EISDIR')
    expect(readdirSync(directory).sort()).toEqual([fileAt(7), fileAt(100)])
    expect(store.latest(chainAt).snapshot).toEqual({ position: 7, bytes: bytesAt(7) })
  })

  test('takes none that would leave commits too little room', async () => {
    await expect(storeWith('/proc', 7)).rejects.toThrow(
      `/proc has 0 bytes free: the snapshot needs ${LEAST_FREE_BYTES + bytesAt(7).length}`,
    )
  })

  test('passes over one that was altered, for the one before', async () => {
    const directory = temporaryDirectory()
    const store = await storeWith(directory, 7, 100)
    const file = join(directory, fileAt(100))
    const content = readFileSync(file)
    content[content.length - 40]! ^= 1
    writeFileSync(file, content)
    expect(store.latest(chainAt)).toEqual({
      snapshot: { position: 7, bytes: bytesAt(7) },
      ignored: [{ file: fileAt(100), reason: 'it was cut short or altered: its hash does not fit' }],
    })
  })

  test('passes over one that the system does not let it read, for the one before', async () => {
    const directory = temporaryDirectory()
    const store = await storeWith(directory, 7)
    // permission bits would not keep root from it
    mkdirSync(join(directory, fileAt(100)))
    expect(store.latest(chainAt)).toEqual({
      snapshot: { position: 7, bytes: bytesAt(7) },
      ignored: [{ file: fileAt(100), reason: "it can't be read: EISDIR: illegal operation on a directory, read" }],
    })
  })

  test('passes over one that was cut short', async () => {
    const directory = temporaryDirectory()
    const store = await storeWith(directory, 7)
    truncateSync(join(directory, fileAt(7)), 20)
    expect(store.latest(chainAt)).toEqual({ snapshot: undefined, ignored: [{ file: fileAt(7), reason: 'it is cut short' }] })
  })

  test('passes over another kind of file', async () => {
    const directory = temporaryDirectory()
    const store = await storeWith(directory, 7)
    writeFileSync(join(directory, fileAt(8)), Buffer.alloc(200))
    expect(store.latest(chainAt).ignored).toEqual([{ file: fileAt(8), reason: 'it is no snapshot of this version' }])
  })

  test('refuses one that another journal was the past of', async () => {
    const store = await storeWith(temporaryDirectory(), 7, 100)
    expect(store.latest((position) => (position === 7 ? chainAt(7) : Buffer.alloc(32)))).toEqual({
      snapshot: { position: 7, bytes: bytesAt(7) },
      ignored: [{ file: fileAt(100), reason: 'it belongs to another journal: the chain at position 100 differs' }],
    })
    expect(store.latest(() => undefined).ignored).toEqual([
      { file: fileAt(100), reason: 'the journal has no batch that ends with position 100' },
      { file: fileAt(7), reason: 'the journal has no batch that ends with position 7' },
    ])
  })

  test('removes what a crash left half written', async () => {
    const directory = temporaryDirectory()
    await storeWith(directory, 7)
    writeFileSync(join(directory, `${fileAt(9)}.partial`), 'half')
    const store = new SnapshotStore(directory)
    expect(readdirSync(directory)).toEqual([fileAt(7)])
    expect(store.latest(chainAt).ignored).toEqual([])
  })
})
