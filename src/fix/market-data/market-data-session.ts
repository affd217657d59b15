import type { TradingCalendar } from '../../domain/time/calendar.ts'
import type { EngineView } from '../../domain/view.ts'
import type { MarketDataPublisher } from '../../delivery/market-data/publisher.ts'
import { MsgType } from '../fix-values.ts'
import type { Outbox } from '../connection/outbox.ts'
import { answerRoute } from '../outbound/message-route.ts'
import { THROTTLED_TEXT } from '../session/session-throttle.ts'
import type { DictionaryRules } from '../wire/dictionary-rules.ts'
import { msgTypeCode } from '../wire/message-view.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { MarketDataMessage } from './market-data-message.ts'
import { readMarketDataRequest, RejectReason } from './market-data-request.ts'
import type { RequestFault } from './market-data-request.ts'
import { MarketDataSubscription } from './market-data-subscription.ts'
import { securityLists } from './security-list.ts'
import { isSameStatus, statusRefused, TRADING_DAY, tradingSessionStatus } from './trading-session-status.ts'

/** What sessions need of the market. */
export interface MarketDataSource {
  readonly publisher: MarketDataPublisher
  readonly calendar: TradingCalendar
}

export interface MarketDataSessionParts extends MarketDataSource {
  readonly view: EngineView
  readonly rules: DictionaryRules
  /** index of the session's partner */
  readonly partner: number
  readonly outbox: Outbox
  /** the message gets its number in the next commit, and is sent then */
  readonly say: (message: MarketDataMessage) => void
}

/** Symbols that a session may be subscribed to, and that one request may name. */
const MOST_SYMBOLS = 200

/**
 * The market for one logged-on session: answers V, x and g, and tells what changes for as long as the connection lasts. Updates go out no
 * faster than the client reads them, and one batch of them at a time: a slow session hears the newest of each symbol.
 */
export class MarketDataSession {
  readonly #parts: MarketDataSessionParts
  /** by MDReqID(262) */
  readonly #subscriptions = new Map<string, MarketDataSubscription>()
  /** by TradSesReqID(335): how to end them */
  readonly #statusWatches = new Map<string, () => void>()
  /** updates have been said and are not out yet */
  #isSaying = false
  #isWaiting = false

  constructor(parts: MarketDataSessionParts) {
    this.#parts = parts
  }

  /** True when the message is one about the market; it has been dealt with then. `isThrottled`: the session sends more than it may. */
  take(message: MessageView, isThrottled: boolean): boolean {
    switch (message.msgTypeCode) {
      case MARKET_DATA_REQUEST:
        this.#onMarketDataRequest(message, isThrottled)
        return true
      case SECURITY_LIST_REQUEST:
        for (const list of securityLists(message, this.#parts.view, isThrottled)) this.#answer(message, list)
        return true
      case TRADING_SESSION_STATUS_REQUEST:
        this.#answer(message, this.#onStatusRequest(message, isThrottled))
        return true
      default:
        return false
    }
  }

  /** What was said is out: there may be more. */
  sent(): void {
    this.#isSaying = false
    this.#pump()
  }

  /** The connection has ended, or its numbers start over: nothing more is told. */
  clear(): void {
    for (const subscription of this.#subscriptions.values()) subscription.end()
    for (const end of this.#statusWatches.values()) end()
    this.#subscriptions.clear()
    this.#statusWatches.clear()
    this.#isSaying = false
  }

  // --- V ---

  #onMarketDataRequest(message: MessageView, isThrottled: boolean): void {
    const id = message.string(262)!
    const fault = isThrottled ? TOO_FAST : message.equals(263, '2') ? this.#unsubscribe(id) : this.#subscribe(message, id)
    if (fault !== undefined) this.#answer(message, { type: 'MarketDataRequestReject', requestId: id, ...fault })
  }

  #subscribe(message: MessageView, id: string): RequestFault | undefined {
    const { view, rules, publisher, partner } = this.#parts
    if (this.#subscriptions.has(id)) return { reason: RejectReason.DuplicateRequestId, text: 'MDReqID(262) is in use' }
    const request = readMarketDataRequest(message, rules.layouts.get(MARKET_DATA_REQUEST)!, view)
    if ('reason' in request) return request
    if (this.#symbolCount + request.instruments.length > MOST_SYMBOLS)
      return { reason: RejectReason.InsufficientBandwidth, text: `A session may have ${MOST_SYMBOLS} symbols at a time` }
    const route = answerRoute(message)
    const { market } = view.partners[partner]!
    this.#subscriptions.set(id, new MarketDataSubscription({ publisher, market, request, route, onReady: () => this.#pump() }))
    this.#pump()
    return undefined
  }

  #unsubscribe(id: string): RequestFault | undefined {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return { reason: '', text: 'MDReqID(262) is not known' }
    subscription.end()
    this.#subscriptions.delete(id)
    return undefined
  }

  get #symbolCount(): number {
    let count = 0
    for (const { symbolCount } of this.#subscriptions.values()) count += symbolCount
    return count
  }

  /** Says what has changed, as far as the client has room for it and has been sent what was said before. */
  #pump(): void {
    const { outbox, say } = this.#parts
    if (this.#isSaying || this.#isWaiting) return
    if (!outbox.hasRoom) {
      this.#isWaiting = true
      outbox.whenRoom(() => {
        this.#isWaiting = false
        this.#pump()
      })
      return
    }
    let left: number
    do {
      left = SYMBOLS_AT_ONCE
      for (const [id, subscription] of [...this.#subscriptions]) {
        const { messages, symbols } = subscription.take(left)
        if (symbols === 0) continue
        left -= symbols
        for (const message of messages) {
          this.#isSaying = true
          say(message)
        }
        // who has been told comes behind the others the next time
        this.#subscriptions.delete(id)
        if (subscription.isDone) subscription.end()
        else this.#subscriptions.set(id, subscription)
      }
      // news that nobody asked for are no reason to wait
    } while (left === 0 && !this.#isSaying)
  }

  // --- g ---

  #onStatusRequest(message: MessageView, isThrottled: boolean): MarketDataMessage {
    const { publisher, view, partner, say } = this.#parts
    const requestId = message.string(335)!
    const sessionId = message.string(336)
    const route = answerRoute(message)
    if (isThrottled) return statusRefused(requestId, sessionId, TOO_FAST.text)
    if (sessionId !== undefined && sessionId !== TRADING_DAY) return statusRefused(requestId, sessionId)
    this.#statusWatches.get(requestId)?.()
    this.#statusWatches.delete(requestId)
    const present = tradingSessionStatus(this.#parts, { requestId, isUnsolicited: false })
    if (!message.equals(263, '1')) return present
    if (this.#statusWatches.size >= MOST_STATUS_WATCHES) return statusRefused(requestId, sessionId, 'Too many subscriptions')
    let told = present
    const changed = (): void => {
      const now = tradingSessionStatus(this.#parts, { requestId, isUnsolicited: true })
      if (isSameStatus(told, now)) return
      told = now
      say({ ...now, ...(route && { route }) })
    }
    this.#statusWatches.set(requestId, publisher.watchPhase(view.partners[partner]!.market, changed))
    return present
  }

  #answer(message: MessageView, answer: MarketDataMessage): void {
    const route = answerRoute(message)
    this.#parts.say(route === undefined ? answer : { ...answer, route })
  }
}

const MARKET_DATA_REQUEST = msgTypeCode(MsgType.MarketDataRequest)
const SECURITY_LIST_REQUEST = msgTypeCode(MsgType.SecurityListRequest)
const TRADING_SESSION_STATUS_REQUEST = msgTypeCode(MsgType.TradingSessionStatusRequest)

const TOO_FAST: RequestFault = {
  reason: RejectReason.InsufficientBandwidth,
  text: THROTTLED_TEXT,
}
/** Books that are told in one go: the next ones follow once these are out. */
const SYMBOLS_AT_ONCE = 20
const MOST_STATUS_WATCHES = 16
