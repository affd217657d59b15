import type { Event } from '../domain/event.ts'
import { Pending } from '../domain/orders/order.ts'
import { applyClosed, applyGranted, applyOpened, applyReviewed, applyUpdated } from './apply/apply-account.ts'
import { applyLinked, setBankStatus } from './apply/apply-bank.ts'
import {
  applyAnnounced,
  applyCompleted,
  applyDividend,
  applyPositionSplit,
  applyRecorded,
  applySplit,
} from './apply/apply-corporate-action.ts'
import { applyDayEnd } from './apply/apply-day-end.ts'
import { applyFill } from './apply/apply-fill.ts'
import { applyHalt, applyResume } from './apply/apply-halt.ts'
import { applyKillSwitch } from './apply/apply-kill-switch.ts'
import { applyRefusedRequest, countExecution, insertOrder, rememberId, storeOrder, updateOrder } from './apply/apply-order.ts'
import { applyPhase } from './apply/apply-phase.ts'
import { applyQuote, applyWalk } from './apply/apply-quote.ts'
import { addRequest, isReplaceByRest, removeRequest } from './apply/apply-request.ts'
import { applyReset } from './apply/apply-reset.ts'
import { applyReversal } from './apply/apply-reversal.ts'
import { applySettled } from './apply/apply-settled.ts'
import { applyFee, applyTransfer } from './apply/apply-transfer.ts'
import { NONE } from './none.ts'
import { openMarket } from './market.ts'
import type { EngineState } from './state.ts'

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
    case 'InstrumentChanged':
      state.addInstrument(event.index, event.instrument)
      return
    case 'QuoteMoved':
      applyQuote(state, event, position)
      return
    case 'WalkChanged':
      applyWalk(state, event)
      return
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
      applyDayEnd(state, event)
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
      applyKillSwitch(state, event)
      return
    case 'AccountOpened':
      applyOpened(state, event)
      return
    case 'AccountReviewed':
      applyReviewed(state, event)
      return
    case 'AccountUpdated':
      applyUpdated(state, event)
      return
    case 'AccountClosed':
      applyClosed(state, event)
      return
    case 'HoldingsGranted':
      applyGranted(state, event)
      return
    case 'CashSettled':
      applySettled(state, event)
      return
    case 'BankLinked':
      applyLinked(state, event)
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
