import type { W9Status } from '../../domain/accounts/document.ts'
import type { Journal } from '../journal/journal.ts'

/** Somebody asked for the W-9 of an account's owner. */
export interface W9Request {
  /** UUID */
  readonly id: string
  /** index */
  readonly partner: number
  /** index */
  readonly account: number
  readonly status: W9Status
  /** epoch ms; null = not signed */
  readonly signedAt: number | null
  readonly documentId: string | null
  /** why it is FAILED */
  readonly failureReason: string | null
  /** epoch ms */
  readonly createdAt: number
}

/** Requests for forms W-9: rows of the journal's file. */
export class W9RequestStore {
  private readonly journal: Journal

  constructor(journal: Journal) {
    this.journal = journal
  }

  /** Durable once the promise resolves. */
  async add({ id, partner, account, status, signedAt, documentId, failureReason, createdAt }: W9Request): Promise<void> {
    const sql = `INSERT INTO w9_requests (id, partner, account, status, signed_at, document_id, failure_reason, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
    await this.journal.run(sql, [id, partner, account, status, signedAt, documentId, failureReason, createdAt])
  }

  async finish(id: string, outcome: Pick<W9Request, 'status' | 'documentId' | 'failureReason'>): Promise<void> {
    const sql = 'UPDATE w9_requests SET status = ?, document_id = ?, failure_reason = ? WHERE id = ?'
    await this.journal.run(sql, [outcome.status, outcome.documentId, outcome.failureReason, id])
  }

  find(id: string): W9Request | undefined {
    const columns = `id, partner, account, status, signed_at AS signedAt, document_id AS documentId,
      failure_reason AS failureReason, created_at AS createdAt`
    return this.journal.all<W9Request>(`SELECT ${columns} FROM w9_requests WHERE id = ?`, [id])[0]
  }
}
