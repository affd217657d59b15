import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { openState, replay } from '../../src/recovery/recover.ts'
import { SnapshotStore } from '../../src/storage/snapshot-store.ts'
import { commitAll, openTestJournal, openTestReader } from '../storage/support/open-journal.ts'
import { temporaryDirectory } from '../storage/support/temporary-directory.ts'

test('time goes on from the last event, not from where sessions have sent or taken something since, by whatever clock', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(journal, [
    { position: 1, sealedAt: 1_001, events: [{ type: 'NewsAnnounced', at: 1_000, headline: 'a', text: '' }], sessions: [] },
    { position: 2, sealedAt: 9_000, events: [], sessions: [] },
  ])
  const reader = openTestReader(directory)
  const snapshots = new SnapshotStore(directory)
  const equipment = { calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 1024, logger: { warn: () => undefined } }
  const replayed = await replay(openState({ reader, snapshots, ...equipment }), reader, () => undefined)
  expect(replayed).toEqual({ nextPosition: 3, lastAt: 1_001 })
})
