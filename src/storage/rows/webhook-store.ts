import type { EventName } from '../../domain/partners/partner-event-type.ts'
import type { Journal } from '../journal/journal.ts'
import { openContent, sealContent } from '../secrets/sealed-content.ts'
import { LastWrite } from './last-write.ts'

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
  /** those before it, newest first: they sign beside it until a moment, epoch ms */
  readonly previousSecrets: readonly PreviousSecret[]
  /** the partner's events up to this sequence are delivered, given up, dropped or not wanted: later ones may be too */
  readonly settledThrough: number
  /** events that came while it was disabled, oldest first: at least the last time, and all times that it may have yet to take events of */
  readonly skipped: readonly SkippedEvents[]
  /** epoch ms */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface PreviousSecret {
  readonly secret: Buffer
  readonly until: number
}

/** Sequences behind `after` and up to `through`; null = all that come, it is disabled now. */
export interface SkippedEvents {
  readonly after: number
  readonly through: number | null
}

export type DisabledReason = 'delivery_failures' | 'gone'

/** All webhooks, in memory and in the journal's file. Their secrets are encrypted there. */
export class WebhookStore {
  readonly #journal: Journal
  readonly #key: Uint8Array
  readonly #byId = new Map<string, Webhook>()
  /** the last change of each that is not yet durable */
  readonly #writing = new Map<string, Promise<void>>()
  readonly #lastWrite = new LastWrite()

  /** `key`: 32 bytes, see sealed-content.ts */
  constructor(journal: Journal, key: Uint8Array) {
    this.#journal = journal
    this.#key = key
    for (const row of journal.all<Row>('SELECT * FROM webhooks ORDER BY created_at, id', [])) this.#byId.set(row.id, this.#ofRow(row))
  }

  /** While any change is not durable: resolves when all that were made so far are, rejects where the journal fails. */
  get pending(): Promise<void> | undefined {
    return this.#lastWrite.pending
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
    await this.#lastWrite.note(this.#journal.run(sql, this.#rowOf(webhook)))
  }

  /** In force at once, durable once the promise resolves. */
  async change(id: string, change: Partial<Omit<Webhook, 'id' | 'partner' | 'createdAt'>>): Promise<Webhook | undefined> {
    const known = this.#byId.get(id)
    if (known === undefined) return undefined
    const changed = { ...known, ...change }
    this.#byId.set(id, changed)
    const sql = `UPDATE webhooks SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`
    const written = this.#lastWrite.note(this.#journal.run(sql, [...this.#rowOf(changed), id]))
    const writing = new Promise<void>((resolve) => void written.then(resolve, () => undefined))
    this.#writing.set(id, writing)
    await written
    if (this.#writing.get(id) === writing) this.#writing.delete(id)
    return changed
  }

  /** Resolves when what was changed of a webhook last is durable, never where the journal fails, which ends the process; undefined where all of it is. */
  writing(id: string): Promise<void> | undefined {
    return this.#writing.get(id)
  }

  /** Gone at once, for good once the promise resolves. */
  async remove(id: string): Promise<void> {
    this.#byId.delete(id)
    await this.#lastWrite.note(this.#journal.run('DELETE FROM webhooks WHERE id = ?', [id]))
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
      previousSecrets: previousSecretsOf(row).map(([sealed, until]) => ({ secret: open(sealed), until })),
      settledThrough: row.settled_through,
      skipped: [
        ...(JSON.parse(row.earlier_skips ?? '[]') as StoredSkip[]).map(([after, through]) => ({ after, through })),
        { after: row.skip_after, through: row.skip_through },
      ],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  }

  #rowOf(one: Webhook) {
    const seal = (secret: Buffer): Buffer => sealContent(this.#key, one.id, secret)
    const [previous, ...earlier] = one.previousSecrets
    const lastSkipped = one.skipped.at(-1)!
    const earlierSkips = one.skipped.slice(0, -1)
    return [
      one.id,
      one.partner,
      one.url,
      JSON.stringify(one.events),
      one.isActive ? 1 : 0,
      one.disabledReason,
      seal(one.secret),
      previous === undefined ? null : seal(previous.secret),
      previous?.until ?? null,
      earlier.length === 0 ? null : JSON.stringify(earlier.map(({ secret, until }) => [seal(secret).toString('base64'), until])),
      one.settledThrough,
      lastSkipped.after,
      lastSkipped.through,
      earlierSkips.length === 0 ? null : JSON.stringify(earlierSkips.map(({ after, through }) => [after, through])),
      one.createdAt,
      one.updatedAt,
    ]
  }
}

function previousSecretsOf({ previous_secret, previous_until, earlier_secrets }: Row): [sealed: Buffer, until: number][] {
  if (previous_secret === null || previous_until === null) return []
  const earlier = JSON.parse(earlier_secrets ?? '[]') as StoredSecret[]
  return [[previous_secret, previous_until], ...earlier.map(([text, until]): [Buffer, number] => [Buffer.from(text, 'base64'), until])]
}

type StoredSecret = [base64: string, until: number]
type StoredSkip = [after: number, through: number]

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
  'earlier_secrets',
  'settled_through',
  'skip_after',
  'skip_through',
  'earlier_skips',
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
  readonly earlier_secrets: string | null
  readonly settled_through: number
  readonly skip_after: number
  readonly skip_through: number | null
  readonly earlier_skips: string | null
  readonly created_at: number
  readonly updated_at: number
}
