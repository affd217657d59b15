import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { ArchiveFile } from '../../../src/storage/archives/archive-files.ts'
import { type Range, sealArchive } from '../../../src/storage/archives/seal-archive.ts'
import { journalPath } from '../../../src/storage/journal/journal-file.ts'

/** Makes the archive of a range; nothing leaves journal.db. */
export function seal(directory: string, range: Range, rest = (): void => undefined): ArchiveFile {
  const journal = new Database(journalPath(directory), { readonly: true })
  try {
    return sealArchive(journal, directory, range, rest)
  } finally {
    journal.close()
  }
}

/** Takes what lies before a position out of journal.db. */
export function takeOut(directory: string, before: number): void {
  const journal = new Database(journalPath(directory))
  journal.prepare<[number]>('DELETE FROM batches WHERE position < ?').run(before)
  journal.close()
}

/** Changes one byte of a file; what it returns changes it back. */
export function flipByte(path: string, at: number, by = 1): () => void {
  const flip = (): void => {
    chmodSync(path, 0o600)
    const bytes = readFileSync(path)
    bytes[at]! ^= by
    writeFileSync(path, bytes)
  }
  flip()
  return flip
}

/** Takes an archive away; what it returns puts it back. */
export function vanish(path: string): () => void {
  renameSync(path, `${path}.away`)
  return () => renameSync(`${path}.away`, path)
}

/** Changes one byte of the events of the batch at a position of an archive; what it returns changes it back. */
export function damageEvents(path: string, position: number): () => void {
  const archive = new Database(path, { readonly: true })
  const events = archive.prepare<[number], Buffer>('SELECT events FROM batches WHERE position = ?').pluck().get(position)!
  archive.close()
  // what is long goes on in other pages, and pages keep what has moved out of them
  const beginning = events.subarray(0, 64)
  const bytes = readFileSync(path)
  const backs: (() => void)[] = []
  for (let at = bytes.indexOf(beginning); at >= 0; at = bytes.indexOf(beginning, at + 1))
    backs.push(flipByte(path, at + beginning.length - 1))
  return () => backs.forEach((back) => back())
}
