import { Type } from 'typebox'
import Format from 'typebox/format'
import { decimal, instant, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { boundInput, cursorInput, limitInput, oneOf, optional, text } from '../../schema/request-values.ts'
import { PAGE_SIZES } from '../../requests/paging.ts'
import { statusesNamed } from './blotter-names.ts'

Format.Set('blotter-status', (name: string) => statusesNamed(name).length > 0)

const code = text({ maxLength: 64 })
const fixCode = (values: readonly string[]) => openEnumeration(values)
/** more than there are, however they are spelled */
const MOST_STATUSES = 100

/** `FromDate` and `ToDate` bound the creation of the orders. */
export const getOrdersBody = Type.Object(
  {
    AccountNo: optional(code),
    OrderCode: optional(code),
    ClOrdId: optional(code),
    Symbol: optional(text({ maxLength: 32 })),
    Side: optional(oneOf(['Buy', 'Sell'])),
    Status: optional(
      Type.Array(text({ maxLength: 32, format: 'blotter-status', expected: 'a status of an order' }), {
        maxItems: MOST_STATUSES,
        description: 'New, Partially Filled, Filled, Canceled …',
      }),
    ),
    FromDate: optional(boundInput()),
    ToDate: optional(boundInput()),
    UpdatedSince: optional(boundInput()),
    PageNumber: optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
    PageSize: optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  },
  { examples: [{ AccountNo: '410000001', Symbol: 'AAPL', Status: ['New'], PageNumber: 1, PageSize: 50 }] },
)

export const orderInfoBody = Type.Object(
  { OrderCode: optional(code), AccountNo: optional(code), ClOrdId: optional(code) },
  {
    examples: [{ AccountNo: '410000001', ClOrdId: 'c-1001' }],
  },
)

export const fixLogsQuery = Type.Object({
  orderCode: code,
  direction: optional(oneOf(['In', 'Out'])),
  msgType: optional(text({ minLength: 1, maxLength: 3 })),
  limit: limitInput(PAGE_SIZES.orders),
  cursor: cursorInput,
})

const blotterOrder = Type.Object(
  {
    OrderCode: uuid,
    ClOrdId: Type.String(),
    AccountNo: Type.String(),
    Symbol: Type.String(),
    SecurityType: openEnumeration(['CS']),
    Side: openEnumeration(['Buy', 'Sell']),
    OrderType: openEnumeration(['Market', 'Limit', 'Stop', 'StopLimit']),
    TimeInForce: openEnumeration(['Day', 'GTC', 'OPG', 'CLS', 'IOC', 'FOK']),
    OrderQty: decimal,
    CashOrderQty: nullable(decimal),
    Price: nullable(decimal),
    StopPx: nullable(decimal),
    OrdStatus: fixCode(['0', '1', '2', '3', '4', '6', '8', '9', 'A', 'C', 'E']),
    OrdStatusText: Type.String(),
    CumQty: decimal,
    LeavesQty: decimal,
    AvgPx: decimal,
    LastQty: nullable(decimal),
    LastPx: nullable(decimal),
    OrdRejReason: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    Text: textOrNull,
    CreatedAt: instant,
    UpdatedAt: instant,
  },
  { title: 'Order of the blotter' },
)

export const getOrdersAnswer = Type.Object({
  TotalCount: Type.Integer(),
  PageNumber: Type.Integer(),
  PageSize: Type.Integer(),
  Orders: Type.Array(blotterOrder),
})

export const orderInfoAnswer = Type.Object({
  Order: blotterOrder,
  Executions: Type.Array(
    Type.Object({
      ExecId: uuid,
      ExecType: fixCode(['F', 'G', 'H']),
      LastQty: decimal,
      LastPx: decimal,
      CumQty: decimal,
      LeavesQty: decimal,
      AvgPx: decimal,
      TransactTime: instant,
      ExecRefId: nullable(uuid),
    }),
  ),
  History: Type.Array(
    Type.Object({
      Sequence: Type.Integer(),
      OrdStatus: fixCode(['0', '1', '2', '3', '4', '6', '8', '9', 'A', 'C', 'E']),
      ExecType: fixCode(['0', '3', '4', '5', '6', '8', '9', 'A', 'C', 'D', 'E', 'F', 'G', 'H']),
      Text: textOrNull,
      TransactTime: instant,
    }),
  ),
})

/** One FIX message as it went over the wire, or as it waits for a session that is logged out. */
export const fixLogSchema = Type.Object(
  {
    Id: Type.String(),
    SessionId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null for an order to which no session listens' }),
    Direction: openEnumeration(['In', 'Out']),
    MsgSeqNum: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null until the message is sent' }),
    MsgType: Type.String(),
    ExecType: textOrNull,
    OrdStatus: textOrNull,
    ClOrdId: textOrNull,
    SendingTime: textOrNull,
    PossDup: Type.Boolean(),
    Raw: Type.String({ description: 'SOH shown as |; 553, 554, 925 and 96 masked' }),
  },
  { title: 'Entry of the FIX log' },
)

export const fixLogsAnswer = Type.Object({
  OrderCode: uuid,
  Logs: Type.Array(fixLogSchema),
  pagination: Type.Object({ next_cursor: textOrNull, has_more: Type.Boolean() }),
})
