import type { Order } from './order.ts'
import type { Refusal } from '../refusal.ts'

/** What an order would be if it came in now; nothing has happened. */
export interface OrderPreview {
  /** as it would be accepted */
  readonly order: Order
  /** what it would trade, in lots; 0 where nothing says what a share costs */
  readonly quantityLots: number
  /** average over what it would meet and, of the rest, its own price; millionths of a dollar, 0 = nothing says */
  readonly priceMicros: number
  readonly notionalCents: number
  /** what the account could spend next to it, in cents */
  readonly buyingPowerAfterCents: number
  readonly warnings: readonly PreviewWarning[]
}

/** Not why it would be refused, but what might be overlooked. */
export type PreviewWarning = 'WAITS_FOR_SESSION' | 'SYMBOL_HALTED' | 'NO_LIQUIDITY' | 'PARTIAL_LIQUIDITY' | 'REPEATED_CLIENT_ORDER_ID'

/** A preview, or the refusal that the order would meet. */
export type PreviewResult = OrderPreview | { readonly refusal: Refusal }
