/** How long the venue takes for what it is asked, on the market's time. */
export type Latency = Readonly<Record<LatencyKind, Delay>>

/** `fill`: from the acceptance of a new order until it reaches the book. */
export type LatencyKind = 'new' | 'replace' | 'cancel' | 'fill'

export interface Delay {
  readonly ms: number
  /** up to so much more, drawn by the market's seed */
  readonly jitterMs: number
}

const AT_ONCE: Delay = { ms: 0, jitterMs: 0 }
export const NO_LATENCY: Latency = { new: AT_ONCE, replace: AT_ONCE, cancel: AT_ONCE, fill: AT_ONCE }

/** Whether what has this delay may have to wait. */
export function takesTime({ ms, jitterMs }: Delay): boolean {
  return ms > 0 || jitterMs > 0
}

/** The delay in ms. What is drawn depends on the market's seed and a counter of it alone: equal commands wait equally long. */
export function delayMs(
  { ms, jitterMs }: Delay,
  { seed, executionCount }: { readonly seed: string; readonly executionCount: number },
): number {
  return jitterMs === 0 ? ms : ms + (drawn(seed, executionCount) % (jitterMs + 1))
}

/** A 32-bit hash. */
function drawn(seed: string, counter: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < seed.length; index++) hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (counter | 0), 0x85ebca6b)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
