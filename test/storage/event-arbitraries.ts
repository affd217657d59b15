import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Batch, SessionNumbers } from '../../src/domain/batch.ts'
import type { Event } from '../../src/domain/event.ts'
import type { QuoteMoved, WalkChanged } from '../../src/domain/events/market-event.ts'
import { IdentifierKind } from '../../src/domain/identifiers/identifier.ts'
import { Phase } from '../../src/domain/time/market-phase.ts'
import type { Order } from '../../src/domain/orders/order.ts'
import {
  CancelReason,
  Cover,
  Leg,
  marketOf,
  OrderClass,
  ORDERS_PER_MARKET,
  OrderStatus,
  OrderType,
  Pending,
  PLAIN,
  Scenario,
  Side,
  TimeInForce,
} from '../../src/domain/orders/order.ts'
import type { OrderRefusalCode } from '../../src/domain/refusal.ts'
import { ORDER_REFUSAL_CODES } from '../../src/domain/refusal.ts'
import type { VenueRequest } from '../../src/domain/orders/venue-request.ts'
import { DISTRIBUTION_TYPES, RETURN_CODES, type Transfer, TRANSFER_STATUSES, TRANSFER_TYPES } from '../../src/domain/accounts/transfer.ts'

/** Every value that the domain's types allow, not only those that an engine would make together. */

const record = <T>(model: { [K in keyof T]: Arbitrary<T[K]> }): Arbitrary<T> => fc.record(model, { noNullPrototype: true }) as Arbitrary<T>
const index = fc.oneof(fc.nat(300), fc.nat(1_000_000))
const anyInteger = fc.oneof(fc.constant(0), fc.nat(127), fc.nat(), fc.maxSafeNat())
const lots = fc.oneof(
  fc.constant(0),
  fc.nat(1_000_000).map((shares) => shares * 1_000_000_000),
  fc.maxSafeNat(),
)
const time = fc.oneof(fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }), fc.nat())
const day = fc.nat(40_000)
const optional = <T>(arbitrary: Arbitrary<T>): Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const withoutUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T

export const clientOrderIdArbitrary = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 64,
})
/** any text at all, lone surrogates included */
export const textArbitrary = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constant(''),
  fc.constant('\ud800'),
  fc.string({ maxLength: 300, size: 'max' }),
)
const plainText = fc.oneof(fc.string({ maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 30 }))

const jsonObject = fc.dictionary(
  fc.string({ maxLength: 10 }).filter((key) => key !== '__proto__'),
  fc.oneof(plainText, fc.nat(), fc.constant(null)),
  { maxKeys: 4, noNullPrototype: true },
)

const special: Arbitrary<Pick<Order, keyof typeof PLAIN>> = fc.oneof(
  fc.constant(PLAIN),
  fc
    .record({
      pending: fc.constantFrom(...Object.values(Pending)),
      inFlight: fc.boolean(),
      held: fc.boolean(),
      cancelOnHalt: fc.boolean(),
      orderClass: fc.constantFrom(OrderClass.Bracket, OrderClass.Oco, OrderClass.Oto),
      leg: fc.constantFrom(...Object.values(Leg)),
      cover: fc.constantFrom(...Object.values(Cover)),
      parent: fc.oneof(fc.constant(0), fc.nat(100_000)),
      trailTicks: fc.nat(),
      trailBasisPoints: fc.nat(10_000),
      scenario: fc.constantFrom(...Object.values(Scenario)),
    })
    .map((members) => ({ ...members })),
)

const basicOrder = record({
  number: fc
    .tuple(fc.nat(8_000), fc.oneof(fc.nat(100_000), fc.nat(ORDERS_PER_MARKET - 1)))
    .map(([market, counter]) => market * ORDERS_PER_MARKET + counter),
  account: index,
  session: index,
  instrument: fc.oneof(fc.constant(-1), index),
  clientOrderId: fc.oneof(clientOrderIdArbitrary, textArbitrary),
  firstClientOrderId: optional(clientOrderIdArbitrary),
  side: fc.constantFrom(...Object.values(Side)),
  type: fc.constantFrom(...Object.values(OrderType)),
  timeInForce: fc.constantFrom(...Object.values(TimeInForce)),
  extendedHours: fc.boolean(),
  status: fc.constantFrom(...Object.values(OrderStatus)),
  quantityLots: lots,
  cashCents: anyInteger,
  limitTicks: anyInteger,
  stopTicks: anyInteger,
  collarTicks: anyInteger,
  triggered: fc.boolean(),
  filledLots: lots,
  leavesLots: lots,
  notionalWhole: anyInteger,
  notionalFraction: fc.oneof(fc.constant(0), fc.nat(999_999_999)),
  postedCents: anyInteger,
  heldCents: anyInteger,
  heldLots: lots,
  enteredDay: day,
  beforeDayLots: lots,
  beforeDayWhole: anyInteger,
  beforeDayFraction: fc.nat(999_999_999),
  renewed: fc.boolean(),
  content: fc.nat().chain((high) => fc.nat(2 ** 20 - 1).map((low) => high * 2 ** 20 + low)),
  revision: fc.nat(1_000),
  createdAt: time,
  updatedAt: optional(time),
  endedAt: fc.oneof(fc.constant(0), time),
  cancelReason: fc.constantFrom(...Object.values(CancelReason)),
})

export const orderArbitrary: Arbitrary<Order> = fc.tuple(basicOrder, special).map(([order, members]) => ({
  ...order,
  ...members,
  parent: members.parent === 0 ? 0 : marketOf(order.number) * ORDERS_PER_MARKET + members.parent,
  firstClientOrderId: order.firstClientOrderId ?? order.clientOrderId,
  updatedAt: order.updatedAt ?? order.createdAt,
}))

const about = { at: time, order: orderArbitrary, execution: fc.oneof(fc.nat(), fc.maxSafeNat()) }

const reversal = {
  ...about,
  executionRef: anyInteger,
  fill: anyInteger,
  trade: anyInteger,
  side: fc.constantFrom(...Object.values(Side)),
  reversedLots: lots,
  reversedTicks: anyInteger,
  reversedCents: anyInteger,
  basisWhole: fc.maxSafeInteger(),
  basisFraction: fc.integer({ min: -999_999_999, max: 999_999_999 }),
  reopened: fc.boolean(),
  counterparty: fc.oneof(fc.constant(-1), index),
  tradeDay: day,
  settlementDay: day,
}

const kycResults = fc.option(
  record({
    summary: fc.constantFrom('pass' as const, 'fail' as const, 'indeterminate' as const),
    reject: fc.array(plainText, { maxLength: 3 }),
    additional_information: fc.option(plainText),
  }),
)
const accountStatus = fc.constantFrom(...Object.values(AccountStatus))
const kycStatus = fc.constantFrom(...Object.values(KycStatus))
const toSession = { at: time, session: index }
const textOrNull: Arbitrary<string | null> = fc.option(plainText)
const transfer: Arbitrary<Transfer> = record({
  number: index,
  account: index,
  type: fc.constantFrom(...TRANSFER_TYPES),
  status: fc.constantFrom(...TRANSFER_STATUSES),
  ach: index,
  accountLast4: plainText,
  amountCents: anyInteger,
  feeCents: anyInteger,
  fullBalance: fc.boolean(),
  ira: fc.option(
    record({
      type: fc.constantFrom(...DISTRIBUTION_TYPES),
      federalCents: anyInteger,
      state: textOrNull,
      stateCents: anyInteger,
      taxCode: textOrNull,
      taxYear: fc.option(fc.nat(9_999)) as Arbitrary<number | null>,
    }),
  ),
  description: textOrNull,
  idempotencyKey: textOrNull,
  returnCode: fc.option(fc.constantFrom(...RETURN_CODES)),
  requestedDay: day,
  expectedDay: day,
  dueAt: time,
  createdAt: time,
  updatedAt: time,
  settledAt: time,
})
const type = <T extends Event['type']>(name: T): Arbitrary<T> => fc.constant(name)

const announced = { number: index, instrument: index, exDay: day, announcedAt: time }

const tradingConfigurations = record({
  fractional_trading: fc.boolean(),
  extended_hours: fc.boolean(),
  suspend_trade: fc.boolean(),
  max_order_notional: fc.option(plainText),
})

const orderTerms = record({ quantityLots: lots, limitTicks: anyInteger, stopTicks: anyInteger })
const venueRequest: Arbitrary<VenueRequest> = record({
  sequence: anyInteger,
  dueAt: anyInteger,
  orderNumber: anyInteger,
  kind: fc.constantFrom<VenueRequest['kind'][]>('new', 'cancel', 'replace', 'fill'),
  session: index,
  clientOrderId: textArbitrary,
  quantityLots: optional(lots),
  limitTicks: optional(anyInteger),
  stopTicks: optional(anyInteger),
  cancelOnHalt: optional(fc.boolean()),
}).map((request) => withoutUndefined(request) as VenueRequest)

const instrument = record({
  symbol: plainText,
  name: plainText,
  exchange: plainText,
  assetClass: fc.constantFrom('equity' as const, 'etf' as const),
  tradable: fc.boolean(),
  fractionable: fc.boolean(),
  previousCloseTicks: anyInteger,
  walk: fc.option(record({ baseTicks: anyInteger, stepHundredths: fc.nat(), spreadTicks: fc.nat(), sizeLots: lots })),
})

const arrival = fc.option(fc.record({ bidTicks: fc.nat(2_000_000_000), askTicks: fc.nat(2_000_000_000) }, { noNullPrototype: true }), {
  nil: undefined,
})

/** One arbitrary for each type of event. */
export const eventArbitraries: { readonly [Type in Event['type']]: Arbitrary<Extract<Event, { readonly type: Type }>> } = {
  OrderAccepted: fc
    .record({ at: about.at, order: about.order, execution: about.execution, arrival })
    .map(({ arrival, ...rest }) => ({ type: 'OrderAccepted' as const, ...rest, ...(arrival && { arrival }) })),
  OrderPended: fc
    .record({ at: about.at, order: about.order, execution: about.execution, request: venueRequest, terms: orderTerms, arrival })
    .map(({ request, order, arrival, ...rest }) => ({
      type: 'OrderPended' as const,
      ...rest,
      ...(arrival && { arrival }),
      order,
      request: { ...request, orderNumber: order.number },
      requester: request.session,
    })),
  OrderAcknowledged: record({ type: type('OrderAcknowledged'), ...about }),
  MarketReset: record({ type: type('MarketReset'), at: time, market: index, partner: index }),
  IdentifierGiven: record({
    type: type('IdentifierGiven'),
    at: time,
    market: index,
    kind: fc.constantFrom(...Object.values(IdentifierKind)),
    number: index,
    id: plainText,
  }),
  FillDelayed: record({ type: type('FillDelayed'), at: about.at, market: index, request: venueRequest }),
  OrderRejected: record({
    type: type('OrderRejected'),
    ...about,
    code: fc.constantFrom<OrderRefusalCode[]>(...ORDER_REFUSAL_CODES),
    text: textArbitrary,
    symbol: textArbitrary,
    echo: optional(
      record({
        quantity: optional(plainText),
        price: optional(plainText),
        stopPrice: optional(plainText),
        cash: optional(plainText),
      }).map(withoutUndefined),
    ),
    details: optional(jsonObject),
  }).map((event) => withoutUndefined(event) as Extract<Event, { type: 'OrderRejected' }>),
  OrderFilled: record({
    type: type('OrderFilled'),
    ...about,
    trade: anyInteger,
    lastTicks: anyInteger,
    lastLots: lots,
    cents: anyInteger,
    liquidity: fc.constantFrom(1 as const, 2 as const),
    counterparty: fc.oneof(fc.constant(-1), index),
    scripted: fc.boolean(),
    tradeDay: day,
    settlementDay: day,
  }),
  OrderCancelled: record({
    type: type('OrderCancelled'),
    ...about,
    requestId: fc.oneof(fc.constant(''), textArbitrary),
    requester: index,
    previousClientOrderId: textArbitrary,
    restatement: fc.integer({ min: -1, max: 99 }),
    text: textArbitrary,
  }),
  OrderExpired: record({ type: type('OrderExpired'), ...about }),
  OrderReplaced: record({
    type: type('OrderReplaced'),
    ...about,
    previousClientOrderId: textArbitrary,
    keepsPlace: fc.boolean(),
    requester: index,
  }),
  OrderRestated: record({
    type: type('OrderRestated'),
    ...about,
    restatement: fc.integer({ min: -1, max: 99 }),
    text: textArbitrary,
    keepsPlace: fc.boolean(),
  }),
  OrderTriggered: record({ type: type('OrderTriggered'), ...about }),
  OrderSuspended: record({ type: type('OrderSuspended'), ...about }),
  OrderReinstated: record({ type: type('OrderReinstated'), ...about }),
  StopTrailed: record({ type: type('StopTrailed'), at: about.at, order: about.order }),
  OrderReleased: record({ type: type('OrderReleased'), at: about.at, order: about.order }),
  ExecutionBusted: record({ type: type('ExecutionBusted'), ...reversal }),
  ExecutionCorrected: record({ type: type('ExecutionCorrected'), ...reversal, lastLots: lots, lastTicks: anyInteger, cents: anyInteger }),
  OrderRefused: record({
    type: type('OrderRefused'),
    ...toSession,
    report: record({
      account: plainText,
      clientOrderId: plainText,
      symbol: plainText,
      side: plainText,
      orderType: plainText,
      timeInForce: plainText,
      quantity: plainText,
      cash: plainText,
      price: plainText,
      stopPrice: plainText,
      ordRejReason: fc.nat(99),
      text: textArbitrary,
    }),
    orderNumber: anyInteger,
    execution: anyInteger,
    market: index,
  }),
  CancelRejected: record({
    type: type('CancelRejected'),
    ...toSession,
    order: optional(orderArbitrary),
    clientOrderId: textArbitrary,
    originalClientOrderId: textArbitrary,
    accountText: plainText,
    responseTo: fc.constantFrom(1 as const, 2 as const),
    reason: fc.nat(99),
    text: textArbitrary,
  }).map((event) => withoutUndefined(event) as Extract<Event, { type: 'CancelRejected' }>),
  OrderStatusReported: record({
    type: type('OrderStatusReported'),
    ...toSession,
    order: orderArbitrary,
    symbol: optional(textArbitrary),
    clientOrderId: textArbitrary,
    originalClientOrderId: textArbitrary,
    requestId: textArbitrary,
    massRequestId: textArbitrary,
    total: anyInteger,
    last: fc.boolean(),
    text: textArbitrary,
  }).map((event) => withoutUndefined(event) as Extract<Event, { type: 'OrderStatusReported' }>),
  UnknownOrderReported: record({
    type: type('UnknownOrderReported'),
    ...toSession,
    clientOrderId: textArbitrary,
    accountText: textArbitrary,
    symbol: textArbitrary,
    side: textArbitrary,
    requestId: textArbitrary,
    massRequestId: textArbitrary,
    text: textArbitrary,
  }),
  MassCancelReported: record({
    type: type('MassCancelReported'),
    ...toSession,
    clientOrderId: textArbitrary,
    requestType: textArbitrary,
    symbol: textArbitrary,
    side: fc.nat(9),
    affected: anyInteger,
    rejectReason: fc.integer({ min: -1, max: 99 }),
    text: textArbitrary,
    execution: anyInteger,
    market: index,
  }),
  MessageRefused: record({
    type: type('MessageRefused'),
    ...toSession,
    reject: record({ refSeqNum: anyInteger, refMsgType: plainText, refId: plainText, reason: fc.nat(7), text: textArbitrary }),
  }),
  NewsAnnounced: record({ type: type('NewsAnnounced'), at: time, headline: textArbitrary, text: textArbitrary }),
  PartnerCreated: record({
    type: type('PartnerCreated'),
    at: time,
    partner: index,
    id: fc.uuid(),
    name: plainText,
    environment: fc.constantFrom('sandbox' as const, 'live' as const),
    market: index,
    seed: plainText,
    tradeDay: day,
  }),
  InstrumentListed: record({ type: type('InstrumentListed'), at: time, index, instrument }),
  InstrumentChanged: record({ type: type('InstrumentChanged'), at: time, index, instrument }),
  QuoteMoved: record({
    type: type('QuoteMoved'),
    at: time,
    market: index,
    instrument: index,
    quote: record({ bidTicks: anyInteger, askTicks: anyInteger, bidLots: anyInteger, askLots: anyInteger }),
    walks: fc.boolean(),
    keepsPlace: fc.boolean(),
    walked: optional(fc.constant(true as const)),
  }).map((event) => withoutUndefined(event) as QuoteMoved),
  FillModelSet: record({
    type: type('FillModelSet'),
    at: time,
    market: index,
    scope: fc.oneof(record({ instrument: index }), record({ account: index })),
    model: fc.oneof(
      fc.constant({ kind: 'full' as const }),
      record({ kind: fc.constant('participation' as const), basisPoints: fc.nat(10_000) }),
    ),
  }),
  WalkChanged: record({
    type: type('WalkChanged'),
    at: time,
    market: index,
    instrument: index,
    walked: optional(fc.constant(true as const)),
    walk: record({
      key: fc.nat(),
      anchorTicks: anyInteger,
      anchorNoise: fc.integer(),
      stepHundredths: fc.nat(),
      spreadTicks: fc.nat(),
      sizeLots: lots,
    }),
  }).map((event) => withoutUndefined(event) as WalkChanged),
  ClockSet: record({ type: type('ClockSet'), at: time, market: index, frozenAt: time, offsetMs: fc.nat() }),
  PhaseChanged: record({ type: type('PhaseChanged'), at: time, market: index, phase: fc.constantFrom(...Object.values(Phase)) }),
  TradingDayEnded: record({
    type: type('TradingDayEnded'),
    at: time,
    market: index,
    endedDay: day,
    nextDay: day,
    closes: fc.array(fc.tuple(index, anyInteger), { maxLength: 3 }),
    prices: fc.array(fc.tuple(index, anyInteger, anyInteger, anyInteger, fc.boolean()), { minLength: 1, maxLength: 3 }),
  }),
  KillSwitchSet: record({
    type: type('KillSwitchSet'),
    at: time,
    scope: fc.constantFrom('all' as const, 'partner' as const, 'account' as const, 'session' as const),
    id: index,
    on: fc.boolean(),
    operator: plainText,
  }),
  SymbolHalted: record({
    type: type('SymbolHalted'),
    at: time,
    market: index,
    instrument: index,
    until: fc.oneof(fc.constant(0), time),
    priceTicks: anyInteger,
    reason: plainText,
    operator: plainText,
  }),
  SymbolResumed: record({
    type: type('SymbolResumed'),
    at: time,
    market: index,
    instrument: index,
    reason: plainText,
    operator: plainText,
  }),
  CorporateActionAnnounced: record({
    type: type('CorporateActionAnnounced'),
    at: time,
    market: index,
    action: fc.oneof(
      record({
        ...announced,
        type: fc.constant('split' as const),
        numerator: fc.nat(),
        denominator: fc.nat(),
        status: fc.constantFrom('announced' as const, 'effective' as const),
      }),
      record({
        ...announced,
        type: fc.constant('cash_dividend' as const),
        amountTicks: anyInteger,
        payDay: day,
        status: fc.constantFrom('announced' as const, 'effective' as const, 'paid' as const),
      }),
    ),
  }),
  SplitApplied: record({
    type: type('SplitApplied'),
    at: time,
    market: index,
    action: index,
    instrument: index,
    exDay: day,
    numerator: fc.nat(),
    denominator: fc.nat(),
    quote: record({ bidTicks: anyInteger, askTicks: anyInteger, bidLots: lots, askLots: lots }),
    paidLots: fc.integer(),
    walk: fc.option(
      record({
        key: fc.nat(),
        anchorTicks: anyInteger,
        anchorNoise: fc.nat(),
        stepHundredths: fc.nat(),
        spreadTicks: fc.nat(),
        sizeLots: lots,
      }),
    ),
  }),
  DividendRecorded: record({
    type: type('DividendRecorded'),
    at: time,
    market: index,
    action: index,
    entitled: fc.array(record({ account: index, shares: anyInteger, lots, cents: anyInteger }), { maxLength: 3 }),
  }),
  DividendCompleted: record({ type: type('DividendCompleted'), at: time, market: index, action: index }),
  PositionSplit: record({
    type: type('PositionSplit'),
    at: time,
    account: index,
    action: index,
    instrument: index,
    numerator: fc.nat(),
    denominator: fc.nat(),
    fromShares: anyInteger,
    fromLots: lots,
    shares: anyInteger,
    lots,
    basisWhole: anyInteger,
    basisFraction: anyInteger,
    paidLots: fc.integer(),
    cents: anyInteger,
  }),
  DividendPaid: record({
    type: type('DividendPaid'),
    at: time,
    account: index,
    action: index,
    instrument: index,
    shares: anyInteger,
    lots,
    amountTicks: anyInteger,
    cents: anyInteger,
  }),
  AccountOpened: record({
    type: type('AccountOpened'),
    at: time,
    account: index,
    partner: index,
    market: index,
    id: fc.uuid(),
    accountNumber: plainText,
    userId: fc.uuid(),
    status: accountStatus,
    kycStatus,
    kycResults,
    reviewDueAt: anyInteger,
    tradingConfigurations,
    profile: fc.json({ maxDepth: 2 }),
  }),
  AccountReviewed: record({
    type: type('AccountReviewed'),
    at: time,
    account: index,
    statusFrom: accountStatus,
    status: accountStatus,
    kycStatus,
    kycResults,
    reviewDueAt: anyInteger,
  }),
  AccountUpdated: record({
    type: type('AccountUpdated'),
    at: time,
    account: index,
    tradingConfigurations,
    changes: fc.json({ maxDepth: 2 }),
  }),
  AccountClosed: record({ type: type('AccountClosed'), at: time, account: index, statusFrom: accountStatus, kycStatus }),
  HoldingsGranted: record({
    type: type('HoldingsGranted'),
    at: time,
    account: index,
    cashCents: anyInteger,
    positions: fc.array(record({ instrument: index, shares: anyInteger, priceTicks: anyInteger }), { maxLength: 3 }),
  }),
  CashSettled: record({
    type: type('CashSettled'),
    at: time,
    account: index,
    day,
    cents: fc.maxSafeInteger().filter((cents) => !Object.is(cents, -0)),
  }),
  BankLinked: record({
    type: type('BankLinked'),
    at: time,
    account: index,
    ach: index,
    status: fc.constantFrom('PENDING' as const, 'APPROVED' as const, 'REJECTED' as const, 'CANCELLED' as const),
    ownerName: plainText,
    accountType: fc.constantFrom('CHECKING' as const, 'SAVINGS' as const),
    bankName: fc.option(plainText),
    accountLast4: plainText,
    routingNumber: plainText,
    reviewDueAt: time,
  }),
  BankUnlinked: record({ type: type('BankUnlinked'), at: time, account: index, ach: index }),
  BankReviewed: record({
    type: type('BankReviewed'),
    at: time,
    account: index,
    ach: index,
    status: fc.constantFrom('APPROVED' as const, 'REJECTED' as const),
  }),
  TransferRequested: record({ type: type('TransferRequested'), at: time, account: index, transfer }),
  TransferMoved: record({ type: type('TransferMoved'), at: time, account: index, transfer }),
  DepositSettled: record({ type: type('DepositSettled'), at: time, account: index, transfer }),
  DepositReturned: record({ type: type('DepositReturned'), at: time, account: index, transfer }),
  WithdrawalSettled: record({ type: type('WithdrawalSettled'), at: time, account: index, transfer }),
  WithdrawalReturned: record({ type: type('WithdrawalReturned'), at: time, account: index, transfer }),
  FeeCharged: record({ type: type('FeeCharged'), at: time, account: index, transfer: index, cents: anyInteger }),
}

export const eventArbitrary: Arbitrary<Event> = fc.oneof(...Object.values<Arbitrary<Event>>(eventArbitraries))

const position = fc.oneof(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 2 ** 40 }))

const loggedOnArbitrary: Arbitrary<Pick<SessionNumbers, 'loggedOn'>> = fc.oneof(
  fc.constant({}),
  fc.boolean().map((loggedOn) => ({ loggedOn })),
)

const movedNumbersArbitrary: Arbitrary<SessionNumbers> = record({
  session: index,
  reset: fc.boolean(),
  nextInbound: fc.oneof(fc.nat(1_000), fc.maxSafeNat()),
  firstOutbound: fc.oneof(fc.nat(1_000), fc.maxSafeNat()),
  outbound: fc.array(
    fc.oneof(
      fc.constant(0),
      position,
      position.map((one) => -one),
      fc.maxSafeNat(),
    ),
    { maxLength: 50 },
  ),
  toldBefore: fc.oneof(
    fc.nat(),
    fc.maxSafeNat().map((one) => Math.floor(one / 2)),
  ),
})

const sessionNumbersArbitrary: Arbitrary<SessionNumbers> = fc
  .tuple(movedNumbersArbitrary, loggedOnArbitrary)
  .map(([numbers, loggedOn]) => ({ ...numbers, ...loggedOn }))

export const batchArbitrary: Arbitrary<Batch> = record({
  position,
  sealedAt: time,
  events: fc.array(eventArbitrary, { maxLength: 8 }),
  sessions: fc.uniqueArray(sessionNumbersArbitrary, { maxLength: 4, selector: ({ session }) => session }),
})
