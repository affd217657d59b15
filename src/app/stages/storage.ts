import type { SessionSettings } from '../../fix/session/session-settings.ts'
import type { DataDirectory } from '../../storage/directory/data-directory.ts'
import { JournalReader } from '../../storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../storage/journal/journal.ts'
import { ThreadedJournal } from '../../storage/journal/threaded-journal.ts'
import { Quarantine } from '../../storage/quarantine.ts'
import { AuditStore } from '../../storage/rows/audit-store.ts'
import { CredentialStore } from '../../storage/rows/credential-store.ts'
import { DocumentStore } from '../../storage/rows/document-store.ts'
import { EmailOutbox } from '../../storage/rows/email-outbox.ts'
import { FixSessionStore } from '../../storage/rows/fix-session-store.ts'
import { ResetStore } from '../../storage/rows/reset-store.ts'
import { W9RequestStore } from '../../storage/rows/w9-request-store.ts'
import { WebhookStore } from '../../storage/rows/webhook-store.ts'
import { documentKey, webhookKey } from '../../storage/secrets/sealed-content.ts'
import { requireSecretsOfJournal } from '../../storage/secrets/secrets.ts'
import { SnapshotStore } from '../../storage/snapshot-store.ts'
import type { Metrics } from '../../telemetry/metrics.ts'

/** The data directory, with the files of it that have to survive. */
export interface Storage {
  readonly directory: DataDirectory
  readonly journal: Journal
  readonly reader: JournalReader
  readonly quarantine: Quarantine
  readonly stores: JournalStores
  readonly snapshots: SnapshotStore
}

/** What journal.db keeps beside the events: rows of their own, written through the journal. */
export interface JournalStores {
  readonly credentials: CredentialStore
  readonly auditStore: AuditStore
  readonly documents: DocumentStore
  readonly sessionStore: FixSessionStore<SessionSettings>
  readonly webhooks: WebhookStore
  readonly emails: EmailOutbox
  readonly w9Requests: W9RequestStore
  readonly resets: ResetStore
}

export interface StorageParts {
  readonly directory: DataDirectory
  /** how long the journal's thread looks for another batch before it sleeps, in µs */
  readonly stayAwakeUs: number
  readonly metrics: Metrics
  /** nothing more becomes durable */
  readonly onFailure: (error: Error) => void
}

/** Opens the journal, or makes it. Throws DataDirectoryError where it is not to be used, or not with these secrets. */
export async function openStorage({ directory, stayAwakeUs, metrics, onFailure }: StorageParts): Promise<Storage> {
  const journal = new ThreadedJournal({
    directory: directory.path,
    stayAwakeUs,
    onFailure,
    onCommit: (commit) => metrics.countCommit(commit),
    onCheckpointStall: (durationMs) => metrics.countCheckpointStall(durationMs),
  })
  await requireSecretsOfJournal(journal, directory.secrets, directory.path)
  return {
    directory,
    journal,
    reader: new JournalReader(directory.path),
    quarantine: new Quarantine(directory.path),
    stores: storesOf(journal, directory.secrets.taxIdKey),
    snapshots: new SnapshotStore(directory.path),
  }
}

function storesOf(journal: Journal, taxIdKey: Uint8Array): JournalStores {
  return {
    credentials: new CredentialStore(journal),
    auditStore: new AuditStore(journal),
    documents: new DocumentStore(journal, documentKey(taxIdKey)),
    sessionStore: new FixSessionStore<SessionSettings>(journal),
    webhooks: new WebhookStore(journal, webhookKey(taxIdKey)),
    emails: new EmailOutbox(journal),
    w9Requests: new W9RequestStore(journal),
    resets: new ResetStore(journal),
  }
}
