import type { PlaceOrder } from '../../../domain/commands/order-command.ts'
import { addNotional, averageMicros, cashLots, type Notional, notionalCents, toCents } from '../../../domain/amounts/notional.ts'
import { type Order, OrderType, Scenario, Side, TimeInForce } from '../../../domain/orders/order.ts'
import type { PreviewResult, PreviewWarning } from '../../../domain/orders/order-preview.ts'
import type { Depth } from '../../../domain/view.ts'
import { collarTicks } from '../../accounts/buying-power.ts'
import type { OrderBook } from '../../book/order-book.ts'
import { isWaitingStop, reaches } from '../../orders/order-lifecycle.ts'
import type { Run } from '../../run.ts'
import { presentState } from './cancel-order.ts'
import { availableCents } from '../checks/check-cover.ts'
import { checkOrder } from '../checks/check-order.ts'
import { type EntryPrices, pricesAt } from '../checks/entry-prices.ts'
import { isReached } from '../matching/trigger-stops.ts'
import { checkNewOrder, newOrder, REFUSED_BY_SCENARIO } from './place-order.ts'
import { answerRepeat } from './repeat.ts'

/** price levels that an estimate looks at */
const LEVELS = 100

/**
 * What `placeOrder` would do with an order of REST, by the same checks in the same order, with nothing emitted and nothing changed. The quote
 * is the one of the run's moment, although nobody has moved it there. What the orders that are `gone` hold, the account has. A repeat needs
 * nothing, and is not refused for what the order that is there has taken.
 */
export function previewOrder(run: Run, command: PlaceOrder, gone: readonly Order[]): PreviewResult {
  const { state } = run
  const known = presentState(run, command.known) ?? state.findOrder(command.account, command.clientOrderId)
  const repeat = known && answerRepeat(run, command, known)
  if (repeat?.refusal) return { refusal: repeat.refusal }
  const fault = checkOrder(run, command)
  if (fault) return { refusal: fault }
  const instrument = state.instrumentBySymbol(command.symbol)!
  const account = state.account(command.account)
  const { market } = account
  const book = state.book(market, instrument)
  const prices = pricesAt(state, book, { side: command.side, at: run.at })
  const order = newOrder(run, command, { instrument, prices })
  if (!repeat) {
    const refusal = checkNewOrder(run, order, prices, gone) ?? (command.scenario === 'reject' ? REFUSED_BY_SCENARIO : undefined)
    if (refusal) return { refusal }
  }
  const waits =
    order.held || book.halted || (isWaitingStop(order) && !isReached(run, { market, tradedAt: book.tradedAt, ...prices.trailed }, order))
  const depth = state.depthAt(market, instrument, LEVELS, run.at)
  const levels = waits ? [] : levelsFor(depth, order.side, worstTicks(run, order, prices))
  const estimate = estimateOf(order, { levels, restTicks: ownTicks(order) || prices.referenceTicks })
  return {
    order,
    quantityLots: estimate.lots,
    priceMicros: averageMicros(estimate.notional, estimate.lots),
    notionalCents: toCents(estimate.notional),
    buyingPowerAfterCents: Math.max(0, availableCents(account, gone) - (repeat ? 0 : order.heldCents)),
    warnings: [...(repeat ? (['REPEATED_CLIENT_ORDER_ID'] as const) : []), ...warningsOf(order, book, estimate)],
  }
}

/** The price that an order names; 0 for a market order. */
const ownTicks = ({ limitTicks, stopTicks }: Order): number => limitTicks || stopTicks

/** The worst price at which an order would trade at once. A stop to sell that is triggered has its collar from where the market is then. */
function worstTicks({ rules }: Run, { type, side, limitTicks, collarTicks: own }: Order, { referenceTicks }: EntryPrices): number {
  if (limitTicks > 0) return limitTicks
  return type === OrderType.Stop && side === Side.Sell ? collarTicks(rules, side, referenceTicks) : own
}

/** What an order would meet at once, best first. */
function levelsFor({ bids, asks }: Depth, side: Side, worst: number): Depth['asks'] {
  return (side === Side.Buy ? asks : bids).filter(({ ticks }) => reaches(side, worst, ticks))
}

interface Estimate {
  readonly lots: number
  readonly notional: Notional
  /** of them, those that would be traded at once */
  readonly metLots: number
}

interface Prices {
  readonly levels: Depth['asks']
  /** of what is left when the levels are used up; 0 = nobody knows */
  readonly restTicks: number
}

function estimateOf(order: Order, { levels, restTicks }: Prices): Estimate {
  let notional: Notional = { whole: 0, fraction: 0 }
  let metLots = 0
  let cents = order.cashCents
  const wanted = (ticks: number): number =>
    order.cashCents > 0 ? cashLots(Math.max(0, cents), ticks, metLots) : order.quantityLots - metLots
  for (const { ticks, lots } of levels) {
    const met = Math.min(lots, wanted(ticks))
    if (met === 0) break
    notional = addNotional(notional, ticks, met)
    cents -= notionalCents(ticks, met)
    metLots += met
  }
  const rest = restTicks === 0 ? 0 : wanted(restTicks)
  return { lots: metLots + rest, notional: rest === 0 ? notional : addNotional(notional, restTicks, rest), metLots }
}

function warningsOf(order: Order, book: OrderBook, { lots, metLots }: Estimate): PreviewWarning[] {
  if (book.halted) return ['SYMBOL_HALTED']
  // a script is apart from the book, and from its hours
  if (order.scenario !== Scenario.None) return []
  if (order.held) return ['WAITS_FOR_SESSION']
  const wantsNow = order.type === OrderType.Market || order.timeInForce === TimeInForce.Ioc || order.timeInForce === TimeInForce.Fok
  if (!wantsNow) return []
  if (metLots === 0) return ['NO_LIQUIDITY']
  return metLots < lots ? ['PARTIAL_LIQUIDITY'] : []
}
