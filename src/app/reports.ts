import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Delivery } from '../delivery/delivery.ts'
import type { FixGateway } from '../fix/gateway.ts'
import type { Availability } from '../http/availability.ts'
import type { SnapshotSchedule } from '../recovery/snapshot-schedule.ts'
import type { Sequencer } from '../sequencer.ts'
import type { ArchiveSchedule } from '../storage/archives/archive-schedule.ts'
import { type DataDirectory, freeBytes } from '../storage/directory/data-directory.ts'
import type { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import type { Projection } from '../storage/projector/projection.ts'
import type { Quarantine } from '../storage/quarantine.ts'
import { healthChecks } from '../telemetry/health-checks.ts'
import type { Metrics, MetricSources } from '../telemetry/metrics.ts'

/** What the reports are made of. */
export interface ReportedParts {
  readonly config: Config
  readonly directory: DataDirectory
  readonly gateway: FixGateway
  readonly sequencer: Sequencer
  readonly projection: Projection
  readonly delivery: Delivery
  readonly snapshotSchedule: SnapshotSchedule
  readonly reader: JournalReader
  readonly archiveSchedule: ArchiveSchedule
  readonly metrics: Metrics
  readonly quarantine: Quarantine
  readonly openOrders: () => number
  readonly availability: () => Availability
}

/** How the gateway stands at this moment, for probes: GET /v1/health. */
export function healthReport({ config, directory, sequencer, projection, delivery, quarantine, availability }: ReportedParts) {
  return healthChecks({
    commitMs: sequencer.committingSince === 0 ? 0 : Date.now() - sequencer.committingSince,
    freeBytes: freeBytes(directory.path),
    projectorLagEvents: projection.lag,
    maxProjectorLagEvents: config.journal.max_projector_lag_events,
    pendingEvents: sequencer.pendingEvents,
    isCongested: sequencer.congested,
    clockBehindMs: sequencer.clockBehindMs,
    quarantinedCommands: quarantine.size,
    deliveryLagEvents: delivery.webhooks.lag,
    availability: availability(),
  })
}

/** The same for operators: GET /v1/admin/journal. */
export function journalReport({ directory, sequencer, projection, snapshotSchedule, reader, archiveSchedule, metrics }: ReportedParts) {
  const { archives, bytes, archivedAt } = archiveSchedule.figures()
  return {
    position: sequencer.durableBefore - 1,
    size_bytes: statSync(join(directory.path, 'journal.db')).size,
    ...snapshotSchedule.report(),
    hot_from: reader.firstHot(),
    archives,
    archive_bytes: bytes,
    archived_at: archivedAt === undefined ? null : new Date(archivedAt).toISOString(),
    ...metrics.commitPercentiles(),
    projector_lag_events: projection.lag,
  }
}

/** The gauges of /metrics. */
export function metricSources({
  openOrders,
  gateway,
  sequencer,
  projection,
  delivery,
  reader,
  archiveSchedule,
  quarantine,
}: ReportedParts): MetricSources {
  return {
    openOrders,
    pendingEvents: () => sequencer.pendingEvents,
    clockBehindMs: () => sequencer.clockBehindMs,
    quarantinedCommands: () => quarantine.size,
    projectorLagEvents: () => projection.lag,
    webhookLagEvents: () => delivery.webhooks.lag,
    journalEvents: () => ({ hot: reader.lastPosition() - reader.firstHot() + 1, archived: reader.firstHot() - 1 }),
    archives: () => archiveSchedule.figures(),
    fixSessions: () => gateway.sessionCounts(),
  }
}
