import { formatMoney, formatPrice, formatQuantity } from '../../src/domain/amounts.ts'
import type { Event, OrderEvent } from '../../src/domain/event.ts'
import { Liquidity } from '../../src/domain/event.ts'
import type { Quote } from '../../src/domain/instrument.ts'
import { CancelReason, type Order, OrderStatus, Side } from '../../src/domain/order.ts'
import { tradeDate } from '../../src/domain/trade-date.ts'

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
      const about = event.order ? STATUS[event.order.status] : 'no order'
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
    case 'QuoteMoved':
      return `quote ${names.symbols[event.instrument] ?? event.instrument} ${quoteText(event.quote)}`
    case 'TradingDayEnded':
      return `${tradeDate(event.endedDay)} ends, ${tradeDate(event.nextDay)} begins`
    case 'KillSwitchSet':
      return `kill switch ${event.scope} ${event.id} ${event.on ? 'on' : 'off'}`
    case 'AccountOpened':
      return `account ${event.accountNumber}: ${event.status}, ${event.kycStatus}`
    case 'AccountReviewed':
      return `${account(event.account)} ${event.statusFrom} to ${event.status}, ${event.kycStatus}`
    case 'HoldingsGranted':
      return `${account(event.account)} granted ${formatMoney(event.cashCents)}`
    case 'CashSettled':
      return `${account(event.account)} settles ${formatMoney(event.cents)} of ${tradeDate(event.day)}`
    case 'BankLinked':
      return `${account(event.account)} linked bank ${event.ach}: ${event.status}`
    case 'BankUnlinked':
      return `${account(event.account)} unlinked bank ${event.ach}`
    case 'DepositSettled':
      return `${account(event.account)} deposits ${formatMoney(event.amountCents)} as transfer ${event.transfer}`
    default:
      return event satisfies never
  }
}

/** `199.95 x 1000 / 200.05 x 1000`; `-` for a side that is not quoted. */
export function quoteText(quote: Quote): string {
  const side = (ticks: number, lots: number): string => (lots === 0 ? '-' : `${formatPrice(ticks)} x ${formatQuantity(lots)}`)
  return `${side(quote.bidTicks, quote.bidLots)} / ${side(quote.askTicks, quote.askLots)}`
}

const nameOf = (event: OrderEvent): string => event.order.firstClientOrderId

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
  return `${STATUS[order.status]} ${formatQuantity(order.filledLots)}+${formatQuantity(order.leavesLots)} of ${size}${held}`
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

const CANCEL_REASON: Record<CancelReason, string> = {
  [CancelReason.None]: 'none',
  [CancelReason.UserRequested]: 'user_requested',
  [CancelReason.TimeInForce]: 'time_in_force',
  [CancelReason.AccountClosed]: 'account_closed',
  [CancelReason.System]: 'system',
  [CancelReason.Risk]: 'risk',
}
