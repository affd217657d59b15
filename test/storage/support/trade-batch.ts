import type { Batch } from '../../../src/domain/batch.ts'
import type { Event } from '../../../src/domain/event.ts'
import { accepted, batch, filled, order } from '../story.ts'

/** The batch that always stands at a position: one to nine orders accepted and filled. */
export function tradeBatch(position: number): Batch {
  const events: Event[] = []
  for (let index = 0; index < eventsAt(position) / 2; index++) {
    const number = 2 ** 40 + position + index
    const entered = order({ number, clientOrderId: `c-${position}-${index}`, account: number % 5, session: 1 + (number % 3) })
    events.push(accepted({ order: entered, execution: 2 * number }), filled({ order: entered, execution: 2 * number + 1, trade: number }))
  }
  const outbound = events.map((_, index) => position + index)
  const toldBefore = position + events.length
  return batch(position, events, [{ session: 1, reset: false, nextInbound: position, firstOutbound: position, outbound, toldBefore }])
}

/** Events of that batch. */
export const eventsAt = (position: number): number => 2 * (1 + (position % 9))

/** The batches that follow each other from position 1. */
export function tradeBatches(count: number): Batch[] {
  const batches: Batch[] = []
  for (let position = 1; batches.length < count; position += batches.at(-1)!.events.length) batches.push(tradeBatch(position))
  return batches
}
