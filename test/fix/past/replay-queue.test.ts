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
