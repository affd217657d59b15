import { rateLimits } from '../../config/edge-limits.ts'
import { sessionBehaviour } from '../../config/session-settings.ts'
import { mayHaveOpenSessions } from '../../config/start-refusals.ts'
import { openPrinter } from '../../documents/printer.ts'
import { FixAdministration } from '../../fix/fix-administration.ts'
import { FixMessageLog } from '../../fix/message-log/message-log.ts'
import { sandboxFixture } from '../../genesis/sandbox-fixture.ts'
import type { FrontDoor } from '../../http/access/front-door.ts'
import { CredentialVerifier } from '../../http/credentials/verifier.ts'
import { createServer } from '../../http/server.ts'
import { readMarketDataFile } from '../../market/market-data-file.ts'
import { MarketData } from '../../market/market-data.ts'
import { tradingCalendar } from '../../market/trading-calendar.ts'
import type { Logger } from '../../telemetry/logger.ts'
import { healthReport, journalReport, type ReportedParts } from '../reports.ts'

export type RestServer = Awaited<ReturnType<typeof createServer>>

export interface RestServerParts extends ReportedParts {
  readonly frontDoor: FrontDoor
  readonly logger: Logger
  readonly version: string
}

const MARKET_DATA = new URL('../../../config/market-data/securities.json', import.meta.url)

/** The REST edge behind the port that listens already; it is asked once the front door opens. */
export async function createRestServer(parts: RestServerParts): Promise<RestServer> {
  const { config, storage, recovered, delivery, sequencer, metrics, standing, frontDoor, logger, version } = parts
  const { directory, reader, quarantine, stores } = storage
  const { engine, projection, history, fixLog, publisher, gateway } = recovered
  const { pepper, taxIdKey } = directory.secrets
  const view = engine.state
  const limits = rateLimits(config)
  return createServer({
    version,
    now: Date.now,
    view,
    sequencer,
    limits,
    verifier: new CredentialVerifier({ credentials: stores.credentials, view, pepper, limits: limits.perCredential, now: Date.now }),
    bodyLimitBytes: config.server.body_limit_bytes,
    frontDoor,
    availability: standing.availability,
    metrics,
    reportFailure: (error, request) => logger.error({ err: error, ...request }, 'a request failed'),
    credentials: stores.credentials,
    auditStore: stores.auditStore,
    pepper,
    taxIdKey,
    kyc: { mode: config.kyc.mode, delayMs: config.kyc.delay_ms },
    fixtureOf: (partner, name) => sandboxFixture({ config, view, now: Date.now, taxIdKey }, partner, name),
    documents: stores.documents,
    emails: stores.emails,
    w9Requests: stores.w9Requests,
    resets: stores.resets,
    printer: await openPrinter(),
    projection,
    history,
    previewOrder: (command, gone) => engine.preview(history.loadPlaceOrder(command), Date.now(), gone),
    fix: new FixAdministration(gateway, stores.sessionStore, {
      mayBeOpen: mayHaveOpenSessions(config),
      asksForCertificates: config.fix.tls.ca_file !== null,
    }),
    fixMessages: new FixMessageLog({ gateway, reader, inbound: fixLog, orders: projection.orders, view }),
    fixSessionDefaults: { ...sessionBehaviour(config.fix.session_defaults), targetCompId: config.fix.target_comp_id },
    calendar: tradingCalendar,
    marketData: new MarketData(readMarketDataFile(MARKET_DATA)),
    enforceHours: config.market.enforce_hours,
    publisher,
    partnerEvents: delivery,
    webhooks: delivery.webhooks,
    allowHttpWebhooks: config.webhooks.allow_http,
    health: { checks: () => healthReport(parts), uptimeS: standing.uptimeS },
    journalReport: () => journalReport(parts),
    quarantine,
  })
}
