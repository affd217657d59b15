import { Readable } from 'node:stream'

const PIECE_BYTES = 65_536

/**
 * A large answer, sent as the client takes it. Written as one, it would show under TLS no sign that the client reads before its last byte was taken, and
 * a slow line would be cut as one that does not.
 */
export function inPieces(bytes: Buffer): Readable {
  return Readable.from(pieces(bytes), { objectMode: false, highWaterMark: PIECE_BYTES })
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES)
}
