import type { LastTrade, Print, SymbolFeed } from './symbol-feed.ts'
import type { SymbolState } from './symbol-state.ts'

/** What has become of one symbol since the last time. */
export interface SymbolUpdate {
  readonly symbol: string
  readonly instrument: number
  /** what was taken the last time; undefined the first time */
  readonly before: SymbolState | undefined
  readonly state: SymbolState
  /** oldest first */
  readonly prints: readonly Print[]
  /** earlier ones that are no longer there: the reader was too slow for them */
  readonly missedPrints: number
  /** the newest of the venue, whether it is new to the reader or not */
  readonly lastTrade: LastTrade | undefined
  /** it is another than the last time, or none any more: also without a print, in the shares after a split and behind a reset */
  readonly hasOtherLastTrade: boolean
}

/**
 * What one reader listens to. The reader is told once that there is something, and takes it when it has room: always the newest state of
 * each symbol, however much happened in between, so that a slow one costs no memory.
 */
export class Subscription {
  readonly #onReady: () => void
  readonly #end: (subscription: Subscription) => void
  readonly #taken = new Map<SymbolFeed, { state: SymbolState | undefined; prints: number; lastTrade: LastTrade | undefined }>()
  readonly #changed = new Set<SymbolFeed>()
  #isTold = false
  #hasEnded = false

  /** `onReady` is called once, then not again before `take`. */
  constructor(feeds: readonly SymbolFeed[], onReady: () => void, end: (subscription: Subscription) => void) {
    this.#onReady = onReady
    this.#end = end
    for (const feed of feeds) {
      feed.subscriptions.add(this)
      this.#taken.set(feed, { state: undefined, prints: feed.printCount, lastTrade: undefined })
      if (!feed.isShallow) this.#changed.add(feed)
    }
  }

  get feeds(): Iterable<SymbolFeed> {
    return this.#taken.keys()
  }

  /** The symbols that have changed since the last time, as they are now, at most `most` of them. The first time all have. */
  take(most = Infinity): readonly SymbolUpdate[] {
    this.#isTold = false
    const updates: SymbolUpdate[] = []
    for (const feed of this.#changed) {
      if (updates.length >= most) break
      this.#changed.delete(feed)
      const taken = this.#taken.get(feed)!
      const prints = feed.printsAfter(taken.prints)
      updates.push({
        symbol: feed.symbol,
        instrument: feed.instrument,
        before: taken.state,
        state: feed.state,
        prints,
        missedPrints: feed.printCount - taken.prints - prints.length,
        lastTrade: feed.lastTrade,
        hasOtherLastTrade: feed.lastTrade !== taken.lastTrade,
      })
      taken.state = feed.state
      taken.prints = feed.printCount
      taken.lastTrade = feed.lastTrade
    }
    return updates
  }

  end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#changed.clear()
    this.#end(this)
  }

  // --- For the publisher ---

  /** Who has taken nothing of the symbol yet waits for the look that sees all that is wanted of it. */
  note(feed: SymbolFeed): void {
    const isFirst = this.#taken.get(feed)!.state === undefined
    if (!isFirst || !feed.isShallow) this.#changed.add(feed)
  }

  /** Tells the reader, if there is something and it has not been told. */
  tell(): void {
    if (this.#isTold || this.#changed.size === 0) return
    this.#isTold = true
    this.#onReady()
  }
}
