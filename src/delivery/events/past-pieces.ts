import type { PartnerEvent } from './partner-event.ts'

/**
 * What was read last of the past, of whichever partners. Streams that were cut at the same moment come back together and read the same events: each event
 * is read, and its JSON made, once for those that are at about the same place.
 */
export class PastPieces {
  /** events without a gap, at least one; oldest reading first */
  readonly #pieces: (readonly PartnerEvent[])[] = []

  /** Those behind a sequence of which any is here; none where it has to be read. */
  behind(partner: number, sequence: number): PartnerEvent[] {
    const piece = this.#pieces.find((events) => {
      const first = events[0]!
      return first.partner === partner && first.sequence <= sequence + 1 && sequence < events.at(-1)!.sequence
    })
    return piece?.filter((event) => event.sequence > sequence) ?? []
  }

  keep(events: readonly PartnerEvent[]): void {
    if (events.length === 0) return
    this.#pieces.push(events)
    if (this.#pieces.length > MOST_PIECES) this.#pieces.shift()
  }
}

/** of some 32 events, each of a kilobyte or two: some megabytes */
const MOST_PIECES = 64
