import type { Environment } from '../../domain/partners/environment.ts'
import type { Scope } from '../../domain/partners/scopes.ts'
import type { JournalRows } from '../journal/journal.ts'
import { LastWrite } from './last-write.ts'

/** A key of a partner, a token bound to one account, or an operator's key. The secret itself is nowhere. */
export interface Credential {
  /** UUID */
  readonly id: string
  readonly kind: 'partner' | 'account' | 'operator'
  /** index; null on an operator's key */
  readonly partner: number | null
  /** index; an account token's, else null */
  readonly account: number | null
  readonly label: string
  /** what the client sends as X-API-Key */
  readonly keyId: string
  /** HMAC-SHA256 of the secret */
  readonly secretHash: Buffer
  readonly scopes: readonly Scope[]
  readonly environment: Environment
  /** epoch ms; null = never */
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** Keys of a partner, or of operators, or the tokens of an account; revoked ones are left out unless asked for. */
export type CredentialFilter = (KeyOwner | TokenOwner) & { readonly revoked?: boolean }

export interface KeyOwner {
  readonly kind: 'partner' | 'operator'
  /** null: of operators' keys, which are nobody's */
  readonly partner: number | null
}

interface TokenOwner {
  readonly kind: 'account'
  readonly account: number
}

const TOUCH_INTERVAL_MS = 60_000
/** some milliseconds of the journal's thread */
const REVOKED_AT_ONCE = 256

/** All credentials, in memory and in the journal's file: a look-up reads no database, and a revocation is effective at once. */
export class CredentialStore {
  private readonly journal: JournalRows
  private readonly byKeyId = new Map<string, Credential>()
  private readonly byId = new Map<string, Credential>()
  /** ids of what one owner has: a partner may have hundreds of thousands of tokens, and orders wait while a list is made */
  private readonly byOwner = new Map<string, Set<string>>()
  private readonly lastWrite = new LastWrite()

  constructor(journal: JournalRows) {
    this.journal = journal
    for (const row of journal.all<Row>(`SELECT ${COLUMNS} FROM api_keys`, [])) this.remember(fromRow(row))
  }

  /** While a revocation is not durable, or a new one: resolves when all that were made so far are, rejects where the journal fails. */
  get pending(): Promise<void> | undefined {
    return this.lastWrite.pending
  }

  find(keyId: string): Credential | undefined {
    return this.byKeyId.get(keyId)
  }

  byIdentifier(id: string): Credential | undefined {
    return this.byId.get(id)
  }

  /** Newest first, then by id. */
  list(filter: CredentialFilter): Credential[] {
    const owner = ownerKey(filter.kind, filter.kind === 'account' ? filter.account : filter.partner)
    return [...(this.byOwner.get(owner) ?? [])]
      .map((id) => this.byId.get(id)!)
      .filter((one) => filter.revoked === true || one.revokedAt === null)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  }

  /** Usable once the promise resolves: it is durable then. Rejects when the id or the key id exists. */
  async add(credential: Credential): Promise<void> {
    await this.lastWrite.note(this.journal.run(`INSERT INTO api_keys (${COLUMNS}) VALUES (${PLACES})`, toRow(credential)))
    this.remember(credential)
  }

  /** Refused from this moment on; durable once the promise resolves. A key that is revoked already keeps its time, and may not be durably so: see `pending`. */
  async revoke(id: string, at: number): Promise<void> {
    const credential = this.byId.get(id)
    if (!credential || credential.revokedAt !== null) return
    this.remember({ ...credential, revokedAt: at })
    await this.lastWrite.note(this.journal.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', [at, id]))
  }

  /** Revokes the tokens of accounts that are closed or left behind, which are refused already: there may be many, and commits have a turn in between. */
  async revokeAccounts(accounts: readonly number[], at: number): Promise<void> {
    const ids = accounts.flatMap((account) => [...(this.byOwner.get(ownerKey('account', account)) ?? [])])
    for (let from = 0; from < ids.length; from += REVOKED_AT_ONCE)
      await Promise.all(ids.slice(from, from + REVOKED_AT_ONCE).map((id) => this.revoke(id, at)))
  }

  async revokeAll(at: number): Promise<void> {
    await Promise.all([...this.byId.keys()].map((id) => this.revoke(id, at)))
  }

  /** Notes a use; written at most once a minute for each key, so a restart may forget the last of them. Also behind the one before: clocks are set back. */
  async touch(credential: Credential, at: number): Promise<void> {
    const known = this.byId.get(credential.id)
    if (!known || (known.lastUsedAt !== null && Math.abs(at - known.lastUsedAt) < TOUCH_INTERVAL_MS)) return
    this.remember({ ...known, lastUsedAt: at })
    await this.journal.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [at, known.id])
  }

  private remember(credential: Credential): void {
    this.byId.set(credential.id, credential)
    this.byKeyId.set(credential.keyId, credential)
    const { kind, account, partner } = credential
    const owner = ownerKey(kind, kind === 'account' ? account : partner)
    const ids = this.byOwner.get(owner)
    if (ids === undefined) this.byOwner.set(owner, new Set([credential.id]))
    else ids.add(credential.id)
  }
}

/** `owner`: the account of a token, the partner of a key, null of an operator's. */
function ownerKey(kind: Credential['kind'], owner: number | null): string {
  return `${kind}:${owner}`
}

const COLUMN_NAMES = [
  'id',
  'kind',
  'partner',
  'account',
  'label',
  'key_id',
  'secret_hash',
  'scopes',
  'environment',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
] as const
const COLUMNS = COLUMN_NAMES.join(', ')
const PLACES = COLUMN_NAMES.map(() => '?').join(', ')

interface Row {
  readonly id: string
  readonly kind: Credential['kind']
  readonly partner: number | null
  readonly account: number | null
  readonly label: string
  readonly key_id: string
  readonly secret_hash: Buffer
  readonly scopes: string
  readonly environment: Environment
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
}

function fromRow(row: Row): Credential {
  const { id, kind, partner, account, label, environment } = row
  return {
    id,
    kind,
    partner,
    account,
    label,
    keyId: row.key_id,
    secretHash: row.secret_hash,
    scopes: JSON.parse(row.scopes) as Scope[],
    environment,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}

function toRow(one: Credential) {
  return [
    one.id,
    one.kind,
    one.partner,
    one.account,
    one.label,
    one.keyId,
    one.secretHash,
    JSON.stringify(one.scopes),
    one.environment,
    one.createdAt,
    one.expiresAt,
    one.lastUsedAt,
    one.revokedAt,
  ]
}
