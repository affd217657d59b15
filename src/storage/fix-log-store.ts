import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { ByteReader } from './encoding/byte-reader.ts'
import { ByteWriter } from './encoding/byte-writer.ts'
import { isDamage } from './storage-fault.ts'

/** An inbound FIX message and what came of it. */
export interface InboundMessage {
  /** index of the session */
  readonly session: number
  /** MsgSeqNum(34) */
  readonly sequence: number
  /** epoch ms */
  readonly receivedAt: number
  /** of the first event that it caused, or would have had */
  readonly position: number
  /** that it caused */
  readonly events: number
}

export interface LoggedMessage extends InboundMessage {
  /** increasing in the order of arrival; a page ends behind it */
  readonly id: number
  readonly raw: Buffer
}

export interface FixLogQuery {
  readonly session: number
  /** of MsgSeqNum(34), inclusive */
  readonly fromSequence?: number | undefined
  readonly toSequence?: number | undefined
  /** epoch ms, inclusive */
  readonly since?: number | undefined
  /** id of the last message of the page before */
  readonly after?: number | undefined
}

/** Hands memory to the thread that writes; it comes back to `onWritten`. `Projection.writeFixLog` is one. */
export type WriteFixLog = (memory: ArrayBuffer, length: number, onWritten: (memory: ArrayBuffer, length: number) => void) => void

const MESSAGES_PER_PIECE = 2 ** 20
const SMALLEST_PIECE = 256 * 1024
/** what a crash may take from the log */
const WORTH_WRITING = 64 * 1024
const LARGEST_PIECE = 4 * 1024 * 1024
/** bytes that may wait for the writer; what comes while they do is not logged */
const LARGEST_BACKLOG = 64 * 1024 * 1024
const LARGEST_HEADER = 64

/**
 * The log of inbound FIX messages as they came, for operators and support: best effort, the newest so many of all sessions. The caller's
 * thread copies a message and no more; a thread writes what gathers between two calls of `flush` as one row of fix-log.db.
 */
export class FixLogStore {
  /** messages that were not logged because the writer was too far behind */
  dropped = 0
  private readonly directory: string
  private readonly writeOut: WriteFixLog
  private readonly hurry: () => void
  private readonly writer = new ByteWriter(0)
  private readonly spare: ArrayBuffer[] = []
  private waiting = 0
  private pieces = 0
  private writtenPieces = 0
  private waiters: { readonly pieces: number; readonly resolve: () => void }[] = []
  private reader: FixLogReader | undefined

  /** `hurry` is called when somebody waits for what was handed to `write`. */
  constructor({ directory, write, hurry }: { readonly directory: string; readonly write: WriteFixLog; readonly hurry: () => void }) {
    this.directory = directory
    this.writeOut = write
    this.hurry = hurry
    this.writer.reset(new ArrayBuffer(SMALLEST_PIECE))
  }

  /** Takes a copy of the message, `source` from `start` to `end`. */
  note({ session, sequence, receivedAt, position, events }: InboundMessage, source: Buffer, start = 0, end = source.length): void {
    const { writer } = this
    if (this.waiting + writer.offset > LARGEST_BACKLOG) {
      this.dropped++
      return
    }
    const length = end - start
    writer.ensure(LARGEST_HEADER + length)
    writer.unsigned(session)
    writer.unsigned(sequence)
    writer.unsigned(receivedAt)
    writer.unsigned(position)
    writer.unsigned(events)
    writer.unsigned(length)
    source.copy(writer.bytes, writer.offset, start, end)
    writer.offset += length
    if (writer.offset > LARGEST_PIECE) this.flush()
  }

  /** Hands over what was noted once it is worth a hand-over; to be called once a batch. */
  offer(): void {
    if (this.writer.offset >= WORTH_WRITING) this.flush()
  }

  /** Hands over what was noted. */
  flush(): void {
    const { writer } = this
    const length = writer.offset
    if (length === 0) return
    const memory = writer.bytes.buffer as ArrayBuffer
    this.waiting += length
    this.pieces++
    writer.reset(this.spare.pop() ?? new ArrayBuffer(SMALLEST_PIECE))
    this.writeOut(memory, length, (written, size) => {
      this.waiting -= size
      if (this.spare.length < 4) this.spare.push(written)
      this.writtenPieces++
      if (this.waiters.length > 0) this.release()
    })
  }

  /** Resolves once everything that has been noted can be read. */
  written(): Promise<void> {
    this.flush()
    const { pieces } = this
    if (this.writtenPieces === pieces) return Promise.resolve()
    return new Promise((resolve) => {
      this.waiters.push({ pieces, resolve })
      this.hurry()
    })
  }

  /** Up to `limit` messages of a session in the order of arrival, as far as they are written and kept. */
  messages(query: FixLogQuery, limit: number): readonly LoggedMessage[] {
    return this.open()?.messages(query, limit) ?? []
  }

  /** The message that caused the event at a journal position. */
  causeOf(position: number): LoggedMessage | undefined {
    return this.open()?.causeOf(position)
  }

  /** fix-log.db is another file than before. */
  reopen(): void {
    this.reader?.close()
    this.reader = undefined
  }

  close(): void {
    this.reader?.close()
  }

  private release(): void {
    const { waiters, writtenPieces } = this
    this.waiters = waiters.filter(({ pieces }) => pieces > writtenPieces)
    for (const { pieces, resolve } of waiters) if (pieces <= writtenPieces) resolve()
  }

  private open(): FixLogReader | undefined {
    if (!this.reader && existsSync(fixLogPath(this.directory))) this.reader = new FixLogReader(this.directory)
    return this.reader
  }
}

export interface FixLogWriterOptions {
  /** messages */
  readonly keep: number
  /** the file was damaged, with SQLite's complaint */
  readonly onBegunAnew: (complaint: string) => void
}

/** Writes fix-log.db, in the thread that has the time for it. Nothing depends on the file: one that is damaged is deleted and begun anew. */
export class FixLogWriter {
  private readonly directory: string
  private readonly options: FixLogWriterOptions
  private file: FixLogFile

  constructor(directory: string, options: FixLogWriterOptions) {
    this.directory = directory
    this.options = options
    try {
      this.file = new FixLogFile(directory, options.keep)
    } catch (error) {
      this.file = this.begunAnew(error)
    }
  }

  /** Writes a piece, whose messages lie one behind the other, and lets go of the oldest pieces beyond what is kept. */
  write(bytes: Buffer): void {
    try {
      this.file.write(bytes)
    } catch (error) {
      this.file = this.begunAnew(error, this.file)
      this.file.write(bytes)
    }
  }

  close(): void {
    this.file.close()
  }

  private begunAnew(error: unknown, damaged?: FixLogFile): FixLogFile {
    if (!isDamage(error)) throw error
    damaged?.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(fixLogPath(this.directory) + suffix, { force: true })
    const file = new FixLogFile(this.directory, this.options.keep)
    this.options.onBegunAnew(error.message)
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
        known.lastAt = receivedAt
      } else sessions.set(session, { first: sequence, last: sequence, lastAt: receivedAt })
      if (events === 0) continue
      firstPosition = Math.min(firstPosition, position)
      lastPosition = Math.max(lastPosition, position + events - 1)
    }
    this.database.exec('BEGIN')
    const first = firstPosition === Infinity ? null : firstPosition
    const piece = Number(statements.insertPiece.run(messages, first, lastPosition, bytes).lastInsertRowid)
    for (const [session, { first, last, lastAt }] of sessions) statements.insertSession.run(session, piece, first, last, lastAt)
    this.kept += messages
    this.prune()
    this.database.exec('COMMIT')
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

class FixLogReader {
  private readonly database: Database.Database
  private readonly statements: ReturnType<typeof prepareReading>

  constructor(directory: string) {
    this.database = new Database(fixLogPath(directory), { readonly: true })
    this.statements = prepareReading(this.database)
  }

  messages(query: FixLogQuery, limit: number): LoggedMessage[] {
    const { session, fromSequence = 0, toSequence = Number.MAX_SAFE_INTEGER, since = 0, after = 0 } = query
    const found: LoggedMessage[] = []
    const piece = Math.floor(after / MESSAGES_PER_PIECE)
    // the iterator ends inside this call
    for (const row of this.statements.ofSession.iterate({ session, piece, from: fromSequence, to: toSequence, since })) {
      for (const message of placed(row)) {
        const { sequence, receivedAt, id } = message
        if (message.session !== session || id <= after || sequence < fromSequence || sequence > toSequence || receivedAt < since) continue
        found.push(message)
        if (found.length >= limit) return found
      }
    }
    return found
  }

  causeOf(position: number): LoggedMessage | undefined {
    const row = this.statements.holding.get(position, position)
    return row && placed(row).find((message) => position >= message.position && position < message.position + message.events)
  }

  close(): void {
    this.database.close()
  }
}

interface PieceRow {
  readonly piece: number
  readonly bytes: Buffer
}

function placed({ piece, bytes }: PieceRow): LoggedMessage[] {
  return [...messagesOf(bytes)].map((message, index) => ({ id: piece * MESSAGES_PER_PIECE + index, ...message }))
}

function* messagesOf(bytes: Buffer): Generator<Omit<LoggedMessage, 'id'>> {
  const reader = new ByteReader(bytes)
  while (reader.offset < bytes.length) {
    const session = reader.unsigned()
    const sequence = reader.unsigned()
    const receivedAt = reader.unsigned()
    const position = reader.unsigned()
    const events = reader.unsigned()
    const length = reader.unsigned()
    const start = reader.skip(length)
    yield { session, sequence, receivedAt, position, events, raw: bytes.subarray(start, start + length) }
  }
}

const fixLogPath = (directory: string): string => join(directory, 'fix-log.db')

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

interface OfSession {
  readonly session: number
  readonly piece: number
  readonly from: number
  readonly to: number
  readonly since: number
}

function prepareReading(database: Database.Database) {
  return {
    ofSession: database.prepare<[OfSession], PieceRow>(
      `SELECT piece, bytes FROM piece_sessions JOIN pieces USING (piece) WHERE session = @session AND piece >= @piece
        AND last_sequence >= @from AND first_sequence <= @to AND last_received_at >= @since ORDER BY piece`,
    ),
    // a position that was given again after a crash belongs to the later message
    holding: database.prepare<[number, number], PieceRow>(
      'SELECT piece, bytes FROM pieces WHERE first_position <= ? AND last_position >= ? ORDER BY piece DESC LIMIT 1',
    ),
  }
}
