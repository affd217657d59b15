import { randomBytes } from 'node:crypto'
import { GENERATED_TYPES } from '../../domain/accounts/document.ts'
import type { JournalRows } from '../journal/journal.ts'
import { sealContent, webhookKey } from './sealed-content.ts'
import { rememberSecrets, type Secrets } from './secrets.ts'

const WEBHOOK_SECRET_BYTES = 32

/**
 * Brings the tables of a journal in order whose secrets are lost and have been replaced: statements, confirmations and tax statements are made anew
 * when they are asked for; webhooks are switched off and have secrets that nobody knows, so that their owner rotates and activates them. Keys of before stay
 * in the list and match nothing; documents that were uploaded, and tax ids, stay unreadable.
 */
export async function settleReplacedSecrets(journal: JournalRows, secrets: Secrets): Promise<{ readonly webhooks: number }> {
  const places = GENERATED_TYPES.map(() => '?').join(', ')
  await journal.run(`UPDATE documents SET bytes = NULL, sha256 = NULL, content = NULL WHERE type IN (${places})`, GENERATED_TYPES)
  const webhooks = journal.all<{ readonly id: string }>('SELECT id FROM webhooks', [])
  const key = webhookKey(secrets.taxIdKey)
  for (const { id } of webhooks) {
    const secret = sealContent(key, id, randomBytes(WEBHOOK_SECRET_BYTES))
    const sql = `UPDATE webhooks SET secret = ?, previous_secret = NULL, previous_until = NULL, earlier_secrets = NULL,
      skip_after = CASE WHEN is_active THEN settled_through ELSE skip_after END, skip_through = NULL, is_active = 0 WHERE id = ?`
    await journal.run(sql, [secret, id])
  }
  // last: what was ended before is done again
  await rememberSecrets(journal, secrets)
  return { webhooks: webhooks.length }
}
