import type { Command } from '../../domain/command.ts'
import type { MassCancel } from '../../domain/commands/order-command.ts'
import { sideOf } from '../fix-values.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { InboundContext } from './inbound-context.ts'
import { fieldMissing, requesterOf } from './inbound-context.ts'
import { namesOtherSecurity } from './unsupported-terms.ts'

/** OrderMassCancelRequest(q): 530=1 by security, 530=7 all; anything else is refused with r, 531=0. */
export function orderMassCancelRequest(message: MessageView, context: InboundContext): Command {
  const requestType = message.string(530)!
  const symbol = message.string(55) ?? ''
  if (requestType === BY_SECURITY && symbol === '') return fieldMissing(message, context, 'Symbol(55)')
  const instrument = symbol === '' ? undefined : context.view.instrumentBySymbol(symbol)
  const accountText = message.string(1)
  const account = accountText === undefined ? undefined : context.accounts.find(accountText)
  const side = message.has(54) ? sideOf(message.string(54)!) : undefined
  const refused = refusalOf({
    requestType,
    unknownSymbol: (symbol !== '' && instrument === undefined) || namesOtherSecurity(message),
    unknownAccount: accountText !== undefined && account === undefined,
    unknownSide: message.has(54) && side === undefined,
  })
  return {
    type: 'MassCancel',
    requester: requesterOf(context),
    clientOrderId: message.string(11)!,
    scope: requestType === BY_SECURITY ? 1 : 7,
    market: context.market,
    accounts: account === undefined ? context.accounts.all : [account],
    symbol,
    ...(instrument !== undefined && { instrument }),
    ...(side !== undefined && { side }),
    ...(refused && { refused }),
  }
}

const BY_SECURITY = '1'
const ALL = '7'

/** MassCancelRejectReason(532): common public dictionaries have it as one character, so 99 (Other) can't be sent; this stands for it. */
export const MASS_CANCEL_NOT_SUPPORTED = 0
const UNKNOWN_SECURITY = 1

interface Faults {
  readonly requestType: string
  readonly unknownSymbol: boolean
  readonly unknownAccount: boolean
  readonly unknownSide: boolean
}

function refusalOf({ requestType, unknownSymbol, unknownAccount, unknownSide }: Faults): MassCancel['refused'] {
  if (requestType !== BY_SECURITY && requestType !== ALL) {
    return { reason: MASS_CANCEL_NOT_SUPPORTED, text: `MassCancelRequestType(530) ${requestType} is not supported`, requestType }
  }
  if (unknownSymbol) return { reason: UNKNOWN_SECURITY, text: 'Unknown symbol', requestType }
  if (unknownAccount) return { reason: MASS_CANCEL_NOT_SUPPORTED, text: 'Unknown account', requestType }
  if (unknownSide) return { reason: MASS_CANCEL_NOT_SUPPORTED, text: 'Side(54) is not supported', requestType }
  return undefined
}
