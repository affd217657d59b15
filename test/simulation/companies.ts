import type { AnnounceCorporateAction } from '../../src/domain/commands/market-command.ts'
import { tradingCalendar } from '../../src/market/trading-calendar.ts'
import type { Random } from './random.ts'
import { SYMBOLS } from './trading.ts'

const RATIOS = [
  [2, 1],
  [3, 2],
  [7, 5],
  [10, 1],
  [20, 1],
  [1, 2],
  [2, 3],
  [1, 3],
  [3, 7],
  [1, 10],
] as const
/** shares come to no more than so many of one, or one of so many */
const FURTHEST = 20

/** A split or a dividend of one of the next trading days. `factorOf`: new shares for one old one, once all is done that is announced. */
export function corporateAction(random: Random, tradeDay: number, factorOf: (instrument: number) => number): AnnounceCorporateAction {
  const instrument = random.below(SYMBOLS.length)
  const { symbol, middle } = SYMBOLS[instrument]!
  const exDay = someDaysLater(random, tradeDay, 1)
  const announce = { type: 'AnnounceCorporateAction', market: 0, symbol, exDay } as const
  if (random.chance(0.5)) {
    const amountTicks = 1 + random.below(Math.ceil(middle / 50))
    return { ...announce, terms: { type: 'cash_dividend', amountTicks, payDay: someDaysLater(random, exDay, 0) } }
  }
  const fits = RATIOS.filter(([numerator, denominator]) => {
    const factor = (factorOf(instrument) * numerator) / denominator
    return factor <= FURTHEST && factor >= 1 / FURTHEST
  })
  const [numerator, denominator] = random.pick(fits)
  return { ...announce, terms: { type: 'split', numerator, denominator } }
}

function someDaysLater(random: Random, day: number, least: number): number {
  let later = day
  for (let days = least + random.below(3); days > 0; days--) later = tradingCalendar.nextBusinessDay(later)
  return later
}
