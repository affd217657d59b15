import type { Command } from '../../domain/command.ts'
import { MsgType } from '../fix-values.ts'
import { msgTypeCode } from '../wire/message-view.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext, Translation } from './inbound-context.ts'
import { newOrderSingle, refuseThrottled } from './new-order-single.ts'
import { notAuthorized, notTaken } from './not-taken.ts'
import { orderCancelReplaceRequest } from './order-cancel-replace-request.ts'
import { orderCancelRequest } from './order-cancel-request.ts'
import { orderMassCancelRequest } from './order-mass-cancel-request.ts'
import { orderMassStatusRequest } from './order-mass-status-request.ts'
import { orderStatusRequest } from './order-status-request.ts'

/**
 * The command that an application message stands for; undefined when it calls for none. `overThrottle`: the session sends more than it
 * may, which refuses D and G.
 */
export function translate(message: MessageView, context: InboundContext, overThrottle: boolean): Command | undefined {
  const code = message.msgTypeCode
  const isDropCopy = context.settings.kind === 'drop-copy'
  // hot path
  if (code === NEW_ORDER_SINGLE && !isDropCopy) return overThrottle ? refuseThrottled(message, context) : newOrderSingle(message, context)
  // An answer to a refusal would be refused in turn, for ever.
  if (code === BUSINESS_MESSAGE_REJECT) return undefined
  const translation = TRANSLATIONS.get(code)
  if (isDropCopy && (translation !== undefined || code === NEW_ORDER_SINGLE || MARKET_DATA.has(code)))
    return notAuthorized(message, context)
  return (translation ?? notTaken)(message, context, overThrottle)
}

/** F and q are never limited. */
export function isThrottled(message: MessageView): boolean {
  const code = message.msgTypeCode
  return code !== CANCEL_REQUEST && code !== MASS_CANCEL_REQUEST
}

const NEW_ORDER_SINGLE = msgTypeCode(MsgType.NewOrderSingle)
const CANCEL_REQUEST = msgTypeCode(MsgType.OrderCancelRequest)
const MASS_CANCEL_REQUEST = msgTypeCode(MsgType.OrderMassCancelRequest)
const BUSINESS_MESSAGE_REJECT = msgTypeCode(MsgType.BusinessMessageReject)

const TRANSLATIONS: ReadonlyMap<number, Translation> = new Map<number, Translation>([
  [CANCEL_REQUEST, orderCancelRequest],
  [msgTypeCode(MsgType.OrderCancelReplaceRequest), orderCancelReplaceRequest],
  [msgTypeCode(MsgType.OrderStatusRequest), orderStatusRequest],
  [MASS_CANCEL_REQUEST, orderMassCancelRequest],
  [msgTypeCode(MsgType.OrderMassStatusRequest), orderMassStatusRequest],
])

/** What `MarketDataSession` takes: it comes here from sessions that may not ask. */
const MARKET_DATA: ReadonlySet<number> = new Set(
  [MsgType.MarketDataRequest, MsgType.SecurityListRequest, MsgType.TradingSessionStatusRequest].map(msgTypeCode),
)
