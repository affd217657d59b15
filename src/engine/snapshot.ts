import type { TradingCalendar } from '../domain/time/calendar.ts'
import type { Instrument } from '../domain/market/instrument.ts'
import type { PartnerView } from '../domain/view.ts'
import type { EngineRules } from './rules.ts'
import { type AccountSnapshot, accountSnapshot, restoreAccount } from './snapshot/account-snapshot.ts'
import { restoreBook } from './snapshot/book-snapshot.ts'
import { type MarketSnapshot, marketSnapshot, restoreMarket, restoreRequests } from './snapshot/market-snapshot.ts'
import { EngineState } from './state.ts'

/** The state as plain data (numbers, strings, arrays, records): whoever stores it chooses the bytes. */
export interface Snapshot {
  readonly instruments: readonly Instrument[]
  readonly partners: readonly PartnerView[]
  readonly killSwitches: {
    readonly all: boolean
    readonly partners: readonly number[]
    readonly accounts: readonly number[]
    readonly sessions: readonly number[]
  }
  readonly accounts: readonly AccountSnapshot[]
  readonly markets: readonly MarketSnapshot[]
}

/** The whole state but ended orders, which storage has. */
export function takeSnapshot(state: EngineState): Snapshot {
  const { all, partners, accounts, sessions } = state.killSwitches
  return {
    instruments: [...state.instruments],
    partners: [...state.partners],
    killSwitches: { all, partners: [...partners], accounts: [...accounts], sessions: [...sessions] },
    accounts: state.accounts.map(accountSnapshot),
    markets: state.markets.map((market) => marketSnapshot(state, market)),
  }
}

/** The state that a snapshot was taken of. */
export function restoreSnapshot(
  snapshot: Snapshot,
  { calendar, rules, orderCapacity }: { readonly calendar: TradingCalendar; readonly rules: EngineRules; readonly orderCapacity: number },
): EngineState {
  const state = new EngineState(calendar, rules, orderCapacity)
  snapshot.instruments.forEach((instrument, index) => state.addInstrument(index, instrument))
  snapshot.partners.forEach((partner) => state.addPartner(partner))
  for (const market of snapshot.markets) restoreMarket(state, market)
  for (const market of snapshot.markets) restoreRequests(state, market)
  snapshot.accounts.forEach((account) => restoreAccount(state, account))
  for (const market of snapshot.markets) for (const book of market.books) restoreBook(state, market.index, book)
  const { killSwitches } = state
  killSwitches.all = snapshot.killSwitches.all
  for (const scope of ['partners', 'accounts', 'sessions'] as const)
    snapshot.killSwitches[scope].forEach((id) => killSwitches[scope].add(id))
  return state
}
