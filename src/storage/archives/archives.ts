import Database from 'better-sqlite3'
import { type BatchStatements, prepareBatchStatements } from '../journal-reading/batch-statements.ts'
import { DataDirectoryError } from '../directory/data-directory-error.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import { genesisOf } from '../journal/journal-file.ts'
import { type ArchiveFile, archiveFolder, archivesOf } from './archive-files.ts'

/** An archive that is open for reading. */
export interface OpenArchive extends ArchiveFile {
  readonly statements: BatchStatements
  readonly database: Database.Database
}

/** archives that are open at a time */
const MOST_OPEN = 4
const PAGE_CACHE_KIB = 1024

/** The archives of a journal, for whoever reads them: opened when they are asked for, and a few of them kept open. */
export class Archives {
  private readonly directory: string
  private readonly genesis: Buffer
  private files: readonly ArchiveFile[] = []
  /** least recently used first */
  private readonly open = new Map<string, OpenArchive>()

  /** `genesis`: of the journal that they belong to. */
  constructor(directory: string, genesis: Buffer) {
    this.directory = directory
    this.genesis = genesis
  }

  /** The archive of a position that journal.db has no more. Throws DataDirectoryError when it is missing. */
  at(position: number): OpenArchive {
    const holds = ({ first, last }: ArchiveFile): boolean => first <= position && position <= last
    let file = this.files.find(holds)
    if (!file) {
      // one that was made since
      this.files = archivesOf(this.directory)
      file = this.files.find(holds)
    }
    if (!file) throw new DataDirectoryError(missingArchive(this.directory, position))
    return this.opened(file)
  }

  /** What `read` finds in the archive of a position, see `at`. Throws DataDirectoryError also when SQLite, or `read`, can't make sense of it. */
  read<Found>(position: number, read: (archive: OpenArchive) => Found): Found {
    const archive = this.at(position)
    try {
      return read(archive)
    } catch (error) {
      if (!(error instanceof Database.SqliteError || error instanceof MalformedRecord)) throw error
      // somebody may put another in its place, which is then to be read
      this.open.delete(archive.name)
      archive.database.close()
      throw unreadable(archive, error)
    }
  }

  close(): void {
    for (const { database } of this.open.values()) database.close()
    this.open.clear()
  }

  private opened(file: ArchiveFile): OpenArchive {
    const archive = this.open.get(file.name) ?? openArchive(file, this.genesis)
    this.open.delete(file.name)
    this.open.set(file.name, archive)
    if (this.open.size > MOST_OPEN) {
      const [oldest] = this.open.values()
      this.open.delete(oldest!.name)
      oldest!.database.close()
    }
    return archive
  }
}

export function missingArchive(directory: string, position: number): string {
  return `${archiveFolder(directory)} has no archive with position ${position}, which journal.db has no more: put the archives back`
}

/** Of an archive with commits behind the last of a journal.db, which is an older copy then: they were in it before they were moved. */
export function lostEnd({ path, last }: ArchiveFile, end: number): string {
  return `${path} goes through position ${last}, but journal.db ends at ${end}: put the journal.db and journal.db-wal back that belong to it, or move it, and the archives behind it, away to go on without what is behind ${end}`
}

/** Opens an archive to read it. Throws DataDirectoryError when it can't be read or is of another journal. */
export function openArchive(file: ArchiveFile, genesis: Buffer): OpenArchive {
  let database: Database.Database | undefined
  try {
    database = new Database(file.path, { readonly: true, fileMustExist: true })
    // read from end to end, or here and there: what was read is not soon read again
    database.pragma(`cache_size = -${PAGE_CACHE_KIB}`)
    if (!genesisOf(database).equals(genesis)) throw new DataDirectoryError(`${file.path} is of another journal`)
    return { ...file, database, statements: prepareBatchStatements(database) }
  } catch (error) {
    database?.close()
    if (error instanceof DataDirectoryError) throw error
    throw unreadable(file, error as Error)
  }
}

const unreadable = ({ path }: ArchiveFile, cause: Error): DataDirectoryError =>
  new DataDirectoryError(`${path} can't be read: ${cause.message}`, { cause })
