import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JournalFile, journalPath } from '../../../src/storage/journal/journal-file.ts'
import { DataDirectoryError } from '../../../src/storage/directory/data-directory-error.ts'
import type { Batch } from '../../../src/domain/batch.ts'
import { checkJournal } from '../../../src/storage/journal-reading/journal-check.ts'
import type { CommitFigures } from '../../../src/storage/journal/journal.ts'
import { ThreadedJournal } from '../../../src/storage/journal/threaded-journal.ts'
import { batch } from '../story.ts'
import { Child } from '../support/child.ts'
import { commit, commitAll, openTestJournal, openTestReader } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { tradeBatch, tradeBatches } from '../support/trade-batch.ts'

describe.each(['thread', 'in-line'] as const)('a journal that is written by %s', (writer) => {
  test('gives back what was committed', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const batches = [...tradeBatches(20)]
    await commitAll(journal, batches)
    expect(openTestReader(directory).batches(1, { batches: 100 })).toStrictEqual(batches)
  })

  test('has a batch on the disk when it says so, and never says so inside the call', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const reader = openTestReader(directory)
    const told: string[] = []
    await new Promise<void>((resolve) => {
      journal.commit(tradeBatch(1), () => {
        told.push(`durable, the file ends at ${reader.lastPosition()}`)
        resolve()
      })
      told.push('handed over')
    })
    expect(told).toEqual(['handed over', `durable, the file ends at ${tradeBatch(1).events.length}`])
  })

  test('takes the next batch from inside the call that tells of the one before', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const [first, second] = tradeBatches(2)
    await new Promise<void>((resolve) => journal.commit(first!, () => journal.commit(second!, resolve)))
    expect(openTestReader(directory).batches(1, { batches: 9 })).toStrictEqual([first, second])
  })

  test('takes one batch at a time', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const [first, second] = tradeBatches(2)
    const done = commit(journal, first!)
    expect(() => journal.commit(second!, () => undefined)).toThrow('one commit at a time')
    await done
  })

  test('goes on where it ended after it was closed', async () => {
    const directory = temporaryDirectory()
    const batches = tradeBatches(6)
    const first = openTestJournal(directory, { writer })
    await commitAll(first, batches.slice(0, 3))
    await first.close()
    await commitAll(openTestJournal(directory, { writer }), batches.slice(3))
    const reader = openTestReader(directory)
    expect(reader.batches(1, { batches: 9 })).toStrictEqual(batches)
    expect(checkJournal(directory)).toMatchObject({ faults: [], through: reader.lastPosition() })
  })

  test('leaves nothing beside its file when it is closed', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    await commitAll(journal, tradeBatches(20))
    expect(journal.all('SELECT * FROM fix_sessions', [])).toEqual([])
    await journal.close()
    expect(readdirSync(directory)).toEqual(['journal.db'])
  })

  test('keeps a batch without events, which takes one position', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const numbers = { session: 3, reset: true, nextInbound: 2, firstOutbound: 1, outbound: [0], toldBefore: 1 }
    const batches = [batch(1, [], [numbers]), tradeBatch(2)]
    await commitAll(journal, batches)
    expect(openTestReader(directory).batches(1, { batches: 9 })).toStrictEqual(batches)
  })

  test('tells a batch that it cannot write to onFailure, once, and never calls it durable', async () => {
    const directory = temporaryDirectory()
    const failures: string[] = []
    let durable = false
    let failed = (): void => undefined
    const failure = new Promise<void>((resolve) => (failed = resolve))
    const journal = openTestJournal(directory, {
      writer,
      onFailure: (error) => {
        failures.push(error.message.split('\n')[0]!)
        failed()
      },
    })
    journal.commit(tradeBatch(5), () => (durable = true))
    await failure
    // nor one that it could have written
    journal.commit(tradeBatch(1), () => (durable = true))
    await journal.close()
    expect({ failures, durable }).toEqual({ failures: ['a batch begins where the one before it ended'], durable: false })
    expect(openTestReader(directory).lastPosition()).toBe(0)
  })

  test('writes rows in the order in which they come, between the batches', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const done = [
      journal.run('INSERT INTO fix_sessions (session, settings, created_at) VALUES (?, ?, ?)', [1, '{"a":1}', 5]),
      commit(journal, tradeBatch(1)),
      journal.run('UPDATE fix_sessions SET settings = ? WHERE session = ?', ['{"a":2}', 1]),
    ]
    await Promise.all(done)
    expect(journal.all('SELECT * FROM fix_sessions', [])).toEqual([{ session: 1, settings: '{"a":2}', created_at: 5 }])
  })

  test('refuses a row whose key exists, and goes on', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const insert = (): Promise<void> => journal.run('INSERT INTO fix_sessions VALUES (?, ?, ?)', [1, '{}', 5])
    await insert()
    await expect(insert()).rejects.toThrow('UNIQUE constraint failed: fix_sessions.session')
    await commit(journal, tradeBatch(1))
    expect(openTestReader(directory).lastPosition()).toBe(tradeBatch(1).events.length)
  })

  test('answers each of many rows that come at once, around a batch and to the end', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const insert = (session: number) => journal.run('INSERT INTO fix_sessions VALUES (?, ?, ?)', [session, '{}', 5])
    const numbers = Array.from({ length: 600 }, (_, index) => index)
    const first = numbers.map(insert)
    const batches = commit(journal, tradeBatch(1))
    const again = Promise.allSettled(numbers.map(insert))
    const last = insert(600)
    await Promise.all([...first, batches, last, journal.close()])
    expect(new Set((await again).map(({ status }) => status))).toEqual(new Set(['rejected']))
    const rows = openTestJournal(directory, { writer }).all<{ session: number }>('SELECT session FROM fix_sessions', [])
    expect(rows.map(({ session }) => session)).toEqual([...numbers, 600])
  })

  test('refuses a row once it is closed', async () => {
    const journal = openTestJournal(temporaryDirectory(), { writer })
    await journal.close()
    await expect(journal.run('INSERT INTO fix_sessions VALUES (?, ?, ?)', [1, '{}', 5])).rejects.toThrow('the journal is closed')
  })

  test('tells the size and duration of each commit', async () => {
    const directory = temporaryDirectory()
    const figures: CommitFigures[] = []
    const begun = performance.now()
    const journal = openTestJournal(directory, { writer, onCommit: (one) => figures.push(one) })
    const [first, second] = tradeBatches(2)
    await commitAll(journal, [first!, second!])
    expect(figures.map(({ events }) => events)).toEqual([first!.events.length, second!.events.length])
    for (const { bytes, events, durationMs, writeMs } of figures) {
      expect(bytes).toBeGreaterThan(40 * events)
      expect(durationMs).toBeGreaterThanOrEqual(writeMs)
      expect(writeMs).toBeGreaterThan(0)
    }
    expect(figures.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeLessThan(performance.now() - begun)
  })

  test('takes a batch that is larger than any before', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer })
    const [event] = tradeBatch(1).events
    const small = batch(1, [event!])
    const large = batch(
      2,
      Array.from({ length: 20_000 }, () => event!),
    )
    await commitAll(journal, [small, large])
    expect(openTestReader(directory).batches(2, { batches: 1 })).toStrictEqual([large])
  })
})

describe('journal.db', () => {
  test('of another format is refused with one line', () => {
    const directory = temporaryDirectory()
    const path = journalPath(directory)
    openTestJournal(directory)
    const database = new Database(path)
    database.exec("UPDATE meta SET value = 3 WHERE key = 'format'")
    database.close()
    const open = () => new ThreadedJournal({ directory, onFailure: () => undefined })
    expect(open).toThrow(new DataDirectoryError(`${path} has format 3; this version of Fillgate reads format 2`))
    expect(() => openTestReader(directory)).toThrow(new DataDirectoryError(`${path} has format 3; this version of Fillgate reads format 2`))
  })

  test('that is another kind of database is refused with one line', () => {
    const directory = temporaryDirectory()
    const database = new Database(journalPath(directory))
    database.exec('CREATE TABLE mine (id INTEGER)')
    database.close()
    const open = () => new ThreadedJournal({ directory, onFailure: () => undefined })
    expect(open).toThrow(new DataDirectoryError(`${journalPath(directory)} is no journal of Fillgate`))
  })

  test('is the only file that must survive', async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer: 'thread' })
    const batches = tradeBatches(5)
    await commitAll(journal, batches)
    await journal.close()
    for (const suffix of ['-wal', '-shm']) rmSync(join(directory, `journal.db${suffix}`), { force: true })
    expect(openTestReader(directory).batches(1, { batches: 9 })).toStrictEqual(batches)
  })

  test('has failed where a row that is to be changed is damaged: who asked may have the change in memory already', async () => {
    const directory = temporaryDirectory()
    await openTestJournal(directory).close()
    const database = new Database(journalPath(directory))
    const page = database.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'api_keys'").pluck().get()!
    const pageBytes = database.pragma('page_size', { simple: true }) as number
    database.close()
    const content = readFileSync(journalPath(directory))
    writeFileSync(journalPath(directory), content.fill(0xff, (page - 1) * pageBytes, page * pageBytes))

    const failures: string[] = []
    const journal = openTestJournal(directory, { writer: 'thread', onFailure: ({ message }) => failures.push(message) })
    const complaint = 'the journal thread failed with SQLITE_CORRUPT: database disk image is malformed'
    await expect(journal.run("UPDATE api_keys SET revoked_at = 1 WHERE id = 'a'", [])).rejects.toThrow(complaint)
    expect(failures).toEqual([complaint])
    await expect(journal.run('DELETE FROM fix_sessions', [])).rejects.toThrow('the journal has failed')
  })

  test('has failed where another program keeps it locked for longer than rows can wait, as it has for a batch', async () => {
    const directory = temporaryDirectory()
    const failures: string[] = []
    const journal = openTestJournal(directory, { writer: 'thread', onFailure: ({ message }) => failures.push(message) })
    await journal.run('DELETE FROM fix_sessions', [])
    const other = new Database(journalPath(directory))
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const complaint = 'the journal thread failed with SQLITE_BUSY: database is locked'
    await expect(journal.run("UPDATE api_keys SET revoked_at = 1 WHERE id = 'a'", [])).rejects.toThrow(complaint)
    expect(failures).toEqual([complaint])
  })

  test.each([
    ['journal.db', ['journal.db'], 'journal.db.saved', 10, []],
    ['journal.db', ['journal.db', 'journal.db-wal', 'journal.db-shm'], 'journal.db.saved', 10, []],
    ['journal.db-wal', ['journal.db-wal'], 'journal.db.saved', 10, []],
    ['journal.db', ['journal.db'], 'journal.db.saved.3', 10, ['journal.db.saved', 'journal.db.saved.2']],
    // before the checkpointer has opened it
    ['journal.db', ['journal.db'], 'journal.db.saved', 1, []],
    ['journal.db-wal', ['journal.db-wal'], 'journal.db.saved', 1, []],
  ])('has failed where %s is taken away from it (%j), and saves all that was committed: %s', async (gone, deleted, saved, after, left) => {
    const directory = temporaryDirectory()
    for (const file of left) writeFileSync(join(directory, file), 'of another time')
    const batches: Batch[] = []
    const { name, message } = await new Promise<Error>((resolve) => {
      const journal = openTestJournal(directory, { writer: 'thread', onFailure: resolve })
      const commitNext = (): void => {
        const [event] = tradeBatch(1).events
        const next = batch(batches.length + 1, [event!])
        journal.commit(next, () => {
          batches.push(next)
          if (batches.length === after) for (const file of deleted) rmSync(join(directory, file))
          commitNext()
        })
      }
      commitNext()
    })
    expect({ name, message }).toEqual({
      name: 'DataDirectoryError',
      message: expect.stringContaining(
        `${join(directory, gone)} was deleted, moved or replaced while the gateway ran: everything up to now is in ${join(directory, saved)}: `,
      ) as string,
    })
    const later = temporaryDirectory()
    copyFileSync(join(directory, saved), journalPath(later))
    expect(openTestReader(later).batches(1, { batches: batches.length + 1 })).toStrictEqual(batches)
  })

  test('has failed where its log is taken away from beside what journal.db is a link to', () => {
    const [directory, other] = [temporaryDirectory(), temporaryDirectory()]
    new JournalFile(directory).close()
    renameSync(journalPath(directory), journalPath(other))
    symlinkSync(journalPath(other), journalPath(directory))
    const file = new JournalFile(directory)
    onTestFinished(() => file.close())
    file.requireInPlace()
    rmSync(`${journalPath(other)}-wal`)
    expect(() => file.requireInPlace()).toThrow(`${journalPath(other)}-wal was deleted, moved or replaced`)
  })

  test('tells how long commits had to wait while it was tried to begin its log anew', async () => {
    const stalls: number[] = []
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory, { writer: 'thread', onCheckpointStall: (durationMs) => stalls.push(durationMs) })
    // whoever reads keeps the log from being begun anew: it grows until the checkpointer tries, in vain
    const reader = new Database(journalPath(directory), { readonly: true })
    onTestFinished(() => {
      reader.close()
    })
    reader.exec('BEGIN; SELECT * FROM batches')
    const [event] = tradeBatch(1).events
    const many = Array.from({ length: 20_000 }, () => event!)
    for (let position = 1; stalls.length === 0; position += many.length) await commit(journal, batch(position, many))
    expect(stalls[0]).toBeGreaterThan(0)
  })

  test('has everything that was said to be durable when the process was killed while committing', async () => {
    const directory = temporaryDirectory()
    const child = new Child('./commit-without-end.ts', directory)
    const said: string[] = []
    while (said.length < 200) said.push(await child.line())
    said.push(...(await child.kill()))
    const acknowledged = Number(said.at(-1))

    const journal = openTestJournal(directory)
    const reader = openTestReader(directory)
    const through = reader.lastPosition()
    expect(through).toBeGreaterThanOrEqual(acknowledged)
    expect(checkJournal(directory)).toMatchObject({ faults: [], through })
    let next = 1
    while (next <= through) {
      const batches = reader.batches(next, { batches: 500 })
      expect(batches).toStrictEqual(batches.map(({ position }) => tradeBatch(position)))
      next = batches.at(-1)!.position + batches.at(-1)!.events.length
    }
    await commit(journal, tradeBatch(next))
    expect(checkJournal(directory)).toMatchObject({ faults: [], through: reader.lastPosition() })
  })
})
