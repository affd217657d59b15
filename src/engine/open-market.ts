import { IdentifierMint, seedFrom } from '../domain/identifier.ts'
import { Phase } from '../domain/market-phase.ts'
import { openLedger } from './ledger.ts'
import { REAL_CLOCK } from './market-clock.ts'
import type { Market } from './state.ts'
import { TransfersDue } from './transfers-due.ts'
import { VenueRequests } from './venue-requests.ts'

/** A market in which nothing has happened yet. */
export function openMarket(index: number, seed: string, tradeDay: number): Market {
  return {
    index,
    seed,
    mint: new IdentifierMint(seedFrom(seed)),
    tradeDay,
    clock: REAL_CLOCK,
    phase: Phase.AlwaysOpen,
    walking: new Set(),
    symbolFills: new Map(),
    accountFills: new Map(),
    slowFills: new Set(),
    books: [],
    ledger: openLedger(),
    house: new Map(),
    orderCount: 0,
    executionCount: 0,
    tradeCount: 0,
    accountCount: 0,
    achCount: 0,
    transferCount: 0,
    transfersDue: new TransfersDue(),
    banksDue: new Map(),
    paused: new Set(),
    corporateActionCount: 0,
    corporateActions: [],
    splits: [],
    entitlements: new Map(),
    requests: new VenueRequests(),
  }
}
