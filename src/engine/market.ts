import type { CorporateAction, PastSplit } from '../domain/market/corporate-action.ts'
import type { FillModel } from '../domain/orders/fill-model.ts'
import { IdentifierMint, seedFrom } from '../domain/identifiers/identifier.ts'
import type { Transfer } from '../domain/accounts/transfer.ts'
import { Phase } from '../domain/time/market-phase.ts'
import type { MarketClock } from '../domain/view.ts'
import type { Position } from './accounts/account-state.ts'
import type { DividendDue } from './accounts/dividend-due.ts'
import { type HouseLedger, openLedger } from './accounts/ledger.ts'
import { DueList } from './time/due-list.ts'
import { REAL_CLOCK } from './time/market-clock.ts'
import type { OrderBook } from './book/order-book.ts'
import { SlowFills } from './orders/slow-fills.ts'
import { SettlementsDue } from './accounts/settlements-due.ts'
import { VenueRequests } from './venue/venue-requests.ts'

/** Books, quotes and counters of one world: every sandbox partner has its own, all live partners share one. */
export interface Market {
  readonly index: number
  readonly seed: string
  readonly mint: IdentifierMint
  tradeDay: number
  /** when that began, epoch ms of the market's time; 0 = not known */
  dayBeganAt: number
  clock: MarketClock
  phase: Phase
  /** securities that walk and have open orders: their quotes have to move for them */
  readonly walking: Set<number>
  /** how the quote fills the orders of a symbol, of an account; the account's goes first */
  readonly symbolFills: Map<number, FillModel>
  readonly accountFills: Map<number, FillModel>
  readonly slowFills: SlowFills
  readonly books: (OrderBook | undefined)[]
  readonly ledger: HouseLedger
  /** the house's position by instrument, the counterpart of every fill against the quote */
  readonly house: Map<number, Position>
  orderCount: number
  executionCount: number
  tradeCount: number
  accountCount: number
  achCount: number
  transferCount: number
  /** transfers that move on by themselves */
  readonly transfersDue: DueList<Transfer>
  /** proceeds of sales that settle by themselves */
  readonly settlementsDue: SettlementsDue
  /** accounts that the reviewer will decide, by index */
  readonly reviewsDue: DueList<{ readonly number: number; readonly dueAt: number }>
  /** bank links that the verifier will decide */
  readonly banksDue: DueList<{ readonly number: number; readonly dueAt: number; readonly account: number }>
  /** symbols that resume by themselves */
  readonly paused: Set<number>
  corporateActionCount: number
  /** in the order of their numbers; those of before a reset are gone */
  readonly corporateActions: CorporateAction[]
  readonly splits: PastSplit[]
  /** dividends of which it is known who gets them, until all are paid, by number of the action */
  readonly entitlements: Map<number, DividendDue>
  /** what the venue has taken and not done yet */
  readonly requests: VenueRequests
}

/** A market in which nothing has happened yet. */
export function openMarket(index: number, seed: string, tradeDay: number): Market {
  return {
    index,
    seed,
    mint: new IdentifierMint(seedFrom(seed)),
    tradeDay,
    dayBeganAt: 0,
    clock: REAL_CLOCK,
    phase: Phase.AlwaysOpen,
    walking: new Set(),
    symbolFills: new Map(),
    accountFills: new Map(),
    slowFills: new SlowFills(),
    books: [],
    ledger: openLedger(),
    house: new Map(),
    orderCount: 0,
    executionCount: 0,
    tradeCount: 0,
    accountCount: 0,
    achCount: 0,
    transferCount: 0,
    transfersDue: new DueList(),
    settlementsDue: new SettlementsDue(),
    reviewsDue: new DueList(),
    banksDue: new DueList(),
    paused: new Set(),
    corporateActionCount: 0,
    corporateActions: [],
    splits: [],
    entitlements: new Map(),
    requests: new VenueRequests(),
  }
}
