import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DataDirectoryError } from '../../src/storage/directory/data-directory-error.ts'
import { hasJournal, JournalFile, journalPath } from '../../src/storage/journal/journal-file.ts'
import { openDataDirectory } from '../../src/storage/directory/data-directory.ts'
import { checkJournal } from '../../src/storage/journal-reading/journal-check.ts'
import { copyJournal, formatOfJournal } from '../../src/storage/journal-reading/journal-copy.ts'
import { asNobody, makeReadOnly } from './support/as-nobody.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'
import { framesOf } from './write-ahead-log.ts'

test('a journal that may not be written is refused when it is opened, not by its first commit', () => {
  const directory = temporaryDirectory()
  new JournalFile(directory).close()
  makeReadOnly(journalPath(directory))
  asNobody(directory, () => {
    expect(() => new JournalFile(directory)).toThrow(
      new DataDirectoryError(
        `${journalPath(directory)} cannot be used: attempt to write a readonly database: it may not be written, or its -wal or -shm may not`,
      ),
    )
  })
})

test('a journal that may not be opened, and a folder in its place, are refused with the reason', () => {
  const directory = temporaryDirectory()
  const path = journalPath(directory)
  const refused = (reason: string): void =>
    expect(() => new JournalFile(directory)).toThrow(new DataDirectoryError(`${path} cannot be used: ${reason}, open '${path}'`))
  new JournalFile(directory).close()
  chmodSync(path, 0)
  asNobody(directory, () => refused('EACCES: permission denied'))
  rmSync(path)
  mkdirSync(path)
  refused('EISDIR: illegal operation on a directory')
})

test('a journal waits for the disk at each commit, as it is made and as it is opened again', () => {
  const directory = temporaryDirectory()
  const prepared = vi.spyOn(Database.prototype, 'prepare')
  onTestFinished(() => prepared.mockRestore())
  const settings = ['first', 'again'].map(() => {
    const journal = new JournalFile(directory, { checkpointed: true })
    const connection = prepared.mock.contexts.at(-1) as Database.Database
    const found = ['journal_mode', 'synchronous'].map((name) => connection.pragma(name, { simple: true }))
    journal.close()
    return found
  })
  // FULL: with NORMAL, which is what a log is opened with otherwise, a commit that was told can be lost with the power
  expect(settings).toEqual([
    ['wal', 2],
    ['wal', 2],
  ])
})

test.each([
  { checkpointed: false, who: 'a journal that nobody else checkpoints', moves: true },
  { checkpointed: true, who: 'a journal with a checkpointer', moves: false },
])('$who moves its own log into the file: $moves', ({ checkpointed, moves }) => {
  const directory = temporaryDirectory()
  const journal = new JournalFile(directory, { checkpointed })
  onTestFinished(() => journal.close())
  const before = statSync(journalPath(directory)).size
  // half as much again as the log at which SQLite begins
  for (let position = 1; position <= 6; position++)
    journal.append({ position, positions: 1, sealedAt: 0, sessions: Buffer.alloc(0), events: Buffer.alloc(1024 * 1024) })
  expect(statSync(journalPath(directory)).size > before).toBe(moves)
})

test('rows that come together are one commit, and one that is refused leaves the others as they are', () => {
  const directory = temporaryDirectory()
  const journal = new JournalFile(directory, { checkpointed: true })
  onTestFinished(() => journal.close())
  const commits = () => framesOf(readFileSync(`${journalPath(directory)}-wal`)).filter(({ isCommit }) => isCommit).length
  const before = commits()
  const session = (number: number) => ({ sql: 'INSERT INTO fix_sessions VALUES (?, ?, ?)', params: [number, '{}', 5] })
  const refusals = journal.runAll([session(1), session(2), session(1), session(3)])
  expect(refusals.map((refusal) => refusal?.message)).toEqual([
    undefined,
    undefined,
    'UNIQUE constraint failed: fix_sessions.session',
    undefined,
  ])
  expect(commits() - before).toBe(1)
  const reader = new Database(journalPath(directory), { readonly: true })
  expect(reader.prepare('SELECT session FROM fix_sessions').pluck().all()).toEqual([1, 2, 3])
  reader.close()
})

test('rows that come together are none of them written where the file does not take one', () => {
  const directory = temporaryDirectory()
  const prepared = vi.spyOn(Database.prototype, 'prepare')
  onTestFinished(() => prepared.mockRestore())
  const journal = new JournalFile(directory, { checkpointed: true })
  onTestFinished(() => journal.close())
  const connection = prepared.mock.contexts.at(-1) as Database.Database
  // as a disk that is full
  connection.pragma(`max_page_count = ${String(connection.pragma('page_count', { simple: true }))}`)
  const session = (number: number, settings: string) => ({
    sql: 'INSERT INTO fix_sessions VALUES (?, ?, ?)',
    params: [number, settings, 5],
  })
  expect(() => journal.runAll([session(1, '{}'), session(2, 'x'.repeat(100_000)), session(3, '{}')])).toThrow('database or disk is full')
  const reader = new Database(journalPath(directory), { readonly: true })
  expect(reader.prepare('SELECT session FROM fix_sessions').pluck().all()).toEqual([])
  reader.close()
})

test.each(['read.db', 'delivery.db', 'journal.db-wal', 'state-0000000000000069.snapshot'])(
  'no journal is begun where %s tells of one that is lost, and no secrets are made',
  (name) => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, name), '')
    const line = `${directory} has ${name}, but its journal.db is missing: put it back, restore a backup into an empty directory, or move it away`
    expect(() => new JournalFile(directory)).toThrow(new DataDirectoryError(line))
    expect(() => openDataDirectory(directory)).toThrow(new DataDirectoryError(line))
    expect(readdirSync(directory).filter((file) => file !== 'lock.db')).toEqual([name])
    rmSync(join(directory, name))
    openDataDirectory(directory).close()
    new JournalFile(directory).close()
    expect(hasJournal(directory)).toBe(true)
  },
)

test.each(['archive/journal-0000000000000001-0000000000000100.db', 'read.db', 'journal.db-wal'])(
  'no journal is begun in an empty journal.db beside %s, which stays as it is',
  (name) => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, 'archive'))
    for (const file of ['journal.db', name]) writeFileSync(join(directory, file), '')
    const [left, whose] = name.startsWith('archive') ? [`${directory}/archive has archives`, 'their'] : [`${directory} has ${name}`, 'its']
    const line = new RegExp(`^${left}, but ${whose} journal.db is empty: put it back, `)
    expect(() => new JournalFile(directory)).toThrow(line)
    expect(statSync(journalPath(directory)).size).toBe(0)
  },
)

test('a first start that was ended before its journal.db had a byte is begun again', () => {
  const directory = temporaryDirectory()
  writeFileSync(journalPath(directory), '')
  new JournalFile(directory).close()
  expect(statSync(journalPath(directory)).size).toBeGreaterThan(0)
})

test('a journal that can not be reached is told from one that is missing', () => {
  const directory = temporaryDirectory()
  // permission bits would not keep root from it
  symlinkSync('journal.db', journalPath(directory))
  const line = `the journal in ${directory} can't be reached: ELOOP: too many symbolic links encountered, stat '${journalPath(directory)}'`
  for (const reaching of [() => openDataDirectory(directory), () => new JournalFile(directory), () => formatOfJournal(directory)])
    expect(reaching).toThrow(new DataDirectoryError(line))
  expect(checkJournal(directory).faults).toEqual([line])
})

const SIDE_TABLES = [
  'api_keys',
  'audit',
  'document_emails',
  'document_issues',
  'documents',
  'fix_sessions',
  'sandbox_resets',
  'w9_requests',
  'webhooks',
]

function alter(directory: string, sql: string): void {
  const database = new Database(journalPath(directory))
  database.exec(sql)
  database.close()
}

function tablesOf(directory: string): readonly string[] {
  const database = new Database(journalPath(directory), { readonly: true })
  try {
    return database.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").pluck().all()
  } finally {
    database.close()
  }
}

test.each(SIDE_TABLES)('a journal that has lost its table %s is not opened, nor copied, and verify names it', (name) => {
  const directory = temporaryDirectory()
  new JournalFile(directory).close()
  alter(directory, `DROP TABLE ${name}`)
  const left = ['meta', 'batches', ...SIDE_TABLES].filter((table) => table !== name).sort()
  expect(() => new JournalFile(directory)).toThrow(
    new DataDirectoryError(
      `${journalPath(directory)} cannot be used: it has lost the table ${name}; restore a backup into an empty directory`,
    ),
  )
  expect(() => copyJournal({ from: directory, to: journalPath(temporaryDirectory()) })).toThrow(
    new DataDirectoryError(`the journal in ${directory} can't be copied: it has lost the table ${name}`),
  )
  expect(checkJournal(directory).faults[0]).toBe(`journal.db: it has lost the table ${name}`)
  expect(tablesOf(directory)).toEqual(left)
})

test('a journal of before documents and webhooks gets their tables, and is missing none of them until then', () => {
  const directory = temporaryDirectory()
  new JournalFile(directory).close()
  const added = SIDE_TABLES.filter((name) => !['api_keys', 'audit', 'fix_sessions'].includes(name))
  alter(directory, `DELETE FROM meta WHERE key = 'tables'; ${added.map((name) => `DROP TABLE ${name};`).join(' ')}`)
  expect(checkJournal(directory).faults).toEqual([])
  new JournalFile(directory).close()
  expect(tablesOf(directory)).toEqual(['meta', 'batches', ...SIDE_TABLES].sort())
  alter(directory, 'DROP TABLE webhooks; DROP TABLE documents')
  expect(checkJournal(directory).faults).toEqual(['journal.db: it has lost the tables documents, webhooks'])
})
