import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import { loadConfig } from '../config.ts'
import { writeManifest } from '../storage/directory/backup-folder.ts'
import { createFolders } from '../storage/directory/data-directory.ts'
import { sync } from '../storage/directory/durable-file.ts'
import { copyJournal } from '../storage/journal-reading/journal-copy.ts'
import { journalPath } from '../storage/journal/journal-file.ts'
import { yieldToGateway } from '../storage/priority.ts'
import { defaultSecretsFile } from '../storage/secrets/secrets.ts'
import { CommandError, runCommand, say } from './command.ts'

// npm run backup: copies the journal of DATA_DIR into a folder, also while a gateway writes it.

const USAGE = `usage: npm run backup -- FOLDER

Copies the journal of DATA_DIR into FOLDER, which must not exist or be empty: journal.db, its archives and manifest.json. The gateway may run meanwhile; the
backup is the journal as it was at the end of the copy. Its hash chain is checked on the way. secrets.json is not in it.`

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

await runCommand({ usage: USAGE, options: {}, takes: 1 }, ({ positionals: [given] }) => {
  const { data_dir, secrets_file } = loadConfig()
  const folder = resolve(given!)
  yieldToGateway()
  process.umask(0o077)
  const isNew = makeEmpty(folder)
  try {
    const copied = copyJournal({ from: data_dir, to: journalPath(folder) })
    writeManifest(folder, copied, { madeAt: Date.now(), version })
    sync(dirname(folder))
    const size = sizeText(
      [journalPath(folder), ...copied.archives.map(({ path }) => path)].reduce((sum, path) => sum + statSync(path).size, 0),
    )
    say(`${folder}: the journal of ${data_dir} through position ${copied.through} (${copied.batches} commits, ${size})`)
    say(`It does not contain the secrets: keep ${secrets_file ?? defaultSecretsFile(data_dir)} too, in another place. A restore needs it.`)
  } catch (error) {
    if (isNew) rmSync(folder, { recursive: true, force: true })
    throw error
  }
})

/** True when it had to be made. */
function makeEmpty(folder: string): boolean {
  try {
    if (existsSync(folder)) {
      if (readdirSync(folder).length > 0) throw new CommandError(`${folder} is not empty: a backup wants a folder of its own`)
      return false
    }
    createFolders(folder)
    return true
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${folder} cannot be made: ${(error as Error).message}`, { cause: error })
  }
}

/** 1536 → "1.5 KiB" */
function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]!}`
}
