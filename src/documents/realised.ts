/** What disposals brought and cost; the gain is the one less the other. */
export interface Realised {
  readonly proceedsCents: number
  readonly costCents: number
}

export interface Sum {
  proceedsCents: number
  costCents: number
}

export const nothing = (): Sum => ({ proceedsCents: 0, costCents: 0 })

export function totalOf(parts: readonly Realised[]): Realised {
  const total = nothing()
  for (const part of parts) add(total, part)
  return total
}

export function add(sum: Sum, { proceedsCents, costCents }: Realised): void {
  sum.proceedsCents += proceedsCents
  sum.costCents += costCents
}
