import type { Side } from '../../../domain/orders/order.ts'
import { isShownOpen, type ShownStatus } from '../../../domain/orders/shown-status.ts'
import { OPEN_STATUSES } from '../tables/schema.ts'
import type { Conditions } from './statements.ts'

/** What lists of orders are filtered by. Absent = all. */
export interface OrderFilter {
  /** empty = all */
  readonly statuses: readonly ShownStatus[]
  readonly instrument?: number | undefined
  readonly side?: Side | undefined
  /** epoch ms, inclusive */
  readonly createdFrom?: number | undefined
  readonly createdTo?: number | undefined
  readonly updatedFrom?: number | undefined
}

export function addOrderFilter(conditions: Conditions, filter: OrderFilter): void {
  const { statuses } = filter
  if (statuses.length > 0) {
    if (statuses.every(isShownOpen)) conditions.add(OPEN_STATUSES)
    conditions.isOneOf('status', 'status', statuses)
  }
  conditions.compare('instrument', '=', 'instrument', filter.instrument).compare('side', '=', 'side', filter.side)
  conditions.compare('created_at', '>=', 'createdFrom', filter.createdFrom).compare('created_at', '<=', 'createdTo', filter.createdTo)
  conditions.compare('updated_at', '>=', 'updatedFrom', filter.updatedFrom)
}
