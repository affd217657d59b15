import type { Instrument } from '../../../../domain/market/instrument.ts'
import type { Security } from '../../../../market/market-data-file.ts'

/** A security of the master as it is shown; `data`: what the bundled data set knows of it. */
export function securityView(listed: Instrument, data: Security | undefined) {
  return {
    symbol: listed.symbol,
    name: listed.name,
    exchange: listed.exchange,
    asset_type: listed.assetClass,
    cusip: data?.cusip ?? null,
    isin: data?.isin ?? null,
    tradable: listed.tradable,
    fractionable: listed.fractionable,
    sector: data?.sector ?? null,
    industry: data?.industry ?? null,
    status: 'active',
  }
}
