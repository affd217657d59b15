import { AccountStatus } from '../domain/account.ts'
import type { AchStatus } from '../domain/command.ts'
import {
  type CancelRejected,
  type Event,
  type ExecutionBusted,
  type ExecutionCorrected,
  HOUSE,
  type OrderFilled,
  type TradingDayEnded,
} from '../domain/event.ts'
import { valueCents } from '../domain/notional.ts'
import { counterOf, isOpen, type Order, OrderStatus, Pending, Scenario, Side } from '../domain/order.ts'
import type { BankView } from '../domain/view.ts'
import { Account } from './account-state.ts'
import {
  applyAnnounced,
  applyCompleted,
  applyDividend,
  applyPositionSplit,
  applyRecorded,
  applySplit,
} from './apply/apply-corporate-action.ts'
import { applyHalt, applyResume } from './apply/apply-halt.ts'
import { applyQuote } from './apply/apply-quote.ts'
import { addRequest, dropRequests, isReplaceByRest, removeRequest } from './apply/apply-request.ts'
import { applyPhase } from './apply/apply-phase.ts'
import { applyFee, applyTransfer, forgetSettledTransfers } from './apply/apply-transfer.ts'
import { postBuy, postCorrectedSell, postDeposit, postSell, reverseBuy, reverseSell, settle } from './ledger.ts'
import { applyReset } from './apply/apply-reset.ts'
import { openMarket } from './open-market.ts'
import type { OrderBook } from './order-book.ts'
import { NONE } from './none.ts'
import { noteBandReference } from './price-band.ts'
import { addBuy, addSell, changeHeld, changeQuantity, isEmpty, moveHouse, positionOf, setBasis } from './positions.ts'
import type { EngineState, Market } from './state.ts'

/** The only code that changes the state: live run and replay share it. `position` is the event's place in the journal. */
export function apply(state: EngineState, event: Event, position: number): void {
  change(state, event, position)
  state.dueMoments.note(event)
  state.marketValues.note(event)
}

function change(state: EngineState, event: Event, position: number): void {
  switch (event.type) {
    case 'OrderAccepted':
      countExecution(state, event.order, event.execution)
      insertOrder(state, event.order, position)
      return
    case 'OrderPended':
      countExecution(state, event.order, event.execution)
      if (event.request.kind === 'new') insertOrder(state, event.order, position)
      else updateOrder(state, event.order, position, true)
      addRequest(state, event.request)
      rememberId(state, event.order, event.request.clientOrderId)
      return
    case 'OrderAcknowledged':
      countExecution(state, event.order, event.execution)
      removeRequest(state, event.order, ({ kind }) => kind === 'new')
      updateOrder(state, event.order, position, false)
      return
    case 'FillDelayed':
      addRequest(state, event.request)
      return
    case 'OrderRejected': {
      countExecution(state, event.order, event.execution)
      if (state.directory.get(event.order.number) === NONE) state.noteEnded(storeOrder(state, event.order), position)
      // the venue refuses what it had taken
      else updateOrder(state, event.order, position, true)
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
    case 'OrderSuspended':
    case 'OrderReinstated':
      countExecution(state, event.order, event.execution)
      updateOrder(state, event.order, position, false)
      return
    case 'OrderReleased':
      removeRequest(state, event.order, ({ kind }) => kind === 'fill')
      updateOrder(state, event.order, position, false)
      return
    case 'StopTrailed':
      updateOrder(state, event.order, position, false)
      return
    case 'OrderReplaced':
      countExecution(state, event.order, event.execution)
      removeRequest(state, event.order, (request) => request.clientOrderId === event.order.clientOrderId)
      updateOrder(state, event.order, position, event.keepsPlace)
      state.orders.setClientOrderId(state.directory.get(event.order.number), event.order.clientOrderId)
      return
    case 'OrderRestated':
      countExecution(state, event.order, event.execution)
      // REST asked; whatever else restates an order leaves it pending
      if (event.order.pending !== Pending.Replace) removeRequest(state, event.order, isReplaceByRest)
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
      if (event.order) applyRefusedRequest(state, event.order, event, position)
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
    case 'MarketReset':
      applyReset(state, event)
      return
    case 'IdentifierGiven':
      state.market(event.market).mint.give(event.kind, event.number, event.id)
      return
    case 'InstrumentListed':
      state.addInstrument(event.index, event.instrument)
      return
    case 'QuoteMoved':
      applyQuote(state, event, position)
      return
    case 'WalkChanged': {
      const book = state.book(event.market, event.instrument)
      book.pinned = false
      book.walk = event.walk
      noteWalking(state, book)
      return
    }
    case 'FillModelSet': {
      const { symbolFills, accountFills } = state.market(event.market)
      if ('instrument' in event.scope) symbolFills.set(event.scope.instrument, event.model)
      else accountFills.set(event.scope.account, event.model)
      return
    }
    case 'ClockSet':
      state.market(event.market).clock = { frozenAt: event.frozenAt, offsetMs: event.offsetMs }
      return
    case 'PhaseChanged':
      applyPhase(state, event)
      return
    case 'TradingDayEnded':
      endTradingDay(state, event)
      return
    case 'SymbolHalted':
      applyHalt(state, event)
      return
    case 'SymbolResumed':
      applyResume(state, event)
      return
    case 'CorporateActionAnnounced':
      applyAnnounced(state, event)
      return
    case 'PositionSplit':
      applyPositionSplit(state, event)
      return
    case 'SplitApplied':
      applySplit(state, event, position)
      return
    case 'DividendRecorded':
      applyRecorded(state, event)
      return
    case 'DividendPaid':
      applyDividend(state, event)
      return
    case 'DividendCompleted':
      applyCompleted(state, event)
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
      noteReview(state, account)
      return
    }
    case 'AccountUpdated': {
      const account = state.account(event.account)
      account.tradingConfigurations = event.tradingConfigurations
      account.dividendReinvestment = event.dividendReinvestment ?? account.dividendReinvestment
      account.updatedAt = event.at
      return
    }
    case 'AccountClosed': {
      const account = state.account(event.account)
      account.status = AccountStatus.Closed
      account.reviewDueAt = 0
      account.updatedAt = event.at
      account.closedAt = event.at
      noteReview(state, account)
      // nobody verifies its banks any more
      for (const bank of account.banks.values()) storeBank(state, account.index, { ...bank, reviewDueAt: 0 })
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
    case 'BankLinked':
      storeBank(state, event.account, event)
      marketOfAccount(state, event.account).achCount = event.ach
      return
    case 'BankReviewed':
      setBankStatus(state, event, event.status)
      return
    case 'BankUnlinked':
      setBankStatus(state, event, 'CANCELLED')
      return
    case 'TransferRequested':
    case 'TransferMoved':
    case 'DepositSettled':
    case 'DepositReturned':
    case 'WithdrawalSettled':
    case 'WithdrawalReturned':
      applyTransfer(state, event)
      return
    case 'FeeCharged':
      applyFee(state, event)
      return
    default:
      event satisfies never
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
function openRow(state: EngineState, slot: number, order: Order, place: number): void {
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

const isTrailing = ({ trailTicks, trailBasisPoints }: Order): boolean => trailTicks > 0 || trailBasisPoints > 0

/** Quotes have to move for open orders, where they walk. */
function noteWalking(state: EngineState, book: OrderBook): void {
  const { walking } = state.market(book.market)
  const walks = book.openOrders > 0 && !book.pinned && (book.walk !== null || state.instruments[book.instrument]!.walk !== null)
  if (walks) walking.add(book.instrument)
  else walking.delete(book.instrument)
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
  if (orders.scenario(slot) === Scenario.SlowFill) state.market(account.market).slowFills.delete(orders.number(slot))
  state.openOrderCount--
  if (state.requestCount > 0) {
    dropRequests(state, orders.number(slot))
    orders.setPending(slot, Pending.None)
  }
  state.noteEnded(slot, position)
}

/** Writes an order's next state over its row: holds follow, its place in the queue is kept only when `keepsPlace` or nothing moved. */
function updateOrder(state: EngineState, order: Order, position: number, keepsPlace: boolean): void {
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
function applyRefusedRequest(state: EngineState, order: Order, { clientOrderId, reason }: CancelRejected, position: number): void {
  // a request that repeats the id of one that waits is another one; and an id that is used names what it named first
  if (reason === DUPLICATE_ID) return
  const isDone = removeRequest(state, order, (request) => request.clientOrderId === clientOrderId)
  if (isDone) updateOrder(state, order, position, true)
  rememberId(state, order, clientOrderId)
}

/** CxlRejReason(102) */
const DUPLICATE_ID = 6

function rememberId(state: EngineState, order: Order, id: string): void {
  if (id === '' || id === order.firstClientOrderId) return
  const slot = state.directory.get(order.number)
  if (slot !== NONE) state.orders.addId(slot, id)
}

function applyFill(state: EngineState, event: OrderFilled, position: number): void {
  const { order, lastLots, lastTicks, cents } = event
  const account = state.account(order.account)
  const market = state.market(account.market)
  const book = state.book(account.market, order.instrument)
  const byHouse = event.counterparty === HOUSE
  market.executionCount = event.execution
  market.tradeCount = event.trade
  // the fill of an order that had ended is told late: it is no price of now
  const late = !isOpen(order.status) && order.status !== OrderStatus.Filled
  if (!event.scripted) noteBandReference(state, book, event.at)
  if (!late) {
    book.lastTicks = lastTicks
    book.tradedAt = event.at
    book.dayTicks = lastTicks
  }
  const held = positionOf(account, order.instrument)
  held.updatedAt = event.at
  if (order.side === Side.Buy) {
    postBuy(market.ledger, account, cents, byHouse)
    addBuy(held, lastTicks, lastLots)
  } else {
    postSell(market.ledger, account, cents, event.settlementDay, byHouse)
    addSell(held, lastLots)
  }
  if (event.scripted) moveHouse(market, order.instrument, order.side === Side.Buy ? -lastLots : lastLots)
  else if (byHouse) {
    countBar(book, event.at, lastLots)
    takeFromQuote(state, market, order, lastLots)
  }
  if (!late || state.directory.get(order.number) !== NONE) updateOrder(state, order, position, true)
  if (isEmpty(held)) account.positions.delete(order.instrument)
}

const BAR_MS = 60_000

/** Counts what the quote has filled in the minute. */
function countBar(book: OrderBook, at: number, lots: number): void {
  const minute = Math.floor(at / BAR_MS)
  if (book.barMinute !== minute) {
    book.barMinute = minute
    book.barLots = 0
  }
  book.barLots += lots
}

/** The quote was the other side: its size shrinks, the house's position moves against the client's. */
function takeFromQuote(state: EngineState, market: Market, order: Order, lots: number): void {
  const { orders } = state
  const book = state.book(market.index, order.instrument)
  const slot = order.side === Side.Buy ? book.askQuote : book.bidQuote
  if (slot === NONE) throw new Error(`engine: a fill against the quote of instrument ${order.instrument}, which is not displayed`)
  orders.setFilledLots(slot, orders.filledLots(slot) + lots)
  if (orders.filledLots(slot) === orders.quantityLots(slot)) {
    book.unlink(slot)
    orders.release(slot)
    if (order.side === Side.Buy) book.askQuote = NONE
    else book.bidQuote = NONE
  }
  const left = (of: number, side: Side): number => (side === order.side ? of : of - lots)
  book.quote = { ...book.quote, askLots: left(book.quote.askLots, Side.Sell), bidLots: left(book.quote.bidLots, Side.Buy) }
  moveHouse(market, order.instrument, order.side === Side.Buy ? -lots : lots)
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

function endTradingDay(state: EngineState, { market: index, nextDay, closes }: TradingDayEnded): void {
  const market = state.market(index)
  const closeTicks = new Map(closes)
  // who only looked at a symbol has opened its book: a replay has to open it as well
  for (const [instrument] of closes) state.book(index, instrument)
  for (const account of state.accounts) {
    if (account.market !== index) continue
    let equityCents = account.settledCents + account.unsettledCents
    for (const position of account.positions.values()) {
      const { instrument } = position
      equityCents += valueCents(closeTicks.get(instrument) ?? state.currentTicks(index, instrument), position)
    }
    account.lastEquityCents = equityCents
    forgetSettledTransfers(account, nextDay)
  }
  for (const book of market.books) {
    if (!book) continue
    book.previousCloseTicks = closeTicks.get(book.instrument) ?? state.currentTicks(index, book.instrument)
    book.dayTicks = 0
    book.closeTicks = 0
  }
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

function setBankStatus(state: EngineState, { account, ach }: { readonly account: number; readonly ach: number }, status: AchStatus): void {
  const bank = state.account(account).banks.get(ach)
  if (bank) storeBank(state, account, { ...bank, status, reviewDueAt: 0 })
}

/** A bank link as it stands; the verifier waits for those that are due. */
export function storeBank(state: EngineState, account: number, { ach, status, accountLast4, reviewDueAt }: BankView): void {
  const { banksDue } = marketOfAccount(state, account)
  state.account(account).banks.set(ach, { ach, status, accountLast4, reviewDueAt })
  if (reviewDueAt > 0) banksDue.set(ach, { account, ach, reviewDueAt })
  else banksDue.delete(ach)
}
