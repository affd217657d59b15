import { strict as assert } from 'node:assert'
import { positionsOf } from '../domain/batch.ts'
import { takeSnapshot } from '../engine/snapshot.ts'
import { SessionBook } from '../fix/session/session-book.ts'
import { NAMELESS_SESSION } from '../fix/session/session-settings.ts'
import { replay, type Recovery, type RecoveryParts, type StoredState } from './recover.ts'

/** A state as a snapshot keeps it, and the batch after which it stood so. */
export interface StateAt {
  readonly position: number
  /** the journal's chain there */
  readonly chain: Buffer
  readonly stored: StoredState
}

/** Replays the journal from a recovery up to the last batch that ends by `position`: the state there. `rest`: see replay. */
export async function stateAt(
  recovery: Recovery,
  reader: RecoveryParts['reader'],
  position: number,
  rest?: () => Promise<unknown>,
): Promise<StateAt> {
  // A book knows its numbers from the journal alone; who the session is does not matter here.
  const books = new Map<number, SessionBook>()
  const bookOf = (session: number): SessionBook => {
    let book = books.get(session)
    if (!book) books.set(session, (book = new SessionBook({ ...NAMELESS_SESSION, index: session })))
    return book
  }
  for (const book of recovery.books) bookOf(book.session).restoreSnapshot(book)
  const { nextPosition, lastAt } = await replay(
    recovery,
    reader,
    (batch) => {
      for (const numbers of batch.sessions) bookOf(numbers.session).restore(numbers, batch.position, batch.sealedAt)
      recovery.engine.releaseEnded(batch.position + positionsOf(batch))
    },
    { through: position, rest },
  )
  // the projector may stand inside a batch: the snapshot holds whole ones
  const last = nextPosition - 1
  const chain = reader.chainThrough(last)
  assert(chain, `no batch of the journal ends with position ${last}`)
  const stored = {
    engine: takeSnapshot(recovery.engine.state),
    books: [...books.values()].map((book) => book.snapshot(nextPosition)),
    lastAt,
  }
  return { position: last, chain, stored }
}
