import { Type } from 'typebox'
import type { HealthCheck } from '../../../telemetry/health-checks.ts'
import type { LatencyReport } from '../../../telemetry/route-latency.ts'
import { numberOrNull, openEnumeration } from '../../schema/answer-values.ts'

const CHECK_RESULTS = ['pass', 'warn', 'fail'] as const satisfies readonly HealthCheck['status'][]
export type CheckResult = (typeof CHECK_RESULTS)[number]

const result = openEnumeration(CHECK_RESULTS)

export const healthSchema = Type.Object(
  {
    status: result,
    version: Type.String(),
    uptime_s: Type.Integer({ minimum: 0 }),
    checks: Type.Unsafe<Record<string, CheckResult>>({ type: 'object', additionalProperties: { type: 'string' } }),
    reasons: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'why a check is no pass, by its name; empty when all pass',
    }),
  },
  {
    title: 'Health',
    examples: [
      {
        status: 'warn',
        version: '1.0.0',
        uptime_s: 86_400,
        checks: { database: 'warn', engine: 'pass', fix_acceptor: 'pass', webhook_dispatcher: 'pass' },
        reasons: { database: '412 MiB are free in the data directory' },
      },
    ],
  },
)

export const statusSchema = Type.Object({ status: result })

export const latencySchema = Type.Unsafe<LatencyReport>(
  Type.Object({
    window_s: Type.Integer(),
    routes: Type.Array(
      Type.Object({
        route: Type.String(),
        count: Type.Integer(),
        p50_ms: Type.Number(),
        p95_ms: Type.Number(),
        p99_ms: Type.Number(),
        max_ms: Type.Number(),
      }),
    ),
    engine: Type.Object({
      ack_p50_us: Type.Unsafe<number | null>({
        type: ['number', 'null'],
        description: 'from command to durable answer; null before the first',
      }),
      ack_p99_us: numberOrNull,
    }),
  }),
)
