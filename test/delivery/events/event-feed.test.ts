import { expect, onTestFinished, test } from 'vitest'
import { EventFeed, type EventFeedParts, type Following } from '../../../src/delivery/events/event-feed.ts'
import { EventLog } from '../../../src/delivery/events/event-log.ts'
import type { EventData } from '../../../src/delivery/events/partner-event.ts'
import { Slices } from '../../../src/delivery/slices.ts'
import type { Event } from '../../../src/domain/event.ts'
import type { EngineView } from '../../../src/domain/view.ts'
import { closeDeliveryDatabase, openDeliveryDatabase } from '../../../src/storage/delivery/delivery-database.ts'
import { EventMarkStore } from '../../../src/storage/delivery/event-mark-store.ts'
import { commit, openTestJournal, openTestReader } from '../../storage/support/open-journal.ts'
import { randomFrom } from '../../storage/projector-venue.ts'
import { temporaryDirectory } from '../../storage/support/temporary-directory.ts'
import { until } from '../../support/until.ts'

const view = {
  partners: ['partner', 'another'].map((id, index) => ({ index, id, name: '', environment: 'sandbox', market: 0 })),
  markets: [{ seed: 'seed' }],
  accounts: [{ partner: 0 }, { partner: 1 }],
} as unknown as EngineView

const CAUGHT_UP = { projectedThrough: Infinity, caughtUp: () => Promise.resolve() }

/** A feed over a journal of its own, and what lets its partners have events. */
function openFeed(readModel: EventFeedParts['readModel'] = CAUGHT_UP) {
  const directory = temporaryDirectory()
  const journal = openTestJournal(directory)
  const reader = openTestReader(directory)
  const database = openDeliveryDatabase(directory, reader)
  const slices = new Slices({
    areOrdersWaiting: () => false,
    onUnreadable: (error) => expect.unreachable(error.message),
    onFailure: (error) => {
      throw error
    },
    spunMs: () => 0,
  })
  onTestFinished(() => {
    slices.stop()
    closeDeliveryDatabase(database)
  })
  const made: number[] = []
  const dataOf: EventData = (_type, _event, position) => ({ number: made.push(position) })
  const log = new EventLog({ view, reader, marks: new EventMarkStore(database), dataOf, slices })
  const feed = new EventFeed({ log, slices, readModel })
  let position = 1
  const happen = (count: number, account = 0): Promise<void> =>
    tell(Array.from({ length: count }, (): Event => ({ type: 'BankUnlinked', at: 1, account, ach: 1 })))
  async function tell(events: readonly Event[]): Promise<void> {
    const batch = { position, sealedAt: 1, events, sessions: [] }
    await commit(journal, batch)
    position += events.length
    feed.onDurable(batch)
  }
  return { feed, log, happen, tell, made }
}

test('who begins with what is new waits for nothing that the others have left unread', async () => {
  const { feed, log, happen } = openFeed()
  const paused: number[] = []
  feed.follow(0, 0, ({ sequence }) => {
    paused.push(sequence)
    return false
  })
  await happen(1)
  await until(() => paused.length === 1)
  await happen(2_000)
  const live: number[] = []
  const behind: number[] = []
  let wasBehind = -1
  feed.follow(0, log.head(0), ({ sequence }) => {
    live.push(sequence)
    if (live.length === 1) wasBehind = behind.length
    return true
  })
  feed.follow(0, 0, ({ sequence }) => {
    behind.push(sequence)
    return true
  })
  await happen(1)
  await until(() => behind.length === 2_002)
  await happen(1)
  await until(() => behind.length === 2_003 && live.length === 2)
  expect(paused).toEqual([1])
  expect(live).toEqual([2_002, 2_003])
  expect(behind).toEqual(Array.from({ length: 2_003 }, (_, index) => index + 1))
  // two readings of the one who begins at the beginning
  expect(wasBehind).toBeLessThanOrEqual(64)
})

test('many who have caught up are told of what is new in pieces, each of them of all of it in order', async () => {
  const { feed, happen } = openFeed()
  const heard = Array.from({ length: 250 }, (): number[] => [])
  let [toldInTurn, mostInTurn] = [0, 0]
  for (const one of heard)
    feed.follow(0, 0, ({ sequence }) => {
      // behind this slice: the next one may come before an immediate
      if (toldInTurn === 0) queueMicrotask(() => (toldInTurn = 0))
      mostInTurn = Math.max(mostInTurn, ++toldInTurn)
      // as a write to a socket takes its time
      const written = performance.now() + 0.05
      while (performance.now() < written);
      return one.push(sequence) > 0
    })
  await happen(2)
  await until(() => heard.every((one) => one.length >= 2))
  expect(new Set(heard.map(String))).toEqual(new Set(['1,2']))
  // a piece is over after 5 ms
  expect(mostInTurn).toBeLessThanOrEqual(100)
})

test('who comes back at the same time to about the same place has each event made once for all', async () => {
  const { feed, happen, made } = openFeed()
  await happen(500)
  const heard = Array.from({ length: 50 }, (): string[] => [])
  for (const [index, one] of heard.entries()) feed.follow(0, index % 7, ({ json }) => one.push(json) > 0)
  await until(() => heard.every((one, index) => one.length === 500 - (index % 7)))
  expect(new Set(heard.flat()).size).toBe(500)
  expect(made.length).toBe(500)
})

test('who has read everything that there was when it came is waited for until it has what came meanwhile too', async () => {
  const { feed, happen } = openFeed()
  await happen(1)
  const heard: (readonly [number, boolean])[] = []
  const following = feed.follow(0, 0, ({ sequence }, isLive) => {
    heard.push([sequence, isLive])
    return heard.length > 1
  })
  await until(() => heard.length === 1)
  await happen(200)
  following.resume()
  await until(() => heard.length === 201)
  await happen(1)
  await until(() => heard.length === 202)
  expect(heard).toEqual(Array.from({ length: 202 }, (_, index) => [index + 1, index === 201]))
})

test('what is told of orders and of cash waits for no read model, what is told of accounts does', async () => {
  const waiting: (() => void)[] = []
  const readModel = { projectedThrough: 0, caughtUp: () => new Promise<void>((resolve) => waiting.push(resolve)) }
  const { feed, tell } = openFeed(readModel)
  const heard: string[] = []
  feed.follow(0, 0, ({ type }) => heard.push(type) > 0)
  const about = { at: 1, account: 0 }
  await tell([
    { type: 'DepositSettled', ...about, transfer: 1 } as unknown as Event,
    { type: 'AccountClosed', ...about, statusFrom: 'ACTIVE', kycStatus: 'APPROVED' },
  ])
  await until(() => waiting.length === 1)
  expect(heard).toEqual(['funding.deposit_completed'])
  readModel.projectedThrough = 2
  for (const resolve of waiting) resolve()
  await until(() => heard.length === 3)
  expect(heard).toEqual(['funding.deposit_completed', 'account.status_changed', 'account.closed'])
})

test('an event that waits for the read model waits once, however much comes meanwhile', async () => {
  const readModel = { projectedThrough: 0, caughtUp: () => new Promise<void>((resolve) => waiting.push(resolve)) }
  const waiting: (() => void)[] = []
  const { feed, happen } = openFeed(readModel)
  const heard: number[] = []
  feed.follow(0, 0, ({ sequence }) => heard.push(sequence) > 0)
  await happen(1)
  await until(() => waiting.length > 0)
  for (let count = 0; count < 20; count++) {
    await happen(1)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([waiting.length, heard]).toEqual([1, []])
  readModel.projectedThrough = 21
  waiting.forEach((resolve) => resolve())
  await until(() => heard.length === 21)
})

test('who has read on as far as the others are is told nothing twice, also where it waits with them for the read model', async () => {
  const waiting: (() => void)[] = []
  const readModel = { projectedThrough: 5, caughtUp: () => new Promise<void>((resolve) => waiting.push(resolve)) }
  const { feed, happen } = openFeed(readModel)
  await happen(5)
  const [live, behind]: number[][] = [[], []]
  feed.follow(0, 5, ({ sequence }) => live!.push(sequence) > 0)
  await happen(5)
  await until(() => waiting.length === 1)
  const following = feed.follow(0, 0, ({ sequence }) => behind!.push(sequence) !== 7)
  await until(() => waiting.length === 2)
  readModel.projectedThrough = 10
  for (const resolve of waiting) resolve()
  await until(() => live!.length === 5 && behind!.length === 7)
  following.resume()
  await until(() => behind!.length >= 10)
  expect([live, behind]).toEqual([
    [6, 7, 8, 9, 10],
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  ])
})

test('who has ended hears nothing more: before it has begun, while it rests, while it waits for the read model, and once it has caught up', async () => {
  const waiting: (() => void)[] = []
  const readModel = { projectedThrough: 3, caughtUp: () => new Promise<void>((resolve) => waiting.push(resolve)) }
  const { feed, happen } = openFeed(readModel)
  await happen(3)
  const heard: string[] = []
  const follow = (name: string, after: number): Following =>
    feed.follow(0, after, ({ sequence }) => {
      heard.push(`${name} ${sequence}`)
      return !name.startsWith('resting')
    })
  follow('begun', 0).end()
  const resting = follow('resting', 0)
  await until(() => heard.length === 1)
  resting.end()
  resting.resume()
  await happen(1)
  const late = follow('late', 3)
  await until(() => waiting.length === 1)
  late.end()
  readModel.projectedThrough = 4
  for (const resolve of waiting) resolve()
  // behind what would have been told by then
  for (const witness of ['witness', 'witness too']) {
    follow(witness, 3)
    await until(() => heard.at(-1) === `${witness} 4`)
  }
  const caughtUp = follow('caught up', 4)
  follow('witness of all', 4)
  readModel.projectedThrough = 5
  await happen(1)
  await until(() => heard.at(-1) === 'witness of all 5')
  caughtUp.end()
  readModel.projectedThrough = 6
  await happen(1)
  await until(() => heard.at(-1) === 'witness of all 6')
  const [five, six] = [5, 6].map((sequence) => ['witness', 'witness too', 'witness of all'].map((name) => `${name} ${sequence}`))
  expect(heard).toEqual(['resting 1', 'witness 4', 'witness too 4', ...five!.toSpliced(2, 0, 'caught up 5'), ...six!])
})

test.each([1, 2])('whoever comes, rests and goes, each hears all events once and in order (seed %i)', async (seed) => {
  const random = randomFrom(seed)
  const below = (bound: number): number => Math.floor(random() * bound)
  let waiting: { readonly position: number; readonly resolve: () => void }[] = []
  const readModel = {
    projectedThrough: 0,
    caughtUp: (position: number) => new Promise<void>((resolve) => waiting.push({ position, resolve })),
  }
  const project = (through: number): void => {
    readModel.projectedThrough = through
    const there = waiting.filter(({ position }) => position - 1 <= through)
    waiting = waiting.filter(({ position }) => position - 1 > through)
    for (const { resolve } of there) resolve()
  }
  const { feed, log, happen } = openFeed(readModel)
  const followers: { readonly after: number; readonly heard: number[]; hasRoom: boolean; following?: Following }[] = []
  let isEnding = false
  const turn = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))
  for (let step = 0; step < 200; step++) {
    const roll = random()
    const one = followers[below(followers.length)]
    if (roll < 0.25) await happen(1 + below(20))
    else if (roll < 0.4) {
      const after = random() < 0.5 ? log.head(0) : below(log.head(0) + 1)
      const follower: (typeof followers)[number] = { after, heard: [], hasRoom: true }
      follower.following = feed.follow(0, after, ({ sequence }) => {
        follower.heard.push(sequence)
        if (!isEnding && random() < 0.05) follower.hasRoom = false
        return follower.hasRoom
      })
      followers.push(follower)
    } else if (roll < 0.6 && one !== undefined) {
      one.hasRoom = true
      one.following!.resume()
    } else if (roll < 0.68 && one !== undefined) {
      one.following!.end()
      followers.splice(followers.indexOf(one), 1)
    } else if (roll < 0.8) project(Math.min(log.head(0), readModel.projectedThrough + below(60)))
    else await turn()
  }
  isEnding = true
  await happen(1)
  const head = log.head(0)
  project(head)
  const all = ({ after }: { readonly after: number }) => Array.from({ length: head - after }, (_, index) => after + 1 + index)
  for (const follower of followers) {
    follower.hasRoom = true
    follower.following!.resume()
  }
  await until(() => followers.every(({ after, heard }) => heard.length >= head - after))
  expect(followers.length).toBeGreaterThan(5)
  for (const follower of followers) expect(follower.heard).toEqual(all(follower))
})

test('what was read for one partner is not told to another who asks for the same place', async () => {
  const { feed, log, happen } = openFeed()
  await happen(40, 0)
  await happen(40, 1)
  const heard = async (partner: number) => {
    const found: (readonly [partner: number, sequence: number, id: string])[] = []
    const following = feed.follow(partner, 0, (event) => found.push([event.partner, event.sequence, event.id]) > 0)
    await until(() => found.length === 40)
    following.end()
    return found
  }
  const all = (partner: number) => {
    const reader = log.readerBehind(partner, 0)
    return [...reader.read(), ...reader.read()].map(({ sequence, id }) => [partner, sequence, id])
  }
  expect([await heard(0), await heard(1)]).toEqual([all(0), all(1)])
})
