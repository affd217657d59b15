import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { credentialsPath, type SandboxCredentials } from '../../src/genesis/sandbox-credentials.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { FixClient } from '../support/fix-client.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'

/** What nobody may find anywhere afterwards, however it is written. */
const TAX_IDS = ['905270001', '905-27-0001', '906384321', '906-38-4321', '907499876', '907-49-9876']
const BANK_NUMBER = '55019283746501'
const EMAIL = 'jane.privacy@example.com'

let directory: string
let logged = ''
let answered = ''
let secrets: readonly string[]

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-privacy-'))
  const config = loadConfig({ DATA_DIR: directory, HTTP_PORT: '0', FIX_PORT: '0', MANAGEMENT_PORT: '0' })
  const app = await createApp(config, {
    version: '0.0.0-test',
    logger: createLogger({ level: 'trace', terminal: false, destination: { write: (line: string) => void (logged += line) } }),
    onFatal: (error) => {
      throw error
    },
  })
  const credentials = JSON.parse(readFileSync(credentialsPath(directory), 'utf8')) as SandboxCredentials
  const transport = connectTo(credentials.base_url)
  const listened = await RestClient.of(async (request) => {
    const answer = await transport(request)
    answered += `${JSON.stringify(answer.headers)} ${answer.text}\n`
    return answer
  })
  const token = await live(listened.as(credentials))
  const desk = await FixClient.open({ port: app.addresses.fix, senderCompId: 'DESK1' })
  desk.logon()
  await desk.hear('A')
  await desk.drop()
  secrets = [credentials.api_secret, credentials.operator.api_secret, token]
  await app.close()
}, 60_000)
afterAll(() => rmSync(directory, { recursive: true }))

/** An account from its opening on, with whatever could give a secret away, mistakes too. Gives the secret of a token. */
async function live(partner: RestClient): Promise<string> {
  const contact = { email_address: EMAIL, phone_number: '+15125550100' }
  const person = (tax_id: unknown) => ({ given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id })
  const { body: account } = await partner.post('/v1/accounts', {
    contact,
    identity: person('905-27-0001'),
    account_type: 'joint',
    joint_owner: { contact, identity: person('906384321') },
  })
  const path = `/v1/accounts/${account.id as string}`
  const joint_owner = { contact, identity: person('907-49-9876') }
  await partner.post(`/v1/users/${account.user_id as string}/accounts`, { account_type: 'joint', joint_owner })
  const refused = [
    await partner.post('/v1/accounts', { contact, identity: person('905270001-') }),
    await partner.post('/v1/accounts', { contact, identity: person(905270001) }),
    await partner.post('/v1/accounts', { contact: {}, identity: { tax_id: '905-27-0001', date_of_birth: 1 } }),
    await partner.patch(path, { identity: { tax_id: '905270001' } }),
    await partner.patch(path, { contact: { phone_number: '905270001' } }),
    await partner.post(`/v1/users/${account.user_id as string}/accounts`, { account_type: 'joint', identity: person('905270001') }),
    await partner.post('/v1/accounts', undefined, {
      payload: '{"identity":{"tax_id":"905270001"',
      headers: { 'content-type': 'application/json' },
    }),
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400))
  await partner.patch(path, { contact: { ...contact, city: 'Austin' } })
  const bank = { bank_account_owner_name: 'Jane Doe', bank_account_type: 'CHECKING', bank_routing_number: '121000358' }
  const { body: link } = await partner.post(`${path}/ach-relationships`, { ...bank, bank_account_number: BANK_NUMBER })
  const wrong = { ...bank, bank_account_number: BANK_NUMBER, bank_routing_number: '121000359' }
  expect((await partner.post(`${path}/ach-relationships`, wrong)).body.error.code).toBe('INVALID_ROUTING_NUMBER')
  await partner.post(`${path}/funding/deposits`, { ach_relationship_id: link.id, amount: '100.00' })
  const { body: token } = await partner.post(`${path}/keys`, { label: 'mobile app' })
  await partner.as(token).get(path)
  await partner.get('/v1/accounts?query=jane')
  // the only answer that may have it
  answered = answered.replaceAll(token.api_secret as string, '')
  return token.api_secret as string
}

const bankForms = [BANK_NUMBER, BANK_NUMBER.slice(-5), BANK_NUMBER.slice(0, 9)]
const found = (text: string, wanted: readonly string[]) => wanted.filter((one) => text.includes(one))

describe('after a day of work', () => {
  test('no file but that of the credentials has a tax id, a bank number or a secret in it', () => {
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(directory, name)).isFile())
      .filter((name) => !['sandbox-credentials.json', 'secrets.json'].includes(name))
    expect(files).toEqual(expect.arrayContaining(['journal.db', 'read.db']))
    for (const name of files) {
      const text = readFileSync(join(directory, name), 'latin1')
      expect([name, found(text, [...TAX_IDS, ...bankForms, ...secrets])]).toEqual([name, []])
    }
  })

  test('the journal and the read model keep the rest of it as it is, so that something would have been found', () => {
    const kept = [EMAIL, '***-**-0001', '***-**-4321', '"6501"']
    for (const name of ['journal.db', 'read.db']) {
      // what was written last may still be in the file beside it
      const files = [name, `${name}-wal`].map((file) => join(directory, file)).filter((path) => existsSync(path))
      const text = files.map((path) => readFileSync(path, 'latin1')).join('')
      expect([name, found(text, kept)]).toEqual([name, kept])
    }
  })

  test('no line of the log has one in it', () => {
    expect(logged.length).toBeGreaterThan(0)
    expect(found(logged, [...TAX_IDS, ...bankForms, ...secrets, EMAIL])).toEqual([])
  })

  test('no answer had one in it, refusals included', () => {
    expect(found(answered, ['***-**-0001', '***-**-4321', '***-**-9876', '"6501"'])).toHaveLength(4)
    expect(found(answered, [...TAX_IDS, ...bankForms, ...secrets])).toEqual([])
  })
})
