import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PastTelling } from '../../../src/fix/past/past-telling.ts'
import { PastTurns } from '../../../src/fix/past/past-turns.ts'
import { Audience } from '../../../src/fix/audience.ts'
import { SessionBook } from '../../../src/fix/session/session-book.ts'
import { DEFAULT_SESSION_SETTINGS } from '../../../src/fix/session/session-settings.ts'
import { encodeBatch, openBatch } from '../../../src/storage/encoding/batch-codec.ts'
import { GatewayUnderTest } from '../../support/gateway-under-test.ts'
import { ManualClock } from '../../support/manual-clock.ts'
import { accepted, batch, order } from '../../storage/story.ts'

test('of however many sessions that are told of the past at once, a few are gone on with in each turn, in the order in which they came', () => {
  const past = openBatch(encodeBatch(batch(1, [accepted({ order: order({ number: 1 }) })])))
  const soon: (() => void)[] = []
  const clock = new ManualClock()
  clock.soon = (run) => void soon.push(run)
  const telling = new PastTelling({
    reader: { pastBatches: (from) => (from > 1 ? [] : [past]) },
    turns: new PastTurns(clock),
    audience: new Audience(undefined!),
    connectionOf: () => undefined,
    sealedBefore: () => 2,
    requestCommit: () => undefined,
    beforeRepeat: () => undefined,
    onUnreadable: () => undefined,
  })
  const named = { id: '', senderCompId: 'DESK', targetCompId: 'GATEWAY', kind: 'order-entry', partner: 0, createdAt: 0 } as const
  let looked: number[] = []
  for (let index = 1; index <= 10; index++)
    telling.repeat(new SessionBook({ ...DEFAULT_SESSION_SETTINGS, ...named, index }), () => (looked.push(index), false), Infinity)
  const turns = Array.from({ length: 5 }, () => {
    looked = []
    for (const run of soon.splice(0)) run()
    return looked
  })
  expect(turns).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10], [], []])
  expect(soon).toEqual([])
})

test('what is told again to sessions that are away ends with the gateway, before the journal is closed', async () => {
  const away = Array.from({ length: 12 }, (_, index) => ({ senderCompId: `DROP${index}`, kind: 'drop-copy' as const }))
  const server = await GatewayUnderTest.start({ sessions: away })
  try {
    const { gateway, reader, sequencer } = server
    for (let count = 0; count < 200; count++) await server.run({ type: 'GrantHoldings', account: 0, cashCents: 1, positions: [] })
    let looks = 0
    const pastBatches = reader.pastBatches.bind(reader)
    reader.pastBatches = (from, limit) => {
      looks++
      return pastBatches(from, limit)
    }
    for (const book of gateway.books) gateway.repeatFrom(book, () => true)
    await nextTurn()
    await nextTurn()
    expect(looks).toBeGreaterThan(0)
    await gateway.drain()
    for (const book of gateway.books) gateway.repeatFrom(book, () => true)
    await sequencer.drain()
    const looksBefore = looks
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    expect(looks).toBe(looksBefore)
  } finally {
    await server.close()
  }
})
