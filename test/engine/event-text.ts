import { formatMoney, formatPrice, formatQuantity, formatShares } from '../../src/domain/amounts/amounts.ts'
import type { Event } from '../../src/domain/event.ts'
import { Liquidity } from '../../src/domain/events/order-event.ts'
import type { Quote } from '../../src/domain/market/instrument.ts'
import { Phase } from '../../src/domain/time/market-phase.ts'
import { CancelReason, type Order, OrderStatus, Pending, Side } from '../../src/domain/orders/order.ts'
import { tradeDate } from '../../src/domain/time/trade-date.ts'
import type { Transfer } from '../../src/domain/accounts/transfer.ts'

/** What the lines call accounts and instruments: by their index. */
export interface Names {
  readonly accounts: readonly string[]
  readonly symbols: readonly string[]
}

/**
 * An event as one line in the words of the trade. An order is called by the id that it was entered with and shown as
 * `status filled+leaves of quantity`, so that 38 = 14 + 151 can be seen: `a1 buys 4 at 149.50 for 598.00, adding: partially_filled 4+6 of 10`.
 */
export function eventText(event: Event, names: Names): string {
  const account = (index: number): string => names.accounts[index] ?? `account ${index}`
  switch (event.type) {
    case 'OrderAccepted':
      return `${nameOf(event)} accepted: ${termsText(event.order)}, ${stateText(event.order)}`
    case 'OrderPended': {
      const { kind, session, clientOrderId, dueAt } = event.request
      const by = session === 0 ? 'REST' : `session ${session}`
      const seen = `${formatQuantity(event.terms.quantityLots)}${event.terms.limitTicks > 0 ? ` at ${formatPrice(event.terms.limitTicks)}` : ''}`
      return `${nameOf(event)} pending ${kind} ${clientOrderId || 'without id'} of ${by}, due in ${dueAt - event.at} ms, shows ${seen}: ${stateText(event.order)}`
    }
    case 'OrderAcknowledged':
      return `${nameOf(event)} acknowledged: ${stateText(event.order)}`
    case 'FillDelayed':
      return `order ${event.request.orderNumber} reaches the book in ${event.request.dueAt - event.at} ms`
    case 'OrderRejected':
      return `${nameOf(event)} rejected ${event.code}: ${event.text}`
    case 'OrderFilled':
      return (
        `${nameOf(event)} ${event.order.side === Side.Buy ? 'buys' : 'sells'} ${formatQuantity(event.lastLots)} at ${formatPrice(event.lastTicks)} ` +
        `for ${formatMoney(event.cents)}, ${event.liquidity === Liquidity.Added ? 'adding' : 'taking'}: ${stateText(event.order)}`
      )
    case 'OrderCancelled': {
      const asked = event.requestId === '' ? '' : ` by ${event.requestId}`
      const why = `${CANCEL_REASON[event.order.cancelReason]}${restatementText(event.restatement, event.text)}`
      return `${nameOf(event)} cancelled${asked} (${why}): ${stateText(event.order)}`
    }
    case 'OrderExpired':
      return `${nameOf(event)} ends with the day: ${stateText(event.order)}`
    case 'OrderReplaced':
      return (
        `${nameOf(event)} replaced by ${event.order.clientOrderId}, was ${event.previousClientOrderId}, ${placeText(event.keepsPlace)}: ` +
        `${termsText(event.order)}, ${stateText(event.order)}`
      )
    case 'OrderRestated':
      return (
        `${nameOf(event)} restated (${restatementText(event.restatement, event.text).slice(2)}), ${placeText(event.keepsPlace)}: ` +
        `${termsText(event.order)}, ${stateText(event.order)}`
      )
    case 'OrderTriggered':
      return `${nameOf(event)} triggered: ${stateText(event.order)}`
    case 'OrderSuspended':
      return `${nameOf(event)} suspended: ${stateText(event.order)}`
    case 'OrderReinstated':
      return `${nameOf(event)} reinstated: ${stateText(event.order)}`
    case 'StopTrailed':
      return `${event.order.firstClientOrderId} trails to ${formatPrice(event.order.stopTicks)}`
    case 'OrderReleased':
      return `${nameOf(event)} joins the book: ${stateText(event.order)}`
    case 'ExecutionBusted':
      return (
        `${nameOf(event)} busted ${formatQuantity(event.reversedLots)} at ${formatPrice(event.reversedTicks)} for ${formatMoney(event.reversedCents)}` +
        `${event.reopened ? ', reopened' : ''}: ${stateText(event.order)}`
      )
    case 'ExecutionCorrected':
      return (
        `${nameOf(event)} corrected ${formatQuantity(event.reversedLots)} at ${formatPrice(event.reversedTicks)} ` +
        `to ${formatQuantity(event.lastLots)} at ${formatPrice(event.lastTicks)} for ${formatMoney(event.cents)}` +
        `${event.reopened ? ', reopened' : ''}: ${stateText(event.order)}`
      )
    case 'OrderRefused': {
      const { report } = event
      return `${report.clientOrderId} refused to session ${event.session}, 103=${report.ordRejReason}, 37=${event.orderNumber}: ${report.text}`
    }
    case 'CancelRejected': {
      const what = event.responseTo === 1 ? 'cancel' : 'replace'
      const about = event.order ? `${STATUS[event.order.status]}${PENDING[event.order.pending]}` : 'no order'
      return `${what} ${event.clientOrderId} of ${event.originalClientOrderId} refused to session ${event.session}, 102=${event.reason}, ${about}: ${event.text}`
    }
    case 'OrderStatusReported': {
      const older = event.originalClientOrderId === '' ? '' : ` asked as ${event.originalClientOrderId}`
      const ofAll = event.massRequestId === '' ? '' : ` ${event.massRequestId} of ${event.total}${event.last ? ' last' : ''}`
      return `${event.clientOrderId}${older} status to session ${event.session}${ofAll}: ${stateText(event.order)}`
    }
    case 'UnknownOrderReported':
      return `${event.clientOrderId || event.massRequestId} unknown to session ${event.session}: ${event.text}`
    case 'MassCancelReported': {
      const outcome = event.rejectReason < 0 ? `${event.affected} orders` : `refused 532=${event.rejectReason} ${event.text}`
      return `${event.clientOrderId} mass cancel 530=${event.requestType} of session ${event.session}: ${outcome}`
    }
    case 'MessageRefused':
      return `message ${event.reject.refSeqNum} of session ${event.session} refused 380=${event.reject.reason}: ${event.reject.text}`
    case 'NewsAnnounced':
      return `news: ${event.headline}`
    case 'PartnerCreated':
      return `partner ${event.name}: ${event.environment}, market ${event.market}`
    case 'InstrumentListed':
      return `${event.instrument.symbol} listed`
    case 'InstrumentChanged':
      return `${event.instrument.symbol} changed: ${event.instrument.name}${event.instrument.tradable ? '' : ', not tradable'}`
    case 'QuoteMoved':
      return `quote ${names.symbols[event.instrument] ?? event.instrument} ${quoteText(event.quote)}`
    case 'FillModelSet':
      return `fills by ${event.model.kind}`
    case 'WalkChanged':
      return `${names.symbols[event.instrument] ?? event.instrument} walks from ${formatPrice(event.walk.anchorTicks)}`
    case 'ClockSet':
      return event.frozenAt === 0 ? 'the clock runs' : `the clock stands at ${new Date(event.frozenAt).toISOString()}`
    case 'PhaseChanged':
      return `the market is ${PHASE[event.phase]}`
    case 'TradingDayEnded':
      return `${tradeDate(event.endedDay)} ends, ${tradeDate(event.nextDay)} begins`
    case 'KillSwitchSet':
      return `kill switch ${event.scope} ${event.id} ${event.on ? 'on' : 'off'}`
    case 'AccountOpened':
      return `account ${event.accountNumber}: ${event.status}, ${event.kycStatus}`
    case 'AccountReviewed':
      return `${account(event.account)} ${event.statusFrom} to ${event.status}, ${event.kycStatus}`
    case 'AccountUpdated':
      return `${account(event.account)} changes ${event.changes}`
    case 'AccountClosed':
      return `${account(event.account)} ${event.statusFrom} to ACCOUNT_CLOSED`
    case 'HoldingsGranted':
      return `${account(event.account)} granted ${formatMoney(event.cashCents)}`
    case 'CashSettled':
      return `${account(event.account)} settles ${formatMoney(event.cents)} of ${tradeDate(event.day)}`
    case 'BankLinked':
      return `${account(event.account)} linked bank ${event.ach}: ${event.status}`
    case 'BankUnlinked':
      return `${account(event.account)} unlinked bank ${event.ach}`
    case 'BankReviewed':
      return `${account(event.account)} bank ${event.ach}: ${event.status}`
    case 'TransferRequested':
    case 'TransferMoved':
    case 'DepositSettled':
    case 'DepositReturned':
    case 'WithdrawalSettled':
    case 'WithdrawalReturned':
      return `${account(event.account)} ${transferText(event.transfer)}`
    case 'FeeCharged':
      return `${account(event.account)} pays a fee of ${formatMoney(event.cents)} for transfer ${event.transfer}`
    case 'SymbolHalted': {
      const until = event.until === 0 ? '' : ` until ${new Date(event.until).toISOString()}`
      return `${names.symbols[event.instrument]} halted${until}: ${event.reason}`
    }
    case 'SymbolResumed':
      return `${names.symbols[event.instrument]} resumed: ${event.reason}`
    case 'CorporateActionAnnounced': {
      const { action } = event
      const what =
        action.type === 'split'
          ? `split ${action.numerator}:${action.denominator}`
          : `dividend of ${formatPrice(action.amountTicks)} paid on ${tradeDate(action.payDay)}`
      return `action ${action.number}: ${names.symbols[action.instrument]} ${what}, ex ${tradeDate(action.exDay)}`
    }
    case 'SplitApplied':
      return `${names.symbols[event.instrument]} split ${event.numerator}:${event.denominator}, quote ${quoteText(event.quote)}`
    case 'PositionSplit': {
      const paid = event.paidLots === 0 ? '' : `, ${formatQuantity(event.paidLots)} paid with ${formatMoney(event.cents)}`
      const from = formatShares({ shares: event.fromShares, lots: event.fromLots })
      return `${account(event.account)}: ${from} ${names.symbols[event.instrument]} become ${formatShares(event)}${paid}`
    }
    case 'DividendRecorded': {
      const entitled = event.entitled.map((one) => `${account(one.account)} ${formatMoney(one.cents)}`)
      return `dividend ${event.action} recorded: ${entitled.join(', ')}`
    }
    case 'DividendPaid': {
      const paid = `${formatMoney(event.cents)} for ${formatShares(event)} ${names.symbols[event.instrument]}`
      return `${account(event.account)}: dividend ${event.action}, ${paid}`
    }
    case 'DividendCompleted':
      return `dividend ${event.action} paid`
    case 'MarketReset':
      return 'the market begins anew'
    case 'IdentifierGiven':
      return `${event.kind}/${event.number} is ${event.id}`
    default:
      return event satisfies never
  }
}

/** `199.95 x 1000 / 200.05 x 1000`; `-` for a side that is not quoted. */
export function quoteText(quote: Quote): string {
  const side = (ticks: number, lots: number): string => (lots === 0 ? '-' : `${formatPrice(ticks)} x ${formatQuantity(lots)}`)
  return `${side(quote.bidTicks, quote.bidLots)} / ${side(quote.askTicks, quote.askLots)}`
}

const nameOf = (event: { readonly order: Order }): string => event.order.firstClientOrderId

const placeText = (keeps: boolean): string => (keeps ? 'keeps its place' : 'goes to the back')

function termsText(order: Order): string {
  const prices = [
    order.limitTicks > 0 ? ` limit ${formatPrice(order.limitTicks)}` : '',
    order.stopTicks > 0 ? ` stop ${formatPrice(order.stopTicks)}` : '',
  ]
  return `${order.side === Side.Buy ? 'buy' : 'sell'}${prices.join('') || ' market'}`
}

/** `partially_filled 4+6 of 10, holds 900.00`. */
export function stateText(order: Order): string {
  const size = order.cashCents > 0 ? `${formatMoney(order.cashCents)} dollars` : formatQuantity(order.quantityLots)
  const held =
    order.heldCents > 0
      ? `, holds ${formatMoney(order.heldCents)}`
      : order.heldLots > 0
        ? `, holds ${formatQuantity(order.heldLots)} shares`
        : ''
  return `${STATUS[order.status]}${PENDING[order.pending]} ${formatQuantity(order.filledLots)}+${formatQuantity(order.leavesLots)} of ${size}${held}`
}

function restatementText(restatement: number, text: string): string {
  return `${restatement < 0 ? '' : `, 378=${restatement}`}${text === '' ? '' : `, ${text}`}`
}

const STATUS: Record<OrderStatus, string> = {
  [OrderStatus.Accepted]: 'accepted',
  [OrderStatus.New]: 'new',
  [OrderStatus.PartiallyFilled]: 'partially_filled',
  [OrderStatus.Filled]: 'filled',
  [OrderStatus.Cancelled]: 'cancelled',
  [OrderStatus.Expired]: 'expired',
  [OrderStatus.Rejected]: 'rejected',
  [OrderStatus.Suspended]: 'suspended',
  [OrderStatus.DoneForDay]: 'done_for_day',
}

const PHASE: Record<Phase, string> = {
  [Phase.AlwaysOpen]: 'always open',
  [Phase.Closed]: 'closed',
  [Phase.PreMarket]: 'in pre-market',
  [Phase.Regular]: 'open',
  [Phase.AfterHours]: 'in after-hours',
}

const PENDING: Record<Pending, string> = {
  [Pending.None]: '',
  [Pending.New]: ' (pending new)',
  [Pending.Cancel]: ' (pending cancel)',
  [Pending.Replace]: ' (pending replace)',
}

const CANCEL_REASON: Record<CancelReason, string> = {
  [CancelReason.None]: 'none',
  [CancelReason.UserRequested]: 'user_requested',
  [CancelReason.TimeInForce]: 'time_in_force',
  [CancelReason.AccountClosed]: 'account_closed',
  [CancelReason.System]: 'system',
  [CancelReason.Risk]: 'risk',
}

/** `deposit 1 of 10.00: PENDING`, `withdrawal 2 of 5.00: RETURNED (R01)`. */
function transferText({ type, number, amountCents, status, returnCode }: Transfer): string {
  return `${type.toLowerCase()} ${number} of ${formatMoney(amountCents)}: ${status}${returnCode === null ? '' : ` (${returnCode})`}`
}
