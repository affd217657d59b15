import { expect, test } from 'vitest'
import { PastReader } from '../../src/fix/past-reader.ts'
import { encodeBatch, openBatch } from '../../src/storage/encoding/batch-codec.ts'
import { accepted, batch, order } from '../storage/story.ts'

test('what a session missed is looked for a bounded number of events at a time, in however large a batch', () => {
  const events = Array.from({ length: 1_500 }, (_, index) => accepted({ order: order({ number: index + 1 }) }))
  const reader = { pastBatches: (from: number) => (from > 1_500 ? [] : [openBatch(encodeBatch(batch(1, events)))]) }
  const past = new PastReader(reader, 1)
  const wanted = new Set([700, 1_400])
  const chunks = [1, 2, 3, 4].map(() => past.next((_event, position) => wanted.has(position)))
  expect(chunks).toEqual([
    { positions: [], events: [], toldBefore: 513 },
    { positions: [700], events: [events[699]], toldBefore: 1_025 },
    { positions: [1_400], events: [events[1_399]], toldBefore: 1_501 },
    undefined,
  ])
})
