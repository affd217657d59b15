import type { Command } from '../../domain/command.ts'
import { BusinessRejectReason, sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { fieldMissing, refuseMessage } from './inbound-context.ts'
import { namesOtherSecurity } from './unsupported-terms.ts'

/** OrderMassStatusRequest(AF): 585=1 by security, 585=7 all orders; anything else is refused with j, 380=0. */
export function orderMassStatusRequest(message: MessageView, context: InboundContext): Command {
  const { settings, accounts, market, view } = context
  const requestType = message.string(585)!
  const symbol = message.string(55) ?? ''
  if (requestType !== BY_SECURITY && requestType !== ALL) {
    return refuseMessage(message, context, BusinessRejectReason.Other, `MassStatusReqType(585) ${requestType} is not supported`)
  }
  if (requestType === BY_SECURITY && symbol === '') return fieldMissing(message, context, 'Symbol(55)')
  const instrument = symbol === '' ? undefined : view.instrumentBySymbol(symbol)
  const accountText = message.string(1) ?? ''
  const account = accountText === '' ? undefined : accounts.find(accountText)
  const sideText = message.string(54) ?? ''
  const side = sideText === '' ? undefined : sideOf(sideText)
  const nothingMatches =
    (symbol !== '' && instrument === undefined) ||
    (accountText !== '' && account === undefined) ||
    (sideText !== '' && side === undefined) ||
    namesOtherSecurity(message)
  return {
    type: 'ReportMassStatus',
    session: settings.index,
    market,
    accountScope: settings.orderScope === 'account',
    accounts: nothingMatches ? [] : account === undefined ? accounts.all : [account],
    accountText,
    requestId: message.string(584)!,
    symbol,
    ...(instrument !== undefined && { instrument }),
    ...(side !== undefined && { side }),
    sideText,
  }
}

const BY_SECURITY = '1'
const ALL = '7'
