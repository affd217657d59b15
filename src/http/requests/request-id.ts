import { randomFillSync } from 'node:crypto'
import { ulid, ULID_RANDOM_BYTES } from '../../domain/identifiers/ulid.ts'

/** The form in which a client may name its own request (docs/api-contract.md section 1). */
const CLIENT_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/

// One call to the system's random source makes 400 ids: a call for each would cost more than the id itself.
const pool = new Uint8Array(400 * ULID_RANDOM_BYTES)
let used = pool.length

/** The client's X-Request-Id when it has the allowed form, else a new `req_` + ULID of the moment `epochMs`. */
export function requestIdFor(clientId: string | readonly string[] | undefined, epochMs: number): string {
  return typeof clientId === 'string' && CLIENT_REQUEST_ID.test(clientId) ? clientId : newRequestId(epochMs)
}

/** `req_01KAHZ5W1B8M0T6Q2V9C4D7EFG`. Unique; not a secret. */
export function newRequestId(epochMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const id = `req_${ulid(epochMs, pool, used)}`
  used += ULID_RANDOM_BYTES
  return id
}
