import type { EngineView } from '../../domain/view.ts'
import { lookAt } from './symbol-state.ts'
import type { SymbolState } from './symbol-state.ts'
import type { Subscription } from './subscription.ts'

/** A trade of the venue, or what became of one. */
export interface Print {
  readonly type: 'trade' | 'correction' | 'bust'
  /** of the market, counted */
  readonly trade: number
  readonly ticks: number
  readonly lots: number
  /** the market's time, epoch ms */
  readonly at: number
}

/** The size is 0 of a trade before anybody listened. */
export interface LastTrade {
  readonly ticks: number
  readonly lots: number
  readonly at: number
}

/** One symbol of one market that somebody listens to: its newest state that is durable, and its last trades. */
export class SymbolFeed {
  readonly market: number
  readonly instrument: number
  readonly symbol: string
  readonly subscriptions = new Set<Subscription>()
  /** more is wanted of it than has been looked for: a reader that comes waits for the next look */
  isShallow = false
  state: SymbolState
  /** undefined when there was none yet */
  lastTrade: LastTrade | undefined
  /** prints so far; the last `KEPT` of them are still there */
  printCount = 0
  #depths: Depths
  /** those up to here are told, or were made before anybody listened, however late they become durable */
  #highestTrade: number
  readonly #prints: Print[] = []

  /** `at`: the market's time. */
  constructor(view: EngineView, place: { readonly market: number; readonly instrument: number; readonly at: number }, depths: Depths) {
    this.market = place.market
    this.instrument = place.instrument
    this.symbol = view.instruments[place.instrument]!.symbol
    this.#depths = depths
    this.#highestTrade = view.markets[place.market]!.tradeCount
    this.state = lookAt(view, { ...place, ...depths })
    this.readLastTrade(view)
  }

  /** The last trade as the venue has it: before anybody listened, or in the shares after a split. */
  readLastTrade(view: EngineView): void {
    const last = view.lastTrade(this.market, this.instrument)
    this.lastTrade = last && { ...last, lots: 0 }
  }

  /** How the symbol looks at a moment of the market's time. */
  look(view: EngineView, at: number): Seen {
    const { market, instrument } = this
    return { feed: this, depths: this.#depths, state: lookAt(view, { market, instrument, ...this.#depths, at }, this.state) }
  }

  /** Takes in what was seen, once it is durable; true when readers have something to hear. */
  show({ depths, state }: Seen): boolean {
    const wasShallow = this.isShallow
    const isNew = state !== this.state
    this.state = state
    this.isShallow = depths !== this.#depths
    return isNew || (wasShallow && !this.isShallow)
  }

  /** From the next look on there is at least so much to see; true when that is more than before. */
  deepen({ levels, auctions }: Depths): boolean {
    const had = this.#depths
    if (levels <= had.levels && (had.auctions || !auctions)) return false
    this.#depths = { levels: Math.max(levels, had.levels), auctions: auctions || had.auctions }
    this.isShallow = true
    return true
  }

  print(print: Print): void {
    // each side of a trade tells of it
    if (print.type === 'trade' ? print.trade <= this.#highestTrade : isSame(print, this.#prints[(this.printCount - 1) % KEPT])) return
    if (print.type === 'trade') {
      this.#highestTrade = print.trade
      this.lastTrade = print
    }
    this.#prints[this.printCount % KEPT] = print
    this.printCount++
  }

  /** Those behind the first `seen`, oldest first, as far as they are still there. */
  printsAfter(seen: number): readonly Print[] {
    const from = Math.max(seen, this.printCount - KEPT)
    return Array.from({ length: this.printCount - from }, (_, index) => this.#prints[(from + index) % KEPT]!)
  }
}

/** What is looked for. */
export interface Depths {
  /** price levels of each side */
  readonly levels: number
  readonly auctions: boolean
}

/** What one look has seen. */
export interface Seen {
  readonly feed: SymbolFeed
  readonly depths: Depths
  readonly state: SymbolState
}

function isSame(a: Print, b: Print | undefined): boolean {
  return b !== undefined && a.type === b.type && a.trade === b.trade && a.ticks === b.ticks && a.lots === b.lots
}

const KEPT = 64
