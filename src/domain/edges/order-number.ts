import { IdentifierKind } from '../identifiers/identifier.ts'
import { ORDERS_PER_MARKET } from '../orders/order.ts'
import type { EngineView } from '../view.ts'

/** The number of an order of this market; undefined for whatever is none. */
export function orderNumber(view: Pick<EngineView, 'markets'>, market: number, id: string): number | undefined {
  const identified = view.markets[market]!.mint.decode(id.toLowerCase())
  return identified?.kind === IdentifierKind.Order ? market * ORDERS_PER_MARKET + identified.number : undefined
}
