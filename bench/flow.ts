/** One command of a seeded flow. */
export type Step =
  | { readonly kind: 'order'; readonly id: string; readonly isBuy: boolean; readonly limitTicks: number }
  | { readonly kind: 'cancel'; readonly id: string }

/** What the flows trade around, in ticks of 0.0001. */
export const MIDDLE_TICKS = 1_000_000

/** Every second order fills the one before. */
export function crossingFlow(steps: number): readonly Step[] {
  return Array.from({ length: steps }, (_, i) => ({ kind: 'order', id: `L1234-00-${i}`, isBuy: i % 2 === 0, limitTicks: MIDDLE_TICKS }))
}

/**
 * 60 % orders that rest on `levels` prices a side, 30 % cancels of any of them, 10 % orders that cross: the fewer levels, the longer the queues
 * that cancels reach into. The same for the same arguments.
 */
export function mixedFlow(steps: number, levels: number): readonly Step[] {
  const random = seeded(42)
  const open: string[] = []
  return Array.from({ length: steps }, (_, i): Step => {
    const dice = random()
    const isBuy = random() < 0.5
    const away = isBuy ? -1 : 1
    const id = `L1234-00-${i}`
    if (dice < 0.6 || open.length === 0) {
      open.push(id)
      return { kind: 'order', id, isBuy, limitTicks: MIDDLE_TICKS + away * (1 + Math.floor(random() * levels)) * 100 }
    }
    if (dice < 0.9) return { kind: 'cancel', id: takeAny(open, random) }
    return { kind: 'order', id, isBuy, limitTicks: MIDDLE_TICKS - away * 10_000 }
  })
}

/** One queue of so many orders, then cancels of half of them, from anywhere in it. */
export function deepQueue(orders: number): { readonly orders: readonly Step[]; readonly cancels: readonly Step[] } {
  const random = seeded(7)
  const open = Array.from({ length: orders }, (_, i) => `Q-${i}`)
  return {
    orders: open.map((id) => ({ kind: 'order', id, isBuy: true, limitTicks: MIDDLE_TICKS })),
    cancels: Array.from({ length: orders / 2 }, () => ({ kind: 'cancel', id: takeAny(open, random) })),
  }
}

function takeAny(ids: string[], random: () => number): string {
  const index = Math.floor(random() * ids.length)
  const id = ids[index]!
  ids[index] = ids[ids.length - 1]!
  ids.pop()
  return id
}

/** From 0 to below 1, the same row for the same seed. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
}
