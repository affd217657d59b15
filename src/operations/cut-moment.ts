import type { EngineState } from '../engine/state.ts'
import { countOfRecord } from '../delivery/events/partner-events.ts'
import { EventRecords } from '../storage/encoding/batch-codec.ts'
import type { CutMoment } from '../storage/journal-reading/journal-cut.ts'
import { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import { storedBatches } from '../storage/journal-reading/stored-batches.ts'

/** Where a journal that was cut ends, by what its commits come to; `at` is when the first commit that was left out was made. */
export function cutMoment(directory: string, state: EngineState, at: number): CutMoment {
  const counts = countEvents(directory, state)
  return {
    at,
    partners: state.partners.length,
    accounts: state.accounts.length,
    markets: state.markets.map(({ index, tradeDay }) => ({ time: state.marketTime(index, at), tradeDay })),
    marketOfPartner: (partner) => state.partners[partner]!.market,
    lastEventOf: (partner) => counts[partner] ?? 0,
  }
}

/** Events of every partner. */
function countEvents(directory: string, { accounts }: EngineState): readonly number[] {
  const reader = new JournalReader(directory)
  const counts: number[] = []
  try {
    for (const { events } of storedBatches(reader, 1)) {
      const records = new EventRecords(events)
      while (records.next()) {
        const count = countOfRecord(records)
        if (count === 0) continue
        const { partner } = accounts[records.account]!
        counts[partner] = (counts[partner] ?? 0) + count
      }
    }
    return counts
  } finally {
    reader.close()
  }
}
