import { expect, test } from 'vitest'
import { isSkipped, skippedFrom, skippedThrough } from '../../../src/delivery/webhooks/skipped.ts'
import type { SkippedEvents, Webhook } from '../../../src/storage/rows/webhook-store.ts'

const webhook = (settledThrough: number, ...skipped: readonly SkippedEvents[]): Webhook => ({
  ...{ id: 'w', partner: 0, url: 'https://example.com/', events: [], isActive: true, disabledReason: null, secret: Buffer.alloc(32) },
  ...{ previousSecrets: [], settledThrough, skipped, createdAt: 0, updatedAt: 0 },
})

test('what came while a webhook was disabled is skipped: behind the last event before, to the last one of that time', () => {
  const paused = webhook(0, { after: 2, through: 4 }, { after: 6, through: null })
  expect([1, 2, 3, 4, 5, 6, 7, 1_000].filter((sequence) => isSkipped(paused, sequence))).toEqual([3, 4, 7, 1_000])
})

test('what was skipped is remembered until it is settled, and nothing is where nothing came', () => {
  const paused = webhook(4, { after: 2, through: 4 }, { after: 5, through: 6 }, { after: 7, through: 7 }, { after: 7, through: 9 })
  const disabled = skippedFrom(paused, 12)
  expect(disabled).toEqual([
    { after: 5, through: 6 },
    { after: 7, through: 9 },
    { after: 12, through: null },
  ])
  expect(skippedThrough(webhook(4, ...disabled), 15)).toEqual([
    { after: 5, through: 6 },
    { after: 7, through: 9 },
    { after: 12, through: 15 },
  ])
})
