import type { Instrument } from '../../src/domain/market/instrument.ts'

/** A security that trades, in parts of a share too, and stands at the quote that it is given; `rest` says what is otherwise. */
export function security(
  symbol: string,
  previousCloseTicks: number,
  rest: Partial<Omit<Instrument, 'symbol' | 'previousCloseTicks'>> = {},
): Instrument {
  return {
    symbol,
    name: symbol,
    exchange: 'XNAS',
    assetClass: 'equity',
    tradable: true,
    fractionable: true,
    previousCloseTicks,
    walk: null,
    ...rest,
  }
}
