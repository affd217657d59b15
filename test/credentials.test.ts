import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PARTNER_SCOPES } from '../src/domain/partners/scopes.ts'
import type { PartnerCreated } from '../src/domain/events/market-event.ts'
import { secretMatches } from '../src/http/credentials/secret-hash.ts'
import { CredentialStore } from '../src/storage/rows/credential-store.ts'
import { openDataDirectory } from '../src/storage/directory/data-directory.ts'
import type { Journal } from '../src/storage/journal/journal.ts'
import { openStrictJournal } from './storage/support/strict-journal.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

describe('npm run credentials', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fillgate-credentials-'))
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  const run = (...values: string[]): Promise<Ended> => runWith({}, ...values)

  function runWith(environment: Readonly<Record<string, string>>, ...values: string[]): Promise<Ended> {
    return new Promise((resolve) => {
      const options = { cwd: root, env: { ...process.env, DATA_DIR: directory, ...environment } }
      execFile(process.execPath, ['run.js', 'src/credentials.ts', ...values], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr })
      })
    })
  }

  function journal(): Journal {
    return openStrictJournal(directory)
  }

  async function withPartners(...partners: readonly PartnerCreated[]): Promise<void> {
    openDataDirectory(directory).close()
    const open = journal()
    for (const [index, partner] of partners.entries()) {
      await new Promise<void>((durable) => {
        open.commit({ position: 1 + index, sealedAt: 1, events: [partner], sessions: [] }, durable)
      })
    }
    await open.close()
  }

  const sandbox: PartnerCreated = {
    type: 'PartnerCreated',
    at: 1,
    partner: 0,
    id: '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001',
    name: 'Sandbox',
    environment: 'sandbox',
    market: 0,
    seed: 'seed',
    tradeDay: 20_777,
  }
  const live: PartnerCreated = {
    ...sandbox,
    partner: 1,
    id: '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a002',
    name: 'Live',
    environment: 'live',
    market: 1,
  }

  async function stored(keyId: string, secret: string): Promise<unknown> {
    const { secrets, close } = openDataDirectory(directory)
    close()
    const open = journal()
    const { id, secretHash, createdAt, ...rest } = new CredentialStore(open).find(keyId)!
    await open.close()
    expect([typeof id, typeof createdAt, secretMatches(secrets.pepper, secret, secretHash)]).toEqual(['string', 'number', true])
    return rest
  }

  test.each([
    {
      values: ['partner'],
      note: 'A key of the partner Sandbox.',
      key: /^bpk_sbx_/,
      row: { kind: 'partner', partner: 0, label: 'npm run credentials', scopes: PARTNER_SCOPES, environment: 'sandbox' },
    },
    {
      values: ['partner', '--partner', live.id, '--label', 'm'.repeat(64)],
      note: 'A key of the partner Live.',
      key: /^bpk_live_/,
      row: { kind: 'partner', partner: 1, label: 'm'.repeat(64), scopes: PARTNER_SCOPES, environment: 'live' },
    },
    {
      values: ['operator'],
      note: 'A key of an operator.',
      key: /^bok_sbx_/,
      row: { kind: 'operator', partner: null, label: 'npm run credentials', scopes: ['operator'], environment: 'sandbox' },
    },
  ])('$values prints a key that works from the next start on', async ({ values, note, key, row }) => {
    await withPartners(sandbox, live)
    const { code, stdout, stderr } = await run(...values)
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${note} Keep it: the secret is shown this once.\n` })
    const printed = JSON.parse(stdout) as { api_key: string; api_secret: string; scopes: string[] }
    expect(printed).toEqual({
      api_key: expect.stringMatching(key),
      api_secret: expect.stringMatching(/^bsk_/),
      scopes: row.scopes,
    })
    expect(await stored(printed.api_key, printed.api_secret)).toEqual({
      ...row,
      account: null,
      keyId: printed.api_key,
      expiresAt: null,
      lastUsedAt: null,
      revokedAt: null,
    })
  })

  test('an unknown partner is refused', async () => {
    await withPartners(sandbox)
    expect(await run('partner', '--partner', live.id)).toEqual({ code: 1, stdout: '', stderr: `there is no partner ${live.id}\n` })
  })

  const usage = 'usage: npm run credentials -- partner|operator [--partner ID] [--label TEXT] [--new-secrets]'

  test.each([
    [[], `expected 1 argument, not 0; ${usage}`],
    [['owner'], `expected partner or operator, not "owner"; ${usage}`],
    [['partner', 'operator'], `expected 1 argument, not 2; ${usage}`],
    [['partner', '--colour', 'red'], "Unknown option '--colour'; --help says what there is"],
    [['operator', '--partner', 'any'], '--partner is for the key of a partner: an operator belongs to none'],
    [['partner', '--label', ''], '--label takes 1 to 64 characters'],
    [['partner', '--label', 'x'.repeat(65)], '--label takes 1 to 64 characters'],
  ])('%j is refused with one line', async (values, line) => {
    expect(await run(...values)).toEqual({ code: 1, stdout: '', stderr: `${line}\n` })
  })

  test('a journal that is damaged is told with one line', async () => {
    await withPartners(sandbox)
    writeFileSync(join(directory, 'journal.db'), 'no database, but enough of text to be looked at'.repeat(100))
    expect(await run('operator')).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR ${directory} can't be used: file is not a database; "npm run verify -- ${directory}" says what is wrong\n`,
    })
  })

  test('--help tells how it is used, before there is a data directory', async () => {
    expect(await run('--help')).toEqual({ code: 0, stdout: expect.stringMatching(/^usage: npm run credentials -- /) as string, stderr: '' })
  })

  test('before the first start there is nobody to give a key to, and nothing is made', async () => {
    const stderr = `${directory} has no journal with a partner: start the gateway once (npm start)\n`
    expect(await run('partner')).toEqual({ code: 1, stdout: '', stderr })
    expect(existsSync(join(directory, 'lock.db'))).toBe(false)
  })

  test('where the secrets are lost it refuses, and makes new ones when it is told to', async () => {
    await withPartners(sandbox)
    const open = journal()
    await open.run(
      `INSERT INTO webhooks (id, partner, url, events, is_active, secret, settled_through, skip_after, created_at, updated_at)
      VALUES ('w', 0, 'https://receiver.example/', '[]', 1, x'00', 0, 0, 1, 1)`,
      [],
    )
    await open.close()
    const file = join(directory, 'secrets.json')
    expect(await run('operator', '--new-secrets')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file} exists: --new-secrets is for when it is lost; leave the option out, or move the file away if it is the wrong one\n`,
    })
    rmSync(file)
    expect(await run('operator')).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^\S+ is missing, and /) })

    // ended before all that was held by the old ones is in order: no file is there that the journal was not written with, and it is done again
    const failing = journal()
    await failing.run("CREATE TRIGGER ending BEFORE UPDATE ON webhooks BEGIN SELECT RAISE(FAIL, 'ended'); END", [])
    await failing.close()
    expect(await run('operator', '--new-secrets')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `DATA_DIR ${directory} can't be used: ended\n`,
    })
    expect(existsSync(file)).toBe(false)
    const mended = journal()
    await mended.run('DROP TRIGGER ending', [])
    await mended.close()
    const { code, stdout, stderr } = await run('operator', '--new-secrets')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `${file} is new. Keys of before, uploaded documents and tax ids of before can't be used any more; make keys for everybody.\nWebhooks that are switched off: 1. Their owners have to rotate the secret, then activate them.\nA key of an operator. Keep it: the secret is shown this once.\n`,
    })
    const printed = JSON.parse(stdout) as { api_key: string; api_secret: string }
    expect(await stored(printed.api_key, printed.api_secret)).toMatchObject({ kind: 'operator' })
  })

  test('secrets that are elsewhere are used there', async () => {
    await withPartners(sandbox)
    const file = join(directory, 'elsewhere.json')
    renameSync(join(directory, 'secrets.json'), file)
    const CONFIG = join(directory, 'my.json')
    writeFileSync(CONFIG, JSON.stringify({ secrets_file: file }))
    expect(await runWith({ CONFIG }, 'operator')).toMatchObject({
      code: 0,
      stderr: 'A key of an operator. Keep it: the secret is shown this once.\n',
    })
    expect(await runWith({ CONFIG }, 'operator', '--new-secrets')).toMatchObject({
      code: 1,
      stderr: `${file} exists: --new-secrets is for when it is lost; leave the option out, or move the file away if it is the wrong one\n`,
    })
    expect(existsSync(join(directory, 'secrets.json'))).toBe(false)
  })

  test('while a gateway runs on the directory it is refused, and its secrets stay', async () => {
    await withPartners(sandbox)
    const held = openDataDirectory(directory)
    rmSync(join(directory, 'secrets.json'))
    const refused = { code: 1, stdout: '', stderr: `DATA_DIR ${directory} is in use by another process\n` }
    expect(await run('operator')).toEqual(refused)
    expect(await run('operator', '--new-secrets')).toEqual(refused)
    held.close()
    expect(existsSync(join(directory, 'secrets.json'))).toBe(false)
  })
})
