import Database from 'better-sqlite3'
import { fixLogPath, type LoggedMessage, messagesOf } from './fix-log-piece.ts'

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

/** Reads fix-log.db, which is there. */
export class FixLogReader {
  private readonly database: Database.Database
  private readonly statements: ReturnType<typeof prepareReading>

  constructor(directory: string) {
    this.database = new Database(fixLogPath(directory), { readonly: true })
    this.statements = prepareReading(this.database)
  }

  /** See `FixLogStore.messages`. */
  messages(query: FixLogQuery, limit: number, bytes: number): LoggedMessage[] {
    const { session, fromSequence = 0, toSequence = Number.MAX_SAFE_INTEGER, since = 0, after = 0 } = query
    const found: LoggedMessage[] = []
    let passed = 0
    const piece = Math.floor(after / MESSAGES_PER_PIECE)
    // the iterator ends inside this call
    for (const row of this.statements.ofSession.iterate({ session, piece, from: fromSequence, to: toSequence, since })) {
      for (const message of placed(row)) {
        const { sequence, receivedAt, id } = message
        if (message.session !== session || id <= after || sequence < fromSequence || sequence > toSequence || receivedAt < since) continue
        found.push(message)
        if (found.length >= limit) return found
      }
      passed += row.bytes.length
      if (found.length > 0 && passed >= bytes) return found
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

const MESSAGES_PER_PIECE = 2 ** 20
/** more than a crash leaves behind of what it has cut off */
const PIECES_LOOKED_AT = 256

interface PieceRow {
  readonly piece: number
  readonly bytes: Buffer
}

function placed({ piece, bytes }: PieceRow): LoggedMessage[] {
  return [...messagesOf(bytes)].map((message, index) => ({ id: piece * MESSAGES_PER_PIECE + index, ...message }))
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
    // positions grow from piece to piece: what begins furthest on holds it, if any. A position that was given again after a crash belongs to the later
    // message, and what was lost lies between
    holding: database.prepare<[number, number], PieceRow>(
      `SELECT piece, bytes FROM pieces WHERE piece = (SELECT max(piece) FROM (SELECT piece, last_position FROM pieces
        WHERE first_position <= ? ORDER BY first_position DESC LIMIT ${PIECES_LOOKED_AT}) WHERE last_position >= ?)`,
    ),
  }
}
