import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { logCertificate, reloadCertificate } from './app/certificates.ts'
import { closeApp } from './app/close-app.ts'
import { refusalOfSessions, refusalOfSymbols } from './app/content-refusals.ts'
import { finishBegunResets } from './app/stages/begun-resets.ts'
import { openDelivery } from './app/stages/delivery.ts'
import { type Edges, openEdges, openFrontDoor, requireDoors } from './app/stages/edges.ts'
import { openSequencing } from './app/stages/sequencing.ts'
import { recover } from './app/stages/recovered.ts'
import { metricSources } from './app/reports.ts'
import { createRestServer } from './app/stages/rest-server.ts'
import { makeSchedules, type Schedules } from './app/stages/schedules.ts'
import { Standing } from './app/standing.ts'
import { refuseFor } from './app/start-refusal.ts'
import { openStorage } from './app/stages/storage.ts'
import { Wakefulness } from './app/wakefulness.ts'
import type { Config } from './config.ts'
import { clearTextWarnings } from './config/start-refusals.ts'
import { type Door, readTlsIdentity, type TlsIdentity } from './config/tls.ts'
import type { EngineView } from './domain/view.ts'
import { fingerprint } from './engine/fingerprint.ts'
import { loadDefinitions } from './fix/wire/dictionary-rules.ts'
import { firstStart } from './genesis/first-start.ts'
import { credentialsPath, updateAddresses } from './genesis/sandbox-credentials.ts'
import { clockRefusal } from './market/clock-refusal.ts'
import { freeBytes, openDataDirectory, spaceRefusal } from './storage/directory/data-directory.ts'
import type { Logger } from './telemetry/logger.ts'
import { Metrics } from './telemetry/metrics.ts'

/** The gateway, running. */
export interface App {
  readonly version: string
  readonly addresses: {
    readonly host: string
    readonly http: number
    readonly fix: number
    readonly managementHost: string
    readonly management: number
    readonly isHttpSecure: boolean
    readonly isFixSecure: boolean
  }
  /** absolute; undefined where there is none (a live first partner) */
  readonly credentialsFile: string | undefined
  /** id of an account that can trade AAPL at once */
  readonly tradingAccount: string | undefined
  readonly isFirstStart: boolean
  /** Digest of the engine's state as it stands: a replay of the same journal has the same. */
  fingerprint(): string
  /** Reads the files of `server.tls` and `fix.tls` again, for the connections from now on; what can't be used is logged, and the old stays. */
  reloadCertificates(): void
  /** New work is refused, what is accepted is committed and answered, FIX sessions are logged out, files are closed. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly version: string
  readonly logger: Logger
  /** The journal has failed: memory is ahead of the disk. The process has to end. */
  readonly onFatal: (error: Error) => void
}

const DICTIONARY = fileURLToPath(new URL('../fix-dictionary/FIX44.xml', import.meta.url))

/**
 * Makes every part by hand, in the order in which data flows: storage, engine, sequencer, edges. Resolves once everything listens.
 * Throws StartError, DataDirectoryError or ConfigError with one line for whoever starts it.
 */
export async function createApp(config: Config, { version, logger, onFatal }: AppOptions): Promise<App> {
  const standing = new Standing(onFatal)
  const onFailure = standing.fail
  const definitions = loadDefinitions(DICTIONARY)
  const tls = { server: readTlsIdentity(config, 'server'), fix: readTlsIdentity(config, 'fix') }
  refuseFor(clockRefusal(Date.now()))

  // storage
  const directory = openDataDirectory(config.data_dir, config.secrets_file)
  refuseFor(spaceRefusal(directory.path, freeBytes(directory.path)))
  const metrics = new Metrics(version)
  const frontDoor = await openFrontDoor(config, directory, { version, uptimeS: standing.uptimeS, metrics, tls: tls.server })
  // two threads stay awake: where that leaves no processor, one order in a hundred waits for one, twice as long as all of it takes
  const stayAwakeUs = availableParallelism() > 2 ? config.journal.stay_awake_us : 0
  const storage = await openStorage({ directory, stayAwakeUs, metrics, onFailure })

  // what there was; schedules are made behind it, and begin no sooner
  const late: { schedules?: Schedules } = {}
  const recovered = await recover({
    config,
    storage,
    definitions,
    metrics,
    logger,
    // a snapshot leaves out what has ended: read.db has to show that already
    onProjected: (through) => late.schedules?.snapshots.projected(through),
    whenDurable: (done) => sequencer.whenDurable(done),
    onFailure,
  })
  const { engine, gateway } = recovered

  // the one door, and what is told of what has become durable
  const wakefulness = new Wakefulness({ microseconds: stayAwakeUs, now: () => performance.now() })
  const delivery = openDelivery({
    config,
    storage,
    recovered,
    metrics,
    logger,
    pendingEvents: () => sequencer.pendingEvents,
    spunMs: () => wakefulness.spunMs,
    onFailure,
    version,
  })
  const schedules = makeSchedules({ config, storage, recovered, logger })
  late.schedules = schedules
  const sequencing = openSequencing({ config, storage, recovered, delivery, wakefulness, metrics, logger, onFatal })
  const { sequencer, timer } = sequencing
  const reported = { config, storage, recovered, delivery, schedules, sequencer, metrics, standing }
  metrics.watch(metricSources(reported))
  gateway.begin(sequencer)

  // in the same turn in which delivery was opened: nothing is sent yet
  await finishBegunResets({ config, storage, recovered, delivery })
  const { credentials, sessionStore } = storage.stores
  const isFirstStart = recovered.nextPosition === 1
  // before sessions are made of the configuration: afterwards a password in it would change nothing
  refuseFor(refusalOfSessions(config, gateway, isFirstStart))
  refuseFor(refusalOfSymbols(config, engine.state, isFirstStart))
  for (const warning of clearTextWarnings(config)) logger.warn(warning)
  for (const door of ['server', 'fix'] as const) if (tls[door]) logCertificate(logger, door, tls[door])
  if (isFirstStart) {
    await requireDoors(config)
    await firstStart({ config, directory, sequencer, credentials, sessionStore, gateway })
  }

  // edges
  const server = await createRestServer({ ...reported, frontDoor, logger, version })
  const edges = await openEdges({ config, frontDoor, server, gateway, definitions: await definitions, fixTls: tls.fix, metrics })
  const credentialsFile = credentialsPath(directory.path)
  const addresses = addressesOf(config, tls, edges)
  updateAddresses(credentialsFile, {
    host: addresses.host,
    httpPort: addresses.http,
    fixPort: addresses.fix,
    isSecure: addresses.isHttpSecure,
  })
  standing.start(sequencer)
  timer.reschedule()
  schedules.archives.check()

  return {
    version,
    addresses,
    credentialsFile: existsSync(credentialsFile) ? credentialsFile : undefined,
    tradingAccount: tradingAccountOf(engine.state),
    isFirstStart,
    fingerprint: () => fingerprint(engine.state),
    reloadCertificates() {
      for (const [door, listening] of [['server', frontDoor] as const, ['fix', edges.listener] as const])
        reloadCertificate({ config, door, listening, logger })
    },
    async close() {
      standing.drain()
      await closeApp({ storage, recovered, delivery, schedules, sequencing, edges }).catch(standing.fail)
      await standing.unlessFailed()
    },
  }
}

/** Where it really listens. */
function addressesOf(
  { server }: Config,
  tls: Readonly<Record<Door, TlsIdentity | undefined>>,
  { frontDoor, listener, management }: Edges,
): App['addresses'] {
  return {
    host: server.host,
    http: (frontDoor.server.address() as AddressInfo).port,
    fix: listener.port,
    managementHost: server.management_host,
    management: management.port,
    isHttpSecure: tls.server !== undefined,
    isFixSecure: tls.fix !== undefined,
  }
}

function tradingAccountOf(view: EngineView): string | undefined {
  if (view.instrumentBySymbol('AAPL') === undefined) return undefined
  return view.accounts.find((account) => account.status === 'ACTIVE')?.id
}
