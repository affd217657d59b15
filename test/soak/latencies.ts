/** Milliseconds from the moment a request was due to its answer, of one minute. */
export interface MinuteOfAnswers {
  readonly answers: number
  readonly p50: number
  readonly p99: number
  readonly worst: number
}

/** Collects the answers of a minute; `take` gives what they came to and begins the next one. */
export class Latencies {
  #values: number[] = []

  add(ms: number): void {
    this.#values.push(ms)
  }

  take(): MinuteOfAnswers {
    const sorted = this.#values.sort((a, b) => a - b)
    this.#values = []
    const quantile = (share: number): number => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
    return { answers: sorted.length, p50: quantile(0.5), p99: quantile(0.99), worst: round(sorted.at(-1) ?? 0) }
  }
}

const round = (ms: number): number => Math.round(ms * 100) / 100
