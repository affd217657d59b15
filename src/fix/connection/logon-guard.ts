/**
 * Keeps strangers from guessing: too many refused Logons a minute from one address for one CompID, or ten times as many for whatever
 * CompIDs, and the address is cut unread for a minute. It is the address that is cut, never the CompID, so that nobody can lock a desk out. An address is
 * what `networkOf` makes of it. Moments in ms.
 */
export class LogonGuard {
  readonly #maxFailures: number
  readonly #failures = new Map<string, number[]>()
  readonly #cutUntil = new Map<string, number>()

  /** @param maxFailures a minute; Infinity = nobody is cut */
  constructor(maxFailures: number) {
    this.#maxFailures = maxFailures
  }

  isCut(address: string, nowMs: number): boolean {
    return nowMs < (this.#cutUntil.get(address) ?? -Infinity)
  }

  /** A Logon was refused. */
  refused(address: string, compId: string, nowMs: number): void {
    if (this.#failures.size >= MAX_REMEMBERED) this.#forget(nowMs)
    const isOver =
      this.#count(`${address} ${compId}`, nowMs) > this.#maxFailures || this.#count(address, nowMs) > ANY_COMP_ID_FACTOR * this.#maxFailures
    if (isOver) this.#cutUntil.set(address, nowMs + WINDOW_MS)
  }

  /** Failures of the last minute, this one included. */
  #count(key: string, nowMs: number): number {
    const recent = (this.#failures.get(key) ?? []).filter((at) => at > nowMs - WINDOW_MS)
    recent.push(nowMs)
    this.#failures.set(key, recent)
    return recent.length
  }

  /** Strangers choose the names, so those of one minute can be too many to remember: counting starts over then. Addresses that are cut stay cut. */
  #forget(nowMs: number): void {
    this.#failures.clear()
    for (const [address, until] of this.#cutUntil) if (until <= nowMs) this.#cutUntil.delete(address)
  }
}

const WINDOW_MS = 60_000
/** for guesses that name another CompID each time */
const ANY_COMP_ID_FACTOR = 10
const MAX_REMEMBERED = 10_000
