import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { openState } from '../../src/recovery/recover.ts'
import { stateAt } from '../../src/recovery/state-at.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import { SnapshotStore } from '../../src/storage/snapshot-store.ts'
import { commitAll, openTestJournal } from '../storage/support/open-journal.ts'
import { temporaryDirectory } from './gateway-process.ts'
import { operate } from './operator.ts'

const EQUIPMENT = { calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 1024, logger: { warn: () => undefined } }

test(
  'a snapshot of the end of the journal, with which the next start would go on, is held against it too',
  { timeout: 60_000 },
  async () => {
    const directory = temporaryDirectory()
    const journal = openTestJournal(directory)
    await commitAll(
      journal,
      Array.from({ length: 6 }, (_, index) => ({ position: index + 1, sealedAt: index + 1, events: [], sessions: [] })),
    )
    await journal.close()
    const reader = new JournalReader(directory)
    const snapshots = new SnapshotStore(directory)
    const { position, chain, stored } = await stateAt(openState({ reader, snapshots, ...EQUIPMENT }), reader, 6)
    reader.close()

    await snapshots.save({ position, chain, bytes: serialize(stored) })
    expect(await operate('verify', [directory])).toEqual({
      code: 0,
      stdout: `${directory}: 6 commits, 0 events, through position 6
hash chain at 6:${chain.toString('hex')}
state ed1c3cb615a29a51: 0 accounts in 0 markets
the same follows from the snapshots at 3 and 6
nothing is wrong
`,
      stderr: '',
    })

    const killSwitches = { ...stored.engine.killSwitches, all: true }
    await snapshots.save({ position, chain, bytes: serialize({ ...stored, engine: { ...stored.engine, killSwitches } }) })
    const { code, stderr } = await operate('verify', [directory])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^wrong: state [0-9a-f]{16} follows from the snapshot in the folder at position 6, ed1c3cb615a29a51 from the journal alone\n$/,
    )
  },
)
