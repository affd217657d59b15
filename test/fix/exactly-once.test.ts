import { afterEach, expect, test } from 'vitest'
import type { Event } from '../../src/domain/event.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { GatewayUnderTest } from '../support/gateway-under-test.ts'
import { TradingClient } from '../support/trading-client.ts'
import { until } from '../support/until.ts'
import { seeded } from '../system/seeded.ts'

let under: GatewayUnderTest

afterEach(() => under.close())

const sessions = [
  { senderCompId: 'DESK1', throttlePerS: 0, accountNumbers: ['ACC1'] },
  { senderCompId: 'DESK2', throttlePerS: 0, accountNumbers: ['ACC2'] },
  { senderCompId: 'DROP1', kind: 'drop-copy' as const },
]

function executionsInJournal(concerns: (event: Event) => boolean): string[] {
  const { mint } = under.engine.state.markets[0]!
  const ids: string[] = []
  for (let from = 1; ;) {
    const batches = under.reader.batches(from, { batches: 1_000 })
    if (batches.length === 0) return ids
    for (const { position, events } of batches) {
      for (const event of events)
        if ('execution' in event && 'order' in event && concerns(event)) ids.push(mint.mint(IdentifierKind.Execution, event.execution))
      from = position + Math.max(1, events.length)
    }
  }
}

test.each([1, 2, 3])(
  'every journaled execution reaches its desk and the drop copy exactly once, over lost connections and restarts (seed %i)',
  async (seed) => {
    const below = seeded(seed)
    under = await GatewayUnderTest.start({ sessions, accounts: ['ACC1', 'ACC2'], rules: { maxOpenOrders: 0 } })
    const clients = [new TradingClient('DESK1'), new TradingClient('DESK2'), new TradingClient('DROP1')]
    let orders = 0
    for (let round = 0; round < 12; round++) {
      const online = clients.filter(() => below(4) > 0)
      await Promise.all(online.map((client) => client.logOn(under.port)))
      const traders = online.filter((client) => client !== clients[2])
      for (let sent = below(60); sent > 0 && traders.length > 0; sent--) {
        const trader = traders[below(traders.length)]!
        const side = trader === clients[0] ? 1 : 2
        trader.order(`11=c${orders++}|55=AAPL|54=${side}|60=20261120-15:04:05|40=2|44=${100 + below(3)}|38=${1 + below(9)}`)
      }
      // some wait for their answers, some are lost with all that is under way
      for (const client of online) if (below(2) === 0) await client.caughtUp()
      await Promise.all(online.map((client) => client.drop()))
      if (below(3) === 0) {
        const { directory } = under
        await under.kill()
        under = await GatewayUnderTest.start({ sessions, directory, rules: { maxOpenOrders: 0 } })
      }
    }
    for (const client of clients) {
      await client.logOn(under.port)
      // twice: what the first asks to be sent again may bring more
      await client.caughtUp()
    }
    for (const client of clients) await client.caughtUp()
    const heard = clients.map(({ executions }) => executions.map((message) => message.get(17)!))
    expect(heard[0]).toEqual(executionsInJournal((event) => 'order' in event && event.order?.session === 1))
    expect(heard[1]).toEqual(executionsInJournal((event) => 'order' in event && event.order?.session === 2))
    expect(heard[2]).toEqual(executionsInJournal(() => true))
    const placed = new Set(
      clients[2]!.executions.filter((message) => message.get(150) === '0' || message.get(150) === '8').map((message) => message.get(11)),
    )
    expect(placed.size).toBe(orders)
    await Promise.all(clients.map((client) => client.drop()))
  },
)

test(
  'one commit of thousands of executions reaches all that were away exactly once, over a restart in the midst of it',
  { timeout: 60_000 },
  async () => {
    const each = 1_500
    under = await GatewayUnderTest.start({ sessions, accounts: ['ACC1', 'ACC2'], rules: { maxOpenOrders: 0, selfMatch: 'off' } })
    const clients = [new TradingClient('DESK1'), new TradingClient('DESK2'), new TradingClient('DROP1')]
    const [first, second, drop] = clients as [TradingClient, TradingClient, TradingClient]
    await Promise.all([first.logOn(under.port), second.logOn(under.port)])
    // those of one desk, then those of the other: what each missed lies in a part of the commit
    for (const desk of [first, second]) {
      for (let index = 0; index < each; index++) desk.order(`11=c${index}|55=AAPL|54=1|60=20261120-15:04:05|40=2|44=1|38=1`)
      await desk.caughtUp()
      await until(() => desk.executions.length === each)
    }
    await Promise.all([first.drop(), second.drop()])
    await until(() => under.gateway.sessionCounts().logged_on === 0)
    await under.run({ type: 'SetKillSwitch', scope: 'all', id: 0, on: true, operator: 'operator' })
    expect(under.batches.some(({ events }) => events.length > 2 * each)).toBe(true)
    for (const client of clients) await client.logOn(under.port)
    await until(() => second.executions.length > each + each / 10 && drop.executions.length > each / 10)
    await Promise.all(clients.map((client) => client.drop()))
    const { directory } = under
    await under.kill()
    under = await GatewayUnderTest.start({ sessions, directory, rules: { maxOpenOrders: 0 } })
    for (const client of clients) await client.logOn(under.port)
    for (const client of [...clients, ...clients]) await client.caughtUp()
    const ofSession = (session: number): string[] => executionsInJournal((event) => 'order' in event && event.order?.session === session)
    const journaled = [ofSession(1), ofSession(2), executionsInJournal(() => true)]
    await until(() => clients.every(({ executions }, index) => executions.length >= journaled[index]!.length))
    expect(clients.map(({ executions }) => executions.map((message) => message.get(17)!))).toEqual(journaled)
    await Promise.all(clients.map((client) => client.drop()))
  },
)
