import type { CancelRejected } from '../../domain/events/session-event.ts'
import { counterOf, isOpen, isTrailing, type Order, Pending, Scenario } from '../../domain/orders/order.ts'
import { CancelRejectReason } from '../../domain/orders/cancel-reject-reason.ts'
import type { Account } from '../accounts/account-state.ts'
import { NONE } from '../none.ts'
import { changeHeld, positionOf } from '../accounts/positions.ts'
import type { Market } from '../market.ts'
import type { EngineState } from '../state.ts'
import { noteWalking } from './apply-quote.ts'
import { dropRequests, removeRequest } from './apply-request.ts'

export function countExecution(state: EngineState, order: Order, execution: number): void {
  marketOfAccount(state, order.account).executionCount = execution
}

/** A new row, found by its number and its id, but in no queue. */
export function storeOrder(state: EngineState, order: Order): number {
  const slot = state.orders.add(order)
  state.directory.set(order.number, slot)
  const market = marketOfAccount(state, order.account)
  market.orderCount = Math.max(market.orderCount, counterOf(order.number))
  return slot
}

/** An accepted order is in the book from here on; matching then resolves what crosses. `place`: its time priority. */
export function insertOrder(state: EngineState, order: Order, place: number): number {
  const slot = storeOrder(state, order)
  openRow(state, slot, order, place)
  return slot
}

/** Puts an open row into its book and its account's list, and takes its holds. */
export function openRow(state: EngineState, slot: number, order: Order, place: number): void {
  const { orders } = state
  orders.setPlaced(slot, place)
  const account = state.account(order.account)
  const first = account.firstOrder
  orders.setAccountNext(slot, first)
  orders.setAccountPrevious(slot, NONE)
  if (first !== NONE) orders.setAccountPrevious(first, slot)
  account.firstOrder = slot
  account.openOrderCount++
  state.openOrderCount++
  account.heldCents += order.heldCents
  if (order.heldLots > 0) changeHeld(positionOf(account, order.instrument), order.heldLots)
  const book = state.book(account.market, order.instrument)
  book.link(slot)
  book.openOrders++
  if (book.openOrders === 1) noteWalking(state, book)
  if (isTrailing(order)) book.trailing++
  if (order.scenario === Scenario.SlowFill) state.market(account.market).slowFills.add(order.number)
}

/** Writes an order's next state over its row: holds follow, its place in the queue is kept only when `keepsPlace` or nothing moved. */
export function updateOrder(state: EngineState, order: Order, position: number, keepsPlace: boolean): void {
  const slot = state.directory.get(order.number)
  if (slot === NONE) throw new Error(`engine: order ${order.number} is not live`)
  const { orders } = state
  const account = state.account(order.account)
  const wasOpen = isOpen(orders.status(slot))
  const open = isOpen(order.status)
  account.heldCents += order.heldCents - orders.heldCents(slot)
  const lots = order.heldLots - orders.heldLots(slot)
  if (lots !== 0) changeHeld(positionOf(account, order.instrument), lots)
  if (wasOpen && open && keepsPlace) {
    orders.write(slot, order)
    return
  }
  const book = state.book(account.market, order.instrument)
  if (wasOpen) book.unlink(slot)
  orders.write(slot, order)
  if (!wasOpen) return
  if (open) {
    orders.setPlaced(slot, position)
    book.link(slot)
  } else closeRow(state, slot, account, position)
}

/** A request that waited is done with: the order is as it was before, or as what still waits has it. */
export function applyRefusedRequest(state: EngineState, order: Order, { clientOrderId, reason }: CancelRejected, position: number): void {
  // a request that repeats the id of one that waits is another one; and an id that is used names what it named first
  if (reason === CancelRejectReason.DuplicateClientOrderId) return
  const isDone = removeRequest(state, order, (request) => request.clientOrderId === clientOrderId)
  if (isDone) updateOrder(state, order, position, true)
  rememberId(state, order, clientOrderId)
}

export function rememberId(state: EngineState, order: Order, id: string): void {
  if (id === '' || id === order.firstClientOrderId) return
  const slot = state.directory.get(order.number)
  if (slot !== NONE) state.orders.addId(slot, id)
}

function closeRow(state: EngineState, slot: number, account: Account, position: number): void {
  const { orders } = state
  const next = orders.accountNext(slot)
  const previous = orders.accountPrevious(slot)
  if (previous === NONE) account.firstOrder = next
  else orders.setAccountNext(previous, next)
  if (next !== NONE) orders.setAccountPrevious(next, previous)
  account.openOrderCount--
  const book = state.book(account.market, orders.instrument(slot))
  book.openOrders--
  if (book.openOrders === 0) noteWalking(state, book)
  if (orders.isTrailing(slot)) book.trailing--
  if (orders.scenario(slot) !== Scenario.None) state.market(account.market).slowFills.delete(orders.number(slot))
  state.openOrderCount--
  if (state.requestCount > 0) {
    dropRequests(state, orders.number(slot))
    orders.setPending(slot, Pending.None)
  }
  state.noteEnded(slot, position)
}

function marketOfAccount(state: EngineState, account: number): Market {
  return state.market(state.account(account).market)
}
