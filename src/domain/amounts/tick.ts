import { TICKS_PER_CENT, TICKS_PER_DOLLAR } from './amounts.ts'

// Contract section 5: prices from 1.00 on have 2 decimals, those below 4.

/** Distance to the next price above one, in ticks. */
export const tickSizeAt = (ticks: number): number => (ticks >= TICKS_PER_DOLLAR ? TICKS_PER_CENT : 1)

/** Whether an order or a quote may stand at a price. Not by %, which is slow where V8 has the numbers as doubles. */
export const isOnTick = (ticks: number): boolean => onTickBelow(ticks) === ticks

/** The highest price on the tick that is not above a price. */
export function onTickBelow(ticks: number): number {
  const size = tickSizeAt(ticks)
  return Math.floor(ticks / size) * size
}

/** The lowest price on the tick that is not below a price. */
export function onTickAbove(ticks: number): number {
  const size = tickSizeAt(ticks)
  return Math.ceil(ticks / size) * size
}

/** The price on the tick that is nearest to a price; never 0. */
export function nearestOnTick(ticks: number): number {
  const size = tickSizeAt(ticks)
  return Math.max(size, Math.round(ticks / size) * size)
}
