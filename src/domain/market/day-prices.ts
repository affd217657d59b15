/** The first, the highest and the lowest price of a trading day, in ticks. */
export interface DayPrices {
  readonly openTicks: number
  readonly highTicks: number
  readonly lowTicks: number
}

/** The same prices, once the price was also at `ticks`. */
export function widened<Prices extends DayPrices>(prices: Prices, ticks: number): Prices {
  return { ...prices, highTicks: Math.max(prices.highTicks, ticks), lowTicks: Math.min(prices.lowTicks, ticks) }
}
