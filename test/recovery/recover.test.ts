import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import { openState, replay } from '../../src/recovery/recover.ts'
import { stateAt } from '../../src/recovery/state-at.ts'
import { SnapshotStore } from '../../src/storage/snapshot-store.ts'
import type { Logger } from '../../src/telemetry/logger.ts'
import { commitAll, openTestJournal, openTestReader } from '../storage/support/open-journal.ts'
import { temporaryDirectory } from '../storage/support/temporary-directory.ts'

test('time goes on from the last event, not from where sessions have sent or taken something since, by whatever clock', async () => {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  await commitAll(journal, [
    { position: 1, sealedAt: 5_001, events: [{ type: 'NewsAnnounced', at: 1_000, headline: 'a', text: '' }], sessions: [] },
    { position: 2, sealedAt: 1_001, events: [{ type: 'NewsAnnounced', at: 1_000, headline: 'b', text: '' }], sessions: [] },
    { position: 3, sealedAt: 9_000, events: [], sessions: [] },
  ])
  const reader = openTestReader(directory)
  const snapshots = new SnapshotStore(directory)
  const warnings: unknown[] = []
  const logger: Pick<Logger, 'warn'> = { warn: (about: unknown, text?: unknown) => void warnings.push([about, text]) }
  const equipment = { calendar: tradingCalendar, rules: DEFAULT_RULES, orderCapacity: 1024, logger }
  const open = () => openState({ reader, snapshots, ...equipment })
  const end = { nextPosition: 4, lastAt: 5_001 }
  expect(await replay(open(), reader, () => undefined)).toEqual(end)
  // … also behind a snapshot, and behind one that is none
  const { position, chain, stored } = await stateAt(open(), reader, 1)
  await snapshots.save({ position, chain, bytes: serialize(stored) })
  const file = 'state-0000000000000002.snapshot'
  writeFileSync(join(directory, file), 'no snapshot')
  const recovery = open()
  expect([recovery.from, recovery.lastAt, await replay(recovery, reader, () => undefined)]).toEqual([2, 5_001, end])
  expect(warnings).toEqual([[{ file, reason: expect.any(String) as string }, 'snapshot passed over']])
})
