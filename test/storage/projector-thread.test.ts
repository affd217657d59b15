import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startRefusal } from '../../src/app/start-refusal.ts'
import type { Event } from '../../src/domain/event.ts'
import { ORDERS_PER_MARKET } from '../../src/domain/orders/order.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { Projection } from '../../src/storage/projector/projection.ts'
import { until } from '../support/until.ts'
import { accepted, batch, order } from './story.ts'
import { damageEvents, seal, takeOut } from './support/archived.ts'
import { InlineJournal } from './support/inline-journal.ts'

let directory: string
let journal: Journal
let projection: Projection
let position: number
let progress: number[]
const failures: Error[] = []

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fillgate-projection-'))
  journal = new InlineJournal({ directory, onFailure: (error) => failures.push(error) })
  position = 1
  open()
})

afterEach(async () => {
  await projection.close()
  await journal.close()
  rmSync(directory, { recursive: true })
  expect(failures).toEqual([])
})

function open(): void {
  progress = []
  projection = new Projection({
    directory,
    maxLagEvents: 100_000,
    fixLogMessages: 1_000,
    onProgress: (through) => progress.push(through),
    onFixLogBegunAnew: (complaint) => failures.push(new Error(complaint)),
    onFixLogHeld: () => failures.push(new Error('fix-log.db is locked')),
    onFailure: (error) => failures.push(error),
  })
}

/** Durable orders, one event each; the projection is not told. */
async function append(count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, index): Event => {
    const number = ORDERS_PER_MARKET + position + index
    return accepted({ order: order({ number, clientOrderId: `c-${number}` }), execution: position + index })
  })
  await new Promise<void>((durable) => journal.commit(batch(position, events), durable))
  position += count
}

async function commit(count: number): Promise<void> {
  await append(count)
  projection.notify(position - 1)
}

const shownOrders = (): number =>
  projection.orders.orders({ account: 0, statuses: [], sort: 'created_at', descending: false }, undefined, 1e6).length

describe('the projection', () => {
  test('shows everything before a position once that is waited for', async () => {
    await commit(3)
    await projection.caughtUp(position)
    expect(shownOrders()).toBe(3)
    expect(projection.projectedThrough).toBe(3)
    expect(projection.lag).toBe(0)
    expect(progress.at(-1)).toBe(3)
  })

  test('that is to be made from a damaged archive is why a start is refused, with the line that names the archive', async () => {
    await append(2)
    await append(1)
    const { path } = seal(directory, { first: 1, last: 2 })
    takeOut(directory, 3)
    damageEvents(path, 1)
    projection.notify(3)
    await until(() => failures.length > 0)
    expect(failures.splice(0).map((error) => startRefusal(error, directory))).toEqual([
      expect.stringContaining(`${path} can't be read: the events of a batch were cut short or altered`),
    ])
  })

  test('can be waited for before the events are durable', async () => {
    const waiting = projection.caughtUp(6)
    await commit(5)
    await waiting
    expect(shownOrders()).toBe(5)
  })

  test('answers a wait for what is shown already at once', async () => {
    await projection.caughtUp(1)
    await commit(1)
    await projection.caughtUp(2)
    await projection.caughtUp(2)
    await projection.caughtUp(0)
    expect(shownOrders()).toBe(1)
  })

  test('releases all who wait, each once its position is reached', async () => {
    const reached: number[] = []
    const waiting = [4, 2, 3].map(async (to) => {
      await projection.caughtUp(to)
      reached.push(to)
      expect(projection.projectedThrough).toBeGreaterThanOrEqual(to - 1)
    })
    for (let time = 0; time < 3; time++) await commit(1)
    await Promise.all(waiting)
    expect(reached.toSorted()).toEqual([2, 3, 4])
  })

  test('comes to the end of a long journal without being asked', async () => {
    await commit(20_000)
    await new Promise<void>((resolve) => {
      const wait = (): void => void (projection.projectedThrough === 20_000 ? resolve() : setImmediate(wait))
      wait()
    })
    expect(progress.length).toBeGreaterThan(1)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(shownOrders()).toBe(20_000)
  })

  test('begins at a start where it ended', async () => {
    await commit(10)
    await projection.caughtUp(position)
    await projection.close()
    open()
    expect(projection.projectedThrough).toBe(10)
    await commit(1)
    await projection.caughtUp(position)
    expect(shownOrders()).toBe(11)
  })

  test('projects at a start what was committed without it', async () => {
    await projection.close()
    await append(4)
    open()
    expect(projection.lag).toBe(4)
    await projection.caughtUp(position)
    expect(shownOrders()).toBe(4)
  })
})

test.runIf(process.platform === 'linux')('the thread yields to all others of the process', async () => {
  await commit(1)
  await projection.caughtUp(position)
  const mine = readFileSync('/proc/thread-self/stat', 'utf8')
  expect(nicenessOf(mine)).toBe(getPriority())
  // a thread that was ended is listed for a moment longer than it is waited for
  await until(() => nicerThreads().length === 1)
  expect(nicerThreads()).toEqual([Math.min(19, getPriority() + 5)])
})

const nicerThreads = (): number[] =>
  readdirSync('/proc/self/task')
    .map((thread) => nicenessOf(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')))
    .filter((niceness) => niceness > getPriority())

const nicenessOf = (stat: string): number => Number(stat.split(') ')[1]!.split(' ')[16])
