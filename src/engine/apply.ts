import { AccountStatus } from '../domain/account.ts'
import { type Event, type ExecutionBusted, type ExecutionCorrected, HOUSE, type OrderFilled } from '../domain/event.ts'
import { IdentifierMint, seedFrom } from '../domain/identifier.ts'
import { counterOf, isOpen, type Order, type OrderStatus, Side } from '../domain/order.ts'
import { Account } from './account-state.ts'
import { transferContent } from './transfer-content.ts'
import { applyQuote } from './apply-quote.ts'
import { openLedger, postBuy, postCorrectedSell, postDeposit, postSell, reverseBuy, reverseSell, settle } from './ledger.ts'
import { NONE } from './order-table.ts'
import { addBuy, addSell, changeHeld, changeQuantity, isEmpty, positionOf, setBasis } from './positions.ts'
import type { EngineState, Market } from './state.ts'

/** The only code that changes the state: live run and replay share it. `position` is the event's place in the journal. */
export function apply(state: EngineState, event: Event, position: number): void {
  switch (event.type) {
    case 'OrderAccepted':
      countExecution(state, event.order, event.execution)
      insertOrder(state, event.order)
      return
    case 'OrderRejected': {
      countExecution(state, event.order, event.execution)
      const slot = storeOrder(state, event.order)
      state.noteEnded(slot, position)
      return
    }
    case 'OrderFilled':
      applyFill(state, event, position)
      return
    case 'OrderCancelled':
      countExecution(state, event.order, event.execution)
      updateOrder(state, event.order, position, true)
      rememberId(state, event.order, event.requestId)
      return
    case 'OrderExpired':
    case 'OrderTriggered':
      countExecution(state, event.order, event.execution)
      updateOrder(state, event.order, position, false)
      return
    case 'OrderReplaced':
      countExecution(state, event.order, event.execution)
      updateOrder(state, event.order, position, event.keepsPlace)
      rememberId(state, event.order, event.order.clientOrderId)
      return
    case 'OrderRestated':
      countExecution(state, event.order, event.execution)
      updateOrder(state, event.order, position, event.keepsPlace)
      return
    case 'ExecutionBusted':
    case 'ExecutionCorrected':
      applyReversal(state, event, position)
      return
    case 'OrderRefused':
      state.market(event.market).executionCount = Math.max(state.market(event.market).executionCount, event.execution)
      return
    case 'MassCancelReported':
      state.market(event.market).executionCount = Math.max(state.market(event.market).executionCount, event.execution)
      return
    case 'CancelRejected':
      if (event.order) rememberId(state, event.order, event.clientOrderId)
      return
    case 'OrderStatusReported':
    case 'UnknownOrderReported':
    case 'MessageRefused':
    case 'NewsAnnounced':
      return
    case 'PartnerCreated': {
      if (!state.markets[event.market]) state.markets[event.market] = openMarket(event.market, event.seed, event.tradeDay)
      state.addPartner({ index: event.partner, id: event.id, name: event.name, environment: event.environment, market: event.market })
      return
    }
    case 'InstrumentListed':
      state.addInstrument(event.index, event.instrument)
      return
    case 'QuoteMoved':
      applyQuote(state, event)
      return
    case 'TradingDayEnded':
      endTradingDay(state, event.market, event.nextDay)
      return
    case 'KillSwitchSet':
      setKillSwitch(state, event)
      return
    case 'AccountOpened': {
      const account = new Account(event)
      state.addAccount(account)
      state.market(event.market).accountCount++
      noteReview(state, account)
      return
    }
    case 'AccountReviewed': {
      const account = state.account(event.account)
      account.status = event.status
      account.kycStatus = event.kycStatus
      account.kycResults = event.kycResults
      account.reviewDueAt = event.reviewDueAt
      account.updatedAt = event.at
      if (event.status === AccountStatus.Closed) account.closedAt = event.at
      noteReview(state, account)
      return
    }
    case 'HoldingsGranted': {
      const account = state.account(event.account)
      postDeposit(state.market(account.market).ledger, account, event.cashCents)
      for (const granted of event.positions) {
        const held = positionOf(account, granted.instrument)
        held.shares += granted.shares
        held.basisWhole += granted.shares * granted.priceTicks
        held.updatedAt = event.at
      }
      return
    }
    case 'CashSettled':
      settle(state.account(event.account), event.day, event.cents)
      return
    case 'BankLinked': {
      const account = state.account(event.account)
      account.banks.set(event.ach, { ach: event.ach, status: event.status, accountLast4: event.accountLast4 })
      state.market(account.market).achCount = event.ach
      return
    }
    case 'BankUnlinked': {
      const { banks } = state.account(event.account)
      const bank = banks.get(event.ach)
      if (bank) banks.set(event.ach, { ...bank, status: 'CANCELLED' })
      return
    }
    case 'DepositSettled': {
      const account = state.account(event.account)
      const market = state.market(account.market)
      postDeposit(market.ledger, account, event.amountCents)
      market.transferCount = event.transfer
      if (event.idempotencyKey !== null)
        account.transferKeys.set(event.idempotencyKey, { transfer: event.transfer, content: transferContent(event) })
      return
    }
    default:
      event satisfies never
  }
}

function openMarket(index: number, seed: string, tradeDay: number): Market {
  return {
    index,
    seed,
    mint: new IdentifierMint(seedFrom(seed)),
    tradeDay,
    books: [],
    ledger: openLedger(),
    house: new Map(),
    orderCount: 0,
    executionCount: 0,
    tradeCount: 0,
    accountCount: 0,
    achCount: 0,
    transferCount: 0,
  }
}

function marketOfAccount(state: EngineState, account: number): Market {
  return state.market(state.account(account).market)
}

function countExecution(state: EngineState, order: Order, execution: number): void {
  marketOfAccount(state, order.account).executionCount = execution
}

/** A new row, found by its number and its id, but in no queue. */
function storeOrder(state: EngineState, order: Order): number {
  const slot = state.orders.allocate()
  state.orders.write(slot, order)
  state.orders.endedPosition[slot] = 0
  state.directory.set(order.number, slot)
  state.clientOrderIds.add(order.account, order.firstClientOrderId, slot)
  const market = marketOfAccount(state, order.account)
  market.orderCount = Math.max(market.orderCount, counterOf(order.number))
  return slot
}

/** An accepted order is in the book from here on; matching then resolves what crosses. */
export function insertOrder(state: EngineState, order: Order): number {
  const slot = storeOrder(state, order)
  openRow(state, slot, order)
  return slot
}

/** Puts an open row into its book and its account's list, and takes its holds. */
function openRow(state: EngineState, slot: number, order: Order): void {
  const { orders } = state
  const account = state.account(order.account)
  const first = account.firstOrder
  orders.accountNext[slot] = first
  orders.accountPrevious[slot] = NONE
  if (first !== NONE) orders.accountPrevious[first] = slot
  account.firstOrder = slot
  account.openOrderCount++
  state.openOrderCount++
  account.heldCents += order.heldCents
  if (order.heldLots > 0) changeHeld(positionOf(account, order.instrument), order.heldLots)
  state.book(account.market, order.instrument).link(slot)
}

function closeRow(state: EngineState, slot: number, account: Account, position: number): void {
  const { orders } = state
  const next = orders.accountNext[slot]!
  const previous = orders.accountPrevious[slot]!
  if (previous === NONE) account.firstOrder = next
  else orders.accountNext[previous] = next
  if (next !== NONE) orders.accountPrevious[next] = previous
  account.openOrderCount--
  state.openOrderCount--
  state.noteEnded(slot, position)
}

/** Writes an order's next state over its row: holds follow, its place in the queue is kept only when `keepsPlace` or nothing moved. */
function updateOrder(state: EngineState, order: Order, position: number, keepsPlace: boolean): void {
  const slot = state.directory.get(order.number)
  if (slot === NONE) throw new Error(`engine: order ${order.number} is not live`)
  const { orders } = state
  const account = state.account(order.account)
  const wasOpen = isOpen(orders.status[slot] as OrderStatus)
  const open = isOpen(order.status)
  account.heldCents += order.heldCents - orders.heldCents[slot]!
  const lots = order.heldLots - orders.heldLots[slot]!
  if (lots !== 0) changeHeld(positionOf(account, order.instrument), lots)
  if (wasOpen && open && keepsPlace) {
    orders.write(slot, order)
    return
  }
  const book = state.book(account.market, order.instrument)
  if (wasOpen) book.unlink(slot)
  orders.write(slot, order)
  if (wasOpen && open) book.link(slot)
  else if (wasOpen) closeRow(state, slot, account, position)
}

function rememberId(state: EngineState, order: Order, id: string): void {
  if (id === '' || id === order.firstClientOrderId) return
  const slot = state.directory.get(order.number)
  if (slot === NONE || state.clientOrderIds.find(order.account, id) !== NONE) return
  state.clientOrderIds.add(order.account, id, slot)
  const further = state.furtherIds.get(order.number)
  if (further) further.push(id)
  else state.furtherIds.set(order.number, [id])
}

function applyFill(state: EngineState, event: OrderFilled, position: number): void {
  const { order, lastLots, lastTicks, cents } = event
  const account = state.account(order.account)
  const market = state.market(account.market)
  const book = state.book(account.market, order.instrument)
  const byHouse = event.counterparty === HOUSE
  market.executionCount = event.execution
  market.tradeCount = event.trade
  book.lastTicks = lastTicks
  const held = positionOf(account, order.instrument)
  held.updatedAt = event.at
  if (order.side === Side.Buy) {
    postBuy(market.ledger, account, cents, byHouse)
    addBuy(held, lastTicks, lastLots)
  } else {
    postSell(market.ledger, account, cents, event.settlementDay, byHouse)
    addSell(held, lastLots)
  }
  if (byHouse) takeFromQuote(state, market, order, lastLots)
  updateOrder(state, order, position, true)
  if (isEmpty(held)) account.positions.delete(order.instrument)
}

/** The quote was the other side: its size shrinks, the house's position moves against the client's. */
function takeFromQuote(state: EngineState, market: Market, order: Order, lots: number): void {
  const { orders } = state
  const book = state.book(market.index, order.instrument)
  const slot = order.side === Side.Buy ? book.askQuote : book.bidQuote
  if (slot === NONE) throw new Error(`engine: a fill against the quote of instrument ${order.instrument}, which is not displayed`)
  orders.filledLots[slot] = orders.filledLots[slot]! + lots
  if (orders.filledLots[slot] === orders.quantityLots[slot]) {
    book.unlink(slot)
    orders.release(slot)
    if (order.side === Side.Buy) book.askQuote = NONE
    else book.bidQuote = NONE
  }
  const left = (of: number, side: Side): number => (side === order.side ? of : of - lots)
  book.quote = { ...book.quote, askLots: left(book.quote.askLots, Side.Sell), bidLots: left(book.quote.bidLots, Side.Buy) }
  moveHouse(market, order.instrument, order.side === Side.Buy ? -lots : lots)
}

function moveHouse(market: Market, instrument: number, lots: number): void {
  let position = market.house.get(instrument)
  if (!position) {
    position = { account: HOUSE, instrument, shares: 0, lots: 0, heldShares: 0, heldLots: 0, basisWhole: 0, basisFraction: 0, updatedAt: 0 }
    market.house.set(instrument, position)
  }
  changeQuantity(position, lots)
}

function applyReversal(state: EngineState, event: ExecutionBusted | ExecutionCorrected, position: number): void {
  const { order } = event
  const account = state.account(order.account)
  const market = state.market(account.market)
  const byHouse = event.counterparty === HOUSE
  const buy = event.side === Side.Buy
  const newLots = event.type === 'ExecutionCorrected' ? event.lastLots : 0
  const newCents = event.type === 'ExecutionCorrected' ? event.cents : 0
  const passed = event.settlementDay <= market.tradeDay
  market.executionCount = event.execution
  if (buy) {
    reverseBuy(market.ledger, account, event.reversedCents, byHouse)
    postBuy(market.ledger, account, newCents, byHouse)
  } else {
    reverseSell(market.ledger, account, event.reversedCents, event.settlementDay, byHouse)
    postCorrectedSell(market.ledger, account, newCents, { day: event.settlementDay, passed }, byHouse)
  }
  const held = positionOf(account, order.instrument)
  const change = newLots - event.reversedLots
  changeQuantity(held, buy ? change : -change)
  setBasis(held, { whole: event.basisWhole, fraction: event.basisFraction })
  held.updatedAt = event.at
  if (byHouse) moveHouse(market, order.instrument, buy ? -change : change)
  const slot = state.directory.get(order.number)
  if (event.reopened) reopen(state, order, slot)
  else if (slot !== NONE) updateOrder(state, order, position, true)
  if (isEmpty(held)) account.positions.delete(order.instrument)
}

// Of its chain it is found by the first and the present id alone, as if it had left the engine and come back: which ended orders were
// still at hand must not show in the state. Storage knows the other ids.
function reopen(state: EngineState, order: Order, slot: number): void {
  if (slot === NONE) insertOrder(state, order)
  else {
    for (const id of state.furtherIds.get(order.number) ?? []) state.clientOrderIds.remove(order.account, id)
    state.furtherIds.delete(order.number)
    state.orders.write(slot, order)
    state.orders.endedPosition[slot] = 0
    openRow(state, slot, order)
  }
  rememberId(state, order, order.clientOrderId)
}

function endTradingDay(state: EngineState, index: number, nextDay: number): void {
  const market = state.market(index)
  for (const account of state.accounts) {
    if (account.market !== index) continue
    const { settled, unsettled, longMarketValue } = state.balances(account.index)
    account.lastEquityCents = settled + unsettled + longMarketValue
  }
  for (const book of market.books) if (book) book.previousCloseTicks = state.currentTicks(index, book.instrument)
  market.tradeDay = nextDay
}

function setKillSwitch(state: EngineState, event: { readonly scope: string; readonly id: number; readonly on: boolean }): void {
  const { killSwitches } = state
  if (event.scope === 'all') {
    killSwitches.all = event.on
    return
  }
  const set = event.scope === 'partner' ? killSwitches.partners : event.scope === 'account' ? killSwitches.accounts : killSwitches.sessions
  if (event.on) set.add(event.id)
  else set.delete(event.id)
}

function noteReview(state: EngineState, account: Account): void {
  if (account.reviewDueAt > 0) state.reviewsDue.add(account.index)
  else state.reviewsDue.delete(account.index)
}
