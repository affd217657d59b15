import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { type CutMoment, cutOtherTables } from '../../../src/storage/journal-reading/journal-cut.ts'
import { journalPath } from '../../../src/storage/journal/journal-file.ts'
import { type Credential, CredentialStore } from '../../../src/storage/rows/credential-store.ts'
import { type StoredDocument, DocumentStore } from '../../../src/storage/rows/document-store.ts'
import { EmailOutbox } from '../../../src/storage/rows/email-outbox.ts'
import { FixSessionStore } from '../../../src/storage/rows/fix-session-store.ts'
import { W9RequestStore } from '../../../src/storage/rows/w9-request-store.ts'
import { type Webhook, WebhookStore } from '../../../src/storage/rows/webhook-store.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const KEY = Buffer.alloc(32, 1)
const CUT_AT = 1_000
/** what the sandbox clocks of the two markets said then: one ahead of the real one, one behind */
const AHEAD = 5_000
const BEHIND = 200

/** Two partners, 0 in the market that is ahead and 1 in the other, and three accounts are in the commits that are left. */
const MOMENT: CutMoment = {
  at: CUT_AT,
  partners: 2,
  accounts: 3,
  markets: [
    { time: AHEAD, tradeDay: 20_003 },
    { time: BEHIND, tradeDay: 20_000 },
  ],
  marketOfPartner: (partner) => partner,
  lastEventOf: () => 0,
}

/** name, partner, account, when it was made */
type Made = readonly [id: string, partner: number, account: number, createdAt: number]

/** What the clock of its market tells to be from before, and from after. */
const BY_MARKET: readonly Made[] = [
  ['ahead, before', 0, 0, AHEAD],
  ['ahead, after', 0, 0, AHEAD + 1],
  ['behind, before', 1, 2, BEHIND],
  ['behind, after', 1, 2, BEHIND + 1],
  ['of a later account', 0, 3, 1],
  ['of an account of a later partner', 2, 3, 1],
]
const LEFT_BY_MARKET = ['ahead, before', 'behind, before']

/** … and the real one. */
const BY_REAL_CLOCK: readonly (readonly [id: string, partner: number, createdAt: number])[] = [
  ['before', 0, CUT_AT],
  ['after', 0, CUT_AT + 1],
  ['of a later partner', 2, 1],
]

test('keys and tokens that were made later are gone, tokens by the clock of their market', async () => {
  const credential = (id: string, given: Partial<Credential>): Credential => ({
    ...{ id, keyId: id, kind: 'partner', partner: 0, account: null, label: '', secretHash: Buffer.alloc(32), scopes: [] },
    ...{ environment: 'sandbox', createdAt: CUT_AT, expiresAt: null, lastUsedAt: null, revokedAt: null },
    ...given,
  })
  const directory = await cut(async (journal) => {
    const store = new CredentialStore(journal)
    for (const [id, partner, createdAt] of BY_REAL_CLOCK) await store.add(credential(id, { partner, createdAt }))
    for (const [id, partner, account, createdAt] of BY_MARKET)
      await store.add(credential(id, { kind: 'account', partner, account, createdAt }))
    await store.add(credential('operator', { kind: 'operator', partner: null }))
    await store.add(credential('a later operator', { kind: 'operator', partner: null, createdAt: CUT_AT + 1 }))
  })
  expect(idsOf(directory, 'api_keys')).toEqual(['ahead, before', 'before', 'behind, before', 'operator'])
})

test('FIX sessions and webhooks that were made later are gone', async () => {
  const directory = await cut(async (journal) => {
    const sessions = new FixSessionStore<{ readonly partner: number; readonly id: string }>(journal)
    const webhooks = new WebhookStore(journal, KEY)
    for (const [session, [id, partner, createdAt]] of BY_REAL_CLOCK.entries()) {
      await sessions.add({ session, settings: { partner, id }, createdAt })
      await webhooks.add({
        ...{ id, partner, url: 'https://example.com/', events: [], isActive: true, disabledReason: null, secret: Buffer.alloc(32) },
        ...{ previousSecrets: [], settledThrough: 0, skipped: [{ after: 0, through: 0 }], createdAt, updatedAt: createdAt },
      })
    }
  })
  expect(idsOf(directory, 'fix_sessions', "settings ->> 'id'")).toEqual(['before'])
  expect(idsOf(directory, 'webhooks')).toEqual(['before'])
})

test('a webhook has got none of the events that are gone, and skips none of those that come in their place', async () => {
  const webhook: Webhook = {
    ...{ id: 'w', partner: 0, url: 'https://example.com/', events: [], isActive: false, disabledReason: null, secret: Buffer.alloc(32) },
    ...{ previousSecrets: [], settledThrough: 9, createdAt: 1, updatedAt: 1 },
    skipped: [
      { after: 2, through: 4 },
      { after: 5, through: 7 },
      { after: 8, through: null },
    ],
  }
  const directory = await cut((journal) => new WebhookStore(journal, KEY).add(webhook), { lastEventOf: () => 6 })
  expect(new WebhookStore(openTestJournal(directory), KEY).list()).toEqual([
    {
      ...webhook,
      settledThrough: 6,
      skipped: [
        { after: 2, through: 4 },
        { after: 5, through: 6 },
        { after: 6, through: null },
      ],
    },
  ])
})

test('documents, and what was asked for about them, are gone by the clock of their market', async () => {
  const directory = await cut(async (journal) => {
    const documents = new DocumentStore(journal, KEY)
    const emails = new EmailOutbox(journal)
    const requests = new W9RequestStore(journal)
    const file = { bytes: 1, sha256: '00' }
    for (const [id, partner, account, createdAt] of BY_MARKET) {
      const about = { id, partner, account, createdAt }
      const document: StoredDocument = { ...about, type: 'w9', subType: null, name: id, day: 0, mimeType: 'application/pdf', file }
      await documents.add(document, Buffer.from(id))
      await requests.add({ ...about, status: 'COMPLETED', signedAt: null, documentId: null, failureReason: null })
      const email = { id, partner, createdAt, documentId: id, recipient: 'a@example.com', subject: null, message: null }
      await emails.queue({ ...email, status: 'QUEUED' })
    }
  })
  expect(idsOf(directory, 'documents')).toEqual(LEFT_BY_MARKET)
  expect(idsOf(directory, 'w9_requests')).toEqual(LEFT_BY_MARKET)
  // an e-mail is of a document, whose account it does not say
  expect(idsOf(directory, 'document_emails')).toEqual([...LEFT_BY_MARKET, 'of a later account'])
})

test('what a day that comes anew gives is made anew, whatever the clock said at its end', async () => {
  const directory = await cut(async (journal) => {
    const documents = new DocumentStore(journal, KEY)
    const about = { subType: null, mimeType: 'application/pdf', file: { bytes: 1, sha256: '00' } } as const
    // the first commit that was left out ended the day
    for (const [id, type, partner, day] of [
      ['of the day before', 'trade_confirmation', 0, 20_002],
      ['of the day', 'trade_confirmation', 0, 20_003],
      ['of its month', 'account_statement', 0, 20_010],
      ['uploaded on it', 'w9', 0, 20_003],
      ['of the day in the other market', 'trade_confirmation', 1, 20_000],
    ] as const)
      await documents.add({ ...about, id, name: id, type, partner, account: 0, day, createdAt: BEHIND }, Buffer.from(id))
  })
  expect(idsOf(directory, 'documents')).toEqual(['of the day before', 'uploaded on it'])
})

test('all days are looked through again: a reset that is undone has deleted what was issued', async () => {
  const directory = await cut(async (journal) => {
    const store = new DocumentStore(journal, KEY)
    await store.noteIssued(0, 20_001)
    await store.noteIssued(2, 20_002)
  })
  expect(idsOf(directory, 'document_issues', "market || ':' || day")).toEqual([])
})

/** The directory of a journal that had what `fill` puts in, and was cut. */
async function cut(
  fill: (journal: ReturnType<typeof openTestJournal>) => Promise<unknown>,
  moment: Partial<CutMoment> = {},
): Promise<string> {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await fill(journal)
  await journal.close()
  cutOtherTables(directory, { ...MOMENT, ...moment })
  return directory
}

function idsOf(directory: string, table: string, id = 'id'): string[] {
  const database = new Database(journalPath(directory), { readonly: true })
  try {
    return database.prepare<[], string>(`SELECT ${id} FROM ${table} ORDER BY 1`).pluck().all()
  } finally {
    database.close()
  }
}
