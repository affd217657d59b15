import type { Batch } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { isLateFill } from '../../domain/events/order-event.ts'
import { WALK_STEP_MS } from '../../domain/market/price-walk.ts'
import { marketOf } from '../../domain/orders/order.ts'
import type { EngineView } from '../../domain/view.ts'
import { Subscription } from './subscription.ts'
import { SymbolFeed } from './symbol-feed.ts'
import type { Depths, Print, Seen } from './symbol-feed.ts'

export interface PublisherParts {
  readonly view: EngineView
  readonly clock: PublisherClock
  /** calls back once all that has run is durable, and `onDurable` has heard of it: what is published can't be taken back by a crash */
  readonly whenDurable: (done: () => void) => void
}

export interface PublisherClock {
  /** real clock, epoch ms */
  epochMs(): number
  /** never runs backwards, ms */
  monotonicMs(): number
  /** Calls once, not before `monotonicMs` has come; the returned function calls it off. */
  at(monotonicMs: number, run: () => void): () => void
}

/** What a reader wants. */
export interface Wanted extends Depths {
  readonly market: number
  readonly instruments: readonly number[]
  /** there is something to take; called once, then not again before it is taken */
  readonly onReady: () => void
}

/**
 * Live market data: the books, quotes and trades of the symbols that somebody listens to. Without readers it does nothing; with them a batch
 * costs a mark for each symbol that it touched, and all changes of 50 ms are looked at together, once for all readers, in a small part of
 * the time. Quotes that walk are looked at once a second.
 */
export class MarketDataPublisher {
  readonly #parts: PublisherParts
  /** by market, then by instrument */
  readonly #feeds: (Map<number, SymbolFeed> | undefined)[] = []
  readonly #changed = new Set<SymbolFeed>()
  /** who has yet to be told of the last look */
  readonly #untold = new Set<Subscription>()
  #readers = 0
  #isDue = false
  #isReleasing = false
  #lookAgainAt = 0
  #callOffStep: (() => void) | undefined
  readonly #phaseListeners = new Map<() => void, number>()

  constructor(parts: PublisherParts) {
    this.#parts = parts
  }

  /**
   * The subscription has the present state of each symbol at once; where more is wanted of it than of anyone before, with the next look. The
   * reader is told of that, and of what comes after.
   */
  subscribe({ market, instruments, levels, auctions, onReady }: Wanted): Subscription {
    const feeds = (this.#feeds[market] ??= new Map<number, SymbolFeed>())
    const wanted = instruments.map((instrument) => {
      const feed = feeds.get(instrument) ?? this.#feed({ market, instrument }, { levels, auctions })
      if (feed.deepen({ levels, auctions })) this.#mark(feed)
      return feed
    })
    this.#readers++
    if (this.#readers === 1) this.#awaitStep()
    return new Subscription(wanted, onReady, (ended) => this.#end(ended))
  }

  /** Calls whenever the part of its day that a market is in may have changed, or trading as such; the returned function calls it off. */
  watchPhase(market: number, changed: () => void): () => void {
    // a function of its own: two watchers may be the same one
    const listener = (): void => changed()
    this.#phaseListeners.set(listener, market)
    return () => void this.#phaseListeners.delete(listener)
  }

  /** A batch is durable. */
  onDurable({ events }: Batch): void {
    if (this.#readers === 0 && this.#phaseListeners.size === 0) return
    for (const event of events) this.#note(event)
  }

  // --- What has changed ---

  #note(event: Event): void {
    if ('order' in event && event.order !== undefined) {
      const feed = this.#feeds[marketOf(event.order.number)]?.get(event.order.instrument)
      if (feed === undefined) return
      const print = printOf(event)
      if (print !== undefined) {
        feed.print(print)
        for (const subscription of feed.subscriptions) subscription.note(feed)
      }
      this.#mark(feed)
    } else if ('market' in event) {
      if ('instrument' in event) {
        const feed = this.#feeds[event.market]?.get(event.instrument)
        if (feed === undefined) return
        if (event.type === 'SplitApplied') this.#restateLastTrade(feed)
        this.#mark(feed)
      } else if (
        event.type === 'PhaseChanged' ||
        event.type === 'MarketReset' ||
        event.type === 'ClockSet' ||
        event.type === 'TradingDayEnded'
      ) {
        if (event.type === 'MarketReset') for (const feed of this.#feeds[event.market]?.values() ?? []) this.#restateLastTrade(feed)
        this.#markAll(event.market)
        this.#tellPhase(event.market)
      }
    } else if (event.type === 'KillSwitchSet') {
      this.#tellPhase()
    }
  }

  /** Readers hear of it with the next look, also where all else looks the same. */
  #restateLastTrade(feed: SymbolFeed): void {
    feed.readLastTrade(this.#parts.view)
    for (const subscription of feed.subscriptions) subscription.note(feed)
  }

  /** Of one market, or of all. */
  #tellPhase(market?: number): void {
    for (const [listener, of] of this.#phaseListeners) if (market === undefined || of === market) listener()
  }

  #markAll(market: number): void {
    for (const feed of this.#feeds[market]?.values() ?? []) this.#mark(feed)
  }

  #mark(feed: SymbolFeed): void {
    this.#changed.add(feed)
    this.#schedule()
  }

  // --- Looking, and letting readers know ---

  #schedule(): void {
    if (this.#isDue || this.#isReleasing) return
    this.#isDue = true
    const { clock } = this.#parts
    clock.at(Math.max(clock.monotonicMs(), this.#lookAgainAt), () => {
      this.#isDue = false
      this.#look()
    })
  }

  /** One look for all readers; they are told once everything that it saw is durable. What there is no time for waits for the next one. */
  #look(): void {
    const { view, clock, whenDurable } = this.#parts
    const begin = clock.monotonicMs()
    const now = clock.epochMs()
    const seen: Seen[] = []
    for (const feed of this.#changed) {
      this.#changed.delete(feed)
      seen.push(feed.look(view, view.marketTime(feed.market, now)))
      if (clock.monotonicMs() - begin >= LONGEST_PIECE_MS) break
    }
    if (seen.length === 0) return
    this.#lookAgainAt = begin + Math.max(INTERVAL_MS, (clock.monotonicMs() - begin) * REST)
    this.#isReleasing = true
    whenDurable(() => this.#release(seen))
  }

  #release(seen: readonly Seen[]): void {
    for (const one of seen) {
      const { feed } = one
      const isNew = feed.show(one)
      for (const subscription of feed.subscriptions) {
        if (isNew) subscription.note(feed)
        this.#untold.add(subscription)
      }
    }
    this.#tell()
  }

  /** Each reader may be a write to a socket: very many are told in pieces, behind each of which others have the thread for longer. */
  #tell(): void {
    const { clock } = this.#parts
    const begin = clock.monotonicMs()
    let now = begin
    for (const subscription of this.#untold) {
      this.#untold.delete(subscription)
      subscription.tell()
      now = clock.monotonicMs()
      if (now - begin >= LONGEST_PIECE_MS) break
    }
    const restsUntil = now + (now - begin) * REST_OF_TELLING
    if (this.#untold.size > 0) {
      clock.at(restsUntil, () => this.#tell())
      return
    }
    this.#lookAgainAt = Math.max(this.#lookAgainAt, restsUntil)
    this.#isReleasing = false
    if (this.#changed.size > 0) this.#schedule()
  }

  // --- Quotes that walk by themselves ---

  #awaitStep(): void {
    const { clock } = this.#parts
    this.#callOffStep = clock.at(clock.monotonicMs() + this.#nextStepMs(), () => {
      for (const feeds of this.#feeds) for (const feed of feeds?.values() ?? []) this.#mark(feed)
      this.#awaitStep()
    })
  }

  /** Until the next whole second of a market that somebody listens to. */
  #nextStepMs(): number {
    const { view, clock } = this.#parts
    const now = clock.epochMs()
    let next = WALK_STEP_MS
    this.#feeds.forEach((feeds, market) => {
      const { frozenAt, offsetMs } = view.markets[market]!.clock
      const isRunning = feeds !== undefined && feeds.size > 0 && frozenAt === 0
      // not of the time that it is shown at: that stands while the machine's clock is behind
      if (isRunning) next = Math.min(next, WALK_STEP_MS - ((now + offsetMs) % WALK_STEP_MS))
    })
    return next
  }

  // --- Feeds ---

  #feed({ market, instrument }: { readonly market: number; readonly instrument: number }, depths: Depths): SymbolFeed {
    const { view, clock } = this.#parts
    const feed = new SymbolFeed(view, { market, instrument, at: view.marketTime(market, clock.epochMs()) }, depths)
    this.#feeds[market]!.set(instrument, feed)
    return feed
  }

  #end(subscription: Subscription): void {
    for (const feed of subscription.feeds) {
      feed.subscriptions.delete(subscription)
      if (feed.subscriptions.size > 0) continue
      this.#feeds[feed.market]!.delete(feed.instrument)
      this.#changed.delete(feed)
    }
    this.#readers--
    if (this.#readers === 0) this.#callOffStep?.()
  }
}

function printOf(event: Event): Print | undefined {
  switch (event.type) {
    case 'OrderFilled':
      if (isLateFill(event)) return undefined
      return { type: 'trade', trade: event.trade, ticks: event.lastTicks, lots: event.lastLots, at: event.at }
    case 'ExecutionCorrected':
      return { type: 'correction', trade: event.trade, ticks: event.lastTicks, lots: event.lastLots, at: event.at }
    case 'ExecutionBusted':
      return { type: 'bust', trade: event.trade, ticks: event.reversedTicks, lots: event.reversedLots, at: event.at }
    default:
      return undefined
  }
}

const INTERVAL_MS = 50
/** A look takes a twentieth of the time at most: books with very many orders are looked at less often. */
const REST = 20
/** Orders don't wait longer than this, and one book or reader, for a look to end, or for readers to be told. */
const LONGEST_PIECE_MS = 5
/** Telling takes a third of the time at most: what FIX sessions write once their numbers are durable comes on top. */
const REST_OF_TELLING = 2
