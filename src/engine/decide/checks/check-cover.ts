import { formatMoney, formatQuantity, formatShares } from '../../../domain/amounts/amounts.ts'
import { type Order, Side } from '../../../domain/orders/order.ts'
import type { Refusal } from '../../../domain/refusal.ts'
import type { Account, Position } from '../../accounts/account-state.ts'
import { available, changeHeld, covers } from '../../accounts/positions.ts'
import type { Run } from '../../run.ts'
import { sizeMember } from './check-order.ts'

/**
 * Whether the account has the money (a buy) or the shares (a sell) for what an order holds beyond what it already holds; with what the orders
 * that are `gone` hold.
 */
export function checkCover(
  run: Run,
  order: Pick<Order, 'account' | 'instrument' | 'side' | 'cashCents' | 'heldCents' | 'heldLots'>,
  gone: readonly Order[],
): Refusal | undefined {
  const account = run.state.account(order.account)
  if (order.side === Side.Buy) {
    const free = Math.max(0, availableCents(account, gone))
    if (order.heldCents <= free) return undefined
    return {
      code: 'INSUFFICIENT_BUYING_POWER',
      message: `The order needs ${formatMoney(order.heldCents)} but ${formatMoney(free)} is available.`,
      field: sizeMember(order.cashCents),
      details: { required: formatMoney(order.heldCents), buying_power: formatMoney(free) },
    }
  }
  const position = withoutHolds(account.positions.get(order.instrument), gone)
  if (covers(position, order.heldLots)) return undefined
  const free = position ? available(position) : { shares: 0, lots: 0 }
  return {
    code: 'INSUFFICIENT_POSITION',
    message: `The order sells ${formatQuantity(order.heldLots)} but ${formatShares(free)} is available.`,
    field: sizeMember(order.cashCents),
    details: {
      quantity: formatShares(position ?? { shares: 0, lots: 0 }),
      quantity_available: formatShares(free),
      held_for_orders: formatShares(position ? { shares: position.heldShares, lots: position.heldLots } : { shares: 0, lots: 0 }),
    },
  }
}

/** None of the orders that are open. */
export const NOTHING_GONE: readonly Order[] = []

/** Buying power, were these orders of the account gone. */
export function availableCents(account: Account, gone: readonly Order[]): number {
  return gone.reduce((sum, { heldCents }) => sum + heldCents, account.availableCents)
}

/** A position, were these orders in its security gone. */
function withoutHolds(position: Position | undefined, gone: readonly Order[]): Position | undefined {
  if (position === undefined || gone.length === 0) return position
  const left = { ...position }
  for (const { heldLots } of gone) changeHeld(left, -heldLots)
  return left
}
