import { Cover, isOpen, Leg, type Order, rootOf } from '../../../domain/orders/order.ts'
import type { Run } from '../../run.ts'

/** The open exits of a group: those of an entry, or (oco) the first order and its sibling. */
export function openExitsOf(run: Run, root: number): readonly Order[] {
  return [root, root + 1, root + 2].flatMap((number) => {
    const order = run.state.order(number)
    return order && isOpen(order.status) && order.leg !== Leg.Entry && (number === root || order.parent === root) ? [order] : []
  })
}

/** The other exit of a pair that works; undefined where there is none. */
export function workingSibling(run: Run, exit: Order): Order | undefined {
  if (exit.leg === Leg.Entry || exit.cover === Cover.Entry) return undefined
  return openExitsOf(run, rootOf(exit)).find(({ number }) => number !== exit.number)
}
