import { expect, test } from 'vitest'
import { deliveryShare } from '../../src/delivery/slices.ts'

test.each([
  ['an idle thread', { utilization: 0, own: 0 }, 0.5],
  ['a thread that is busy with delivery alone', { utilization: 0.5, own: 0.5 }, 0.5],
  ['a thread that others use for two fifths', { utilization: 0.6, own: 0.2 }, 0.2],
  ['a thread that has no time left', { utilization: 1, own: 0.1 }, 0.02],
  ['a thread of which more was counted than there is', { utilization: 1, own: 1.5 }, 0.5],
])('of %s delivery has its share', (_what, busy, share) => {
  expect(deliveryShare(busy)).toBeCloseTo(share, 10)
})
