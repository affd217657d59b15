/** What makes two transfers under one idempotency key the same. */
export function transferContent({
  ach,
  amountCents,
  description,
}: {
  readonly ach: number
  readonly amountCents: number
  readonly description: string | null
}): string {
  return JSON.stringify([ach, amountCents, description])
}
