import type { EventName } from '../domain/partner-event-type.ts'
import type { Journal } from './journal.ts'
import { openContent, sealContent } from './sealed-content.ts'

/** Where a partner wants to be told of its events. */
export interface Webhook {
  /** UUID */
  readonly id: string
  /** index */
  readonly partner: number
  readonly url: string
  /** empty = all */
  readonly events: readonly EventName[]
  readonly isActive: boolean
  /** why the gateway disabled it; null where its owner did, or nobody */
  readonly disabledReason: DisabledReason | null
  /** 32 bytes, what deliveries are signed with */
  readonly secret: Buffer
  /** signs beside the other until a moment, epoch ms */
  readonly previousSecret: { readonly secret: Buffer; readonly until: number } | null
  /** nothing of the partner's events up to this sequence was outstanding when it was last written down */
  readonly settledThrough: number
  /** events behind `after` and up to `through` came while it was disabled; null = it is disabled now */
  readonly skipped: { readonly after: number; readonly through: number | null }
  /** epoch ms */
  readonly createdAt: number
  readonly updatedAt: number
}

export type DisabledReason = 'delivery_failures' | 'gone'

/** All webhooks, in memory and in the journal's file. Their secrets are encrypted there. */
export class WebhookStore {
  readonly #journal: Journal
  readonly #key: Uint8Array
  readonly #byId = new Map<string, Webhook>()

  /** `key`: 32 bytes, see sealed-content.ts */
  constructor(journal: Journal, key: Uint8Array) {
    this.#journal = journal
    this.#key = key
    for (const row of journal.all<Row>('SELECT * FROM webhooks ORDER BY created_at, id', [])) this.#byId.set(row.id, this.#ofRow(row))
  }

  find(id: string): Webhook | undefined {
    return this.#byId.get(id)
  }

  /** Of a partner, or of all; oldest first. */
  list(partner?: number): Webhook[] {
    return [...this.#byId.values()].filter((one) => partner === undefined || one.partner === partner)
  }

  /** Known at once, so that two requests can't both be the last that is allowed; durable once the promise resolves. */
  async add(webhook: Webhook): Promise<void> {
    this.#byId.set(webhook.id, webhook)
    const sql = `INSERT INTO webhooks (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`
    await this.#journal.run(sql, this.#rowOf(webhook))
  }

  /** In force at once, durable once the promise resolves. */
  async change(id: string, change: Partial<Omit<Webhook, 'id' | 'partner' | 'createdAt'>>): Promise<Webhook | undefined> {
    const known = this.#byId.get(id)
    if (known === undefined) return undefined
    const changed = { ...known, ...change }
    this.#byId.set(id, changed)
    const sql = `UPDATE webhooks SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`
    await this.#journal.run(sql, [...this.#rowOf(changed), id])
    return changed
  }

  /** Gone at once, for good once the promise resolves. */
  async remove(id: string): Promise<void> {
    this.#byId.delete(id)
    await this.#journal.run('DELETE FROM webhooks WHERE id = ?', [id])
  }

  #ofRow(row: Row): Webhook {
    const open = (sealed: Buffer): Buffer => openContent(this.#key, row.id, sealed)
    return {
      id: row.id,
      partner: row.partner,
      url: row.url,
      events: JSON.parse(row.events) as EventName[],
      isActive: row.is_active === 1,
      disabledReason: row.disabled_reason,
      secret: open(row.secret),
      previousSecret:
        row.previous_secret === null || row.previous_until === null
          ? null
          : { secret: open(row.previous_secret), until: row.previous_until },
      settledThrough: row.settled_through,
      skipped: { after: row.skip_after, through: row.skip_through },
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  }

  #rowOf(one: Webhook) {
    const seal = (secret: Buffer): Buffer => sealContent(this.#key, one.id, secret)
    return [
      one.id,
      one.partner,
      one.url,
      JSON.stringify(one.events),
      one.isActive ? 1 : 0,
      one.disabledReason,
      seal(one.secret),
      one.previousSecret && seal(one.previousSecret.secret),
      one.previousSecret?.until ?? null,
      one.settledThrough,
      one.skipped.after,
      one.skipped.through,
      one.createdAt,
      one.updatedAt,
    ]
  }
}

const COLUMNS = [
  'id',
  'partner',
  'url',
  'events',
  'is_active',
  'disabled_reason',
  'secret',
  'previous_secret',
  'previous_until',
  'settled_through',
  'skip_after',
  'skip_through',
  'created_at',
  'updated_at',
] as const

interface Row {
  readonly id: string
  readonly partner: number
  readonly url: string
  readonly events: string
  readonly is_active: number
  readonly disabled_reason: DisabledReason | null
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
  readonly previous_until: number | null
  readonly settled_through: number
  readonly skip_after: number
  readonly skip_through: number | null
  readonly created_at: number
  readonly updated_at: number
}
