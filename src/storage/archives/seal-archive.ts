import { chmodSync, closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { type BatchStatements, chainThrough, prepareBatchStatements, readBatches } from '../journal-reading/batch-statements.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import { settleFile, sync, writeDurably } from '../directory/durable-file.ts'
import type { StoredBatch } from '../journal-reading/journal-reader.ts'
import { nextChain } from '../journal/hash-chain.ts'
import { BATCHES_TABLE, genesisOf, JOURNAL_FORMAT, prepareBatchInsert } from '../journal/journal-file.ts'
import { openNewDatabase } from '../directory/new-database.ts'
import { type ArchiveFile, archiveFile, archiveFolder, sumPath } from './archive-files.ts'
import { sumFault, sumLine } from './archive-sum.ts'
import { Archives, openArchive } from './archives.ts'

/** Whole batches: the first is at `first`, and the last ends with `last`. */
export interface Range {
  readonly first: number
  readonly last: number
}

/** An archive is not what it has to be: nothing may be taken out of journal.db for it. */
export class ArchiveFault extends Error {}

const SLICE = { batches: 500, bytes: 512 * 1024 }

/**
 * Makes the archive of a range of a data directory's journal.db, of which `journal` is a connection: written, synced, read again and compared, and only then
 * given its name. Nothing is taken out of journal.db. One that exists already, because a process ended before it had taken out all of it, is compared once
 * more. `rest` is called between short pieces of work. Throws ArchiveFault when what it reads is not what was written.
 */
export function sealArchive(journal: Database.Database, directory: string, range: Range, rest: () => void): ArchiveFile {
  const file = archiveFile(directory, range)
  const hot = prepareBatchStatements(journal)
  const genesis = genesisOf(journal)
  // a journal that lost its end may not lose all
  if ((hot.last.get()?.position ?? 0) <= range.last) throw new ArchiveFault(`${file.path}: journal.db has nothing behind it`)
  const ends = { before: chainBefore(range.first, { hot, directory, genesis }), last: chainThrough(hot, range.last) }
  if (existsSync(file.path)) {
    const fault = sumFault(file.path)
    if (fault !== undefined) throw new ArchiveFault(`${file.path}: ${fault}`)
    compare(file, { genesis, ends, rest })
    // the process that made it may have ended before its name was on the disk
    sync(archiveFolder(directory))
    return file
  }
  prepareFolder(directory, file)
  const partial = { ...file, path: `${file.path}.partial` }
  try {
    writeBatches(hot, partial, genesis, rest)
    compare(partial, { genesis, ends, rest })
    // the archive has its name last: one that has it has its sum
    writeDurably(sumPath(file.path), [Buffer.from(sumLine(partial.path, file.name, rest))])
    chmodSync(partial.path, 0o400)
    renameSync(partial.path, file.path)
  } finally {
    // it may have been the room that was missing
    rmSync(partial.path, { force: true })
  }
  sync(archiveFolder(directory))
  return file
}

function prepareFolder(directory: string, { name: wanted }: ArchiveFile): void {
  const folder = archiveFolder(directory)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  sync(directory)
  // what an archive that did not come to its end has left: it began where this one does, and others that are away come back to their sums
  const beginning = wanted.slice(0, wanted.lastIndexOf('-'))
  for (const name of readdirSync(folder)) {
    const isSumOfNone =
      name.startsWith(beginning) && name.endsWith('.sha256') && !existsSync(join(folder, name.slice(0, -'.sha256'.length)))
    if (name.endsWith('.partial') || isSumOfNone) rmSync(join(folder, name))
  }
}

function writeBatches(hot: BatchStatements, { path, first, last }: ArchiveFile, genesis: Buffer, rest: () => void): void {
  const database = openNewDatabase(path)
  const descriptor = openSync(path, 'r+')
  try {
    database.exec(`CREATE TABLE meta (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID; ${BATCHES_TABLE}`)
    const insertMeta = database.prepare<[string, number | Buffer]>('INSERT INTO meta VALUES (?, ?)')
    insertMeta.run('format', JOURNAL_FORMAT)
    insertMeta.run('genesis', genesis)
    const insert = prepareBatchInsert(database)
    const insertAll = database.transaction((batches: readonly StoredBatch[]) => {
      for (const { position, positions, sealedAt, chain, sessions, events } of batches)
        insert.run(position, positions, sealedAt, chain, sessions, events)
    })
    for (const slice of slices(hot, first, last)) {
      insertAll(slice)
      // a little at a time: commits wait for the same disk
      fdatasyncSync(descriptor)
      rest()
    }
  } finally {
    closeSync(descriptor)
    database.close()
  }
  settleFile(path)
}

/** Follows the hash chain through an archive, from the value before it to the one that journal.db has at its end. */
function compare(
  file: ArchiveFile,
  given: {
    readonly genesis: Buffer
    readonly ends: { readonly before: Buffer; readonly last: Buffer | undefined }
    readonly rest: () => void
  },
): void {
  const { ends, rest } = given
  const archive = openArchive(file, given.genesis)
  try {
    let chain = ends.before
    let next = file.first
    for (const slice of slices(archive.statements, file.first, file.last)) {
      for (const batch of slice) {
        const { position, positions, sessions, events } = batch
        if (position !== next) throw new ArchiveFault(`${file.path}: there is no batch at position ${next}`)
        chain = nextChain(chain, position, [sessions, events])
        if (!chain.equals(batch.chain)) throw new ArchiveFault(`${file.path}: the batch at position ${position} was altered`)
        next = position + positions
      }
      rest()
    }
    if (next !== file.last + 1 || ends.last === undefined || !chain.equals(ends.last))
      throw new ArchiveFault(`${file.path}: it is not what journal.db has through position ${file.last}`)
  } finally {
    archive.database.close()
  }
}

/** The batches of a range, a few at a time. */
function* slices(table: BatchStatements, first: number, last: number): Generator<readonly StoredBatch[]> {
  for (let next = first; next <= last;) {
    const read = readBatches(table, next, SLICE).filter(({ position }) => position <= last)
    if (read.length === 0) return
    yield read
    const end = read[read.length - 1]!
    next = end.position + end.positions
  }
}

function chainBefore(
  first: number,
  { hot, directory, genesis }: { readonly hot: BatchStatements; readonly directory: string; readonly genesis: Buffer },
): Buffer {
  if (first === 1) return genesis
  const end = first - 1
  const archives = new Archives(directory, genesis)
  try {
    return chainThrough(hot, end) ?? archives.read(end, ({ statements }) => chainThrough(statements, end) ?? withoutBatch(end))
  } finally {
    archives.close()
  }
}

/** What is wrong with an archive that lies before is not told of the one that is being made. */
function withoutBatch(end: number): never {
  throw new MalformedRecord(`it has no batch that ends with position ${end}`)
}
