/**
 * Has the event loop look for more for a moment instead of sleeping. A client that waits for each answer sends its next order just behind it,
 * and the disk is done just behind that: to wake a thread whose processor has halted meanwhile takes tens of microseconds each time, which is
 * a good part of what such a client waits for. It costs one processor for that moment, and nothing once it is over.
 */
export class Wakefulness {
  private readonly microseconds: number
  private readonly now: () => number
  private until = 0
  private looking = false
  private lookedAt = 0
  private spun = 0

  /** `microseconds`: how long from the last `prolong` on; 0 = never. `now`: milliseconds of a clock that never goes back. */
  constructor({ microseconds, now }: { readonly microseconds: number; readonly now: () => number }) {
    this.microseconds = microseconds
    this.now = now
  }

  /** More is to be expected. */
  prolong(): void {
    if (this.microseconds === 0) return
    const now = this.now()
    this.until = now + this.microseconds / 1_000
    if (this.looking) return
    this.looking = true
    this.lookedAt = now
    setImmediate(this.look)
  }

  /** The loop is kept from sleeping. */
  get isAwake(): boolean {
    return this.looking
  }

  /** Milliseconds of turns in which nothing had come, all together: V8 and libuv count them as work. */
  get spunMs(): number {
    return this.spun
  }

  // while an immediate waits, the loop asks for what has come and goes on
  private readonly look = (): void => {
    const now = this.now()
    const turnMs = now - this.lookedAt
    if (turnMs < EMPTY_TURN_MS) this.spun += turnMs
    this.lookedAt = now
    if (now < this.until) setImmediate(this.look)
    else this.looking = false
  }
}

/** A turn in which something was done takes longer. */
const EMPTY_TURN_MS = 0.05
