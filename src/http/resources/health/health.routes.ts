import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { HealthCheck } from '../../../telemetry/health-checks.ts'
import type { Availability } from '../../availability.ts'
import type { HttpMetrics } from '../../server.ts'
import { type CheckResult, healthSchema, latencySchema, statusSchema } from './health.schema.ts'

export interface HealthParts {
  readonly version: string
  readonly availability: () => Availability
  readonly metrics: Pick<HttpMetrics, 'latencyReport'>
  readonly health: HealthProbes
}

export interface HealthProbes {
  /** what the gateway depends on; `fail` of one fails the whole */
  readonly checks: () => Readonly<Record<'database' | 'engine' | 'fix_acceptor' | 'webhook_dispatcher', HealthCheck>>
  /** whole seconds since the start */
  readonly uptimeS: () => number
}

/** Probes are open, because orchestrators can't sign; the latency figures need any key (docs/api-contract.md section 13). */
export const healthRoutes: FastifyPluginCallbackTypebox<HealthParts> = (app, parts, done) => {
  const { health, metrics, version } = parts
  const tags = ['Diagnostics']

  for (const [url, hide] of aliases('/v1/health', '/healthz')) {
    const schema = {
      tags,
      hide,
      operationId: 'getHealth',
      summary: 'Health of the gateway',
      response: { 200: healthSchema, 503: healthSchema },
    }
    app.get(url, { config: { scope: 'open' }, schema }, (_request, reply) => {
      const found = Object.entries(health.checks())
      const checks = Object.fromEntries(found.map(([name, { status }]) => [name, status]))
      const reasons = Object.fromEntries(found.flatMap(([name, { reason }]) => (reason === undefined ? [] : [[name, reason]])))
      const status = worst(Object.values(checks))
      void reply.code(status === 'fail' ? 503 : 200).send({ status, version, uptime_s: health.uptimeS(), checks, reasons })
    })
  }

  for (const [url, hide] of aliases('/v1/health/live', '/livez')) {
    const schema = {
      tags,
      hide,
      operationId: 'getLiveness',
      summary: 'The process runs; no dependency is asked',
      response: { 200: statusSchema },
    }
    app.get(url, { config: { scope: 'open' }, schema }, (_request, reply) => {
      void reply.send({ status: 'pass' })
    })
  }

  for (const [url, hide] of aliases('/v1/health/ready', '/readyz')) {
    const schema = {
      tags,
      hide,
      operationId: 'getReadiness',
      summary: 'The gateway takes work',
      response: { 200: statusSchema, 503: statusSchema },
    }
    app.get(url, { config: { scope: 'open' }, schema }, (_request, reply) => {
      const ready = parts.availability() === 'ready' && health.checks().database.status !== 'fail'
      if (!ready) void reply.header('retry-after', '5')
      void reply.code(ready ? 200 : 503).send({ status: ready ? 'pass' : 'fail' })
    })
  }

  const schema = { tags, operationId: 'getLatency', summary: 'How long answers take', response: { 200: latencySchema } }
  app.get('/v1/health/latency', { config: { scope: 'any', isHealth: true }, schema }, (_request, reply) => {
    void reply.send(metrics.latencyReport())
  })

  done()
}

/** The path and, left out of the document, its other name. */
function aliases(path: string, alias: string): [url: string, hide: boolean][] {
  return [
    [path, false],
    [alias, true],
  ]
}

function worst(results: readonly CheckResult[]): CheckResult {
  if (results.includes('fail')) return 'fail'
  return results.includes('warn') ? 'warn' : 'pass'
}
