import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UtcTimestampText, readUtcTimestamp } from '../../../src/fix/wire/utc-time.ts'

const timestamp = (text: string): number => readUtcTimestamp(Buffer.from(`x${text}9`), 1, 1 + text.length)

describe('reading', () => {
  test.each([
    ['20260302-14:30:00', '2026-03-02T14:30:00.000Z'],
    ['20260302-14:30:00.007', '2026-03-02T14:30:00.007Z'],
    ['20260302-14:30:00.123456', '2026-03-02T14:30:00.123Z'],
    ['20260302-14:30:00.123456789', '2026-03-02T14:30:00.123Z'],
    ['20240229-00:00:00', '2024-02-29T00:00:00.000Z'],
    ['20000229-23:59:59.999', '2000-02-29T23:59:59.999Z'],
    ['20161231-23:59:60', '2017-01-01T00:00:00.000Z'],
    ['19691231-23:59:59', '1969-12-31T23:59:59.000Z'],
  ])('%s', (text, iso) => {
    expect(new Date(timestamp(text)).toISOString()).toBe(iso)
  })

  test.each([
    '',
    '20260302',
    '20260302-14:30',
    '20260302 14:30:00',
    '2026-03-02T14:30:00',
    '20260302-14:30:00.',
    '20260302-14:30:00.1',
    '20260302-14:30:00.12',
    '20260302-14:30:00.1234',
    '20260302-14:30:00,123',
    '20260302-14:30:00.12x',
    '20260302-14:30:00.123x56',
    '20260302-14:30:00Z',
    '20260302-24:00:00',
    '20260302-14:60:00',
    '20260302-14:30:61',
    '20260302-1x:30:00',
    '20260302-14-30-00',
    '20260229-14:30:00',
    '19000229-14:30:00',
    '20260431-14:30:00',
    '20261301-14:30:00',
    '20260001-14:30:00',
    '20260300-14:30:00',
    '2026030x-14:30:00',
  ])('%s is no timestamp', (text) => {
    expect(timestamp(text)).toBeNaN()
  })
})

test('every instant is written as FIX has it, in any order of instants, and read back', () => {
  const writer = new UtcTimestampText()
  const target = Buffer.from(new ArrayBuffer(24))
  const view = new DataView(target.buffer)
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }),
      (date) => {
        expect(writer.write(view, 2, date.getTime())).toBe(23)
        const text = target.toString('latin1', 2, 23)
        expect(text).toBe(date.toISOString().replaceAll('-', '').replace('T', '-').replace('Z', ''))
        expect(timestamp(text)).toBe(date.getTime())
      },
    ),
    { numRuns: 2000 },
  )
})
