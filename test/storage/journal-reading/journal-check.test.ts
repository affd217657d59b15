import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkJournal, type JournalCheck } from '../../../src/storage/journal-reading/journal-check.ts'
import { journalPath } from '../../../src/storage/journal/journal-file.ts'
import { commitAll } from '../support/open-journal.ts'
import { openStrictJournal } from '../support/strict-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { tradeBatches } from '../support/trade-batch.ts'

const BATCHES = tradeBatches(60)
const LAST = BATCHES.at(-1)!.position + BATCHES.at(-1)!.events.length - 1
let original: string

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'fillgate-check-'))
  const journal = openStrictJournal(original)
  await journal.run('INSERT INTO fix_sessions (session, settings, created_at) VALUES (?, ?, ?)', [1, '{}', 5])
  await commitAll(journal, BATCHES)
  await journal.close()
})

afterAll(() => rmSync(original, { recursive: true }))

function copy(): string {
  const directory = temporaryDirectory()
  copyFileSync(journalPath(original), journalPath(directory))
  return directory
}

/** A copy in which a statement has changed something. */
function altered(sql: string, ...values: readonly unknown[]): string {
  const directory = copy()
  const database = new Database(journalPath(directory))
  database.pragma('journal_mode = DELETE')
  expect(database.prepare(sql).run(...values).changes).toBe(1)
  database.close()
  return directory
}

interface RawBatch {
  readonly position: number
  readonly [column: string]: unknown
}

function rawBatches(directory: string): readonly RawBatch[] {
  const database = new Database(journalPath(directory), { readonly: true })
  try {
    return database.prepare<[], RawBatch>('SELECT * FROM batches ORDER BY position').all()
  } finally {
    database.close()
  }
}

test('a journal as it was written has no faults', () => {
  expect(checkJournal(copy())).toMatchObject({
    faults: [],
    batches: BATCHES.length,
    events: BATCHES.reduce((sum, { events }) => sum + events.length, 0),
    through: LAST,
    chain: expect.stringMatching(/^[0-9a-f]{64}$/),
  } satisfies Partial<JournalCheck>)
})

describe('one changed byte is found, with its place', () => {
  const batchIndex = fc.nat(BATCHES.length - 1)
  const flip = fc.integer({ min: 1, max: 255 })

  test.each(['events', 'sessions', 'chain'])('in the %s of any commit', (column) => {
    const rows = rawBatches(original)
    fc.assert(
      fc.property(batchIndex, fc.nat(), flip, (index, at, by) => {
        const row = rows[index]!
        const bytes = Buffer.from(row[column] as Buffer)
        bytes[at % bytes.length]! ^= by
        const { faults } = checkJournal(altered(`UPDATE batches SET ${column} = ? WHERE position = ?`, bytes, row.position))
        expect(faults[0]).toMatch(new RegExp(`^position ${row.position}: the commit does not fit the hash chain`))
      }),
      { numRuns: 12, seed: 1 },
    )
  })

  test('in the numbers of any commit', () => {
    const rows = rawBatches(original)
    fc.assert(
      fc.property(batchIndex, fc.nat(5), fc.constantFrom('positions', 'sealed_at'), (index, bit, column) => {
        const { position, [column]: value } = rows[index]!
        const { faults } = checkJournal(
          altered(`UPDATE batches SET ${column} = ? WHERE position = ?`, (value as number) ^ (1 << bit), position),
        )
        expect(faults).toContain(`position ${position}: the commit's place, length or time was changed`)
      }),
      { numRuns: 12, seed: 2 },
    )
  })

  test('in the position of a commit', () => {
    const { position } = BATCHES[20]!
    const { faults } = checkJournal(altered('UPDATE batches SET position = position + 1 WHERE position = ?', position))
    expect(faults.slice(0, 2)).toEqual([
      `position ${position}: the next commit in the file is at position ${position + 1}`,
      `position ${position + 1}: the commit does not fit the hash chain: it, its place or the chain was changed`,
    ])
  })

  test('in a commit that was put into the middle of another', () => {
    const { position, events } = BATCHES[20]!
    const sql = 'INSERT INTO batches SELECT position + 1, positions, sealed_at, chain, sessions, events FROM batches WHERE position = ?'
    expect(checkJournal(altered(sql, position)).faults).toEqual([
      `position ${position + 1}: a commit in the middle of the one before it, which ends with position ${position + events.length - 1}`,
    ])
  })

  test('in a commit of which the bytes are something else', () => {
    const { position } = BATCHES[20]!
    expect(checkJournal(altered("UPDATE batches SET events = 'text' WHERE position = ?", position)).faults).toEqual([
      `position ${position}: the commit is no record of bytes`,
      `position ${BATCHES[21]!.position}: the commit does not fit the hash chain: it, its place or the chain was changed`,
    ])
  })

  test('in a number that is none', () => {
    const { position } = BATCHES[20]!
    expect(checkJournal(altered("UPDATE batches SET positions = 'text' WHERE position = ?", position)).faults).toEqual([
      `position ${position}: the commit's place, length or time was changed`,
      `position ${position + 1}: the next commit in the file is at position ${BATCHES[21]!.position}`,
    ])
  })

  test('in a position that no journal comes to, behind which nothing can be said', () => {
    const { position } = BATCHES[20]!
    const { faults, through } = checkJournal(altered('UPDATE batches SET position = position + (1 << 60) WHERE position = ?', position))
    expect(faults.at(-1)).toBe(`behind position ${LAST}: the next commit in the file is at position ${2 ** 60 + position}`)
    expect(through).toBe(LAST)
  })

  test('in what the chain begins with', () => {
    const directory = altered("UPDATE meta SET value = ? WHERE key = 'genesis'", Buffer.alloc(32))
    expect(checkJournal(directory).faults).toEqual([
      'position 1: the commit does not fit the hash chain: it, its place or the chain was changed',
    ])
  })

  // whatever the byte belongs to: either somebody notices, or no commit is another than it was
  test('anywhere in the file', () => {
    const rows = JSON.stringify(rawBatches(original))
    const bytes = readFileSync(journalPath(original))
    let found = 0
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), flip, (at, by) => {
        const directory = temporaryDirectory()
        const changed = Buffer.from(bytes)
        changed[at]! ^= by
        writeFileSync(journalPath(directory), changed)
        if (checkJournal(directory).faults.length > 0) found++
        else expect(JSON.stringify(rawBatches(directory))).toBe(rows)
      }),
      { numRuns: 150, seed: 3 },
    )
    // most of the file is commits
    expect(found).toBeGreaterThan(75)
  })
})

test('of very many faults twenty are told, and that there are more', () => {
  const directory = copy()
  const database = new Database(journalPath(directory))
  expect(database.prepare('UPDATE batches SET sealed_at = sealed_at + 1 WHERE position <= ?').run(BATCHES[20]!.position).changes).toBe(21)
  database.close()
  expect(checkJournal(directory).faults).toEqual([
    ...BATCHES.slice(0, 20).map(({ position }) => `position ${position}: the commit's place, length or time was changed`),
    'and more',
  ])
})

describe('what is missing is found', () => {
  test('a commit in the middle', () => {
    const { position } = BATCHES[30]!
    const { faults } = checkJournal(altered('DELETE FROM batches WHERE position = ?', position))
    expect(faults).toEqual([
      `position ${position}: the next commit in the file is at position ${BATCHES[31]!.position}`,
      `position ${BATCHES[31]!.position}: the commit does not fit the hash chain: it, its place or the chain was changed`,
    ])
  })

  test('the end, by whoever has noted the chain', () => {
    const { chain } = checkJournal(copy())
    const anchor = { position: LAST, chain, source: 'a note' }
    expect(checkJournal(copy(), [anchor]).faults).toEqual([])
    const last = BATCHES.at(-1)!.position
    const shortened = altered('DELETE FROM batches WHERE position = ?', last)
    expect(checkJournal(shortened).faults).toEqual([])
    expect(checkJournal(shortened, [anchor]).faults).toEqual([
      `a note knows of a commit that ends with position ${LAST}; the journal has none, and ends with ${last - 1}`,
    ])
    expect(checkJournal(copy(), [{ ...anchor, chain: '0'.repeat(64) }]).faults).toEqual([
      `position ${LAST}: a note knows of another chain: ${'0'.repeat(64)}, not ${chain}`,
    ])
  })

  test('half of the file', () => {
    const directory = copy()
    truncateSync(journalPath(directory), readFileSync(journalPath(directory)).length / 2)
    expect(checkJournal(directory).faults).toEqual(['journal.db: database disk image is malformed'])
  })

  test('all of it', () => {
    const directory = temporaryDirectory()
    expect(checkJournal(directory).faults).toEqual([`${directory} has no journal.db`])
    writeFileSync(journalPath(directory), 'no database, but long enough to be looked at: '.repeat(100))
    expect(checkJournal(directory).faults).toEqual(['journal.db: file is not a database'])
  })
})

test('one that can not be read where it is, as on a disk that may not be written, is not called damaged alone', () => {
  const directory = copy()
  const database = new Database(journalPath(directory))
  expect(database.pragma('journal_mode = WAL', { simple: true })).toBe('wal')
  database.close()
  // nothing can be written there
  mkdirSync(`${journalPath(directory)}-wal`)
  mkdirSync(`${journalPath(directory)}-shm`)
  expect(checkJournal(directory).faults).toEqual([
    'journal.db: unable to open database file: it may not be read, or nothing may be written beside it: copy it to where both may be',
  ])
})

test('a damaged table beside the commits is named', () => {
  const directory = copy()
  const database = new Database(journalPath(directory))
  database.pragma('journal_mode = DELETE')
  const page = database.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'fix_sessions'").pluck().get()!
  database.close()
  const bytes = readFileSync(journalPath(directory))
  bytes.fill(0xa5, 4096 * (page - 1), 4096 * page)
  writeFileSync(journalPath(directory), bytes)
  expect(checkJournal(directory).faults[0]).toMatch(/^journal\.db: table fix_sessions: /)
})

test('damage that belongs to no table is told as SQLite tells it', () => {
  const directory = copy()
  const bytes = readFileSync(journalPath(directory))
  // the header's number of free pages
  bytes.writeUInt32BE(bytes.readUInt32BE(36) + 5, 36)
  writeFileSync(journalPath(directory), bytes)
  expect(checkJournal(directory).faults).toEqual(['journal.db: *** in database main *** Freelist: size is 0 but should be 5'])
})
