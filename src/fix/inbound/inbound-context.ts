import type { Command } from '../../domain/command.ts'
import type { RefuseMessage } from '../../domain/commands/session-command.ts'
import type { SessionRequester } from '../../domain/commands/order-command.ts'
import type { Order } from '../../domain/orders/order.ts'
import type { EngineView } from '../../domain/view.ts'
import { BusinessRejectReason } from '../fix-values.ts'
import type { SessionAccounts } from '../session/session-accounts.ts'
import type { SessionSettings } from '../session/session-settings.ts'
import type { MessageView } from '../wire/message-view.ts'

/** What the translation of a message needs beyond the message. */
export interface InboundContext {
  readonly settings: SessionSettings
  readonly accounts: SessionAccounts
  readonly view: EngineView
  /** an order that has left the engine, by any ClOrdID of its chain */
  readonly pastOrder: (account: number, clientOrderId: string) => Order | undefined
  /** market of the session's partner */
  readonly market: number
}

/** Turns a valid message into the command that it stands for. Whatever is wrong with it is in the command. */
export type Translation = (message: MessageView, context: InboundContext, overThrottle: boolean) => Command

export function requesterOf({ settings }: InboundContext): SessionRequester {
  const { index: session, orderScope, queueReplaces } = settings
  return { kind: 'session', session, accountScope: orderScope === 'account', ...(queueReplaces && { queuesReplaces: true }) }
}

/** j with 380=5: a field that the other fields call for, `Account(1)`, is missing. */
export function fieldMissing(message: MessageView, context: InboundContext, field: string): RefuseMessage {
  return conditionNotMet(message, context, `Conditionally required field missing: ${field}`)
}

/** j with 380=5: the fields that are there do not go together. */
export function conditionNotMet(message: MessageView, context: InboundContext, text: string): RefuseMessage {
  return refuseMessage(message, context, BusinessRejectReason.ConditionallyRequiredMissing, text)
}

/** BusinessMessageReject(j) about a message. */
export function refuseMessage(message: MessageView, { settings }: InboundContext, reason: number, text: string): RefuseMessage {
  return {
    type: 'RefuseMessage',
    session: settings.index,
    reject: {
      refSeqNum: message.sequenceNumber,
      refMsgType: message.msgType,
      refId: refIdOf(message),
      reason,
      text,
    },
  }
}

/** BusinessRejectRefID(379): the id that the sender gave the message. */
function refIdOf(message: MessageView): string {
  return message.string(ID_TAGS[message.msgType] ?? CLIENT_ORDER_ID) ?? ''
}

const CLIENT_ORDER_ID = 11

/** What FIX 4.4 has as the id of a message, where that is not ClOrdID(11); also of those that are not taken. */
const ID_TAGS: Readonly<Record<string, number | undefined>> = {
  // MassStatusReqID, MDReqID, SecurityReqID, TradSesReqID
  AF: 584,
  V: 262,
  x: 320,
  g: 335,
  // ListID: the ids of its orders are ClOrdIDs
  E: 66,
  K: 66,
  L: 66,
  M: 66,
  // IOIid, AdvId, EmailThreadID
  6: 23,
  7: 2,
  C: 164,
  // QuoteReqID, QuoteID
  R: 131,
  S: 117,
  Z: 117,
  a: 117,
  i: 117,
  // SecurityReqID, SecurityStatusReqID
  c: 320,
  v: 320,
  z: 320,
  e: 324,
  // CrossID
  s: 548,
  t: 548,
  u: 548,
  // AllocID, TradeRequestID, TradeReportID, PosReqID, UserRequestID; ExecID of a report that is not known
  J: 70,
  AD: 568,
  AE: 571,
  AN: 710,
  BE: 923,
  Q: 17,
}

/** How a request names its account: the index, undefined when it is unknown or not permitted, or 'missing' when it had to be given. */
export function accountOf(message: MessageView, { accounts }: InboundContext): number | undefined | 'missing' {
  const given = message.frequent(1)
  if (given !== undefined) return accounts.find(given)
  return accounts.only ?? 'missing'
}
