import type { SkippedEvents, Webhook } from '../../storage/rows/webhook-store.ts'

/** The event came while the webhook was disabled. */
export function isSkipped({ skipped }: Webhook, sequence: number): boolean {
  return skipped.some(({ after, through }) => sequence > after && (through === null || sequence <= through))
}

/** The ranges of a webhook that is disabled now: all behind the partner's last event, and those before that still have events to settle. */
export function skippedFrom({ skipped, settledThrough }: Webhook, head: number): readonly SkippedEvents[] {
  const stillMatter = skipped.filter(({ after, through }) => through !== null && through > after && through > settledThrough)
  return [...stillMatter, { after: head, through: null }]
}

/** … and once it is active again. */
export function skippedThrough({ skipped }: Webhook, head: number): readonly SkippedEvents[] {
  return [...skipped.slice(0, -1), { after: skipped.at(-1)!.after, through: head }]
}
