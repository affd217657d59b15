import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ArchiveFile, archiveFile, archiveFolder } from '../../src/storage/archives/archive-files.ts'
import { ArchiveFault, type Range } from '../../src/storage/archives/seal-archive.ts'
import { DataDirectoryError } from '../../src/storage/directory/data-directory-error.ts'
import { checkJournal } from '../../src/storage/journal-reading/journal-check.ts'
import { copyJournal } from '../../src/storage/journal-reading/journal-copy.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { encodeBatch } from '../../src/storage/encoding/batch-codec.ts'
import { nextChain } from '../../src/storage/journal/hash-chain.ts'
import { genesisOf, journalPath } from '../../src/storage/journal/journal-file.ts'
import { damageEvents, flipByte, seal, takeOut } from './support/archived.ts'
import { commitAll, openTestJournal, openTestReader } from './support/open-journal.ts'
import { openStrictJournal } from './support/strict-journal.ts'
import { temporaryDirectory } from './support/temporary-directory.ts'
import { tradeBatches } from './support/trade-batch.ts'

const BATCHES = tradeBatches(60)
const starts = BATCHES.map(({ position }) => position)
const LAST = BATCHES.at(-1)!.position + BATCHES.at(-1)!.events.length - 1
const FIRST: Range = { first: 1, last: starts[20]! - 1 }
const SECOND: Range = { first: starts[20]!, last: starts[40]! - 1 }
const THIRD: Range = { first: starts[40]!, last: starts[50]! - 1 }
/** positions at the ends of archives and batches, and between them */
const SOME = [0, 1, FIRST.last - 1, FIRST.last, SECOND.first, SECOND.first + 1, SECOND.last, SECOND.last + 1, LAST - 1, LAST, LAST + 5]
let original: string

beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'fillgate-archives-'))
  const journal = openStrictJournal(original)
  await commitAll(journal, BATCHES)
  await journal.close()
})

afterAll(() => rmSync(original, { recursive: true }))

/** The journal in a directory of its own. */
function journalIn(directory = temporaryDirectory()): string {
  copyFileSync(journalPath(original), journalPath(directory))
  return directory
}

/** … with two thirds of it in archives. */
function archived(): string {
  const directory = journalIn()
  for (const range of [FIRST, SECOND]) {
    seal(directory, range)
    takeOut(directory, range.last + 1)
  }
  return directory
}

/** SQLite can't make sense of the commits of an archive any more. */
function damageTable(path: string): void {
  const archive = new Database(path, { readonly: true })
  const page = archive.prepare<[], number>("SELECT rootpage FROM sqlite_master WHERE name = 'batches'").pluck().get()!
  const size = archive.pragma('page_size', { simple: true }) as number
  archive.close()
  const bytes = readFileSync(path).fill(0xff, (page - 1) * size, page * size)
  chmodSync(path, 0o600)
  writeFileSync(path, bytes)
}

/** Everything that a reader says. */
function readAll(directory: string): unknown {
  const reader = openTestReader(directory)
  const positions = [...SOME, ...starts]
  const onwards = <Row>(read: (from: number) => readonly Row[], after: (row: Row) => number): Row[] => {
    const rows: Row[] = []
    for (let next = 1; ;) {
      const found = read(next)
      if (found.length === 0) return rows
      rows.push(...found)
      next = after(found[found.length - 1]!)
    }
  }
  return {
    last: reader.lastPosition(),
    batches: onwards(
      (from) => reader.batches(from, { batches: 7 }),
      ({ position, events }) => position + events.length,
    ),
    stored: onwards(
      (from) => reader.stored(from, { batches: 50, bytes: 900 }),
      ({ position, positions }) => position + positions,
    ),
    numbers: onwards(
      (from) => reader.numbers(from, 9),
      ({ position, positions }) => position + positions,
    ),
    events: positions.map((position) => reader.eventAt(position)),
    firstRead: positions.map((position) => reader.batches(position, { batches: 1 })[0]?.position),
    chain: positions.map((position) => reader.chainThrough(position)),
    bytes: SOME.flatMap((after) => SOME.map((through) => reader.bytesBetween(after, through))),
  }
}

const states: readonly [string, (directory: string) => void][] = [
  ['an archive is made and nothing taken out', (directory) => void seal(directory, FIRST)],
  [
    'half of it is taken out',
    (directory) => {
      seal(directory, FIRST)
      takeOut(directory, starts[9]!)
    },
  ],
  [
    'all of it is taken out',
    (directory) => {
      seal(directory, FIRST)
      takeOut(directory, FIRST.last + 1)
    },
  ],
  [
    'a second archive is made, and half taken out',
    (directory) => {
      seal(directory, FIRST)
      takeOut(directory, FIRST.last + 1)
      seal(directory, SECOND)
      takeOut(directory, starts[33]!)
    },
  ],
]

describe('whoever reads a journal reads the same', () => {
  test.each(states)('when %s', (_state, reach) => {
    const directory = journalIn()
    const before = readAll(directory)
    reach(directory)
    expect(readAll(directory)).toStrictEqual(before)
  })

  test('while its reader is open, also about what was moved between two reads', () => {
    const directory = journalIn()
    const reader = openTestReader(directory)
    const before = reader.batches(1, { batches: 100 })
    seal(directory, FIRST)
    expect(reader.firstHot()).toBe(1)
    takeOut(directory, starts[9]!)
    expect([...reader.batches(1, { batches: 100 }), ...reader.batches(SECOND.first, { batches: 100 })]).toStrictEqual(before)
    takeOut(directory, FIRST.last + 1)
    expect(reader.firstHot()).toBe(SECOND.first)
    expect([...reader.batches(1, { batches: 100 }), ...reader.batches(SECOND.first, { batches: 100 })]).toStrictEqual(before)
  })

  test('when more archives are read than are kept open', () => {
    const directory = journalIn()
    const before = readAll(directory)
    for (let index = 0; index < 50; index += 5) seal(directory, { first: starts[index]!, last: starts[index + 5]! - 1 })
    takeOut(directory, starts[50]!)
    expect(readAll(directory)).toStrictEqual(before)
  })
})

test('of many archives that are read, a few are kept open, those that were read last', () => {
  const directory = journalIn()
  const archives = Array.from({ length: 6 }, (_, index): ArchiveFile => {
    const range = { first: starts[8 * index]!, last: starts[8 * (index + 1)]! - 1 }
    const archive = seal(directory, range)
    takeOut(directory, range.last + 1)
    return archive
  })
  const reader = openTestReader(directory)
  const read = (index: number): void => void reader.chainThrough(archives[index]!.last)
  for (const index of [0, 1, 2, 3, 0, 4, 5]) read(index)
  const links = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    const link = `/proc/self/fd/${descriptor}`
    return existsSync(link) ? [readlinkSync(link)] : []
  })
  expect(archives.filter(({ path }) => links.includes(path)).map(({ name }) => name)).toEqual(
    [0, 3, 4, 5].map((index) => archives[index]!.name),
  )
})

test('a journal of which something was moved goes on', async () => {
  const directory = archived()
  const journal = openTestJournal(directory)
  const further = tradeBatches(64).slice(60)
  await commitAll(journal, further)
  expect(checkJournal(directory)).toMatchObject({ faults: [], through: LAST + further.flatMap(({ events }) => events).length })
})

describe('an archive', () => {
  test('is named after its positions, for its owner alone, read-only, with its sum beside it', () => {
    const directory = archived()
    expect(readdirSync(archiveFolder(directory))).toEqual(
      [FIRST, SECOND].flatMap((range) => {
        const { name } = archiveFile(directory, range)
        return [name, `${name}.sha256`]
      }),
    )
    expect(archiveFile(directory, FIRST).name).toBe(`journal-0000000000000001-${String(FIRST.last).padStart(16, '0')}.db`)
    expect([statSync(archiveFolder(directory)).mode & 0o777, statSync(archiveFile(directory, FIRST).path).mode & 0o777]).toEqual([
      0o700, 0o400,
    ])
  })

  test('that is there already is compared, and made no second time', () => {
    const directory = journalIn()
    const { path } = seal(directory, FIRST)
    const made = readFileSync(path)
    takeOut(directory, starts[9]!)
    const { mtimeMs } = statSync(path)
    seal(directory, FIRST)
    expect([readFileSync(path).equals(made), statSync(path).mtimeMs]).toEqual([true, mtimeMs])
  })

  test('that is not what was written is refused, and journal.db keeps what it has', () => {
    const directory = journalIn()
    const { path } = seal(directory, FIRST)
    const back = flipByte(path, 5_000)
    expect(() => seal(directory, FIRST)).toThrow(new ArchiveFault(`${path}: a byte of it, or of the sum beside it, was changed`))
    back()
    seal(directory, FIRST)
    const journal = new Database(journalPath(directory))
    onTestFinished(() => void journal.close())
    journal.prepare<[Buffer, number]>('UPDATE batches SET chain = ? WHERE position = ?').run(Buffer.alloc(32), starts[19]!)
    expect(() => seal(directory, FIRST)).toThrow(ArchiveFault)
    expect(() => seal(directory, SECOND)).toThrow(ArchiveFault)
    expect(existsSync(archiveFile(directory, SECOND).path)).toBe(false)
  })

  test('is not made of all that there is', () => {
    const directory = journalIn()
    const range = { first: SECOND.first, last: LAST }
    expect(() => seal(directory, range)).toThrow(
      new ArchiveFault(`${archiveFile(directory, range).path}: journal.db has nothing behind it`),
    )
  })

  test('that was not finished is begun anew', () => {
    const directory = journalIn()
    mkdirSync(archiveFolder(directory))
    const { path } = archiveFile(directory, FIRST)
    for (const left of [`${path}.partial`, `${path}.sha256`, `${path}.sha256.partial`]) writeFileSync(left, 'cut')
    seal(directory, FIRST)
    expect(checkJournal(directory).faults).toEqual([])
    expect(readdirSync(archiveFolder(directory))).toHaveLength(2)
  })

  test('takes away what an earlier attempt has left, and not the sum of an archive that is away', () => {
    const directory = archived()
    const away = archiveFile(directory, FIRST)
    const third = { first: SECOND.last + 1, last: starts[50]! - 1 }
    rmSync(away.path)
    writeFileSync(`${archiveFile(directory, { ...third, last: starts[45]! - 1 }).path}.sha256`, 'of an earlier attempt')
    seal(directory, third)
    const names = [SECOND, third].flatMap((range) => [archiveFile(directory, range).name, `${archiveFile(directory, range).name}.sha256`])
    expect(readdirSync(archiveFolder(directory)).sort()).toEqual([`${away.name}.sha256`, ...names])
  })

  test('of which the writing fails leaves journal.db and its readers as they were', () => {
    const directory = journalIn()
    const before = readAll(directory)
    for (let steps = 0; ; steps++) {
      let left = steps
      const stopping = (): void => {
        if (left-- === 0) throw new Error('stop')
      }
      let isMade = false
      try {
        seal(directory, FIRST, stopping)
        isMade = true
      } catch {
        expect(readdirSync(archiveFolder(directory)).filter((name) => !name.endsWith('.sha256'))).toEqual([])
      }
      expect(checkJournal(directory).faults).toEqual([])
      if (isMade) break
    }
    expect(readAll(directory)).toStrictEqual(before)
  })
})

describe('an archive behind the end of an older journal.db', () => {
  /** The batches before a position are all that journal.db had as it was copied. */
  function older(before: number): string {
    const directory = archived()
    rmSync(journalPath(directory))
    journalIn(directory)
    const database = new Database(journalPath(directory))
    database.prepare('DELETE FROM batches WHERE position >= ?').run(before)
    database.close()
    return directory
  }

  test('is no part of that journal: it is not opened, and the check names it', () => {
    const directory = older(starts[30]!)
    const last = starts[30]! - 1
    const { path, name } = archiveFile(directory, SECOND)
    expect(() => new JournalReader(directory)).toThrow(
      new DataDirectoryError(
        `${path} goes through position ${SECOND.last}, but journal.db ends at ${last}: put the journal.db and journal.db-wal back that belong to it, ` +
          `or move it, and the archives behind it, away to go on without what is behind ${last}`,
      ),
    )
    expect(checkJournal(directory).faults).toEqual([
      `archive/${name} knows of a commit that ends with position ${SECOND.last}; the journal has none, and ends with ${last}`,
    ])
    rmSync(path)
    expect(openTestReader(directory).lastPosition()).toBe(last)
  })

  test('that has gone on since: the check finds that they differ', async () => {
    const directory = older(starts[30]!)
    rmSync(archiveFolder(directory), { recursive: true })
    const journal = openTestJournal(directory)
    await commitAll(
      journal,
      BATCHES.slice(30).map((batch) => ({ ...batch, sealedAt: batch.sealedAt + 1 })),
    )
    await journal.close()
    cpSync(archiveFolder(archived()), archiveFolder(directory), { recursive: true })
    expect(checkJournal(directory).faults).toEqual([
      expect.stringContaining(`position ${SECOND.last}: archive/${archiveFile(directory, SECOND).name} knows of another chain`),
    ])
  })
})

describe('an archive that is missing is named', () => {
  const message = (directory: string, position: number): string =>
    `${archiveFolder(directory)} has no archive with position ${position}, which journal.db has no more: put the archives back`

  test('when the journal is opened', () => {
    const directory = archived()
    rmSync(archiveFile(directory, SECOND).path)
    expect(() => new JournalReader(directory)).toThrow(message(directory, SECOND.first))
    rmSync(archiveFile(directory, FIRST).path)
    expect(() => new JournalReader(directory)).toThrow(message(directory, 1))
  })

  test('when the journal is opened, also where the ones behind it are there', () => {
    const directory = archived()
    rmSync(archiveFile(directory, FIRST).path)
    expect(() => new JournalReader(directory)).toThrow(message(directory, 1))
  })

  test('when it is a link to a file that is not there', () => {
    const directory = archived()
    const { path, name } = archiveFile(directory, SECOND)
    rmSync(path)
    symlinkSync(`${path}.elsewhere`, path)
    expect(() => new JournalReader(directory)).toThrow(new DataDirectoryError(`${path} leads to no file: put the archive back`))
    expect(checkJournal(directory).faults).toContain(`archive/${name}: it leads to no file`)
  })

  test('when it goes while the journal is open', () => {
    const directory = archived()
    const reader = openTestReader(directory)
    expect(reader.eventAt(SECOND.first)).toBeDefined()
    rmSync(archiveFile(directory, FIRST).path)
    expect(() => reader.eventAt(1)).toThrow(`${archiveFile(directory, FIRST).path} can't be read: unable to open database file`)
    expect(reader.eventAt(SECOND.last)).toBeDefined()
  })

  test('and one of another journal is refused', async () => {
    const directory = archived()
    const other = temporaryDirectory()
    const journal = openTestJournal(other)
    await commitAll(journal, BATCHES.slice(0, 30))
    const { path } = seal(other, FIRST)
    copyFileSync(path, `${archiveFile(directory, FIRST).path}.other`)
    rmSync(archiveFile(directory, FIRST).path)
    copyFileSync(path, archiveFile(directory, FIRST).path)
    expect(() => openTestReader(directory).eventAt(1)).toThrow(`${archiveFile(directory, FIRST).path} is of another journal`)
  })
})

describe('an archive that is damaged is named', () => {
  test('by whoever reads of it, until it is whole again', () => {
    const directory = archived()
    const { path } = archiveFile(directory, FIRST)
    const mend = damageEvents(path, starts[3]!)
    const reader = openTestReader(directory)
    expect(reader.eventAt(starts[2]!)).toEqual(BATCHES[2]!.events[0])
    const message = `${path} can't be read: the events of a batch were cut short or altered`
    for (const read of [
      () => reader.batches(1, { batches: 10 }),
      () => reader.stored(starts[3]!, { batches: 1 }),
      () => reader.eventAt(starts[3]!),
    ]) {
      expect(read).toThrow(DataDirectoryError)
      expect(read).toThrow(message)
    }
    mend()
    expect(reader.eventAt(starts[3]!)).toEqual(BATCHES[3]!.events[0])
  })

  test('by whoever makes the one behind it', () => {
    const directory = archived()
    const { path } = archiveFile(directory, SECOND)
    damageTable(path)
    expect(() => seal(directory, THIRD)).toThrow(new DataDirectoryError(`${path} can't be read: database disk image is malformed`))
  })

  test('by whoever makes the one behind it, also where its end is lost', () => {
    const directory = archived()
    const { path, last } = archiveFile(directory, SECOND)
    rmSync(`${path}.sha256`)
    const archive = new Database(path)
    archive.exec('DELETE FROM batches WHERE position = (SELECT max(position) FROM batches)')
    archive.close()
    expect(() => seal(directory, THIRD)).toThrow(
      new DataDirectoryError(`${path} can't be read: it has no batch that ends with position ${last}`),
    )
  })

  test.each([
    ['lost', 'DELETE FROM batches WHERE position = ?', `it has no batch at position ${starts[3]!}`],
    ['moved', 'UPDATE batches SET position = position + 1 WHERE position = ?', 'the batch at position'],
    ['made longer', 'UPDATE batches SET positions = positions + 1 WHERE position = ?', 'the batch at position'],
    ['emptied', "UPDATE batches SET events = '' WHERE position = ?", 'the batch at position'],
  ])('where a batch of it was %s', (_how, sql, fault) => {
    const directory = archived()
    const { path } = archiveFile(directory, FIRST)
    rmSync(`${path}.sha256`)
    const archive = new Database(path)
    archive.prepare<[number]>(sql).run(starts[3]!)
    archive.close()
    expect(() => openTestReader(directory).batches(1, { batches: 10 })).toThrow(`${path} can't be read: ${fault}`)
  })

  test('whichever byte has changed: what is read is what was written', () => {
    const directory = archived()
    const read = (): unknown[] => {
      const reader = openTestReader(directory)
      const questions = starts.map((position) => [
        () => reader.batches(position, { batches: 1 }),
        () => reader.numbers(position, 3),
        () => reader.eventAt(position),
      ])
      const answers = questions.flat().map((ask) => {
        try {
          return ask()
        } catch (error) {
          expect(error).toBeInstanceOf(DataDirectoryError)
          return undefined
        }
      })
      reader.close()
      return answers
    }
    const whole = read()
    const files = [FIRST, SECOND].map((range) => archiveFile(directory, range).path)
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }), (index, at, by) => {
        const back = flipByte(files[index]!, at % statSync(files[index]!).size, by)
        try {
          read().forEach((answer, asked) => {
            if (answer !== undefined) expect(answer).toStrictEqual(whole[asked])
          })
        } finally {
          back()
        }
      }),
      { numRuns: 40, seed: 6 },
    )
  })
})

describe('the check of a journal', () => {
  test.each(states)('finds the same when %s', (_state, reach) => {
    const directory = journalIn()
    const before = checkJournal(directory)
    reach(directory)
    const after = checkJournal(directory)
    for (const key of ['faults', 'batches', 'events', 'through', 'chain'] as const) expect(after[key]).toEqual(before[key])
  })

  test('names the archive of which a byte has changed, whichever it is', () => {
    const directory = archived()
    const files = [FIRST, SECOND].flatMap((range) => {
      const { path, name } = archiveFile(directory, range)
      return [
        { path, name },
        { path: `${path}.sha256`, name },
      ]
    })
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.nat(), fc.integer({ min: 1, max: 255 }), (index, at, by) => {
        const { path, name } = files[index]!
        const back = flipByte(path, at % statSync(path).size, by)
        const { faults } = checkJournal(directory)
        back()
        expect(faults[0]).toMatch(new RegExp(`^archive/${name}: `))
        expect(faults.filter((fault) => !fault.startsWith('archive/') && !fault.startsWith('position'))).toEqual([])
      }),
      { numRuns: 60, seed: 5 },
    )
    expect(checkJournal(directory).faults).toEqual([])
  })

  test('says which commit of which archive was changed by somebody who mended the sum', () => {
    const directory = archived()
    const { path, name } = archiveFile(directory, SECOND)
    rmSync(`${path}.sha256`)
    const archive = new Database(path)
    archive.prepare<[Buffer, number]>('UPDATE batches SET events = ? WHERE position = ?').run(Buffer.alloc(9), starts[25]!)
    archive.close()
    expect(checkJournal(directory).faults.slice(0, 2)).toEqual([
      `archive/${name}: its sum is missing: ${path}.sha256`,
      `archive/${name}: position ${starts[25]!}: the commit does not fit the hash chain: it, its place or the chain was changed`,
    ])
  })

  test('says where an archive ends that has lost its last commit, and that nothing else is missing', () => {
    const directory = archived()
    for (const range of [FIRST, SECOND]) {
      const { path } = archiveFile(directory, range)
      rmSync(`${path}.sha256`)
      const archive = new Database(path)
      archive.prepare('DELETE FROM batches WHERE position = (SELECT max(position) FROM batches)').run()
      archive.close()
    }
    const [first, second] = [FIRST, SECOND].map((range) => archiveFile(directory, range)) as [ArchiveFile, ArchiveFile]
    expect(checkJournal(directory).faults).toEqual([
      `archive/${first.name}: its sum is missing: ${first.path}.sha256`,
      `archive/${first.name}: it ends with position ${starts[19]! - 1}`,
      `archive/${second.name}: its sum is missing: ${second.path}.sha256`,
      `archive/${second.name}: it ends with position ${starts[39]! - 1}`,
    ])
  })

  test('finds that the archives do not go on into journal.db, and that one is missing', () => {
    const directory = archived()
    const { name } = archiveFile(directory, SECOND)
    rmSync(archiveFile(directory, FIRST).path)
    expect(checkJournal(directory).faults).toEqual([`position 1: the next archive is ${name}`])
    rmSync(archiveFile(directory, SECOND).path)
    expect(checkJournal(directory).faults).toEqual([
      `position 1: journal.db begins at position ${starts[40]!}, and no archive has what is before it`,
    ])
    const shortened = archived()
    takeOut(shortened, starts[45]!)
    expect(checkJournal(shortened).faults).toEqual([
      `position ${starts[40]!}: journal.db begins at position ${starts[45]!}, and no archive has what is before it`,
    ])
  })

  test('goes on into an archive that is made when it has been through the others, and names it where it can not read it', () => {
    for (const harm of [() => undefined, damageTable]) {
      const directory = archived()
      const { close } = Database.prototype
      const spy = vi.spyOn(Database.prototype, 'close').mockImplementation(function (this: Database.Database) {
        if (this.name === archiveFile(directory, SECOND).path) {
          spy.mockRestore()
          harm(seal(directory, THIRD).path)
          takeOut(directory, THIRD.last + 1)
        }
        return close.call(this)
      })
      const { faults, batches, through } = checkJournal(directory)
      expect({ faults, batches, through }).toEqual(
        harm === damageTable
          ? {
              faults: [`${archiveFile(directory, THIRD).path} can't be read: database disk image is malformed`],
              batches: 40,
              through: SECOND.last,
            }
          : { faults: [], batches: BATCHES.length, through: LAST },
      )
    }
  })

  test('goes through more commits than it reads at a time, of an archive as of journal.db', async () => {
    const directory = temporaryDirectory()
    await openTestJournal(directory).close()
    // as the journal does, which would sync each
    const journal = new Database(journalPath(directory))
    const insert = journal.prepare(
      'INSERT INTO batches (position, positions, sealed_at, chain, sessions, events) VALUES (?, 1, ?, ?, ?, ?)',
    )
    journal.transaction(() => {
      let chain = genesisOf(journal)
      for (let position = 1; position <= 1_200; position++) {
        const { sessions, events } = encodeBatch({ position, sealedAt: position, events: [], sessions: [] })
        chain = nextChain(chain, position, [sessions, events])
        insert.run(position, position, chain, sessions, events)
      }
    })()
    journal.close()
    const { path, name } = seal(directory, { first: 1, last: 600 })
    takeOut(directory, 601)
    expect(checkJournal(directory)).toMatchObject({ faults: [], batches: 1_200, through: 1_200 })
    const damage = (file: string, position: number): void => {
      const database = new Database(file)
      database.prepare<[number]>('UPDATE batches SET sealed_at = 0 WHERE position = ?').run(position)
      database.close()
    }
    damage(path, 599)
    damage(journalPath(directory), 1_199)
    expect(checkJournal(directory).faults.slice(1)).toEqual(
      [`archive/${name}: position 599`, 'position 1199'].map((place) => `${place}: the commit's place, length or time was changed`),
    )
    // where the last commits are
    const bytes = readFileSync(journalPath(directory))
    writeFileSync(journalPath(directory), bytes.fill(0xff, bytes.length - 4096))
    expect(checkJournal(directory).faults.at(-1)).toBe('journal.db: behind position 1100: database disk image is malformed')
  })

  test('names an archive that the system does not let it read, and goes on behind it', () => {
    const directory = archived()
    const [first, second] = [FIRST, SECOND].map((range) => archiveFile(directory, range)) as [ArchiveFile, ArchiveFile]
    // permission bits would not keep root from it
    rmSync(first.path)
    mkdirSync(first.path)
    rmSync(`${second.path}.sha256`)
    expect(checkJournal(directory).faults).toEqual([
      `archive/${first.name}: EISDIR: illegal operation on a directory, read`,
      `archive/${second.name}: its sum is missing: ${second.path}.sha256`,
    ])
    rmSync(second.path)
    mkdirSync(second.path)
    writeFileSync(`${second.path}.sha256`, '')
    const unreadable = [first, second].map(({ name }) => `archive/${name}: EISDIR: illegal operation on a directory, read`)
    expect(checkJournal(directory).faults).toEqual(unreadable)
    takeOut(directory, starts[45]!)
    expect(checkJournal(directory).faults).toEqual([
      ...unreadable,
      `position ${starts[40]!}: journal.db begins at position ${starts[45]!}, and no archive has what is before it`,
    ])
  })

  test('names an archive that it can not read of which journal.db still has a part, and nothing else', () => {
    const directory = archived()
    const { path, name } = seal(directory, THIRD)
    takeOut(directory, starts[45]!)
    rmSync(path)
    mkdirSync(path)
    expect(checkJournal(directory).faults).toEqual([`archive/${name}: EISDIR: illegal operation on a directory, read`])
  })

  test('holds a chain that was noted against an archive, too', () => {
    const directory = archived()
    const position = starts[10]! - 1
    const chain = openTestReader(directory).chainThrough(position)!.toString('hex')
    expect(checkJournal(directory, [{ position, chain, source: 'a note' }]).faults).toEqual([])
    expect(checkJournal(directory, [{ position, chain: '0'.repeat(64), source: 'a note' }]).faults).toEqual([
      `position ${position}: a note knows of another chain: ${'0'.repeat(64)}, not ${chain}`,
    ])
  })
})

describe('a copy of a journal with archives', () => {
  const read = (directory: string): unknown => {
    const reader = openTestReader(directory)
    const batches = []
    for (let next = 1; next <= LAST;) {
      const [batch] = reader.batches(next, { batches: 1 })
      if (!batch) break
      batches.push(batch)
      next = batch.position + batch.events.length
    }
    return { batches, chain: reader.chainThrough(reader.lastPosition()) }
  }

  test('has the same archives, byte for byte, and the same journal', () => {
    const directory = archived()
    const target = temporaryDirectory()
    const { batches, through, archives } = copyJournal({ from: directory, to: journalPath(target) })
    expect({ batches, through, archives }).toEqual({
      batches: BATCHES.length,
      through: LAST,
      archives: [archiveFile(target, FIRST), archiveFile(target, SECOND)],
    })
    for (const name of readdirSync(archiveFolder(directory)))
      expect(readFileSync(join(archiveFolder(target), name)).equals(readFileSync(join(archiveFolder(directory), name)))).toBe(true)
    expect(read(target)).toStrictEqual(read(directory))
    expect(checkJournal(target).faults).toEqual([])
  })

  test.each(states)('is the same when %s', (_state, reach) => {
    const directory = journalIn()
    reach(directory)
    const target = temporaryDirectory()
    expect(copyJournal({ from: directory, to: journalPath(target) })).toMatchObject({ batches: BATCHES.length, through: LAST })
    expect(read(target)).toStrictEqual(read(original))
    expect(checkJournal(target).faults).toEqual([])
  })

  test.each([
    ['in the first archive', starts[10]!, starts[10]! - 1, []],
    ['at the end of the first archive', FIRST.last, FIRST.last, []],
    ['behind the first batch of the second', starts[21]! - 1, starts[21]! - 1, [FIRST]],
    ['at the end of the second archive', SECOND.last, SECOND.last, [FIRST]],
    ['in journal.db', starts[50]!, starts[50]! - 1, [FIRST, SECOND]],
  ])('can end %s', (_place, asked, through, whole) => {
    const directory = archived()
    const target = temporaryDirectory()
    const copied = copyJournal({ from: directory, to: journalPath(target), through: asked })
    const [leftOut] = BATCHES.filter(({ position }) => position > through)
    expect([copied.through, copied.archives, copied.leftOutAt]).toEqual([
      through,
      whole.map((range) => archiveFile(target, range)),
      leftOut!.sealedAt,
    ])
    const from = temporaryDirectory()
    copyJournal({ from: original, to: journalPath(from), through: asked })
    expect(read(target)).toStrictEqual(read(from))
    expect(checkJournal(target).faults).toEqual([])
  })

  test.each([
    ['the time of the last commit', 'sealed_at', starts.at(-1)!, undefined],
    ['the length of the last commit', 'positions', starts.at(-1)!, undefined],
    ['the time of a commit in the middle', 'sealed_at', starts[50]!, undefined],
    ['the time of the first commit that is left out', 'sealed_at', starts[50]!, starts[50]!],
  ])('is not made where %s was changed', (_what, column, position, through) => {
    const directory = journalIn()
    const database = new Database(journalPath(directory))
    database.prepare(`UPDATE batches SET ${column} = ${column} + 1 WHERE position = ?`).run(position)
    database.close()
    const target = temporaryDirectory()
    expect(() => copyJournal({ from: directory, to: journalPath(target), ...(through !== undefined && { through }) })).toThrow(
      new DataDirectoryError(`the journal in ${directory} is damaged at position ${position}: the batch's length or time was altered`),
    )
    expect(readdirSync(target)).toEqual([])
  })

  test('is whole where commits come, and are moved, right before its last read', () => {
    const directory = journalIn()
    const journal = new Database(journalPath(directory))
    onTestFinished(() => void journal.close())
    journal.prepare<[number]>('DELETE FROM batches WHERE position > ?').run(SECOND.last)
    const { exec } = Database.prototype
    const spy = vi.spyOn(Database.prototype, 'exec').mockImplementation(function (this: Database.Database, sql) {
      if (this.readonly && sql === 'BEGIN') {
        spy.mockRestore()
        journal.prepare<[string]>('ATTACH ? AS original').run(journalPath(original))
        journal.prepare<[number]>('INSERT INTO main.batches SELECT * FROM original.batches WHERE position > ?').run(SECOND.last)
        seal(directory, { first: 1, last: starts[50]! - 1 })
        takeOut(directory, starts[50]!)
      }
      return exec.call(this, sql)
    })
    const target = temporaryDirectory()
    expect(copyJournal({ from: directory, to: journalPath(target) })).toMatchObject({ batches: BATCHES.length, leftOutAt: undefined })
    expect(read(target)).toStrictEqual(read(original))
  })

  test('is not made of one that was changed, and nothing is left of it', () => {
    const directory = archived()
    const { path } = archiveFile(directory, SECOND)
    flipByte(path, 4_200)
    const target = temporaryDirectory()
    expect(() => copyJournal({ from: directory, to: journalPath(target) })).toThrow(
      `${path}: a byte of it, or of the sum beside it, was changed`,
    )
    expect(readdirSync(target)).toEqual([])
  })
})
