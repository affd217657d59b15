import { afterEach, describe, expect, test } from 'vitest'
import { LOTS_PER_SHARE } from '../../../src/domain/amounts/amounts.ts'
import type { Command } from '../../../src/domain/command.ts'
import type { LoadedTrade } from '../../../src/domain/commands/execution-command.ts'
import { marketOf, Side } from '../../../src/domain/orders/order.ts'
import type { EngineRules } from '../../../src/engine/rules.ts'
import { NO_LATENCY } from '../../../src/engine/venue/latency.ts'
import { History } from '../../../src/storage/history/history.ts'
import { JournalReader } from '../../../src/storage/journal-reading/journal-reader.ts'
import { isExecution } from '../../../src/domain/event.ts'
import { Desk, openAccounts, order, StorageVenue } from '../projector-venue.ts'

const ACCOUNTS = 4
const SEEDS = [1, 2, 3, 4]

let venue: StorageVenue

afterEach(() => venue.close())

function newVenue(rules: Partial<EngineRules> = {}): StorageVenue {
  venue = new StorageVenue(rules)
  openAccounts(venue, ACCOUNTS)
  return venue
}

describe('what a command needs of the past', () => {
  test.each(SEEDS)('is loaded as if nothing had ever left the engine (seed %i)', (seed) => {
    const desk = new Desk(newVenue(), ACCOUNTS, seed)
    for (let time = 0; time < 700; time++) desk.act((command) => expect(loaded(command)).toEqual(expected(command)))
    expect(venue.engine.state.endedOrderCount).toBeLessThan(venue.events.length)
  })

  test.each(SEEDS)('is complete after a crash, whatever was projected until then (seed %i)', (seed) => {
    const desk = new Desk(newVenue(), ACCOUNTS, seed)
    desk.trade(400)
    venue.crash()
    for (let time = 0; time < 200; time++) desk.act((command) => expect(loaded(command)).toEqual(expected(command)))
  })

  test('holds each used id once, also after a replay of what the stored filter has', () => {
    new Desk(newVenue(), ACCOUNTS, 1).trade(200)
    venue.commit()
    venue.projectAll()
    const before = venue.history.usedIds
    venue.restart()
    const { directory, engine, readModel } = venue
    const replayed = new History({ directory, view: engine.state, projection: readModel, replayFrom: 1 })
    const reader = new JournalReader(directory)
    for (const { events, position } of reader.batches(1, { batches: 10_000 })) replayed.noteReplayed(events, position)
    expect([venue.history.usedIds, replayed.usedIds]).toEqual([before, before])
    replayed.close()
    reader.close()
  })
})

describe('a trade to be busted or corrected', () => {
  test.each(SEEDS)('is loaded with both sides as they stand, by the number of the fill or of any correction (seed %i)', (seed) => {
    const desk = new Desk(newVenue(), ACCOUNTS, seed)
    desk.trade(500)
    for (const event of venue.events.filter(isExecution)) {
      const market = marketOf(event.order.number)
      expect(comparable(venue.history.loadTrade(market, event.execution))).toEqual(comparable(archivedTrade(market, event)))
    }
    expect(venue.history.loadTrade(0, 1_000_000)).toBeUndefined()
    expect(venue.history.loadTrade(9, 1)).toBeUndefined()
  })

  test.each(SEEDS)('what was read of its ledgers beforehand is read on from there (seed %i)', async (seed) => {
    const desk = new Desk(newVenue(), ACCOUNTS, seed)
    desk.trade(300)
    const executions = venue.events.filter(isExecution).map(({ order, execution }) => ({ market: marketOf(order.number), execution }))
    const read = await Promise.all(executions.map(({ market, execution }) => venue.history.readTrade(market, execution)))
    desk.trade(200)
    executions.forEach(({ market, execution }, index) => {
      const trade = venue.history.loadTrade(market, execution)
      expect(trade).toBeDefined()
      expect(venue.history.loadTrade(market, execution, read[index])).toEqual(trade)
    })
    expect((await venue.history.readTrade(0, 1_000_000)).size).toBe(0)
  })

  test('has both sides where as many requests as may wait for an order are refused between them', () => {
    newVenue({ latency: { ...NO_LATENCY, replace: { ms: 100, jitterMs: 0 } } })
    venue.execute(order(0, 'a'))
    const requester = { kind: 'session', session: 1, accountScope: true, queuesReplaces: true } as const
    for (let count = 1; count <= 20; count++) {
      const ids = { order: { account: 0, clientOrderId: 'a' }, clientOrderId: `a${count}`, originalClientOrderId: 'a' }
      venue.execute({ type: 'ReplaceOrder', requester, ...ids, quantityLots: (10 + count) * LOTS_PER_SHARE })
    }
    const { events } = venue.execute(order(2, 'b', { side: Side.Sell }))
    venue.commit()
    venue.projectAll()
    expect(events.filter(({ type }) => type === 'CancelRejected')).toHaveLength(20)
    const sides = events.filter(isExecution).map(({ execution }) => venue.history.loadTrade(0, execution)?.sides)
    expect(sides.map((both) => both?.map(({ fill }) => fill.order.account))).toEqual([
      [0, 2],
      [2, 0],
    ])
  })

  test('a long ledger is read in pieces, with room for everything else in between', async () => {
    newVenue()
    const trade = [order(0, 'a'), order(2, 'b', { side: Side.Sell })].flatMap((one) => venue.execute(one).events).find(isExecution)!
    for (let count = 0; count < 1_000; count++) venue.execute({ type: 'GrantHoldings', account: 0, cashCents: 1, positions: [] })
    venue.commit()
    venue.projectAll()
    let hasTurned = false
    setImmediate(() => (hasTurned = true))
    const read = await venue.history.readTrade(0, trade.execution)
    expect(hasTurned).toBe(true)
    expect(venue.history.loadTrade(0, trade.execution, read)).toEqual(venue.history.loadTrade(0, trade.execution))
  })
})

/** What storage attaches, and what the engine makes of it together with what it knows itself. */
function loaded(command: Command) {
  return meaning(command, venue.history.load(command))
}

function expected(command: Command) {
  const market =
    'account' in command && command.account !== undefined ? venue.engine.state.account(command.account).market : marketOfRequest(command)
  return meaning(command, market === undefined ? command : venue.archive(market).load(command, venue.engine.state))
}

function marketOfRequest(command: Command): number | undefined {
  if (command.type !== 'CancelOrder' && command.type !== 'ReplaceOrder') return undefined
  const { order } = command
  return 'number' in order ? marketOf(order.number) : venue.engine.state.account(order.account).market
}

function meaning(command: Command, after: Command) {
  const { state } = venue.engine
  const known = 'known' in after ? after.known : undefined
  const reference = 'order' in command ? command.order : undefined
  const account = known?.account ?? (reference && ('account' in reference ? reference.account : state.order(reference.number)?.account))
  const id = 'clientOrderId' in command ? command.clientOrderId : ''
  const used = 'clientOrderIdUsed' in after || (account !== undefined && id !== '' && state.findOrder(account, id) !== undefined)
  // an order in the engine needs no loading: it makes no difference whether it was
  return { known: known && state.order(known.number) ? undefined : known, used }
}

function archivedTrade(market: number, event: Extract<(typeof venue.events)[number], { readonly trade: number }>): LoadedTrade | undefined {
  const fillNumber = event.type === 'OrderFilled' ? event.execution : event.fill
  const fills = venue.events.filter((one) => one.type === 'OrderFilled' && one.order.number === event.order.number)
  const nth = fills.findIndex((one) => one.type === 'OrderFilled' && one.execution === fillNumber)
  return venue.archive(market).trade(event.order, nth + 1)
}

/** Without the orders that the engine has anyway. */
function comparable(trade: LoadedTrade | undefined) {
  return trade?.sides.map(({ order, ...side }) => ({ ...side, order: order && venue.engine.state.order(order.number) ? undefined : order }))
}
