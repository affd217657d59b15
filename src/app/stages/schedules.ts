import type { Config } from '../../config.ts'
import { SnapshotSchedule } from '../../recovery/snapshot-schedule.ts'
import { ArchiveSchedule } from '../../storage/archives/archive-schedule.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Recovered } from './recovered.ts'
import type { Storage } from './storage.ts'

/** What is done with the journal from time to time, beside the order path. */
export interface Schedules {
  readonly archives: ArchiveSchedule
  readonly snapshots: SnapshotSchedule
}

export interface SchedulesParts {
  readonly config: Config
  readonly storage: Pick<Storage, 'directory' | 'journal'>
  readonly recovered: Pick<Recovered, 'projection' | 'from'>
  readonly logger: Logger
}

/** Nothing is begun before one of them is told to. */
export function makeSchedules({ config, storage, recovered, logger }: SchedulesParts): Schedules {
  const { directory, journal } = storage
  const archives = new ArchiveSchedule({
    directory: directory.path,
    policy: {
      hotEvents: config.retention.hot_events,
      hotDays: config.retention.hot_days,
      archiveEvents: config.retention.archive_events,
    },
    journal,
    projectedThrough: () => recovered.projection.projectedThrough,
    onArchived: ({ name, first, last, bytes }, durationMs) =>
      logger.info({ archive: name, first, last, bytes, duration_ms: Math.round(durationMs) }, 'journal archived'),
    onFailure: (error) => logger.warn({ complaint: error.message }, 'nothing was archived; it is tried again'),
  })
  const snapshots = new SnapshotSchedule({
    directory: directory.path,
    everyEvents: config.journal.snapshot_every_events,
    from: recovered.from,
    logger,
    onMade: () => archives.check(),
  })
  return { archives, snapshots }
}
