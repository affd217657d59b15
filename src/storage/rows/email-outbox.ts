import type { Journal } from '../journal/journal.ts'

/** A document on its way to somebody. */
export interface DocumentEmail {
  /** UUID */
  readonly id: string
  /** index */
  readonly partner: number
  readonly documentId: string
  readonly recipient: string
  readonly subject: string | null
  readonly message: string | null
  readonly status: 'QUEUED'
  /** epoch ms */
  readonly createdAt: number
}

/** E-mails that were asked for: rows of the journal's file. Nothing sends them. */
export class EmailOutbox {
  private readonly journal: Journal

  constructor(journal: Journal) {
    this.journal = journal
  }

  /** Durable once the promise resolves. */
  async queue({ id, partner, documentId, recipient, subject, message, status, createdAt }: DocumentEmail): Promise<void> {
    const sql = `INSERT INTO document_emails (id, partner, document_id, recipient, subject, message, status, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    await this.journal.run(sql, [id, partner, documentId, recipient, subject, message, status, createdAt])
  }

  /** Oldest first. */
  all(): DocumentEmail[] {
    return this.journal.all<DocumentEmail>(
      `SELECT id, partner, document_id AS documentId, recipient, subject, message, status, created_at AS createdAt
        FROM document_emails ORDER BY created_at, id`,
      [],
    )
  }
}
