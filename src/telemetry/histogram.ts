const SUB_BUCKET_BITS = 4
const SUB_BUCKETS = 1 << SUB_BUCKET_BITS
/** 67 seconds in µs; longer counts as this */
const LARGEST = 2 ** 26 - 1
const BUCKETS = (26 - SUB_BUCKET_BITS + 1) * SUB_BUCKETS

/**
 * How often which value came: whole numbers from 0 to 2^26, in buckets that are a sixteenth of their power of two wide, so that a
 * quantile is off by at most 3 %. 3 KiB, whatever it has seen; recording costs a few nanoseconds and allocates nothing.
 */
export class Histogram {
  readonly #counts = new Float64Array(BUCKETS)
  count = 0
  sum = 0
  max = 0

  /** Fractions are cut off. */
  record(value: number): void {
    const whole = value < 0 ? 0 : value > LARGEST ? LARGEST : Math.floor(value)
    this.#counts[bucketOf(whole)]! += 1
    this.count++
    this.sum += whole
    if (whole > this.max) this.max = whole
  }

  add(other: Histogram): void {
    for (let bucket = 0; bucket < BUCKETS; bucket++) this.#counts[bucket]! += other.#counts[bucket]!
    this.count += other.count
    this.sum += other.sum
    if (other.max > this.max) this.max = other.max
  }

  clear(): void {
    this.#counts.fill(0)
    this.count = 0
    this.sum = 0
    this.max = 0
  }

  /** The value that a share of all values (0 < share <= 1) does not exceed; 0 when there are none. */
  quantile(share: number): number {
    const rank = Math.ceil(share * this.count)
    let seen = 0
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      seen += this.#counts[bucket]!
      if (seen >= rank && seen > 0) return Math.min(middleOf(bucket), this.max)
    }
    return 0
  }

  /** How many values were below 2^exponent; exact, since no bucket lies across a power of two. */
  below(exponent: number): number {
    const end = Math.min(bucketOf(2 ** Math.min(exponent, 26) - 1) + 1, BUCKETS)
    let seen = 0
    for (let bucket = 0; bucket < end; bucket++) seen += this.#counts[bucket]!
    return seen
  }
}

function bucketOf(value: number): number {
  if (value < SUB_BUCKETS) return value
  const shift = 31 - Math.clz32(value) - SUB_BUCKET_BITS
  return (shift + 1) * SUB_BUCKETS + ((value >>> shift) & (SUB_BUCKETS - 1))
}

function middleOf(bucket: number): number {
  if (bucket < SUB_BUCKETS) return bucket
  const shift = Math.floor(bucket / SUB_BUCKETS) - 1
  const lowest = ((bucket % SUB_BUCKETS) + SUB_BUCKETS) * 2 ** shift
  return lowest + Math.floor((2 ** shift - 1) / 2)
}
