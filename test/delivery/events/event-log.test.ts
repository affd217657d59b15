import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { EventLog } from '../../../src/delivery/events/event-log.ts'
import { oldestSequence, type RetentionRules } from '../../../src/delivery/events/retention.ts'
import { partnerEventsOf } from '../../../src/delivery/events/partner-events.ts'
import { Slices } from '../../../src/delivery/slices.ts'
import type { Event } from '../../../src/domain/event.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { EngineView } from '../../../src/domain/view.ts'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { EventMarkStore } from '../../../src/storage/delivery/event-mark-store.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../../src/storage/journal/journal.ts'
import { openStrictJournal } from '../../storage/support/strict-journal.ts'
import { damageEvents, seal, takeOut, vanish } from '../../storage/support/archived.ts'
import { until } from '../../support/until.ts'
import { seeded } from '../../system/seeded.ts'

/** Accounts 0, 1 and 2 are of partner 0, 3 of partner 1, 4 of partner 2, which is quiet. */
const PARTNER_OF = [0, 0, 0, 1, 2]
const view = {
  partners: [0, 1, 2].map((index) => ({ index, id: `partner ${index}`, name: '', environment: 'sandbox', market: 0 })),
  markets: [{ seed: 'seed' }],
  accounts: PARTNER_OF.map((partner) => ({ partner })),
} as unknown as EngineView

let directory: string
let journal: Journal
let reader: JournalReader
let next: number
/** of each partner: position and name of its events */
let expected: (readonly [position: number, type: string])[][]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-events-'))
  journal = openStrictJournal(directory)
  reader = new JournalReader(directory)
  next = 1
  expected = [[], [], []]
})
afterEach(async () => {
  reader.close()
  await journal.close()
  rmSync(directory, { recursive: true, force: true })
})

/** Makes a log over what the journal has. */
function openLog(database = openDeliveryDatabase(directory, reader)) {
  const unreadable: string[] = []
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: ({ message }) => unreadable.push(message),
    onFailure: (error) => {
      throw error
    },
    spunMs: () => 0,
  })
  const marks = new EventMarkStore(database)
  const log = new EventLog({ view, reader, marks, dataOf: () => ({}), slices })
  const close = (): void => {
    slices.stop()
    closeDeliveryDatabase(database)
  }
  return { log, marks, database, slices, unreadable, close }
}

/** … lets the test have it, and closes it as a process does that ends well. */
function withLog<Result>(run: (log: EventLog) => Result): Result {
  const { log, close } = openLog()
  const result = run(log)
  close()
  return result
}

async function commit(events: readonly Event[], log?: EventLog): Promise<void> {
  const batch = { position: next, sealedAt: 1, events, sessions: [] }
  await new Promise<void>((resolve) => journal.commit(batch, resolve))
  events.forEach((event, index) => {
    for (const type of partnerEventsOf(event)) expected[PARTNER_OF[(event as { account: number }).account]!]!.push([next + index, type])
  })
  next += Math.max(1, events.length)
  log?.onDurable(batch)
}

const moment = (at: number) => Date.parse('2026-11-20T15:00:00Z') + at

/** Something that a partner is told of, twice or not at all, of any account. */
function anyEvent(below: (limit: number) => number): Event {
  const at = moment(next)
  const account = below(1000) === 0 ? 4 : below(4)
  switch (below(3)) {
    case 0:
      return { type: 'BankUnlinked', at, account, ach: 1 }
    case 1:
      return { type: 'AccountClosed', at, account, statusFrom: 'ACTIVE', kycStatus: 'APPROVED' }
    default:
      return { type: 'CashSettled', at, account, day: 20_000, cents: 1 }
  }
}

async function commitMany(count: number, seed: number, log?: EventLog): Promise<void> {
  const below = seeded(seed)
  for (let left = count; left > 0;) {
    const events = Array.from({ length: Math.min(left, below(400)) }, () => anyEvent(below))
    left -= Math.max(1, events.length)
    await commit(events, log)
  }
}

/** Everything of a partner behind a sequence. */
function readBehind(log: EventLog, partner: number, after: number) {
  const events = log.readerBehind(partner, after)
  const found: (readonly [sequence: number, position: number, type: string])[] = []
  while (events.sequence < log.head(partner)) found.push(...events.read().map((one) => [one.sequence, one.position, one.type] as const))
  return found
}

const expectedBehind = (partner: number, after: number) =>
  expected[partner]!.map(([position, type], index) => [index + 1, position, type]).slice(after)

const lengths = () => expected.map(({ length }) => length)
const heads = (log: EventLog) => [0, 1, 2].map((partner) => log.head(partner))

/** Bytes of the journal behind a sequence of a partner, from the batch on that holds the next event. */
function bytesBehind(partner: number, sequence: number): number {
  const next = expected[partner]![sequence]
  if (next === undefined) return 0
  return reader
    .stored(next[0], { batches: Number.MAX_SAFE_INTEGER })
    .reduce((sum, { events, sessions }) => sum + events.length + sessions.length, 0)
}

describe('the log of events', () => {
  test('finds the events behind any sequence, for a busy partner as for a quiet one', async () => {
    await commitMany(20_000, 1)
    withLog((log) => {
      expect(heads(log)).toEqual(lengths())
      for (const partner of [0, 1, 2])
        for (const share of [0, 0.2, 0.5, 0.999, 1]) {
          const after = Math.floor(log.head(partner) * share)
          expect(readBehind(log, partner, after), `partner ${partner} behind ${after}`).toEqual(expectedBehind(partner, after))
        }
    })
  })

  test('counts live as it counts what it finds: over restarts, and when its file is lost', async () => {
    const { log: live, marks, database, slices } = openLog()
    await commitMany(10_000, 2, live)
    expect(heads(live)).toEqual(lengths())
    await until(() => marks.newest().length > 1)
    slices.stop()
    // as after kill -9: nobody has closed it
    await commitMany(3_000, 3)
    const { log: found, close } = openLog(database)
    expect(heads(found)).toEqual(lengths())
    close()
    const ids = withLog((log) =>
      log
        .readerBehind(0, 100)
        .read()
        .map(({ id, json }) => [id, json]),
    )
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(directory, `delivery.db${suffix}`), { force: true })
    withLog((log) => {
      expect(heads(log)).toEqual(lengths())
      expect(readBehind(log, 1, 0)).toEqual(expectedBehind(1, 0))
      expect(
        log
          .readerBehind(0, 100)
          .read()
          .map(({ id, json }) => [id, json]),
      ).toEqual(ids)
    })
  })

  test.each([
    ['has vanished', vanish],
    ['is damaged', damageEvents],
  ])('loses nothing where an archive %s, and goes on when it is mended', async (_fault, harm) => {
    const own = (): Event => ({ type: 'BankUnlinked', at: moment(next), account: 0, ach: 1 })
    // more archives than stay open: the second has to be opened again
    for (let count = 0; count < 14; count++) await commit([own()])
    const [, lost] = [1, 3, 5, 7, 9, 11].map((first) => {
      const { path } = seal(directory, { first, last: first + 1 })
      takeOut(directory, first + 2)
      return path
    })
    withLog((log) => {
      const events = log.readerBehind(0, 0)
      const mend = harm(lost!, 4)
      const read = (): readonly number[] => events.read().map(({ sequence }) => sequence)
      expect(read()).toEqual([1, 2])
      for (const error of [DataDirectoryError, `${lost!} can't be read: `]) expect(read).toThrow(error)
      mend()
      expect(Array.from({ length: 7 }, read)).toEqual([[3, 4], [5, 6], [7, 8], [9, 10], [11, 12], [13, 14], []])
    })
  })

  test('counts on where an archive has vanished that its marks are to tell of, and makes them when that is back', async () => {
    const { log, marks, unreadable, close } = openLog()
    await commitMany(4_000, 8, log)
    const last = reader.stored(next - 1, { batches: 1 })[0]!.position - 1
    const { path } = seal(directory, { first: 1, last })
    takeOut(directory, last + 1)
    const mend = vanish(path)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await commitMany(1_000, 9, log)
    await until(() => unreadable.length > 0)
    expect(unreadable).toEqual([expect.stringContaining('has no archive with position 1') as string])
    expect([heads(log), marks.newest()]).toEqual([lengths(), []])
    mend()
    // the slice is tried again after a while, and rests before
    await until(() => {
      vi.advanceTimersByTime(1_000)
      return marks.newest().length > 0
    })
    expect([marks.through(), marks.journalBytes()]).toEqual([log.through, reader.bytesBetween(0, log.through)])
    for (const after of [0, 3_000]) expect(readBehind(log, 0, after)).toEqual(expectedBehind(0, after))
    close()
  })

  test('follows what is written while it is read', async () => {
    const { log, close } = openLog()
    const below = seeded(4)
    const readers = [0, 1, 2].map((partner) => log.readerBehind(partner, 0))
    const found: (readonly [number, number, string])[][] = [[], [], []]
    for (let round = 0; round < 300; round++) {
      await commit(
        Array.from({ length: below(120) }, () => anyEvent(below)),
        log,
      )
      readers.forEach((events, partner) => {
        if (below(3) === 0) found[partner]!.push(...events.read().map((one) => [one.sequence, one.position, one.type] as const))
      })
    }
    readers.forEach((events, partner) => {
      while (events.sequence < log.head(partner))
        found[partner]!.push(...events.read().map((one) => [one.sequence, one.position, one.type] as const))
    })
    expect(found).toEqual([0, 1, 2].map((partner) => expectedBehind(partner, 0)))
    close()
  })

  test('is followed on over a long way that is nobody’s, of which no marks are made, also from behind the last mark', async () => {
    const { log, marks, close } = openLog()
    const own = (): Event => ({ type: 'BankUnlinked', at: moment(next), account: 0, ach: 1 })
    const nobodys = (count: number): Promise<void> =>
      commit(
        Array.from({ length: count }, (): Event => ({ type: 'CashSettled', at: moment(next), account: 4, day: 20_000, cents: 1 })),
        log,
      )
    const events = log.readerBehind(0, 0)
    const read = (): readonly number[] => events.read().map(({ sequence }) => sequence)
    await commit([own()], log)
    expect(read()).toEqual([1])
    marks.add(log.through, 1, [{ partner: 0, sequence: 1, position: log.through, at: 1 }])
    await nobodys(1)
    expect(read()).toEqual([])
    for (let batch = 0; batch < 10; batch++) await nobodys(4_000)
    await commit([own()], log)
    // a piece of the way at a time
    expect(Array.from({ length: 6 }, read).flat()).toEqual([2])
    close()
  })

  test.each(['in the journal', 'as it is committed'])('knows the last event before a moment, counted %s', async (where) => {
    const earlier = openLog()
    await commitMany(13_000, 5, where === 'as it is committed' ? earlier.log : undefined)
    if (where === 'as it is committed') await until(() => earlier.marks.through() > 4_000)
    earlier.close()
    const { log, marks, close } = openLog()
    for (const at of [0, 1, 2_500, 6_000, 8_000, 11_000, 100_000]) {
      const before = expected[0]!.filter(([position]) => reader.eventAt(position)!.at < moment(at)).length
      expect(await log.sequenceBefore(0, moment(at)), `before ${at}`).toBe(before)
    }
    const marked = marks.newest()
    expect(marked.map(({ partner }) => partner).sort()).toEqual([0, 1, 2])
    for (const { partner, sequence, at } of marked) {
      const [position] = expected[partner]![sequence - 1]!
      expect(at, `the mark of partner ${partner}`).toBe(reader.eventAt(position)!.at)
    }
    close()
  })

  test('looks for a moment in pieces, with a turn for others behind each', async () => {
    await commitMany(3_000, 5)
    const { log, close } = openLog()
    const { length } = expected[0]!
    let found: number | undefined
    void log.sequenceBefore(0, moment(100_000)).then((sequence) => (found = sequence))
    let turns = 0
    for (; found === undefined; turns++) await new Promise((resolve) => setImmediate(resolve))
    expect(found).toBe(length)
    expect(turns).toBeGreaterThan(length / 50)
    expect(length).toBeGreaterThan(500)
    close()
  })

  test('knows the last event that stands before a position, in the middle of a batch too', async () => {
    await commitMany(9_000, 10)
    const { log, marks, close } = openLog()
    const [first, second, ...others] = expected[0]!.map(([position]) => position)
    const marked = marks.through()
    expect(marked).toBeGreaterThan(4_000)
    for (const position of [1, first!, first! + 1, second!, marked - 1, marked, marked + 1, others.at(-1)!, next, next + 10])
      for (const partner of [0, 1, 2]) {
        const before = expected[partner]!.filter(([place]) => place < position).length
        expect(log.sequenceBeforePosition(partner, position), `partner ${partner} before ${position}`).toBe(before)
      }
    close()
  })

  test('makes marks of those partners alone that have had events since', async () => {
    const { log, marks, close } = openLog()
    const markedAfter = async (account: number) => {
      const before = marks.through()
      await commit(
        Array.from({ length: 4_096 }, (): Event => ({ type: 'BankUnlinked', at: moment(next), account, ach: 1 })),
        log,
      )
      await until(() => marks.through() > before)
      return marks.newest().map(({ partner, sequence, position }) => [partner, sequence, position])
    }
    expect(await markedAfter(0)).toEqual([[0, 4_096, 4_096]])
    expect(await markedAfter(3)).toEqual([
      [0, 4_096, 4_096],
      [1, 4_096, 8_192],
    ])
    close()
  })

  test('is kept for streams by count or time, whichever reaches further back, and never beyond a number of bytes', async () => {
    await commitMany(40_000, 7)
    const now = moment(next) + 1
    withLog((log) => {
      const head = log.head(0)
      const total = bytesBehind(0, 0)
      // the hours are those of the market, whose clock is a day behind that of the machine
      const behind = { partners: view.partners, marketTime: (_market: number, real: number) => real - DAY_MS }
      const oldest = (rules: RetentionRules, partner = 0) => oldestSequence({ log, view: behind, rules, now: now + DAY_MS }, partner)
      const none = 1e-9
      expect(oldest({ events: head, hours: none, bytes: null })).toBe(1)
      expect(oldest({ events: 100, hours: 1, bytes: null })).toBe(1)
      expect(oldest({ events: 100, hours: none, bytes: null })).toBeLessThanOrEqual(head - 100 + 1)
      expect(oldest({ events: head, hours: 1, bytes: total })).toBe(1)
      for (const share of [0.2, 0.5, 0.9]) {
        const bytes = Math.floor(total * share)
        const from = oldest({ events: head, hours: 1, bytes })
        // to within what lies between two marks, and what lies behind the last
        expect(bytesBehind(0, from - 1)).toBeLessThan(bytes + total * 0.15)
        expect(bytesBehind(0, from - 1)).toBeGreaterThan(bytes - total * 0.15)
      }
      // a quiet partner loses what lies before the same place of the journal
      const bytes = Math.floor(total / 2)
      const [place] = expected[0]![oldest({ events: head, hours: 1, bytes }) - 1]!
      const after = expected[2]!.findIndex(([position]) => position >= place)
      expect(oldest({ events: head, hours: 1, bytes }, 2)).toBe(after + 1)
      // and a bound that nothing fits into leaves what has no mark yet
      expect(oldest({ events: head, hours: 1, bytes: 1 })).toBeGreaterThan(head - 10_000)
    })
  })

  test("gives ids that follow from the market's seed, the partner and the sequence, and sort by time", async () => {
    await commitMany(100, 6)
    withLog((log) => {
      const events = log.readerBehind(0, 0).read()
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
      expect(events[0]!.id).toBe('evt_01M7WQHDC1KR5PGSVSQW66HGGB')
      for (const { id } of events) expect(id).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/)
    })
  })
})
