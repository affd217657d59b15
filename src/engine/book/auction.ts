import type { AuctionIndication, AuctionKind } from '../../domain/market/auction.ts'
import { Cover, hasLimit, hasStop, OrderStatus, Scenario, Side } from '../../domain/orders/order.ts'
import { clearingPrice, type Interest } from './auction-price.ts'
import type { OrderBook } from './order-book.ts'
import { NONE } from '../none.ts'
import type { EngineState } from '../state.ts'

/**
 * Call auctions, planned without touching anything. Taking part: the orders for the auction, the limit orders and waiting market orders of
 * the book, those that wait for the session which the auction opens, and both sides of the displayed quote. A market order trades up to its
 * collar.
 */
export interface AuctionPlan {
  readonly ticks: number
  /** what each row gets, first come first served by market orders, then price, then time; both sides sum to the same */
  readonly buys: readonly Allotment[]
  readonly sells: readonly Allotment[]
}

export interface Allotment {
  readonly slot: number
  readonly lots: number
}

interface Participant extends Interest {
  readonly slot: number
  readonly isAtMarket: boolean
}

/** Who would trade how much at which price; undefined where nobody meets. */
export function planAuction(state: EngineState, book: OrderBook, kind: AuctionKind): AuctionPlan | undefined {
  const participants = participantsOf(state, book, kind)
  const price = clearingPrice(participants, referenceOf(state, book, kind))
  if (!price) return undefined
  const { ticks, pairedLots } = price
  return {
    ticks,
    buys: allot(state, participants, Side.Buy, { ticks, lots: pairedLots }),
    sells: allot(state, participants, Side.Sell, { ticks, lots: pairedLots }),
  }
}

/** Where an auction would clear at this moment, for those who watch; undefined where nobody would meet. */
export function auctionIndication(state: EngineState, book: OrderBook, kind: AuctionKind): AuctionIndication | undefined {
  if (book.halted) return undefined
  const price = clearingPrice(participantsOf(state, book, kind), referenceOf(state, book, kind))
  if (!price) return undefined
  const { ticks, pairedLots, surplusLots } = price
  const side = surplusLots === 0n ? undefined : surplusLots > 0n ? Side.Buy : Side.Sell
  return { ticks, pairedLots: Number(pairedLots), imbalanceLots: Math.abs(Number(surplusLots)), ...(side && { side }) }
}

/** The previous close before the opening, the last trade before the close; inside the displayed quote. */
function referenceOf(state: EngineState, book: OrderBook, kind: AuctionKind): number {
  if (kind === 'closing') return state.currentTicks(book.market, book.instrument)
  const { bidTicks, askTicks } = book.quote
  const close = state.previousCloseTicks(book.market, book.instrument)
  if (book.bidQuote !== NONE && close < bidTicks) return bidTicks
  return book.askQuote !== NONE && close > askTicks ? askTicks : close
}

function participantsOf(state: EngineState, book: OrderBook, kind: AuctionKind): readonly Participant[] {
  const { orders } = state
  const waiting =
    kind === 'opening' ? [...book.opening.slots(), ...book.held.slots().filter((slot) => opensWith(state, slot))] : book.closing.slots()
  const working = [book.bids, book.asks, book.marketBuys, book.marketSells].flatMap((levels) => levels.slots())
  return [...waiting, ...working]
    .filter((slot) => takesPart(state, slot))
    .map((slot) => {
      const isAtMarket = !hasLimit(orders.type(slot))
      return {
        slot,
        isAtMarket,
        side: orders.side(slot),
        lots: orders.quantityLots(slot) - orders.filledLots(slot),
        worstTicks: isAtMarket ? orders.collarTicks(slot) : orders.limitTicks(slot),
      }
    })
}

/** Held for nothing but its session, as far as groups go. */
const opensWith = ({ orders }: EngineState, slot: number): boolean => orders.cover(slot) !== Cover.Entry

/**
 * An exit that sells what its sibling sells lets that go first; how much a cash order wants depends on the price; what a scenario does not fill
 * nothing fills.
 */
function takesPart(state: EngineState, slot: number): boolean {
  const { orders } = state
  if (orders.status(slot) === OrderStatus.Suspended || orders.cashCents(slot) > 0 || orders.scenario(slot) !== Scenario.None) return false
  return orders.cover(slot) !== Cover.Sibling && !isUntriggered(state, slot)
}

function isUntriggered({ orders }: EngineState, slot: number): boolean {
  return hasStop(orders.type(slot)) && !orders.isTriggered(slot)
}

function allot(
  { orders }: EngineState,
  participants: readonly Participant[],
  side: Side,
  { ticks, lots }: { readonly ticks: number; readonly lots: bigint },
): readonly Allotment[] {
  const sign = side === Side.Buy ? -1 : 1
  const inTurn = participants
    .filter((one) => one.side === side && (side === Side.Buy ? one.worstTicks >= ticks : one.worstTicks <= ticks))
    .sort(
      (a, b) =>
        Number(b.isAtMarket) - Number(a.isAtMarket) ||
        (a.isAtMarket ? 0 : sign * (a.worstTicks - b.worstTicks)) ||
        orders.placed(a.slot) - orders.placed(b.slot),
    )
  const allotments: Allotment[] = []
  let left = lots
  for (const { slot, lots: wanted } of inTurn) {
    if (left === 0n) break
    const got = BigInt(wanted) < left ? wanted : Number(left)
    allotments.push({ slot, lots: got })
    left -= BigInt(got)
  }
  return allotments
}
