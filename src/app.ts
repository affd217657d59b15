import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { logCertificate, reloadCertificate } from './app/certificates.ts'
import { closeApp } from './app/close-app.ts'
import { endSoon } from './app/farewell.ts'
import { openJournalStores } from './app/journal-stores.ts'
import { refusalOfSessions } from './app/open-sessions.ts'
import { healthReport, journalReport, metricSources } from './app/reports.ts'
import { Wakefulness } from './app/wakefulness.ts'
import { watchedEngine } from './app/watched-engine.ts'
import type { Config } from './config.ts'
import { gatewayLimits, rateLimits } from './config/edge-limits.ts'
import { engineRules } from './config/engine-rules.ts'
import { sessionBehaviour } from './config/session-settings.ts'
import { clearTextWarnings, listenRefusal, mayHaveOpenSessions, unlistedRefusal } from './config/start-refusals.ts'
import { readTlsIdentity, TlsFileError } from './config/tls.ts'
import { Delivery } from './delivery/delivery.ts'
import { MarketDataPublisher } from './delivery/market-data/publisher.ts'
import { positionsOf } from './domain/batch.ts'
import { printer } from './documents/printer.ts'
import { DueWorkFailure } from './engine/engine.ts'
import { fingerprint } from './engine/fingerprint.ts'
import { listenForFix } from './fix/connection/acceptor.ts'
import { systemClock } from './fix/clock.ts'
import { FixAdministration } from './fix/fix-administration.ts'
import { FixGateway } from './fix/gateway.ts'
import { FixMessageLog } from './fix/message-log/message-log.ts'
import { SentMessages } from './fix/message-log/message-log-sent.ts'
import { DEFAULT_SESSION_SETTINGS, type SessionSettings } from './fix/session/session-settings.ts'
import { compileDictionaryRules, loadDefinitions } from './fix/wire/dictionary-rules.ts'
import { firstStart } from './genesis/first-start.ts'
import { credentialsPath, updateAddresses } from './genesis/sandbox-credentials.ts'
import { sandboxFixture } from './genesis/sandbox-fixture.ts'
import { CredentialVerifier } from './http/credentials/verifier.ts'
import { eventData } from './http/resources/webhooks/event-data.ts'
import type { Availability } from './http/availability.ts'
import { FrontDoor } from './http/access/front-door.ts'
import { createServer } from './http/server.ts'
import { MarketData } from './market/market-data.ts'
import { readMarketDataFile } from './market/market-data-file.ts'
import { clockRefusal } from './market/clock-refusal.ts'
import { tradingCalendar } from './market/trading-calendar.ts'
import { openState, replay } from './recovery/recover.ts'
import { Sequencer } from './sequencer.ts'
import { SnapshotSchedule } from './recovery/snapshot-schedule.ts'
import { ArchiveSchedule } from './storage/archives/archive-schedule.ts'
import { freeBytes, openDataDirectory, spaceRefusal } from './storage/directory/data-directory.ts'
import { FixLogStore } from './storage/fix-log/fix-log-store.ts'
import { History } from './storage/history/history.ts'
import { JournalReader } from './storage/journal-reading/journal-reader.ts'
import { openJournal } from './storage/journal/journal.ts'
import { Projection } from './storage/projector/projection.ts'
import { Quarantine } from './storage/quarantine.ts'
import { requireSecretsOfJournal } from './storage/secrets/secrets.ts'
import { SnapshotStore } from './storage/snapshot-store.ts'
import { storageFault } from './storage/directory/storage-fault.ts'
import type { Logger } from './telemetry/logger.ts'
import { startManagementServer } from './telemetry/management-server.ts'
import { Metrics } from './telemetry/metrics.ts'
import { logEvents } from './telemetry/operator-lines.ts'
import { Timer } from './timer.ts'

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

/** The gateway can't start; the message is one line that says why. */
export class StartError extends Error {}

/** One line that says why a gateway can't start; undefined for an error that is a bug. */
export function startRefusal(error: unknown, directory: string): string | undefined {
  if (error instanceof StartError || error instanceof TlsFileError || isOfDataDirectory(error)) return error.message
  const fault = storageFault(error, directory)
  return fault && `DATA_DIR ${directory} can't be used: ${fault}`
}

/** Ends the start where there is a reason to. */
function refuseFor(reason: string | undefined): void {
  if (reason !== undefined) throw new StartError(reason)
}

// one from another thread has lost its class and kept its name
const isOfDataDirectory = (error: unknown): error is Error => error instanceof Error && error.name === 'DataDirectoryError'

export interface AppOptions {
  readonly version: string
  readonly logger: Logger
  /** The journal has failed: memory is ahead of the disk. The process has to end. */
  readonly onFatal: (error: Error) => void
}

const DICTIONARY = fileURLToPath(new URL('../fix-dictionary/FIX44.xml', import.meta.url))
const MARKET_DATA = new URL('../config/market-data/securities.json', import.meta.url)
const FIX_LOG_MESSAGES = 1_000_000

/**
 * Makes every part by hand, in the order in which data flows: storage, engine, sequencer, edges. Resolves once everything listens.
 * Throws StartError, DataDirectoryError or ConfigError with one line for whoever starts it.
 */
export async function createApp(config: Config, { version, logger, onFatal }: AppOptions): Promise<App> {
  const startedAt = performance.now()
  let availability: Availability = 'replaying'
  const uptimeS = (): number => Math.floor((performance.now() - startedAt) / 1000)
  const definitions = loadDefinitions(DICTIONARY)

  const tls = { server: readTlsIdentity(config, 'server'), fix: readTlsIdentity(config, 'fix') }

  refuseFor(clockRefusal(Date.now()))

  // storage
  const directory = openDataDirectory(config.data_dir, config.secrets_file)
  refuseFor(spaceRefusal(directory.path, freeBytes(directory.path)))
  // probes are answered from here on, work is refused until all is replayed
  const { host, http_port, fix_port, management_host, management_port } = config.server
  const frontDoor = new FrontDoor({ version, uptimeS, tls: tls.server })
  await frontDoor.listen({ host, port: http_port }).catch((error: Error) => {
    directory.close()
    throw new StartError(listenRefusal({ setting: 'HTTP_PORT', host, port: http_port, error }))
  })
  const metrics = new Metrics(version)
  // nothing more becomes durable: whoever asks is told so for a moment, and whoever waits that the outcome is not known
  const failed = (error: Error): void => {
    if (availability === 'failed') return
    const isStarting = availability === 'replaying'
    availability = 'failed'
    if (isStarting) {
      onFatal(error)
      return
    }
    sequencer.fail(error)
    endSoon(error, onFatal)
  }
  // where there is one processor, whoever waits would keep the others from it
  const stayAwakeUs = availableParallelism() > 1 ? config.journal.stay_awake_us : 0
  const journal = openJournal({
    directory: directory.path,
    writer: 'thread',
    stayAwakeUs,
    onFailure: failed,
    onCommit: (commit) => metrics.countCommit(commit),
    onCheckpointStall: (durationMs) => metrics.countCheckpointStall(durationMs),
  })
  await requireSecretsOfJournal(journal, directory.secrets, directory.path)
  const reader = new JournalReader(directory.path)
  const quarantine = new Quarantine(directory.path)
  const stores = openJournalStores(journal, directory.secrets.taxIdKey)
  const { credentials, sessionStore } = stores

  // engine, as the snapshot has it
  const snapshots = new SnapshotStore(directory.path, 'state')
  const recovery = openState({
    reader,
    snapshots,
    calendar: tradingCalendar,
    rules: engineRules(config),
    orderCapacity: config.engine.order_capacity,
    logger,
  })
  const { engine } = recovery
  // made further down
  const late: { history?: History; snapshots?: SnapshotSchedule } = {}
  const projection = new Projection({
    directory: directory.path,
    maxLagEvents: config.journal.max_projector_lag_events,
    fixLogMessages: FIX_LOG_MESSAGES,
    onProgress: (through) => {
      late.history?.noteProjected(through)
      engine.releaseEnded(through + 1)
      // a snapshot leaves out what has ended: read.db has to show that already
      late.snapshots?.projected(through)
    },
    onFixLogBegunAnew: (complaint) => {
      logger.warn({ complaint }, 'fix-log.db was damaged and is begun anew: the inbound FIX messages of before are gone')
      fixLog.reopen()
    },
    onFailure: failed,
  })
  const fixLog = new FixLogStore({
    directory: directory.path,
    write: (memory, length, written) => projection.writeFixLog(memory, length, written),
    hurry: () => projection.hurryFixLog(),
    beginAnew: (complaint) => projection.beginFixLogAnew(complaint),
  })

  const publisher = new MarketDataPublisher({
    view: engine.state,
    clock: systemClock,
    // the batch itself has to have been told of, trades included
    whenDurable: (done) => sequencer.whenDurable(() => queueMicrotask(done)),
  })

  // FIX sessions, as the snapshot has them; then both through the rest of the journal
  const gateway: FixGateway = new FixGateway({
    view: engine.state,
    rules: compileDictionaryRules(await definitions),
    reader,
    pastOrder: (account, clientOrderId) => late.history?.pastOrder(account, clientOrderId),
    clock: systemClock,
    logger,
    metrics,
    limits: gatewayLimits(config),
    inboundLog: fixLog,
    resendLog: new SentMessages({ store: fixLog, nextPosition: () => gateway.nextPosition }),
    marketData: { publisher, calendar: tradingCalendar },
  })
  for (const { settings } of sessionStore.all((stored) => ({ ...DEFAULT_SESSION_SETTINGS, ...(stored as SessionSettings) })))
    gateway.addSession(settings)
  gateway.restoreSnapshot(recovery.books)
  const history = new History({ directory: directory.path, view: engine.state, projection, replayFrom: recovery.from })
  late.history = history
  const { nextPosition, lastAt } = await replay(recovery, reader, (batch) => {
    gateway.restore(batch)
    history.noteReplayed(batch.events, batch.position)
    engine.releaseEnded(projection.projectedThrough + 1)
  })
  // whatever the engine has let go of, or never had, is then found in read.db
  await projection.caughtUp(recovery.from)
  const wakefulness = new Wakefulness({ microseconds: stayAwakeUs, now: () => performance.now() })
  const delivery = new Delivery({
    directory: directory.path,
    view: engine.state,
    reader,
    readModel: projection,
    webhooks: stores.webhooks,
    dataOf: eventData({ view: engine.state, readModel: projection }),
    pendingEvents: () => sequencer.pendingEvents,
    spunMs: () => wakefulness.spunMs,
    now: Date.now,
    retention: {
      events: config.webhooks.retention_events,
      hours: config.webhooks.retention_hours,
      bytes: config.webhooks.retention_bytes,
    },
    retryScale: config.webhooks.retry_scale,
    allowPrivateTargets: config.webhooks.allow_private_targets,
    onAttempt: (isSuccess) => metrics.webhookAttempts[isSuccess ? 'succeeded' : 'failed']++,
    onUnreadable: ({ message }) =>
      logger.error({ complaint: message }, 'events that have yet to be delivered can not be read; it is tried again'),
    onFailure: failed,
    version,
  })

  // the one door
  const archiveSchedule = new ArchiveSchedule({
    directory: directory.path,
    policy: {
      hotEvents: config.retention.hot_events,
      hotDays: config.retention.hot_days,
      archiveEvents: config.retention.archive_events,
    },
    journal,
    projectedThrough: () => projection.projectedThrough,
    onArchived: ({ name, first, last, bytes }, durationMs) =>
      logger.info({ archive: name, first, last, bytes, duration_ms: Math.round(durationMs) }, 'journal archived'),
    onFailure: (error) => logger.warn({ complaint: error.message }, 'nothing was archived; it is tried again'),
  })
  const snapshotSchedule = new SnapshotSchedule({
    directory: directory.path,
    everyEvents: config.journal.snapshot_every_events,
    from: recovery.from,
    logger,
    onMade: () => archiveSchedule.check(),
  })
  late.snapshots = snapshotSchedule
  const bookOf = (session: number) => gateway.books.find((book) => book.settings.index === session)
  const names = {
    accountNumber: (account: number) => engine.state.account(account).accountNumber,
    partnerName: (partner: number) => engine.state.partners[partner]!.name,
    senderCompId: (session: number) => bookOf(session)?.settings.senderCompId ?? String(session),
    symbol: (instrument: number) => engine.state.instruments[instrument]!.symbol,
  }
  const sequencer = new Sequencer({
    ...watchedEngine({
      engine,
      history,
      commit: (batch, durable) => {
        journal.commit(batch, () => {
          durable()
          wakefulness.prolong()
        })
        wakefulness.prolong()
      },
      isDueWork: (error) => error instanceof DueWorkFailure,
      expected: (session) => bookOf(session)?.nextInbound ?? 0,
      quarantine,
      logger,
      names,
      onFatal,
    }),
    load: (command) => history.load(command),
    now: Date.now,
    participant: gateway,
    onDurable: (batch) => {
      const next = batch.position + positionsOf(batch)
      history.noteDurable(next - 1)
      projection.notify(next - 1)
      fixLog.offer()
      metrics.countBatch(batch)
      publisher.onDurable(batch)
      delivery.onDurable(batch)
      logEvents(logger, batch.events, names)
      timer.reschedule()
    },
    firstPosition: nextPosition,
    lastAt,
    maxPendingEvents: config.journal.max_pending_events,
  })
  const timer = new Timer({ dueAt: () => engine.state.nextDueAt(), run: () => sequencer.submit({ type: 'AdvanceTime' }) })
  const reported = {
    config,
    directory,
    gateway,
    sequencer,
    projection,
    delivery,
    snapshotSchedule,
    reader,
    archiveSchedule,
    metrics,
    quarantine,
    openOrders: () => engine.state.openOrderCount,
    availability: () => availability,
  }
  metrics.watch(metricSources(reported))
  gateway.begin(sequencer)

  const isFirstStart = nextPosition === 1
  // before sessions are made of the configuration: afterwards a password in it would change nothing
  refuseFor(refusalOfSessions(config, gateway, isFirstStart))
  const isListed = (symbol: string): boolean =>
    isFirstStart
      ? config.first_start.listings.some(({ instrument }) => instrument.symbol === symbol)
      : engine.state.instrumentBySymbol(symbol) !== undefined
  refuseFor(unlistedRefusal(config, isListed))
  for (const warning of clearTextWarnings(config)) logger.warn(warning)
  for (const door of ['server', 'fix'] as const) if (tls[door]) logCertificate(logger, door, tls[door])
  if (isFirstStart) await firstStart({ config, directory, sequencer, credentials, sessionStore, gateway })

  // edges
  const limits = rateLimits(config)
  const administration = new FixAdministration(gateway, sessionStore, {
    mayBeOpen: mayHaveOpenSessions(config),
    asksForCertificates: config.fix.tls.ca_file !== null,
  })
  const server = await createServer({
    version,
    now: Date.now,
    view: engine.state,
    sequencer,
    limits,
    verifier: new CredentialVerifier({
      credentials,
      view: engine.state,
      pepper: directory.secrets.pepper,
      limits: limits.perCredential,
      now: Date.now,
    }),
    bodyLimitBytes: config.server.body_limit_bytes,
    maxConnections: config.server.max_connections,
    frontDoor,
    availability: () => availability,
    metrics,
    reportFailure: (error, request) => logger.error({ err: error, ...request }, 'a request failed'),
    credentials,
    auditStore: stores.auditStore,
    pepper: directory.secrets.pepper,
    taxIdKey: directory.secrets.taxIdKey,
    kyc: { mode: config.kyc.mode, delayMs: config.kyc.delay_ms },
    fixtureOf: (partner, name) => sandboxFixture({ config, view: engine.state, taxIdKey: directory.secrets.taxIdKey }, partner, name),
    documents: stores.documents,
    emails: stores.emails,
    w9Requests: stores.w9Requests,
    printer,
    projection,
    history,
    previewOrder: (command) => engine.preview(history.loadPlaceOrder(command), Date.now()),
    fix: administration,
    fixMessages: new FixMessageLog({ gateway, reader, inbound: fixLog, orders: projection.orders, view: engine.state }),
    fixSessionDefaults: { ...sessionBehaviour(config.fix.session_defaults), targetCompId: config.fix.target_comp_id },
    calendar: tradingCalendar,
    marketData: new MarketData(readMarketDataFile(MARKET_DATA)),
    enforceHours: config.market.enforce_hours,
    publisher,
    partnerEvents: delivery,
    webhooks: delivery.webhooks,
    allowHttpWebhooks: config.webhooks.allow_http,
    health: {
      checks: () => healthReport(reported),
      uptimeS,
    },
    journalReport: () => journalReport(reported),
    quarantine,
  })
  frontDoor.open()
  const listening = { host, port: fix_port, definitions: await definitions, tls: tls.fix }
  const listener = await listenForFix(gateway, listening).catch((error: Error) => {
    throw new StartError(error.message)
  })
  gateway.awaitLost()
  const management = await startManagementServer(metrics, { host: management_host, port: management_port }).catch((error: Error) => {
    throw new StartError(listenRefusal({ setting: 'MANAGEMENT_PORT', host: management_host, port: management_port, error }))
  })
  const httpPort = (frontDoor.server.address() as AddressInfo).port
  updateAddresses(credentialsPath(directory.path), { host, httpPort, fixPort: listener.port, isSecure: tls.server !== undefined })
  availability = 'ready'
  timer.reschedule()
  archiveSchedule.check()

  return {
    version,
    addresses: {
      host,
      http: httpPort,
      fix: listener.port,
      managementHost: management_host,
      management: management.port,
      isHttpSecure: tls.server !== undefined,
      isFixSecure: tls.fix !== undefined,
    },
    credentialsFile: existsSync(credentialsPath(directory.path)) ? credentialsPath(directory.path) : undefined,
    tradingAccount:
      engine.state.instrumentBySymbol('AAPL') === undefined
        ? undefined
        : engine.state.accounts.find((account) => account.status === 'ACTIVE')?.id,
    isFirstStart,
    fingerprint: () => fingerprint(engine.state),
    reloadCertificates() {
      for (const [door, listening] of [['server', frontDoor] as const, ['fix', listener] as const])
        reloadCertificate({ config, door, listening, logger })
    },
    close() {
      availability = 'draining'
      return closeApp({
        timer,
        listener,
        gateway,
        sequencer,
        frontDoor,
        server,
        management,
        snapshotSchedule,
        archiveSchedule,
        delivery,
        projection,
        history,
        fixLog,
        reader,
        journal,
        directory,
      })
    },
  }
}
