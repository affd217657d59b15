import { expect, test } from 'vitest'
import { PastReader } from '../../../src/fix/past/past-reader.ts'
import { encodeBatch, openBatch } from '../../../src/storage/encoding/batch-codec.ts'
import { accepted, batch, order } from '../../storage/story.ts'

test('what a session missed is looked for a bounded number of events at a time, in however large a batch', () => {
  const events = Array.from({ length: 5_000 }, (_, index) => accepted({ order: order({ number: index + 1 }) }))
  const reader = { pastBatches: (from: number) => (from > 5_000 ? [] : [openBatch(encodeBatch(batch(1, events)))]) }
  const past = new PastReader(reader, 1)
  const wanted = new Set([2_500, 4_500])
  const chunks = [1, 2, 3, 4].map(() => past.next((_event, position) => wanted.has(position)))
  expect(chunks).toEqual([
    { positions: [], events: [], toldBefore: 2_049 },
    { positions: [2_500], events: [events[2_499]], toldBefore: 4_097 },
    { positions: [4_500], events: [events[4_499]], toldBefore: 5_001 },
    undefined,
  ])
})
