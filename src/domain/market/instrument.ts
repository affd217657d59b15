import type { WalkShape } from './price-walk.ts'

/** A tradable security of the security master. Its index in the master is its number everywhere inside. */
export interface Instrument {
  readonly symbol: string
  readonly name: string
  readonly exchange: string
  readonly assetClass: 'equity' | 'etf'
  readonly tradable: boolean
  readonly fractionable: boolean
  /** close of the day before the first one; reference for what has neither traded nor been quoted */
  readonly previousCloseTicks: number
  /** how it moves in the built-in market; null = it stands at the quote that it is given */
  readonly walk: WalkShape | null
}

/** The top of the simulated book of one symbol in one market; a size of 0 means that side is not quoted. */
export interface Quote {
  readonly bidTicks: number
  readonly askTicks: number
  readonly bidLots: number
  readonly askLots: number
}

export const SYMBOL_FORMAT = /^[A-Z][A-Z0-9.-]{0,9}$/
