import { HOUR_MS } from '../../domain/time/durations.ts'
import type { EngineView } from '../../domain/view.ts'
import type { EventLog } from './event-log.ts'

export interface RetentionRules {
  /** the longer of both counts */
  readonly events: number
  readonly hours: number
  /** of the journal, whatever is in them, that a client may have read for it; null = no limit. It goes before both counts. */
  readonly bytes: number | null
}

/**
 * Sequence of the oldest event that a stream can begin with. All events can be made again from the journal; this bounds how far back a
 * client may ask for them. What a webhook has yet to get is not bound by it.
 */
export function oldestSequence(
  { log, view, rules, now }: { log: EventLog; view: Pick<EngineView, 'partners' | 'marketTime'>; rules: RetentionRules; now: number },
  partner: number,
): number {
  const since = view.marketTime(view.partners[partner]!.market, now) - rules.hours * HOUR_MS
  const byCount = log.head(partner) - rules.events
  const byTime = log.parts.marks.placeAtMoment(partner, since).sequence
  const byBytes = rules.bytes === null ? 0 : log.parts.marks.placeByBytes(partner, rules.bytes).sequence
  return Math.max(0, Math.min(byCount, byTime), byBytes) + 1
}
