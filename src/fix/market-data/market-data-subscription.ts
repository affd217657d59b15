import type { MarketDataPublisher } from '../../delivery/market-data/publisher.ts'
import type { Subscription, SymbolUpdate } from '../../delivery/market-data/subscription.ts'
import type { Route } from '../session/session-message.ts'
import { incrementalChanges, snapshotEntries } from './market-data-entries.ts'
import { EntryType } from './market-data-message.ts'
import type { MarketDataChange, MarketDataMessage } from './market-data-message.ts'
import type { MarketDataRequest } from './market-data-request.ts'

export interface SubscriptionParts {
  readonly publisher: MarketDataPublisher
  readonly market: number
  readonly request: MarketDataRequest
  /** of the request */
  readonly route: Route | undefined
  /** there is something to take */
  readonly onReady: () => void
}

/** One MDReqID(262) of a session: a snapshot of each symbol, and what changes after it if that is wanted. */
export class MarketDataSubscription {
  readonly #request: MarketDataRequest
  readonly #route: { readonly route?: Route }
  readonly #subscription: Subscription
  #snapshotsLeft: number

  constructor({ publisher, market, request, route, onReady }: SubscriptionParts) {
    this.#request = request
    this.#route = route === undefined ? {} : { route }
    this.#snapshotsLeft = request.instruments.length
    const { instruments, levels, entryTypes } = request
    this.#subscription = publisher.subscribe({ market, instruments, levels, auctions: entryTypes.has(EntryType.Imbalance), onReady })
  }

  get symbolCount(): number {
    return this.#request.instruments.length
  }

  /** It was for snapshots alone, and all of them have been taken. */
  get isDone(): boolean {
    return !this.#request.subscribes && this.#snapshotsLeft === 0
  }

  /** What is to be said of at most `most` symbols, and how many that were. */
  take(most: number): { readonly messages: readonly MarketDataMessage[]; readonly symbols: number } {
    const updates = this.#subscription.take(most)
    const messages: MarketDataMessage[] = []
    const changes: MarketDataChange[] = []
    for (const update of updates) {
      if (update.before === undefined) {
        this.#snapshotsLeft--
        messages.push(this.#snapshot(update))
      } else if (!this.#request.subscribes) {
        continue
      } else if (this.#request.isIncremental) {
        changes.push(...incrementalChanges(update, this.#request))
      } else if (this.#concerns(update)) {
        messages.push(this.#snapshot(update))
      }
    }
    for (let from = 0; from < changes.length; from += CHANGES_IN_MESSAGE) {
      const { id: requestId } = this.#request
      const some = changes.slice(from, from + CHANGES_IN_MESSAGE)
      messages.push({ type: 'MarketDataIncrementalRefresh', requestId, changes: some, ...this.#route })
    }
    return { messages, symbols: updates.length }
  }

  end(): void {
    this.#subscription.end()
  }

  /** Something that was asked for has changed; that a split or a reset has changed the last trade, an X does not tell. */
  #concerns(update: SymbolUpdate): boolean {
    if (update.hasOtherLastTrade && this.#request.entryTypes.has(EntryType.Trade)) return true
    return incrementalChanges(update, this.#request).length > 0
  }

  #snapshot(update: SymbolUpdate): MarketDataMessage {
    const { id: requestId } = this.#request
    const entries = snapshotEntries(update, this.#request)
    return { type: 'MarketDataSnapshotFullRefresh', requestId, symbol: update.symbol, entries, ...this.#route }
  }
}

/** Keeps a message well below 64 KiB. */
const CHANGES_IN_MESSAGE = 500
