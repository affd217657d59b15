import type { KillSwitchScope } from '../commands/market-command.ts'
import type { FillModel, FillModelScope } from '../orders/fill-model.ts'
import type { IdentifierKind } from '../identifiers/identifier.ts'
import type { Instrument, Quote } from '../market/instrument.ts'
import type { CorporateAction, Entitlement } from '../market/corporate-action.ts'
import type { Phase } from '../time/market-phase.ts'
import type { Walk } from '../market/price-walk.ts'
import type { VenueRequest } from '../orders/venue-request.ts'
import type { Environment } from '../partners/environment.ts'

/** An order that was accepted reaches the book when this is due: fills have a latency of their own. */
export interface FillDelayed {
  readonly type: 'FillDelayed'
  readonly at: number
  readonly market: number
  readonly request: VenueRequest
}

export type MarketEvent =
  | FillDelayed
  | FillModelSet
  | PartnerCreated
  | MarketReset
  | IdentifierGiven
  | InstrumentListed
  | InstrumentChanged
  | QuoteMoved
  | WalkChanged
  | ClockSet
  | PhaseChanged
  | TradingDayEnded
  | KillSwitchSet
  | SymbolHalted
  | SymbolResumed
  | CorporateActionAnnounced
  | SplitApplied
  | DividendRecorded
  | DividendCompleted

export interface PartnerCreated {
  readonly type: 'PartnerCreated'
  readonly at: number
  readonly partner: number
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly market: number
  readonly seed: string
  /** first trading day of a market that it opens */
  readonly tradeDay: number
}

/** A sandbox market has begun anew, its orders ended before: the accounts that it had are the past, and known to the journal alone. */
export interface MarketReset {
  readonly type: 'MarketReset'
  readonly at: number
  readonly market: number
  readonly partner: number
}

/** What will have this number of this kind (IdentifierKind) has this id, instead of the one that the market's seed would give. */
export interface IdentifierGiven {
  readonly type: 'IdentifierGiven'
  readonly at: number
  readonly market: number
  readonly kind: IdentifierKind
  readonly number: number
  readonly id: string
}

export interface InstrumentListed {
  readonly type: 'InstrumentListed'
  readonly at: number
  readonly index: number
  readonly instrument: Instrument
}

/** A security is called otherwise from now on, or takes new orders, or none. */
export interface InstrumentChanged {
  readonly type: 'InstrumentChanged'
  readonly at: number
  readonly index: number
  /** as it is now */
  readonly instrument: Instrument
}

export interface QuoteMoved {
  readonly type: 'QuoteMoved'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly quote: Quote
  /** a step of the built-in walk; false = put there by hand, where it stands until it is moved */
  readonly walks: boolean
  /** nothing but sizes changes: it is as old as it was, and each side keeps its place at its price */
  readonly keepsPlace: boolean
  /** it has walked until then; left out where it stood, and in old journals */
  readonly walked?: true
}

/** A security walks from here on: from this price, with this step. */
export interface WalkChanged {
  readonly type: 'WalkChanged'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly walk: Walk
  /** it has walked until then; left out where it stood, and in old journals */
  readonly walked?: true
}

/** How the quote fills orders of a symbol, or of an account, from here on. */
export interface FillModelSet {
  readonly type: 'FillModelSet'
  readonly at: number
  readonly market: number
  readonly scope: FillModelScope
  readonly model: FillModel
}

/** A sandbox market's clock: it stands at `frozenAt`, or (0) runs with the real one, `offsetMs` ahead of it. */
export interface ClockSet {
  readonly type: 'ClockSet'
  readonly at: number
  readonly market: number
  readonly frozenAt: number
  readonly offsetMs: number
}

/** A market goes from one part of its day to the next. What waits for it is released by events of its own. */
export interface PhaseChanged {
  readonly type: 'PhaseChanged'
  readonly at: number
  readonly market: number
  readonly phase: Phase
  /** as the regular session ends: its closing prices, of the same securities as those of the day: [instrument, ticks] */
  readonly closes?: readonly (readonly [instrument: number, ticks: number])[]
}

/** The market's date rolls; last equity and previous closes are taken from the state as it stands. */
export interface TradingDayEnded {
  readonly type: 'TradingDayEnded'
  readonly at: number
  readonly market: number
  readonly endedDay: number
  readonly nextDay: number
  /** closing prices of the securities that are held, or that anything has happened to, and have a price: [instrument, ticks] */
  readonly closes: readonly (readonly [instrument: number, ticks: number])[]
  /** of those of them whose day their own walk does not tell, as a quote stood there by hand, they walk another way or something has traded; left out where there is none */
  readonly prices?: readonly EndedPrices[]
}

/** How the regular session of a day has gone, and whether the quote stands on, whatever day comes next. */
export type EndedPrices = readonly [instrument: number, openTicks: number, highTicks: number, lowTicks: number, stands: boolean]

/** A symbol does not trade from here on; its orders are suspended or cancelled by events of their own. */
export interface SymbolHalted {
  readonly type: 'SymbolHalted'
  readonly at: number
  readonly market: number
  readonly instrument: number
  /** when it resumes by itself, epoch ms; 0 = when it is resumed */
  readonly until: number
  /** price of the trade that the band has kept from happening; 0 where it was halted by hand */
  readonly priceTicks: number
  readonly reason: string
  /** key that asked; '' = the price band */
  readonly operator: string
}

/** It trades again; its orders are reinstated by events of their own. */
export interface SymbolResumed {
  readonly type: 'SymbolResumed'
  readonly at: number
  readonly market: number
  readonly instrument: number
  readonly reason: string
  /** key that asked; '' = its pause is over */
  readonly operator: string
}

export interface CorporateActionAnnounced {
  readonly type: 'CorporateActionAnnounced'
  readonly at: number
  readonly market: number
  readonly action: CorporateAction
}

/** Prices, quote and the house's position are in new shares from here on; positions and orders have events of their own before it. */
export interface SplitApplied {
  readonly type: 'SplitApplied'
  readonly at: number
  readonly market: number
  /** number of the action */
  readonly action: number
  readonly instrument: number
  readonly exDay: number
  readonly numerator: number
  readonly denominator: number
  /** the quote as it goes on */
  readonly quote: Quote
  /** parts of shares that accounts were paid for, less what accounts paid for those that they owed: the house has them now */
  readonly paidLots: number
  /** how the security walks on, where it has been given a walk other than its own */
  readonly walk: Walk | null
}

/** The ex-date has begun: it is known who gets the dividend. */
export interface DividendRecorded {
  readonly type: 'DividendRecorded'
  readonly at: number
  readonly market: number
  readonly action: number
  readonly entitled: readonly Entitlement[]
}

/** Everybody has been paid. */
export interface DividendCompleted {
  readonly type: 'DividendCompleted'
  readonly at: number
  readonly market: number
  readonly action: number
}

export interface KillSwitchSet {
  readonly type: 'KillSwitchSet'
  readonly at: number
  readonly scope: KillSwitchScope
  /** index of the partner, account or session; 0 for all */
  readonly id: number
  readonly on: boolean
  /** id of the key; '' where an account has the switch of the one in whose place a reset has put it */
  readonly operator: string
}
