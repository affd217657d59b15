import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { METRICS } from '../../src/telemetry/metric-names.ts'
import { LOGON_REFUSALS, Metrics } from '../../src/telemetry/metrics.ts'
import { metricsTable } from './metrics-table.ts'
import { sampleEvents, venueEvents } from './sample-events.ts'

/** The samples of our own metrics, without the buckets of histograms. */
async function samples(metrics: Metrics): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith('fillgate_') && !line.includes('_bucket{'))
}

const nothing = [
  'fillgate_info{version="1.2.3"} 1',
  'fillgate_orders_total{edge="fix"} 0',
  'fillgate_orders_total{edge="rest"} 0',
  'fillgate_fills_total{edge="fix"} 0',
  'fillgate_fills_total{edge="rest"} 0',
  'fillgate_order_changes_total{change="cancelled"} 0',
  'fillgate_order_changes_total{change="expired"} 0',
  'fillgate_order_changes_total{change="replaced"} 0',
  'fillgate_order_changes_total{change="restated"} 0',
  'fillgate_order_changes_total{change="triggered"} 0',
  'fillgate_order_changes_total{change="suspended"} 0',
  'fillgate_order_changes_total{change="reinstated"} 0',
  'fillgate_order_changes_total{change="busted"} 0',
  'fillgate_order_changes_total{change="corrected"} 0',
  'fillgate_refused_requests_total{request="order"} 0',
  'fillgate_refused_requests_total{request="cancel"} 0',
  'fillgate_refused_requests_total{request="replace"} 0',
  'fillgate_refused_requests_total{request="mass_cancel"} 0',
  'fillgate_refused_requests_total{request="message"} 0',
  'fillgate_ack_latency_seconds_sum{edge="fix"} 0',
  'fillgate_ack_latency_seconds_count{edge="fix"} 0',
  'fillgate_ack_latency_seconds_sum{edge="rest"} 0',
  'fillgate_ack_latency_seconds_count{edge="rest"} 0',
  'fillgate_commit_events_sum 0',
  'fillgate_commit_events_count 0',
  'fillgate_commit_duration_seconds_sum 0',
  'fillgate_commit_duration_seconds_count 0',
  'fillgate_longest_commit_seconds 0',
  'fillgate_checkpoint_stall_seconds_sum 0',
  'fillgate_checkpoint_stall_seconds_count 0',
  'fillgate_fix_messages_total{direction="in"} 0',
  'fillgate_fix_messages_total{direction="out"} 0',
  'fillgate_fix_resend_requests_total{direction="in"} 0',
  'fillgate_fix_resend_requests_total{direction="out"} 0',
  'fillgate_fix_resent_messages_total 0',
  'fillgate_fix_garbled_total 0',
  'fillgate_fix_session_rejects_total 0',
  'fillgate_fix_throttled_total 0',
  ...LOGON_REFUSALS.map((reason) => `fillgate_fix_refused_logons_total{reason="${reason}"} 0`),
  'fillgate_slow_readers_cut_total{edge="fix"} 0',
  'fillgate_slow_readers_cut_total{edge="rest"} 0',
  'fillgate_webhook_attempts_total{outcome="succeeded"} 0',
  'fillgate_webhook_attempts_total{outcome="failed"} 0',
]

/** `nothing` with other values, and further samples behind the one that they follow. */
function but(changes: Readonly<Record<string, number>>, further: Readonly<Record<string, readonly string[]>> = {}): string[] {
  return nothing.flatMap((line) => {
    const name = line.slice(0, line.lastIndexOf(' '))
    return [name in changes ? `${name} ${changes[name]!}` : line, ...(further[name] ?? [])]
  })
}

describe('metrics', () => {
  test('of a gateway that has done nothing', async () => {
    expect(await samples(new Metrics('1.2.3'))).toEqual(nothing)
  })

  test('follow the events of each durable batch', async () => {
    const metrics = new Metrics('1.2.3')
    metrics.countEvents(sampleEvents)
    metrics.countCommit({ events: sampleEvents.length, durationMs: 1.5 })
    metrics.countCommit({ events: 0, durationMs: 0.5 })
    expect(await samples(metrics)).toEqual(
      but(
        {
          'fillgate_orders_total{edge="fix"}': 2,
          'fillgate_orders_total{edge="rest"}': 2,
          'fillgate_fills_total{edge="fix"}': 1,
          'fillgate_fills_total{edge="rest"}': 2,
          'fillgate_order_changes_total{change="cancelled"}': 1,
          'fillgate_order_changes_total{change="expired"}': 1,
          'fillgate_order_changes_total{change="replaced"}': 1,
          'fillgate_order_changes_total{change="restated"}': 1,
          'fillgate_order_changes_total{change="triggered"}': 1,
          'fillgate_order_changes_total{change="suspended"}': 1,
          'fillgate_order_changes_total{change="reinstated"}': 1,
          'fillgate_order_changes_total{change="busted"}': 1,
          'fillgate_order_changes_total{change="corrected"}': 1,
          'fillgate_refused_requests_total{request="order"}': 1,
          'fillgate_refused_requests_total{request="cancel"}': 1,
          'fillgate_refused_requests_total{request="replace"}': 2,
          'fillgate_refused_requests_total{request="mass_cancel"}': 1,
          'fillgate_refused_requests_total{request="message"}': 1,
          fillgate_commit_events_sum: sampleEvents.length + 1,
          fillgate_commit_events_count: 2,
          fillgate_commit_duration_seconds_sum: 0.002,
          fillgate_commit_duration_seconds_count: 2,
          fillgate_longest_commit_seconds: 0.0015,
        },
        {
          'fillgate_fills_total{edge="rest"}': [
            'fillgate_rejects_total{code="INSUFFICIENT_BUYING_POWER"} 1',
            'fillgate_rejects_total{code="INVALID_SYMBOL"} 1',
          ],
        },
      ),
    )
  })

  test('count an order that waits for its venue as it comes in, whatever becomes of it', async () => {
    const metrics = new Metrics('1.2.3')
    const orders = async () => (await samples(metrics)).filter((line) => /^fillgate_(orders|rejects)_total/.test(line))
    metrics.countEvents(venueEvents.pended)
    const pended = ['fillgate_orders_total{edge="fix"} 3', 'fillgate_orders_total{edge="rest"} 0']
    expect(await orders()).toEqual(pended)
    metrics.countEvents(venueEvents.answered)
    expect(await orders()).toEqual([...pended, 'fillgate_rejects_total{code="WASH_TRADE"} 1'])
  })

  test('tell of the longest commit of the last minute', async () => {
    let now = 0
    const metrics = new Metrics('1.2.3', () => now)
    const longest = async () => (await samples(metrics)).filter((line) => line.startsWith('fillgate_longest_commit_seconds'))
    for (const durationMs of [2, 7.5, 3]) metrics.countCommit({ events: 1, durationMs })
    now = 30_000
    metrics.countCommit({ events: 1, durationMs: 4 })
    now = 59_999
    expect(await longest()).toEqual(['fillgate_longest_commit_seconds 0.0075'])
    now = 60_000
    expect(await longest()).toEqual(['fillgate_longest_commit_seconds 0.004'])
    now = 65_000
    metrics.countCommit({ events: 1, durationMs: 1 })
    now = 90_000
    expect(await longest()).toEqual(['fillgate_longest_commit_seconds 0.001'])
    now = 1_000_000
    expect(await longest()).toEqual(['fillgate_longest_commit_seconds 0'])
  })

  test('count how long commits had to wait for checkpoints', async () => {
    const metrics = new Metrics('1.2.3')
    metrics.countCheckpointStall(1.5)
    metrics.countCheckpointStall(0.25)
    expect(await samples(metrics)).toEqual(
      but({ fillgate_checkpoint_stall_seconds_sum: 0.00175, fillgate_checkpoint_stall_seconds_count: 2 }),
    )
  })

  test('count what the edges tell', async () => {
    const metrics = new Metrics('1.2.3')
    metrics.fix.messagesIn += 5
    metrics.fix.garbled++
    metrics.slowReadersCut.fix++
    metrics.countRefusedLogon('password')
    metrics.countHttpError('VALIDATION_ERROR')
    metrics.countHttpError('VALIDATION_ERROR')
    metrics.countAck('fix', 90)
    metrics.routes.of('GET /v1/accounts').record(200, 250)
    metrics.routes.of('GET /v1/accounts').record(404, 750)
    metrics.routes.of('never asked')
    expect(await samples(metrics)).toEqual(
      but(
        {
          'fillgate_fix_messages_total{direction="in"}': 5,
          fillgate_fix_garbled_total: 1,
          'fillgate_slow_readers_cut_total{edge="fix"}': 1,
          'fillgate_fix_refused_logons_total{reason="password"}': 1,
          'fillgate_ack_latency_seconds_sum{edge="fix"}': 0.00009,
          'fillgate_ack_latency_seconds_count{edge="fix"}': 1,
        },
        {
          'fillgate_webhook_attempts_total{outcome="failed"}': [
            'fillgate_http_requests_total{route="GET /v1/accounts",status="2xx"} 1',
            'fillgate_http_requests_total{route="GET /v1/accounts",status="4xx"} 1',
            'fillgate_http_request_duration_seconds_sum{route="GET /v1/accounts"} 0.001',
            'fillgate_http_request_duration_seconds_count{route="GET /v1/accounts"} 2',
            'fillgate_http_errors_total{code="VALIDATION_ERROR"} 2',
          ],
        },
      ),
    )
  })

  test('read the gauges when they are asked for', async () => {
    const metrics = new Metrics('1.2.3')
    let open = 1
    metrics.watch({
      openOrders: () => open,
      pendingEvents: () => 2,
      clockBehindMs: () => 1_500,
      quarantinedCommands: () => 8,
      projectorLagEvents: () => 3,
      webhookLagEvents: () => 7,
      journalPosition: () => 17,
      journalEvents: () => ({ hot: 8, archived: 9 }),
      archives: () => ({ archives: 10, bytes: 11, archivedAt: 12_500 }),
      fixSessions: () => ({ logged_on: 4, logged_out: 5, logon_pending: 6 }),
    })
    open = 10
    expect(await samples(metrics)).toEqual(
      but(
        {},
        {
          'fillgate_refused_requests_total{request="message"}': ['fillgate_open_orders 10'],
          fillgate_checkpoint_stall_seconds_count: [
            'fillgate_pending_events 2',
            'fillgate_clock_behind_seconds 1.5',
            'fillgate_quarantined_commands 8',
            'fillgate_journal_position 17',
            'fillgate_journal_hot_events 8',
            'fillgate_journal_archived_events 9',
            'fillgate_archives 10',
            'fillgate_archive_bytes 11',
            'fillgate_last_archive_timestamp_seconds 12.5',
            'fillgate_projector_lag_events 3',
            'fillgate_fix_sessions{state="logged_on"} 4',
            'fillgate_fix_sessions{state="logged_out"} 5',
            'fillgate_fix_sessions{state="logon_pending"} 6',
          ],
          'fillgate_webhook_attempts_total{outcome="failed"}': ['fillgate_webhook_lag_events 7'],
        },
      ),
    )
  })

  test('have buckets that include what lies on their edge', async () => {
    const metrics = new Metrics('1.2.3')
    for (const events of [0, 1, 4, 5]) metrics.countCommit({ events, durationMs: 0.1 })
    const lines = (await metrics.text()).split('\n')
    expect(lines.filter((line) => line.startsWith('fillgate_commit_events_bucket'))).toEqual([
      'fillgate_commit_events_bucket{le="1"} 2',
      'fillgate_commit_events_bucket{le="4"} 3',
      'fillgate_commit_events_bucket{le="16"} 4',
      'fillgate_commit_events_bucket{le="64"} 4',
      'fillgate_commit_events_bucket{le="256"} 4',
      'fillgate_commit_events_bucket{le="1024"} 4',
      'fillgate_commit_events_bucket{le="4096"} 4',
      'fillgate_commit_events_bucket{le="16384"} 4',
      'fillgate_commit_events_bucket{le="65536"} 4',
      'fillgate_commit_events_bucket{le="+Inf"} 4',
    ])
    expect(lines.filter((line) => line.startsWith('fillgate_commit_duration_seconds_bucket')).slice(0, 3)).toEqual([
      'fillgate_commit_duration_seconds_bucket{le="0.000032"} 0',
      'fillgate_commit_duration_seconds_bucket{le="0.000064"} 0',
      'fillgate_commit_duration_seconds_bucket{le="0.000128"} 4',
    ])
  })

  test('are exported each with its help and type, once, and the memory of the process too', async () => {
    const lines = (await new Metrics('1.2.3').text()).split('\n')
    const ours = lines.filter((line) => line.startsWith('# HELP fillgate_') || line.startsWith('# TYPE fillgate_'))
    expect(ours).toEqual(Object.entries(METRICS).flatMap(([name, { help, type }]) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]))
    expect(lines).toContain('# TYPE process_resident_memory_bytes gauge')
  })
})

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

describe('the documentation of the metrics', () => {
  test('says something different about each, in one sentence', () => {
    const helps = Object.values(METRICS).map(({ help }) => help)
    expect(helps.filter((help) => !/^[A-Z0-9].*\.$/.test(help))).toEqual([])
    expect(new Set(helps).size).toBe(helps.length)
  })

  test('has a row for each metric', () => {
    expect(
      metricsTable()
        .split('\n')
        .slice(2, -2)
        .map((row) => row.split('`')[1]),
    ).toEqual(Object.keys(METRICS))
  })

  test('is the table of the README', () => {
    expect(readme).toContain(metricsTable())
  })

  test('says what each reason of a refused Logon means', () => {
    const connect = readFileSync(new URL('../../docs/connect.md', import.meta.url), 'utf8')
    const column = [...connect.matchAll(/^\| ([^|]*) \|/gm)].map(([, seen]) => seen).join(' ')
    expect(LOGON_REFUSALS.filter((reason) => !column.includes(`\`${reason}\``))).toEqual([])
  })
})
