import type { Instrument } from '../../domain/market/instrument.ts'
import type { EngineView } from '../../domain/view.ts'
import { namesOtherSecurity } from '../inbound/unsupported-terms.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { ListedSecurity, SecurityList } from './market-data-message.ts'

/** SecurityRequestResult(560). */
const Result = { Valid: 0, Invalid: 1, NoneFound: 2, Unavailable: 4, NotSupported: 5 } as const

/** SecurityListRequestType(559). */
const BY_SYMBOL = 0
const BY_SECURITY_TYPE = 1
const ALL = 4

/** Answers a valid SecurityListRequest(x) with as many fragments as it takes, at least one. `isThrottled`: the session asks too much. */
export function securityLists(
  message: MessageView,
  view: Pick<EngineView, 'instruments' | 'instrumentBySymbol'>,
  isThrottled: boolean,
): readonly SecurityList[] {
  const found = isThrottled ? Result.Unavailable : select(message, view)
  const requestId = message.string(320)!
  if (typeof found === 'number') return [fragment(requestId, { result: found, total: 0, securities: [], isLast: true, number: 1 })]
  const count = Math.ceil(found.length / SECURITIES_IN_FRAGMENT)
  return Array.from({ length: count }, (_, index) =>
    fragment(requestId, {
      result: Result.Valid,
      total: found.length,
      securities: found.slice(index * SECURITIES_IN_FRAGMENT, (index + 1) * SECURITIES_IN_FRAGMENT).map(securityOf),
      isLast: index === count - 1,
      number: index + 1,
    }),
  )
}

function select(message: MessageView, view: Pick<EngineView, 'instruments' | 'instrumentBySymbol'>): readonly Instrument[] | number {
  // the list is told once: nothing is sent when it changes
  if (message.has(263) && !message.equals(263, '0')) return Result.NotSupported
  switch (message.integer(559)) {
    case BY_SYMBOL: {
      const symbol = message.string(55)
      if (symbol === undefined) return Result.Invalid
      const instrument = view.instrumentBySymbol(symbol)
      return instrument === undefined || namesOtherSecurity(message) ? Result.NoneFound : [view.instruments[instrument]!]
    }
    case BY_SECURITY_TYPE:
      if (!message.has(167)) return Result.Invalid
      return message.equals(167, 'CS') && view.instruments.length > 0 ? view.instruments : Result.NoneFound
    case ALL:
      return view.instruments.length > 0 ? view.instruments : Result.NoneFound
    default:
      return Result.NotSupported
  }
}

interface Fragment {
  readonly result: number
  readonly total: number
  readonly securities: readonly ListedSecurity[]
  readonly isLast: boolean
  readonly number: number
}

function fragment(requestId: string, { number, ...rest }: Fragment): SecurityList {
  return { type: 'SecurityList', requestId, responseId: `${requestId}.${number}`, ...rest }
}

function securityOf({ symbol, name, exchange }: Instrument): ListedSecurity {
  return { symbol, exchange: MARKET_CODES.get(exchange) ?? '', description: name }
}

/** Market identifier codes of ISO 10383, which FIX 4.4 wants in SecurityExchange(207). */
const MARKET_CODES: ReadonlyMap<string, string> = new Map([
  ['NASDAQ', 'XNAS'],
  ['NYSE', 'XNYS'],
  ['NYSE ARCA', 'ARCX'],
])
const SECURITIES_IN_FRAGMENT = 100
