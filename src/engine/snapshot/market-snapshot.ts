import type { CorporateAction, Entitlement, PastSplit } from '../../domain/market/corporate-action.ts'
import type { FillModel } from '../../domain/orders/fill-model.ts'
import type { IdentifierMint } from '../../domain/identifiers/identifier.ts'
import type { Phase } from '../../domain/time/market-phase.ts'
import type { VenueRequest } from '../../domain/orders/venue-request.ts'
import type { MarketClock } from '../../domain/view.ts'
import type { Position } from '../accounts/account-state.ts'
import { DividendDue } from '../accounts/dividend-due.ts'
import { dividendNumbered } from '../apply/apply-corporate-action.ts'
import { addRequest } from '../apply/apply-request.ts'
import type { HouseLedger } from '../accounts/ledger.ts'
import { type Market, openMarket } from '../market.ts'
import type { EngineState } from '../state.ts'
import { type BookSnapshot, bookSnapshot } from './book-snapshot.ts'

export interface MarketSnapshot {
  readonly index: number
  readonly seed: string
  readonly givenIds: IdentifierMint['given']
  readonly tradeDay: number
  readonly dayBeganAt: number
  readonly clock: MarketClock
  readonly phase: Phase
  readonly fills: readonly [bySymbol: readonly (readonly [number, FillModel])[], byAccount: readonly (readonly [number, FillModel])[]]
  readonly counts: readonly [orders: number, executions: number, trades: number, accounts: number, achs: number, transfers: number]
  readonly ledger: HouseLedger
  readonly house: readonly Position[]
  readonly requestCount: number
  readonly requests: readonly VenueRequest[]
  readonly books: readonly BookSnapshot[]
  readonly corporateActionCount: number
  readonly corporateActions: readonly CorporateAction[]
  readonly splits: readonly PastSplit[]
  readonly entitlements: readonly (readonly [action: number, entitled: readonly Entitlement[]])[]
}

export function marketSnapshot(state: EngineState, market: Market): MarketSnapshot {
  return {
    index: market.index,
    seed: market.seed,
    givenIds: market.mint.given,
    tradeDay: market.tradeDay,
    dayBeganAt: market.dayBeganAt,
    clock: market.clock,
    phase: market.phase,
    fills: [[...market.symbolFills], [...market.accountFills]],
    counts: [market.orderCount, market.executionCount, market.tradeCount, market.accountCount, market.achCount, market.transferCount],
    ledger: { ...market.ledger },
    house: [...market.house.values()].map((position) => ({ ...position })),
    requestCount: market.requests.count,
    requests: [...market.requests.all],
    corporateActionCount: market.corporateActionCount,
    corporateActions: [...market.corporateActions],
    splits: [...market.splits],
    entitlements: [...market.entitlements].map(([action, { left }]) => [action, left]),
    books: market.books.flatMap((book) => (book ? [bookSnapshot(state, book)] : [])),
  }
}

/** All of a market but its requests and its books, which come once all markets are there. */
export function restoreMarket(state: EngineState, market: MarketSnapshot): void {
  const [orderCount, executionCount, tradeCount, accountCount, achCount, transferCount] = market.counts
  state.markets[market.index] = {
    ...openMarket(market.index, market.seed, market.tradeDay),
    dayBeganAt: market.dayBeganAt,
    clock: market.clock,
    phase: market.phase,
    symbolFills: new Map(market.fills[0]),
    accountFills: new Map(market.fills[1]),
    ledger: { ...market.ledger },
    house: new Map(market.house.map((position) => [position.instrument, { ...position }])),
    corporateActionCount: market.corporateActionCount,
    corporateActions: [...market.corporateActions],
    splits: [...market.splits],
    entitlements: new Map(
      market.entitlements.map(([action, left]) => [action, new DividendDue(dividendNumbered(market.corporateActions, action), left)]),
    ),
    orderCount,
    executionCount,
    tradeCount,
    accountCount,
    achCount,
    transferCount,
  }
  for (const { kind, number, id } of market.givenIds) state.market(market.index).mint.give(kind, number, id)
}

export function restoreRequests(state: EngineState, { index, requests, requestCount }: MarketSnapshot): void {
  // those of one order in the order of their coming
  for (const request of [...requests].sort((a, b) => a.sequence - b.sequence)) addRequest(state, request)
  state.market(index).requests.count = requestCount
}
