import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import { Audience } from '../../src/fix/audience.ts'
import { SessionBook } from '../../src/fix/session/session-book.ts'
import { encodeBatch, openBatch } from '../../src/storage/encoding/batch-codec.ts'
import { openVenue } from '../engine/engine-under-test.ts'
import { eventArbitrary } from '../storage/event-arbitraries.ts'
import { batch } from '../storage/story.ts'
import { settingsOf } from '../support/gateway-under-test.ts'

/** The same event, of the only account. */
const ofTheAccount = (event: Event): Event =>
  'order' in event && event.order !== undefined ? ({ ...event, order: { ...event.order, account: 0 } } as Event) : event

const sessionsOf = (event: Event): number[] => [
  ...('session' in event ? [event.session] : []),
  ...('order' in event && event.order !== undefined ? [event.order.session] : []),
  ...('requester' in event ? [event.requester] : []),
]

test('what concerns a session can be told by whom its event is about', () => {
  const venue = openVenue()
  venue.account('alice')
  fc.assert(
    fc.property(eventArbitrary.map(ofTheAccount), (event) => {
      const past = openBatch(encodeBatch(batch(1, [event])))
      for (const kind of ['order-entry', 'drop-copy'] as const)
        for (const session of sessionsOf(event).concat(1, 2)) {
          const book = new SessionBook(settingsOf({ senderCompId: 'DESK', kind }, session))
          const audience = new Audience(venue.state)
          audience.set(book)
          if (audience.concerns(event, book)) expect(audience.mayConcern(past.addressee(0)!, book)).toBe(true)
        }
    }),
    { numRuns: 2_000 },
  )
})
