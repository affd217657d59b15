import { expect, test } from 'vitest'
import { SessionRenderer, Voice } from '../../../src/fix/outbound/session-renderer.ts'
import { PastTurns } from '../../../src/fix/past/past-turns.ts'
import { ReplayQueue } from '../../../src/fix/past/replay-queue.ts'
import { SessionBook } from '../../../src/fix/session/session-book.ts'
import { DEFAULT_SESSION_SETTINGS } from '../../../src/fix/session/session-settings.ts'
import { ManualClock } from '../../support/manual-clock.ts'

test('of however many sessions that ask for messages again at once, a few are gone on with in each turn, in the order in which they came', () => {
  const soon: (() => void)[] = []
  const clock = new ManualClock()
  clock.soon = (run) => void soon.push(run)
  const turns = new PastTurns(clock)
  const renderer = new SessionRenderer(undefined!)
  const named = { id: '', senderCompId: 'DESK', targetCompId: 'GATEWAY', kind: 'order-entry', partner: 0, createdAt: 0 } as const
  let written: string[] = []
  for (let index = 1; index <= 10; index++) {
    const book = new SessionBook({ ...DEFAULT_SESSION_SETTINGS, ...named, senderCompId: `DESK${index}`, index })
    const replays = new ReplayQueue({
      outbox: {
        whenRoom: (run) => run(),
        write: (bytes) => void written.push(/\u000156=(\w+)/.exec(bytes.toString('latin1'))![1]!),
      },
      clock,
      turns,
      renderer,
      voice: new Voice(book.settings, book.routes),
      sent: () => undefined,
      unreadable: () => undefined,
    })
    replays.open()
    expect(replays.add({ book, reader: { pastBatches: () => [] }, begin: 1, end: 2, toNewest: true })).toBe('added')
  }
  const told = Array.from({ length: 4 }, () => {
    written = []
    for (const run of soon.splice(0)) run()
    return written
  })
  expect(told).toEqual([['DESK1', 'DESK2', 'DESK3', 'DESK4'], ['DESK5', 'DESK6', 'DESK7', 'DESK8'], ['DESK9', 'DESK10'], []])
  expect(soon).toEqual([])
})

/** The queue of a session whose numbers were all given to messages of the session, with what it has written and what waits for room at its client. */
function openQueue() {
  const clock = new ManualClock()
  const waiting: (() => void)[] = []
  clock.soon = (run) => run()
  const named = { id: '', senderCompId: 'DESK', targetCompId: 'GATEWAY', kind: 'order-entry', partner: 0, createdAt: 0 } as const
  const book = new SessionBook({ ...DEFAULT_SESSION_SETTINGS, ...named, index: 1 })
  const written: (readonly [from: number, to: number])[] = []
  const queue = new ReplayQueue({
    outbox: {
      whenRoom: (run) => void waiting.push(run),
      write: (bytes) => {
        const text = bytes.toString('latin1')
        const [from, to] = [/\u000134=(\d+)/, /\u000136=(\d+)/].map((field) => Number(field.exec(text)![1]))
        written.push([from!, to!])
      },
    },
    clock,
    turns: new PastTurns(clock),
    renderer: new SessionRenderer(undefined!),
    voice: new Voice(book.settings, book.routes),
    sent: () => undefined,
    unreadable: () => undefined,
  })
  const ask = (begin: number, end: number, toNewest = false) => queue.add({ book, reader: { pastBatches: () => [] }, begin, end, toNewest })
  const makeRoom = (): void => waiting.shift()!()
  return { queue, ask, makeRoom, written, waiting }
}

test('a client that does not read has a hundred ranges waiting, of which each is sent when there is room, and one more as soon as one is', () => {
  const { queue, ask, makeRoom, written, waiting } = openQueue()
  for (let index = 0; index < 98; index++) expect(ask(10 * index + 1, 10 * index + 2)).toBe('added')
  // what is in between, and what is behind
  expect(ask(1_001, 1_002)).toBe('added')
  expect([ask(981, 1_010), ask(981, 990), ask(991, 992)]).toEqual(['too many', 'added', 'too many'])
  expect(ask(11, 12)).toBe('under way')
  // nothing goes before the answer to the Logon
  expect(waiting).toEqual([])
  queue.open()
  expect([written, waiting.length]).toEqual([[], 1])
  makeRoom()
  expect([written, waiting.length]).toEqual([[[1, 3]], 1])
  expect([ask(991, 992), ask(2_001, 2_001)]).toEqual(['added', 'too many'])
  makeRoom()
  expect([written, waiting.length]).toEqual([
    [
      [1, 3],
      [11, 13],
    ],
    1,
  ])
})

test('who asks anew for all that there is while that is sent is sent no number that went out live meanwhile; who names it is', () => {
  const { queue, ask, makeRoom, written, waiting } = openQueue()
  expect([ask(5, 9, true), ask(5, 11, true), ask(3, 11, true), ask(8, 12)]).toEqual(['added', 'under way', 'added', 'added'])
  // on its way, or gone out live
  expect([ask(8, 14, true), ask(13, 16, true), ask(3, 16, true)]).toEqual(['under way', 'under way', 'under way'])
  queue.open()
  makeRoom()
  // what was sent may be asked for again
  expect(ask(3, 9, true)).toBe('added')
  while (waiting.length > 0) makeRoom()
  expect(written).toEqual([
    [5, 10],
    [3, 5],
    [10, 13],
    [5, 10],
  ])
})

test('a session that starts over while a client is waited for is sent nothing of before, and again what it asks for then', () => {
  const { queue, ask, makeRoom, written, waiting } = openQueue()
  queue.open()
  expect(ask(5, 9)).toBe('added')
  queue.clear()
  makeRoom()
  expect([written, waiting]).toEqual([[], []])
  expect(ask(1, 2)).toBe('added')
  makeRoom()
  expect(written).toEqual([[1, 3]])
})

test('who asks for all behind what is sent is sent what that leaves out, once', () => {
  const { queue, ask, makeRoom, written, waiting } = openQueue()
  expect([ask(8, 12), ask(8, 14, true), ask(13, 16, true)]).toEqual(['added', 'added', 'under way'])
  queue.open()
  while (waiting.length > 0) makeRoom()
  expect(written).toEqual([
    [8, 13],
    [13, 15],
  ])
})
