import type { DocumentType, MimeType } from '../../domain/accounts/document.ts'
import type { PagePlace } from '../../domain/edges/page-place.ts'
import type { Journal } from '../journal/journal.ts'
import { openContent, sealContent } from '../secrets/sealed-content.ts'
import { rowLimit } from '../row-limit.ts'

/** a document and its places in three indexes take 10 µs, of the thread that commits */
const ISSUED_AT_ONCE = 256
const DELETED_AT_ONCE = 256
/** each page of content is read as it is let go */
const DELETED_BYTES_AT_ONCE = 1024 * 1024

/** What is known of a document beside its content. */
export interface StoredDocument {
  /** UUID */
  readonly id: string
  /** index */
  readonly partner: number
  /** index */
  readonly account: number
  readonly type: DocumentType
  readonly subType: string | null
  readonly name: string
  /** what it is about or, uploaded, when: days since 1970-01-01 */
  readonly day: number
  readonly mimeType: MimeType
  /** epoch ms */
  readonly createdAt: number
  /** null while what the gateway makes is issued and not made yet */
  readonly file: DocumentFile | null
}

export interface DocumentFile {
  readonly bytes: number
  /** hexadecimal */
  readonly sha256: string
}

export interface DocumentFilter {
  readonly partner: number
  readonly account?: number | undefined
  readonly type?: DocumentType | undefined
  /** days, inclusive */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/**
 * Documents: rows of the journal's file. Content is encrypted under a key that is not in it. What the gateway makes is issued first, as rows without
 * content, and made when somebody asks for them; what was made once stays as it is.
 */
export class DocumentStore {
  private readonly journal: Journal
  private readonly key: Uint8Array

  /** `key`: 32 bytes, see `documentKey` */
  constructor(journal: Journal, key: Uint8Array) {
    this.journal = journal
    this.key = key
  }

  /** Durable once the promise resolves. */
  async add(document: StoredDocument, content: Uint8Array): Promise<void> {
    await this.journal.run(`INSERT INTO documents (${COLUMNS}, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      ...rowOf(document),
      sealContent(this.key, document.id, content),
    ])
  }

  /**
   * Issues documents that are yet to be made; those that are issued already stay as they are. A month may end for very many accounts: commits have a turn between
   * the pieces, and what the end of the process leaves of it is issued the next time.
   */
  async issue(documents: readonly StoredDocument[]): Promise<void> {
    const members = COLUMN_NAMES.map((_, index) => `json_extract(value, '$[${index}]')`).join(', ')
    const sql = `INSERT OR IGNORE INTO documents (${COLUMNS}) SELECT ${members} FROM json_each(?)`
    for (let from = 0; from < documents.length; from += ISSUED_AT_ONCE)
      await this.journal.run(sql, [JSON.stringify(documents.slice(from, from + ISSUED_AT_ONCE).map(rowOf))])
  }

  /** Gives an issued document its content; whoever comes second changes nothing. */
  async make(id: string, { bytes, sha256 }: DocumentFile, content: Uint8Array): Promise<void> {
    const sql = 'UPDATE documents SET bytes = ?, sha256 = ?, content = ? WHERE id = ? AND sha256 IS NULL'
    await this.journal.run(sql, [bytes, sha256, sealContent(this.key, id, content), id])
  }

  /**
   * Deletes what a partner's accounts below an index have, which nobody is shown any more. There may be much of it: commits have a turn between the pieces, and what
   * the end of the process leaves of it goes the next time.
   */
  async deleteBefore(partner: number, account: number): Promise<void> {
    const sql = `SELECT number, bytes FROM documents WHERE partner = ? AND account < ? ORDER BY created_at, id LIMIT ${DELETED_AT_ONCE}`
    for (;;) {
      const found = this.journal.all<{ number: number; bytes: number | null }>(sql, [partner, account])
      if (found.length === 0) return
      let bytes = 0
      // the first of them, however large it is
      const piece = found.filter((one, index) => (bytes += one.bytes ?? 0) <= DELETED_BYTES_AT_ONCE || index === 0)
      const numbers = JSON.stringify(piece.map(({ number }) => number))
      await this.journal.run('DELETE FROM documents WHERE number IN (SELECT value FROM json_each(?))', [numbers])
    }
  }

  find(id: string): StoredDocument | undefined {
    const [row] = this.journal.all<Row>(`SELECT ${COLUMNS} FROM documents WHERE id = ?`, [id])
    return row && fromRow(row)
  }

  /** Undefined while it is issued and not made. */
  content(id: string): Buffer | undefined {
    const [row] = this.journal.all<{ content: Buffer | null }>('SELECT content FROM documents WHERE id = ?', [id])
    return row?.content ? openContent(this.key, id, row.content) : undefined
  }

  /** See `listDocuments`. */
  list(filter: DocumentFilter, after: PagePlace<string> | undefined, count: number): StoredDocument[] {
    return listDocuments(this.journal, filter, after, count)
  }

  /** The last trading day of a market of which everything is issued; undefined before the first. */
  issuedThrough(market: number): number | undefined {
    return this.journal.all<{ day: number }>('SELECT day FROM document_issues WHERE market = ?', [market])[0]?.day
  }

  async noteIssued(market: number, day: number): Promise<void> {
    await this.journal.run('INSERT OR REPLACE INTO document_issues (market, day) VALUES (?, ?)', [market, day])
  }
}

/** The index gives a page of them at once, or they are of one account, which has few. Others may be found behind all that a partner has. */
export function areAtHand({ account, type, from, to }: DocumentFilter): boolean {
  return account !== undefined || [type, from, to].every((one) => one === undefined)
}

/** Newest first, then by id: up to `count` behind `after`, whose key is when the document was made, epoch ms. */
export function listDocuments(
  journal: Pick<Journal, 'all'>,
  filter: DocumentFilter,
  after: PagePlace<string> | undefined,
  count: number,
): StoredDocument[] {
  const conditions = [
    ['partner = ?', [filter.partner]],
    ['account = ?', [filter.account]],
    ['type = ?', [filter.type]],
    ['day >= ?', [filter.from]],
    ['day <= ?', [filter.to]],
    ['(created_at, id) < (?, ?)', [after?.key, after?.id]],
  ] as const
  const given = conditions.filter(([, [value]]) => value !== undefined)
  const where = given.map(([condition]) => condition).join(' AND ')
  const sql = `SELECT ${COLUMNS} FROM documents WHERE ${where} ORDER BY created_at DESC, id DESC ${rowLimit('?')}`
  return journal.all<Row>(sql, [...given.flatMap(([, values]) => values as readonly (string | number)[]), count]).map(fromRow)
}

const COLUMN_NAMES = ['id', 'partner', 'account', 'type', 'sub_type', 'name', 'day', 'mime_type', 'created_at', 'bytes', 'sha256'] as const
const COLUMNS = COLUMN_NAMES.join(', ')

interface Row {
  readonly id: string
  readonly partner: number
  readonly account: number
  readonly type: DocumentType
  readonly sub_type: string | null
  readonly name: string
  readonly day: number
  readonly mime_type: MimeType
  readonly created_at: number
  readonly bytes: number | null
  readonly sha256: string | null
}

function fromRow({ sub_type, mime_type, created_at, bytes, sha256, ...row }: Row): StoredDocument {
  const file = bytes === null || sha256 === null ? null : { bytes, sha256 }
  return { ...row, subType: sub_type, mimeType: mime_type, createdAt: created_at, file }
}

function rowOf({ id, partner, account, type, subType, name, day, mimeType, createdAt, file }: StoredDocument) {
  return [id, partner, account, type, subType, name, day, mimeType, createdAt, file?.bytes ?? null, file?.sha256 ?? null]
}
