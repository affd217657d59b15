import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/accounts/document.ts'
import { PARTNER_SCOPES } from '../../../src/domain/partners/scopes.ts'
import { EmailOutbox } from '../../../src/storage/rows/email-outbox.ts'
import type { RestClient } from '../../support/rest-client.ts'
import { openRestServer, RestServer, type TradingAccount } from '../../support/rest-server.ts'
import { unreadBytes } from '../../support/unread-answer.ts'

let server: RestServer
let account: TradingAccount
beforeAll(async () => {
  server = await openRestServer()
  account = await server.account()
})
afterAll(() => server.close())

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const at = (): string => new Date(server.now).toISOString()
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

const PDF = Buffer.from('%PDF-1.7\n%%EOF\n')
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

const upload = (body: object, to = account, client: RestClient = server.client) => client.post(`${to.path}/documents/upload`, body)
const passport = (content: Buffer = PNG, mime_type = 'image/png') => ({
  document_type: 'identity_verification',
  document_sub_type: 'passport',
  content: content.toString('base64'),
  mime_type,
})
const list = (body: object = {}, client: RestClient = server.client) => client.post('/v1/documents/list', body)
const refusal = ({ status, body }: { status: number; body: { error: { code: string; field?: string } } }) => [
  status,
  body.error.code,
  body.error.field,
]

describe('an upload', () => {
  test('is answered with its record, is listed, and gives back the same bytes with its own media type', async () => {
    const { status, body } = await upload(passport())
    const record = {
      id: uuid,
      account_id: account.id,
      account_number: account.number,
      document_type: 'identity_verification',
      document_sub_type: 'passport',
      name: 'Identity verification: passport',
      date: '2026-11-20',
      mime_type: 'image/png',
      size_bytes: PNG.length,
      sha256: createHash('sha256').update(PNG).digest('hex'),
      created_at: at(),
    }
    expect([status, body]).toEqual([201, record])
    expect((await server.client.get(`/v1/documents/${body.id}`)).body).toEqual(body)
    expect((await list({ account_number: account.number })).body).toEqual({
      data: [body],
      pagination: { next_cursor: null, has_more: false },
    })
    const answer = await fetchBytes(body.id as string)
    expect(answer.rawPayload.equals(PNG)).toBe(true)
    expect([answer.headers['content-type'], answer.headers['content-disposition'], answer.headers['x-content-type-options']]).toEqual([
      'image/png',
      'attachment; filename="identity_verification-2026-11-20.png"',
      'nosniff',
    ])
  })

  test.each([
    ['application/pdf', PDF],
    ['image/png', PNG],
    ['image/jpeg', JPEG],
  ])('of %s has to begin as such a file does', async (mime_type, content) => {
    expect((await upload(passport(content, mime_type))).status).toBe(201)
    for (const other of [PDF, PNG, JPEG, Buffer.alloc(0), content.subarray(1), content.subarray(0, 2)]) {
      if (other === content) continue
      expect(refusal(await upload(passport(other, mime_type)))).toEqual([400, 'INVALID_DOCUMENT_CONTENT', 'content'])
    }
  })

  test.each([
    ['no base64!'],
    [`${PNG.toString('base64')}\n`],
    [`${PNG.toString('base64').slice(0, -1)}`],
    ['iVBORw0KGgoB-_8='],
    ['data:image/png;base64,iVBO'],
  ])('of %j is refused: base64 is strict', async (content) => {
    expect(refusal(await upload({ ...passport(), content }))).toEqual([400, 'INVALID_DOCUMENT_CONTENT', 'content'])
  })

  test.each([
    ['an unknown type', { document_type: 'selfie' }, 400, 'INVALID_DOCUMENT_TYPE', 'document_type'],
    ['a name of every object', { document_type: 'constructor' }, 400, 'INVALID_DOCUMENT_TYPE', 'document_type'],
    ['a type that the gateway makes', { document_type: 'account_statement' }, 400, 'INVALID_DOCUMENT_TYPE', 'document_type'],
    ['an unknown sub type', { document_sub_type: 'library_card' }, 400, 'INVALID_DOCUMENT_TYPE', 'document_sub_type'],
    ['a sub type of another type', { document_sub_type: 'utility_bill' }, 400, 'INVALID_DOCUMENT_TYPE', 'document_sub_type'],
    ['no type', { document_type: undefined }, 400, 'VALIDATION_ERROR', 'document_type'],
    ['no content', { content: undefined }, 400, 'VALIDATION_ERROR', 'content'],
    ['content that is no text', { content: 7 }, 400, 'VALIDATION_ERROR', 'content'],
    ['no media type', { mime_type: undefined }, 400, 'VALIDATION_ERROR', 'mime_type'],
    // both are told, in details.errors
    ['neither', { content: undefined, mime_type: undefined }, 400, 'VALIDATION_ERROR', undefined],
    ['another media type', { mime_type: 'image/gif' }, 415, 'UNSUPPORTED_MEDIA_TYPE', 'mime_type'],
    ['the form of a w8ben', { content_data: {} }, 400, 'INVALID_DOCUMENT_CONTENT', 'content_data'],
  ])('with %s is refused', async (_what, more, status, code, field) => {
    expect(refusal(await upload({ ...passport(), ...more }))).toEqual([status, code, field])
  })

  test.each([
    [
      'date_of_birth_verification',
      'date_of_birth_verification has the sub types birth_certificate, passport, drivers_license, national_id.',
    ],
    ['w9', 'w9 has no sub types.'],
  ])('of the type %s with a sub type that it has not is told those that it has', async (document_type, message) => {
    const { body } = await upload({ ...passport(), document_type, document_sub_type: 'lease_agreement' })
    const request_id = expect.any(String) as string
    expect(body.error).toEqual({ code: 'INVALID_DOCUMENT_TYPE', message, field: 'document_sub_type', request_id })
  })

  test('has 10 MiB decoded at most, and its request 15 MiB', async () => {
    const largest = Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024 - PDF.length)])
    const { status, body } = await upload(passport(largest, 'application/pdf'))
    expect([status, body.size_bytes]).toEqual([201, 10_485_760])
    const answer = await fetchBytes(body.id as string)
    expect([answer.headers['content-length'], answer.rawPayload.equals(largest)]).toEqual(['10485760', true])
    const larger = Buffer.concat([largest, Buffer.alloc(1)])
    expect(refusal(await upload(passport(larger, 'application/pdf')))).toEqual([413, 'DOCUMENT_TOO_LARGE', 'content'])
    const request = { ...passport(PDF, 'application/pdf'), ignored: 'x'.repeat(15 * 1024 * 1024) }
    expect(refusal(await upload(request))).toEqual([413, 'PAYLOAD_TOO_LARGE', undefined])
  })

  test('of a W-8BEN is its form as JSON', async () => {
    const content_data = { given_name: 'Jean', country_of_citizenship: 'FR' }
    const { status, body } = await upload({ document_type: 'w8ben', content_data })
    expect([status, body.mime_type, body.name]).toEqual([201, 'application/json', 'Form W-8BEN'])
    const content = await server.client.get(`/v1/documents/${body.id as string}/content`)
    expect([content.headers['content-type'], content.body]).toEqual(['application/json', content_data])
  })

  test.each([
    [{ document_type: 'w8ben' }, 400, 'VALIDATION_ERROR', 'content_data'],
    [{ document_type: 'w8ben', content_data: [] }, 400, 'VALIDATION_ERROR', 'content_data'],
    [{ document_type: 'w8ben', content_data: 'text' }, 400, 'VALIDATION_ERROR', 'content_data'],
    [{ document_type: 'w8ben', content_data: {}, content: 'JVBERi0=' }, 400, 'INVALID_DOCUMENT_CONTENT', 'content'],
    [{ document_type: 'w8ben', content_data: {}, mime_type: 'application/pdf' }, 415, 'UNSUPPORTED_MEDIA_TYPE', 'mime_type'],
  ])('%j is refused', async (body, status, code, field) => {
    expect(refusal(await upload(body))).toEqual([status, code, field])
  })

  test('of a form has 10 MiB at most', async () => {
    const around = JSON.stringify({ a: '' }).length
    const largest = { a: 'x'.repeat(10 * 1024 * 1024 - around) }
    const { status, body } = await upload({ document_type: 'w8ben', content_data: largest })
    expect([status, body.size_bytes]).toEqual([201, 10_485_760])
    const answer = await upload({ document_type: 'w8ben', content_data: { a: `${largest.a}x` } })
    expect(refusal(answer)).toEqual([413, 'DOCUMENT_TOO_LARGE', 'content_data'])
  })

  test.each([33, 100_000])('of a form that is nested %i levels deep is refused', async (depth) => {
    const payload = `{"document_type":"w8ben","content_data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`
    const headers = { 'content-type': 'application/json' }
    const answer = await server.client.post(`${account.path}/documents/upload`, undefined, { payload, headers })
    expect(refusal(answer)).toEqual([400, 'VALIDATION_ERROR', undefined])
  })

  test('to an account that waits for something moves it on to its review', async () => {
    const { body } = await server.client.post(
      '/v1/accounts',
      RestServer.application({ identity: { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123-45-0004' } }),
    )
    expect(body.status).toBe('ACTION_REQUIRED')
    expect((await server.client.post(`/v1/accounts/${body.id as string}/documents/upload`, passport())).status).toBe(201)
    expect((await server.client.get(`/v1/accounts/${body.id as string}`)).body.status).toBe('APPROVAL_PENDING')
  })

  test('to an account that is closed or is not there is refused', async () => {
    const closed = await server.account()
    await server.client.delete(closed.path)
    expect(refusal(await upload(passport(), closed))).toEqual([409, 'ACCOUNT_CLOSED', undefined])
    expect(refusal(await server.client.post(`/v1/accounts/${NOWHERE}/documents/upload`, passport()))).toEqual([
      404,
      'ACCOUNT_NOT_FOUND',
      undefined,
    ])
  })

  test('is not in the file of the journal as it came', async () => {
    const secret = 'tax id 123-45-6789 of somebody'
    const { body } = await upload(passport(Buffer.concat([PDF, Buffer.from(secret)]), 'application/pdf'))
    const rows = server.journal.all<{ content: Buffer }>('SELECT content FROM documents WHERE id = ?', [body.id])
    expect(rows.map(({ content }) => content.includes(secret))).toEqual([false])
  })
})

describe('the list', () => {
  let owner: TradingAccount
  const ids: string[] = []
  beforeAll(async () => {
    owner = await server.account()
    for (const body of [
      passport(),
      passport(PDF, 'application/pdf'),
      { ...passport(), document_type: 'address_verification', document_sub_type: 'utility_bill' },
    ]) {
      server.now += 1000
      ids.unshift((await upload(body, owner)).body.id as string)
    }
  })
  const idsOf = async (body: object) => {
    const answer = await list({ account_number: owner.number, ...body })
    return (answer.body.data as { id: string }[]).map(({ id }) => id)
  }

  test('is newest first, and filtered by type, account and date', async () => {
    expect(await idsOf({})).toEqual(ids)
    expect(await idsOf({ document_type: 'address_verification' })).toEqual(ids.slice(0, 1))
    expect(await idsOf({ document_type: 'w9' })).toEqual([])
    expect(await idsOf({ year: 2026 })).toEqual(ids)
    expect(await idsOf({ year: 2026, month: 11 })).toEqual(ids)
    expect(await idsOf({ year: 2026, month: 11, day: 20 })).toEqual(ids)
    expect(await idsOf({ year: 2026, month: 11, day: 19 })).toEqual([])
    expect(await idsOf({ year: 2026, month: 12 })).toEqual([])
    expect(await idsOf({ year: 2025 })).toEqual([])
    expect((await list({ account_number: '999999999' })).body.data).toEqual([])
  })

  test('of a year, a month or a day has its last moment, and not the first of the next', async () => {
    const own = await openRestServer()
    const holder = await own.account()
    const [last, first] = ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z']
    for (const moment of [last, first]) {
      own.now = Date.parse(moment)
      expect((await upload(passport(), holder, own.client)).status).toBe(201)
    }
    const found = async (days: object): Promise<string[]> => {
      const { body } = await list({ ...days, document_type: 'identity_verification' }, own.client)
      return (body.data as { created_at: string }[]).map(({ created_at }) => created_at)
    }
    const of2026 = [{ year: 2026 }, { year: 2026, month: 12 }, { year: 2026, month: 12, day: 31 }]
    const of2027 = [{ year: 2027 }, { year: 2027, month: 1 }, { year: 2027, month: 1, day: 1 }]
    const lists = []
    for (const days of [...of2026, ...of2027]) lists.push(await found(days))
    await own.close()
    expect(lists).toEqual([[last], [last], [last], [first], [first], [first]])
  })

  test('goes on where Link says, whatever page and size its body names', async () => {
    const newest = { account_number: owner.number, limit: 1 }
    const second = { ...newest, cursor: (await list(newest)).body.pagination.next_cursor as string }
    const page = await list(second)
    const [, next] = /^<(.*)>; rel="next"$/.exec(page.headers['link'] as string)!
    const third = await server.client.post(next!, second)
    const all = await server.client.post('/v1/documents/list?limit=3', newest)
    const seen = [page, third, all].map(({ body }) => (body.data as { id: string }[]).map(({ id }) => id))
    expect(seen).toEqual([ids.slice(1, 2), ids.slice(2), ids])
  })

  test.each([
    [{ month: 11 }, 'year'],
    [{ day: 20 }, 'month'],
    [{ year: 2026, day: 20 }, 'month'],
    [{ year: 2026, month: 13 }, 'month'],
    [{ year: 2026, month: 0 }, 'month'],
    [{ year: 2026, month: 2, day: 29 }, 'day'],
    [{ year: 2026, month: 2, day: -1 }, 'day'],
    [{ year: 0 }, 'year'],
    [{ year: 10_000 }, 'year'],
  ])('of %j is refused', async (body, field) => {
    expect(refusal(await list(body))).toEqual([400, 'INVALID_DATE_RANGE', field])
  })

  test.each([
    [{ document_type: 'passport' }, 'INVALID_DOCUMENT_TYPE', 'document_type'],
    [{ year: '2026' }, 'VALIDATION_ERROR', 'year'],
    [{ year: 2026.5 }, 'VALIDATION_ERROR', 'year'],
    [{ limit: 0 }, 'VALIDATION_ERROR', 'limit'],
    [{ limit: 101 }, 'VALIDATION_ERROR', 'limit'],
    [{ cursor: 'nonsense' }, 'INVALID_CURSOR', 'cursor'],
  ])('with %j is refused', async (body, code, field) => {
    expect(refusal(await list(body))).toEqual([400, code, field])
  })

  test('goes page by page without losing or repeating a document while others come in', async () => {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { body } = await list({ account_number: owner.number, limit: 1, ...(cursor && { cursor }) })
      seen.push(...(body.data as { id: string }[]).map(({ id }) => id))
      cursor = body.pagination.next_cursor as string | null
      server.now += 1000
      await upload(passport(), owner)
    } while (cursor)
    expect(seen).toEqual(ids)
  })

  test('takes the page from the query too, as its Link says', async () => {
    const first = await list({ account_number: account.number, limit: 1 })
    const [, url] = /^<(.+)>; rel="next"$/.exec(first.headers['link'] as string)!
    const byLink = await server.client.post(url!, { account_number: account.number, limit: 1 })
    const byBody = await list({ account_number: account.number, limit: 1, cursor: first.body.pagination.next_cursor })
    expect(byLink.body.data).toEqual(byBody.body.data)
    expect(byLink.body.data).not.toEqual(first.body.data)
    expect(refusal(await list({ account_number: owner.number, cursor: first.body.pagination.next_cursor }))).toEqual([
      400,
      'INVALID_CURSOR',
      'cursor',
    ])
  })

  test('takes a cursor whatever the order of the filters, and whatever else the body has', async () => {
    const first = await list({ account_number: account.number, year: 2026, limit: 1, page: 1 })
    const next = await list({ page: 2, year: 2026, limit: 1, account_number: account.number, cursor: first.body.pagination.next_cursor })
    expect([next.status, next.body.data.length]).toEqual([200, 1])
  })
})

test('the catalog lists every type with what may be uploaded', async () => {
  const { status, body } = await server.client.get('/v1/documents/types')
  expect([status, (body as { document_type: string }[]).map(({ document_type }) => document_type)]).toEqual([200, DOCUMENT_TYPE_NAMES])
  expect(body).toContainEqual({
    document_type: 'date_of_birth_verification',
    name: 'Date of birth verification',
    uploadable: true,
    sub_types: ['birth_certificate', 'passport', 'drivers_license', 'national_id'],
  })
  expect(body).toContainEqual({ document_type: 'trade_confirmation', name: 'Trade confirmation', uploadable: false, sub_types: [] })
})

describe('an e-mail', () => {
  test('is put into the outbox, and nothing is sent', async () => {
    const { body: document } = await upload(passport())
    const asked = { document_id: document.id as string, recipient_email: 'jane@example.com', subject: 'Yours', message: 'See\nattached.' }
    const { status, body } = await server.client.post('/v1/documents/email', asked)
    const answer = { id: uuid, document_id: document.id as string, recipient_email: 'jane@example.com', status: 'QUEUED', created_at: at() }
    expect([status, body]).toEqual([202, answer])
    expect(new EmailOutbox(server.journal).all()).toEqual([
      {
        id: body.id as string,
        partner: 0,
        documentId: document.id as string,
        recipient: 'jane@example.com',
        subject: 'Yours',
        message: 'See\nattached.',
        status: 'QUEUED',
        createdAt: server.now,
      },
    ])
  })

  test.each([
    [{ document_id: NOWHERE }, 404, 'DOCUMENT_NOT_FOUND', undefined],
    [{ document_id: 'nonsense' }, 404, 'DOCUMENT_NOT_FOUND', undefined],
    [{ document_id: undefined }, 400, 'VALIDATION_ERROR', 'document_id'],
    [{ recipient_email: undefined }, 400, 'VALIDATION_ERROR', 'recipient_email'],
    [{ recipient_email: 'jane' }, 400, 'VALIDATION_ERROR', 'recipient_email'],
    [{ recipient_email: 'a@b.c\r\nBcc: x@y.z' }, 400, 'VALIDATION_ERROR', 'recipient_email'],
    [{ subject: 'two\r\nlines' }, 400, 'VALIDATION_ERROR', 'subject'],
    [{ message: 7 }, 400, 'VALIDATION_ERROR', 'message'],
  ])('with %j is refused', async (more, status, code, field) => {
    const { body: document } = await upload(passport())
    const asked = { document_id: document.id as string, recipient_email: 'jane@example.com', ...more }
    expect(refusal(await server.client.post('/v1/documents/email', asked))).toEqual([status, code, field])
  })
})

test('a large one is sent as the client takes it', async () => {
  const { body } = await upload(passport(Buffer.concat([PDF, Buffer.alloc(10 * 1024 * 1024 - PDF.length)]), 'application/pdf'))
  expect(await unreadBytes(server, `/v1/documents/${body.id as string}/content`, 'documents:read')).toBeLessThan(200_000)
})

describe('who reaches a document', () => {
  test.each(['', '/content'])('nobody finds what is not there: %s', async (rest) => {
    for (const id of [NOWHERE, 'nonsense', '%00'])
      expect(refusal(await server.client.get(`/v1/documents/${id}${rest}`))).toEqual([404, 'DOCUMENT_NOT_FOUND', undefined])
  })

  test('another partner finds and sees none', async () => {
    const { body } = await upload(passport())
    const other = await server.anotherPartner()
    expect((await list({}, other)).body.data).toEqual([])
    expect((await list({ account_number: account.number }, other)).body.data).toEqual([])
    for (const answer of [
      await other.get(`/v1/documents/${body.id as string}`),
      await other.get(`/v1/documents/${body.id as string}/content`),
      await other.post('/v1/documents/email', { document_id: body.id as string, recipient_email: 'x@example.com' }),
    ])
      expect(refusal(answer)).toEqual([404, 'DOCUMENT_NOT_FOUND', undefined])
    expect(refusal(await upload(passport(), account, other))).toEqual([404, 'ACCOUNT_NOT_FOUND', undefined])
  })

  test('an account token sees the documents of its account alone', async () => {
    const [mine, others] = [await server.account(), await server.account()]
    const { body: own } = await upload(passport(), mine)
    const { body: foreign } = await upload(passport(), others)
    const token = server.client.as(
      (await server.client.post(`${mine.path}/keys`, { label: 'app', scopes: ['documents:read', 'documents:write'] })).body as {
        api_key: string
        api_secret: string
      },
    )
    expect((await list({}, token)).body.data).toEqual([own])
    expect((await list({ account_number: others.number }, token)).body.data).toEqual([])
    expect((await token.get(`/v1/documents/${own.id as string}`)).body).toEqual(own)
    expect(refusal(await token.get(`/v1/documents/${foreign.id as string}`))).toEqual([404, 'DOCUMENT_NOT_FOUND', undefined])
    expect(refusal(await token.get(`/v1/documents/${foreign.id as string}/content`))).toEqual([404, 'DOCUMENT_NOT_FOUND', undefined])
    expect((await upload(passport(), mine, token)).status).toBe(201)
    expect(refusal(await upload(passport(), others, token))).toEqual([404, 'ACCOUNT_NOT_FOUND', undefined])
    const { body: user } = await server.client.get(others.path)
    expect(refusal(await token.post('/v1/documents/w9', { user_id: user.user_id as string }))).toEqual([404, 'USER_NOT_FOUND', undefined])
  })

  test.each([
    ['documents:read', 'POST', '/v1/documents/list'],
    ['documents:read', 'GET', '/v1/documents/types'],
    ['documents:read', 'GET', `/v1/documents/${NOWHERE}`],
    ['documents:read', 'GET', `/v1/documents/${NOWHERE}/content`],
    ['documents:read', 'GET', `/v1/documents/w9/${NOWHERE}`],
    ['documents:write', 'POST', '/v1/documents/email'],
    ['documents:write', 'POST', '/v1/documents/w9'],
    ['documents:write', 'POST', `/v1/accounts/${NOWHERE}/documents/upload`],
  ] as const)('%s is needed to %s %s', async (required_scope, method, url) => {
    const without = await server.clientWith(PARTNER_SCOPES.filter((scope) => scope !== required_scope))
    const { status, body } = await without.send(method, url, method === 'POST' ? { body: {} } : {})
    expect([status, body.error.code, body.error.details]).toEqual([403, 'FORBIDDEN', { required_scope }])
  })
})

async function fetchBytes(id: string) {
  const { api_key, api_secret } = await server.issue(0, ['documents:read'])
  const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret }
  return server.app.inject({ method: 'GET', url: `/v1/documents/${id}/content`, headers })
}
