/**
 * Why the engine refuses a command: one closed list. Each edge owns its translation (HTTP status in http/, 102 and 103 in fix/);
 * the OrdRejReason(103) of a refused order stands here because REST shows it too (`reject_reason.ord_rej_reason`).
 */
export const ORDER_REFUSALS = {
  INVALID_SYMBOL: { ordRejReason: 1, journaled: true },
  ACCOUNT_NOT_ACTIVE: { ordRejReason: 0, journaled: false },
  ACCOUNT_CLOSED: { ordRejReason: 0, journaled: false },
  TRADING_SUSPENDED: { ordRejReason: 0, journaled: true },
  ASSET_NOT_TRADABLE: { ordRejReason: 0, journaled: true },
  ASSET_NOT_FRACTIONABLE: { ordRejReason: 11, journaled: true },
  INVALID_QUANTITY: { ordRejReason: 13, journaled: false },
  INVALID_PRICE: { ordRejReason: 99, journaled: false },
  UNSUPPORTED_ORDER_COMBINATION: { ordRejReason: 11, journaled: false },
  ORDER_EXCEEDS_LIMIT: { ordRejReason: 3, journaled: true },
  PRICE_OUT_OF_BAND: { ordRejReason: 99, journaled: true },
  INSUFFICIENT_BUYING_POWER: { ordRejReason: 3, journaled: true },
  INSUFFICIENT_POSITION: { ordRejReason: 13, journaled: true },
  WASH_TRADE: { ordRejReason: 99, journaled: true },
  NO_LIQUIDITY: { ordRejReason: 99, journaled: true },
  EXCHANGE_CLOSED: { ordRejReason: 2, journaled: true },
  TOO_LATE_TO_ENTER: { ordRejReason: 4, journaled: true },
  CLIENT_ORDER_ID_CONFLICT: { ordRejReason: 6, journaled: false },
  THROTTLED: { ordRejReason: 99, journaled: true },
} as const

export type OrderRefusalCode = keyof typeof ORDER_REFUSALS
export const ORDER_REFUSAL_CODES = Object.keys(ORDER_REFUSALS) as readonly OrderRefusalCode[]

export type RefusalCode =
  | OrderRefusalCode
  | 'ORDER_NOT_FOUND'
  | 'ORDER_NOT_OPEN'
  | 'ORDER_CHANGE_PENDING'
  | 'ORDER_NOT_REPLACEABLE'
  | 'ACCOUNT_NOT_FOUND'
  | 'ACCOUNT_HAS_BALANCE'
  | 'IDENTITY_LOCKED'
  | 'USER_KYC_NOT_APPROVED'
  | 'ACH_RELATIONSHIP_NOT_FOUND'
  | 'ACH_RELATIONSHIP_NOT_APPROVED'
  | 'ACH_RELATIONSHIP_IN_USE'
  | 'IDEMPOTENCY_CONFLICT'
  | 'AMOUNT_OUT_OF_RANGE'
  | 'INSUFFICIENT_FUNDS'
  | 'TRANSFER_NOT_CANCELLABLE'
  | 'EXECUTION_NOT_FOUND'
  | 'EXECUTION_ALREADY_BUSTED'
  | 'PARTNER_LIMIT_REACHED'
  | 'SYMBOL_ALREADY_LISTED'
  | 'INVALID_QUOTE'
  | 'INVALID_CLOCK'
  | 'VALIDATION_ERROR'

/** A refusal is a value. `message` says what was expected and what came, `details` the figures behind it. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  readonly field?: string
  readonly details?: Readonly<Record<string, string | number | null>>
}
