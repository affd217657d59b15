import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openTaxId } from '../../src/http/resources/accounts/tax-id-seal.ts'
import { openContent, webhookKey } from '../../src/storage/secrets/sealed-content.ts'
import { EventStreamClient } from '../support/event-stream-client.ts'
import { FixClient } from '../support/fix-client.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'
import { until } from '../support/until.ts'
import { configFile, GatewayProcess, temporaryDirectory } from './gateway-process.ts'
import { readJournal } from './journal-story.ts'
import { operate } from './operator.ts'

/** Chosen by us; all are used in the run, and each stands nowhere else. */
const TAX_ID = '905-27-0001'
const BANK_NUMBER = '55019283746501'
const PASSWORD = 'first password of DESK1'
const NEXT_PASSWORD = 'next password of DESK1'
const WRONG_PASSWORD = 'what a stranger tries'
const DOCUMENT = Buffer.from('%PDF-1.4\nwhat nobody but its owner may read\n%%EOF\n')
const PRIVATE_WORDS = 'words of the deposit that are its own'

/** Those files are made to hold secrets. */
const OF_SECRETS = ['secrets.json', 'sandbox-credentials.json']

test('secrets are nowhere but where they belong, and files are for their owner alone', { timeout: 120_000 }, async () => {
  const directory = join(temporaryDirectory(), 'data')
  const backup = join(temporaryDirectory(), 'backup')
  const sessions = [{ sender_comp_id: 'DESK1', kind: 'order-entry', password: PASSWORD }]
  const config = configFile({ fix: { sessions, failed_logons_per_minute: null }, journal: { snapshot_every_events: 10 } })
  // whatever the shell allows others
  const command = ['sh', '-c', `umask 000; exec ${process.execPath} run.js src/main.ts`]
  const gateway = await GatewayProcess.start({ directory, config, command, environment: { LOG_LEVEL: 'trace' } })
  const { credentials } = gateway
  let answered = ''
  const transport = connectTo(credentials.base_url)
  const anonymous = await RestClient.of(async (request) => {
    const answer = await transport(request)
    answered += `${JSON.stringify(answer.headers)} ${answer.text}\n`
    return answer
  })
  const partner = anonymous.as(credentials)
  const operator = anonymous.as(credentials.operator)
  /** Secrets that the gateway has made; the answer that shows one is the one place where it may be. */
  const made: string[] = [credentials.api_secret, credentials.operator.api_secret]
  const shownOnce = (secret: string): string => {
    expect(secret).toMatch(/^(bsk_|whsec_)./)
    answered = answered.replaceAll(secret, '')
    made.push(secret)
    return secret
  }

  // --- REST: an account with everything private, keys, a webhook, a document, and mistakes ---
  const contact = { email_address: 'jane@example.com', phone_number: '+15125550100' }
  const identity = { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: TAX_ID }
  const { body: account } = await partner.post('/v1/accounts', { contact, identity })
  const path = `/v1/accounts/${account.id as string}`
  await partner.post('/v1/accounts', { contact, identity: { ...identity, tax_id: `${TAX_ID}x` } })
  const bank = {
    bank_account_owner_name: 'Jane Doe',
    bank_account_type: 'CHECKING',
    bank_routing_number: '121000358',
    bank_account_number: BANK_NUMBER,
  }
  const { body: link } = await partner.post(`${path}/ach-relationships`, bank)
  const deposit = { ach_relationship_id: link.id, amount: '100.00', idempotency_key: 'deposit-of-a-day' }
  expect((await partner.post(`${path}/funding/deposits`, { ...deposit, description: PRIVATE_WORDS })).status).toBe(201)
  expect((await partner.post(`${path}/funding/deposits`, { ...deposit, description: 'other words' })).status).toBe(409)
  const { body: key } = await partner.post('/v1/keys', { label: 'another', scopes: ['accounts:read'] })
  shownOnce(key.api_secret as string)
  const { body: token } = await partner.post(`${path}/keys`, { label: 'mobile app' })
  await partner.as({ api_key: token.api_key as string, api_secret: shownOnce(token.api_secret as string) }).get(path)
  await partner.as({ ...credentials, api_secret: key.api_secret as string }).get('/v1/accounts')
  const { body: webhook } = await partner.post('/v1/webhooks', { url: 'https://127.0.0.1:1/hook', events: [] })
  const webhookSecret = shownOnce(webhook.secret as string)
  const rotated = await partner.post(`/v1/webhooks/${webhook.id as string}/rotate-secret`)
  shownOnce(rotated.body.secret as string)
  const upload = {
    document_type: 'identity_verification',
    document_sub_type: 'passport',
    mime_type: 'application/pdf',
    content: DOCUMENT.toString('base64'),
  }
  const { status } = await partner.post(`${path}/documents/upload`, upload)
  expect(status).toBe(201)

  // --- FIX: the password, another one, a wrong one ---
  const { port } = credentials.fix
  const desk = await FixClient.loggedOn({ port, logon: `98=0|108=30|553=desk|554=${PASSWORD}` })
  await desk.logout()
  const [session] = (await operator.get('/v1/admin/fix/sessions')).body.data as { id: string }[]
  expect((await operator.patch(`/v1/admin/fix/sessions/${session!.id}`, { password: NEXT_PASSWORD })).status).toBe(200)
  const stranger = await FixClient.open({ port })
  stranger.logon(`98=0|108=30|553=desk|554=${WRONG_PASSWORD}`)
  await stranger.closed
  const again = await FixClient.loggedOn({ port, number: 3, logon: `98=0|108=30|553=desk|554=${NEXT_PASSWORD}` })
  await again.hearAll()
  await operator.get(`/v1/admin/fix/sessions/${session!.id}/messages?decode=true`)
  await operator.get('/v1/admin/audit')

  // --- what is told of it: answers, request log, metrics, log ---
  const log = await EventStreamClient.open(`${credentials.base_url}/v1/logs/stream?since_id=0`, {
    'x-api-key': credentials.api_key,
    'x-api-secret': credentials.api_secret,
  })
  const requests: string[] = []
  while (requests.length < 10) requests.push(JSON.stringify((await log.next()).data))
  await log.close()
  const metrics = await (await fetch(/http:\S+\/metrics/.exec(gateway.stdout)![0])).text()

  // --- files, while it runs: with write-ahead logs, snapshots and a backup ---
  await until(() => readdirSync(directory).some((name) => name.endsWith('.snapshot')))
  mkdirSync(backup, { mode: 0o777 })
  expect((await operate('backup', [join(backup, 'of-today')], directory)).code).toBe(0)
  const files = [...filesIn(directory), ...filesIn(backup)]
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['journal.db', 'journal.db-wal', 'journal.db-shm', 'read.db', 'delivery.db', 'fix-log.db', 'manifest.json']),
  )
  expect((statSync(directory).mode & 0o777).toString(8)).toBe('700')
  expect(files.filter(({ mode }) => mode !== '600')).toEqual([])
  const { stdout, stderr } = await gateway.kill()

  // --- nothing of it is anywhere ---
  const secrets = [
    ...[TAX_ID, TAX_ID.replaceAll('-', ''), BANK_NUMBER, PASSWORD, NEXT_PASSWORD, WRONG_PASSWORD, DOCUMENT.toString('latin1')],
    ...made,
  ].flatMap((secret) => [secret, ...encoded(secret)])
  const isIn = (text: string): string[] => secrets.filter((secret) => text.includes(secret))
  expect({ log: isIn(stdout + stderr), answers: isIn(answered), requests: isIn(requests.join()), metrics: isIn(metrics) }).toEqual({
    log: [],
    answers: [],
    requests: [],
    metrics: [],
  })
  expect(stdout).toContain('FIX logon refused')
  const kept = [...filesIn(directory), ...filesIn(backup)].filter(({ name }) => !OF_SECRETS.includes(name))
  expect(kept.map(({ name, path: file }) => [name, isIn(readFileSync(file, 'latin1'))])).toEqual(kept.map(({ name }) => [name, []]))
  // so that something would have been found
  const withWords = kept.filter(({ path: file }) => readFileSync(file, 'latin1').includes(PRIVATE_WORDS))
  expect(withWords.map(({ path: file }) => file.replace(/-wal$/, ''))).toContain(join(directory, 'journal.db'))
  // what a request says is no business of the log's
  expect([stdout, requests.join(), metrics].filter((text) => text.includes(PRIVATE_WORDS))).toEqual([])

  // --- what has to be known again is there, encrypted ---
  const { tax_id_key } = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8')) as { tax_id_key: string }
  const taxIdKey = Buffer.from(tax_id_key, 'base64')
  const story = await readJournal(directory)
  const profile = story.events.find((event) => event.type === 'AccountOpened' && event.id === account.id) as { profile: string } | undefined
  const sealed = /"tax_id":"([A-Za-z0-9+/=]{40,})"/.exec(profile!.profile)![1]!
  expect(openTaxId(taxIdKey, sealed)).toBe(TAX_ID.replaceAll('-', ''))
  const database = new Database(join(directory, 'journal.db'), { readonly: true })
  const row = database.prepare('SELECT previous_secret FROM webhooks').get() as { previous_secret: Buffer }
  database.close()
  const opened = openContent(webhookKey(taxIdKey), webhook.id as string, row.previous_secret)
  expect(`whsec_${opened.toString('base64')}`).toBe(webhookSecret)
})

/** Other ways to write it. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret, 'latin1')
  return [bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), bytes.toString('hex')]
}

function filesIn(folder: string): { readonly name: string; readonly path: string; readonly mode: string }[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => {
      const path = join(parentPath, name)
      return { name, path, mode: (statSync(path).mode & 0o777).toString(8) }
    })
}
