import type { Event } from '../../domain/event.ts'

/** First byte of an event's record. The numbers are part of the journal: never change one, never give one again. */
export const EVENT_CODES = {
  OrderAccepted: 1,
  OrderRejected: 2,
  OrderFilled: 3,
  OrderCancelled: 4,
  OrderExpired: 5,
  OrderReplaced: 6,
  OrderRestated: 7,
  OrderTriggered: 8,
  ExecutionBusted: 9,
  ExecutionCorrected: 10,
  OrderReleased: 11,
  OrderSuspended: 12,
  OrderReinstated: 13,
  OrderPended: 14,
  OrderAcknowledged: 15,
  OrderRefused: 16,
  CancelRejected: 17,
  OrderStatusReported: 18,
  UnknownOrderReported: 19,
  MassCancelReported: 20,
  MessageRefused: 21,
  NewsAnnounced: 22,
  StopTrailed: 23,
  MarketReset: 24,
  IdentifierGiven: 25,
  PartnerCreated: 32,
  InstrumentListed: 33,
  QuoteMoved: 34,
  TradingDayEnded: 35,
  KillSwitchSet: 36,
  WalkChanged: 37,
  ClockSet: 38,
  PhaseChanged: 39,
  FillModelSet: 40,
  FillDelayed: 41,
  SymbolHalted: 42,
  SymbolResumed: 43,
  CorporateActionAnnounced: 44,
  SplitApplied: 45,
  DividendRecorded: 46,
  DividendCompleted: 47,
  AccountOpened: 48,
  AccountReviewed: 49,
  HoldingsGranted: 50,
  CashSettled: 51,
  BankLinked: 52,
  BankUnlinked: 53,
  BankReviewed: 55,
  TransferRequested: 56,
  TransferMoved: 57,
  DepositSettled: 58,
  DepositReturned: 59,
  WithdrawalSettled: 60,
  WithdrawalReturned: 61,
  FeeCharged: 62,
  AccountUpdated: 64,
  AccountClosed: 65,
  PositionSplit: 66,
  DividendPaid: 67,
  InstrumentChanged: 68,
} as const satisfies Record<Event['type'], number>

/** Set on the code of an order event that answers a session other than the order's own. */
export const OTHER_SESSION = 0x80
export const CODE_MASK = 0x7f

/** True for the code of an `OrderEvent`: an order, as it stands after something that is reported. */
export const isOrderEventCode = (code: number): boolean => code < EVENT_CODES.OrderRefused && code !== EVENT_CODES.OrderReleased

const TYPES: ReadonlyMap<number, Event['type']> = new Map(
  Object.entries(EVENT_CODES).map(([type, code]) => [code, type as Event['type']] as const),
)

export const eventTypeOf = (code: number): Event['type'] | undefined => TYPES.get(code)

export function isExecutionCode(code: number): boolean {
  return code === EVENT_CODES.OrderFilled || code === EVENT_CODES.ExecutionBusted || code === EVENT_CODES.ExecutionCorrected
}
