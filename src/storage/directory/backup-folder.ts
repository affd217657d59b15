import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError } from './data-directory-error.ts'
import { writeDurably } from './durable-file.ts'
import { jsonFault } from './json-fault.ts'
import type { CopiedJournal } from '../journal-reading/journal-copy.ts'

/**
 * A backup is a folder with a journal.db and this beside it, written last: a folder without it is a backup that did not come to its end. It says
 * where the journal ends, which the journal itself can't: one that has lost its end is whole by itself.
 */
export interface Manifest extends Omit<CopiedJournal, 'genesis' | 'chain' | 'archives' | 'leftOutAt'> {
  /** hexadecimal */
  readonly genesis: string
  readonly chain: string
  /** epoch ms */
  readonly madeAt: number
  /** of the program */
  readonly version: string
}

export const manifestPath = (folder: string): string => join(folder, 'manifest.json')

export function writeManifest(folder: string, copied: CopiedJournal, made: Pick<Manifest, 'madeAt' | 'version'>): void {
  const { format, genesis, batches, through, chain, sealedAt } = copied
  const json = {
    backup_of: 'fillgate',
    version: made.version,
    made_at: new Date(made.madeAt).toISOString(),
    journal: {
      format,
      genesis: genesis.toString('hex'),
      batches,
      last_position: through,
      chain: chain.toString('hex'),
      last_commit_at: new Date(sealedAt).toISOString(),
    },
    not_included: ['secrets.json'],
  }
  writeDurably(manifestPath(folder), [Buffer.from(`${JSON.stringify(json, null, 2)}\n`)])
}

/** The manifest of a folder; undefined where there is none. Throws DataDirectoryError when it can't be read. */
export function readManifest(folder: string): Manifest | undefined {
  const path = manifestPath(folder)
  const text = textOf(path)
  if (text === undefined) return undefined
  try {
    const { version, made_at, journal } = JSON.parse(text) as {
      readonly version: string
      readonly made_at: string
      readonly journal: Readonly<Record<string, number | string>>
    }
    const manifest = {
      version,
      madeAt: Date.parse(made_at),
      format: Number(journal['format']),
      genesis: String(journal['genesis']),
      batches: Number(journal['batches']),
      through: Number(journal['last_position']),
      chain: String(journal['chain']),
      sealedAt: Date.parse(String(journal['last_commit_at'])),
    }
    const numbers = [manifest.madeAt, manifest.format, manifest.batches, manifest.through, manifest.sealedAt]
    if (numbers.every(Number.isSafeInteger) && [manifest.genesis, manifest.chain].every((hash) => /^[0-9a-f]{64}$/.test(hash)))
      return manifest
  } catch (error) {
    throw new DataDirectoryError(`${path} is not what a backup wrote: ${jsonFault(error)}`, { cause: error })
  }
  throw new DataDirectoryError(`${path} is not what a backup wrote`)
}

/** undefined where there is no such file: one that can't be reached is not one that is missing */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new DataDirectoryError(`${path} can't be read: ${message}`, { cause: error })
  }
}
