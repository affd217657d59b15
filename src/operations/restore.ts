import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import process from 'node:process'
import { loadConfig } from '../config.ts'
import { archiveFolder } from '../storage/archives/archive-files.ts'
import { type Manifest, readManifest } from '../storage/directory/backup-folder.ts'
import { type HeldDirectory, holdDirectory } from '../storage/directory/data-directory.ts'
import { sync } from '../storage/directory/durable-file.ts'
import { copyJournal, type CopiedJournal, secretsOfJournal } from '../storage/journal-reading/journal-copy.ts'
import { cutOtherTables } from '../storage/journal-reading/journal-cut.ts'
import { hasJournal, JOURNAL_FORMAT, journalPath, restoringFolder } from '../storage/journal/journal-file.ts'
import { defaultSecretsFile, fingerprintOf, readSecrets, writeSecrets, WRITTEN_WITH_OTHERS } from '../storage/secrets/secrets.ts'
import { CommandError, positionOf, runCommand, say } from './command.ts'
import { cutMoment } from './cut-moment.ts'
import { checkState } from './state-check.ts'

// npm run restore: makes a data directory of a backup.

const USAGE = `usage: npm run restore -- BACKUP DATA_DIR [--through POSITION] [--secrets FILE | --without-secrets]

Makes the data directory DATA_DIR, which must be empty but for secrets.json, of the backup in the folder BACKUP. Everything is checked before it is
put in its place. --through cuts the journal behind the last whole commit that ends at or before that position. The secrets of the gateway that made
the backup are needed: in the file that --secrets names, in DATA_DIR (or where the setting secrets_file says), or beside the backup.
--without-secrets restores the journal alone, for when they are lost: see docs/operations.md.`

/** what may lie in a directory that a journal is restored into */
const HARMLESS = new Set(['lock.db', 'secrets.json', 'secrets.json.partial', basename(restoringFolder(''))])

interface Wanted {
  readonly backup: string
  readonly through: number | undefined
  /** where to find the secrets; undefined = without */
  readonly secretsFrom: string | undefined
  /** where the gateway looks for them */
  readonly secretsFile: string
}

const options = { through: { type: 'string' }, secrets: { type: 'string' }, 'without-secrets': { type: 'boolean' } } as const

await runCommand({ usage: USAGE, options, takes: 2 }, async ({ positionals, values }) => {
  process.umask(0o077)
  const backup = resolve(positionals[0]!)
  const target = resolve(positionals[1]!)
  const through = values.through === undefined ? undefined : positionOf('--through', values.through)
  const manifest = readManifest(backup)
  if (manifest === undefined) throw new CommandError(`${backup} is no finished backup: it has no manifest.json`)
  if (through !== undefined && through > manifest.through)
    throw new CommandError(`--through ${through} is behind the end of the backup, which is at position ${manifest.through}`)
  if (existsSync(target)) requireUnoccupied(target)
  const secretsFile = loadConfig().secrets_file ?? defaultSecretsFile(target)
  const secretsFrom =
    values['without-secrets'] === true ? requireNoSecrets(values.secrets, secretsFile) : findSecrets(backup, values.secrets, secretsFile)
  const held = holdDirectory(target)
  try {
    // whoever had it until now may have filled it
    requireUnoccupied(target)
    await restore({ backup, through, secretsFrom, secretsFile }, manifest, held)
  } finally {
    held.close()
  }
})

/** There may be what a restore has left that was ended, archives too: they come first, and without a journal they are those of the backup. */
function requireUnoccupied(target: string): void {
  if (!statSync(target).isDirectory())
    throw new CommandError(`${target} is not a directory: restore into an empty one, or one that is yet to be made`)
  if (hasJournal(target) && existsSync(restoringFolder(target)))
    throw new CommandError(`${target} has a journal: a restore was interrupted there with everything in its place; start the gateway`)
  const isUnfinished = existsSync(journalPath(restoringFolder(target)))
  const mayBe = (name: string): boolean => HARMLESS.has(name) || (isUnfinished && name === basename(archiveFolder(target)))
  const occupant = readdirSync(target).find((name) => !mayBe(name))
  if (occupant !== undefined) throw new CommandError(`${target} is not empty (${occupant}): restore into a directory without a journal`)
}

function findSecrets(backup: string, given: string | undefined, place: string): string {
  const candidates = given === undefined ? [place, defaultSecretsFile(backup)] : [resolve(given)]
  const found = candidates.find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new CommandError(
    given === undefined
      ? `the secrets are missing: give the gateway's secrets.json with --secrets FILE, or put it at ${place}; --without-secrets if it is lost`
      : `--secrets ${given}: there is no such file`,
  )
}

function requireNoSecrets(given: string | undefined, place: string): undefined {
  if (given !== undefined) throw new CommandError('--secrets and --without-secrets contradict each other: give one of them')
  if (existsSync(place))
    throw new CommandError(`${place} exists: --without-secrets is for when it is lost; move it away if it is the wrong one`)
  return undefined
}

async function restore({ backup, through, secretsFrom, secretsFile }: Wanted, manifest: Manifest, { path }: HeldDirectory): Promise<void> {
  const secrets = secretsFrom === undefined ? undefined : readSecrets(secretsFrom)
  const remembered = secretsOfJournal(backup)
  if (secrets && remembered && !remembered.equals(fingerprintOf(secrets)))
    throw new CommandError(`${secretsFrom!}: the journal in ${backup} ${WRITTEN_WITH_OTHERS}`)
  // they may be all that opens another journal
  if (
    secrets &&
    secretsFrom !== secretsFile &&
    existsSync(secretsFile) &&
    !fingerprintOf(readSecrets(secretsFile)).equals(fingerprintOf(secrets))
  )
    throw new CommandError(`${secretsFile} has other secrets than ${secretsFrom!}: move it away, if nothing needs it there`)
  const restoring = restoringFolder(path)
  // in this order: by what is left in the other it is known to be a restore's
  rmSync(archiveFolder(path), { recursive: true, force: true })
  rmSync(restoring, { recursive: true, force: true })
  mkdirSync(restoring, { mode: 0o700 })
  let copied: CopiedJournal
  try {
    copied = await makeJournal(restoring, { backup, through }, manifest)
    if (secrets && secretsFrom !== secretsFile) writeSecrets(secretsFile, secrets)
  } catch (error) {
    rmSync(restoring, { recursive: true, force: true })
    throw error
  }
  // what fails from here on leaves it there: archives without their journal would be taken for somebody else's.
  // They are on the disk first, so that the journal is never without them
  if (copied.archives.length > 0) {
    renameSync(archiveFolder(restoring), archiveFolder(path))
    sync(path)
  }
  renameSync(journalPath(restoring), journalPath(path))
  sync(path)
  report(path, copied, through)
  if (!secrets)
    say(`There are no secrets: before it is started, run "npm run credentials -- operator --new-secrets" with DATA_DIR=${path}.`)
  rmSync(restoring, { recursive: true })
}

async function makeJournal(
  folder: string,
  { backup, through }: Pick<Wanted, 'backup' | 'through'>,
  manifest: Manifest,
): Promise<CopiedJournal> {
  const copied = copyJournal({ from: backup, to: journalPath(folder), ...(through !== undefined && { through }) })
  requireEnd(copied, manifest, through)
  if (copied.format > JOURNAL_FORMAT)
    throw new CommandError(`${backup} has format ${copied.format}; this version of Fillgate reads format ${JOURNAL_FORMAT}`)
  if (copied.format === JOURNAL_FORMAT) await checkAndCut(folder, copied)
  else if (copied.leftOutAt !== undefined)
    throw new CommandError(`format ${copied.format} can't be cut: restore it whole, migrate it, and cut a backup of that`)
  return copied
}

/** The manifest says where the journal ends. */
function requireEnd(copied: CopiedJournal, manifest: Manifest, through: number | undefined): void {
  if (manifest.batches === 0) throw new CommandError('the journal of the backup is empty: there is nothing to restore')
  if (copied.batches === 0) throw new CommandError(`no commit of the backup ends at or before position ${through!}`)
  const isWhole = copied.leftOutAt === undefined
  const fits = !isWhole || (copied.through === manifest.through && copied.chain.toString('hex') === manifest.chain)
  if (!fits || copied.genesis.toString('hex') !== manifest.genesis)
    throw new CommandError('the journal of the backup is not the one that its manifest.json describes: npm run verify says more')
}

async function checkAndCut(folder: string, { through, leftOutAt }: CopiedJournal): Promise<void> {
  const { faults, engine } = await checkState(folder, through)
  if (faults.length > 0) throw new CommandError(`the journal of the backup is wrong: ${faults[0]!}`)
  if (leftOutAt !== undefined) cutOtherTables(folder, cutMoment(folder, engine.state, leftOutAt))
}

function report(path: string, { through, batches, sealedAt, leftOutAt, format }: CopiedJournal, asked: number | undefined): void {
  say(`${path}: the journal through position ${through} (${batches} commits), as it was at ${new Date(sealedAt).toISOString()}`)
  if (asked !== undefined && leftOutAt !== undefined) {
    const cut = asked === through ? 'It was cut there' : `The commit with position ${asked} ends later, so it was cut in front of it`
    say(`${cut}. The first commit that was left out is of ${new Date(leftOutAt).toISOString()}.`)
  }
  if (format !== JOURNAL_FORMAT) say(`It has format ${format}: run "npm run migrate -- ${path}" before it is started.`)
}
