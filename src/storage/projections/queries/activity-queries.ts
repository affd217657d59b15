import type Database from 'better-sqlite3'
import type { ActivityType } from '../../../domain/accounts/account.ts'
import type { ActivityEvent } from '../tables/activity-kinds.ts'
import { ACTIVITY_TYPES, kindBit } from '../tables/activity-kinds.ts'
import type { PlacedEvent } from '../tables/event-run.ts'
import { readRun } from '../tables/event-run.ts'

export interface ActivityQuery {
  readonly account: number
  readonly type?: ActivityType | undefined
  /** epoch ms, inclusive */
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
}

const ALL_KINDS = 0x7fffffff
const ROWS_AT_ONCE = 100

/** The ledgers of accounts as read.db has them. */
export class ActivityQueries {
  private readonly statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.statements = prepare(database)
  }

  /** Up to `count`, newest first, before a position. */
  activities(query: ActivityQuery, before: number, count: number): readonly PlacedEvent<ActivityEvent>[] {
    const { account, type, createdFrom = 0, createdTo = Infinity } = query
    const kinds = type === undefined ? ALL_KINDS : kindBit(type)
    const end = Math.min(before, createdTo === Infinity ? Infinity : this.positionBehind(account, createdTo))
    const found: PlacedEvent<ActivityEvent>[] = []
    if (count <= 0) return found
    // the iterator ends inside this call
    for (const run of this.statements.runs.iterate({ account, before: Math.min(end, Number.MAX_SAFE_INTEGER), kinds })) {
      const events = readRun(run, (code, { position }) => position < before && (type === undefined || ACTIVITY_TYPES[code] === type))
      for (const placed of (events as PlacedEvent<ActivityEvent>[]).reverse()) {
        if (placed.event.at > createdTo) continue
        if (placed.event.at < createdFrom) return found
        found.push(placed)
        if (found.length === count) return found
      }
    }
    return found
  }

  /** Everything that moved an account's cash or positions, oldest first. */
  all(account: number): Generator<PlacedEvent<ActivityEvent>> {
    return this.between(account, 0, Number.MAX_SAFE_INTEGER)
  }

  /** The same, of what lies behind one position up to and with another. */
  *between(account: number, after: number, through: number): Generator<PlacedEvent<ActivityEvent>> {
    // the row that holds the first of them may begin before
    let row = (this.statements.rowThrough.get(account, after) ?? 0) - 1
    for (;;) {
      const rows = this.statements.forward.all(account, row, through)
      for (const { position, run } of rows) {
        row = position
        const isWithin = (_code: number, placed: { readonly position: number }) => placed.position > after && placed.position <= through
        yield* readRun(run, isWithin) as PlacedEvent<ActivityEvent>[]
      }
      if (rows.length < ROWS_AT_ONCE) return
    }
  }

  /** No row of an account that begins at a moment or before lies behind this position: the clock of its market never goes back. */
  private positionBehind(account: number, at: number): number {
    const { rowThrough, rowFrom } = this.statements
    let low = 0
    let high = (rowThrough.get(account, Number.MAX_SAFE_INTEGER) ?? -1) + 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const { position, run } = rowFrom.get(account, middle)!
      const [first] = readRun(run, (_code, placed) => placed.position === position)
      if (first!.event.at > at) high = middle
      else low = position + 1
    }
    return low
  }
}

function prepare(database: Database.Database) {
  return {
    runs: database
      .prepare<[{ readonly account: number; readonly before: number; readonly kinds: number }], Buffer>(
        'SELECT run FROM account_events WHERE account = @account AND position < @before AND (kinds & @kinds) != 0 ORDER BY position DESC',
      )
      .pluck(),
    forward: database.prepare<[number, number, number], { readonly position: number; readonly run: Buffer }>(
      `SELECT position, run FROM account_events WHERE account = ? AND position > ? AND position <= ? ORDER BY position LIMIT ${ROWS_AT_ONCE}`,
    ),
    rowThrough: database
      .prepare<[number, number], number | null>('SELECT max(position) FROM account_events WHERE account = ? AND position <= ?')
      .pluck(),
    rowFrom: database.prepare<[number, number], { readonly position: number; readonly run: Buffer }>(
      'SELECT position, run FROM account_events WHERE account = ? AND position >= ? ORDER BY position LIMIT 1',
    ),
  }
}
