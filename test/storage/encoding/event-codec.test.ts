import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteReader, MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { ByteWriter } from '../../../src/storage/encoding/byte-writer.ts'
import { readEvent } from '../../../src/storage/encoding/event-codec.ts'
import { readOrder, writeOrder } from '../../../src/storage/encoding/order-record.ts'
import { eventArbitraries, eventArbitrary, orderArbitrary } from '../event-arbitraries.ts'
import { accepted, filled, order } from '../story.ts'
import { readBack, recordOf } from '../support/event-record.ts'

describe('the record of an event', () => {
  test.each(Object.entries(eventArbitraries))('of type %s is decoded to an equal event', (_type, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (event) => void expect(readBack(event)).toStrictEqual(event)),
      { numRuns: 200 },
    )
  })

  test('that is cut short anywhere is refused', () => {
    fc.assert(
      fc.property(eventArbitrary, fc.nat(), (event, cut) => {
        const record = recordOf(event)
        expect(() => readEvent(new ByteReader(record, 0, cut % record.length))).toThrow(MalformedRecord)
      }),
      { numRuns: 500 },
    )
  })

  test('with something behind it is refused', () => {
    fc.assert(
      fc.property(
        eventArbitrary,
        (event) => void expect(() => readEvent(new ByteReader(Buffer.concat([recordOf(event), Buffer.of(0)])))).toThrow(MalformedRecord),
      ),
    )
  })

  test('takes at most 110 bytes for the reports of a limit order with a 16-character ClOrdID', () => {
    const event = accepted({ order: order({ clientOrderId: 'CLIENT1-00000001' }), execution: 1_000_000 })
    expect(recordOf(event).length).toBeLessThanOrEqual(110)
    expect(recordOf(filled({ order: order({ clientOrderId: 'CLIENT1-00000001' }), execution: 1_000_001 })).length).toBeLessThanOrEqual(110)
  })

  test('keeps the format in which it was first written', () => {
    expect(recordOf(filled({ order: order({}) })).toString('hex')).toMatchInlineSnapshot(
      `"0301012f0204a5c5060100010101a9a20101216d250a43290b8092e6f9a101000ae0c65b0ac0c39307f093090c632d31303031070201e0c65b0af0930900a9a20106"`,
    )
  })
})

describe('the record of an order', () => {
  test('is decoded to an equal order', () => {
    fc.assert(
      fc.property(orderArbitrary, (one) => {
        const writer = new ByteWriter(1)
        writeOrder(writer, one)
        expect(readOrder(new ByteReader(writer.bytes, 0, writer.offset))).toStrictEqual(one)
      }),
      { numRuns: 1000 },
    )
  })
})
