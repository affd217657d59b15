/**
 * The silences of one logged-on connection, its client's and our own, in parts of HeartBtInt(108): rules of engagement, section 1. Times are
 * ms of the monotonic clock.
 */
export class Heartbeats {
  #intervalMs: number
  #heardAt: number
  #spokeAt: number
  /** when it was sent a TestRequest, since it was heard last; Infinity = it was not */
  #askedAt = Infinity

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
    this.#askedAt = Infinity
  }

  /** The client has been sent something. */
  spoke(at: number): void {
    this.#spokeAt = at
  }

  /** A TestRequest is due. Once for each silence: it has been asked then. */
  takeTestRequest(now: number): boolean {
    if (this.#isAsked || now < this.#heardAt + this.#silenceMs) return false
    this.#askedAt = now
    return true
  }

  isHeartbeatDue(now: number): boolean {
    return now >= this.#spokeAt + this.#intervalMs
  }

  /** A TestRequest was not answered in time. Where the process stood still it was sent late, and the client has its time all the same. */
  isLost(now: number): boolean {
    return now >= this.#askedAt + this.#silenceMs
  }

  /** Silent for one and a half intervals, the last 0.3 behind a TestRequest: another connection may take over. */
  looksDead(now: number): boolean {
    return now >= this.#askedAt + 0.3 * this.#intervalMs
  }

  /** How long a client may be silent at the most. */
  get patienceMs(): number {
    return 2.4 * this.#intervalMs
  }

  /** When the next of these is due. */
  get nextAt(): number {
    const silentSince = this.#isAsked ? this.#askedAt : this.#heardAt
    return Math.min(silentSince + this.#silenceMs, this.#spokeAt + this.#intervalMs)
  }

  get #isAsked(): boolean {
    return this.#askedAt !== Infinity
  }

  /** from what was heard last to the TestRequest, and from that to the end */
  get #silenceMs(): number {
    return 1.2 * this.#intervalMs
  }
}
