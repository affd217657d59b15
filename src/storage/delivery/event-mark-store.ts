import type Database from 'better-sqlite3'

/** How many events a partner has had up to a position of the journal. */
export interface EventMark {
  readonly partner: number
  readonly sequence: number
  readonly position: number
  /** when the last of them happened, epoch ms */
  readonly at: number
}

/** Where reading has to begin: `sequence` events of the partner stand at or before `position`. */
export interface EventPlace {
  readonly sequence: number
  readonly position: number
}

/** Marks of the partners' events, so that any of them is found without reading the journal from its beginning. */
export class EventMarkStore {
  readonly #statements: ReturnType<typeof prepare>
  readonly #transaction: (run: () => void) => void

  constructor(database: Database.Database) {
    this.#statements = prepare(database)
    this.#transaction = (run) => database.transaction(run)()
  }

  /** Everything up to this position has been counted into marks; 0 before the first. */
  through(): number {
    return this.#statements.through.get() ?? 0
  }

  /** The newest of each partner that has one. */
  newest(): readonly EventMark[] {
    return this.#statements.newest.all()
  }

  /** Bytes of the journal up to the newest mark. */
  journalBytes(): number {
    return this.#statements.journalBytes.get() ?? 0
  }

  /**
   * Marks of one position: of every partner that has had events since the marks before; there may be none. `journalBytes`: of the journal
   * up to that position.
   */
  add(position: number, journalBytes: number, marks: readonly EventMark[]): void {
    this.#transaction(() => {
      this.#statements.insertSize.run(position, journalBytes)
      for (const { partner, sequence, position, at } of marks) this.#statements.insert.run(partner, sequence, position, at)
    })
  }

  /** The last place from which on all events behind `sequence` come, and as few others as the marks allow. */
  placeBefore(partner: number, sequence: number): EventPlace {
    const before = this.#statements.before.get(partner, sequence)?.sequence ?? 0
    const next = this.#statements.behind.get(partner, sequence)
    // without a mark behind it the partner has had nothing more up to the last mark of all
    const position = next === undefined ? this.through() : (this.#statements.positionBefore.get(next.position) ?? 0)
    return { sequence: before, position }
  }

  /** The last place before a position, also where the partner had had nothing for long. */
  placeBeforePosition(partner: number, position: number): EventPlace {
    const before = this.#statements.positionBefore.get(position) ?? 0
    return { sequence: this.#statements.sequenceAt.get(partner, before) ?? 0, position: before }
  }

  /** A place before the first event that happened at or after a moment. */
  placeAtMoment(partner: number, at: number): EventPlace {
    return this.placeBefore(partner, this.#statements.beforeMoment.get(partner, at) ?? 0)
  }

  /** A place behind which the journal has at most so many bytes, up to its newest mark. */
  placeByBytes(partner: number, bytes: number): EventPlace {
    const tooMuch = this.journalBytes() - bytes
    const position = tooMuch > 0 ? this.#statements.positionOfBytes.get(tooMuch) : undefined
    if (position === undefined) return { sequence: 0, position: 0 }
    return { sequence: this.#statements.sequenceAt.get(partner, position) ?? 0, position }
  }
}

function prepare(database: Database.Database) {
  const columns = 'partner, sequence, position, at'
  return {
    through: database.prepare<[], number | null>('SELECT max(position) FROM journal_sizes').pluck(),
    // earlier versions made a mark of nobody, the partner -1
    newest: database.prepare<[], EventMark>(
      `SELECT ${columns} FROM event_marks AS one WHERE partner >= 0 AND sequence = (SELECT max(sequence) FROM event_marks WHERE partner = one.partner)`,
    ),
    journalBytes: database.prepare<[], number | null>('SELECT max(bytes) FROM journal_sizes').pluck(),
    insertSize: database.prepare<[number, number]>('INSERT OR REPLACE INTO journal_sizes VALUES (?, ?)'),
    positionOfBytes: database
      .prepare<[number], number>('SELECT position FROM journal_sizes WHERE bytes >= ? ORDER BY bytes LIMIT 1')
      .pluck(),
    sequenceAt: database
      .prepare<[number, number], number>(
        'SELECT sequence FROM event_marks WHERE partner = ? AND position <= ? ORDER BY sequence DESC LIMIT 1',
      )
      .pluck(),
    insert: database.prepare<[number, number, number, number]>('INSERT OR REPLACE INTO event_marks VALUES (?, ?, ?, ?)'),
    before: database.prepare<[number, number], EventMark>(
      `SELECT ${columns} FROM event_marks WHERE partner = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1`,
    ),
    behind: database.prepare<[number, number], EventMark>(
      `SELECT ${columns} FROM event_marks WHERE partner = ? AND sequence > ? ORDER BY sequence LIMIT 1`,
    ),
    positionBefore: database.prepare<[number], number | null>('SELECT max(position) FROM journal_sizes WHERE position < ?').pluck(),
    beforeMoment: database
      .prepare<[number, number], number>('SELECT sequence FROM event_marks WHERE partner = ? AND at < ? ORDER BY sequence DESC LIMIT 1')
      .pluck(),
  }
}
