import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { Sequencer } from '../sequencer.ts'
import { freeBytes } from '../storage/directory/data-directory.ts'
import { healthChecks } from '../telemetry/health-checks.ts'
import type { Metrics, MetricSources } from '../telemetry/metrics.ts'
import type { Recovered } from './stages/recovered.ts'
import type { Schedules } from './stages/schedules.ts'
import type { Standing } from './standing.ts'
import type { Storage } from './stages/storage.ts'

/** What the reports are made of. */
export interface ReportedParts {
  readonly config: Config
  readonly storage: Storage
  readonly recovered: Recovered
  readonly delivery: Delivery
  readonly schedules: Schedules
  readonly sequencer: Sequencer
  readonly metrics: Metrics
  readonly standing: Standing
}

/** How the gateway stands at this moment, for probes: GET /v1/health. */
export function healthReport({ config, storage, recovered, delivery, sequencer, standing }: ReportedParts) {
  const { projection } = recovered
  return healthChecks({
    commitMs: sequencer.committingSince === 0 ? 0 : Date.now() - sequencer.committingSince,
    freeBytes: freeBytes(storage.directory.path),
    projectorLagEvents: projection.lag,
    maxProjectorLagEvents: config.journal.max_projector_lag_events,
    pendingEvents: sequencer.pendingEvents,
    isCongested: sequencer.congested,
    clockBehindMs: sequencer.clockBehindMs,
    quarantinedCommands: storage.quarantine.size,
    deliveryLagEvents: delivery.webhooks.lag,
    availability: standing.availability(),
  })
}

/** The same for operators: GET /v1/admin/journal. */
export function journalReport({ storage, recovered, schedules, sequencer, metrics }: ReportedParts) {
  const { archives, bytes, archivedAt } = schedules.archives.figures()
  return {
    position: sequencer.durableBefore - 1,
    size_bytes: statSync(join(storage.directory.path, 'journal.db')).size,
    ...schedules.snapshots.report(),
    hot_from: storage.reader.firstHot(),
    archives,
    archive_bytes: bytes,
    archived_at: archivedAt === undefined ? null : new Date(archivedAt).toISOString(),
    ...metrics.commitPercentiles(),
    projector_lag_events: recovered.projection.lag,
  }
}

/** The gauges of /metrics. */
export function metricSources({ storage, recovered, delivery, schedules, sequencer }: ReportedParts): MetricSources {
  const { engine, gateway, projection } = recovered
  const { reader, quarantine } = storage
  return {
    openOrders: () => engine.state.openOrderCount,
    pendingEvents: () => sequencer.pendingEvents,
    clockBehindMs: () => sequencer.clockBehindMs,
    quarantinedCommands: () => quarantine.size,
    projectorLagEvents: () => projection.lag,
    webhookLagEvents: () => delivery.webhooks.lag,
    journalPosition: () => sequencer.durableBefore - 1,
    journalEvents: () => ({ hot: reader.lastPosition() - reader.firstHot() + 1, archived: reader.firstHot() - 1 }),
    archives: () => schedules.archives.figures(),
    fixSessions: () => gateway.sessionCounts(),
  }
}
