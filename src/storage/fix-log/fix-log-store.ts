import { existsSync } from 'node:fs'
import { isDamage } from '../directory/storage-fault.ts'
import { MalformedRecord } from '../encoding/byte-reader.ts'
import { ByteWriter } from '../encoding/byte-writer.ts'
import { addMessage, fixLogPath, type InboundMessage, type LoggedMessage } from './fix-log-piece.ts'
import { type FixLogQuery, FixLogReader } from './fix-log-reader.ts'

/** Hands memory to the thread that writes; it comes back to `onWritten`. `Projection.writeFixLog` is one. */
export type WriteFixLog = (memory: ArrayBuffer, length: number, onWritten: (memory: ArrayBuffer, length: number) => void) => void

export interface FixLogStoreParts {
  readonly directory: string
  readonly write: WriteFixLog
  /** called when somebody waits for what was handed to `write` */
  readonly hurry: () => void
  /** called when what is read of fix-log.db is damaged: another file is to be made, and `reopen` to be told */
  readonly beginAnew: (complaint: string) => void
}

const SMALLEST_PIECE = 256 * 1024
/** what a crash may take from the log */
const WORTH_WRITING = 64 * 1024
const LARGEST_PIECE = 4 * 1024 * 1024
/** bytes that may wait for the writer; what comes while they do is not logged */
const LARGEST_BACKLOG = 64 * 1024 * 1024

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
  private readonly beginAnew: (complaint: string) => void
  private readonly writer = new ByteWriter(0)
  private readonly spare: ArrayBuffer[] = []
  private waiting = 0
  private pieces = 0
  private writtenPieces = 0
  /** in the order in which they came, and their pieces are written */
  private readonly waiters: { readonly pieces: number; readonly resolve: () => void }[] = []
  private reader: FixLogReader | undefined
  /** nothing is read of it until it is another file */
  private isDamaged = false

  constructor({ directory, write, hurry, beginAnew }: FixLogStoreParts) {
    this.directory = directory
    this.writeOut = write
    this.hurry = hurry
    this.beginAnew = beginAnew
    this.writer.reset(new ArrayBuffer(SMALLEST_PIECE))
  }

  /** Takes a copy of the message, `source` from `start` to `end`. */
  note(message: InboundMessage, source: Buffer, start = 0, end = source.length): void {
    const { writer } = this
    if (this.waiting + writer.offset > LARGEST_BACKLOG) {
      this.dropped++
      return
    }
    addMessage(writer, message, { source, start, end })
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
      while (this.waiters[0] && this.waiters[0].pieces <= this.writtenPieces) this.waiters.shift()!.resolve()
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

  /**
   * Up to `limit` messages of a session in the order of arrival, as far as they are written and kept. They may lie among any number of others: once some
   * are found it ends behind so many `bytes`, and finds none only behind the last.
   */
  messages(query: FixLogQuery, limit: number, bytes = Infinity): readonly LoggedMessage[] {
    return this.read((reader) => reader.messages(query, limit, bytes)) ?? []
  }

  /** The message that caused the event at a journal position. */
  causeOf(position: number): LoggedMessage | undefined {
    return this.read((reader) => reader.causeOf(position))
  }

  /** fix-log.db is another file than before. */
  reopen(): void {
    this.reader?.close()
    this.reader = undefined
    this.isDamaged = false
  }

  /** Hands over what was noted, and reads no more: of those who have the file open whoever writes it is to be the last, who clears its log away. */
  close(): void {
    this.flush()
    this.reader?.close()
  }

  /** Nothing where the file is not there, or damaged: it is begun anew then. */
  private read<Found>(read: (reader: FixLogReader) => Found): Found | undefined {
    if (this.isDamaged) return undefined
    try {
      const reader = this.open()
      return reader && read(reader)
    } catch (error) {
      if (!isDamage(error) && !(error instanceof MalformedRecord)) throw error
      this.isDamaged = true
      this.beginAnew(error.message)
      return undefined
    }
  }

  private open(): FixLogReader | undefined {
    if (!this.reader && existsSync(fixLogPath(this.directory))) this.reader = new FixLogReader(this.directory)
    return this.reader
  }
}
