import { hash } from 'node:crypto'
import type { Event } from '../../domain/event.ts'
import type { EventName, PartnerEventType } from '../../domain/partners/partner-event-type.ts'
import { ulid } from '../../domain/identifiers/ulid.ts'
import type { EngineView } from '../../domain/view.ts'

/** `data` of what a partner is told of an event that stands at a position of the journal: docs/api-contract.md section 11. */
export type EventData = (type: PartnerEventType, event: Event, position: number) => object

export type Partners = Pick<EngineView, 'partners' | 'markets'>

/** An event as a partner is told of it. Equal journals give equal texts, whenever they are made. */
export class PartnerEvent {
  /** of the partner, from 1 without a gap */
  readonly sequence: number
  readonly type: PartnerEventType
  /** indices */
  readonly partner: number
  readonly account: number
  /** of the event in the journal */
  readonly position: number
  /** when it happened, epoch ms of the market's clock */
  readonly at: number
  readonly #event: Event
  readonly #partners: Partners
  readonly #dataOf: EventData
  #json: string | undefined

  constructor(
    place: { readonly sequence: number; readonly type: PartnerEventType; readonly partner: number; readonly account: number },
    { event, position }: { readonly event: Event; readonly position: number },
    { view, dataOf }: { readonly view: Partners; readonly dataOf: EventData },
  ) {
    this.sequence = place.sequence
    this.type = place.type
    this.partner = place.partner
    this.account = place.account
    this.position = position
    this.at = event.at
    this.#event = event
    this.#partners = view
    this.#dataOf = dataOf
  }

  get id(): string {
    return eventId(this.#partners, this)
  }

  /** The body of a delivery, and the data line of a stream: made once, when somebody wants it. */
  get json(): string {
    this.#json ??= envelope(this.#partners, { ...this.#head, data: this.#dataOf(this.type, this.#event, this.position) })
    return this.#json
  }

  get #head() {
    return { id: this.id, type: this.type, partner: this.partner, at: this.at, sequence: this.sequence }
  }
}

/** What every event that is sent has around its data. */
export function envelope(
  { partners }: Pick<Partners, 'partners'>,
  event: {
    readonly id: string
    readonly type: EventName
    readonly partner: number
    readonly at: number
    readonly sequence: number
    readonly data: object
  },
): string {
  return JSON.stringify({
    id: event.id,
    event_type: event.type,
    created_at: new Date(event.at).toISOString(),
    sequence: event.sequence,
    environment: partners[event.partner]!.environment,
    data: event.data,
  })
}

/** evt_ and a ULID that follows from the seed of the partner's market, the partner and the sequence. */
function eventId({ partners, markets }: Partners, { partner, sequence, at }: Pick<PartnerEvent, 'partner' | 'sequence' | 'at'>): string {
  const { id, market } = partners[partner]!
  return `evt_${ulid(at, hash('sha256', `${markets[market]!.seed} ${id} ${sequence}`, 'buffer'))}`
}
