import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError } from '../directory/data-directory-error.ts'

/** A file that holds commits which have been moved out of journal.db: the whole ones of a range of positions. */
export interface ArchiveFile {
  readonly name: string
  readonly path: string
  /** positions of its first event and of its last */
  readonly first: number
  readonly last: number
}

export const archiveFolder = (directory: string): string => join(directory, 'archive')

/** Beside an archive: its SHA-256 in the form of sha256sum. */
export const sumPath = (archivePath: string): string => `${archivePath}.sha256`

/** The file of a range, whether it exists or not. */
export function archiveFile(directory: string, { first, last }: { readonly first: number; readonly last: number }): ArchiveFile {
  const name = `journal-${digits(first)}-${digits(last)}.db`
  return { name, path: join(archiveFolder(directory), name), first, last }
}

/** The archives of a data directory, or of a backup, as their names have it: oldest first. Throws DataDirectoryError where `archive` is no folder. */
export function archivesOf(directory: string): readonly ArchiveFile[] {
  return namesIn(archiveFolder(directory))
    .flatMap((name) => {
      const [, first, last] = /^journal-(\d{16})-(\d{16})\.db$/.exec(name) ?? []
      return first === undefined ? [] : [archiveFile(directory, { first: Number(first), last: Number(last) })]
    })
    .sort((a, b) => a.first - b.first)
}

/** First position before `end` that none of the archives has; undefined where they have them all. */
export function firstMissing(archives: readonly ArchiveFile[], end: number): number | undefined {
  let next = 1
  for (const { first, last } of archives) {
    if (first > next) break
    next = Math.max(next, last + 1)
  }
  return next < end ? next : undefined
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new DataDirectoryError(`${folder} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

const digits = (position: number): string => String(position).padStart(16, '0')
