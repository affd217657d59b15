import type { RefusalCode, Refusal } from '../../domain/refusal.ts'

/** Every code that an answer can carry, with its HTTP status: docs/api-contract.md section 2. The only list of them. */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  MALFORMED_JSON: 400,
  INVALID_CURSOR: 400,
  INVALID_SYMBOL: 400,
  INVALID_DATE_RANGE: 400,
  INVALID_SECTOR: 400,
  SYMBOLS_REQUIRED: 400,
  TOO_MANY_SYMBOLS: 400,
  NON_OPTIONABLE_TICKER: 400,
  INVALID_EXPIRATION: 400,
  INVALID_URL: 400,
  INVALID_EVENT: 400,
  INVALID_SCOPE: 400,
  IMMUTABLE_FIELD: 400,
  IDENTITY_NOT_ALLOWED: 400,
  JOINT_OWNER_REQUIRED: 400,
  INVALID_PHONE_NUMBER: 400,
  INVALID_ROUTING_NUMBER: 400,
  INVALID_AMOUNT: 400,
  INVALID_QUANTITY: 400,
  INVALID_PRICE: 400,
  UNSUPPORTED_ORDER_COMBINATION: 400,
  IRA_FIELDS_NOT_ALLOWED: 400,
  IRA_DISTRIBUTION_REQUIRED: 400,
  INVALID_DOCUMENT_TYPE: 400,
  INVALID_DOCUMENT_CONTENT: 400,
  INVALID_QUOTE: 400,
  INVALID_CLOCK: 400,
  UNAUTHORIZED: 401,
  KEY_REVOKED: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  SANDBOX_ONLY: 403,
  NOT_FOUND: 404,
  ACCOUNT_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  POSITION_NOT_FOUND: 404,
  ACH_RELATIONSHIP_NOT_FOUND: 404,
  FUNDING_ACTIVITY_NOT_FOUND: 404,
  DOCUMENT_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  DELIVERY_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  SYMBOL_NOT_FOUND: 404,
  NO_FINANCIAL_DATA: 404,
  LOGO_NOT_AVAILABLE: 404,
  SESSION_NOT_FOUND: 404,
  EXECUTION_NOT_FOUND: 404,
  PARTNER_NOT_FOUND: 404,
  W9_REQUEST_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  USER_KYC_NOT_APPROVED: 409,
  ACCOUNT_NOT_ACTIVE: 409,
  ACCOUNT_CLOSED: 409,
  ACCOUNT_HAS_BALANCE: 409,
  IDENTITY_LOCKED: 409,
  ORDER_NOT_OPEN: 409,
  ORDER_CHANGE_PENDING: 409,
  CLIENT_ORDER_ID_CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  ACH_RELATIONSHIP_NOT_APPROVED: 409,
  ACH_RELATIONSHIP_IN_USE: 409,
  TRANSFER_NOT_CANCELLABLE: 409,
  MARKET_CLOSED: 409,
  TRADING_SUSPENDED: 409,
  EXECUTION_ALREADY_BUSTED: 409,
  SESSION_ALREADY_EXISTS: 409,
  SYMBOL_ALREADY_LISTED: 409,
  EVENT_ID_EXPIRED: 410,
  PAYLOAD_TOO_LARGE: 413,
  DOCUMENT_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INSUFFICIENT_BUYING_POWER: 422,
  INSUFFICIENT_POSITION: 422,
  ASSET_NOT_TRADABLE: 422,
  ASSET_NOT_FRACTIONABLE: 422,
  ORDER_EXCEEDS_LIMIT: 422,
  PRICE_OUT_OF_BAND: 422,
  WASH_TRADE: 422,
  NO_LIQUIDITY: 422,
  EXCHANGE_CLOSED: 422,
  TOO_LATE_TO_ENTER: 422,
  ORDER_NOT_REPLACEABLE: 422,
  INSUFFICIENT_FUNDS: 422,
  AMOUNT_OUT_OF_RANGE: 422,
  WEBHOOK_LIMIT_REACHED: 422,
  PARTNER_LIMIT_REACHED: 422,
  REQUEST_QUARANTINED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

export type ErrorDetails = Readonly<Record<string, unknown>>

/** A message may quote what the client sent, not repeat a megabyte of it. */
const LONGEST_MESSAGE = 1_000

/** An answer that is an error. Thrown by hooks and handlers; `error-answers.ts` turns it into a body. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  /** dotted path of the one member at fault */
  readonly field: string | undefined
  readonly details: ErrorDetails | undefined
  /** headers of the answer beside the body */
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, message: string, more: { field?: string; details?: ErrorDetails; headers?: Record<string, string> } = {}) {
    super(message.slice(0, LONGEST_MESSAGE))
    this.name = 'ApiError'
    this.code = code
    this.status = ERROR_STATUS[code]
    this.field = more.field
    this.details = more.details
    this.headers = more.headers
  }
}

/** The engine's refusal as an answer; `more` is what only the edge knows, such as the id of the order that was journaled as rejected. */
export function refusalError(refusal: Refusal, more: ErrorDetails = {}): ApiError {
  const details = { ...refusal.details, ...more }
  return new ApiError(errorCodeOf(refusal.code), refusal.message, {
    ...(refusal.field === undefined ? {} : { field: refusal.field }),
    ...(Object.keys(details).length === 0 ? {} : { details }),
  })
}

/** How the engine's refusals are called over HTTP: as the engine calls them, but for one. */
function errorCodeOf(code: RefusalCode): ErrorCode {
  return code === 'THROTTLED' ? 'RATE_LIMIT_EXCEEDED' : code
}
