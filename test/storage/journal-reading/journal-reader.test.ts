import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Batch } from '../../../src/domain/batch.ts'
import { MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import { batch } from '../story.ts'
import { commitAll, openTestJournal, openTestReader } from '../support/open-journal.ts'
import { openStrictJournal } from '../support/strict-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { tradeBatches } from '../support/trade-batch.ts'

const trades = tradeBatches(30)
const end = trades.at(-1)!.position + trades.at(-1)!.events.length
const batches: readonly Batch[] = [
  ...trades,
  batch(end, [], [{ session: 2, reset: false, nextInbound: 4, firstOutbound: 9, outbound: [0], toldBefore: end }]),
]

let directory: string
let reader: JournalReader

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-'))
  const journal = openStrictJournal(directory)
  await commitAll(journal, batches)
  await journal.close()
  reader = new JournalReader(directory)
})

afterAll(() => {
  reader.close()
  rmSync(directory, { recursive: true })
})

describe('a reader of the journal', () => {
  test('finds the batch of every position', () => {
    for (const one of batches) {
      for (const position of [one.position, one.position + Math.max(1, one.events.length) - 1])
        expect(reader.batches(position, { batches: 1 })).toStrictEqual([one])
    }
  })

  test('finds the event of every position', () => {
    const events = batches.flatMap((one) => one.events)
    expect(events.map((_, index) => reader.eventAt(index + 1))).toStrictEqual(events)
  })

  test('knows nothing at position 0, beyond the end, and no event where a batch had none', () => {
    expect(reader.lastPosition()).toBe(end)
    expect(reader.eventAt(end)).toBeUndefined()
    for (const position of [0, end + 1]) {
      expect(reader.eventAt(position)).toBeUndefined()
    }
    expect(reader.batches(end + 1, { batches: 9 })).toEqual([])
  })

  test('reads on from the batch that holds a position, wherever in it that lies', () => {
    const third = trades[2]!
    for (const from of [third.position, third.position + third.events.length - 1]) {
      expect(reader.batches(from, { batches: 4 })).toStrictEqual(batches.slice(2, 6))
    }
    expect(reader.batches(0, { batches: 2 })).toStrictEqual(batches.slice(0, 2))
  })

  test('stops behind the batch that exceeds the bytes that it may read', () => {
    const all = reader.stored(1, { batches: 100 })
    const bytes = all[0]!.events.length + 1
    expect(reader.stored(1, { batches: 100, bytes }).map(({ position }) => position)).toEqual(
      batches.slice(0, 2).map(({ position }) => position),
    )
  })

  test('gives several who go through a batch that exceeds a read the same one, wherever in it they begin', () => {
    const long = trades.find(({ position, events }) => position > 1 && events.length > 2)!
    const [first] = reader.pastBatches(long.position, { batches: 100, bytes: 1 })
    const [second, ...others] = reader.pastBatches(long.position + 2, { batches: 100, bytes: 1 })
    expect(second).toBe(first)
    expect(others).toEqual([])
    expect(second!.event(2)).toStrictEqual(long.events[2])
    const [before] = reader.pastBatches(long.position - 1, { batches: 100, bytes: 1 })
    expect(before!.position).toBeLessThan(long.position)
  })

  test('reads the FIX numbers of batches alone', () => {
    expect(reader.numbers(trades[5]!.position, 3)).toStrictEqual(
      batches.slice(5, 8).map(({ position, events, sealedAt, sessions }) => ({ position, positions: events.length, sealedAt, sessions })),
    )
  })

  test('gives the chain after the last position of a batch, and before the first', () => {
    const chains = reader.stored(1, { batches: 100 }).map(({ chain }) => chain)
    expect(batches.map((one) => reader.chainThrough(one.position + Math.max(1, one.events.length) - 1))).toStrictEqual(chains)
    expect(reader.chainThrough(0)).toHaveLength(32)
    expect(reader.chainThrough(end + 1)).toBeUndefined()
    const long = trades.find(({ events }) => events.length > 2)!
    expect(reader.chainThrough(long.position + 1)).toBeUndefined()
  })

  test('sees what another connection commits meanwhile', async () => {
    const own = temporaryDirectory()
    const journal = openTestJournal(own, { writer: 'thread' })
    const live = openTestReader(own)
    for (const one of trades.slice(0, 5)) {
      await commitAll(journal, [one])
      expect(live.batches(one.position, { batches: 9 })).toStrictEqual([one])
    }
  })

  test('of an empty journal finds nothing', () => {
    const own = temporaryDirectory()
    openTestJournal(own)
    const empty = openTestReader(own)
    expect([empty.lastPosition(), empty.batches(1, { batches: 9 }), empty.eventAt(1), empty.chainThrough(1)]).toEqual([
      0,
      [],
      undefined,
      undefined,
    ])
  })
})

test('a batch that was altered can not be read', () => {
  const own = join(temporaryDirectory(), 'copy')
  mkdirSync(own)
  copyFileSync(join(directory, 'journal.db'), join(own, 'journal.db'))
  const place = trades[7]!.position
  const [row] = reader.stored(place, { batches: 1 })
  const events = Buffer.from(row!.events)
  events[events.length >> 1]! ^= 1
  const database = new Database(join(own, 'journal.db'))
  expect(database.prepare('UPDATE batches SET events = ? WHERE position = ?').run(events, place).changes).toBe(1)
  database.close()
  const altered = openTestReader(own)
  expect(() => altered.batches(place, { batches: 1 })).toThrow(MalformedRecord)
  expect(() => altered.eventAt(place)).toThrow(MalformedRecord)
})
