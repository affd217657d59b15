import { isOpen, type Order, OrderStatus, Pending } from './order.ts'

/** The status of an order as its owner sees it: while a request waits for the venue that outranks what is underneath. */
export const ShownStatus = { ...OrderStatus, PendingCancel: 10, PendingReplace: 11, PendingNew: 12 } as const
export type ShownStatus = (typeof ShownStatus)[keyof typeof ShownStatus]

const OF_PENDING = {
  [Pending.New]: ShownStatus.PendingNew,
  [Pending.Cancel]: ShownStatus.PendingCancel,
  [Pending.Replace]: ShownStatus.PendingReplace,
} as const

/** An order that has ended is past waiting, whatever its last fill says of a request that came too late. */
export function shownStatus({ status, pending }: Pick<Order, 'status' | 'pending'>): ShownStatus {
  return pending === Pending.None || !isOpen(status) ? status : OF_PENDING[pending]
}

/** True for those of orders that may still trade. */
export function isShownOpen(status: ShownStatus): boolean {
  return status >= ShownStatus.PendingCancel || isOpen(status as OrderStatus)
}
