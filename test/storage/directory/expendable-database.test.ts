import { closeSync, existsSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import { deletingDamaged, watchExpendable } from '../../../src/storage/directory/expendable-database.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const PAGE = 4096

/** A database of a few pages, of which all but the first are damaged. */
function damaged(): { readonly database: Database.Database; readonly failures: Error[] } {
  const path = join(temporaryDirectory(), 'some.db')
  const made = new Database(path)
  made.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT); CREATE TABLE rules (id INTEGER PRIMARY KEY CHECK (id > 0))')
  made.close()
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Buffer.alloc(2 * PAGE, 0xff), 0, 2 * PAGE, PAGE)
  closeSync(descriptor)
  const database = new Database(path)
  onTestFinished(() => void database.close())
  const failures: Error[] = []
  watchExpendable(database, (error) => failures.push(error))
  return { database, failures }
}

test('whichever way a statement is run, damage is told once and the file is gone; who ran it gets the error', () => {
  const uses: readonly ((database: Database.Database) => unknown)[] = [
    (database) => database.prepare('SELECT * FROM notes WHERE id = ?').get(1),
    (database) => database.prepare('SELECT text FROM notes').pluck().all(),
    (database) => [...database.prepare('SELECT * FROM notes').iterate()],
    (database) => database.prepare('INSERT INTO notes (text) VALUES (?)').run('a'),
    (database) => database.transaction(() => database.prepare('DELETE FROM notes').run())(),
  ]
  for (const use of uses) {
    const { database, failures } = damaged()
    for (let time = 0; time < 2; time++) expect(() => use(database)).toThrow('database disk image is malformed')
    expect(failures.map(({ message }) => message)).toEqual([
      `${database.name} was damaged (database disk image is malformed) and is deleted: the next start makes it anew`,
    ])
    expect(existsSync(database.name)).toBe(false)
  }
})

test('a disk that fails is told once with the name of the file, which stays; who ran the statement gets the error', () => {
  const path = join(temporaryDirectory(), 'some.db')
  const database = new Database(path)
  onTestFinished(() => void database.close())
  database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
  database.pragma('max_page_count = 2')
  const failures: Error[] = []
  watchExpendable(database, (error) => failures.push(error))
  const insert = database.prepare<[string]>('INSERT INTO notes (text) VALUES (?)')
  const fill = () => insert.run('x'.repeat(2 * PAGE))
  for (let time = 0; time < 2; time++) expect(fill).toThrow('database or disk is full')
  const ending = new DataDirectoryError(`${path} cannot be used: database or disk is full; it may be deleted: the next start makes it anew`)
  expect(failures).toEqual([ending])
  expect(() => deletingDamaged(path, fill)).toThrow(ending)
  expect(existsSync(path)).toBe(true)
})

test('what a statement has to refuse is no failure, and rows come as ever', () => {
  const database = new Database(':memory:')
  database.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
  const failures: Error[] = []
  watchExpendable(database, (error) => failures.push(error))
  const insert = database.prepare<[number, string]>('INSERT INTO notes VALUES (?, ?)')
  database.transaction(() => {
    insert.run(1, 'one')
    insert.run(2, 'two')
  })()
  expect(() => insert.run(1, 'again')).toThrow('UNIQUE')
  const texts = database.prepare<[], string>('SELECT text FROM notes ORDER BY id').pluck()
  for (const text of texts.iterate()) {
    expect(text).toBe('one')
    break
  }
  // the iterator has ended: the statement can be run again
  expect([texts.all(), texts.get()]).toEqual([['one', 'two'], 'one'])
  expect(failures).toEqual([])
})
