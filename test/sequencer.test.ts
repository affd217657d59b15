import { beforeEach, describe, expect, test } from 'vitest'
import type { Batch, SessionNumbers } from '../src/domain/batch.ts'
import type { Command } from '../src/domain/command.ts'
import type { Event } from '../src/domain/event.ts'
import { Sequencer } from '../src/sequencer.ts'

const news = (headline: string): Command => ({ type: 'AnnounceNews', headline, text: '' })
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A journal whose commits become durable when the test says so, an engine that answers each News with as many events as its text says. */
class Bench {
  readonly log: string[] = []
  readonly batches: Batch[] = []
  readonly stamped: number[] = []
  clock = 1000
  /** what the participant numbers at the next seal */
  numbers: SessionNumbers[] = []
  loaded: Command[] = []
  readonly sequencer: Sequencer
  private readonly durable: (() => void)[] = []

  constructor(settings: { readonly maxPendingEvents?: number; readonly firstPosition?: number; readonly lastAt?: number } = {}) {
    this.sequencer = new Sequencer({
      execute: (command, at, position, events) => {
        if (command.type !== 'AnnounceNews') throw new Error('the bench takes news only')
        const { headline } = command
        this.stamped.push(at)
        this.log.push(`run ${headline} at position ${position}`)
        if (headline.startsWith('refused')) return { refusal: { code: 'VALIDATION_ERROR', message: headline } }
        const [, count = '1'] = headline.split(' x')
        for (let index = 0; index < Number(count); index++)
          events.push({ type: 'NewsAnnounced', at, headline, text: String(index) } satisfies Event)
        if (headline.startsWith('late')) return { overdue: 2 }
        return headline.startsWith('repeat') ? { repeatOf: 7 } : {}
      },
      load: (command) => {
        this.loaded.push(command)
        return command
      },
      commit: (batch, durable) => {
        this.batches.push(batch)
        this.log.push(`commit ${batch.events.length} at ${batch.position}`)
        this.durable.push(durable)
      },
      now: () => this.clock,
      participant: {
        seal: (events, position) => {
          this.log.push(`seal ${events.length} at ${position}`)
          return this.numbers.splice(0)
        },
        durable: (batch) => void this.log.push(`take in ${batch.position}`),
        tell: (batch) => void this.log.push(`send ${batch.position}`),
      },
      onDurable: (batch) => void this.log.push(`durable ${batch.position}`),
      firstPosition: settings.firstPosition ?? 1,
      lastAt: settings.lastAt ?? 0,
      maxPendingEvents: settings.maxPendingEvents ?? 1000,
    })
  }

  submit(headline: string): void {
    this.sequencer.submit(news(headline), (outcome) => {
      const answer = outcome.refusal ? ' refused' : outcome.repeatOf ? ` repeats ${outcome.repeatOf}` : ''
      this.log.push(`answer ${headline}: ${outcome.events.length} at ${outcome.position}${answer}`)
    })
  }

  /** The oldest commit under way becomes durable. */
  finish(): void {
    const durable = this.durable.shift()
    if (!durable) throw new Error('no commit is under way')
    durable()
  }

  get underWay(): number {
    return this.durable.length
  }

  taken(): readonly string[] {
    return this.log.splice(0)
  }
}

let bench: Bench
beforeEach(() => {
  bench = new Bench()
})

describe('a command', () => {
  test('runs at once, is committed at the end of the turn and answered when that is durable: numbers sent, answers, then everybody else', async () => {
    bench.submit('a')
    expect(bench.taken()).toEqual(['run a at position 1'])
    await turn()
    expect(bench.taken()).toEqual(['seal 1 at 1', 'commit 1 at 1'])
    await turn()
    expect(bench.taken()).toEqual([])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 1', 'send 1', 'answer a: 1 at 1', 'durable 1'])
  })

  test('shares its commit with the others of its turn, and each is answered with its own events, in order', async () => {
    for (const headline of ['a', 'b x3', 'c x0', 'd x2']) bench.submit(headline)
    expect(bench.taken()).toEqual(['run a at position 1', 'run b x3 at position 2', 'run c x0 at position 5', 'run d x2 at position 5'])
    await turn()
    bench.finish()
    expect(bench.taken()).toEqual([
      'seal 6 at 1',
      'commit 6 at 1',
      'take in 1',
      'send 1',
      'answer a: 1 at 1',
      'answer b x3: 3 at 2',
      'answer c x0: 0 at 5',
      'answer d x2: 2 at 5',
      'durable 1',
    ])
  })

  test('is answered with exactly the events that it caused', async () => {
    const first = bench.sequencer.run(news('a x2'))
    const second = bench.sequencer.run(news('b'))
    await turn()
    bench.finish()
    expect(await first).toEqual({
      position: 1,
      events: [
        { type: 'NewsAnnounced', at: 1000, headline: 'a x2', text: '0' },
        { type: 'NewsAnnounced', at: 1000, headline: 'a x2', text: '1' },
      ],
    })
    expect(await second).toEqual({ position: 3, events: [{ type: 'NewsAnnounced', at: 1000, headline: 'b', text: '0' }] })
  })

  test('is not answered with what the clock had caused before it', async () => {
    for (const headline of ['a', 'late x3', 'late x2']) bench.submit(headline)
    await turn()
    bench.finish()
    expect(bench.taken().slice(-4)).toEqual(['answer a: 1 at 1', 'answer late x3: 1 at 4', 'answer late x2: 0 at 7', 'durable 1'])
  })

  test('is told what it came to before its batch is sealed, where that is asked for', async () => {
    const told: unknown[] = []
    const ran = (outcome: object): void => void told.push(outcome)
    bench.submit('a x2')
    const answered = bench.sequencer.run(news('late x3'), ran)
    const refused = bench.sequencer.run(news('refused x0'), ran)
    expect(bench.batches).toEqual([])
    await turn()
    bench.finish()
    expect(told).toEqual([await answered, await refused])
    expect((await answered).position).toBe(5)
  })

  test('without events is answered without a commit when none is under way', async () => {
    bench.submit('refused a')
    bench.submit('repeat b x0')
    await turn()
    expect(bench.taken()).toEqual([
      'run refused a at position 1',
      'run repeat b x0 at position 1',
      'seal 0 at 1',
      'answer refused a: 0 at 1 refused',
      'answer repeat b x0: 0 at 1 repeats 7',
    ])
  })

  test('without events waits for the commit under way, because it may tell of what that holds', async () => {
    bench.submit('a')
    await turn()
    bench.submit('refused b')
    await turn()
    expect(bench.taken()).not.toContain('answer refused b: 0 at 2 refused')
    bench.finish()
    expect(bench.taken()).toEqual([
      'take in 1',
      'send 1',
      'answer a: 1 at 1',
      'durable 1',
      'seal 0 at 2',
      'answer refused b: 0 at 2 refused',
    ])
  })

  test('gets what it needs of the past before it runs', () => {
    bench.submit('a')
    expect(bench.loaded).toEqual([news('a')])
  })

  test('that nobody waits for is committed all the same', async () => {
    bench.sequencer.submit(news('a'))
    await turn()
    expect(bench.taken()).toEqual(['run a at position 1', 'seal 1 at 1', 'commit 1 at 1'])
  })
})

describe('while a commit is under way', () => {
  test('commands run and gather in one batch, which is sealed as soon as that is durable, before it is told', async () => {
    bench.submit('a')
    await turn()
    bench.submit('b')
    await turn()
    bench.submit('c')
    await turn()
    expect(bench.underWay).toBe(1)
    bench.taken()
    bench.finish()
    expect(bench.taken()).toEqual(['take in 1', 'seal 2 at 2', 'commit 2 at 2', 'send 1', 'answer a: 1 at 1', 'durable 1'])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 2', 'send 2', 'answer b: 1 at 2', 'answer c: 1 at 3', 'durable 2'])
  })

  test('there is never a second one, also when an answer submits the next command', async () => {
    bench.sequencer.submit(news('a'), () => bench.submit('b'))
    await turn()
    bench.finish()
    expect(bench.underWay).toBe(1)
    // the turn in which b was submitted ends while its commit is under way: c and the refusal have to wait for it
    bench.submit('c')
    bench.submit('refused d')
    bench.taken()
    await turn()
    await turn()
    expect(bench.underWay).toBe(1)
    expect(bench.taken()).toEqual([])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 2', 'seal 1 at 3', 'commit 1 at 3', 'send 2', 'answer b: 1 at 2', 'durable 2'])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 3', 'send 3', 'answer c: 1 at 3', 'answer refused d: 0 at 4 refused', 'durable 3'])
  })

  test('positions follow one another without a gap over all batches', async () => {
    bench = new Bench({ firstPosition: 501 })
    for (let round = 0; round < 5; round++) {
      for (let index = 0; index <= round; index++) bench.submit(`n x${index}`)
      await turn()
      if (bench.underWay > 0) bench.finish()
    }
    const ends = bench.batches.map((batch) => [batch.position, batch.position + batch.events.length])
    expect(ends[0]![0]).toBe(501)
    for (let index = 1; index < ends.length; index++) expect(ends[index]![0]).toBe(Math.max(ends[index - 1]![1]!, ends[index - 1]![0]! + 1))
  })
})

describe('a participant', () => {
  const numbers: SessionNumbers = { session: 1, reset: false, nextInbound: 5, firstOutbound: 3, outbound: [], toldBefore: 1 }

  test('with numbers but no events still commits, and the batch takes one position', async () => {
    bench.numbers = [numbers]
    bench.sequencer.requestCommit()
    await turn()
    expect(bench.batches).toEqual([{ position: 1, sealedAt: 1000, events: [], sessions: [numbers] }])
    bench.finish()
    bench.submit('a')
    await turn()
    expect(bench.batches[1]).toMatchObject({ position: 2, sessions: [] })
  })

  test('with numbers at the seal of commands without events commits them before the answers leave', async () => {
    bench.submit('refused a')
    bench.numbers = [numbers]
    await turn()
    expect(bench.taken()).toEqual(['run refused a at position 1', 'seal 0 at 1', 'commit 0 at 1'])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 1', 'send 1', 'answer refused a: 0 at 1 refused', 'durable 1'])
  })

  test('that asks for a commit gets one, and one that asks while a commit is under way gets the next', async () => {
    bench.sequencer.requestCommit()
    await turn()
    expect(bench.batches).toHaveLength(1)
    bench.sequencer.requestCommit()
    await turn()
    expect(bench.batches).toHaveLength(1)
    bench.finish()
    expect(bench.batches).toHaveLength(2)
    bench.finish()
    expect(bench.underWay).toBe(0)
  })

  test('numbers in the same batch as the events that they tell', async () => {
    bench.submit('a x2')
    bench.numbers = [{ ...numbers, outbound: [1, 2], toldBefore: 3 }]
    await turn()
    expect(bench.batches).toMatchObject([
      { position: 1, events: [{ text: '0' }, { text: '1' }], sessions: [{ outbound: [1, 2], toldBefore: 3 }] },
    ])
  })
})

describe('time', () => {
  test('never runs backwards, whatever the clock does; the seal tells the clock itself', async () => {
    for (const now of [1000, 900, 1001, 5]) {
      bench.clock = now
      bench.submit('a')
    }
    await turn()
    expect(bench.stamped).toEqual([1000, 1000, 1001, 1001])
    expect(bench.batches[0]!.sealedAt).toBe(5)
  })

  test('is not moved by what has caused nothing: the journal does not know of it, nor would a restart', () => {
    const moments = [
      [1000, 'a'],
      [9000, 'refused'],
      [2000, 'b'],
    ] as const
    for (const [now, headline] of moments) {
      bench.clock = now
      bench.submit(headline)
    }
    expect(bench.stamped).toEqual([1000, 9000, 2000])
    expect(bench.sequencer.clockBehindMs).toBe(0)
  })

  test("does not fall behind the journal's last event after a restart", () => {
    bench = new Bench({ lastAt: 2000 })
    bench.submit('a')
    bench.clock = 3000
    bench.submit('b')
    expect(bench.stamped).toEqual([2000, 3000])
  })

  test('that stands still since the clock was set back is told by how far', () => {
    bench = new Bench({ lastAt: 2000 })
    const behind: number[] = []
    for (const now of [1000, 1999, 2000, 2001]) {
      bench.clock = now
      behind.push(bench.sequencer.clockBehindMs)
    }
    expect(behind).toEqual([1000, 1, 0, 0])
  })
})

describe('congestion', () => {
  test('is there while more events wait for their commit than the bound, and its end is told once', async () => {
    bench = new Bench({ maxPendingEvents: 3 })
    let resumed = 0
    bench.submit('a x3')
    expect(bench.sequencer.congested).toBe(false)
    bench.submit('b')
    expect(bench.sequencer.congested).toBe(true)
    bench.sequencer.whenUncongested(() => resumed++)
    await turn()
    expect([bench.sequencer.congested, resumed]).toEqual([true, 0])
    bench.finish()
    expect([bench.sequencer.congested, resumed]).toEqual([false, 1])
    bench.submit('c')
    await turn()
    bench.finish()
    expect(resumed).toBe(1)
  })

  test('lasts while the next batch is over the bound as well', async () => {
    bench = new Bench({ maxPendingEvents: 3 })
    let resumed = 0
    bench.submit('a x4')
    bench.sequencer.whenUncongested(() => resumed++)
    await turn()
    bench.submit('b x4')
    bench.finish()
    expect([bench.sequencer.congested, resumed]).toEqual([true, 0])
    bench.finish()
    expect([bench.sequencer.congested, resumed]).toEqual([false, 1])
  })

  test('that is not there calls back at once', () => {
    let resumed = 0
    bench.sequencer.whenUncongested(() => resumed++)
    expect(resumed).toBe(1)
  })
})

test('what is durable and what waits can be asked for at any time', async () => {
  const now = (): readonly number[] => [bench.sequencer.durableBefore, bench.sequencer.pendingEvents, bench.sequencer.nextPosition]
  expect(now()).toEqual([1, 0, 1])
  bench.submit('a x2')
  expect(now()).toEqual([1, 2, 3])
  await turn()
  bench.submit('b')
  expect(now()).toEqual([1, 3, 4])
  bench.finish()
  expect(now()).toEqual([3, 1, 4])
  bench.finish()
  expect(now()).toEqual([4, 0, 4])
})

test('of a commit that is under way it is told when it began', async () => {
  bench.submit('a')
  expect(bench.sequencer.committingSince).toBe(0)
  await turn()
  bench.submit('b')
  bench.clock = 1200
  expect(bench.sequencer.committingSince).toBe(1000)
  bench.finish()
  expect(bench.sequencer.committingSince).toBe(1200)
  bench.finish()
  expect(bench.sequencer.committingSince).toBe(0)
})

describe('a reader', () => {
  const read = (name: string): void => bench.sequencer.whenDurable(() => bench.log.push(`read ${name}`))

  test('is answered at once where all that has run is durable', async () => {
    read('first')
    bench.submit('refused a')
    read('second')
    expect(bench.taken()).toEqual(['read first', 'run refused a at position 1', 'read second'])
    bench.submit('b')
    await turn()
    bench.finish()
    bench.taken()
    read('third')
    expect(bench.taken()).toEqual(['read third'])
  })

  test('waits for what has run before it, in the order in which it came, and for nothing else', async () => {
    bench.submit('a')
    read('of a')
    await turn()
    read('of a too')
    bench.submit('b')
    read('of b')
    bench.taken()
    bench.finish()
    expect(bench.taken()).toEqual(['take in 1', 'seal 1 at 2', 'commit 1 at 2', 'send 1', 'answer a: 1 at 1', 'read of a', 'durable 1'])
    bench.finish()
    expect(bench.taken()).toEqual(['take in 2', 'send 2', 'read of a too', 'answer b: 1 at 2', 'read of b', 'durable 2'])
  })

  test('that comes while a commit is under way waits for no more than that', async () => {
    bench.submit('a')
    await turn()
    read('of a')
    bench.taken()
    bench.finish()
    expect(bench.taken()).toEqual(['take in 1', 'send 1', 'answer a: 1 at 1', 'durable 1', 'seal 0 at 2', 'read of a'])
    expect(bench.underWay).toBe(0)
  })
})

describe('drain', () => {
  test('resolves when everything submitted is durable and answered', async () => {
    let drained = false
    bench.submit('a')
    await turn()
    bench.submit('b')
    const drain = bench.sequencer.drain().then(() => (drained = true))
    await turn()
    bench.finish()
    await turn()
    expect(drained).toBe(false)
    bench.finish()
    await drain
    expect(bench.log.at(-2)).toBe('answer b: 1 at 2')
  })

  test('of nothing resolves', async () => {
    await bench.sequencer.drain()
    expect(bench.batches).toEqual([])
  })

  test('commits the numbers that a participant still has', async () => {
    bench.numbers = [{ session: 1, reset: false, nextInbound: 2, firstOutbound: 1, outbound: [], toldBefore: 1 }]
    const drain = bench.sequencer.drain()
    await turn()
    expect(bench.batches).toHaveLength(1)
    bench.finish()
    await drain
  })

  test('of several callers resolves for all of them', async () => {
    bench.submit('a')
    const drains = [bench.sequencer.drain(), bench.sequencer.drain()]
    await turn()
    bench.finish()
    await Promise.all(drains)
    expect(bench.underWay).toBe(0)
  })
})

test('a journal that is durable at once (in line) answers in the same turn', async () => {
  const answers: string[] = []
  const sequencer = new Sequencer({
    execute: (_, at, __, events) => {
      events.push({ type: 'NewsAnnounced', at, headline: '', text: '' })
      return {}
    },
    load: (command) => command,
    commit: (_, durable) => queueMicrotask(durable),
    now: () => 1,
    participant: { seal: () => [], durable: () => answers.push('taken in'), tell: () => answers.push('sent') },
    onDurable: () => answers.push('durable'),
    firstPosition: 1,
    lastAt: 0,
    maxPendingEvents: 10,
  })
  sequencer.submit(news('a'), ({ position }) => answers.push(`a at ${position}`))
  sequencer.submit(news('b'), ({ position }) => answers.push(`b at ${position}`))
  await sequencer.drain()
  expect(answers).toEqual(['taken in', 'sent', 'a at 1', 'b at 2', 'durable'])
})

describe('once storage has failed', () => {
  test('whoever waits learns that the outcome is not known, nothing more runs, and nothing is told but what became durable', async () => {
    const failure = new Error('no room')
    const first = bench.sequencer.run(news('first'))
    await turn()
    const second = bench.sequencer.run(news('second'))
    bench.taken()
    bench.sequencer.fail(failure)
    await expect(first).rejects.toBe(failure)
    await expect(second).rejects.toBe(failure)
    await expect(bench.sequencer.run(news('third'))).rejects.toBe(failure)
    bench.submit('fourth')
    await turn()
    expect(bench.taken()).toEqual([])
    // the commit that was under way came to its end after all
    bench.finish()
    await turn()
    expect(bench.taken()).toEqual(['take in 1', 'send 1', 'durable 1'])
  })

  test('whoever waits to read, or for room, learns it too', async () => {
    bench = new Bench({ maxPendingEvents: 1 })
    const heard: string[] = []
    const read = (name: string): void =>
      bench.sequencer.whenDurable(
        () => heard.push(`${name} is durable`),
        ({ message }) => heard.push(`${name}: ${message}`),
      )
    bench.submit('a x2')
    read('first')
    await turn()
    read('second')
    bench.sequencer.whenUncongested(() => heard.push('room'))
    bench.sequencer.fail(new Error('no room'))
    read('third')
    bench.sequencer.whenUncongested(() => heard.push('room again'))
    expect(heard).toEqual(['first: no room', 'second: no room', 'room', 'third: no room', 'room again'])
  })

  test('a drain that waits for what can not be committed any more never says that all is durable', async () => {
    bench.submit('a')
    await turn()
    bench.submit('b')
    let drained = false
    void bench.sequencer.drain().then(() => (drained = true))
    bench.sequencer.fail(new Error('no room'))
    bench.finish()
    await turn()
    expect([drained, bench.sequencer.pendingEvents]).toEqual([false, 1])
  })
})
