import type { SkippedEvents, Webhook } from '../../storage/rows/webhook-store.ts'

/** The event came while the webhook was disabled. */
export function isSkipped({ skipped }: Webhook, sequence: number): boolean {
  return skipped.some(({ after, through }) => sequence > after && (through === null || sequence <= through))
}

/** What is skipped once a webhook is disabled, behind the partner's last event: of those that came before, and are not yet taken, none is but those that were. */
export function skippedFrom({ skipped, settledThrough }: Webhook, head: number): readonly SkippedEvents[] {
  const stillMatter = skipped.filter(({ after, through }) => through !== null && through > after && through > settledThrough)
  return [...stillMatter, { after: head, through: null }]
}

/** … and once it is active again. */
export function skippedThrough({ skipped }: Webhook, head: number): readonly SkippedEvents[] {
  return [...skipped.slice(0, -1), { after: skipped.at(-1)!.after, through: head }]
}
