import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Timer } from '../src/timer.ts'
import { HOUR_MS } from '../src/domain/time/durations.ts'

const START = Date.UTC(2026, 10, 20, 15)

/** epoch ms, soonest first */
let due: number[]
/** when something was run, ms since the start by the clock of the machine */
let ran: number[]
let timer: Timer
beforeEach(() => {
  vi.useFakeTimers({ now: START })
  due = []
  ran = []
  timer = new Timer({
    dueAt: () => due[0] ?? Infinity,
    run: () => {
      ran.push(Date.now() - START)
      due = due.filter((at) => at > Date.now())
    },
  })
})
afterEach(() => {
  timer.stop()
  vi.useRealTimers()
})

test('runs whenever something is due, until it is stopped', () => {
  due = [START + 1_000, START + 1_500, START + 8 * HOUR_MS, START + 8 * HOUR_MS + 2_000]
  timer.reschedule()
  vi.advanceTimersByTime(999)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(8 * HOUR_MS)
  expect(ran).toEqual([1_000, 1_500, 8 * HOUR_MS])
  timer.stop()
  due.unshift(START + 8 * HOUR_MS + 1_500)
  timer.reschedule()
  vi.advanceTimersByTime(HOUR_MS)
  expect([ran.length, vi.getTimerCount()]).toEqual([3, 0])
})

test('waits for nothing where nothing is due, and for what is due sooner once it is told', () => {
  timer.reschedule()
  expect(vi.getTimerCount()).toBe(0)
  due = [START + HOUR_MS]
  timer.reschedule()
  due = [START + 10, START + HOUR_MS]
  timer.reschedule()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10)
  expect(ran).toEqual([10])
  due = []
  timer.reschedule()
  expect(vi.getTimerCount()).toBe(0)
})

test('comes within a minute to what the machine has slept over, or its clock was set behind', () => {
  due = [START + HOUR_MS]
  timer.reschedule()
  vi.advanceTimersByTime(30_000)
  vi.setSystemTime(START + 5 * HOUR_MS)
  vi.advanceTimersByTime(60_000)
  expect(ran).toEqual([5 * HOUR_MS + 30_000])
})

test('does not come early where the clock is set back', () => {
  due = [START + 1_000]
  timer.reschedule()
  vi.setSystemTime(START - HOUR_MS)
  vi.advanceTimersByTime(HOUR_MS)
  expect(ran).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(ran).toEqual([1_000])
})
