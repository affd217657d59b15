/** `capacity` requests at once, refilled evenly over `periodMs`. */
export interface BucketSize {
  readonly capacity: number
  readonly periodMs: number
}

/** A token bucket. The caller gives the time, epoch ms. */
export class TokenBucket {
  readonly size: BucketSize
  private tokens: number
  private filledAt: number

  constructor(size: BucketSize, now: number) {
    this.size = size
    this.tokens = size.capacity
    this.filledAt = now
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    this.refill(now)
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }

  /** What is told of it is of this moment. */
  refill(now: number): void {
    const { capacity, periodMs } = this.size
    // a clock that was set back refills nothing
    const elapsed = Math.max(0, now - this.filledAt)
    this.tokens = Math.min(capacity, this.tokens + (elapsed * capacity) / periodMs)
    this.filledAt = now
  }

  /** Whole requests that could follow at once. */
  get remaining(): number {
    return Math.floor(this.tokens)
  }

  /** Whole seconds until the bucket is full again. */
  get secondsToFull(): number {
    const { capacity, periodMs } = this.size
    return Math.ceil(((capacity - this.tokens) * periodMs) / capacity / 1000)
  }

  /** Whole seconds, at least 1, until the next request is taken, where none is. */
  get secondsToNext(): number {
    const { capacity, periodMs } = this.size
    return Math.ceil(((1 - this.tokens) * periodMs) / capacity / 1000)
  }
}
