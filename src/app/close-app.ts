import type { Delivery } from '../delivery/delivery.ts'
import type { FixListener } from '../fix/connection/acceptor.ts'
import type { FixGateway } from '../fix/gateway.ts'
import type { FrontDoor } from '../http/access/front-door.ts'
import type { createServer } from '../http/server.ts'
import type { SnapshotSchedule } from '../recovery/snapshot-schedule.ts'
import type { Sequencer } from '../sequencer.ts'
import type { ArchiveSchedule } from '../storage/archives/archive-schedule.ts'
import type { DataDirectory } from '../storage/directory/data-directory.ts'
import type { FixLogStore } from '../storage/fix-log/fix-log-store.ts'
import type { History } from '../storage/history/history.ts'
import type { JournalReader } from '../storage/journal-reading/journal-reader.ts'
import type { Journal } from '../storage/journal/journal.ts'
import type { Projection } from '../storage/projector/projection.ts'
import type { ManagementServer } from '../telemetry/management-server.ts'
import type { Timer } from '../timer.ts'

/** Everything that has an end. */
export interface RunningParts {
  readonly timer: Timer
  readonly listener: FixListener
  readonly gateway: FixGateway
  readonly sequencer: Sequencer
  readonly frontDoor: FrontDoor
  readonly server: Awaited<ReturnType<typeof createServer>>
  readonly management: ManagementServer
  readonly snapshotSchedule: SnapshotSchedule
  readonly archiveSchedule: ArchiveSchedule
  readonly delivery: Delivery
  readonly projection: Projection
  readonly history: History
  readonly fixLog: FixLogStore
  readonly reader: JournalReader
  readonly journal: Journal
  readonly directory: DataDirectory
}

/** what FIX sessions are told before they are logged out */
const GOODBYE = { headline: 'Maintenance', text: 'The gateway is shutting down. Log on again when it is back.' }
/** how long the end waits for HTTP clients */
const HTTP_PATIENCE_MS = 1_000

/** Ends the gateway: sessions are logged out, what was accepted is committed and answered, then the files are closed, the journal last. */
export async function closeApp(parts: RunningParts): Promise<void> {
  parts.timer.stop()
  await closeEdges(parts)
  await parts.sequencer.drain()
  await parts.management.close()
  await closeFiles(parts)
}

async function closeEdges({ listener, gateway, sequencer, frontDoor, server }: RunningParts): Promise<void> {
  const listening = listener.close()
  if (gateway.sessionCounts().logged_on > 0) await sequencer.run({ type: 'AnnounceNews', ...GOODBYE })
  await gateway.drain()
  await sequencer.drain()
  // what was accepted has been answered; a client that is silent, or in the middle of a request, is not waited for
  const cut = setTimeout(() => frontDoor.cut(), HTTP_PATIENCE_MS)
  const shut = frontDoor.close()
  await server.close()
  frontDoor.server.closeIdleConnections()
  await shut
  clearTimeout(cut)
  await listening
}

async function closeFiles(parts: RunningParts) {
  const { snapshotSchedule, archiveSchedule, delivery, projection, history, fixLog, reader, journal, directory } = parts
  await Promise.all([snapshotSchedule.stop(), archiveSchedule.stop()])
  fixLog.flush()
  await delivery.close()
  await projection.close()
  history.close()
  fixLog.close()
  reader.close()
  await journal.close()
  directory.close()
}
