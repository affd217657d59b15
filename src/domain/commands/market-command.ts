import type { FillModel, FillModelScope } from '../orders/fill-model.ts'
import type { FixtureAccount } from '../accounts/fixture.ts'
import type { Environment } from '../partners/environment.ts'
import type { Instrument, Quote } from '../market/instrument.ts'

/** What changes a market, its clock, its securities and who may trade. */
export type MarketCommand =
  | MoveQuote
  | SetFillModel
  | MoveQuotes
  | ChangeVolatility
  | SetClock
  | EndTradingDay
  | HaltSymbol
  | ResumeSymbol
  | AnnounceCorporateAction
  | AdvanceTime
  | ResetMarket
  | SetKillSwitch
  | CreatePartner
  | ListInstrument
  | ChangeInstrument

export interface MoveQuote {
  readonly type: 'MoveQuote'
  readonly market: number
  readonly symbol: string
  readonly quote: Quote
}

/** How the displayed quote fills the orders of a symbol, or of an account. */
export interface SetFillModel {
  readonly type: 'SetFillModel'
  readonly market: number
  readonly scope: FillModelScope
  readonly model: FillModel
}

/** Many quotes of a market at once, all or none. */
export interface MoveQuotes {
  readonly type: 'MoveQuotes'
  readonly market: number
  readonly quotes: readonly { readonly symbol: string; readonly quote: Quote }[]
}

/** A security's quote walks from where it stands, with another step; 0 = it stands still. */
export interface ChangeVolatility {
  readonly type: 'ChangeVolatility'
  readonly market: number
  readonly symbol: string
  /** typical step of one second, in hundredths of a basis point */
  readonly stepHundredths: number
}

/**
 * Moves the clock of a sandbox market to `to` and freezes it there, everything due in between in time order; a long way takes several
 * commands (Result.unfinished). `to` undefined: the clock runs with the real one again, from where it stands.
 */
export interface SetClock {
  readonly type: 'SetClock'
  readonly market: number
  readonly to?: number
  /** a clock that has meanwhile gone further stands where it is; else that is refused */
  readonly atLeast?: boolean
}

/** Ends the trading day of a market: day orders expire, what is due on `nextDay` settles. */
export interface EndTradingDay {
  readonly type: 'EndTradingDay'
  readonly market: number
  /** days since 1970-01-01; must be a business day after the present one */
  readonly nextDay: number
}

/** Stops a symbol of a market: its orders are suspended, or cancelled where they ask for that. */
export interface HaltSymbol {
  readonly type: 'HaltSymbol'
  readonly market: number
  readonly symbol: string
  readonly reason: string
  /** id of the key that asks */
  readonly operator: string
}

export interface ResumeSymbol {
  readonly type: 'ResumeSymbol'
  readonly market: number
  readonly symbol: string
  readonly reason: string
  readonly operator: string
}

/** A split or a dividend that is to come. */
export interface AnnounceCorporateAction {
  readonly type: 'AnnounceCorporateAction'
  readonly market: number
  readonly symbol: string
  /** days since 1970-01-01: a trading day behind the present one */
  readonly exDay: number
  readonly terms:
    | { readonly type: 'split'; readonly numerator: number; readonly denominator: number }
    | { readonly type: 'cash_dividend'; readonly amountTicks: number; readonly payDay: number }
}

/** A timer: runs everything that is due at the moment the sequencer stamps. */
export interface AdvanceTime {
  readonly type: 'AdvanceTime'
}

/** Begins a sandbox market anew, with the accounts of a fixture. */
export interface ResetMarket {
  readonly type: 'ResetMarket'
  readonly market: number
  /** whose market it is, alone */
  readonly partner: number
  /** those that its symbols had at first, where they do not walk */
  readonly quotes: MoveQuotes['quotes']
  readonly accounts: readonly FixtureAccount[]
}

export interface SetKillSwitch {
  readonly type: 'SetKillSwitch'
  readonly scope: KillSwitchScope
  /** index of the partner, account or session; 0 for all */
  readonly id: number
  readonly on: boolean
  readonly operator: string
}

/** Whose orders a kill switch stops. */
export type KillSwitchScope = 'all' | 'partner' | 'account' | 'session'

export interface CreatePartner {
  readonly type: 'CreatePartner'
  readonly id: string
  readonly name: string
  readonly environment: Environment
  /** text from which the market's seed is made */
  readonly seed: string
}

export interface ListInstrument {
  readonly type: 'ListInstrument'
  readonly instrument: Instrument
}

/** What is left out stays as it is. */
export interface ChangeInstrument {
  readonly type: 'ChangeInstrument'
  readonly symbol: string
  readonly name?: string
  readonly tradable?: boolean
}
