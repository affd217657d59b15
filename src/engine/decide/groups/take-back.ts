import { Cover, isOpen, Leg, type Order, OrderClass } from '../../../domain/orders/order.ts'
import { openExitsOf, workingSibling } from '../../orders/exits.ts'
import { type NextOrder, workingStatus } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { BOUGHT, cancelExit, LEFT, resize, restate } from './change-exit.ts'

/** What is taken back of what one exit has filled is there for the other again. Before `followGroups`, which would take it from the one as well. */
export function giveBackToOther(run: Run, number: number): void {
  const exit = run.state.order(number)!
  const other = workingSibling(run.state, exit)
  if (other && other.leavesLots < exit.leavesLots) resize(run, other, exit.leavesLots, LEFT)
}

/**
 * What a bust or a correction has taken back of what an entry had bought is not there to be sold. Where the entry works again its exits wait for it
 * again; where it does not, or they have begun to sell, they have no more than what is left.
 */
export function takeBackFromExits(run: Run, entry: Order): void {
  if (entry.orderClass === OrderClass.Simple || entry.leg !== Leg.Entry) return
  const exits = openExitsOf(run.state, entry.number)
  if (exits.some(({ cover }) => cover === Cover.Entry)) return
  const left = Math.max(
    0,
    exits.reduce((rest, { filledLots }) => rest - filledLots, entry.filledLots),
  )
  const waitAgain = isOpen(entry.status) && exits.every(({ filledLots, triggered }) => filledLots === 0 && !triggered)
  for (const exit of exits) {
    if (waitAgain) waitForEntry(run, exit)
    else if (left === 0) cancelExit(run, exit)
    else if (left < exit.leavesLots) resize(run, exit, left, BOUGHT)
  }
}

function waitForEntry(run: Run, exit: Order): void {
  const next: NextOrder = { ...exit, cover: Cover.Entry, held: true, heldLots: 0, updatedAt: run.at }
  next.status = workingStatus(next)
  restate(run, next, 'its entry works again', false)
}
