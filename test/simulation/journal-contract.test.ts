import { rmSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Batch } from '../../src/domain/batch.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { nextChain } from '../../src/storage/journal/hash-chain.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { encodeBatch } from '../../src/storage/encoding/batch-codec.ts'
import { batch } from '../storage/story.ts'
import { openStrictJournal } from '../storage/support/strict-journal.ts'
import { temporaryDirectory } from '../storage/support/temporary-directory.ts'
import { tradeBatch, tradeBatches } from '../storage/support/trade-batch.ts'
import type { Loss } from './simulated-disk.ts'
import { SimulatedDisk, SimulatedJournal, SimulatedJournalReader } from './simulated-disk.ts'

/** A disk on which a journal can be opened again and again. */
interface Store {
  open(onFailure?: (error: Error) => void): Promise<Pick<Journal, 'commit'>>
  /** the journal that was opened last ends, everything handed over written */
  close(): Promise<void>
  reader(): Pick<JournalReader, 'batches' | 'stored' | 'lastPosition' | 'chainThrough'>
}

const fails = (error: Error): never => {
  throw error
}

function sqlite(writer: 'thread' | 'in-line'): Store {
  const directory = temporaryDirectory()
  let journal: Journal | undefined
  const store: Store = {
    open: (onFailure = fails) => Promise.resolve((journal = openStrictJournal(directory, { writer, onFailure }))),
    async close() {
      await journal?.close()
      journal = undefined
    },
    reader() {
      const reader = new JournalReader(directory)
      onTestFinished(() => reader.close())
      return reader
    },
  }
  onTestFinished(async () => {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return store
}

function simulated(): Store {
  const disk = new SimulatedDisk()
  return {
    open: (onFailure = fails) => Promise.resolve(new SimulatedJournal({ disk, later: queueMicrotask, fails: () => false, onFailure })),
    close: () => Promise.resolve(),
    reader: () => new SimulatedJournalReader(disk),
  }
}

const commit = (journal: Pick<Journal, 'commit'>, one: Batch): Promise<void> => new Promise((resolve) => journal.commit(one, resolve))

async function commitAll(journal: Pick<Journal, 'commit'>, batches: readonly Batch[]): Promise<void> {
  for (const one of batches) await commit(journal, one)
}

describe.each([
  ['SQLite, by a thread', () => sqlite('thread')],
  ['SQLite, in-line', () => sqlite('in-line')],
  ['the simulated disk', simulated],
])('a journal on %s', (_, make) => {
  test('gives back what was committed, from any position on and in pieces of any size', async () => {
    const store = make()
    const batches = tradeBatches(20)
    await commitAll(await store.open(), batches)
    const reader = store.reader()
    expect(reader.batches(1, { batches: 100 })).toStrictEqual(batches)
    expect(reader.lastPosition()).toBe(batches.at(-1)!.position + batches.at(-1)!.events.length - 1)
    const middle = batches[7]!
    expect(reader.batches(middle.position + middle.events.length - 1, { batches: 2 })).toStrictEqual(batches.slice(7, 9))
    const bytes = encodeBatch(middle).events.length
    expect(reader.batches(middle.position, { batches: 9, bytes })).toStrictEqual([middle])
    expect(reader.batches(middle.position, { batches: 9, bytes: bytes + 1 })).toStrictEqual(batches.slice(7, 9))
    expect(reader.batches(reader.lastPosition() + 1, { batches: 9 })).toEqual([])
  })

  test('has a batch on the disk when it says so, and never says so inside the call', async () => {
    const store = make()
    const journal = await store.open()
    const told: string[] = []
    await new Promise<void>((resolve) => {
      journal.commit(tradeBatch(1), () => {
        told.push(`durable, the disk ends at ${store.reader().lastPosition()}`)
        resolve()
      })
      told.push('handed over')
    })
    expect(told).toEqual(['handed over', `durable, the disk ends at ${tradeBatch(1).events.length}`])
  })

  test('takes the next batch from inside the call that tells of the one before, and one at a time', async () => {
    const store = make()
    const journal = await store.open()
    const [first, second, third] = tradeBatches(3)
    await new Promise<void>((resolve) => journal.commit(first!, () => journal.commit(second!, resolve)))
    const done = commit(journal, third!)
    expect(() => journal.commit(third!, () => undefined)).toThrow('one commit at a time')
    await done
    expect(store.reader().batches(1, { batches: 9 })).toStrictEqual([first, second, third])
  })

  test('keeps a batch without events, which takes one position', async () => {
    const store = make()
    const numbers = { session: 3, reset: true, nextInbound: 2, firstOutbound: 1, outbound: [0], toldBefore: 1 }
    const batches = [batch(1, [], [numbers]), tradeBatch(2)]
    await commitAll(await store.open(), batches)
    expect(store.reader().batches(1, { batches: 9 })).toStrictEqual(batches)
  })

  test('goes on where it ended when it is opened again', async () => {
    const store = make()
    const batches = tradeBatches(6)
    await commitAll(await store.open(), batches.slice(0, 3))
    await store.close()
    await commitAll(await store.open(), batches.slice(3))
    expect(store.reader().batches(1, { batches: 9 })).toStrictEqual(batches)
  })

  test('chains each batch to the one before it', async () => {
    const store = make()
    const batches = tradeBatches(3)
    await commitAll(await store.open(), batches)
    const reader = store.reader()
    let chain = reader.chainThrough(0)!
    for (const one of batches) {
      const { sessions, events } = encodeBatch(one)
      chain = nextChain(chain, one.position, [sessions, events])
      expect(reader.chainThrough(one.position + one.events.length - 1)).toEqual(chain)
    }
    expect(reader.stored(1, { batches: 9 }).at(-1)!.chain).toEqual(chain)
    expect(reader.chainThrough(2)).toBeUndefined()
  })

  test('tells a batch that it cannot write to onFailure, once, and never calls it or a later one durable', async () => {
    const store = make()
    const failures: string[] = []
    let isDurable = false
    await new Promise<void>((resolve) => {
      void store
        .open((error) => {
          failures.push(error.message.split('\n')[0]!)
          resolve()
        })
        .then((journal) => journal.commit(tradeBatch(5), () => (isDurable = true)))
    })
    await new Promise(setImmediate)
    expect({ failures, isDurable }).toEqual({ failures: ['a batch begins where the one before it ended'], isDurable: false })
    expect(store.reader().lastPosition()).toBe(0)
  })
})

describe('the simulated disk, when the power goes while a batch is on its way', () => {
  const [first, second] = tradeBatches(2) as [Batch, Batch]

  async function after(loss: Loss, cut: number): Promise<readonly Batch[]> {
    const disk = new SimulatedDisk()
    const tasks: (() => void)[] = []
    const parts = { disk, fails: () => false, onFailure: fails }
    const journal = new SimulatedJournal({ ...parts, later: (run) => void tasks.push(run) })
    const done = commit(journal, first)
    tasks.shift()!()
    tasks.shift()!()
    await done
    journal.commit(second, () => fails(new Error('a batch that was lost was called durable')))
    journal.kill(loss, cut)
    const reopened = new SimulatedJournal({ ...parts, later: queueMicrotask })
    const found = new SimulatedJournalReader(disk).batches(1, { batches: 9 })
    if (found.length === 1) await commit(reopened, second)
    expect(new SimulatedJournalReader(disk).batches(1, { batches: 9 })).toStrictEqual([first, second])
    return found
  }

  test('has what was told, and the other batch whole or not at all, wherever it is torn', async () => {
    expect(await after('whole', 0)).toStrictEqual([first, second])
    expect(await after('lost', 0)).toStrictEqual([first])
    for (let cut = 0; cut < 1; cut += 1 / 256) expect(await after('torn', cut)).toStrictEqual([first])
  })
})
