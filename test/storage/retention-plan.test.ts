import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Batch } from '../../src/domain/batch.ts'
import { planArchive, type RetentionPolicy } from '../../src/storage/archives/retention-plan.ts'
import { prepareBatchStatements } from '../../src/storage/journal-reading/batch-statements.ts'
import { journalPath } from '../../src/storage/journal/journal-file.ts'
import { takeOut } from './support/archived.ts'
import { commitAll, openTestJournal } from './support/open-journal.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'
import { tradeBatches } from './support/trade-batch.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'

/** 60 batches, one a day, from 1970-01-02 on */
const BATCHES: readonly Batch[] = tradeBatches(60).map((batch, index) => ({ ...batch, sealedAt: (index + 1) * DAY_MS }))
const starts = BATCHES.map(({ position }) => position)
const LAST = BATCHES.at(-1)!.position + BATCHES.at(-1)!.events.length - 1
const OFF: RetentionPolicy = { hotEvents: null, hotDays: null, archiveEvents: 200 }

type Plan = (
  policy: Partial<RetentionPolicy>,
  given?: { readonly movableThrough?: number; readonly days?: number },
) => ReturnType<typeof planArchive>

/** A journal, and what is planned for it so many days after 1970-01-01. */
async function journalOf(batches: readonly Batch[]): Promise<{ readonly directory: string; readonly plan: Plan }> {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(journal, batches)
  const database = new Database(journalPath(directory), { readonly: true })
  onTestFinished(() => void database.close())
  const statements = prepareBatchStatements(database)
  const plan: Plan = (policy, { movableThrough = LAST, days = 60 } = {}) =>
    planArchive(statements, { policy: { ...OFF, ...policy }, movableThrough, now: days * DAY_MS + 1 })
  return { directory, plan }
}

/** Where the last batch ends that ends at or before a position. */
const endBefore = (position: number): number => [...starts.slice(1), LAST + 1].map((start) => start - 1).findLast((end) => end <= position)!

describe('by count', () => {
  test('an archive is due when it is full and as many events stay as were asked for', async () => {
    const { directory, plan } = await journalOf(BATCHES)
    expect(plan({ hotEvents: LAST - 199 })).toBeUndefined()
    expect(plan({ hotEvents: LAST - 200 })).toEqual({ first: 1, last: endBefore(200) })
    expect(plan({ hotEvents: 1 })).toEqual({ first: 1, last: endBefore(200) })
    takeOut(directory, starts[30]!)
    expect(plan({ hotEvents: 1 })).toEqual({ first: starts[30]!, last: endBefore(starts[30]! + 199) })
  })

  test('nothing is moved that no snapshot holds', async () => {
    const { plan } = await journalOf(BATCHES)
    expect(plan({ hotEvents: 1 }, { movableThrough: 199 })).toBeUndefined()
    expect(plan({ hotEvents: 1 }, { movableThrough: 200 })).toEqual({ first: 1, last: endBefore(200) })
    expect(plan({ hotEvents: 1 }, { movableThrough: 0 })).toBeUndefined()
  })
})

describe('by age', () => {
  test('everything older goes, as soon as something is a day too old', async () => {
    const { directory, plan } = await journalOf(BATCHES)
    expect(plan({ hotDays: 59 })).toBeUndefined()
    expect(plan({ hotDays: 58 })).toEqual({ first: 1, last: starts[2]! - 1 })
    expect(plan({ hotDays: 50 })).toEqual({ first: 1, last: starts[10]! - 1 })
    expect(plan({ hotDays: 50 }, { days: 70 })).toEqual({ first: 1, last: endBefore(200) })
    takeOut(directory, starts[9]!)
    expect(plan({ hotDays: 50 })).toBeUndefined()
    expect(plan({ hotDays: 50 }, { days: 61 })).toEqual({ first: starts[9]!, last: starts[11]! - 1 })
  })

  test('as far as a snapshot goes', async () => {
    const { plan } = await journalOf(BATCHES)
    expect(plan({ hotDays: 50 }, { movableThrough: starts[5]! })).toEqual({ first: 1, last: starts[5]! - 1 })
    expect(plan({ hotDays: 50 }, { movableThrough: starts[1]! - 2 })).toBeUndefined()
  })

  test('nothing that no snapshot holds, however old and short it is', async () => {
    const { plan } = await journalOf(BATCHES.map((batch, index) => ({ ...batch, position: index + 1, events: batch.events.slice(0, 1) })))
    for (const movableThrough of [0, 1, 2])
      expect(plan({ hotDays: 50 }, { movableThrough })).toEqual(movableThrough === 0 ? undefined : { first: 1, last: movableThrough })
  })

  test('or by count, whichever is more', async () => {
    const { plan } = await journalOf(BATCHES)
    expect(plan({ hotDays: 58, hotEvents: 100 })).toEqual({ first: 1, last: endBefore(200) })
    expect(plan({ hotDays: 58, hotEvents: 1_000_000 })).toEqual({ first: 1, last: starts[2]! - 1 })
  })
})

test('without a policy everything stays', async () => {
  const { plan } = await journalOf(BATCHES)
  expect(plan({}, { days: 10_000 })).toBeUndefined()
})

test('the last commit stays, and a journal without any has nothing to move', async () => {
  const { plan } = await journalOf(BATCHES.slice(0, 2))
  expect(plan({ hotDays: 1, hotEvents: 1, archiveEvents: 1_000 }, { days: 100 })).toEqual({ first: 1, last: starts[1]! - 1 })
  const short = await journalOf([1, 2].map((position) => ({ ...BATCHES[0]!, position, events: BATCHES[0]!.events.slice(0, 1) })))
  expect(short.plan({ hotDays: 1, hotEvents: 1 }, { days: 100 })).toEqual({ first: 1, last: 1 })
  const empty = await journalOf([])
  expect(empty.plan({ hotDays: 1, hotEvents: 1 })).toBeUndefined()
})

test('a commit that is longer than an archive is one by itself', async () => {
  const { plan } = await journalOf(BATCHES)
  const length = BATCHES[0]!.events.length
  const planThrough = (movableThrough: number) => plan({ hotEvents: 1, archiveEvents: length - 1 }, { movableThrough })
  expect([LAST, length, length - 1].map(planThrough)).toEqual([{ first: 1, last: length }, { first: 1, last: length }, undefined])
})
