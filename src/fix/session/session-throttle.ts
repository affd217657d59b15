/** What becomes of one message that counts. */
export type ThrottleVerdict = 'pass' | 'refuse' | 'logout'

/** What a refused one is told, whatever it asks for. */
export const THROTTLED_TEXT = 'More messages a second than the session may send'

/**
 * Token bucket of one session: `perS` messages a second, a burst of one second. Twice the rate for five seconds on end ends the session.
 * Moments are milliseconds of a clock that never runs backwards.
 */
export class SessionThrottle {
  readonly perS: number
  #tokens: number
  #filledAt: number
  #secondFrom: number
  #inSecond = 0
  #hotSeconds = 0

  /** @param perS 0 = not limited */
  constructor(perS: number, nowMs: number) {
    this.perS = perS
    this.#tokens = perS
    this.#filledAt = nowMs
    this.#secondFrom = nowMs
  }

  take(nowMs: number): ThrottleVerdict {
    if (this.perS === 0) return 'pass'
    if (this.#isTooHot(nowMs)) return 'logout'
    this.#tokens = Math.min(this.perS, this.#tokens + ((nowMs - this.#filledAt) * this.perS) / 1000)
    this.#filledAt = nowMs
    if (this.#tokens < 1) return 'refuse'
    this.#tokens -= 1
    return 'pass'
  }

  #isTooHot(nowMs: number): boolean {
    const elapsed = nowMs - this.#secondFrom
    if (elapsed >= 1000) {
      const wasHot = this.#inSecond >= 2 * this.perS
      // a second without a message is not hot, whatever came before it
      this.#hotSeconds = wasHot && elapsed < 2000 ? this.#hotSeconds + 1 : 0
      this.#secondFrom = nowMs - (elapsed % 1000)
      this.#inSecond = 0
    }
    this.#inSecond++
    return this.#hotSeconds >= HOT_SECONDS
  }
}

const HOT_SECONDS = 5
