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
    throw new StartError(listenRefusal({ setting: 'HTTP_PORT', host, port, error }))
  })
  return frontDoor
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
  const { host, fix_port, management_host, management_port } = config.server
  const management = await startManagementServer(metrics, { host: management_host, port: management_port }).catch((error: Error) => {
    throw new StartError(listenRefusal({ setting: 'MANAGEMENT_PORT', host: management_host, port: management_port, error }))
  })
  frontDoor.open()
  const listener = await listenForFix(gateway, { host, port: fix_port, definitions, tls: fixTls }).catch((error: Error) => {
    throw new StartError(error.message)
  })
  gateway.awaitLost()
  return { frontDoor, server, listener, management }
}
