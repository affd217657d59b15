import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataDirectoryError, reasonOf } from '../directory/data-directory-error.ts'
import { prepareDurably } from '../directory/durable-file.ts'
import type { Journal, JournalRows } from '../journal/journal.ts'
import { hasJournal, requireNoLostJournal } from '../journal/journal-file.ts'

/** What journal.db alone does not give away: whoever has both has everything. */
export interface Secrets {
  /** key of the HMAC over API secrets: 32 bytes */
  readonly pepper: Buffer
  /** key under which tax ids, documents and webhooks' secrets are encrypted: 32 bytes */
  readonly taxIdKey: Buffer
}

/** of the fingerprint in the journal's table meta */
export const SECRETS_KEY = 'secrets'
export const WRITTEN_WITH_OTHERS = 'was written with other secrets than those given: find the secrets.json that belongs to it'
const KEY_BYTES = 32
/** anybody but the owner */
const OTHERS = 0o077

/** Where the secrets of a data directory lie unless the configuration says otherwise. */
export const defaultSecretsFile = (directory: string): string => join(directory, 'secrets.json')

/**
 * Reads the secrets of a data directory, or makes them where there is no journal yet. Throws DataDirectoryError: the file is damaged, others can
 * read it, or it is missing while a journal, or what one has left, depends on it.
 */
export function loadSecrets(directory: string, file: string): Secrets {
  if (existsSync(file)) return readSecrets(file)
  if (hasJournal(directory)) {
    throw new DataDirectoryError(
      `${file} is missing, and ${directory} has a journal that was written with it: put the file back; if it is lost for good, "npm run credentials -- operator --new-secrets" makes another and a key (keys of before and documents that were uploaded can't be used any more)`,
    )
  }
  requireNoLostJournal(directory)
  return createSecrets(file)
}

export function createSecrets(file: string): Secrets {
  const { secrets, place } = prepareSecrets(file)
  place()
  return secrets
}

/** New secrets that are on the disk already: `place` gives the file its name. */
export function prepareSecrets(file: string): { readonly secrets: Secrets; readonly place: () => void } {
  const secrets = { pepper: randomBytes(KEY_BYTES), taxIdKey: randomBytes(KEY_BYTES) }
  return { secrets, place: prepareFile(file, secrets) }
}

/** Readable by its owner alone. */
export function writeSecrets(file: string, secrets: Secrets): void {
  prepareFile(file, secrets)()
}

function prepareFile(file: string, { pepper, taxIdKey }: Secrets): () => void {
  const json = JSON.stringify({ pepper: pepper.toString('base64'), tax_id_key: taxIdKey.toString('base64') })
  const place = writing(file, () => prepareDurably(file, [Buffer.from(`${json}\n`)]))
  return () => writing(file, place)
}

function writing<Result>(file: string, step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    throw new DataDirectoryError(`${file} cannot be written, where the secrets are to be: ${reasonOf(error)}`, { cause: error })
  }
}

/** Throws DataDirectoryError. */
export function readSecrets(file: string): Secrets {
  const content = parseJson(file, read(file))
  return { pepper: keyOf(file, content, 'pepper'), taxIdKey: keyOf(file, content, 'tax_id_key') }
}

/** Tells these secrets from others without giving them away. */
export function fingerprintOf({ pepper, taxIdKey }: Secrets): Buffer {
  return createHmac('sha256', Buffer.concat([pepper, taxIdKey]))
    .update('fillgate secrets')
    .digest()
}

/**
 * The journal remembers by a fingerprint with which secrets it is written, so that others are refused before they do harm. A journal without
 * one gets it. Throws DataDirectoryError.
 */
export async function requireSecretsOfJournal(journal: JournalRows, secrets: Secrets, directory: string): Promise<void> {
  const [row] = journal.all<{ value: Buffer }>('SELECT value FROM meta WHERE key = ?', [SECRETS_KEY])
  if (row === undefined) await rememberSecrets(journal, secrets)
  else if (!row.value.equals(fingerprintOf(secrets))) throw new DataDirectoryError(`the journal in ${directory} ${WRITTEN_WITH_OTHERS}`)
}

export async function rememberSecrets(journal: Pick<Journal, 'run'>, secrets: Secrets): Promise<void> {
  await journal.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', [SECRETS_KEY, fingerprintOf(secrets)])
}

function read(file: string): string {
  try {
    const stat = statSync(file)
    if (!stat.isFile()) throw new DataDirectoryError(`${file} is not a file, which secrets_file has to name`)
    const { mode } = stat
    if ((mode & OTHERS) !== 0)
      throw new DataDirectoryError(`${file} is open to others (mode ${(mode & 0o777).toString(8)}): run "chmod 600 ${file}"`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof DataDirectoryError) throw error
    throw new DataDirectoryError(`${file} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // no cause: its message may quote the secret
    if (error instanceof SyntaxError) throw new DataDirectoryError(`${file} is not JSON`)
    throw error
  }
}

function keyOf(file: string, content: unknown, name: string): Buffer {
  const value = typeof content === 'object' && content !== null ? (content as Record<string, unknown>)[name] : undefined
  const key = Buffer.from(typeof value === 'string' ? value : '', 'base64')
  if (key.length !== KEY_BYTES) throw new DataDirectoryError(`${file}: ${name} must be ${KEY_BYTES} bytes in base64`)
  return key
}
