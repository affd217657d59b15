import type { Event } from '../../src/domain/event.ts'
import type { OrderEvent } from '../../src/domain/events/order-event.ts'
import { CancelReason, type Order, OrderStatus, OrderType, PLAIN, REST_SESSION, Side, TimeInForce } from '../../src/domain/orders/order.ts'

/** A buy of 10 at 150.00 over FIX session 1; tests say what differs. */
export function sampleOrder(members: Partial<Order> = {}): Order {
  return {
    number: 1,
    account: 0,
    session: 1,
    instrument: 0,
    clientOrderId: 'c-1',
    firstClientOrderId: 'c-1',
    side: Side.Buy,
    type: OrderType.Limit,
    timeInForce: TimeInForce.Day,
    extendedHours: false,
    status: OrderStatus.New,
    quantityLots: 10e9,
    cashCents: 0,
    limitTicks: 1_500_000,
    stopTicks: 0,
    collarTicks: 0,
    triggered: false,
    filledLots: 0,
    leavesLots: 10e9,
    notionalWhole: 0,
    notionalFraction: 0,
    postedCents: 0,
    heldCents: 150_000,
    heldLots: 0,
    enteredDay: 20_777,
    beforeDayLots: 0,
    beforeDayWhole: 0,
    beforeDayFraction: 0,
    renewed: false,
    content: 0,
    revision: 1,
    createdAt: 1,
    updatedAt: 1,
    endedAt: 0,
    cancelReason: CancelReason.None,
    ...PLAIN,
    ...members,
  }
}

const about = { at: 1, order: sampleOrder(), execution: 1 }
const overRest = { ...about, order: sampleOrder({ session: REST_SESSION }) }
const fill = {
  trade: 7,
  lastTicks: 1_500_000,
  lastLots: 10e9,
  cents: 150_000,
  liquidity: 1,
  counterparty: 1,
  scripted: false,
  tradeDay: 20_777,
  settlementDay: 20_780,
} as const
const reversal = {
  executionRef: 1,
  fill: 1,
  trade: 7,
  side: Side.Buy,
  reversedLots: 10e9,
  reversedTicks: 1_500_000,
  reversedCents: 150_000,
  basisWhole: 0,
  basisFraction: 0,
  reopened: false,
  counterparty: 1,
  tradeDay: 20_777,
  settlementDay: 20_780,
} as const
const report = {
  account: 'x',
  clientOrderId: 'c-1',
  symbol: 'AAPL',
  side: '1',
  orderType: '2',
  timeInForce: '0',
  quantity: '10',
  cash: '',
  price: '150',
  stopPrice: '',
  ordRejReason: 15,
  text: 'unknown account',
}
const massCancel = {
  at: 1,
  session: 1,
  clientOrderId: 'm-1',
  requestType: '7',
  symbol: '',
  side: 0,
  affected: 0,
  text: '',
  execution: 1,
  market: 0,
} as const

const orderEvents: readonly OrderEvent[] = [
  { ...about, type: 'OrderAccepted' },
  { ...overRest, type: 'OrderAccepted' },
  { ...about, type: 'OrderFilled', ...fill },
  { ...overRest, type: 'OrderFilled', ...fill },
  { ...overRest, type: 'OrderFilled', ...fill },
  { ...about, type: 'OrderRejected', code: 'INSUFFICIENT_BUYING_POWER', text: 'no money', symbol: 'AAPL' },
  { ...overRest, type: 'OrderRejected', code: 'INVALID_SYMBOL', text: 'no symbol', symbol: 'NONE' },
  { ...about, type: 'OrderCancelled', requestId: 'c-2', requester: 1, previousClientOrderId: 'c-1', restatement: -1, text: '' },
  { ...about, type: 'OrderExpired' },
  { ...about, type: 'OrderReplaced', previousClientOrderId: 'c-0', keepsPlace: true, requester: 1 },
  { ...about, type: 'OrderRestated', restatement: 99, text: 'REST replace', keepsPlace: false },
  { ...about, type: 'OrderTriggered' },
  { ...about, type: 'OrderSuspended' },
  { ...about, type: 'OrderReinstated' },
  { ...about, type: 'ExecutionBusted', ...reversal },
  { ...about, type: 'ExecutionCorrected', ...reversal, lastLots: 9e9, lastTicks: 1_500_000, cents: 135_000 },
]

/** Each event that counts, once or twice. */
export const sampleEvents: readonly Event[] = [
  ...orderEvents,
  { type: 'OrderRefused', at: 1, session: 1, report, orderNumber: 0, execution: 2, market: 0 },
  {
    type: 'CancelRejected',
    at: 1,
    session: 1,
    clientOrderId: 'c-2',
    originalClientOrderId: 'c-1',
    accountText: 'x',
    responseTo: 1,
    reason: 1,
    text: 'unknown order',
  },
  {
    type: 'CancelRejected',
    at: 1,
    session: 1,
    clientOrderId: 'c-2',
    originalClientOrderId: 'c-1',
    accountText: 'x',
    responseTo: 2,
    reason: 1,
    text: 'unknown order',
  },
  {
    type: 'CancelRejected',
    at: 1,
    session: 1,
    clientOrderId: 'c-3',
    originalClientOrderId: 'c-1',
    accountText: 'x',
    responseTo: 2,
    reason: 1,
    text: 'unknown order',
  },
  { type: 'MassCancelReported', ...massCancel, rejectReason: -1 },
  { type: 'MassCancelReported', ...massCancel, rejectReason: 0 },
  {
    type: 'MessageRefused',
    at: 1,
    session: 1,
    reject: { refSeqNum: 5, refMsgType: 'V', refId: '', reason: 3, text: 'Unsupported Message Type' },
  },
]

const request = { sequence: 1, dueAt: 2, orderNumber: 1, session: 1, clientOrderId: 'c-1' } as const
const { limitTicks, stopTicks, quantityLots } = about.order
const pended = { ...about, type: 'OrderPended', requester: 1, terms: { quantityLots, limitTicks, stopTicks } } as const
const later = { at: 2, order: sampleOrder({ updatedAt: 2 }), execution: 2 }

/** Three orders with venue latency, and what becomes of them: one stands, one is refused, one is cancelled before it is there. */
export const venueEvents: { readonly pended: readonly Event[]; readonly answered: readonly Event[] } = {
  pended: [1, 2, 3].map((): Event => ({ ...pended, request: { ...request, kind: 'new' } })),
  answered: [
    { ...later, type: 'OrderAcknowledged' },
    { ...pended, at: 2, request: { ...request, kind: 'cancel' } },
    { ...later, type: 'OrderRejected', code: 'WASH_TRADE', text: 'own order', symbol: 'AAPL' },
    { ...later, type: 'OrderCancelled', requestId: 'c-2', requester: 1, previousClientOrderId: 'c-1', restatement: -1, text: '' },
  ],
}
