import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, type Metric, Registry } from 'prom-client'
import type { Event } from '../domain/event.ts'
import { bump, type Edge, EventCounts } from './event-counts.ts'
import { Histogram } from './histogram.ts'
import { METRICS, type MetricName } from './metric-names.ts'
import { type LatencyReport, RouteLatency } from './route-latency.ts'
import { SlidingHistogram } from './sliding-histogram.ts'

/** Why a connection or a Logon(A) was refused. */
export const LOGON_REFUSALS = [
  'begin_string',
  'comp_id',
  'sending_time',
  'heartbeat',
  'malformed',
  'password',
  'certificate',
  'tls',
  'disabled',
  'out_of_schedule',
  'already_logged_on',
  'not_a_logon',
  'timeout',
  'too_many_connections',
  'too_many_failures',
] as const
export type LogonRefusal = (typeof LOGON_REFUSALS)[number]

/** What is read when somebody asks for the metrics. */
export interface MetricSources {
  readonly openOrders: () => number
  readonly pendingEvents: () => number
  readonly clockBehindMs: () => number
  readonly quarantinedCommands: () => number
  readonly projectorLagEvents: () => number
  readonly webhookLagEvents: () => number
  /** the last durable one */
  readonly journalPosition: () => number
  /** events in journal.db itself, and those in archives alone */
  readonly journalEvents: () => { readonly hot: number; readonly archived: number }
  readonly archives: () => { readonly archives: number; readonly bytes: number; readonly archivedAt: number | undefined }
  readonly fixSessions: () => Readonly<Record<'logged_on' | 'logged_out' | 'logon_pending', number>>
}

interface Sample {
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
  readonly metricName?: string
}

/**
 * The numbers of one gateway. Parts count into plain fields and histograms, which costs nanoseconds; everything else is read when
 * /metrics is asked for.
 */
export class Metrics {
  readonly fix = {
    messagesIn: 0,
    messagesOut: 0,
    resendRequestsIn: 0,
    resendRequestsOut: 0,
    resent: 0,
    garbled: 0,
    rejects: 0,
    throttled: 0,
  }
  readonly slowReadersCut: Record<Edge, number> = { fix: 0, rest: 0 }
  readonly webhookAttempts = { succeeded: 0, failed: 0 }
  readonly routes: RouteLatency
  readonly #acks: Record<Edge, SlidingHistogram> = { fix: new SlidingHistogram(), rest: new SlidingHistogram() }
  readonly #events = new EventCounts()
  readonly #refusedLogons = new Map<string, number>(LOGON_REFUSALS.map((reason) => [reason, 0]))
  readonly #httpErrors = new Map<string, number>()
  readonly #commitEvents = new Histogram()
  readonly #commitMicros = new SlidingHistogram(60)
  readonly #stallMicros = new Histogram()
  readonly #registry = new Registry()
  readonly #version: string
  readonly #now: () => number
  #sources: MetricSources | undefined

  /** `now`: ms of a clock that never runs backwards */
  constructor(version: string, now: () => number = () => performance.now()) {
    this.#version = version
    this.#now = now
    this.routes = new RouteLatency(now)
    collectDefaultMetrics({ register: this.#registry })
    for (const [name, read] of Object.entries(this.#readers())) register(this.#registry, name as MetricName, read)
  }

  /** Where the gauges come from; before this call they are absent. */
  watch(sources: MetricSources): void {
    this.#sources = sources
  }

  /** They are durable. */
  countEvents(events: readonly Event[]): void {
    this.#events.count(events)
  }

  /** A commit is done: how many events it had, and how long it took from handing it to the journal. */
  countCommit({ events, durationMs }: { readonly events: number; readonly durationMs: number }): void {
    this.#commitEvents.record(Math.max(1, events) - 1)
    this.#commitMicros.record(durationMs * 1000, this.#now())
  }

  /** Commits had to wait for a checkpoint, so long at most. */
  countCheckpointStall(durationMs: number): void {
    this.#stallMicros.record(durationMs * 1000)
  }

  /** An order was answered, `micros` after it had arrived; `nowMs`: by the process's clock that never runs backwards, for whoever has read it already. */
  countAck(edge: Edge, micros: number, nowMs = this.#now()): void {
    this.#acks[edge].record(micros, nowMs)
  }

  /** Of the commits since the start, in whole microseconds; null before the first. */
  commitPercentiles(): { readonly commit_p50_us: number | null; readonly commit_p99_us: number | null } {
    const commits = this.#commitMicros.total
    if (commits.count === 0) return { commit_p50_us: null, commit_p99_us: null }
    return { commit_p50_us: commits.quantile(0.5), commit_p99_us: commits.quantile(0.99) }
  }

  countRefusedLogon(reason: LogonRefusal): void {
    bump(this.#refusedLogons, reason)
  }

  /** An error body was sent; `code` is one of the contract's. */
  countHttpError(code: string): void {
    bump(this.#httpErrors, code)
  }

  /** GET /v1/health/latency. */
  latencyReport(): LatencyReport {
    return this.routes.report(Object.values(this.#acks))
  }

  /** The text that GET /metrics answers, and its Content-Type. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  #readers(): Record<MetricName, () => readonly Sample[]> {
    const { fix } = this
    const watched = (read: (sources: MetricSources) => readonly Sample[]) => () => (this.#sources ? read(this.#sources) : [])
    return {
      fillgate_info: () => [{ labels: { version: this.#version }, value: 1 }],
      fillgate_orders_total: () => labelled('edge', this.#events.orders),
      fillgate_fills_total: () => labelled('edge', this.#events.fills),
      fillgate_rejects_total: () => labelled('code', Object.fromEntries(this.#events.rejects)),
      fillgate_order_changes_total: () => labelled('change', this.#events.changes),
      fillgate_refused_requests_total: () => labelled('request', this.#events.refused),
      fillgate_open_orders: watched(({ openOrders }) => single(openOrders())),
      fillgate_ack_latency_seconds: () =>
        Object.entries(this.#acks).flatMap(([edge, { total }]) => secondsSamples('fillgate_ack_latency_seconds', { edge }, total)),
      fillgate_commit_events: () => eventsSamples('fillgate_commit_events', this.#commitEvents),
      fillgate_commit_duration_seconds: () => secondsSamples('fillgate_commit_duration_seconds', {}, this.#commitMicros.total),
      fillgate_longest_commit_seconds: () => single(this.#commitMicros.window(this.#now()).max / 1e6),
      fillgate_checkpoint_stall_seconds: () => secondsSamples('fillgate_checkpoint_stall_seconds', {}, this.#stallMicros),
      fillgate_pending_events: watched(({ pendingEvents }) => single(pendingEvents())),
      fillgate_clock_behind_seconds: watched(({ clockBehindMs }) => single(clockBehindMs() / 1000)),
      fillgate_quarantined_commands: watched(({ quarantinedCommands }) => single(quarantinedCommands())),
      fillgate_journal_position: watched(({ journalPosition }) => single(journalPosition())),
      fillgate_journal_hot_events: watched(({ journalEvents }) => single(journalEvents().hot)),
      fillgate_journal_archived_events: watched(({ journalEvents }) => single(journalEvents().archived)),
      fillgate_archives: watched(({ archives }) => single(archives().archives)),
      fillgate_archive_bytes: watched(({ archives }) => single(archives().bytes)),
      fillgate_last_archive_timestamp_seconds: watched(({ archives }) => {
        const { archivedAt } = archives()
        return archivedAt === undefined ? [] : single(archivedAt / 1000)
      }),
      fillgate_projector_lag_events: watched(({ projectorLagEvents }) => single(projectorLagEvents())),
      fillgate_fix_sessions: watched(({ fixSessions }) => labelled('state', fixSessions())),
      fillgate_fix_messages_total: () => labelled('direction', { in: fix.messagesIn, out: fix.messagesOut }),
      fillgate_fix_resend_requests_total: () => labelled('direction', { in: fix.resendRequestsIn, out: fix.resendRequestsOut }),
      fillgate_fix_resent_messages_total: () => single(fix.resent),
      fillgate_fix_garbled_total: () => single(fix.garbled),
      fillgate_fix_session_rejects_total: () => single(fix.rejects),
      fillgate_fix_throttled_total: () => single(fix.throttled),
      fillgate_fix_refused_logons_total: () => labelled('reason', Object.fromEntries(this.#refusedLogons)),
      fillgate_slow_readers_cut_total: () => labelled('edge', this.slowReadersCut),
      fillgate_webhook_attempts_total: () => labelled('outcome', this.webhookAttempts),
      fillgate_webhook_lag_events: watched(({ webhookLagEvents }) => single(webhookLagEvents())),
      fillgate_http_requests_total: () => this.routes.used().flatMap(({ route, answers }) => answerSamples(route, answers)),
      fillgate_http_request_duration_seconds: () =>
        this.routes
          .used()
          .flatMap(({ route, latency }) => secondsSamples('fillgate_http_request_duration_seconds', { route }, latency.total)),
      fillgate_http_errors_total: () => labelled('code', Object.fromEntries(this.#httpErrors)),
    }
  }
}

function register(registry: Registry, name: MetricName, read: () => readonly Sample[]): void {
  const { type, help } = METRICS[name]
  // What prom-client asks of a metric is this much; its own counters cost a hash of the labels at every step.
  const metric = { name, get: () => Promise.resolve({ name, help, type, aggregator: 'sum', values: read() }) }
  registry.registerMetric(metric as unknown as Metric)
}

function single(value: number): readonly Sample[] {
  return [{ labels: {}, value }]
}

function labelled(label: string, values: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function answerSamples(route: string, answers: readonly number[]): readonly Sample[] {
  return answers.flatMap((value, digit) => (value === 0 ? [] : [{ labels: { route, status: `${digit}xx` }, value }]))
}

/** From 32 µs to 16.8 s, doubling. */
const SECONDS_EXPONENTS = Array.from({ length: 20 }, (_, index) => index + 5)
/** From 1 to 65,536, fourfold. */
const EVENTS_EXPONENTS = [0, 2, 4, 6, 8, 10, 12, 14, 16]

function secondsSamples(name: MetricName, labels: Sample['labels'], micros: Histogram): readonly Sample[] {
  const buckets = SECONDS_EXPONENTS.map((exponent) => ({ le: 2 ** exponent / 1e6, count: micros.below(exponent) }))
  return histogramSamples(name, labels, { buckets, sum: micros.sum / 1e6, count: micros.count })
}

/** The histogram holds one less than each number, so that a bucket's edge belongs to it. */
function eventsSamples(name: MetricName, lessOne: Histogram): readonly Sample[] {
  const buckets = EVENTS_EXPONENTS.map((exponent) => ({ le: 2 ** exponent, count: lessOne.below(exponent) }))
  return histogramSamples(name, {}, { buckets, sum: lessOne.sum + lessOne.count, count: lessOne.count })
}

function histogramSamples(
  name: MetricName,
  labels: Sample['labels'],
  { buckets, sum, count }: { buckets: readonly { le: number; count: number }[]; sum: number; count: number },
): readonly Sample[] {
  return [
    ...buckets.map((bucket) => ({ metricName: `${name}_bucket`, labels: { ...labels, le: bucket.le }, value: bucket.count })),
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
