import type { SessionSettings } from '../fix/session/session-settings.ts'
import { AuditStore } from '../storage/rows/audit-store.ts'
import { CredentialStore } from '../storage/rows/credential-store.ts'
import { DocumentStore } from '../storage/rows/document-store.ts'
import { EmailOutbox } from '../storage/rows/email-outbox.ts'
import { FixSessionStore } from '../storage/rows/fix-session-store.ts'
import type { Journal } from '../storage/journal/journal.ts'
import { documentKey, webhookKey } from '../storage/secrets/sealed-content.ts'
import { W9RequestStore } from '../storage/rows/w9-request-store.ts'
import { WebhookStore } from '../storage/rows/webhook-store.ts'

/** What journal.db keeps beside the events: rows of their own, written through the journal. */
export function openJournalStores(journal: Journal, taxIdKey: Uint8Array) {
  return {
    credentials: new CredentialStore(journal),
    auditStore: new AuditStore(journal),
    documents: new DocumentStore(journal, documentKey(taxIdKey)),
    sessionStore: new FixSessionStore<SessionSettings>(journal),
    webhooks: new WebhookStore(journal, webhookKey(taxIdKey)),
    emails: new EmailOutbox(journal),
    w9Requests: new W9RequestStore(journal),
  }
}
