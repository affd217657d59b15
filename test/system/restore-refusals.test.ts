import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveFolder } from '../../src/storage/archives/archive-files.ts'
import { checkJournal } from '../../src/storage/journal-reading/journal-check.ts'
import { journalPath } from '../../src/storage/journal/journal-file.ts'
import { createSecrets, readSecrets, requireSecretsOfJournal } from '../../src/storage/secrets/secrets.ts'
import { seal, takeOut } from '../storage/support/archived.ts'
import { commitAll, openTestJournal } from '../storage/support/open-journal.ts'
import { tradeBatches } from '../storage/support/trade-batch.ts'
import { temporaryDirectory } from './gateway-process.ts'
import { FAILING_DISK, operate } from './operator.ts'

test('a backup of a journal without a commit holds nothing to restore', { timeout: 60_000 }, async () => {
  const { data, backup, target } = directories()
  mkdirSync(data)
  const journal = openTestJournal(data)
  await requireSecretsOfJournal(journal, createSecrets(join(data, 'secrets.json')), data)
  await journal.close()
  expect(await operate('backup', [backup], data)).toMatchObject({ code: 0, stderr: '' })
  expect(await operate('restore', [backup, target, '--secrets', join(data, 'secrets.json')])).toMatchObject({
    code: 1,
    stderr: 'the journal of the backup is empty: there is nothing to restore\n',
  })
})

test('what a restore can not do it refuses with one line, and makes nothing', { timeout: 120_000 }, async () => {
  const { data, backup, target, other } = directories()
  for (const directory of [data, other]) mkdirSync(directory)
  const journal = openTestJournal(data)
  await requireSecretsOfJournal(journal, createSecrets(join(data, 'secrets.json')), data)
  const batches = tradeBatches(3)
  await commitAll(journal, batches)
  await journal.close()
  const last = batches[2]!.position + batches[2]!.events.length - 1
  expect(await operate('backup', [backup], data)).toMatchObject({ code: 0, stderr: '' })
  createSecrets(join(other, 'secrets.json'))
  writeFileSync(join(other, 'read.db'), '')

  const refused = async (...values: string[]): Promise<string> => {
    const { code, stdout, stderr } = await operate('restore', values)
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 })
    return stderr.trimEnd()
  }
  const secrets = ['--secrets', join(data, 'secrets.json')]
  expect(await refused(backup, target)).toBe(
    `the secrets are missing: give the gateway's secrets.json with --secrets FILE, or put it at ${target}/secrets.json; --without-secrets if it is lost`,
  )
  const missing = join(other, 'none.json')
  expect(await refused(backup, target, '--secrets', missing)).toBe(`--secrets ${missing}: there is no such file`)
  expect(await refused(backup)).toBe(
    'expected 2 arguments, not 1; usage: npm run restore -- BACKUP DATA_DIR [--through POSITION] [--secrets FILE | --without-secrets]',
  )
  expect(await refused(backup, target, '--secrets', join(other, 'secrets.json'))).toBe(
    `${other}/secrets.json: the journal in ${backup} was written with other secrets than those given: find the secrets.json that belongs to it`,
  )
  expect(await refused(backup, other, ...secrets)).toBe(`${other} is not empty (read.db): restore into a directory without a journal`)
  const occupied = join(other, 'occupied')
  mkdirSync(occupied)
  const others = createSecrets(join(occupied, 'secrets.json'))
  expect(await refused(backup, occupied, ...secrets)).toBe(
    `${occupied}/secrets.json has other secrets than ${data}/secrets.json: move it away, if nothing needs it there`,
  )
  expect(readSecrets(join(occupied, 'secrets.json'))).toEqual(others)
  expect(await refused(backup, target, ...secrets, '--through', String(last + 1))).toBe(
    `--through ${last + 1} is behind the end of the backup, which is at position ${last}`,
  )
  expect(await refused(backup, target, ...secrets, '--through', '1x')).toBe(
    '--through must be a position of the journal, an integer from 1 up, not "1x"',
  )
  expect(await refused(backup, target, ...secrets, '--through', '-1')).toBe(
    "Option '--through' argument is ambiguous; --help says what there is",
  )
  expect(await refused(backup, target, ...secrets, '--without-secrets')).toBe(
    '--secrets and --without-secrets contradict each other: give one of them',
  )
  expect(await refused(backup, occupied, '--without-secrets')).toBe(
    `${occupied}/secrets.json exists: --without-secrets is for when it is lost; move it away if it is the wrong one`,
  )
  expect(await refused(backup, target, ...secrets, '--through', '1')).toBe('no commit of the backup ends at or before position 1')
  const file = join(other, 'read.db')
  expect(await refused(backup, file, ...secrets)).toBe(
    `${file} is not a directory: restore into an empty one, or one that is yet to be made`,
  )
  // the journal fits its chain, and no engine has made it
  expect(await refused(backup, target, ...secrets)).toMatch(
    /^the journal of the backup is wrong: the commit behind position 0 can't be applied: /,
  )
  const manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')) as { readonly journal: object }
  const refusedAs = (journal: object, ...values: string[]): Promise<string> => {
    writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, journal: { ...manifest.journal, ...journal } }))
    return refused(backup, target, ...secrets, ...values)
  }
  const another = 'the journal of the backup is not the one that its manifest.json describes: npm run verify says more'
  expect(await refusedAs({ chain: '0'.repeat(64) })).toBe(another)
  expect(await refusedAs({ last_position: last + 1 })).toBe(another)
  // also where it is cut, which makes another end of it
  expect(await refusedAs({ genesis: '0'.repeat(64) }, '--through', String(batches[2]!.position))).toBe(another)
  for (const journal of [{ batches: 'many' }, { chain: 'none' }])
    expect(await refusedAs(journal)).toBe(`${backup}/manifest.json is not what a backup wrote`)
  writeFileSync(join(backup, 'manifest.json'), 'hi\n')
  expect(await refused(backup, target, ...secrets)).toBe(`${backup}/manifest.json is not what a backup wrote: it is not JSON`)
  rmSync(join(backup, 'manifest.json'))
  mkdirSync(join(backup, 'manifest.json'))
  expect(await refused(backup, target, ...secrets)).toBe(
    `${backup}/manifest.json can't be read: EISDIR: illegal operation on a directory, read`,
  )
  rmdirSync(join(backup, 'manifest.json'))
  // as one that another user has made: it is there, whatever it is
  symlinkSync('manifest.json', join(backup, 'manifest.json'))
  expect(await refused(backup, target, ...secrets)).toMatch(/\/manifest\.json can't be read: ELOOP: too many symbolic links encountered/)
  rmSync(join(backup, 'manifest.json'))
  expect(await refused(backup, target, ...secrets)).toBe(`${backup} is no finished backup: it has no manifest.json`)
  expect(readdirSync(target).filter((name) => name !== 'lock.db')).toEqual([])
})

test('a backup that can not be written ends with one line, and leaves nothing', { timeout: 60_000 }, async () => {
  const { data, backup, other } = directories()
  mkdirSync(data)
  const journal = openTestJournal(data)
  await commitAll(
    journal,
    Array.from({ length: 6 }, (_, index) => ({ position: index + 1, sealedAt: index + 1, events: [], sessions: [] })),
  )
  await journal.close()
  const { path } = seal(data, { first: 1, last: 3 })
  takeOut(data, 4)
  // no file can be made of it
  rmSync(path)
  mkdirSync(path)
  expect(await operate('backup', [backup], data)).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^[A-Z_]+: [^\n]*copyfile[^\n]*\n$/) as string,
  })
  expect(existsSync(backup)).toBe(false)
  // where no folder can be made, and a recursion of the system's own would not end
  writeFileSync(other, '')
  for (const [folder, reason] of [
    ['/proc/fillgate/backup', "ENOENT: no such file or directory, mkdir '/proc/fillgate'"],
    [join(other, 'backup'), `ENOTDIR: not a directory, mkdir '${other}/backup'`],
  ] as const)
    expect(await operate('backup', [folder], data)).toEqual({ code: 1, stdout: '', stderr: `${folder} cannot be made: ${reason}\n` })
})

test('a restore that was ended is done again, and nothing is begun in its place; archives of anybody else stay, and nothing is begun beside them', async () => {
  const { data, backup, target, other } = await backupWithArchive()
  const restored = [backup, target, '--secrets', join(data, 'secrets.json')]
  expect(await operate('restore', restored)).toMatchObject({ code: 0, stderr: '' })
  const names = readdirSync(target).sort()

  mkdirSync(join(target, 'restoring'))
  renameSync(journalPath(target), journalPath(join(target, 'restoring')))
  const unfinished = `${target} has what a restore has left that did not come to its end: run it again, or move ${target}/restoring away`
  expect(() => openTestJournal(target)).toThrow(unfinished)
  expect(await operate('restore', restored)).toMatchObject({ code: 0, stderr: '' })
  expect([readdirSync(target).sort(), checkJournal(target).faults]).toEqual([names, []])

  // it was ended before anything of it had its name
  for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true })
  mkdirSync(join(target, 'restoring'))
  expect(() => openTestJournal(target)).toThrow(unfinished)
  expect(await operate('restore', restored)).toMatchObject({ code: 0, stderr: '' })
  expect([readdirSync(target).sort(), checkJournal(target).faults]).toEqual([names, []])

  // … before its secrets had
  for (const name of readdirSync(target)) if (name !== 'secrets.json') rmSync(join(target, name), { recursive: true })
  renameSync(join(target, 'secrets.json'), join(target, 'secrets.json.partial'))
  expect(await operate('restore', restored)).toMatchObject({ code: 0, stderr: '' })
  expect([readdirSync(target).sort(), checkJournal(target).faults]).toEqual([names, []])

  mkdirSync(other)
  cpSync(archiveFolder(data), archiveFolder(other), { recursive: true })
  expect(await operate('restore', [backup, other, '--secrets', join(data, 'secrets.json')])).toMatchObject({
    code: 1,
    stderr: `${other} is not empty (archive): restore into a directory without a journal\n`,
  })
  expect(readdirSync(archiveFolder(other))).toEqual(readdirSync(archiveFolder(data)))
  expect(() => openTestJournal(other)).toThrow(
    `${archiveFolder(other)} has archives, but their journal.db is missing: put it back, or move them away`,
  )
})

test(
  'a restore that the disk fails in its last steps is done again, or says that it had come to its end',
  { timeout: 60_000 },
  async () => {
    const { data, backup, target } = await backupWithArchive()
    const restored = [backup, target, '--secrets', join(data, 'secrets.json')]
    const failing = (step: Readonly<Record<string, string>>) =>
      operate('restore', restored, undefined, { NODE_OPTIONS: FAILING_DISK, ...step })
    const unfinished = `${target} has what a restore has left that did not come to its end: run it again, or move ${target}/restoring away`

    expect(await failing({ FAILS_TO_RENAME: 'target/archive' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `EIO: i/o error, rename '${target}/restoring/archive' -> '${target}/archive'\n`,
    })
    expect(() => openTestJournal(target)).toThrow(unfinished)
    expect(await failing({ FAILS_TO_RENAME: 'target/journal.db' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `EIO: i/o error, rename '${target}/restoring/journal.db' -> '${target}/journal.db'\n`,
    })
    expect(readdirSync(target).sort()).toEqual(['archive', 'lock.db', 'restoring', 'secrets.json'])
    expect(() => openTestJournal(target)).toThrow(unfinished)
    expect(await operate('restore', restored)).toMatchObject({ code: 0, stderr: '' })
    expect([readdirSync(target).sort(), checkJournal(target).faults]).toEqual([['archive', 'journal.db', 'lock.db', 'secrets.json'], []])

    // behind its last rename
    mkdirSync(join(target, 'restoring'))
    expect(await operate('restore', restored)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${target} has a journal: a restore was interrupted there with everything in its place; start the gateway\n`,
    })

    for (const name of readdirSync(target)) rmSync(join(target, name), { recursive: true })
    expect(await failing({ FAILS_TO_SYNC: '/restoring' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `EIO: i/o error, fsync '${target}/restoring'\n`,
    })
    expect(readdirSync(target)).toEqual(['lock.db'])
  },
)

/** A backup whose first three commits are in an archive. */
async function backupWithArchive() {
  const folders = directories()
  const { data, backup } = folders
  mkdirSync(data)
  const journal = openTestJournal(data)
  await requireSecretsOfJournal(journal, createSecrets(join(data, 'secrets.json')), data)
  await commitAll(
    journal,
    Array.from({ length: 6 }, (_, index) => ({ position: index + 1, sealedAt: index + 1, events: [], sessions: [] })),
  )
  await journal.close()
  seal(data, { first: 1, last: 3 })
  takeOut(data, 4)
  expect(await operate('backup', [backup], data)).toMatchObject({ code: 0, stderr: '' })
  return folders
}

/** None of them is there yet. */
function directories() {
  const folder = temporaryDirectory()
  return { data: join(folder, 'data'), backup: join(folder, 'backup'), target: join(folder, 'target'), other: join(folder, 'other') }
}
