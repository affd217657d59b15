import { performance } from 'node:perf_hooks'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deliveryShare, Slices } from '../../src/delivery/slices.ts'
import { DataDirectoryError } from '../../src/storage/directory/data-directory-error.ts'

test.each([
  ['an idle thread', { utilization: 0, own: 0, spun: 0 }, 0.5],
  ['a thread that is busy with delivery alone', { utilization: 0.5, own: 0.5, spun: 0 }, 0.5],
  ['a thread that others use for two fifths', { utilization: 0.6, own: 0.2, spun: 0 }, 0.1],
  ['a thread that has no time left', { utilization: 1, own: 0.1, spun: 0 }, 0.02],
  ['a thread that is kept awake for work that does not come', { utilization: 1, own: 0.1, spun: 0.7 }, 0.3],
  ['a thread of which more was counted than there is', { utilization: 1, own: 1.5, spun: 0 }, 0.5],
])('of %s delivery has its share', (_what, busy, share) => {
  expect(deliveryShare(busy)).toBeCloseTo(share, 10)
})

/** How long it rests, in ms, behind slices of `sliceMs` of which there is always one more, on a thread of whose time between them `others` use a part, and a part goes by looking for work. */
function openBusyThread(sliceMs = 10) {
  vi.useFakeTimers()
  const used = { others: 0, spun: 0, areOrdersWaiting: false }
  const sums = { active: 0, idle: 0, spun: 0 }
  let now = 0
  const pass = (ms: number): void => {
    const busy = ms * (used.others + used.spun)
    sums.active += busy
    sums.idle += ms - busy
    sums.spun += ms * used.spun
    now += ms
    vi.advanceTimersByTime(ms)
  }
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((before) => {
    const [active, idle] = [sums.active - (before?.active ?? 0), sums.idle - (before?.idle ?? 0)]
    return { active, idle, utilization: active / (active + idle) }
  })
  const slices = new Slices({
    areOrdersWaiting: () => used.areOrdersWaiting,
    onUnreadable: (error) => expect.unreachable(error.message),
    onFailure: (error) => expect.unreachable(String(error)),
    spunMs: () => sums.spun,
  })
  onTestFinished(() => {
    slices.stop()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  let begun = 0
  const slice = (): number => {
    begun++
    sums.active += sliceMs
    slices.request(slice)
    return sliceMs
  }
  slices.request(slice)
  /** of the last of several slices, after what the thread is used for has changed */
  function restMs(change: Partial<typeof used>): number {
    Object.assign(used, change)
    const enough = begun + 20
    while (begun < enough) pass(1)
    const [last, from] = [begun, now]
    while (begun === last) pass(1)
    return now - from
  }
  return restMs
}

test('the rest behind a slice follows what the others need of the thread, and is longest while orders wait', () => {
  const restMs = openBusyThread()
  expect(restMs({})).toBe(10)
  expect(restMs({ others: 0.4 })).toBe(50)
  expect(restMs({ spun: 0.5 })).toBe(50)
  expect(restMs({ others: 1, spun: 0 })).toBe(490)
  expect(restMs({ others: 0 })).toBe(10)
  expect(restMs({ areOrdersWaiting: true })).toBe(490)
  expect(restMs({ areOrdersWaiting: false })).toBe(10)
})

test('no slice is rested for longer than half a second, however long it stood still', () => {
  const restMs = openBusyThread(100)
  expect(restMs({ areOrdersWaiting: true })).toBe(500)
})

test('a slice that asks for itself again waits for the rest behind it, as others do', async () => {
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: (error) => expect.unreachable(error.message),
    onFailure: (error) => expect.unreachable(String(error)),
    spunMs: () => 0,
  })
  let done = 0
  const slice = (): number => {
    slices.request(slice)
    done++
    return 3_600_000
  }
  slices.request(slice)
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  slices.stop()
  expect(done).toBe(1)
})

test('what a timer rests too long is not rested again', () => {
  vi.useFakeTimers()
  const now = vi.spyOn(performance, 'now').mockImplementation(() => Date.now())
  onTestFinished(() => {
    now.mockRestore()
    vi.useRealTimers()
  })
  const slices = new Slices({
    areOrdersWaiting: () => true,
    onUnreadable: (error) => expect.unreachable(error.message),
    onFailure: (error) => expect.unreachable(String(error)),
    spunMs: () => 0,
  })
  let doneMs = 0
  const slice = (): number => {
    slices.request(slice)
    doneMs += 0.125
    return 0.125
  }
  slices.request(slice)
  vi.advanceTimersByTime(10_000)
  slices.stop()
  // its share is one part in fifty: it rests for 49 times 0.125 ms, 6.125, and a timer for 7
  expect(doneMs).toBeCloseTo(10_000 / 49, 0)
})

test('a slice that wants an archive that is not there is given again after a while, unless it is not wanted any more', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: string[] = []
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: ({ message }) => said.push(message),
    onFailure: (error) => {
      throw error
    },
    spunMs: () => 0,
  })
  const missing = (name: string) => (): number => {
    throw new DataDirectoryError(name)
  }
  const [kept, forgotten] = [missing('kept'), missing('forgotten')]
  for (const slice of [kept, forgotten]) slices.request(slice)
  vi.advanceTimersByTime(1_000)
  slices.request(kept)
  slices.forget(forgotten)
  vi.advanceTimersByTime(8_000)
  expect(said).toEqual(['kept', 'forgotten'])
  vi.advanceTimersByTime(2_000)
  expect(said).toEqual(['kept', 'forgotten', 'kept'])
  slices.stop()
  vi.advanceTimersByTime(60_000)
  expect(said).toHaveLength(3)
})

test('a slice that fails in another way is told of, and not given again; the others go on', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said: unknown[] = []
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: (error) => expect.unreachable(error.message),
    onFailure: (error) => said.push(error),
    spunMs: () => 0,
  })
  const fault = new Error('database disk image is malformed')
  slices.request(() => {
    throw fault
  })
  slices.request(() => said.push('another'))
  vi.advanceTimersByTime(60_000)
  expect(said).toEqual([fault, 'another'])
})

test('what is not wanted any more before its turn is not done, and can be asked for again; once they are stopped nothing is', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const done: string[] = []
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: ({ message }) => done.push(message),
    onFailure: (error) => {
      throw error
    },
    spunMs: () => 0,
  })
  const slice = (name: string) => (): number => done.push(name) * 0
  const [read, told, last] = [slice('read'), slice('told'), slice('last')]
  const unreadable = (): number => {
    throw new DataDirectoryError('unreadable')
  }
  for (const one of [read, unreadable]) slices.request(one)
  slices.forget(read)
  vi.advanceTimersByTime(100)
  slices.forget(unreadable)
  for (const one of [told, unreadable]) slices.request(one)
  slices.forget(told)
  vi.advanceTimersByTime(100)
  slices.request(read)
  slices.forget(read)
  vi.advanceTimersByTime(100)
  slices.request(read)
  vi.advanceTimersByTime(100)
  expect(done).toEqual(['unreadable', 'unreadable', 'read'])
  slices.request(told)
  slices.stop()
  slices.request(last)
  vi.advanceTimersByTime(60_000)
  expect(done).toHaveLength(3)
})
