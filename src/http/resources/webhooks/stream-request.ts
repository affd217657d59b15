import { type EventName, isEventName } from '../../../domain/partners/partner-event-type.ts'
import type { EngineView, PartnerView } from '../../../domain/view.ts'
import type { EventLog } from '../../../delivery/events/event-log.ts'
import { ApiError } from '../../answers/errors.ts'
import { accountNotFound } from '../../requests/found-account.ts'
import { parseInstant } from '../../requests/instants.ts'

/** Where a stream begins and ends, as it was asked for. */
export interface StreamQuery {
  readonly lastEventId?: number | undefined
  readonly since_id?: string | undefined
  readonly since?: string | undefined
  readonly until_id?: string | undefined
}

export interface StreamSource {
  readonly log: Pick<EventLog, 'head' | 'sequenceBefore'>
  /** sequence of the oldest event that a stream may begin with */
  readonly oldestSequence: (partner: number) => number
}

/**
 * The sequence behind which a stream begins: that of the partner's last event when nothing is asked for. Throws VALIDATION_ERROR, and
 * EVENT_ID_EXPIRED where events behind it are not kept any more.
 */
export async function beginning({ log, oldestSequence }: StreamSource, partner: number, query: StreamQuery): Promise<number> {
  const { since } = query
  if (since !== undefined && query.since_id !== undefined)
    throw new ApiError('VALIDATION_ERROR', 'since and since_id exclude each other.', { field: 'since' })
  const id = query.lastEventId ?? query.since_id
  if (id === undefined && since === undefined) return log.head(partner)
  const after = id === undefined ? await log.sequenceBefore(partner, parseInstant(since!)!) : Number(id)
  const head = log.head(partner)
  if (after > head)
    throw new ApiError('VALIDATION_ERROR', `The last event is ${head}: there is none ${after} to go on from.`, {
      field: query.lastEventId === undefined ? 'since_id' : 'Last-Event-ID',
      details: { last_sequence: head },
    })
  const oldest = oldestSequence(partner)
  if (after < oldest - 1)
    throw new ApiError('EVENT_ID_EXPIRED', `Events before ${oldest} are not kept any more.`, { details: { oldest_sequence: oldest } })
  return after
}

/** The names of the parameter `events`, a comma list; undefined where it asks for all. Throws INVALID_EVENT. */
export function wantedEvents(list: string | undefined): ReadonlySet<string> | undefined {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  for (const name of names) {
    if (!isEventName(name)) throw new ApiError('INVALID_EVENT', `${JSON.stringify(name)} is not the name of an event.`, { field: 'events' })
  }
  return names.length === 0 ? undefined : new Set(names as EventName[])
}

/** Index of the account of the parameter `account_id`; undefined where it asks for all. Throws ACCOUNT_NOT_FOUND. */
export function wantedAccount(view: Pick<EngineView, 'accountById'>, partner: PartnerView, id: string | undefined): number | undefined {
  if (id === undefined) return undefined
  const account = view.accountById(id.toLowerCase())
  if (account?.partner !== partner.index) throw accountNotFound()
  return account.index
}
