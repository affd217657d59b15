import { expect, onTestFinished, test } from 'vitest'
import { openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { EventMarkStore, type EventPlace } from '../../../src/storage/delivery/event-mark-store.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const [BUSY, QUIET, SILENT] = [0, 1, 2]

/** Marks at the positions 100, 200 and 300; at 200 nobody had had anything new. */
function marked(): EventMarkStore {
  const database = openDeliveryDatabase(temporaryDirectory(), { chainThrough: () => Buffer.alloc(32, 1), lastPosition: () => 300 })
  onTestFinished(() => void database.close())
  const marks = new EventMarkStore(database)
  marks.add(100, 1_000, [
    { partner: BUSY, sequence: 10, position: 100, at: 9 },
    { partner: QUIET, sequence: 1, position: 100, at: 5 },
  ])
  marks.add(200, 2_500, [])
  marks.add(300, 4_000, [{ partner: BUSY, sequence: 25, position: 300, at: 20 }])
  return marks
}

const placeOf = ({ sequence, position }: EventPlace): readonly number[] => [sequence, position]

test('marks say how far everybody was counted, also those that are made twice', () => {
  const marks = marked()
  marks.add(300, 4_000, [])
  expect([marks.through(), marks.journalBytes()]).toEqual([300, 4_000])
  expect(marks.newest()).toEqual([
    { partner: BUSY, sequence: 25, position: 300, at: 20 },
    { partner: QUIET, sequence: 1, position: 100, at: 5 },
  ])
})

test('reading begins at the last mark that has nothing behind a sequence before it', () => {
  const marks = marked()
  const places = (partner: number, sequences: readonly number[]) => sequences.map((one) => placeOf(marks.placeBefore(partner, one)))
  expect(places(BUSY, [0, 9, 10, 24, 25])).toEqual([
    [0, 0],
    [0, 0],
    [10, 200],
    [10, 200],
    [25, 300],
  ])
  expect([...places(QUIET, [0, 1]), ...places(SILENT, [0])]).toEqual([
    [0, 0],
    [1, 300],
    [0, 300],
  ])
})

test('what stands at a position or happened at a moment lies behind the place that is given for it', () => {
  const marks = marked()
  const start = [0, 0]
  const [first, between, last] = [
    [10, 100],
    [10, 200],
    [25, 300],
  ]
  const before = (partner: number, positions: readonly number[]) => positions.map((one) => placeOf(marks.placeBeforePosition(partner, one)))
  expect(before(BUSY, [100, 101, 300, 301])).toEqual([start, first, between, last])
  expect([...before(QUIET, [100, 301]), ...before(SILENT, [100, 301])]).toEqual([start, [1, 300], start, [0, 300]])
  const at = (partner: number, moments: readonly number[]) => moments.map((one) => placeOf(marks.placeAtMoment(partner, one)))
  expect(at(BUSY, [9, 10, 20, 21])).toEqual([start, between, between, last])
  expect([...at(QUIET, [5, 6]), ...at(SILENT, [6])]).toEqual([start, [1, 300], [0, 300]])
})

test('a number of bytes reaches back to the first mark behind which there are no more, and all of them to the beginning', () => {
  const marks = marked()
  expect([4_000, 3_999, 3_000, 2_999, 0].map((bytes) => placeOf(marks.placeByBytes(BUSY, bytes)))).toEqual([
    [0, 0],
    [10, 100],
    [10, 100],
    [10, 200],
    [25, 300],
  ])
  expect([QUIET, SILENT].map((partner) => placeOf(marks.placeByBytes(partner, 3_000)))).toEqual([
    [1, 100],
    [0, 100],
  ])
})
