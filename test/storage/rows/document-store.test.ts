import { describe, expect, test } from 'vitest'
import { DocumentStore, type StoredDocument } from '../../../src/storage/rows/document-store.ts'
import { EmailOutbox } from '../../../src/storage/rows/email-outbox.ts'
import { documentKey } from '../../../src/storage/secrets/sealed-content.ts'
import { W9RequestStore } from '../../../src/storage/rows/w9-request-store.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const KEY = documentKey(Buffer.alloc(32, 1))

function document(given: Partial<StoredDocument> & { readonly id: string }): StoredDocument {
  return {
    partner: 0,
    account: 0,
    type: 'identity_verification',
    subType: null,
    name: 'a name',
    day: 20_000,
    mimeType: 'image/png',
    createdAt: 1_000,
    file: { bytes: 3, sha256: 'ab' },
    ...given,
  }
}
const issued = (id: string, given: Partial<StoredDocument> = {}) => document({ id, type: 'trade_confirmation', file: null, ...given })

const open = () => {
  const journal = openTestJournal(temporaryDirectory())
  return { journal, store: new DocumentStore(journal, KEY) }
}

/** The same journal, which notes how many documents there are behind each change. */
function countingDocuments(journal: ReturnType<typeof openTestJournal>) {
  const counts: number[] = []
  const noting: typeof journal = {
    ...journal,
    run: async (...statement) => {
      await journal.run(...statement)
      counts.push(journal.all('SELECT 1 FROM documents', []).length)
    },
  }
  return { counts, noting }
}

describe('the store of documents', () => {
  test('gives back record and content, also after a restart', async () => {
    const { journal, store } = open()
    await store.add(document({ id: 'a' }), Buffer.from('abc'))
    for (const one of [store, new DocumentStore(journal, KEY)]) {
      expect(one.find('a')).toEqual(document({ id: 'a' }))
      expect(one.content('a')).toEqual(Buffer.from('abc'))
      expect([one.find('b'), one.content('b')]).toEqual([undefined, undefined])
    }
  })

  test('refuses an id that exists and keeps the first', async () => {
    const { store } = open()
    await store.add(document({ id: 'a' }), Buffer.from('abc'))
    await expect(store.add(document({ id: 'a' }), Buffer.from('def'))).rejects.toThrow('UNIQUE constraint failed: documents.id')
    expect(store.content('a')).toEqual(Buffer.from('abc'))
  })

  test('keeps content encrypted: nothing of it is in the row, and neither another key nor another id opens it', async () => {
    const { journal, store } = open()
    const content = Buffer.from('%PDF-1.7 of somebody')
    await store.add(document({ id: 'a' }), content)
    await store.add(document({ id: 'b' }), content)
    const rows = journal.all<{ content: Buffer }>('SELECT content FROM documents', [])
    expect(rows.map((row) => row.content.includes('somebody'))).toEqual([false, false])
    expect(() => new DocumentStore(journal, documentKey(Buffer.alloc(32, 2))).content('a')).toThrow('unable to authenticate data')
    await journal.run("UPDATE documents SET content = (SELECT content FROM documents WHERE id = 'b') WHERE id = 'a'", [])
    expect(() => store.content('a')).toThrow('unable to authenticate data')
  })

  test('issues documents once, and gives them content once', async () => {
    const { store } = open()
    await store.issue([issued('a'), issued('b', { name: 'Ünïcode "quoted"', subType: 'monthly' })])
    expect([store.find('a')?.file, store.content('a')]).toEqual([null, undefined])
    expect(store.find('b')).toEqual(issued('b', { name: 'Ünïcode "quoted"', subType: 'monthly' }))
    await store.make('a', { bytes: 3, sha256: 'first' }, Buffer.from('one'))
    await store.make('a', { bytes: 3, sha256: 'second' }, Buffer.from('two'))
    await store.issue([issued('a'), issued('c')])
    expect([store.find('a')?.file, store.content('a')]).toEqual([{ bytes: 3, sha256: 'first' }, Buffer.from('one')])
    expect(store.find('c')).toEqual(issued('c'))
  })

  test('issues what very many accounts have in pieces: whatever else is to be written has a turn in between', async () => {
    const { journal, store } = open()
    const ids = Array.from({ length: 2 * 256 + 1 }, (_, index) => `${index}`)
    const { counts, noting } = countingDocuments(journal)
    await new DocumentStore(noting, KEY).issue(ids.map((id) => issued(id)))
    expect(counts).toEqual([256, 512, 513])
    expect(ids.filter((id) => store.find(id) === undefined)).toEqual([])
  })

  test('knows through which day everything of a market is issued', async () => {
    const { store } = open()
    expect(store.issuedThrough(1)).toBeUndefined()
    await store.noteIssued(1, 20_000)
    await store.noteIssued(1, 20_003)
    await store.noteIssued(2, 5)
    expect([0, 1, 2, 3].map((market) => store.issuedThrough(market))).toEqual([undefined, 20_003, 5, undefined])
  })

  test('lists newest first, then by id, filtered, from any place on', async () => {
    const { store } = open()
    await store.add(document({ id: 'a', createdAt: 1, day: 10 }), Buffer.from(''))
    await store.add(document({ id: 'b', createdAt: 3, day: 11, account: 1 }), Buffer.from(''))
    await store.add(document({ id: 'c', createdAt: 3, day: 12, type: 'w9' }), Buffer.from(''))
    await store.add(document({ id: 'd', createdAt: 2, day: 13, partner: 1, account: 2 }), Buffer.from(''))
    const ids = (filter: object = {}, after?: { key: number; id: string }, count = 9) =>
      store.list({ partner: 0, ...filter }, after, count).map(({ id }) => id)
    expect(ids()).toEqual(['c', 'b', 'a'])
    expect(ids({}, undefined, 2)).toEqual(['c', 'b'])
    expect(ids({}, { key: 3, id: 'c' })).toEqual(['b', 'a'])
    expect(ids({}, { key: 3, id: 'b' })).toEqual(['a'])
    expect([ids({ account: 1 }), ids({ type: 'w9' }), ids({ from: 11 }), ids({ to: 11 }), ids({ from: 11, to: 11 })]).toEqual([
      ['b'],
      ['c'],
      ['c', 'b'],
      ['b', 'a'],
      ['b'],
    ])
    expect(ids({ partner: 1 })).toEqual(['d'])
  })

  test.each([
    { name: 'many', bytes: 3, most: 256 },
    { name: 'large', bytes: 400_000, most: 2 },
    { name: 'very large', bytes: 5_000_000, most: 1 },
  ])(
    'deletes what a partner had before in pieces, of documents that are $name: whatever else is to be written has a turn in between',
    async ({ bytes, most }) => {
      const { journal, store } = open()
      const past = Array.from({ length: 2 * most + 1 }, (_, index) =>
        document({ id: `${index}`, account: index % 2, file: { bytes, sha256: 'ab' } }),
      )
      await Promise.all(past.map((one) => store.add(one, Buffer.from(''))))
      await store.issue([issued('issued'), issued('kept', { account: 2 }), issued("another partner's", { partner: 1 })])
      const { counts, noting } = countingDocuments(journal)
      await new DocumentStore(noting, KEY).deleteBefore(0, 2)
      const before = past.length + 3
      const deleted = counts.map((count, index) => (counts[index - 1] ?? before) - count)
      expect(Math.max(...deleted)).toBe(most)
      expect(deleted.length).toBeGreaterThan(2)
      expect(['0', 'issued', 'kept', "another partner's"].map((id) => store.find(id)?.id)).toEqual([
        undefined,
        undefined,
        'kept',
        "another partner's",
      ])
    },
  )
})

test('the outbox keeps e-mails oldest first', async () => {
  const { journal } = open()
  const outbox = new EmailOutbox(journal)
  const email = {
    id: 'a',
    partner: 0,
    documentId: 'd',
    recipient: 'x@example.com',
    subject: null,
    message: 'hi',
    status: 'QUEUED',
    createdAt: 2,
  } as const
  await outbox.queue(email)
  const earlier = { ...email, id: 'b', subject: 'yours', message: null, createdAt: 1 }
  await outbox.queue(earlier)
  expect(new EmailOutbox(journal).all()).toEqual([earlier, email])
})

test('requests for a W-9 are kept with what became of them', async () => {
  const { journal } = open()
  const store = new W9RequestStore(journal)
  const request = {
    id: 'a',
    partner: 0,
    account: 3,
    status: 'PROCESSING',
    signedAt: null,
    documentId: null,
    failureReason: null,
    createdAt: 7,
  } as const
  const signed = { ...request, id: 'b', status: 'COMPLETED', signedAt: 6, documentId: 'e' } as const
  await Promise.all([request, signed].map((one) => store.add(one)))
  expect(store.find('a')).toEqual(request)
  await store.finish('a', { status: 'FAILED', documentId: null, failureReason: 'none' })
  const later = new W9RequestStore(journal)
  expect(later.find('a')).toEqual({ ...request, status: 'FAILED', failureReason: 'none' })
  expect(later.find('b')).toEqual(signed)
  await store.finish('a', { status: 'COMPLETED', documentId: 'd', failureReason: null })
  expect(later.find('a')).toEqual({ ...request, status: 'COMPLETED', documentId: 'd' })
  expect(store.find('c')).toBeUndefined()
})
