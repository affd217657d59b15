/**
 * By which it is told what is due, epoch ms: the real clock, but where that is set back this one runs on, so that what is due is due after as long as before.
 * `newest`: a moment that it has already shown, in an earlier process.
 */
export function dueClock(now: () => number, newest: number): () => number {
  let last = now()
  let aheadMs = Math.max(0, newest - last)
  return () => {
    const real = now()
    if (real < last) aheadMs += last - real
    last = real
    return real + aheadMs
  }
}
