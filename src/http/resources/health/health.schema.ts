import { Type } from 'typebox'
import type { LatencyReport } from '../../../telemetry/route-latency.ts'
import { openEnumeration } from '../../schema/values.ts'

const CHECK_RESULTS = ['pass', 'warn', 'fail'] as const
export type CheckResult = (typeof CHECK_RESULTS)[number]

const result = openEnumeration(CHECK_RESULTS)

export const healthSchema = Type.Object(
  {
    status: result,
    version: Type.String(),
    uptime_s: Type.Integer({ minimum: 0 }),
    checks: Type.Unsafe<Record<string, CheckResult>>({ type: 'object', additionalProperties: { type: 'string' } }),
  },
  { title: 'Health' },
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
      ack_p99_us: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
    }),
  }),
)
