import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { W9RequestStore } from '../../../src/storage/rows/w9-request-store.ts'
import { behind, textsOf } from '../../support/pdf-text.ts'
import { openRestServer, RestServer, type TradingAccount } from '../../support/rest-server.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account()
})
afterAll(() => server.close())

const NOWHERE = '00000000-0000-4000-8000-000000000000'

describe('a W-9', () => {
  const userOf = async (owner = account) => (await server.client.get(owner.path)).body.user_id as string
  const ask = (body: object) => server.client.post('/v1/documents/w9', body)

  async function finished(id: string) {
    for (;;) {
      const { body } = await server.client.get(`/v1/documents/w9/${id}`)
      if (body.status !== 'PROCESSING')
        return body as { readonly status: string; readonly document_id: string; readonly failure_reason: string }
      // requests without a socket leave the event loop no turn of its own
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  test('is made in its own time: name, address, masked tax id, certification', async () => {
    const { body: owner } = await server.client.post(
      '/v1/accounts',
      RestServer.application({
        contact: {
          email_address: 'jane@example.com',
          street_address: ['1 Main St'],
          unit: 'Apt 4',
          city: 'Austin',
          state: 'TX',
          postal_code: '78701',
        },
      }),
    )
    const user_id = owner.user_id as string
    const { status, body } = await ask({ user_id, signed_at: '2026-11-19T21:00:00-05:00' })
    const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string
    const created_at = new Date(server.now).toISOString()
    expect([status, body]).toEqual([202, { id: uuid, user_id, status: 'PROCESSING', document_id: null, failure_reason: null, created_at }])
    const done = await finished(body.id as string)
    expect(done).toEqual({ ...body, status: 'COMPLETED', document_id: uuid })
    const { body: document } = await server.client.get(`/v1/documents/${done.document_id}`)
    expect(document).toMatchObject({ document_type: 'w9', name: 'Form W-9', date: '2026-11-20', account_id: owner.id as string })
    const texts = textsOf(await server.documentBytes(done.document_id))
    expect(texts).toContain('SAMPLE – SANDBOX')
    expect(behind(texts, '1  Name of entity or individual, as shown on the income tax return')).toEqual(['Jane Doe'])
    expect(behind(texts, '5  Address (number, street, and apartment or suite number)')).toEqual(['1 Main St, Apt 4'])
    expect(behind(texts, '6  City, state, and ZIP code')).toEqual(['Austin, TX 78701'])
    expect(behind(texts, 'Social security number', 11).join('')).toBe('***–**–0001')
    expect(behind(texts, 'Under penalties of perjury, I certify that:')[0]).toMatch(/^1\. The number shown on this form is my correct/)
    expect(behind(texts, 'Date (UTC)', 2)).toEqual(['Signed electronically by Jane Doe', '11/20/2026'])
    expect(texts.join(' ')).not.toMatch(/123-?45/)
  })

  test('says that it is not signed where nobody signed it', async () => {
    const { body } = await ask({ user_id: await userOf(), account_id: account.id })
    const { document_id } = await finished(body.id as string)
    expect(behind(textsOf(await server.documentBytes(document_id)), 'Date (UTC)')).toEqual(['Not signed'])
  })

  test('may be signed at this very moment, and not a moment later', async () => {
    const user_id = await userOf()
    const signed = (ms: number) => ask({ user_id, signed_at: new Date(server.now + ms).toISOString() })
    expect((await signed(0)).status).toBe(202)
    const { status, body } = await signed(1)
    expect([status, body.error.code, body.error.field]).toEqual([400, 'VALIDATION_ERROR', 'signed_at'])
  })

  test('is not made for somebody whose tax residence is not the US', async () => {
    const identity = {
      given_name: 'Jean',
      family_name: 'Dupont',
      date_of_birth: '1990-01-01',
      tax_id: '123-45-0001',
      country_of_tax_residence: 'FR',
    }
    const { body: owner } = await server.client.post('/v1/accounts', RestServer.application({ identity }))
    const { body } = await ask({ user_id: owner.user_id as string })
    expect(await finished(body.id as string)).toEqual({
      ...body,
      status: 'FAILED',
      document_id: null,
      failure_reason: "A W-9 is for US persons; the user's tax residence is FR.",
    })
  })

  test('that a crash interrupted goes on when it is asked for', async () => {
    const id = '0b0f9c1e-7c1b-4f7e-9a55-1b2a3c4d5e6f'
    await new W9RequestStore(server.journal).add({
      id,
      partner: 0,
      account: 0,
      status: 'PROCESSING',
      signedAt: null,
      documentId: null,
      failureReason: null,
      createdAt: server.now,
    })
    expect((await finished(id)).status).toBe('COMPLETED')
  })

  test('is one document, also where a crash came between it and the note that it is made', async () => {
    const owner = await server.account()
    const { body } = await ask({ user_id: await userOf(owner) })
    const done = await finished(body.id as string)
    await server.journal.run("UPDATE w9_requests SET status = 'PROCESSING', document_id = NULL WHERE id = ?", [body.id as string])
    expect(await finished(body.id as string)).toEqual(done)
    const { body: found } = await server.client.post('/v1/documents/list', { account_number: owner.number })
    expect((found.data as { id: string }[]).map(({ id }) => id)).toEqual([done.document_id])
  })

  test('is filed under an account that is not closed', async () => {
    const first = await server.account()
    const user_id = await userOf(first)
    const { body: second } = await server.client.post(`/v1/users/${user_id}/accounts`, { account_type: 'ira_roth' })
    await server.client.delete(first.path)
    const refused = await ask({ user_id, account_id: first.id })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ACCOUNT_CLOSED'])
    const { body } = await ask({ user_id })
    const { document_id } = await finished(body.id as string)
    expect((await server.client.get(`/v1/documents/${document_id}`)).body.account_id).toBe(second.id)
    await server.client.delete(`/v1/accounts/${second.id as string}`)
    expect((await ask({ user_id })).body.error.code).toBe('ACCOUNT_CLOSED')
  })

  test.each([
    ['an unknown user', { user_id: NOWHERE }, 404, 'USER_NOT_FOUND'],
    ['a malformed user', { user_id: 'nonsense' }, 404, 'USER_NOT_FOUND'],
    ['no user', { user_id: undefined }, 400, 'VALIDATION_ERROR'],
    ["an account that is not the user's", { account_id: NOWHERE }, 404, 'ACCOUNT_NOT_FOUND'],
    ['a signature of tomorrow', { signed_at: '2026-11-21T15:00:00Z' }, 400, 'VALIDATION_ERROR'],
    ['a signature at no time', { signed_at: 'yesterday' }, 400, 'VALIDATION_ERROR'],
  ])('of %s is refused', async (_what, more, status, code) => {
    const answer = await ask({ user_id: await userOf(), ...more })
    expect([answer.status, answer.body.error.code]).toEqual([status, code])
  })

  test('of another partner, and one that was never asked for, is not found', async () => {
    const { body } = await ask({ user_id: await userOf() })
    const other = await server.anotherPartner()
    for (const answer of [await other.get(`/v1/documents/w9/${body.id as string}`), await server.client.get(`/v1/documents/w9/${NOWHERE}`)])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'W9_REQUEST_NOT_FOUND'])
    expect((await other.post('/v1/documents/w9', { user_id: await userOf() })).body.error.code).toBe('USER_NOT_FOUND')
    await finished(body.id as string)
  })
})
