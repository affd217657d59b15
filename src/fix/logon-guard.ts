/**
 * Keeps strangers from guessing: too many refused Logons a minute from one address for one CompID, and the address is cut unread
 * for a minute. It is the address that is cut, never the CompID, so that nobody can lock a desk out. Moments in ms.
 */
export class LogonGuard {
  readonly #maxFailures: number
  readonly #failures = new Map<string, number[]>()
  readonly #cutUntil = new Map<string, number>()

  /** @param maxFailures a minute; Infinity = nobody is cut */
  constructor(maxFailures = 5) {
    this.#maxFailures = maxFailures
  }

  isCut(address: string, nowMs: number): boolean {
    const until = this.#cutUntil.get(address)
    if (until === undefined) return false
    if (nowMs < until) return true
    this.#cutUntil.delete(address)
    return false
  }

  /** A Logon was refused. */
  refused(address: string, compId: string, nowMs: number): void {
    if (this.#failures.size >= MAX_REMEMBERED) this.#forget(nowMs)
    const key = `${address} ${compId}`
    const recent = (this.#failures.get(key) ?? []).filter((at) => at > nowMs - WINDOW_MS)
    recent.push(nowMs)
    if (recent.length > this.#maxFailures) {
      this.#failures.delete(key)
      this.#cutUntil.set(address, nowMs + WINDOW_MS)
    } else {
      this.#failures.set(key, recent)
    }
  }

  /** Names come from strangers: what is over is dropped, and everything when that is not enough. */
  #forget(nowMs: number): void {
    for (const [key, times] of this.#failures) if (times.every((at) => at <= nowMs - WINDOW_MS)) this.#failures.delete(key)
    for (const [address, until] of this.#cutUntil) if (until <= nowMs) this.#cutUntil.delete(address)
    if (this.#failures.size >= MAX_REMEMBERED) this.#failures.clear()
  }
}

const WINDOW_MS = 60_000
const MAX_REMEMBERED = 10_000
