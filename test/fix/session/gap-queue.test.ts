import { expect, test } from 'vitest'
import { GapQueue, HANDLED } from '../../../src/fix/session/gap-queue.ts'

const keep = (queue: GapQueue, number: number): boolean => queue.keep(number, () => Buffer.from(`message ${number}`))

test('what is kept comes out in the order of its numbers, whatever order it came in', () => {
  const queue = new GapQueue()
  for (const number of [7, 5, 9, 6]) keep(queue, number)
  queue.keepHandled(8)
  const taken = [4, 5, 6, 7, 8, 9, 10].map((number) => queue.take(number))
  expect(taken.map((message) => (Buffer.isBuffer(message) ? message.toString() : message))).toEqual([
    undefined,
    'message 5',
    'message 6',
    'message 7',
    HANDLED,
    'message 9',
    undefined,
  ])
  expect(queue.isEmpty).toBe(true)
})

test('what is before the number whose turn it is has been dealt with, and its room is free again', () => {
  const queue = new GapQueue()
  const kept = Array.from({ length: 20_001 }, (_, index) => keep(queue, index + 1))
  expect(kept.indexOf(false)).toBe(20_000)
  expect(queue.take(4)?.toString()).toBe('message 4')
  expect([20_001, 20_002, 20_003, 20_004, 20_005].map((number) => keep(queue, number))).toEqual([true, true, true, true, false])
  expect(queue.lowest).toBe(5)
})

test('what fills a gap does not have to look at all that is kept behind it', () => {
  const queue = new GapQueue()
  for (let number = 20_000; number > 0; number--) keep(queue, 2 * number + 1_000_000)
  for (let number = 1; number <= 1_000_000; number++) if (queue.take(number) !== undefined) throw new Error(`${number} was never kept`)
  expect(queue.lowest).toBe(1_000_002)
})

test('what comes twice is kept once, as it came first', () => {
  const queue = new GapQueue()
  const kept = ['first', 'second'].map((text) => queue.keep(5, () => Buffer.from(text)))
  keep(queue, 6)
  queue.keepHandled(6)
  expect(kept).toEqual([true, true])
  expect([5, 6, 7].map((number) => queue.take(number)?.toString())).toEqual(['first', 'message 6', undefined])
})

test('what has been dealt with out of turn takes its place, too', () => {
  const queue = new GapQueue()
  for (let number = 1; number <= 20_001; number++) queue.keepHandled(number)
  expect(keep(queue, 20_002)).toBe(false)
  expect([20_000, 20_001].map((number) => queue.take(number))).toEqual([HANDLED, undefined])
})

test('no more than 4 MiB are kept, and the room of what is taken or dropped is free again', () => {
  const queue = new GapQueue()
  const keepMany = (from: number): number[] => {
    const numbers = Array.from({ length: 10 }, (_, index) => from + index)
    return numbers.filter((number) => queue.keep(number, () => Buffer.alloc(1024 * 1024)))
  }
  expect(keepMany(1)).toEqual([1, 2, 3, 4])
  queue.take(2)
  expect(keepMany(11)).toEqual([11, 12])
  queue.clear()
  expect([queue.isEmpty, queue.lowest]).toEqual([true, Infinity])
  expect(keepMany(1)).toEqual([1, 2, 3, 4])
})
