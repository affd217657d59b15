import { type Instrument, SYMBOL_FORMAT } from '../../../domain/market/instrument.ts'
import { isCusip, isIsin } from '../../../domain/identifiers/security-identifier.ts'
import type { Security } from '../../../market/market-data-file.ts'
import { ApiError } from '../../answers/errors.ts'
import type { MarketDataParts } from './market-data-parts.ts'

/** A security of the security master, with what the bundled data set knows of it. */
export interface NamedSecurity {
  readonly symbol: string
  readonly instrument: number
  readonly listed: Instrument
  /** undefined for one that was listed beside the data set */
  readonly data: Security | undefined
}

type Master = Pick<MarketDataParts, 'view' | 'marketData'>

/** By ticker, in any case. Throws INVALID_SYMBOL when it is malformed or not in the master. */
export function securityNamed({ view, marketData }: Master, ticker: string, field = 'symbol'): NamedSecurity {
  const symbol = symbolOf(ticker, field)
  const instrument = view.instrumentBySymbol(symbol)
  if (instrument === undefined) throw invalid(`${symbol} is not known.`, field)
  return { symbol, instrument, listed: view.instruments[instrument]!, data: marketData.security(symbol) }
}

/** The ticker in upper case. Throws INVALID_SYMBOL when it is malformed. */
export function symbolOf(ticker: string, field: string): string {
  const symbol = upperCase(ticker)
  if (SYMBOL_FORMAT.test(symbol)) return symbol
  throw invalid(`${shown(ticker)} is not a symbol: a letter, then up to nine letters, digits, dots or dashes.`, field)
}

/** By ticker, or by `*` and a CUSIP or ISIN. */
export function securityIdentified(master: Master, text: string): NamedSecurity {
  if (!text.startsWith('*')) return securityNamed(master, text)
  const identifier = upperCase(text.slice(1))
  if (!isCusip(identifier) && !isIsin(identifier))
    throw invalid(`${shown(text)} is not * and a CUSIP or ISIN with its check digit.`, 'symbol')
  const symbol = master.marketData.symbolOf(identifier)
  if (symbol === undefined) throw invalid(`${shown(text)} is not known.`, 'symbol')
  return securityNamed(master, symbol)
}

/** What is in the master and has no data for what was asked: docs/api-contract.md section 20. */
export function noData(symbol: string, what: string): ApiError {
  return new ApiError('SYMBOL_NOT_FOUND', `There is no ${what} for ${symbol}.`)
}

function invalid(message: string, field: string): ApiError {
  return new ApiError('INVALID_SYMBOL', message, { field })
}

/** ASCII alone: some letters grow when they are made upper case. */
const upperCase = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

const shown = (text: string): string => JSON.stringify(text.length <= 32 ? text : `${text.slice(0, 32)}…`)
