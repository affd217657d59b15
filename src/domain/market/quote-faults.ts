import { isWholeShares, LARGEST_PRICE, LARGEST_PRICE_TICKS } from '../amounts/amounts.ts'
import { isOnTick } from '../amounts/tick.ts'
import type { Instrument, Quote } from './instrument.ts'

/** What is wrong with a part of a quote: `bid must be below the ask`. Whoever takes quotes calls the parts so. */
export interface QuoteFault {
  readonly part: 'bid' | 'ask' | 'bid_size' | 'ask_size'
  readonly problem: string
}

/** Why nobody may quote a security so, wherever the quote comes from; none where it is right. A price of 0 is that of a side that is not quoted. */
export function quoteFaults(quote: Quote, { symbol, fractionable }: Pick<Instrument, 'symbol' | 'fractionable'>): readonly QuoteFault[] {
  const { bidTicks, askTicks, bidLots, askLots } = quote
  const faults: QuoteFault[] = []
  const refuse = (part: QuoteFault['part'], problem: string): void => void faults.push({ part, problem })
  for (const [part, ticks, lots] of [
    ['bid', bidTicks, bidLots],
    ['ask', askTicks, askLots],
  ] as const) {
    if (!isOnTick(ticks)) refuse(part, 'must have 2 decimals from 1.00 on')
    if (ticks > LARGEST_PRICE_TICKS) refuse(part, `must be at most ${LARGEST_PRICE}`)
    if (lots > 0 && ticks <= 0) refuse(part, 'must be above zero where it has a size')
  }
  // only prices that are right by themselves are held against each other
  if (faults.length === 0 && bidTicks > 0 && askTicks > 0 && bidTicks >= askTicks) refuse('bid', 'must be below the ask')
  for (const [part, lots] of [
    ['bid_size', bidLots],
    ['ask_size', askLots],
  ] as const)
    if (!fractionable && !isWholeShares(lots)) refuse(part, `must be whole shares: ${symbol} trades in no parts of one`)
  return faults
}
