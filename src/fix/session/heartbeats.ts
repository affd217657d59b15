/**
 * The silences of one logged-on connection, its client's and our own, in parts of HeartBtInt(108): rules of engagement, section 1. Times are
 * ms of the monotonic clock.
 */
export class Heartbeats {
  #intervalMs: number
  #heardAt: number
  #spokeAt: number
  #isAsked = false

  constructor(intervalS: number, now: number) {
    this.#intervalMs = intervalS * 1000
    this.#heardAt = this.#spokeAt = now
  }

  get intervalS(): number {
    return this.#intervalMs / 1000
  }

  set intervalS(seconds: number) {
    this.#intervalMs = seconds * 1000
  }

  /** The client has sent something. */
  heard(at: number): void {
    this.#heardAt = at
    this.#isAsked = false
  }

  /** The client has been sent something. */
  spoke(at: number): void {
    this.#spokeAt = at
  }

  /** A TestRequest is due. Once for each silence: it has been asked then. */
  takeTestRequest(now: number): boolean {
    if (this.#isAsked || now < this.#heardAt + 1.2 * this.#intervalMs) return false
    this.#isAsked = true
    return true
  }

  isHeartbeatDue(now: number): boolean {
    return now >= this.#spokeAt + this.#intervalMs
  }

  /** A TestRequest was not answered in time. */
  isLost(now: number): boolean {
    return now >= this.#heardAt + this.patienceMs
  }

  /** Silent for one and a half intervals, a TestRequest included: another connection may take over. */
  looksDead(now: number): boolean {
    return this.#isAsked && now - this.#heardAt >= 1.5 * this.#intervalMs
  }

  /** How long a client may be silent at the most. */
  get patienceMs(): number {
    return 2.4 * this.#intervalMs
  }

  /** When the next of these is due. */
  get nextAt(): number {
    const silence = this.#isAsked ? this.patienceMs : 1.2 * this.#intervalMs
    return Math.min(this.#heardAt + silence, this.#spokeAt + this.#intervalMs)
  }
}
