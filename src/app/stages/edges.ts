import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config.ts'
import { listenRefusal } from '../../config/start-refusals.ts'
import type { TlsIdentity } from '../../config/tls.ts'
import { type FixListener, listenForFix, type ListenOptions } from '../../fix/connection/acceptor.ts'
import type { FixGateway } from '../../fix/gateway.ts'
import { FrontDoor, type FrontDoorParts } from '../../http/access/front-door.ts'
import type { DataDirectory } from '../../storage/directory/data-directory.ts'
import { type ManagementServer, startManagementServer } from '../../telemetry/management-server.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import type { RestServer } from './rest-server.ts'
import { StartError } from '../start-refusal.ts'

/** Whatever listens. */
export interface Edges {
  readonly frontDoor: FrontDoor
  readonly server: RestServer
  readonly listener: FixListener
  readonly management: ManagementServer
}

/** The port of REST listens: probes are answered from here on, work is refused until all is replayed. Where it can't, the directory is let go. */
export async function openFrontDoor(
  config: Config,
  directory: DataDirectory,
  parts: Omit<FrontDoorParts, 'maxConnections'>,
): Promise<FrontDoor> {
  const { host, http_port: port, max_connections: maxConnections } = config.server
  const frontDoor = new FrontDoor({ ...parts, maxConnections })
  await frontDoor.listen({ host, port }).catch((error: Error) => {
    directory.close()
    refuseDoor({ setting: 'HTTP_PORT', host, port }, error)
  })
  return frontDoor
}

/** Where it listens behind a first start. */
const doorsBehind = ({ server: { host, fix_port, management_host, management_port } }: Config) => ({
  fix: { setting: 'FIX_PORT', host, port: fix_port },
  management: { setting: 'MANAGEMENT_PORT', host: management_host, port: management_port },
})

/** What a first start commits of the configuration stays: a port that can't be had refuses it before. */
export async function requireDoors(config: Config): Promise<void> {
  for (const door of Object.values(doorsBehind(config))) {
    const { host, port } = door
    const server = createServer((early) => early.destroy()).listen({ host, port })
    await once(server, 'listening').catch((error: Error) => refuseDoor(door, error))
    server.close()
    await once(server, 'close')
  }
}

function refuseDoor(door: Omit<Parameters<typeof listenRefusal>[0], 'error'>, error: Error): never {
  throw new StartError(listenRefusal({ ...door, error }))
}

export interface EdgesParts extends Pick<Edges, 'frontDoor' | 'server'>, Pick<ListenOptions, 'definitions'> {
  readonly config: Config
  readonly gateway: FixGateway
  /** undefined = plain TCP */
  readonly fixTls: TlsIdentity | undefined
  readonly metrics: Metrics
}

/** All that has been replayed can be asked for now. Whatever can refuse the start comes before FIX, whose clients log on at once. */
export async function openEdges({ config, frontDoor, server, gateway, definitions, fixTls, metrics }: EdgesParts): Promise<Edges> {
  const doors = doorsBehind(config)
  const management = await startManagementServer(metrics, doors.management).catch((error: Error) => refuseDoor(doors.management, error))
  frontDoor.open()
  const listener = await listenForFix(gateway, { ...doors.fix, definitions, tls: fixTls }).catch((error: Error) =>
    refuseDoor(doors.fix, error),
  )
  gateway.awaitLost()
  return { frontDoor, server, listener, management }
}
