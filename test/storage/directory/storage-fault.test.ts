import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { isDamage, isDiskFailure, isHeld, isUnusable, readFault, storageFault } from '../../../src/storage/directory/storage-fault.ts'
import { MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('what the system refuses of a data directory is a fault of its storage, told on one line; of anything else it is a bug', () => {
  const directory = temporaryDirectory()
  const folder = join(directory, 'delivery.db')
  mkdirSync(folder)
  expect(faultOf(() => readFileSync(folder + '/none'), directory)).toBe(`ENOENT: no such file or directory, open '${folder}/none'`)
  expect(faultOf(() => rmSync(folder), directory)).toContain(folder)
  expect(faultOf(() => readFileSync('/none'), directory)).toBeUndefined()
  expect(storageFault(new TypeError(`x of ${directory} is not a function`), directory)).toBeUndefined()
})

describe('what SQLite says', () => {
  const VERIFY = 'what it says; "npm run verify -- /data" says what is wrong'
  const MAY_NOT = 'what it says: it may not be written, or its -wal or -shm may not'
  const HELD = 'what it says: another program holds it'

  test.each([
    ['SQLITE_CORRUPT', VERIFY, ['damage', 'unusable']],
    ['SQLITE_CORRUPT_INDEX', VERIFY, ['damage', 'unusable']],
    ['SQLITE_NOTADB', VERIFY, ['damage', 'unusable']],
    ['SQLITE_CANTOPEN', 'what it says', ['unusable']],
    ['SQLITE_CANTOPEN_ISDIR', 'what it says', ['unusable']],
    ['SQLITE_READONLY', MAY_NOT, ['unusable']],
    ['SQLITE_READONLY_DIRECTORY', MAY_NOT, ['unusable']],
    ['SQLITE_PERM', 'what it says', ['unusable']],
    ['SQLITE_BUSY', HELD, ['held']],
    ['SQLITE_BUSY_RECOVERY', HELD, ['held']],
    ['SQLITE_FULL', 'what it says', ['disk failure']],
    ['SQLITE_IOERR', 'what it says', ['disk failure']],
    ['SQLITE_IOERR_WRITE', 'what it says', ['disk failure']],
    ['SQLITE_CONSTRAINT_UNIQUE', 'what it says', []],
  ])('with %s is told on one line, also by another thread', (code, told, kinds) => {
    const error = new Database.SqliteError('what it\n  says', code)
    expect(storageFault(error, '/data')).toBe(told)
    expect(storageFault(fromOtherThread(error), '/data')).toBe(told)
    const tests = { damage: isDamage, unusable: isUnusable, held: isHeld, 'disk failure': isDiskFailure }
    expect(Object.entries(tests).flatMap(([kind, is]) => (is(error) ? [kind] : []))).toEqual(kinds)
    expect(isDiskFailure(fromOtherThread(error))).toBe(kinds.includes('disk failure'))
  })

  test('of a record that can not be read says what tells more', () => {
    const error = new MalformedRecord('a record is cut off')
    const told = 'a record is cut off; "npm run verify -- /data" says what is wrong'
    expect([storageFault(error, '/data'), storageFault(fromOtherThread(error), '/data')]).toEqual([told, told])
  })

  test('of a journal that may not be opened where it is says what to do', () => {
    const copy = 'what it says: it may not be read, or nothing may be written beside it: copy it to where both may be'
    const faults = ['SQLITE_CANTOPEN', 'SQLITE_CANTOPEN_ISDIR', 'SQLITE_CORRUPT'].map((code) =>
      readFault(new Database.SqliteError('what it says', code)),
    )
    expect(faults).toEqual([copy, copy, 'what it says'])
  })
})

/** Without its class, as errors come from a worker thread. */
function fromOtherThread(error: Error & { readonly code?: string }): Error {
  const { name, message, code } = error
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })
}

function faultOf(work: () => void, directory: string): string | undefined {
  try {
    work()
  } catch (error) {
    return storageFault(error, directory)
  }
  throw new Error('nothing was refused')
}
