import Database from 'better-sqlite3'
import { deleteDatabase, endingOf } from '../directory/expendable-database.ts'
import { isHeld, isUnusable } from '../directory/storage-fault.ts'
import { fixLogPath, messagesOf } from './fix-log-piece.ts'

export interface FixLogWriterOptions {
  /** messages */
  readonly keep: number
  /** the file was damaged, with SQLite's complaint */
  readonly onBegunAnew: (complaint: string) => void
  /** another program has the file locked: what comes until it lets go is lost */
  readonly onHeld: () => void
}

/** how long whoever has the file locked is waited for: the thread has read.db to write meanwhile */
const PATIENCE_MS = 1_000

/**
 * Writes fix-log.db, in the thread that has the time for it. Nothing depends on the file: one that is damaged, or may not be written, is deleted and begun
 * anew, and what comes while another program has it locked is lost.
 */
export class FixLogWriter {
  private readonly directory: string
  private readonly options: FixLogWriterOptions
  private file: FixLogFile
  private isHeld = false

  constructor(directory: string, options: FixLogWriterOptions) {
    this.directory = directory
    this.options = options
    try {
      this.file = new FixLogFile(directory, options.keep)
    } catch (error) {
      this.file = this.anew(this.complaintOf(error))
    }
  }

  /** Writes a piece, whose messages lie one behind the other, and lets go of the oldest pieces beyond what is kept. */
  write(bytes: Buffer): void {
    try {
      this.file.write(bytes)
      if (this.isHeld) this.noteHeld(false)
    } catch (error) {
      if (isHeld(error)) {
        if (!this.isHeld) this.noteHeld(true)
        return
      }
      this.beginAnew(this.complaintOf(error))
      this.file.write(bytes)
    }
  }

  /** The file is damaged: what was in it is gone. */
  beginAnew(complaint: string): void {
    this.file.close()
    this.file = this.anew(complaint)
    this.isHeld = false
  }

  close(): void {
    this.file.close()
  }

  /** Who has not let go in time is not waited for again with every piece. */
  private noteHeld(isHeld: boolean): void {
    this.isHeld = isHeld
    this.file.waitFor(isHeld ? 0 : PATIENCE_MS)
    if (isHeld) this.options.onHeld()
  }

  /** Throws what another file would not mend. */
  private complaintOf(error: unknown): string {
    if (!isUnusable(error)) throw endingOf(fixLogPath(this.directory), error) ?? error
    return error.message
  }

  private anew(complaint: string): FixLogFile {
    deleteDatabase(fixLogPath(this.directory))
    const file = new FixLogFile(this.directory, this.options.keep)
    this.options.onBegunAnew(complaint)
    return file
  }
}

class FixLogFile {
  private readonly database: Database.Database
  private readonly statements: ReturnType<typeof prepareWriting>
  private readonly keep: number
  private kept: number

  constructor(directory: string, keep: number) {
    this.database = new Database(fixLogPath(directory))
    try {
      this.database.pragma('journal_mode = WAL')
      // in small pieces, see openReadModelForWriting
      this.database.pragma('synchronous = NORMAL')
      this.database.exec(FIX_LOG_SCHEMA)
      this.statements = prepareWriting(this.database)
      this.keep = keep
      this.kept = this.statements.count.get() ?? 0
      this.waitFor(PATIENCE_MS)
    } catch (error) {
      this.database.close()
      throw error
    }
  }

  write(bytes: Buffer): void {
    const { statements } = this
    const sessions = new Map<number, { first: number; last: number; lastAt: number }>()
    let messages = 0
    let firstPosition = Infinity
    let lastPosition = 0
    for (const { session, sequence, receivedAt, position, events } of messagesOf(bytes)) {
      messages++
      const known = sessions.get(session)
      if (known) {
        known.first = Math.min(known.first, sequence)
        known.last = Math.max(known.last, sequence)
        known.lastAt = Math.max(known.lastAt, receivedAt)
      } else sessions.set(session, { first: sequence, last: sequence, lastAt: receivedAt })
      if (events === 0) continue
      firstPosition = Math.min(firstPosition, position)
      lastPosition = Math.max(lastPosition, position + events - 1)
    }
    // at once, so that there is nothing to undo where another program has the file locked
    this.database.exec('BEGIN IMMEDIATE')
    const first = firstPosition === Infinity ? null : firstPosition
    const piece = Number(statements.insertPiece.run(messages, first, lastPosition, bytes).lastInsertRowid)
    for (const [session, { first, last, lastAt }] of sessions) statements.insertSession.run(session, piece, first, last, lastAt)
    this.kept += messages
    this.prune()
    this.database.exec('COMMIT')
  }

  /** How long a lock of another program is waited for. */
  waitFor(ms: number): void {
    this.database.pragma(`busy_timeout = ${ms}`)
  }

  close(): void {
    this.database.close()
  }

  private prune(): void {
    while (this.kept > this.keep) {
      const oldest = this.statements.oldest.get()!
      if (this.kept - oldest.messages < this.keep) return
      this.statements.deletePiece.run(oldest.piece)
      this.statements.deleteSessions.run(oldest.piece)
      this.kept -= oldest.messages
    }
  }
}

const FIX_LOG_SCHEMA = `
  CREATE TABLE IF NOT EXISTS pieces (
    piece INTEGER PRIMARY KEY AUTOINCREMENT,
    messages INTEGER NOT NULL,
    first_position INTEGER,        -- null when no message caused an event
    last_position INTEGER NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE INDEX IF NOT EXISTS pieces_by_position ON pieces (first_position, last_position);
  CREATE TABLE IF NOT EXISTS piece_sessions (
    session INTEGER NOT NULL,
    piece INTEGER NOT NULL,
    first_sequence INTEGER NOT NULL,
    last_sequence INTEGER NOT NULL,
    last_received_at INTEGER NOT NULL,
    PRIMARY KEY (session, piece)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS piece_sessions_by_piece ON piece_sessions (piece);
`

function prepareWriting(database: Database.Database) {
  return {
    count: database.prepare<[], number | null>('SELECT sum(messages) FROM pieces').pluck(),
    oldest: database.prepare<[], { piece: number; messages: number }>('SELECT piece, messages FROM pieces ORDER BY piece LIMIT 1'),
    insertPiece: database.prepare<[number, number | null, number, Buffer]>(
      'INSERT INTO pieces (messages, first_position, last_position, bytes) VALUES (?, ?, ?, ?)',
    ),
    insertSession: database.prepare<[number, number, number, number, number]>('INSERT INTO piece_sessions VALUES (?, ?, ?, ?, ?)'),
    deletePiece: database.prepare<[number]>('DELETE FROM pieces WHERE piece = ?'),
    deleteSessions: database.prepare<[number]>('DELETE FROM piece_sessions WHERE piece = ?'),
  }
}
