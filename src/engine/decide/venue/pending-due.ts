import type { VenueRequest } from '../../../domain/orders/venue-request.ts'
import type { Run } from '../../run.ts'
import type { Market } from '../../market.ts'
import { cancelDue } from '../orders/cancel-order.ts'
import { acknowledgeDue, reachBookDue } from './pending-new.ts'
import { replaceDue } from './pending-replace.ts'

/** Does what the venue of a market has to do by `due`, soonest first. */
export function runRequestsDue(run: Run, { requests }: Market, due: number): void {
  for (let request = requests.first; request && request.dueAt <= due; request = requests.first) runRequest(run, request)
}

function runRequest(run: Run, request: VenueRequest): void {
  const { kind } = request
  switch (kind) {
    case 'new':
      acknowledgeDue(run, request)
      return
    case 'fill':
      reachBookDue(run, request)
      return
    case 'cancel':
      cancelDue(run, request)
      return
    case 'replace':
      replaceDue(run, request)
      return
    default:
      kind satisfies never
  }
}
