/** A write-ahead log of SQLite as its file format document has it: which of its bytes count after a crash. */
export interface LogFrame {
  /** number of the page in the database, from 1 */
  readonly page: number
  readonly isCommit: boolean
  /** offset behind it */
  readonly end: number
}

export const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** The frames that a recovery would take: of the log's present generation, with checksums that fit, from its beginning. */
export function framesOf(log: Buffer): readonly LogFrame[] {
  const frames: LogFrame[] = []
  if (log.length < LOG_HEADER_BYTES) return frames
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  const pageBytes = log.readUInt32BE(8)
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  let sum: Sum = checksum(log, 0, 24, [0, 0], isBigEndian)
  if (!isAt(log, 24, sum)) return frames
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
    if (log.compare(log, 16, 24, at + 8, at + 16) !== 0) break
    sum = checksum(log, at, at + 8, sum, isBigEndian)
    sum = checksum(log, at + FRAME_HEADER_BYTES, at + frameBytes, sum, isBigEndian)
    if (!isAt(log, at + 16, sum)) break
    frames.push({ page: log.readUInt32BE(at), isCommit: log.readUInt32BE(at + 4) !== 0, end: at + frameBytes })
  }
  return frames
}

type Sum = readonly [number, number]

const isAt = (log: Buffer, at: number, [first, second]: Sum): boolean =>
  log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second

function checksum(bytes: Buffer, from: number, to: number, [first, second]: Sum, isBigEndian: boolean): Sum {
  let a = first
  let b = second
  for (let at = from; at < to; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
  }
  return [a, b]
}

/**
 * How many frames of the log may have been written into the database already, by the shared memory beside it; undefined where the log is to
 * begin anew and its header does not show it yet: all of it is in the database then.
 */
export function backfilledFrames(sharedMemory: Buffer, log: Buffer): number | undefined {
  if (log.length < LOG_HEADER_BYTES || sharedMemory.compare(log, 16, 24, 32, 40) !== 0) return undefined
  return Math.max(sharedMemory.readUInt32LE(96), sharedMemory.readUInt32LE(128))
}
