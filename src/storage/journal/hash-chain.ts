import { createHash } from 'node:crypto'

/** SHA-256 over the chain before, the position (8 bytes, most significant first) and the parts of a batch: no batch can be changed, left out or moved unseen. */
export function nextChain(previous: Buffer, position: number, parts: readonly Buffer[]): Buffer {
  const place = Buffer.allocUnsafe(8)
  place.writeBigUInt64BE(BigInt(position))
  const hash = createHash('sha256').update(previous).update(place)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
