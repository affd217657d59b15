import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../../src/domain/orders/order.ts'
import { ByteReader, MalformedRecord } from '../../../src/storage/encoding/byte-reader.ts'
import { ByteWriter, putLarge, putUnsigned } from '../../../src/storage/encoding/byte-writer.ts'
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

  // as a later version may write it: to take it for something else would be a state that nobody had
  test.each<[given: Record<string, number>, refusal: string]>([
    [{ status: 0 }, 'there is no order status 0'],
    [{ status: 10 }, 'there is no order status 10'],
    [{ timeInForce: 5 }, 'there is no time in force 5'],
    [{ timeInForce: 6 }, 'there is no time in force 6'],
    [{ cancelReason: 6 }, 'there is no cancel reason 6'],
    [{ leg: 3 }, 'there is no leg 3'],
    [{ cover: 3 }, 'there is no cover 3'],
    [{ scenario: 7 }, 'there is no scenario 7'],
  ])('that says what this version does not know is refused: %o', (given, refusal) => {
    const writer = new ByteWriter(1)
    writeOrder(writer, order(given as Partial<Order>))
    expect(() => readOrder(new ByteReader(writer.bytes, 0, writer.offset))).toThrow(new MalformedRecord(refusal))
  })
})

describe('the integers of a record', () => {
  const read = (hex: string) => new ByteReader(Buffer.from(hex, 'hex'))

  test('have 53 bits, and no more are taken from one that was altered', () => {
    const largest = Number.MAX_SAFE_INTEGER
    expect([read('ffffffffffffff0f').unsigned(), read('feffffffffffff1f').signed(), read('ffffffffffff1f').large()]).toEqual([
      largest,
      largest,
      largest,
    ])
    const more = new MalformedRecord('the record holds an integer of more than 53 bits')
    for (const hex of ['8080808080808010', '808080808080808001']) expect(() => read(hex).unsigned()).toThrow(more)
    expect(() => read('8080808080808020').signed()).toThrow(more)
    expect(() => read('00000000000020').large()).toThrow(more)
  })

  test.each([-1, 2 ** 53, NaN])('do not hold %d: it is not written', (value) => {
    for (const put of [putUnsigned, putLarge])
      expect(() => put(Buffer.alloc(16), 0, value)).toThrow(new RangeError(`a record holds integers from 0 to 2^53 - 1, not ${value}`))
  })
})
