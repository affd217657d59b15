import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { positionsOf } from '../../../src/domain/batch.ts'
import { decodeBatch, decodeBatchNumbers, encodeBatch, EventRecords, openBatch } from '../../../src/storage/encoding/batch-codec.ts'
import { MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { ByteWriter } from '../../../src/storage/encoding/byte-writer.ts'
import { writeBatch } from '../../../src/storage/encoding/batch-codec.ts'
import { batchArbitrary } from '../event-arbitraries.ts'
import { accepted, batch, filled } from '../story.ts'
import { recordOf } from '../support/event-record.ts'

describe('an encoded batch', () => {
  test('is decoded to an equal batch', () => {
    fc.assert(
      fc.property(batchArbitrary, (one) => void expect(decodeBatch(encodeBatch(one))).toStrictEqual(one)),
      { numRuns: 500 },
    )
  })

  test('gives any of its events by its place, in any order', () => {
    const asked = fc.array(fc.integer({ min: -1, max: 12 }), { minLength: 1 })
    fc.assert(
      fc.property(batchArbitrary, asked, (one, places) => {
        const { position, positions, sealedAt, sessions, event, addressee } = openBatch(encodeBatch(one))
        expect({ position, positions, sealedAt, sessions }).toStrictEqual({
          position: one.position,
          positions: positionsOf(one),
          sealedAt: one.sealedAt,
          sessions: one.sessions,
        })
        expect(places.map(event)).toStrictEqual(places.map((place) => one.events[place]))
        // asked for in turn, neither disturbs the other
        const types = places.map((place) => [addressee(place)?.type, event(place)?.type])
        expect(types).toStrictEqual(places.map((place) => [one.events[place]?.type, one.events[place]?.type]))
      }),
    )
  })

  test('is the same in a buffer that was too small and grew', () => {
    fc.assert(
      fc.property(batchArbitrary, (one) => {
        const writer = new ByteWriter(1)
        const split = writeBatch(writer, one)
        const { sessions, events } = encodeBatch(one)
        expect(split).toBe(sessions.length)
        expect(writer.bytes.subarray(0, writer.offset).equals(Buffer.concat([sessions, events]))).toBe(true)
      }),
    )
  })

  test('tells its FIX numbers without its events', () => {
    fc.assert(
      fc.property(batchArbitrary, (one) => {
        const { position, sealedAt, sessions } = one
        expect(decodeBatchNumbers(encodeBatch(one).sessions)).toStrictEqual({ position, positions: positionsOf(one), sealedAt, sessions })
      }),
    )
  })

  test('can be scanned for whom its events concern', () => {
    fc.assert(
      fc.property(batchArbitrary, (one) => {
        const records = new EventRecords(encodeBatch(one).events)
        const found = []
        while (records.next()) {
          const { position, session, account, answersOtherSession } = records
          found.push({ position, session, account, answersOtherSession, type: records.event().type })
        }
        expect(found).toEqual(
          one.events.map((event, index) => ({
            position: one.position + index,
            session: 'session' in event ? event.session : 'order' in event ? event.order?.session : 0,
            account: ('order' in event ? event.order?.account : 'account' in event ? event.account : undefined) ?? -1,
            answersOtherSession: 'requester' in event && event.requester !== event.order.session,
            type: event.type,
          })),
        )
      }),
    )
  })

  // where its length takes a byte more
  test.each([2 ** 7, 2 ** 14, 2 ** 21])('has an event whose record takes %i bytes, or one less', (length) => {
    const news = (text: string) => ({ type: 'NewsAnnounced', at: 1, headline: '', text }) as const
    const least = recordOf(news('')).length
    const events = [news('x'.repeat(length - 1 - least)), news('x'.repeat(length - least)), filled({})]
    expect(events.slice(0, 2).map((event) => recordOf(event).length)).toEqual([length - 1, length])
    expect(decodeBatch(encodeBatch(batch(1, events))).events).toEqual(events)
  })

  test('of which one byte was altered or the end is missing is refused', () => {
    fc.assert(
      fc.property(batchArbitrary, fc.boolean(), fc.nat(), fc.integer({ min: 1, max: 255 }), (one, inEvents, at, change) => {
        const parts = encodeBatch(one)
        const part = Buffer.from(inEvents ? parts.events : parts.sessions)
        const decode = (altered: Buffer) => () => decodeBatch(inEvents ? { ...parts, events: altered } : { ...parts, sessions: altered })
        expect(decode(part.subarray(0, at % part.length))).toThrow(MalformedRecord)
        part[at % part.length]! ^= change
        expect(decode(part)).toThrow(MalformedRecord)
      }),
      { numRuns: 300 },
    )
  })

  test('of another format is refused by its number', () => {
    const parts = encodeBatch(batch(1, []))
    const events = Buffer.from(parts.events)
    events[0] = 9
    expect(() => decodeBatch({ ...parts, events })).toThrow('the events of a batch have format 9; this version reads 1')
  })

  test('says who has logged on or out behind the numbers, and is as it was before that was said where nobody has', () => {
    const numbers = { session: 3, reset: false, nextInbound: 2, firstOutbound: 1, outbound: [0], toldBefore: 1 }
    const other = { ...numbers, session: 70 }
    const silent = encodeBatch(batch(1, [], [numbers, other])).sessions
    expect(silent.subarray(5).toString('hex')).toBe('010181a59acf9f34020602010001008c010201000100')
    const said = encodeBatch(
      batch(
        1,
        [],
        [
          { ...numbers, loggedOn: true },
          { ...other, loggedOn: false },
        ],
      ),
    ).sessions
    expect(said.subarray(5).toString('hex')).toBe(silent.subarray(5).toString('hex') + '078c01')
  })

  test('whose parts come from two batches is refused', () => {
    const one = encodeBatch(batch(1, [accepted({})]))
    const other = encodeBatch(batch(2, [accepted({})]))
    expect(() => decodeBatch({ sessions: one.sessions, events: other.events })).toThrow('the parts of batch 1 do not belong together')
  })

  test('takes at most three bytes for each report of a busy session', () => {
    const events = Array.from({ length: 500 }, (_, index) => [
      accepted({ execution: 2 * index }),
      filled({ execution: 2 * index + 1 }),
    ]).flat()
    const outbound = events.map((_, index) => 5_000_000 + index)
    const numbers = { session: 1, reset: false, nextInbound: 900_000, firstOutbound: 1_800_000, outbound, toldBefore: 5_001_000 }
    const alone = encodeBatch(batch(5_000_000, events, [])).sessions.length
    expect((encodeBatch(batch(5_000_000, events, [numbers])).sessions.length - alone) / outbound.length).toBeLessThan(3)
  })
})
