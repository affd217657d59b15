import type { SessionSettings } from '../fix/session-settings.ts'
import { AuditStore } from '../storage/audit-store.ts'
import { CredentialStore } from '../storage/credential-store.ts'
import { DocumentStore } from '../storage/document-store.ts'
import { EmailOutbox } from '../storage/email-outbox.ts'
import { FixSessionStore } from '../storage/fix-session-store.ts'
import type { Journal } from '../storage/journal.ts'
import { documentKey, webhookKey } from '../storage/sealed-content.ts'
import { W9RequestStore } from '../storage/w9-request-store.ts'
import { WebhookStore } from '../storage/webhook-store.ts'

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
