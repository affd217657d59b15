import { setImmediate } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { EventName, PartnerEventType } from '../../domain/partners/partner-event-type.ts'
import { rowLimit } from '../row-limit.ts'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const DELIVERY_ERRORS = ['timeout', 'dns', 'connection', 'tls', 'blocked_target', 'redirect'] as const
export type DeliveryError = (typeof DELIVERY_ERRORS)[number]

/** An attempt to deliver an event; of a skipped event there was none. Moments are epoch ms of the real clock. */
export interface Delivery {
  /** UUID */
  readonly id: string
  readonly webhook: string
  readonly eventId: string
  readonly eventType: EventName
  /** of the partner's events */
  readonly sequence: number
  /** of the event in the journal; 0 = a test */
  readonly position: number
  readonly attempt: number
  readonly status: DeliveryStatus
  readonly url: string
  readonly responseStatus: number | null
  /** its first 1024 bytes */
  readonly responseBody: string | null
  readonly error: DeliveryError | null
  readonly durationMs: number | null
  readonly attemptedAt: number
  /** as it is read: null once the next one is made, or none will be */
  readonly nextAttemptAt: number | null
  /** what a test sent */
  readonly body: string | null
}

/** What became of an attempt. */
export type DeliveryOutcome = Pick<Delivery, 'status' | 'responseStatus' | 'responseBody' | 'error' | 'durationMs' | 'nextAttemptAt'>

export interface NumberedDelivery extends Delivery {
  /** increasing */
  readonly number: number
}

/** An event that a webhook has yet to get. */
export interface DueDelivery {
  readonly sequence: number
  readonly position: number
  readonly eventType: PartnerEventType
  /** the next one, from 1 */
  readonly attempt: number
  readonly dueAt: number
  readonly takenAt: number
}

export interface DeliveryFilter {
  readonly webhook: string
  readonly eventType?: string | undefined
  readonly status?: DeliveryStatus | undefined
}

/** What is outstanding for each webhook, and what was attempted. Survives kill -9: nothing is told as done that is not in the file. */
export class DeliveryStore {
  readonly #database: Database.Database
  readonly #statements: ReturnType<typeof prepare>
  /** by webhook: how many events it has yet to get. To count them anew takes 1 ms for 20,000. */
  readonly #outstanding: Map<string, number>

  /** Attempts that a crash has cut off are shown as such; what they were for is still due. */
  constructor(database: Database.Database) {
    this.#database = database
    this.#statements = prepare(database)
    this.#statements.cutOff.run()
    this.#outstanding = new Map(this.#statements.countOutstanding.all())
  }

  /** All or nothing. */
  atomically(run: () => void): void {
    this.#database.transaction(run)()
  }

  /** How far the partner's events were taken for a webhook; undefined when nothing is known of it. */
  progress(webhook: string): { readonly taken: number; readonly failingSince: number | null } | undefined {
    return this.#statements.progress.get(webhook)
  }

  setTaken(webhook: string, taken: number): void {
    this.#statements.setTaken.run(webhook, taken)
  }

  setFailingSince(webhook: string, at: number | null): void {
    this.#statements.setFailingSince.run(at, webhook)
  }

  /** When an event that is outstanding was taken last, or a webhook began to fail; 0 where there is none. */
  newestMoment(): number {
    return this.#statements.newestMoment.get() ?? 0
  }

  /** The first `count` that are due, oldest due moment first. */
  due(webhook: string, now: number, count: number): readonly DueDelivery[] {
    return this.#statements.due.all(webhook, now, count)
  }

  /** When the first is due that is not due yet; undefined when there is none. */
  nextDueAfter(webhook: string, now: number): number | undefined {
    return this.#statements.nextDueAfter.get(webhook, now) ?? undefined
  }

  /** Sequence of the oldest event that is outstanding. */
  oldestDue(webhook: string): number | undefined {
    return this.#statements.oldestDue.get(webhook) ?? undefined
  }

  /** How many are due, counted up to `most`. */
  countDue(webhook: string, now: number, most: number): number {
    return this.#statements.countDue.get(webhook, now, most) ?? 0
  }

  /** How many are outstanding, due now or later. */
  outstanding(webhook: string): number {
    return this.#outstanding.get(webhook) ?? 0
  }

  isDue(webhook: string, sequence: number): boolean {
    return this.#statements.isDue.get(webhook, sequence) !== undefined
  }

  putDue(webhook: string, { sequence, position, eventType, attempt, dueAt, takenAt }: DueDelivery): void {
    if (!this.isDue(webhook, sequence)) this.#countOutstanding(webhook, 1)
    this.#statements.putDue.run(webhook, sequence, position, eventType, attempt, dueAt, takenAt)
  }

  dropDue(webhook: string, sequence: number): void {
    this.#countOutstanding(webhook, -this.#statements.dropDue.run(webhook, sequence).changes)
  }

  /** Sequence of the newest event that is outstanding and was taken before a moment; 0 where there is none. */
  newestTakenBefore(webhook: string, moment: number): number {
    return this.#statements.newestTakenBefore.get(webhook, moment) ?? 0
  }

  /** Drops a piece of what is outstanding up to a sequence. */
  dropPieceThrough(webhook: string, sequence: number): void {
    this.#countOutstanding(webhook, -this.#statements.dropPiece.run(webhook, sequence).changes)
  }

  add(delivery: Delivery): void {
    this.#statements.add.run(delivery)
  }

  /** An attempt that was added is made only now: it may have waited, and its webhook been changed meanwhile. */
  setBegun(id: string, { url, attemptedAt }: Pick<Delivery, 'url' | 'attemptedAt'>): void {
    this.#statements.setBegun.run(url, attemptedAt, id)
  }

  finish(id: string, outcome: DeliveryOutcome): void {
    this.#statements.finish.run({ id, ...outcome })
  }

  find(webhook: string, id: string): NumberedDelivery | undefined {
    return this.#statements.find.get(webhook, id)
  }

  /** Number of the last attempt to deliver an event to a webhook. */
  lastAttempt(webhook: string, eventId: string): number {
    return this.#statements.lastAttempt.get(webhook, eventId) ?? 0
  }

  /** Up to `count`, newest first, before a number. Others have a turn each time that a few thousand were looked at. */
  async list({ webhook, eventType, status }: DeliveryFilter, before: number, count: number): Promise<readonly NumberedDelivery[]> {
    const found: NumberedDelivery[] = []
    const passesAll = eventType === undefined && status === undefined
    for (let below = before; ;) {
      const from = passesAll ? 0 : (this.#statements.numberBefore.get(webhook, below) ?? 0)
      const filter = { webhook, from, below, eventType: eventType ?? null, status: status ?? null }
      found.push(...this.#statements.list.all({ ...filter, count: count - found.length }))
      if (found.length === count || from === 0) return found
      below = from
      await setImmediate()
    }
  }

  /** Those of which anything is known: one that was not forgotten to the end is among them. */
  webhooks(): readonly string[] {
    return this.#statements.webhooks.all()
  }

  /** Forgets a webhook, which nothing is added of any more. Others have a turn each time that a piece of it is gone; it ends where the file is closed. */
  async remove(webhook: string): Promise<void> {
    while (this.#database.open && this.#removePiece(webhook)) await setImmediate()
    // last: it tells that there is more
    if (this.#database.open) this.#statements.removeProgress.run(webhook)
  }

  /** True when there may be more. */
  #removePiece(webhook: string): boolean {
    const { removeDue, removeHistory } = this.#statements
    const due = removeDue.run(webhook).changes
    this.#countOutstanding(webhook, -due)
    return due === DELETED_AT_ONCE || removeHistory.run(webhook).changes === DELETED_AT_ONCE
  }

  /** Deletes the oldest of the attempts that were made before a moment, a piece of them; true when there may be more. */
  deletePieceBefore(at: number): boolean {
    return this.#statements.deleteBefore.run(at).changes === DELETED_AT_ONCE
  }

  #countOutstanding(webhook: string, by: number): void {
    const count = this.outstanding(webhook) + by
    if (count === 0) this.#outstanding.delete(webhook)
    else this.#outstanding.set(webhook, count)
  }
}

const LOOKED_AT_ONCE = 4_096
/** an attempt and its places in four indexes take 10 µs */
const DELETED_AT_ONCE = 64
/** what is outstanding and its place in an index: about 1 ms */
const DROPPED_AT_ONCE = 512
/** of the oldest attempts: some of them may be of a clock that was ahead */
const OLDEST_LOOKED_AT = 1_024

/**
 * A next attempt is to come while its event is outstanding, and neither is it under way nor has a later one said when it goes on. What is under way
 * and has begun before it was due is a redelivery.
 */
const NEXT_ATTEMPT_AT = `CASE WHEN next_attempt_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM due_deliveries AS due WHERE due.webhook = deliveries.webhook AND due.sequence = deliveries.sequence)
    AND NOT EXISTS (SELECT 1 FROM deliveries AS later WHERE later.webhook = deliveries.webhook AND later.event_id = deliveries.event_id
      AND later.attempt > deliveries.attempt
      AND (later.next_attempt_at IS NOT NULL OR later.status = 'pending' AND later.attempted_at >= deliveries.next_attempt_at))
  THEN next_attempt_at END`

const COLUMNS = `id, webhook, event_id AS eventId, event_type AS eventType, sequence, position, attempt, status, url,
  response_status AS responseStatus, response_body AS responseBody, error, duration_ms AS durationMs, attempted_at AS attemptedAt,
  ${NEXT_ATTEMPT_AT} AS nextAttemptAt, body`

function prepare(database: Database.Database) {
  const due = 'sequence, position, event_type AS eventType, attempt, due_at AS dueAt, taken_at AS takenAt'
  return {
    cutOff: database.prepare("UPDATE deliveries SET status = 'failed', error = 'connection' WHERE status = 'pending'"),
    progress: database.prepare<[string], { taken: number; failingSince: number | null }>(
      'SELECT taken, failing_since AS failingSince FROM webhook_progress WHERE webhook = ?',
    ),
    setTaken: database.prepare<[string, number]>(
      'INSERT INTO webhook_progress VALUES (?, ?, NULL) ON CONFLICT (webhook) DO UPDATE SET taken = excluded.taken',
    ),
    setFailingSince: database.prepare<[number | null, string]>('UPDATE webhook_progress SET failing_since = ? WHERE webhook = ?'),
    newestMoment: database
      .prepare<[], number | null>(
        'SELECT max(at) FROM (SELECT max(taken_at) AS at FROM due_deliveries UNION ALL SELECT max(failing_since) FROM webhook_progress)',
      )
      .pluck(),
    due: database.prepare<[string, number, number], DueDelivery>(
      `SELECT ${due} FROM due_deliveries WHERE webhook = ? AND due_at <= ? ORDER BY due_at, sequence ${rowLimit('?')}`,
    ),
    nextDueAfter: database
      .prepare<[string, number], number | null>('SELECT min(due_at) FROM due_deliveries WHERE webhook = ? AND due_at > ?')
      .pluck(),
    oldestDue: database.prepare<[string], number | null>('SELECT min(sequence) FROM due_deliveries WHERE webhook = ?').pluck(),
    countDue: database
      .prepare<[string, number, number], number>(
        `SELECT count(*) FROM (SELECT 1 FROM due_deliveries WHERE webhook = ? AND due_at <= ? ${rowLimit('?')})`,
      )
      .pluck(),
    countOutstanding: database.prepare<[], [string, number]>('SELECT webhook, count(*) FROM due_deliveries GROUP BY webhook').raw(),
    isDue: database.prepare<[string, number]>('SELECT 1 FROM due_deliveries WHERE webhook = ? AND sequence = ?'),
    putDue: database.prepare<[string, number, number, string, number, number, number]>(
      'INSERT OR REPLACE INTO due_deliveries (webhook, sequence, position, event_type, attempt, due_at, taken_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    dropDue: database.prepare<[string, number]>('DELETE FROM due_deliveries WHERE webhook = ? AND sequence = ?'),
    newestTakenBefore: database
      .prepare<[string, number], number>(
        'SELECT sequence FROM due_deliveries WHERE webhook = ? AND taken_at < ? ORDER BY sequence DESC LIMIT 1',
      )
      .pluck(),
    dropPiece: database.prepare<[string, number]>(
      `DELETE FROM due_deliveries WHERE (webhook, sequence) IN
        (SELECT webhook, sequence FROM due_deliveries WHERE webhook = ? AND sequence <= ? LIMIT ${DROPPED_AT_ONCE})`,
    ),
    add: database.prepare<[Delivery]>(
      `INSERT INTO deliveries (id, webhook, event_id, event_type, sequence, position, attempt, status, url, response_status, response_body,
        error, duration_ms, attempted_at, next_attempt_at, body)
      VALUES (@id, @webhook, @eventId, @eventType, @sequence, @position, @attempt, @status, @url, @responseStatus, @responseBody, @error,
        @durationMs, @attemptedAt, @nextAttemptAt, @body)`,
    ),
    setBegun: database.prepare<[string, number, string]>('UPDATE deliveries SET url = ?, attempted_at = ? WHERE id = ?'),
    finish: database.prepare<[DeliveryOutcome & { id: string }]>(
      `UPDATE deliveries SET status = @status, response_status = @responseStatus, response_body = @responseBody, error = @error,
        duration_ms = @durationMs, next_attempt_at = @nextAttemptAt WHERE id = @id`,
    ),
    find: database.prepare<[string, string], NumberedDelivery>(`SELECT number, ${COLUMNS} FROM deliveries WHERE webhook = ? AND id = ?`),
    lastAttempt: database
      .prepare<[string, string], number | null>('SELECT max(attempt) FROM deliveries WHERE webhook = ? AND event_id = ?')
      .pluck(),
    numberBefore: database
      .prepare<[string, number], number>(
        `SELECT number FROM deliveries WHERE webhook = ? AND number < ? ORDER BY number DESC LIMIT 1 OFFSET ${LOOKED_AT_ONCE - 1}`,
      )
      .pluck(),
    list: database.prepare<
      [{ webhook: string; from: number; below: number; count: number; eventType: string | null; status: string | null }],
      NumberedDelivery
    >(
      `SELECT number, ${COLUMNS} FROM deliveries WHERE webhook = @webhook AND number >= @from AND number < @below
        AND (@eventType IS NULL OR event_type = @eventType) AND (@status IS NULL OR status = @status) ORDER BY number DESC ${rowLimit('@count')}`,
    ),
    webhooks: database.prepare<[], string>('SELECT webhook FROM webhook_progress').pluck(),
    removeProgress: database.prepare<[string]>('DELETE FROM webhook_progress WHERE webhook = ?'),
    removeDue: database.prepare<[string]>(
      `DELETE FROM due_deliveries WHERE (webhook, sequence) IN
        (SELECT webhook, sequence FROM due_deliveries WHERE webhook = ? LIMIT ${DELETED_AT_ONCE})`,
    ),
    removeHistory: database.prepare<[string]>(
      `DELETE FROM deliveries WHERE number IN (SELECT number FROM deliveries WHERE webhook = ? LIMIT ${DELETED_AT_ONCE})`,
    ),
    deleteBefore: database.prepare<[number]>(
      `DELETE FROM deliveries WHERE number IN (SELECT number FROM
        (SELECT number, attempted_at FROM deliveries ORDER BY number LIMIT ${OLDEST_LOOKED_AT}) WHERE attempted_at < ? LIMIT ${DELETED_AT_ONCE})`,
    ),
  }
}
