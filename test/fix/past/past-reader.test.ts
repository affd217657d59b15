import { expect, test } from 'vitest'
import { PastReader } from '../../../src/fix/past/past-reader.ts'
import type { PastBatch } from '../../../src/domain/batch.ts'
import { encodeBatch, openBatch } from '../../../src/storage/encoding/batch-codec.ts'
import { accepted, batch, order } from '../../storage/story.ts'

test('what a session missed is looked for a bounded number of events at a time, in however large a batch', () => {
  const events = Array.from({ length: 5_000 }, (_, index) => accepted({ order: order({ number: index + 1 }) }))
  const reader = { pastBatches: (from: number) => (from > 5_000 ? [] : [openBatch(encodeBatch(batch(1, events)))]) }
  const past = new PastReader(reader, 1)
  const wanted = new Set([2_500, 4_500])
  const chunks = [1, 2, 3, 4].map(() => past.next({ mayConcern: () => true, concerns: (_event, position) => wanted.has(position) }))
  expect(chunks).toEqual([
    { positions: [], events: [], toldBefore: 2_049 },
    { positions: [2_500], events: [events[2_499]], toldBefore: 4_097 },
    { positions: [4_500], events: [events[4_499]], toldBefore: 5_001 },
    undefined,
  ])
})

test('of a large commit, what can not concern a session is not decoded, and what it is told of elsewhere is not read again', () => {
  const events = Array.from({ length: 20_000 }, (_, index) =>
    accepted({ order: order({ number: index + 1, session: index % 5_000 === 0 ? 1 : 2 }) }),
  )
  let reads = 0
  let decoded = 0
  const reader = {
    pastBatches: (): PastBatch[] => {
      reads++
      const past = openBatch(encodeBatch(batch(1, events)))
      return [{ ...past, event: (index) => (decoded++, past.event(index)) }]
    },
  }
  const past = new PastReader(reader, 1)
  const wanted = { mayConcern: ({ session }: { readonly session: number }) => session === 1, concerns: () => true }
  expect(past.next(wanted)).toMatchObject({ positions: [1] })
  for (const position of [5_001, 10_001, 15_001]) {
    past.skipTo(position)
    expect(past.next(wanted)).toMatchObject({ positions: [position] })
  }
  expect({ reads, decoded }).toEqual({ reads: 1, decoded: 4 })
})
