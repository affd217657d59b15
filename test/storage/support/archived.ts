import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
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
