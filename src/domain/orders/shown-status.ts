import { isOpen, type Order, OrderStatus, Pending } from './order.ts'

/** The status of an order as its owner sees it: while a request waits for the venue that outranks what is underneath. */
export const ShownStatus = { ...OrderStatus, PendingCancel: 10, PendingReplace: 11, PendingNew: 12 } as const
export type ShownStatus = (typeof ShownStatus)[keyof typeof ShownStatus]

const OF_PENDING = {
  [Pending.New]: ShownStatus.PendingNew,
  [Pending.Cancel]: ShownStatus.PendingCancel,
  [Pending.Replace]: ShownStatus.PendingReplace,
} as const

export function shownStatus(order: Pick<Order, 'status' | 'pending'>): ShownStatus {
  const pending = shownPending(order)
  return pending === Pending.None ? order.status : OF_PENDING[pending]
}

/**
 * What of an order's requests is seen in its status. One that has ended is past waiting, whatever its last fill says of a request that came
 * too late; and by FIX 4.4's precedence what a script fills of an order outranks that its entry is still on its way.
 */
export function shownPending({ status, pending }: Pick<Order, 'status' | 'pending'>): Pending {
  if (!isOpen(status)) return Pending.None
  return pending === Pending.New && status === OrderStatus.PartiallyFilled ? Pending.None : pending
}

/** True for those of orders that may still trade. */
export function isShownOpen(status: ShownStatus): boolean {
  return status >= ShownStatus.PendingCancel || isOpen(status as OrderStatus)
}
