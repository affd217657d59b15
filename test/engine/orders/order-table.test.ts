import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CancelReason,
  Cover,
  isOpen,
  Leg,
  type Order,
  OrderClass,
  OrderStatus,
  OrderType,
  Pending,
  Scenario,
  Side,
  TimeInForce,
} from '../../../src/domain/orders/order.ts'
import { NONE } from '../../../src/engine/none.ts'
import { FurtherTerms } from '../../../src/engine/orders/further-terms.ts'
import { OrderTable } from '../../../src/engine/orders/order-table.ts'
import { sampleOrder } from '../../telemetry/sample-events.ts'

const SIMPLE = sampleOrder()

const large = fc.oneof(fc.nat(), fc.maxSafeNat())
const one = <T>(values: Readonly<Record<string, T>>): fc.Arbitrary<T> => fc.constantFrom(...Object.values(values))

// each member by itself, so that an order often has one thing alone that most have nothing of
const members = {
  account: fc.nat(3),
  session: fc.nat(300),
  instrument: fc.nat(3_000),
  side: one(Side),
  type: one(OrderType),
  timeInForce: one(TimeInForce),
  extendedHours: fc.boolean(),
  quantityLots: large,
  cashCents: large,
  limitTicks: large,
  stopTicks: large,
  collarTicks: large,
  triggered: fc.boolean(),
  notionalWhole: large,
  notionalFraction: fc.nat(999_999_999),
  postedCents: large,
  enteredDay: fc.nat(40_000),
  beforeDayLots: large,
  beforeDayWhole: large,
  beforeDayFraction: fc.nat(999_999_999),
  renewed: fc.boolean(),
  content: large,
  revision: fc.nat(1_000),
  cancelReason: one(CancelReason),
  pending: one(Pending),
  inFlight: fc.boolean(),
  held: fc.boolean(),
  cancelOnHalt: fc.boolean(),
  orderClass: one(OrderClass),
  leg: one(Leg),
  cover: one(Cover),
  parent: large,
  trailTicks: fc.nat(2 ** 31 - 1),
  trailBasisPoints: fc.nat(10_000),
  scenario: one(Scenario),
} satisfies Partial<Record<keyof Order, fc.Arbitrary<unknown>>>

const step = fc.record({
  what: fc.constantFrom('add', 'add', 'write', 'write', 'release'),
  which: fc.nat(),
  changes: fc.oneof(
    fc.constant({}),
    fc.constantFrom(...Object.keys(members)).chain((member) => fc.record({ [member]: members[member as keyof typeof members] })),
    fc.record(members, { requiredKeys: [] }),
  ),
  status: one(OrderStatus),
  filledLots: fc.nat(),
  held: fc.nat(),
  // how long before its last change an order has ended
  before: fc.constantFrom(0, 0, 5_000),
})

test('a row gives back every member of the order that was written to it last, whatever came and went beside it', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 300, maxLength: 600 }), (steps) => {
      const table = new OrderTable(2)
      const live = new Map<number, Order>()
      steps.forEach(({ what, which, changes, status, filledLots, held, before }, index) => {
        const slots = [...live.keys()]
        const slot = slots[which % slots.length]
        const number = index + 1
        const updatedAt = 10_000 + index
        const order: Order = {
          ...SIMPLE,
          ...(changes as Partial<Order>),
          number,
          clientOrderId: `C${number}`,
          firstClientOrderId: `C${number}`,
          status,
          filledLots,
          updatedAt,
          endedAt: isOpen(status) ? 0 : updatedAt - before,
        }
        const stored: Order = {
          ...order,
          leavesLots: isOpen(status) && order.quantityLots > 0 ? order.quantityLots - filledLots : 0,
          heldCents: order.side === Side.Buy ? held : 0,
          heldLots: order.side === Side.Sell ? held : 0,
        }
        if (what === 'add' || slot === undefined) {
          const added = table.add(stored)
          if (live.has(added)) throw new Error(`row ${added} was given to two orders`)
          live.set(added, stored)
        } else if (what === 'write') {
          const { account, clientOrderId, firstClientOrderId } = live.get(slot)!
          live.set(slot, { ...stored, account, clientOrderId, firstClientOrderId })
          table.write(slot, live.get(slot)!)
        } else {
          table.release(slot)
          live.delete(slot)
        }
      })
      expect([...live.keys()].map((slot) => table.read(slot))).toEqual([...live.values()])
      const found = [...live.values()].map(({ account, clientOrderId }) => table.ids.find(account, clientOrderId))
      expect(found).toEqual([...live.keys()])
    }),
    { numRuns: 40 },
  )
})

test('what few orders have is kept in one row as long as an order has any of it, and the row goes to the next', () => {
  const terms = new FurtherTerms()
  const stop: Order = { ...SIMPLE, type: OrderType.Stop, stopTicks: 140_0000 }
  expect(terms.keep(NONE, SIMPLE)).toBe(NONE)
  expect(terms.keep(NONE, stop)).toBe(0)
  expect(terms.keep(0, { ...stop, stopTicks: 141_0000 })).toBe(0)
  expect(terms.stopTicks(0)).toBe(141_0000)
  expect(terms.keep(NONE, stop)).toBe(1)
  expect(terms.keep(0, SIMPLE)).toBe(NONE)
  expect(terms.keep(NONE, { ...SIMPLE, cashCents: 100 })).toBe(0)
  expect([terms.cashCents(0), terms.stopTicks(0), terms.stopTicks(1)]).toEqual([100, 0, 140_0000])
  expect(terms.keep(NONE, stop)).toBe(2)
})

test('an order that goes lets go of all its rows', () => {
  const table = new OrderTable(2)
  const places = Array.from({ length: 200 }, (_, index) => {
    const slot = table.add({ ...SIMPLE, number: index + 1, type: OrderType.Stop, stopTicks: 140_0000 })
    table.release(slot)
    return slot
  })
  expect(new Set(places)).toEqual(new Set([0]))
  expect([table['used'], table['further']['used'], table.ids['used']]).toEqual([1, 1, 1])
})
