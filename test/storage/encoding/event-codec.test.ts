import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { decodeEvent, encodeEvent } from '../../../src/storage/encoding/event-codec.ts'
import { decodeOrder, encodeOrder } from '../../../src/storage/encoding/order-record.ts'
import { eventArbitraries, eventArbitrary, orderArbitrary } from '../event-arbitraries.ts'
import { accepted, filled, order } from '../story.ts'

describe('the record of an event', () => {
  test.each(Object.entries(eventArbitraries))('of type %s is decoded to an equal event', (_type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (event) => void expect(decodeEvent(encodeEvent(event))).toStrictEqual(event)),
      { numRuns: 200 },
    )
  })

  test('that is cut short anywhere is refused', () => {
    fc.assert(
      fc.property(eventArbitrary, fc.nat(), (event, cut) => {
        const record = encodeEvent(event)
        expect(() => decodeEvent(record.subarray(0, cut % record.length))).toThrow(MalformedRecord)
      }),
      { numRuns: 500 },
    )
  })

  test('of which one byte was altered is refused', () => {
    fc.assert(
      fc.property(eventArbitrary, fc.nat(), fc.integer({ min: 1, max: 255 }), (event, at, change) => {
        const record = Buffer.from(encodeEvent(event))
        record[at % record.length]! ^= change
        expect(() => decodeEvent(record)).toThrow(MalformedRecord)
      }),
      { numRuns: 1000 },
    )
  })

  test('with something behind it is refused', () => {
    fc.assert(
      fc.property(
        eventArbitrary,
        (event) => void expect(() => decodeEvent(Buffer.concat([encodeEvent(event), Buffer.of(0)]))).toThrow(MalformedRecord),
      ),
    )
  })

  test('takes at most 110 bytes for the reports of a limit order with a 16-character ClOrdID', () => {
    const event = accepted({ order: order({ clientOrderId: 'CLIENT1-00000001' }), execution: 1_000_000 })
    expect(encodeEvent(event).length).toBeLessThanOrEqual(110)
    expect(encodeEvent(filled({ order: order({ clientOrderId: 'CLIENT1-00000001' }), execution: 1_000_001 })).length).toBeLessThanOrEqual(
      110,
    )
  })

  test('keeps the format in which it was first written', () => {
    expect(encodeEvent(filled({ order: order({}) })).toString('hex')).toMatchInlineSnapshot(
      `"0301012f0204a5c5060100010101a9a20101216d250a43290b8092e6f9a101000ae0c65b0ac0c39307f093090c632d31303031070201e0c65b0af0930900a9a20106d146"`,
    )
  })
})

describe('the record of an order', () => {
  test('is decoded to an equal order', () => {
    fc.assert(
      fc.property(orderArbitrary, (one) => void expect(decodeOrder(encodeOrder(one))).toStrictEqual(one)),
      { numRuns: 1000 },
    )
  })

  test('that was cut short or altered is refused', () => {
    fc.assert(
      fc.property(orderArbitrary, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, at, change) => {
        const record = encodeOrder(one)
        expect(() => decodeOrder(record.subarray(0, at % record.length))).toThrow(MalformedRecord)
        record[at % record.length]! ^= change
        expect(() => decodeOrder(record)).toThrow(MalformedRecord)
      }),
      { numRuns: 500 },
    )
  })
})
