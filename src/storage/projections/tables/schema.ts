import { isShownOpen, ShownStatus } from '../../../domain/orders/shown-status.ts'

/** Raise it with every change of what read.db holds or means: a read.db of another version is made anew from the journal. */
export const READ_MODEL_VERSION = 6

/** Orders that may still trade. The index of open orders serves queries that contain this very text. */
export const OPEN_STATUSES = `status IN (${Object.values(ShownStatus).filter(isShownOpen).join(', ')})`

/**
 * Amounts are integers as in the domain, times epoch ms, `record` an encoded order, `run` and `events` events as event-run.ts writes them.
 * Created and updated orders are found by account; what is asked about a whole partner goes through its accounts.
 */
export const SCHEMA = `
  CREATE TABLE progress (
    version INTEGER NOT NULL,
    genesis BLOB NOT NULL,           -- of the journal that this was made from
    boot TEXT NOT NULL,              -- of the machine, while a projector is at work; '' once it was closed
    projected_through INTEGER NOT NULL,
    batch_through INTEGER NOT NULL,  -- end of the last batch that was projected whole
    chain BLOB NOT NULL,             -- of the journal, through that batch
    filter_through INTEGER NOT NULL  -- id_filters holds the ids up to this position
  );

  CREATE TABLE orders (
    order_number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL,
    status INTEGER NOT NULL,         -- as it is shown: domain/orders/shown-status.ts
    side INTEGER NOT NULL,
    instrument INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_lots INTEGER NOT NULL,      -- of its last fill that stands, as it was corrected; 0 where there is none
    last_ticks INTEGER NOT NULL,
    rejection TEXT,                  -- JSON, see order-row.ts
    record BLOB NOT NULL,
    events BLOB NOT NULL             -- its first events; later ones are in order_events
  );
  -- what lists are filtered by, so that what does not match is passed over inside the index
  CREATE INDEX orders_created ON orders (account, created_at, order_number, status, side, instrument);
  CREATE INDEX orders_updated ON orders (account, updated_at, order_number, status, side, instrument);
  CREATE INDEX orders_open ON orders (account, created_at) WHERE ${OPEN_STATUSES};

  CREATE TABLE order_events (
    order_number INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- of the first event
    run BLOB NOT NULL,
    PRIMARY KEY (order_number, position)
  ) WITHOUT ROWID;

  CREATE TABLE client_order_ids (    -- every id of every chain, never pruned
    account INTEGER NOT NULL,
    client_order_id TEXT NOT NULL,
    order_number INTEGER NOT NULL,
    PRIMARY KEY (account, client_order_id)
  ) WITHOUT ROWID;

  CREATE TABLE id_filters (
    layer INTEGER PRIMARY KEY,
    count INTEGER NOT NULL,
    bits BLOB NOT NULL
  );

  CREATE TABLE execution_marks (     -- one a transaction and market
    market INTEGER NOT NULL,
    execution INTEGER NOT NULL,      -- the first one in it
    position INTEGER NOT NULL,
    PRIMARY KEY (market, execution)
  ) WITHOUT ROWID;

  CREATE TABLE account_events (      -- what moves its cash or its positions
    account INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- of the first event
    kinds INTEGER NOT NULL,          -- a bit for each kind of activity in it
    run BLOB NOT NULL,
    PRIMARY KEY (account, position)
  ) WITHOUT ROWID;

  CREATE TABLE trading_days (        -- that have ended
    market INTEGER NOT NULL,
    day INTEGER NOT NULL,
    next_day INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    position INTEGER NOT NULL,       -- of TradingDayEnded: what stands behind it belongs to the next day
    closes TEXT NOT NULL,            -- [[instrument, ticks] ...], JSON; none of before a reset of the market
    prices TEXT NOT NULL,            -- [[instrument, open, high, low, stands] ...] where a walk does not tell them, JSON; likewise
    PRIMARY KEY (market, day)
  ) WITHOUT ROWID;

  CREATE TABLE accounts (
    account INTEGER PRIMARY KEY,
    partner INTEGER NOT NULL,        -- -1 - partner from before a reset of the market
    market INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    orders INTEGER NOT NULL,         -- how many it has
    search TEXT NOT NULL,            -- lower case, a line for each field
    profile TEXT NOT NULL            -- JSON
  );
  CREATE INDEX accounts_created ON accounts (partner, created_at);

  CREATE TABLE account_statuses (
    account INTEGER NOT NULL,
    position INTEGER NOT NULL,
    event TEXT NOT NULL,             -- AccountOpened without the profile, AccountReviewed or AccountClosed, JSON
    PRIMARY KEY (account, position)
  ) WITHOUT ROWID;

  CREATE TABLE ach_relationships (
    account INTEGER NOT NULL,
    ach INTEGER NOT NULL,
    status TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    cancelled_at INTEGER NOT NULL,   -- 0 = not cancelled
    linked TEXT NOT NULL,            -- BankLinked, JSON
    PRIMARY KEY (account, ach)
  ) WITHOUT ROWID;
  CREATE INDEX ach_by_number ON ach_relationships (ach);

  CREATE TABLE transfers (
    account INTEGER NOT NULL,
    transfer INTEGER NOT NULL,
    type TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    record TEXT NOT NULL,            -- Transfer, JSON
    PRIMARY KEY (account, transfer)
  ) WITHOUT ROWID;
  CREATE INDEX transfers_created ON transfers (account, created_at, transfer, type, status);
  CREATE INDEX transfers_by_number ON transfers (transfer);
`
