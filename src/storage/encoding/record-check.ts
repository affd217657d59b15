import { MalformedRecord } from './byte-reader.ts'

/**
 * Records in a batch are covered by its CRC-32; a record that stands alone ends with a check of its own, of two bytes: the sum of its
 * bytes and the sum of those sums. No change of one byte goes unseen.
 */
const CHECK_BYTES = 2

/** A copy of the record between `start` and `end` with its check behind it. */
export function sealRecord(bytes: Buffer, start: number, end: number): Buffer {
  const sealed = Buffer.allocUnsafe(end - start + CHECK_BYTES)
  bytes.copy(sealed, 0, start, end)
  const check = checkOf(sealed, 0, end - start)
  sealed[end - start] = check & 255
  sealed[end - start + 1] = check >>> 8
  return sealed
}

/** Where a sealed record that lies between `start` and `end` ends without its check, which is compared. */
export function verifySeal(bytes: Buffer, start: number, end: number): number {
  const checkAt = end - CHECK_BYTES
  if (checkAt <= start) throw new MalformedRecord(`a record takes more than ${end - start} bytes`)
  const found = bytes[checkAt]! | (bytes[checkAt + 1]! << 8)
  const check = checkOf(bytes, start, checkAt)
  if (found !== check) throw new MalformedRecord(`a record was cut short or altered: its check is ${found}, its bytes give ${check}`)
  return checkAt
}

function checkOf(bytes: Buffer, start: number, end: number): number {
  let sum = 0
  let sums = 0
  for (let offset = start; offset < end; offset++) {
    sum += bytes[offset]!
    sums = (sums + sum) | 0
  }
  return (sum & 255) | ((sums & 255) << 8)
}
