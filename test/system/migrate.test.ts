import { copyFileSync, chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { SandboxCredentials } from '../../src/genesis/sandbox-credentials.ts'
import { configFile, GatewayProcess, temporaryDirectory } from './gateway-process.ts'
import { operate } from './operator.ts'

/** What a gateway of the first format left behind: its journal, its secrets, and what it answered over REST in the end. */
const FIXTURE = fileURLToPath(new URL('../storage/fixtures/format-1/', import.meta.url))

const EARLIER_CLOCK = new URL('earlier-clock.js', import.meta.url).href

type Row = Readonly<Record<string, unknown>>

interface Left {
  readonly credentials: SandboxCredentials
  readonly account: string
  readonly achRelationship: string
  readonly deposit: Row
  /** by path */
  readonly answers: Readonly<Record<string, Row & { readonly data?: readonly Row[] }>>
}

test('a journal of the first format is migrated, and the gateway answers as the one that wrote it', { timeout: 180_000 }, async () => {
  const directory = temporaryDirectory()
  const journal = gunzipSync(readFileSync(join(FIXTURE, 'journal.db.gz')))
  writeFileSync(join(directory, 'journal.db'), journal)
  copyFileSync(join(FIXTURE, 'secrets.json'), join(directory, 'secrets.json'))
  chmodSync(join(directory, 'secrets.json'), 0o600)
  const left = JSON.parse(readFileSync(join(FIXTURE, 'answers.json'), 'utf8')) as Left

  // what its gateway had made of it
  const fixture = new Database(join(directory, 'journal.db'), { readonly: true })
  const last = fixture.prepare('SELECT max(position) AS position, chain FROM batches').get() as { position: number; chain: Buffer }
  fixture.close()
  const readModel = new Database(join(directory, 'read.db'))
  readModel.exec('CREATE TABLE progress (version, genesis, boot, projected_through, batch_through, chain, filter_through)')
  readModel
    .prepare("INSERT INTO progress VALUES (1, x'00', '', @position, @position, @chain, @position)")
    .run({ position: last.position, chain: last.chain })
  readModel.close()

  // an earlier one was ended right before the new journal had its place
  linkSync(join(directory, 'journal.db'), join(directory, 'journal.db.before-migration'))
  expect(await operate('migrate', [directory])).toEqual({
    code: 0,
    stdout:
      `${directory}: 12 commits through position 44 brought from format 1 to 2\n` +
      `The journal as it was is ${directory}/journal.db.before-migration; delete it when you no longer need it.\n`,
    stderr: '',
  })
  expect(readdirSync(directory).sort()).toEqual(['journal.db', 'journal.db.before-migration', 'lock.db', 'secrets.json'])
  expect(readFileSync(join(directory, 'journal.db.before-migration')).equals(journal)).toBe(true)
  // another right behind
  mkdirSync(join(directory, 'migrating'))
  expect(await operate('migrate', [directory])).toEqual({ code: 0, stdout: `${directory}: the journal has format 2 already\n`, stderr: '' })
  expect(readdirSync(directory)).not.toContain('migrating')
  expect(await operate('verify', [directory])).toMatchObject({ code: 0, stderr: '' })

  // at the moment at which it was left: a trading day that has ended since would show in what it answers
  const behind = Date.now() - Date.parse(left.answers['balances']!['timestamp'] as string)
  const environment = { NODE_OPTIONS: `--import=${EARLIER_CLOCK}`, CLOCK_BEHIND_MS: String(behind) }
  const gateway = await GatewayProcess.start({ directory, config: configFile({ market: { quotes: 'still' } }), environment })
  const url = / REST +(\S+)/.exec(gateway.stdout)![1]!
  const headers = { 'x-api-key': left.credentials.api_key, 'x-api-secret': left.credentials.api_secret, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}): Promise<Row & { readonly data?: readonly Row[] }> => {
    const answer = await fetch(`${url}/v1/accounts/${left.account}/${path}`, {
      ...init,
      headers: { ...headers, ...(init.headers as object) },
    })
    expect([200, 201]).toContain(answer.status)
    return (await answer.json()) as Row
  }
  for (const [path, before] of Object.entries(left.answers)) {
    const now = await ask(path)
    // the API of today says more, and says when it was asked
    if (before.data === undefined) expect(now, path).toMatchObject(withoutMoment(before))
    else expect(now.data, path).toMatchObject(before.data)
  }
  const body = JSON.stringify({ ach_relationship_id: left.achRelationship, amount: '250.00', description: 'top up' })
  const again = await ask('funding/deposits', { method: 'POST', body, headers: { 'idempotency-key': 'deposit-1' } })
  expect(again['id']).toBe(left.deposit['id'])
  expect(await gateway.terminate()).toMatchObject({ code: 0, stderr: '' })

  const database = new Database(join(directory, 'journal.db'))
  database.exec("UPDATE meta SET value = 3 WHERE key = 'format'")
  database.close()
  expect(await operate('migrate', [directory])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${directory}: the journal has format 3; this version of Fillgate can bring none but older ones to format 2\n`,
  })
})

const withoutMoment = ({ timestamp: _, ...row }: Row): Row => row

test('what a migration can not do it refuses with one line, and a backup of an earlier format is restored whole and migrated then', async () => {
  const directory = temporaryDirectory()
  const [data, backup, restored, newer] = ['data', 'backup', 'restored', 'newer'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
    string,
  ]
  const refused = async (command: 'migrate' | 'restore', ...values: string[]): Promise<string> => {
    const { code, stdout, stderr } = await operate(command, values)
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 1, stdout: '', lines: 2 })
    return stderr.trimEnd()
  }
  mkdirSync(data)
  expect(await refused('migrate', data)).toBe(`${data} has no journal.db`)
  expect(readdirSync(data)).toEqual([])
  writeFileSync(join(data, 'journal.db'), gunzipSync(readFileSync(join(FIXTURE, 'journal.db.gz'))))
  writeFileSync(join(data, 'journal.db.before-migration'), 'of another time')
  expect(await refused('migrate', data)).toBe(`${data}/journal.db.before-migration exists: an earlier migration left it; move it away`)
  expect(readFileSync(join(data, 'journal.db.before-migration'), 'utf8')).toBe('of another time')
  expect(readdirSync(data)).not.toContain('migrating')

  expect(await operate('backup', [backup], data)).toMatchObject({ code: 0, stderr: '' })
  expect(await refused('migrate', backup)).toBe(`${backup} is a backup: restore it, and migrate what was restored`)
  expect(readdirSync(backup).sort()).toEqual(['journal.db', 'manifest.json'])
  copyFileSync(join(FIXTURE, 'secrets.json'), join(data, 'secrets.json'))
  chmodSync(join(data, 'secrets.json'), 0o600)
  const secrets = ['--secrets', join(data, 'secrets.json')]
  expect(await refused('restore', backup, restored, ...secrets, '--through', '40')).toBe(
    "format 1 can't be cut: restore it whole, migrate it, and cut a backup of that",
  )
  expect(readdirSync(restored)).toEqual(['lock.db'])
  expect(await operate('restore', [backup, restored, ...secrets, '--through', '44'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^${restored}: the journal through position 44 \\(12 commits\\), as it was at \\S+Z\n` +
          `It has format 1: run "npm run migrate -- ${restored}" before it is started\\.\n$`,
      ),
    ) as string,
    stderr: '',
  })
  expect(await operate('migrate', [restored])).toMatchObject({ code: 0, stderr: '' })

  const database = new Database(join(backup, 'journal.db'))
  database.exec("UPDATE meta SET value = 3 WHERE key = 'format'")
  database.close()
  expect(await refused('restore', backup, newer, ...secrets)).toBe(`${backup} has format 3; this version of Fillgate reads format 2`)
  expect(readdirSync(newer)).toEqual(['lock.db'])
})

test('archives beside a journal of a format that had none are not passed over', async () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'journal.db'), gunzipSync(readFileSync(join(FIXTURE, 'journal.db.gz'))))
  mkdirSync(join(directory, 'archive'))
  writeFileSync(join(directory, 'archive', 'journal-0000000000000001-0000000000000009.db'), '')
  expect(await operate('migrate', [directory])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${directory} has archives, which a journal of format 1 never had: move them away\n`,
  })
})

test('a journal that somebody reads is left alone: its write-ahead log would be laid over the new one', async () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'journal.db')
  writeFileSync(path, gunzipSync(readFileSync(join(FIXTURE, 'journal.db.gz'))))
  const writer = new Database(path)
  writer.pragma('wal_autocheckpoint = 0')
  const note = writer.prepare<[string]>(
    "INSERT INTO audit (at, key_id, operation, subject, detail) VALUES (1, 'key', 'operation', ?, '{}')",
  )
  note.run('before')
  const reader = new Database(path, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM audit').get()
  note.run('behind')
  expect(await operate('migrate', [directory])).toEqual({
    code: 1,
    stdout: '',
    stderr: `${path} cannot be used: database is locked: another program holds it\n`,
  })
  expect(readdirSync(directory).sort()).toEqual(['journal.db', 'journal.db-shm', 'journal.db-wal', 'lock.db'])

  reader.close()
  writer.close()
  expect(await operate('migrate', [directory])).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(directory).sort()).toEqual(['journal.db', 'journal.db.before-migration', 'lock.db'])
  expect(await operate('verify', [directory])).toMatchObject({ code: 0, stderr: '' })
  const migrated = new Database(path, { readonly: true })
  expect(migrated.prepare("SELECT subject FROM audit WHERE key_id = 'key' ORDER BY id").pluck().all()).toEqual(['before', 'behind'])
  migrated.close()
})
