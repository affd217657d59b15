import { SlidingHistogram, WINDOW_S } from './sliding-histogram.ts'

/** The answer of GET /v1/health/latency (docs/api-contract.md section 13). */
export interface LatencyReport {
  readonly window_s: number
  readonly routes: readonly RouteReport[]
  /** null before the first order of the window */
  readonly engine: { readonly ack_p50_us: number | null; readonly ack_p99_us: number | null }
}

export interface RouteReport {
  readonly route: string
  readonly count: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
  readonly max_ms: number
}

/** What one route has answered, how often and how fast. */
export class RouteSeries {
  /** `POST /v1/accounts/:accountId/orders` */
  readonly route: string
  readonly latency = new SlidingHistogram()
  /** answers by the first digit of their status: [2] counts 2xx */
  readonly answers = [0, 0, 0, 0, 0, 0]
  readonly #now: () => number

  constructor(route: string, now: () => number) {
    this.route = route
    this.#now = now
  }

  /** `micros` from the request's first byte to the end of its answer. */
  record(statusCode: number, micros: number): void {
    const digit = Math.floor(statusCode / 100)
    this.answers[digit] = (this.answers[digit] ?? 0) + 1
    this.latency.record(micros, this.#now())
  }
}

/** One series a route. Bounded by the number of routes: 35 KiB each, and only once it is used. */
export class RouteLatency {
  readonly #series = new Map<string, RouteSeries>()
  readonly #now: () => number

  /** `now`: ms of a clock that never runs backwards */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The series of a route, made when it is first asked for. Keep it: a request then costs no look-up. */
  of(route: string): RouteSeries {
    let series = this.#series.get(route)
    if (!series) this.#series.set(route, (series = new RouteSeries(route, this.#now)))
    return series
  }

  /** Routes that have answered, by name. */
  used(): readonly RouteSeries[] {
    return [...this.#series.values()].filter(({ latency }) => latency.total.count > 0).sort((a, b) => (a.route < b.route ? -1 : 1))
  }

  /** What the last 300 seconds were like; `acks` are the latencies of orders in µs, by the same clock. */
  report(acks: readonly SlidingHistogram[]): LatencyReport {
    const nowMs = this.#now()
    const orders = acks.map((each) => each.window(nowMs)).reduce((sum, each) => (sum.add(each), sum))
    return {
      window_s: WINDOW_S,
      routes: this.used().flatMap((series) => routeReport(series, nowMs)),
      engine: orders.count === 0 ? NO_ACKS : { ack_p50_us: orders.quantile(0.5), ack_p99_us: orders.quantile(0.99) },
    }
  }
}

const NO_ACKS = { ack_p50_us: null, ack_p99_us: null } as const

function routeReport({ route, latency }: RouteSeries, nowMs: number): RouteReport[] {
  const window = latency.window(nowMs)
  if (window.count === 0) return []
  const [p50_ms, p95_ms, p99_ms] = [0.5, 0.95, 0.99].map((share) => window.quantile(share) / 1000) as [number, number, number]
  return [{ route, count: window.count, p50_ms, p95_ms, p99_ms, max_ms: window.max / 1000 }]
}
