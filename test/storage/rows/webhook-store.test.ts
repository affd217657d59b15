import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { cutOtherTables } from '../../../src/storage/journal-reading/journal-cut.ts'
import { journalPath } from '../../../src/storage/journal/journal-file.ts'
import { type Webhook, WebhookStore } from '../../../src/storage/rows/webhook-store.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const KEY = Buffer.alloc(32, 1)

const WEBHOOK: Webhook = {
  id: 'a',
  partner: 0,
  url: 'https://example.com/',
  events: ['order.filled'],
  isActive: false,
  disabledReason: 'gone',
  secret: Buffer.alloc(32, 5),
  previousSecrets: [
    { secret: Buffer.alloc(32, 6), until: 30 },
    { secret: Buffer.alloc(32, 7), until: 20 },
    { secret: Buffer.alloc(32, 8), until: 10 },
  ],
  settledThrough: 7,
  skipped: [
    { after: 8, through: 10 },
    { after: 12, through: 15 },
    { after: 20, through: null },
  ],
  createdAt: 1,
  updatedAt: 2,
}

test('a webhook is read again as it was, with all secrets that sign and all that is skipped', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  const store = new WebhookStore(journal, KEY)
  await store.add(WEBHOOK)
  expect(new WebhookStore(journal, KEY).list()).toEqual([WEBHOOK])
  const change = { previousSecrets: [], skipped: [{ after: 20, through: 21 }], isActive: true }
  await store.change('a', change)
  expect(new WebhookStore(journal, KEY).list()).toEqual([{ ...WEBHOOK, ...change }])
})

test('a journal from before several secrets signed opens, with the one that did', async () => {
  const directory = temporaryDirectory()
  const before = openTestJournal(directory)
  const webhook = { ...WEBHOOK, previousSecrets: WEBHOOK.previousSecrets.slice(0, 1), skipped: WEBHOOK.skipped.slice(-1) }
  await new WebhookStore(before, KEY).add(webhook)
  await before.close()
  const database = new Database(journalPath(directory))
  database.exec('ALTER TABLE webhooks DROP COLUMN earlier_secrets; ALTER TABLE webhooks DROP COLUMN earlier_skips')
  database.close()

  const journal = openTestJournal(directory)
  const store = new WebhookStore(journal, KEY)
  expect(store.list()).toEqual([webhook])
  await store.change('a', WEBHOOK)
  expect(new WebhookStore(journal, KEY).list()).toEqual([WEBHOOK])
})

test.each([
  {
    columns: 'as they are now',
    drop: '',
    skipped: [
      [8, 10],
      [12, 13],
      [13, null],
    ],
  },
  { columns: 'from before there were several', drop: 'ALTER TABLE webhooks DROP COLUMN earlier_skips', skipped: [[13, null]] },
])('a journal that is cut behind event 13, its columns $columns, skips nothing that comes anew', async ({ drop, skipped }) => {
  const directory = temporaryDirectory()
  const before = openTestJournal(directory)
  await new WebhookStore(before, KEY).add(WEBHOOK)
  await before.close()
  const database = new Database(journalPath(directory))
  database.exec(drop)
  database.close()
  cutOtherTables(directory, { at: 5, partners: 1, accounts: 1, markets: [], marketOfPartner: () => 0, lastEventOf: () => 13 })
  const [webhook] = new WebhookStore(openTestJournal(directory), KEY).list()
  expect(webhook).toEqual({ ...WEBHOOK, skipped: skipped.map(([after, through]) => ({ after, through })) })
})

test('webhooks are listed oldest first, of all or of a partner, also after a restart', async () => {
  const journal = openTestJournal(temporaryDirectory())
  const store = new WebhookStore(journal, KEY)
  for (const [id, createdAt] of [
    ['b', 1],
    ['c', 2],
    ['a', 2],
  ] as const)
    await store.add({ ...WEBHOOK, id, createdAt, partner: id === 'c' ? 1 : 0 })
  const again = new WebhookStore(journal, KEY)
  expect([undefined, 0, 1, 2].map((partner) => again.list(partner).map(({ id }) => id))).toEqual([['b', 'a', 'c'], ['b', 'a'], ['c'], []])
})

test('a change is in force at once, and so is a removal; both outlast the process once they are durable', async () => {
  const journal = openTestJournal(temporaryDirectory())
  const store = new WebhookStore(journal, KEY)
  await Promise.all(['a', 'b', 'c'].map((id) => store.add({ ...WEBHOOK, id })))
  const changed = { ...WEBHOOK, id: 'b', url: 'https://example.com/b', settledThrough: 9 }
  const done = [store.change('b', { url: changed.url, settledThrough: 9 }), store.remove('c'), store.change('c', { settledThrough: 9 })]
  expect(store.list()).toEqual([WEBHOOK, changed])
  expect(await Promise.all(done)).toEqual([changed, undefined, undefined])
  expect(new WebhookStore(journal, KEY).list()).toEqual([WEBHOOK, changed])
})

test('what is changed of a webhook is on its way until the last change is durable', async () => {
  const journal = openTestJournal(temporaryDirectory())
  const writes: (() => void)[] = []
  const slow: typeof journal = {
    ...journal,
    run: async (...statement) => {
      await new Promise<void>((resolve) => writes.push(resolve))
      await journal.run(...statement)
    },
  }
  const store = new WebhookStore(slow, KEY)
  const added = store.add(WEBHOOK)
  writes.shift()!()
  await added
  expect(store.writing('a')).toBeUndefined()
  const changes = [store.change('a', { isActive: true }), store.change('a', { isActive: false })]
  let isDurable = false
  const writing = store.writing('a')?.then(() => (isDurable = true))
  writes.shift()!()
  await changes[0]
  expect([store.writing('a') === undefined, isDurable]).toEqual([false, false])
  writes.shift()!()
  await changes[1]
  expect(store.writing('a')).toBeUndefined()
  expect(await writing).toBe(true)
})
