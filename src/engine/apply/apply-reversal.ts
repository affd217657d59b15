import { type ExecutionBusted, type ExecutionCorrected, HOUSE } from '../../domain/events/order-event.ts'
import { type Order, Side } from '../../domain/orders/order.ts'
import { postBuy, postCorrectedSell, reverseBuy, reverseSell } from '../accounts/ledger.ts'
import { NONE } from '../none.ts'
import { changeQuantity, isEmpty, moveHouse, positionOf, setBasis } from '../accounts/positions.ts'
import type { EngineState } from '../state.ts'
import { insertOrder, openRow, updateOrder } from './apply-order.ts'

/** An execution is taken back, and posted anew where it is corrected. */
export function applyReversal(state: EngineState, event: ExecutionBusted | ExecutionCorrected, position: number): void {
  const { order } = event
  const account = state.account(order.account)
  const market = state.market(account.market)
  const byHouse = event.counterparty === HOUSE
  const buy = event.side === Side.Buy
  const newLots = event.type === 'ExecutionCorrected' ? event.lastLots : 0
  const newCents = event.type === 'ExecutionCorrected' ? event.cents : 0
  // its day may have come, but not its hour
  const passed = event.settlementDay <= market.tradeDay && account.unsettledOn(event.settlementDay) === 0
  market.executionCount = event.execution
  if (buy) {
    reverseBuy(market.ledger, account, event.reversedCents, byHouse)
    postBuy(market.ledger, account, newCents, byHouse)
  } else {
    reverseSell(market.ledger, account, event.reversedCents, event.settlementDay, byHouse)
    postCorrectedSell(market.ledger, account, newCents, { day: event.settlementDay, passed }, byHouse)
    market.settlementsDue.note(account, event.settlementDay)
  }
  const held = positionOf(account, order.instrument)
  const change = newLots - event.reversedLots
  changeQuantity(held, buy ? change : -change)
  setBasis(held, { whole: event.basisWhole, fraction: event.basisFraction })
  held.updatedAt = event.at
  if (byHouse) moveHouse(market, order.instrument, buy ? -change : change)
  const slot = state.directory.get(order.number)
  if (event.reopened) reopen(state, order, slot, position)
  else if (slot !== NONE) updateOrder(state, order, position, true)
  if (isEmpty(held)) account.positions.delete(order.instrument)
}

// Of its chain it is found by the first and the present id alone, as if it had left the engine and come back: which ended orders were
// still at hand must not show in the state. Storage knows the other ids.
function reopen(state: EngineState, order: Order, slot: number, position: number): void {
  if (slot === NONE) insertOrder(state, order, position)
  else {
    state.ended.remove(slot)
    state.orders.forgetFurtherIds(slot)
    state.orders.write(slot, order)
    state.orders.setClientOrderId(slot, order.clientOrderId)
    openRow(state, slot, order, position)
  }
}
