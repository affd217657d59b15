import type { Delivery } from '../delivery/delivery.ts'
import type { FixGateway } from '../fix/gateway.ts'
import type { Sequencer } from '../sequencer.ts'
import type { Edges } from './stages/edges.ts'
import type { Sequencing } from './stages/sequencing.ts'
import type { Recovered } from './stages/recovered.ts'
import type { Schedules } from './stages/schedules.ts'
import type { Storage } from './stages/storage.ts'

/** Everything that has an end. */
export interface RunningParts {
  readonly storage: Storage
  readonly recovered: Recovered
  readonly delivery: Delivery
  readonly schedules: Schedules
  readonly sequencing: Sequencing
  readonly edges: Edges
}

/** what FIX sessions are told before they are logged out */
const GOODBYE = { headline: 'Maintenance', text: 'The gateway is shutting down. Log on again when it is back.' }
/** how long the end waits for HTTP clients */
const HTTP_PATIENCE_MS = 1_000

/** Ends the gateway: sessions are logged out, what was accepted is committed and answered, then the files are closed, the journal last. */
export async function closeApp(parts: RunningParts): Promise<void> {
  const { recovered, edges } = parts
  const { sequencer, timer } = parts.sequencing
  timer.stop()
  await closeEdges(edges, recovered.gateway, sequencer)
  await sequencer.drain()
  await edges.management.close()
  await closeFiles(parts)
}

async function closeEdges({ listener, frontDoor, server }: Edges, gateway: FixGateway, sequencer: Sequencer): Promise<void> {
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

async function closeFiles({ storage, recovered, delivery, schedules }: RunningParts): Promise<void> {
  const { projection, history, fixLog } = recovered
  await Promise.all([schedules.snapshots.stop(), schedules.archives.stop()])
  fixLog.close()
  await delivery.close()
  await projection.close()
  history.close()
  storage.reader.close()
  await storage.journal.close()
  storage.directory.close()
}
