import { expect, test } from 'vitest'
import type { Command } from '../../src/domain/command.ts'
import { caughtUp, run, whenDurable } from '../../src/http/gateway.ts'
import { Sequencer } from '../../src/sequencer.ts'

const NEWS: Command = { type: 'AnnounceNews', headline: '', text: '' }

test('who waits for what can not become durable any more is told so, reads and commands that wait for room too', async () => {
  const sequencer = new Sequencer({
    execute: (_, at, __, events) => {
      events.push({ type: 'NewsAnnounced', at, headline: '', text: '' })
      return {}
    },
    load: (command) => command,
    commit: () => undefined,
    now: () => 1,
    participant: { seal: () => [], durable: () => undefined, tell: () => undefined },
    onDurable: () => undefined,
    firstPosition: 1,
    lastAt: 0,
    maxPendingEvents: 0,
  })
  // it never shows what is not durable
  const projection = { caughtUp: () => new Promise<void>(() => undefined) }
  const ran = run(sequencer, NEWS)
  const waited = run(sequencer, NEWS)
  const read = Promise.resolve(whenDurable(sequencer, 'read'))
  const asked = [ran, waited, read, caughtUp({ sequencer, projection })]
  const failure = new Error('no room')
  sequencer.fail(failure)
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes).toEqual(asked.map(() => ({ status: 'rejected', reason: failure })))
})
