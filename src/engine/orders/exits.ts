import { Cover, isOpen, Leg, type Order, OrderClass, rootOf } from '../../domain/orders/order.ts'
import type { EngineState } from '../state.ts'

/** The open exits of a group: those of an entry, or (oco) the first order and its sibling. */
export function openExitsOf(state: EngineState, root: number): readonly Order[] {
  return [root, root + 1, root + 2].flatMap((number) => {
    const order = state.order(number)
    return order && isOpen(order.status) && order.leg !== Leg.Entry && (number === root || order.parent === root) ? [order] : []
  })
}

/** The other exit of a pair that works; undefined where there is none. */
export function workingSibling(state: EngineState, exit: Order): Order | undefined {
  if (exit.orderClass === OrderClass.Simple || exit.leg === Leg.Entry || exit.cover === Cover.Entry) return undefined
  return openExitsOf(state, rootOf(exit)).find(({ number }) => number !== exit.number)
}

/** The largest total that an order can be given: of two exits, which sell the same shares, neither sells more than the other has left. */
export function largestTotal(state: EngineState, order: Order): number {
  const sibling = workingSibling(state, order)
  return sibling === undefined ? Infinity : order.filledLots + sibling.leavesLots
}
