import { Side } from '../../domain/orders/order.ts'
import { Phase } from '../../domain/time/market-phase.ts'
import { NONE } from '../none.ts'
import type { EngineRules } from '../rules.ts'
import type { EngineState } from '../state.ts'
import type { OrderBook } from './order-book.ts'

/** What a trailing stop begins from. */
export type TrailedMarket = Pick<OrderBook, 'lastTicks' | 'isQuotedSince' | 'previousCloseTicks' | 'quote' | 'bidQuote' | 'askQuote'>

/** What triggers a stop. */
export type StopMarket = TrailedMarket & Pick<OrderBook, 'market' | 'tradedAt'>

/** Price of the last trade that can trigger a stop: trades of earlier sessions can't. 0 = there is none. */
export function lastOfSession({ state, rules }: { readonly state: EngineState; readonly rules: EngineRules }, market: StopMarket): number {
  const { phase, tradeDay } = state.market(market.market)
  if (phase !== Phase.AlwaysOpen && market.tradedAt < state.calendar.sessionTimes(tradeDay).open) return 0
  return lastTrade(rules, market)
}

/** Price of the last trade that stops go by, of any session; 0 = there is none. */
export function lastTrade({ stopTrigger }: EngineRules, market: TrailedMarket): number {
  switch (stopTrigger) {
    case 'quote':
      return 0
    case 'print':
      return market.lastTicks
    case 'either':
      return lastPrint(market)
    default:
      return stopTrigger satisfies never
  }
}

/**
 * The price of the last trade, in ticks, as long as it says anything about now: 0 where a newer quote has left it behind. Quotes walk by
 * themselves, trades are made by clients alone, and may be days old.
 */
function lastPrint({ lastTicks, isQuotedSince, quote, bidQuote, askQuote }: TrailedMarket): number {
  if (!isQuotedSince) return lastTicks
  const isBelow = bidQuote !== NONE && lastTicks < quote.bidTicks
  const isAbove = askQuote !== NONE && lastTicks > quote.askTicks
  return isBelow || isAbove ? 0 : lastTicks
}

/** What the quote would give a stop of that side, as far as stops go by it; 0 while it is not displayed. */
export function quotedFor({ stopTrigger }: EngineRules, { quote, bidQuote, askQuote }: TrailedMarket, side: Side): number {
  if (stopTrigger === 'print') return 0
  if (side === Side.Sell) return bidQuote === NONE ? 0 : quote.bidTicks
  return askQuote === NONE ? 0 : quote.askTicks
}
