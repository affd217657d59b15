import { join } from 'node:path'
import Database from 'better-sqlite3'
import { deleteDatabase, deletingDamaged, endingOf } from '../directory/expendable-database.ts'
import { isDiskFailure } from '../directory/storage-fault.ts'
import type { JournalReader } from '../journal-reading/journal-reader.ts'
import { bootOfMachine } from '../projections/tables/read-model.ts'

/** Raise it with every change of what delivery.db holds or means. */
const DELIVERY_VERSION = 2

const SCHEMA = `
  CREATE TABLE meta (
    version INTEGER NOT NULL,
    genesis BLOB NOT NULL,           -- of the journal that it belongs to
    boot TEXT NOT NULL               -- of the machine, while it is open; '' once it was closed
  );

  CREATE TABLE event_marks (         -- where the events of a partner stand in the journal, every few thousand events
    partner INTEGER NOT NULL,
    sequence INTEGER NOT NULL,       -- events of the partner up to the position
    position INTEGER NOT NULL,
    at INTEGER NOT NULL,             -- when the last of them happened
    PRIMARY KEY (partner, sequence)
  ) WITHOUT ROWID;

  CREATE TABLE journal_sizes (       -- of the journal up to a position, whenever marks are made: all events up to there are counted
    position INTEGER PRIMARY KEY,
    bytes INTEGER NOT NULL           -- of its batches, without the overhead of the file
  );
  CREATE INDEX journal_sizes_bytes ON journal_sizes (bytes);

  CREATE TABLE webhook_progress (
    webhook TEXT PRIMARY KEY,
    taken INTEGER NOT NULL,          -- events up to this sequence are in due_deliveries, done, or not wanted
    failing_since INTEGER            -- first failure after the last success
  ) WITHOUT ROWID;

  CREATE TABLE due_deliveries (
    webhook TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- of the event in the journal
    event_type TEXT NOT NULL,
    attempt INTEGER NOT NULL,        -- the next one, from 1
    due_at INTEGER NOT NULL,
    taken_at INTEGER NOT NULL,
    PRIMARY KEY (webhook, sequence)
  ) WITHOUT ROWID;
  CREATE INDEX due_deliveries_by_time ON due_deliveries (webhook, due_at, sequence);

  CREATE TABLE deliveries (          -- attempts
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    webhook TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event_type TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- 0: a test, whose body is kept
    attempt INTEGER NOT NULL,
    status TEXT NOT NULL,
    url TEXT NOT NULL,
    response_status INTEGER,
    response_body TEXT,
    error TEXT,
    duration_ms INTEGER,
    attempted_at INTEGER NOT NULL,
    next_attempt_at INTEGER,
    body TEXT
  );
  CREATE INDEX deliveries_of_webhook ON deliveries (webhook, number);
  CREATE INDEX deliveries_pending ON deliveries (status) WHERE status = 'pending';
`

/** Made where it is missing: the history of an older version is kept. */
const ADDED_INDEX = 'CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (webhook, event_id, attempt)'

export const deliveryPath = (directory: string): string => join(directory, 'delivery.db')

/**
 * Opens delivery.db of a data directory: what delivery can do without. It survives kill -9; what a crash of the machine may have left
 * half-written, what is of another version and what belongs to another journal is begun anew. Then `settled_through` of each webhook, which
 * is in the journal's file, says where to go on: some events are delivered again, none is lost. Throws DataDirectoryError where the disk fails.
 */
export function openDeliveryDatabase(directory: string, journal: Pick<JournalReader, 'chainThrough' | 'lastPosition'>): Database.Database {
  const path = deliveryPath(directory)
  const genesis = journal.chainThrough(0)!
  const kept = openIfUsable(path, genesis, journal.lastPosition())
  if (kept !== undefined) return kept
  deleteDatabase(path)
  const database = new Database(path)
  settle(database)
  database.exec(SCHEMA)
  database.exec(ADDED_INDEX)
  database.prepare<[number, Buffer, string]>('INSERT INTO meta VALUES (?, ?, ?)').run(DELIVERY_VERSION, genesis, bootOfMachine())
  return database
}

/**
 * All of it is on the disk before it says that it was closed: a machine that goes down later may have written only the one. Throws DataDirectoryError where
 * the disk fails.
 */
export function closeDeliveryDatabase(database: Database.Database): void {
  deletingDamaged(database.name, () => {
    database.pragma('synchronous = FULL')
    // a checkpoint syncs the file where it has something to write
    database.prepare('UPDATE meta SET boot = boot').run()
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.prepare("UPDATE meta SET boot = ''").run()
    database.close()
  })
}

// Whatever is wrong with a file that can be done without, the answer is the same. A disk that fails may have all of it the next time.
function openIfUsable(path: string, genesis: Buffer, lastPosition: number): Database.Database | undefined {
  let database: Database.Database | undefined
  try {
    database = new Database(path, { fileMustExist: true })
    settle(database)
    const meta = database.prepare<[], { version: number; genesis: Buffer; boot: string }>('SELECT * FROM meta').get()
    const marked = database.prepare<[], number | null>('SELECT max(position) FROM journal_sizes').pluck().get() ?? 0
    if (meta?.version === DELIVERY_VERSION && meta.genesis.equals(genesis) && marked <= lastPosition) {
      if (meta.boot === '' || meta.boot === bootOfMachine()) {
        database.prepare<[string]>('UPDATE meta SET boot = ?').run(bootOfMachine())
        database.exec(ADDED_INDEX)
        return database
      }
    }
    database.close()
    return undefined
  } catch (error) {
    database?.close()
    if (isDiskFailure(error)) throw endingOf(path, error)!
    return undefined
  }
}

function settle(database: Database.Database): void {
  database.pragma('journal_mode = WAL')
  // the main thread writes here, which waits for no disk
  database.pragma('synchronous = OFF')
}
