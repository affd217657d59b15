import type { MarketDataPublisher } from '../../../delivery/market-data/publisher.ts'
import type { Subscription, SymbolUpdate } from '../../../delivery/market-data/subscription.ts'
import type { EventStream } from '../../event-stream/event-stream.ts'
import { eventsOf, STREAM_LEVELS } from './stream-events.ts'
import type { Channel } from './stream-request.ts'

export interface ReaderParts {
  readonly publisher: MarketDataPublisher
  readonly stream: EventStream
  readonly market: number
  readonly instruments: readonly number[]
  readonly channels: ReadonlySet<Channel>
}

/** Carries what a client listens to into its stream, as fast as the client reads: a slow one gets the newest of each symbol. */
export class MarketDataReader {
  readonly #stream: EventStream
  readonly #channels: ReadonlySet<Channel>
  readonly #subscription: Subscription
  /** for its beginning, or for room */
  #isWaiting = true

  constructor({ publisher, stream, market, instruments, channels }: ReaderParts) {
    this.#stream = stream
    this.#channels = channels
    this.#subscription = publisher.subscribe({
      market,
      instruments,
      levels: channels.has('depth') ? STREAM_LEVELS : 1,
      auctions: channels.has('imbalance'),
      onReady: () => this.#send(),
    })
    stream.whenEnded(() => this.#subscription.end())
  }

  /** To be called once the present state is durable: nothing is sent before. */
  begin(): void {
    this.#isWaiting = false
    this.#send()
  }

  /** Sends what has changed since the last time, as far as there is room for it; the first time all symbols. */
  #send(): void {
    if (this.#isWaiting) return
    this.#isWaiting = true
    this.#stream.whenRoom(() => {
      this.#isWaiting = false
      const updates = this.#subscription.take(SYMBOLS_AT_ONCE)
      this.#stream.together(() => {
        for (const update of updates) this.#tell(update)
      })
      if (updates.length > 0) this.#send()
    })
  }

  #tell(update: SymbolUpdate): void {
    for (const { event, data } of eventsOf(update, this.#channels)) {
      const id = this.#stream.lastId + 1
      this.#stream.send({ id, event, data: JSON.stringify({ sequence: id, ...data }) })
    }
  }
}

/** Much less than a stream may hold, trades included. */
const SYMBOLS_AT_ONCE = 10
