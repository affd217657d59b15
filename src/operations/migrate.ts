import { existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { archivesOf } from '../storage/archives/archive-files.ts'
import { manifestPath } from '../storage/directory/backup-folder.ts'
import { holdDirectory } from '../storage/directory/data-directory.ts'
import { sync } from '../storage/directory/durable-file.ts'
import { deleteDatabase } from '../storage/directory/expendable-database.ts'
import { checkJournal } from '../storage/journal-reading/journal-check.ts'
import { copyJournal, formatOfJournal, withSettledLog } from '../storage/journal-reading/journal-copy.ts'
import { hasJournal, JOURNAL_FORMAT, journalPath } from '../storage/journal/journal-file.ts'
import { rewriteFrom } from '../storage/migrations/journal-migrations.ts'
import { readModelPath } from '../storage/projections/tables/read-model.ts'
import { CommandError, runCommand, say } from './command.ts'
import { checkState } from './state-check.ts'

// npm run migrate: brings the journal of a data directory to the format of this version.

const USAGE = `usage: npm run migrate -- DATA_DIR

Brings the journal of a data directory to the format that this version reads, while no gateway runs: it is copied, the copy is verified, and takes its place.
The journal as it was stays beside it as journal.db.before-migration.`

await runCommand({ usage: USAGE, options: {}, takes: 1 }, async ({ positionals: [given] }) => {
  process.umask(0o077)
  const target = resolve(given!)
  if (!hasJournal(target)) throw new CommandError(`${target} has no journal.db`)
  if (existsSync(manifestPath(target))) throw new CommandError(`${target} is a backup: restore it, and migrate what was restored`)
  const held = holdDirectory(target)
  try {
    await migrate(held.path)
  } finally {
    held.close()
  }
})

async function migrate(path: string): Promise<void> {
  const folder = join(path, 'migrating')
  // of one that was ended, also behind its last step
  rmSync(folder, { recursive: true, force: true })
  const format = formatOfJournal(path)
  if (format === JOURNAL_FORMAT) {
    say(`${path}: the journal has format ${format} already`)
    return
  }
  const rewrite = format < JOURNAL_FORMAT ? rewriteFrom(format) : undefined
  if (rewrite === undefined)
    throw new CommandError(
      `${path}: the journal has format ${format}; this version of Fillgate can bring none but older ones to format ${JOURNAL_FORMAT}`,
    )
  if (archivesOf(path).length > 0)
    throw new CommandError(`${path} has archives, which a journal of format ${format} never had: move them away`)
  const original = `${journalPath(path)}.before-migration`
  // it was ended before the new journal took the place of the old one
  if (existsSync(original) && statSync(original).ino === statSync(journalPath(path)).ino) rmSync(original)
  if (existsSync(original)) throw new CommandError(`${original} exists: an earlier migration left it; move it away`)
  mkdirSync(folder, { mode: 0o700 })
  try {
    const { batches, through } = copyJournal({ from: path, to: journalPath(folder), rewrite })
    const { faults } = checkJournal(folder)
    const all = faults.length > 0 ? faults : (await checkState(folder, through)).faults
    if (all.length > 0) throw new CommandError(`the migrated journal is wrong, and the old one stays as it is: ${all[0]!}`)
    // at every moment there is a whole journal
    withSettledLog(path, () => {
      // it was made of the old journal's chain, and verify would hold the new one against that; the next start makes it anew
      deleteDatabase(readModelPath(path))
      linkSync(journalPath(path), original)
      renameSync(journalPath(folder), journalPath(path))
    })
    sync(path)
    say(`${path}: ${batches} commits through position ${through} brought from format ${format} to ${JOURNAL_FORMAT}`)
    say(`The journal as it was is ${original}; delete it when you no longer need it.`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
