import { expect, test } from 'vitest'
import { type DocumentType, MimeType } from '../../../src/domain/accounts/document.ts'
import { DocumentStore } from '../../../src/storage/rows/document-store.ts'
import type { SqlValue } from '../../../src/storage/journal/journal-file.ts'
import { settleReplacedSecrets } from '../../../src/storage/secrets/replaced-secrets.ts'
import { webhookKey } from '../../../src/storage/secrets/sealed-content.ts'
import { requireSecretsOfJournal } from '../../../src/storage/secrets/secrets.ts'
import { type Webhook, WebhookStore } from '../../../src/storage/rows/webhook-store.ts'
import { openTestJournal } from '../support/open-journal.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

test('a journal whose secrets were lost and replaced opens with the new ones; its webhooks are off and have secrets that nobody knows', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  const lost = { pepper: Buffer.alloc(32, 1), taxIdKey: Buffer.alloc(32, 2) }
  const replaced = { pepper: Buffer.alloc(32, 3), taxIdKey: Buffer.alloc(32, 4) }
  await requireSecretsOfJournal(journal, lost, directory)
  const webhook: Webhook = {
    id: 'a',
    partner: 0,
    url: 'https://example.com/',
    events: [],
    isActive: true,
    disabledReason: null,
    secret: Buffer.alloc(32, 5),
    previousSecrets: [
      { secret: Buffer.alloc(32, 6), until: 9 },
      { secret: Buffer.alloc(32, 7), until: 8 },
    ],
    settledThrough: 7,
    skipped: [{ after: 0, through: 0 }],
    createdAt: 1,
    updatedAt: 1,
  }
  const disabled: Webhook = { ...webhook, id: 'b', isActive: false, disabledReason: 'gone', skipped: [{ after: 9, through: null }] }
  for (const one of [webhook, disabled]) await new WebhookStore(journal, webhookKey(lost.taxIdKey)).add(one)
  expect(() => new WebhookStore(journal, webhookKey(replaced.taxIdKey))).toThrow()

  // ended in the middle: the old ones are still those of the journal, and it is done again
  const run = (sql: string, params: readonly SqlValue[]): Promise<void> =>
    sql.startsWith('UPDATE webhooks') ? Promise.reject(new Error('ended')) : journal.run(sql, params)
  await expect(settleReplacedSecrets({ all: journal.all, run }, replaced)).rejects.toThrow('ended')
  await requireSecretsOfJournal(journal, lost, directory)

  expect(await settleReplacedSecrets(journal, replaced)).toEqual({ webhooks: 2 })
  await requireSecretsOfJournal(journal, replaced, directory)
  const kept = new WebhookStore(journal, webhookKey(replaced.taxIdKey)).list()
  const renewed = { secret: expect.any(Buffer) as Buffer, previousSecrets: [] }
  expect(kept).toEqual([
    { ...webhook, ...renewed, isActive: false, skipped: [{ after: 7, through: null }] },
    // what came before it was disabled may be outstanding
    { ...disabled, ...renewed },
  ])
  expect(kept.some(({ secret }) => secret.equals(webhook.secret))).toBe(false)
})

test('what the gateway makes is there to be made anew; what was uploaded stays as it is', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  const documents = new DocumentStore(journal, Buffer.alloc(32, 1))
  const types = ['account_statement', 'trade_confirmation', 'tax_statement', 'w9', 'cip_result'] as const satisfies readonly DocumentType[]
  const file = { bytes: 1, sha256: 'a' }
  for (const type of types) {
    const about = { partner: 0, account: 0, type, subType: null, name: type, day: 1, mimeType: MimeType.Pdf, createdAt: 1 }
    await documents.add({ ...about, id: type, file }, Buffer.from('x'))
  }
  await settleReplacedSecrets(journal, { pepper: Buffer.alloc(32, 3), taxIdKey: Buffer.alloc(32, 4) })
  expect(types.map((type) => documents.find(type)!.file)).toEqual([null, null, null, file, file])
})
