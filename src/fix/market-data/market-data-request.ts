import { readableText } from '../../domain/edges/readable-text.ts'
import type { EngineView } from '../../domain/view.ts'
import { namesOtherSecurity } from '../inbound/unsupported-terms.ts'
import { groupEntries } from '../wire/group-entries.ts'
import type { MessageLayout } from '../wire/dictionary-rules.ts'
import type { MessageView } from '../wire/message-view.ts'
import { EntryType } from './market-data-message.ts'

/** What a MarketDataRequest(V) asks for. */
export interface MarketDataRequest {
  /** MDReqID(262) */
  readonly id: string
  /** SubscriptionRequestType(263)=1; else one snapshot */
  readonly subscribes: boolean
  /** updates are X, MDUpdateType(265)=1; else W */
  readonly isIncremental: boolean
  /** price levels of each side */
  readonly levels: number
  readonly entryTypes: ReadonlySet<EntryType>
  readonly instruments: readonly number[]
}

/** Why a request is refused: Y. */
export interface RequestFault {
  /** MDReqRejReason(281); '' where FIX 4.4 has none that fits */
  readonly reason: string
  readonly text: string
}

/** MDReqRejReason(281). */
export const RejectReason = {
  UnknownSymbol: '0',
  DuplicateRequestId: '1',
  InsufficientBandwidth: '2',
  UnsupportedDepth: '5',
  UnsupportedAggregatedBook: '7',
  UnsupportedEntryType: '8',
  UnsupportedTradingSession: '9',
  UnsupportedOpenCloseFlag: 'B',
  UnsupportedImplicitDelete: 'C',
} as const

/** Price levels that a full book, MarketDepth(264)=0, has at most. */
const MOST_LEVELS = 100

/** Reads a valid V with 263=0 or 1. */
export function readMarketDataRequest(
  message: MessageView,
  layout: MessageLayout,
  view: Pick<EngineView, 'instrumentBySymbol'>,
): MarketDataRequest | RequestFault {
  const entryTypes = groupEntries(message, layout, 267).map((entry) => entry.string(269)!)
  const symbols = groupEntries(message, layout, 146).map((entry) => entry.string(55)!)
  const depth = message.integer(264)
  const fault = termFault(message, depth) ?? entryTypeFault(entryTypes) ?? symbolFault(symbols, view) ?? securityFault(message)
  if (fault !== undefined) return fault
  return {
    id: message.string(262)!,
    subscribes: message.equals(263, '1'),
    isIncremental: !message.equals(265, '0'),
    levels: depth === 0 ? MOST_LEVELS : depth,
    entryTypes: new Set(entryTypes as EntryType[]),
    instruments: [...new Set(symbols)].map((symbol) => view.instrumentBySymbol(symbol)!),
  }
}

function termFault(message: MessageView, depth: number): RequestFault | undefined {
  if (depth < 0 || depth > MOST_LEVELS)
    return { reason: RejectReason.UnsupportedDepth, text: `MarketDepth(264) may be 0 to ${MOST_LEVELS}` }
  if (message.equals(266, 'N'))
    return { reason: RejectReason.UnsupportedAggregatedBook, text: 'Orders of one price are one entry: AggregatedBook(266)=Y' }
  if (message.has(386)) return { reason: RejectReason.UnsupportedTradingSession, text: 'NoTradingSessions(386) is not supported' }
  if (message.has(286)) return { reason: RejectReason.UnsupportedOpenCloseFlag, text: 'OpenCloseSettlFlag(286) is not supported' }
  if (message.isYes(547))
    return { reason: RejectReason.UnsupportedImplicitDelete, text: 'Levels are deleted one by one: MDImplicitDelete(547)=N' }
  return undefined
}

function entryTypeFault(entryTypes: readonly string[]): RequestFault | undefined {
  const unsupported = entryTypes.find((entryType) => !SUPPORTED.has(entryType))
  return unsupported === undefined
    ? undefined
    : { reason: RejectReason.UnsupportedEntryType, text: `MDEntryType(269) ${unsupported} is not supported` }
}

function symbolFault(symbols: readonly string[], view: Pick<EngineView, 'instrumentBySymbol'>): RequestFault | undefined {
  const unknown = symbols.find((symbol) => view.instrumentBySymbol(symbol) === undefined)
  return unknown === undefined ? undefined : { reason: RejectReason.UnknownSymbol, text: `Unknown symbol ${readableText(unknown)}` }
}

function securityFault(message: MessageView): RequestFault | undefined {
  return namesOtherSecurity(message) ? { reason: RejectReason.UnknownSymbol, text: 'A Symbol(55) with terms that no share has' } : undefined
}

const SUPPORTED: ReadonlySet<string> = new Set(Object.values(EntryType))
