import { existsSync, lstatSync, unlinkSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { DataDirectoryError } from './data-directory-error.ts'
import { isDamage, isDiskFailure } from './storage-fault.ts'

/**
 * Deletes a database that can be made anew, and what lies beside it. Whoever has it open keeps what was there. Throws DataDirectoryError where a
 * folder has taken its place.
 */
export function deleteDatabase(path: string): void {
  const files = ['', '-wal', '-shm'].map((suffix) => path + suffix)
  const folder = files.find((file) => lstatSync(file, { throwIfNoEntry: false })?.isDirectory())
  if (folder !== undefined) throw new DataDirectoryError(`${folder} is a folder: move it away`)
  // `rmSync` takes what may not be deleted for a folder, and says so
  for (const file of files) if (existsSync(file)) unlinkSync(file)
}

/** Deletes a damaged database that can be made anew; returns why the process ends, on one line. */
function deleteDamaged(path: string, { message }: Error): DataDirectoryError {
  deleteDatabase(path)
  return new DataDirectoryError(`${path} was damaged (${message}) and is deleted: the next start makes it anew`)
}

/** Why the process ends where an error of such a database is damage, which deletes it, or a disk that fails; undefined where it is another. */
export function endingOf(path: string, error: unknown): DataDirectoryError | undefined {
  if (isDamage(error)) return deleteDamaged(path, error)
  // SQLite does not say which file the disk has failed at
  if (!isDiskFailure(error)) return undefined
  return new DataDirectoryError(`${path} cannot be used: ${error.message}; it may be deleted: the next start makes it anew`, {
    cause: error,
  })
}

/** Does work on a database that can be made anew. Damage that is met deletes it; it, or a disk that fails, is thrown as why the process ends. */
export function deletingDamaged<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw endingOf(path, error) ?? error
  }
}

/**
 * Tells `onFailure` when a statement of a database that can be made anew meets damage, or a disk that fails: the process has to end. A damaged file is
 * deleted, so that the next process does not meet the same. The error goes on to whoever ran the statement. To be called before any is prepared.
 */
export function watchExpendable(database: Database.Database, onFailure: (error: Error) => void): void {
  let hasFailed = false
  const watched: Watched = (work) => {
    try {
      return work()
    } catch (error) {
      const ending = endingOf(database.name, error)
      if (ending !== undefined && !hasFailed) onFailure(ending)
      hasFailed ||= ending !== undefined
      throw error
    }
  }
  const { prepare, transaction } = database
  database.prepare = ((sql: string) => {
    const statement = watched(() => prepare.call(database, sql)) as Database.Statement
    const { run, get, all, iterate } = statement
    statement.run = (...values: unknown[]) => watched(() => run.apply(statement, values))
    statement.get = (...values: unknown[]) => watched(() => get.apply(statement, values))
    statement.all = (...values: unknown[]) => watched(() => all.apply(statement, values))
    statement.iterate = (...values: unknown[]) => watchedRows(watched, () => iterate.apply(statement, values))
    return statement
  }) as typeof prepare
  database.transaction = ((work: (...values: unknown[]) => unknown) => {
    const whole = transaction.call(database, work)
    return (...values: unknown[]) => watched(() => whole(...values))
  }) as typeof transaction
}

type Watched = <Result>(work: () => Result) => Result

function* watchedRows(watched: Watched, begin: () => IterableIterator<unknown>): Generator<unknown, void> {
  const rows = watched(begin)
  try {
    for (let row = watched(() => rows.next()); !row.done; row = watched(() => rows.next())) yield row.value
  } finally {
    rows.return?.()
  }
}
