import { DAY_MS } from '../../domain/time/durations.ts'
import type { AttemptParts } from './attempts.ts'

/** Deletes the attempts that were made so long ago that they are not kept: a piece at a time, between what matters more. */
export function clearOldAttempts({ deliveries, slices, now }: Pick<AttemptParts, 'deliveries' | 'slices' | 'now'>): void {
  const step = (): number => {
    if (deliveries.deletePieceBefore(now() - KEPT_MS)) slices.request(step)
    return 0
  }
  slices.request(step)
}

const KEPT_MS = 30 * DAY_MS
