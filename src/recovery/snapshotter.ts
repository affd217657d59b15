import { strict as assert } from 'node:assert'
import { setPriority } from 'node:os'
import process from 'node:process'
import { serialize } from 'node:v8'
import { positionsOf } from '../domain/batch.ts'
import { DEFAULT_RULES } from '../engine/rules.ts'
import { takeSnapshot } from '../engine/snapshot.ts'
import { SessionBook } from '../fix/session-book.ts'
import { DEFAULT_SESSION_SETTINGS } from '../fix/session-settings.ts'
import { tradingCalendar } from '../market/trading-calendar.ts'
import { openState, replay, type StoredState } from './recover.ts'
import { JournalReader } from '../storage/journal-reader.ts'
import { SnapshotStore } from '../storage/snapshot-store.ts'
import { createLogger } from '../telemetry/logger.ts'

// node run.js src/recovery/snapshotter.ts DATA_DIR POSITION: replays the journal up to the last batch that ends by a position and keeps the state there.

setPriority(19)
const [directory, text] = process.argv.slice(2)
const position = Number(text)
assert(directory !== undefined && Number.isSafeInteger(position), 'usage: snapshotter DATA_DIR POSITION')
const reader = new JournalReader(directory)
const snapshots = new SnapshotStore(directory, 'state')
const logger = createLogger({ level: 'silent', terminal: false })
const recovery = openState({ reader, snapshots, calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 65_536, logger })

const UNKNOWN_SESSION = {
  ...DEFAULT_SESSION_SETTINGS,
  id: '',
  senderCompId: '',
  targetCompId: '',
  kind: 'order-entry',
  partner: 0,
  createdAt: 0,
} as const

// A book knows its numbers from the journal alone; who the session is does not matter here.
const books = new Map<number, SessionBook>()
const bookOf = (session: number): SessionBook => {
  let book = books.get(session)
  if (!book) books.set(session, (book = new SessionBook({ ...UNKNOWN_SESSION, index: session })))
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
  position,
)
// the projector may stand inside a batch: the snapshot holds whole ones
const last = nextPosition - 1
const chain = reader.chainThrough(last)
assert(chain, `no batch of the journal ends with position ${last}`)
const stored: StoredState = {
  engine: takeSnapshot(recovery.engine.state),
  books: [...books.values()].map((book) => book.snapshot(nextPosition)),
  lastAt,
}
await snapshots.save({ position: last, chain, bytes: serialize(stored) })
reader.close()
