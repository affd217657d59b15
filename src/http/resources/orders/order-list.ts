import type { Static } from 'typebox'
import type { PagePlace } from '../../../domain/edges/page-place.ts'
import { isShownOpen, ShownStatus } from '../../../domain/orders/shown-status.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { OrderListQuery } from '../../../storage/projections/queries/order-queries.ts'
import { parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import type { FoundOrder } from './found-order.ts'
import { SIDES, statusesNamed } from './order-names.ts'
import type { orderListQuery } from './order.schema.ts'

/** The query of a list, in the engine's numbers. Undefined when nothing can match. */
export function toOrderQuery(
  view: Pick<EngineView, 'instrumentBySymbol'>,
  account: number,
  query: Static<typeof orderListQuery>,
): OrderListQuery | undefined {
  const instrument = query.symbol === undefined ? undefined : view.instrumentBySymbol(query.symbol.toUpperCase())
  const statuses = statusesOf(query.status ?? 'all')
  if (query.symbol !== undefined && instrument === undefined) return undefined
  const [sort, direction] = (query.sort ?? 'created_at:desc').split(':') as ['created_at' | 'updated_at', 'asc' | 'desc']
  return {
    account,
    statuses,
    instrument,
    side: query.side === undefined ? undefined : SIDES[query.side],
    clientOrderId: query.client_order_id,
    createdFrom: query.created_after === undefined ? undefined : parseLowerBound(query.created_after),
    createdTo: query.created_before === undefined ? undefined : parseUpperBound(query.created_before),
    updatedFrom: query.updated_after === undefined ? undefined : parseLowerBound(query.updated_after),
    sort,
    descending: direction === 'desc',
  }
}

/** Where a row stands in a list of this order. */
export function placeInList({ sort }: OrderListQuery): (found: FoundOrder) => PagePlace {
  return ({ order }) => ({ key: sort === 'created_at' ? order.createdAt : order.updatedAt, id: order.number })
}

const ALL = Object.values(ShownStatus)
const GROUPS: Readonly<Record<string, readonly ShownStatus[]>> = {
  all: [],
  open: ALL.filter((status) => isShownOpen(status)),
  closed: ALL.filter((status) => !isShownOpen(status)),
}

function statusesOf(text: string): readonly ShownStatus[] {
  if (Object.hasOwn(GROUPS, text)) return GROUPS[text]!
  return [...new Set(text.split(','))].sort().flatMap(statusesNamed)
}
