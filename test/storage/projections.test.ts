import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AccountStatus, ActivityType, KycStatus } from '../../src/domain/accounts/account.ts'
import { LOTS_PER_SHARE } from '../../src/domain/amounts/amounts.ts'
import { type Order, OrderStatus, OrderType, Side } from '../../src/domain/orders/order.ts'
import type { Transfer } from '../../src/domain/accounts/transfer.ts'
import type { OrderListQuery } from '../../src/storage/projections/queries/order-queries.ts'
import { ACTIVITY_TYPES, type ActivityEvent } from '../../src/storage/projections/tables/activity-kinds.ts'
import { EVENT_CODES } from '../../src/storage/encoding/event-codes.ts'
import { isExecution } from '../../src/domain/event.ts'
import { Desk, isAboutOrder, openAccounts, order, randomFrom, StorageVenue } from './projector-venue.ts'

const ACCOUNTS = 4
const ALL: OrderListQuery = { account: 0, statuses: [], sort: 'created_at', descending: true }

let venue: StorageVenue

beforeEach(() => {
  venue = new StorageVenue()
  openAccounts(venue, ACCOUNTS)
})

afterEach(() => venue.close())

function traded(times = 700): StorageVenue {
  new Desk(venue, ACCOUNTS, 7).trade(times)
  venue.projectAll(500)
  return venue
}

/** Every order as the last event about it left it. */
const lastOrders = (): Order[] => [...new Map(venue.events.filter(isAboutOrder).map((event) => [event.order.number, event.order])).values()]

describe('the list of orders', () => {
  test('holds what matches, in the order asked for', () => {
    traded()
    const random = randomFrom(11)
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
    const times = lastOrders().map(({ createdAt }) => createdAt)
    const statuses = [[], [OrderStatus.New, OrderStatus.PartiallyFilled], [OrderStatus.Filled], [OrderStatus.Rejected, OrderStatus.New]]
    for (let round = 0; round < 60; round++) {
      const query: OrderListQuery = {
        account: pick([0, 1, 2, 3]),
        statuses: pick(statuses),
        instrument: pick([undefined, 0, 1, -1]),
        side: pick([undefined, Side.Buy, Side.Sell]),
        createdFrom: pick([undefined, pick(times)]),
        createdTo: pick([undefined, pick(times)]),
        updatedFrom: pick([undefined, pick(times)]),
        sort: pick(['created_at', 'updated_at']),
        descending: pick([true, false]),
      }
      const expected = lastOrders()
        .filter((one) => query.account === one.account && (query.statuses.length === 0 || query.statuses.includes(one.status)))
        .filter((one) => (query.instrument ?? one.instrument) === one.instrument && (query.side ?? one.side) === one.side)
        .filter((one) => one.createdAt >= (query.createdFrom ?? 0) && one.createdAt <= (query.createdTo ?? Infinity))
        .filter((one) => one.updatedAt >= (query.updatedFrom ?? 0))
        .sort((a, b) => (query.descending ? -1 : 1) * (keyOf(query, a) - keyOf(query, b) || a.number - b.number))
      expect(paged(query, pick([1, 7, 1_000]))).toEqual(expected)
    }
  })

  test('neither skips nor repeats an order when others come in between two pages', () => {
    traded(400)
    for (const query of [ALL, { ...ALL, descending: false }, { ...ALL, sort: 'updated_at', descending: false }] as const) {
      const before = new Map(lastOrders().map((one) => [one.number, one]))
      const desk = new Desk(venue, ACCOUNTS, 8)
      const seen = paged(query, 5, () => {
        desk.trade(20)
        venue.projectAll()
      })
      const numbers = seen.map(({ number }) => number)
      if (query.sort === 'created_at') expect(numbers).toEqual([...new Set(numbers)])
      const places = seen.map((one) => [keyOf(query, one), one.number] as const)
      expect(places).toEqual(places.toSorted((a, b) => (query.descending ? -1 : 1) * (a[0] - b[0] || a[1] - b[1])))
      for (const one of lastOrders()) {
        const untouched = before.get(one.number)?.revision === one.revision && before.get(one.number)?.updatedAt === one.updatedAt
        if (one.account === 0 && untouched) expect(numbers).toContain(one.number)
      }
    }
  })

  test('finds an order by any id of its chain', () => {
    venue.execute(order(0, 'first'))
    const { number } = lastOrders()[0]!
    const requester = { kind: 'session', session: 1, accountScope: true } as const
    const reference = { account: 0, clientOrderId: 'first' }
    venue.execute({
      type: 'ReplaceOrder',
      requester,
      order: reference,
      clientOrderId: 'second',
      originalClientOrderId: 'first',
      quantityLots: 9 * LOTS_PER_SHARE,
    })
    venue.commit()
    venue.projectAll()
    const { orders } = venue.readModel
    expect(orders.orders({ ...ALL, clientOrderId: 'first' }, undefined, 10).map((one) => one.order.number)).toEqual([number])
    expect(orders.orders({ ...ALL, clientOrderId: 'second' }, undefined, 10).map((one) => one.order.number)).toEqual([number])
    expect(orders.orders({ ...ALL, clientOrderId: 'third' }, undefined, 10)).toEqual([])
    expect(orders.orders({ ...ALL, account: 1, clientOrderId: 'first' }, undefined, 10)).toEqual([])
    expect(orders.orders({ ...ALL, clientOrderId: 'first', side: Side.Sell }, undefined, 10)).toEqual([])
    expect(orders.orderByClientId(0, 'second')?.order.number).toBe(number)
  })

  test('says of a rejected order why, and what it was asked for', () => {
    venue.execute(order(0, 'bad', { symbol: 'NONE', orderType: OrderType.Limit }))
    venue.commit()
    venue.projectAll()
    const [record] = venue.readModel.orders.orders(ALL, undefined, 10)
    expect(record!.order.status).toBe(OrderStatus.Rejected)
    expect(record!.rejection).toMatchObject({ code: 'INVALID_SYMBOL', symbol: 'NONE' })
  })
})

describe('the executions of an order', () => {
  test('are its fills and what became of them, page by page', () => {
    traded()
    const { orders } = venue.readModel
    for (const { number } of lastOrders()) {
      const expected = venue.events.flatMap((event, index) =>
        isExecution(event) && event.order.number === number ? [{ event, position: venue.positions[index] }] : [],
      )
      const found = []
      for (let after = 0; ; after = found.at(-1)!.position) {
        const page = orders.executions(number, after, 2)
        found.push(...page)
        if (page.length < 2) break
      }
      expect(found).toEqual(expected)
    }
  })

  test('give the last quantity and price that stand to the order', () => {
    traded()
    expect(venue.events.some((event) => event.type === 'ExecutionBusted')).toBe(true)
    expect(venue.events.some((event) => event.type === 'ExecutionCorrected')).toBe(true)
    for (const { number } of lastOrders()) {
      const { lastLots, lastTicks } = venue.readModel.orders.order(number)!
      expect({ lastLots, lastTicks }).toEqual(fillsThatStand(number).at(-1) ?? { lastLots: 0, lastTicks: 0 })
    }
  })

  /** Oldest first, each as it was corrected last. */
  function fillsThatStand(number: number): readonly { readonly lastLots: number; readonly lastTicks: number }[] {
    const fills = new Map<number, { readonly lastLots: number; readonly lastTicks: number }>()
    const fillOf = new Map<number, number>()
    for (const event of venue.events) {
      if (!isExecution(event) || event.order.number !== number) continue
      const fill = event.type === 'OrderFilled' ? event.execution : fillOf.get(event.executionRef)!
      fillOf.set(event.execution, fill)
      if (event.type === 'ExecutionBusted') fills.delete(fill)
      else fills.set(fill, { lastLots: event.lastLots, lastTicks: event.lastTicks })
    }
    return [...fills.values()]
  }
})

describe('the ledger of an account', () => {
  test('is shown newest first, by type and time, page by page', () => {
    traded()
    const { activities } = venue.readModel
    const all = venue.events.flatMap((event, index) => {
      const account = 'order' in event ? event.order?.account : 'account' in event ? event.account : undefined
      return EVENT_CODES[event.type] in ACTIVITY_TYPES && account === 1
        ? [{ event: event as ActivityEvent, position: venue.positions[index]! }]
        : []
    })
    const middle = all[Math.floor(all.length / 2)]!.event.at
    for (const type of [undefined, ...Object.values(ActivityType)]) {
      for (const bounds of [{}, { createdFrom: middle }, { createdTo: middle }, { createdFrom: middle - 500, createdTo: middle + 500 }]) {
        const { createdFrom = 0, createdTo = Infinity } = bounds as { createdFrom?: number; createdTo?: number }
        const expected = all
          .filter(({ event }) => type === undefined || ACTIVITY_TYPES[EVENT_CODES[event.type]] === type)
          .filter(({ event }) => event.at >= createdFrom && event.at <= createdTo)
          .toReversed()
        const found = []
        for (let before = Number.MAX_SAFE_INTEGER; ; before = found.at(-1)!.position) {
          const page = activities.activities({ account: 1, type, ...bounds }, before, 13)
          found.push(...page)
          if (page.length < 13) break
        }
        expect(found).toEqual(expected)
      }
    }
  })
})

describe('the list of accounts', () => {
  const query = { partner: 0, tokens: [], descending: false }

  test('holds the partner’s own, page by page in the order of their opening', () => {
    venue.projectAll()
    const { accounts } = venue.readModel
    const createdAt = (account: number): number => venue.engine.state.account(account).createdAt
    expect(accounts.accounts(query, undefined, 10)).toEqual([0, 2])
    expect(accounts.accounts({ ...query, descending: true }, undefined, 10)).toEqual([2, 0])
    expect(accounts.accounts(query, { key: createdAt(0), id: 0 }, 10)).toEqual([2])
    expect(accounts.accounts({ ...query, createdFrom: createdAt(0) + 1 }, undefined, 10)).toEqual([2])
    expect(accounts.accounts({ ...query, createdTo: createdAt(0) }, undefined, 10)).toEqual([0])
    expect(accounts.accounts(query, undefined, 1)).toEqual([0])
  })

  test.each([
    [['doe2'], [2]],
    [['jane'], [0, 2]],
    [['jane', 'doe0'], [0]],
    [['5125550100'], [0, 2]],
    [['@example', 'doe2'], [2]],
    [['410000001'], [0]],
    [['janedoe'], []],
    [['%'], []],
  ])('finds by each of the tokens %j', (tokens, expected) => {
    venue.projectAll()
    expect(venue.readModel.accounts.accounts({ ...query, tokens }, undefined, 10)).toEqual(expected)
  })

  test('knows the status, and the steps that led to it', () => {
    const account = venue.engine.state.accounts.length
    const person = { contact: { email_address: 'new@example.com' }, identity: { given_name: 'New', family_name: 'Comer' } }
    venue.execute({
      type: 'OpenAccount',
      partner: 0,
      userId: '',
      status: AccountStatus.ApprovalPending,
      kycStatus: KycStatus.ManualReview,
      kycResults: null,
      tradingConfigurations: { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null },
      profile: JSON.stringify(person),
    })
    venue.execute({ type: 'ReviewAccount', account, decision: 'approve', reject: [] })
    venue.execute({ type: 'CloseAccount', account })
    venue.commit()
    venue.projectAll()
    const { accounts } = venue.readModel
    expect(accounts.accounts({ ...query, status: AccountStatus.Closed }, undefined, 10)).toEqual([account])
    expect(accounts.accounts({ ...query, status: AccountStatus.Active }, undefined, 10)).toEqual([0, 2])
    expect(accounts.steps(account).map(({ event }) => event)).toMatchObject([
      { type: 'AccountOpened', status: 'APPROVAL_PENDING' },
      { type: 'AccountReviewed', statusFrom: 'APPROVAL_PENDING', status: 'ACTIVE' },
      { type: 'AccountClosed', statusFrom: 'ACTIVE' },
    ])
    expect(JSON.parse(accounts.profile(account)!)).toEqual(person)
    expect(accounts.profile(99)).toBeUndefined()
  })

  test('shows a profile as it was changed, and finds it by what it says now', () => {
    const changes = JSON.stringify({
      contact: { email_address: 'renamed@example.com' },
      identity: { family_name: 'Roe' },
      employment: { employer_name: 'ACME' },
    })
    venue.execute({ type: 'UpdateAccount', account: 0, tradingConfigurations: {}, changes, changesContact: true, changesIdentity: false })
    venue.commit()
    venue.projectAll()
    const { accounts } = venue.readModel
    const found = (token: string) => accounts.accounts({ ...query, tokens: [token] }, undefined, 10)
    expect([found('doe0'), found('jane roe'), found('roe'), found('renamed'), found('410000001')]).toEqual([[], [0], [0], [0], [0]])
    expect(JSON.parse(accounts.profile(0)!)).toMatchObject({
      contact: { email_address: 'renamed@example.com', phone_number: expect.any(String) },
      identity: { given_name: 'Jane', family_name: 'Roe' },
      employment: { employer_name: 'ACME' },
    })
  })
})

describe('funding', () => {
  test('shows relationships with their status', () => {
    venue.execute({ type: 'ReviewBank', account: 0, ach: 1, decision: 'approve' })
    venue.execute({ type: 'UnlinkBank', account: 0, ach: 1 })
    venue.commit()
    venue.projectAll()
    const { funding } = venue.readModel
    const cancelled = { status: 'CANCELLED', updatedAt: venue.at, cancelledAt: venue.at, linked: { ownerName: 'Jane Doe' } }
    expect(funding.achRelationship(0, 1)).toMatchObject(cancelled)
    expect(funding.achRelationships(0, 'APPROVED', 1e9, 10)).toEqual([])
    expect(funding.achRelationships(0, 'CANCELLED', 1e9, 10)).toHaveLength(1)
    expect(funding.achRelationships(0, undefined, 1, 10)).toEqual([])
    expect(funding.accountsOfAch(1)).toContain(0)
    expect(funding.accountsOfAch(99)).toEqual([])
  })

  test('shows transfers as they stand, by number, type, status and time', () => {
    const made = [1, 2, 3].map((index) => {
      venue.at += 1_000
      const deposit = { type: 'Deposit', account: 0, ach: 1, description: null, idempotencyKey: null } as const
      const event = venue.execute({ ...deposit, amountCents: 10_000 + index }).events.at(-1)!
      if (event.type !== 'DepositSettled') throw new Error(`expected DepositSettled, found ${event.type}`)
      return event.transfer
    })
    const [first, second, third] = made as [Transfer, Transfer, Transfer]
    venue.execute({ type: 'MoveTransfer', account: 0, transfer: second.number, action: { do: 'return', code: 'R02' } })
    venue.commit()
    venue.projectAll()
    const { funding } = venue.readModel
    const returned = { ...second, status: 'RETURNED', returnCode: 'R02', updatedAt: venue.at }
    expect(funding.transfer(0, first.number)).toEqual(first)
    expect(funding.transfer(0, second.number)).toEqual(returned)
    expect(funding.transfer(1, first.number)).toBeUndefined()
    expect(funding.transfers({ account: 0 }, undefined, 10)).toEqual([third, returned, first])
    expect(funding.transfers({ account: 0 }, { key: second.createdAt, id: second.number }, 10)).toEqual([first])
    expect(funding.transfers({ account: 0, createdFrom: second.createdAt, createdTo: second.createdAt }, undefined, 10)).toEqual([returned])
    expect(funding.transfers({ account: 0, status: 'SETTLED', type: 'DEPOSIT' }, undefined, 10)).toEqual([third, first])
    expect(funding.transfers({ account: 0, type: 'WITHDRAWAL' }, undefined, 10)).toEqual([])
    expect(funding.accountsOfTransfer(second.number)).toContain(0)
  })
})

describe('the blotter', () => {
  test('searches the orders of all accounts of a partner, newest first, with the total', () => {
    traded()
    const { blotter } = venue.readModel
    const own = lastOrders()
      .filter(({ account }) => account % 2 === 0)
      .sort((a, b) => b.number - a.number)
    const some = own[Math.floor(own.length / 2)]!
    const cases: readonly [Partial<Parameters<typeof blotter.search>[0]>, (one: Order) => boolean][] = [
      [{}, () => true],
      [{ account: 2 }, (one) => one.account === 2],
      [{ account: 1 }, () => false],
      [{ orderNumber: some.number }, (one) => one === some],
      [{ clientOrderId: some.firstClientOrderId }, (one) => one.firstClientOrderId === some.firstClientOrderId],
      [{ clientOrderId: some.firstClientOrderId, account: some.account }, (one) => one === some],
      [{ instrument: 1, side: Side.Sell }, (one) => one.instrument === 1 && one.side === Side.Sell],
      [{ statuses: [OrderStatus.New] }, (one) => one.status === OrderStatus.New],
      [{ statuses: [OrderStatus.New, OrderStatus.Filled] }, (one) => one.status === OrderStatus.New || one.status === OrderStatus.Filled],
      [
        { createdFrom: some.createdAt, createdTo: some.createdAt + 900 },
        (one) => one.createdAt >= some.createdAt && one.createdAt <= some.createdAt + 900,
      ],
      [{ updatedFrom: some.updatedAt }, (one) => one.updatedAt >= some.updatedAt],
    ]
    for (const [search, matches] of cases) {
      const expected = own.filter(matches)
      const find = (pageNumber: number) => blotter.search({ partner: 0, statuses: [], pageNumber, pageSize: 10, ...search })
      expect(find(1).total).toBe(expected.length)
      for (let page = 1; page <= 4; page++)
        expect(find(page).orders.map((one) => one.order)).toEqual(expected.slice(10 * (page - 1), 10 * page))
    }
    expect(blotter.search({ partner: 9, statuses: [], pageNumber: 1, pageSize: 10 })).toEqual({ total: 0, orders: [] })
  })
})

const keyOf = ({ sort }: OrderListQuery, one: Order): number => (sort === 'created_at' ? one.createdAt : one.updatedAt)

/** All pages of a list; `between` happens after each. */
function paged(query: OrderListQuery, size: number, between: () => void = () => undefined): Order[] {
  const found: Order[] = []
  for (;;) {
    const last = found.at(-1)
    const page = venue.readModel.orders.orders(query, last && { key: keyOf(query, last), id: last.number }, size)
    found.push(...page.map((record) => record.order))
    if (page.length < size || found.length > 5_000) return found
    between()
  }
}
