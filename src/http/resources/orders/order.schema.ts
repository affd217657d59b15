import { Type } from 'typebox'
import { ORDER_REFUSAL_CODES } from '../../../domain/refusal.ts'
import { date, decimal, instant, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { boundInput, cursorInput, decimalInput, limitInput, oneOf, refused, text } from '../../schema/request-values.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import {
  CANCEL_REASON_NAMES,
  ORDER_CLASS_NAMES,
  SHOWN_STATUS_NAMES,
  ORDER_TYPE_NAMES,
  SIDE_NAMES,
  TIME_IN_FORCE_NAMES,
} from './order-names.ts'
import { executionExample, orderExample } from './order.examples.ts'

export const symbolInput = text({
  pattern: '^[A-Za-z][A-Za-z0-9.-]{0,9}$',
  expected: 'a symbol: a letter, then up to nine letters, digits, dots or dashes',
  code: 'INVALID_SYMBOL',
})

const clientOrderIdInput = text({
  pattern: '^[A-Za-z0-9._:-]{1,64}$',
  expected: '1 to 64 characters out of A-Z a-z 0-9 . _ : -',
  description: 'unique per account for ever; a repeat with the same content answers with the stored order',
})

/** FIX takes more characters in an id than REST does, and those orders are looked for as well. */
const anyClientOrderId = text({ pattern: '^[ -~]{1,64}$', expected: '1 to 64 printable characters of ASCII' })

const sideInput = oneOf(['buy', 'sell'])
const orderTypes = ['market', 'limit', 'stop', 'stop_limit', 'trailing_stop'] as const
const orderClasses = ['simple', 'bracket', 'oco', 'oto'] as const
const timesInForce = ['day', 'gtc', 'opg', 'cls', 'ioc', 'fok'] as const

export const newOrderBody = Type.Object(
  {
    symbol: symbolInput,
    side: sideInput,
    client_order_id: clientOrderIdInput,
    asset_class: Type.Optional(oneOf(['equity', 'etf'], { default: 'equity' })),
    order_type: Type.Optional(oneOf(orderTypes, { default: 'market' })),
    quantity: Type.Optional(decimalInput({ description: 'shares; alternative to notional' })),
    notional: Type.Optional(decimalInput({ description: 'dollars; alternative to quantity' })),
    limit_price: Type.Optional(decimalInput()),
    stop_price: Type.Optional(decimalInput()),
    time_in_force: Type.Optional(oneOf(timesInForce, { default: 'day' })),
    extended_hours: Type.Optional(Type.Boolean({ default: false })),
    order_class: Type.Optional(
      oneOf(orderClasses, {
        default: 'simple',
        description:
          'bracket: a buy with both exits; oto: a buy with one exit; oco: a sell at a limit and a stop of which one cancels the other. ' +
          'Exits are orders of their own, named by `legs`; they work once their entry is done',
      }),
    ),
    take_profit: Type.Optional(Type.Object({ limit_price: decimalInput() })),
    stop_loss: Type.Optional(Type.Object({ stop_price: decimalInput(), limit_price: Type.Optional(decimalInput()) })),
    trail_price: Type.Optional(decimalInput({ description: 'of a trailing_stop: dollars between the market and the stop' })),
    trail_percent: Type.Optional(
      decimalInput({ description: 'of a trailing_stop: percent between the market and the stop, up to 2 decimals' }),
    ),
  },
  {
    examples: [
      { symbol: 'AAPL', side: 'buy', order_type: 'limit', quantity: '10', limit_price: '150.00', client_order_id: 'c-1001' },
      { symbol: 'AAPL', side: 'buy', notional: '250.00', client_order_id: 'c-1002' },
      {
        symbol: 'AAPL',
        side: 'buy',
        quantity: '10',
        client_order_id: 'c-1003',
        order_class: 'bracket',
        take_profit: { limit_price: '160.00' },
        stop_loss: { stop_price: '140.00' },
      },
    ],
  },
)

/** What a new order, or a look at what one would cost, can be refused with: for the document. */
export const PLACEMENT_CODES =
  'VALIDATION_ERROR, INVALID_SYMBOL, INVALID_QUANTITY, INVALID_PRICE, UNSUPPORTED_ORDER_COMBINATION, SANDBOX_ONLY, ACCOUNT_NOT_FOUND, ' +
  'ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED, CLIENT_ORDER_ID_CONFLICT, TRADING_SUSPENDED, INSUFFICIENT_BUYING_POWER, INSUFFICIENT_POSITION, ' +
  'ASSET_NOT_TRADABLE, ASSET_NOT_FRACTIONABLE, ORDER_EXCEEDS_LIMIT, PRICE_OUT_OF_BAND, WASH_TRADE, NO_LIQUIDITY, EXCHANGE_CLOSED, ' +
  'TOO_LATE_TO_ENTER'

const fixed = refused('VALIDATION_ERROR', "left out: it can't be changed")

export const orderChangeBody = Type.Object(
  {
    quantity: Type.Optional(decimalInput({ description: 'the new total; has to be above what is filled' })),
    limit_price: Type.Optional(decimalInput()),
    stop_price: Type.Optional(decimalInput()),
    client_order_id: Type.Optional(clientOrderIdInput),
    symbol: fixed,
    asset_class: fixed,
    order_type: fixed,
    side: fixed,
    notional: fixed,
    time_in_force: fixed,
    extended_hours: fixed,
    order_class: fixed,
    take_profit: fixed,
    stop_loss: fixed,
    trail_price: fixed,
    trail_percent: fixed,
  },
  { examples: [{ quantity: '8', limit_price: '149.50' }] },
)

const STATES = [...new Set(Object.values(SHOWN_STATUS_NAMES))]
const STATE = `(${STATES.join('|')})`

export const orderListQuery = Type.Object({
  status: Type.Optional(
    text({
      pattern: `^(open|closed|all|${STATE}(,${STATE})*)$`,
      expected: `open, closed, all or a comma list of ${STATES.join(', ')}`,
      description: 'open, closed, all (default) or a comma list of states',
    }),
  ),
  symbol: Type.Optional(symbolInput),
  side: Type.Optional(sideInput),
  client_order_id: Type.Optional(anyClientOrderId),
  created_after: Type.Optional(boundInput()),
  created_before: Type.Optional(boundInput()),
  updated_after: Type.Optional(boundInput()),
  sort: Type.Optional(oneOf(['created_at:asc', 'created_at:desc', 'updated_at:asc', 'updated_at:desc'], { default: 'created_at:desc' })),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.orders),
})

export const executionListQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.executions) })

const rejectReason = Type.Unsafe<{ code: string; message: string; ord_rej_reason: number } | null>({
  type: ['object', 'null'],
  required: ['code', 'message', 'ord_rej_reason'],
  properties: {
    code: openEnumeration(ORDER_REFUSAL_CODES),
    message: Type.String(),
    ord_rej_reason: Type.Integer({ description: 'OrdRejReason(103)' }),
  },
})

export const orderSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    client_order_id: Type.String(),
    symbol: Type.String(),
    asset_class: openEnumeration(['equity', 'etf']),
    order_type: openEnumeration([...Object.values(ORDER_TYPE_NAMES), 'trailing_stop']),
    side: openEnumeration(Object.values(SIDE_NAMES)),
    quantity: nullable(decimal),
    notional: nullable(decimal),
    limit_price: nullable(decimal),
    stop_price: nullable(decimal),
    time_in_force: openEnumeration(Object.values(TIME_IN_FORCE_NAMES)),
    extended_hours: Type.Boolean(),
    order_class: openEnumeration(Object.values(ORDER_CLASS_NAMES)),
    leg: nullable(openEnumeration(['take_profit', 'stop_loss'])),
    parent_order_id: nullable(uuid),
    legs: Type.Array(uuid, { description: 'the exits that were placed with it' }),
    trail_price: nullable(decimal),
    trail_percent: nullable(decimal),
    status: openEnumeration([...new Set(Object.values(SHOWN_STATUS_NAMES))]),
    filled_quantity: decimal,
    remaining_quantity: nullable(decimal),
    remaining_notional: Type.Optional(decimal),
    average_fill_price: nullable(decimal),
    reject_reason: rejectReason,
    cancel_reason: nullable(openEnumeration(Object.values(CANCEL_REASON_NAMES).filter((name) => name !== null))),
    revision: Type.Integer(),
    created_at: instant,
    submitted_at: nullable(instant),
    updated_at: instant,
    filled_at: nullable(instant),
    cancelled_at: nullable(instant),
    expired_at: nullable(instant),
    rejected_at: nullable(instant),
  },
  {
    $id: 'Order',
    title: 'Order',
    examples: [orderExample],
  },
)
export const orderRef = Type.Unsafe<object>({ $ref: 'Order#' })
export const orderPage = pageOf(orderRef)

export const executionSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'ExecID(17) of the report' }),
    order_id: uuid,
    account_id: uuid,
    client_order_id: Type.String(),
    symbol: Type.String(),
    side: openEnumeration(Object.values(SIDE_NAMES)),
    exec_type: openEnumeration(['trade', 'trade_correct', 'trade_cancel']),
    quantity: decimal,
    price: decimal,
    notional: decimal,
    cumulative_quantity: decimal,
    leaves_quantity: decimal,
    average_price: decimal,
    commission: decimal,
    liquidity: nullable(openEnumeration(['added', 'removed'])),
    reference_execution_id: nullable(uuid),
    trade_date: date,
    settlement_date: date,
    sequence: Type.Integer({ description: 'increasing, with gaps' }),
    executed_at: instant,
  },
  {
    $id: 'Execution',
    title: 'Execution',
    examples: [executionExample],
  },
)
export const executionRef = Type.Unsafe<object>({ $ref: 'Execution#' })
export const executionPage = pageOf(executionRef)

export const cancelAllAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      id: uuid,
      status: Type.Integer({ description: '204 cancelled, 409 not' }),
      code: textOrNull,
    }),
  ),
})
