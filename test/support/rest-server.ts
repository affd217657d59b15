import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Delivery } from '../../src/delivery/delivery.ts'
import { MarketDataPublisher } from '../../src/delivery/market-data/publisher.ts'
import { positionsOf } from '../../src/domain/batch.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Instrument, Quote } from '../../src/domain/market/instrument.ts'
import { OPERATOR_SCOPE, PARTNER_SCOPES, type PartnerScope } from '../../src/domain/partners/scopes.ts'
import { gatewayLimits } from '../../src/config/edge-limits.ts'
import { loadConfig } from '../../src/config.ts'
import { sandboxFixture } from '../../src/genesis/sandbox-fixture.ts'
import { printer } from '../../src/documents/printer.ts'
import { Engine } from '../../src/engine/engine.ts'
import { systemClock } from '../../src/fix/clock.ts'
import { FixAdministration } from '../../src/fix/fix-administration.ts'
import { FixGateway } from '../../src/fix/gateway.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { DEFAULT_RULES, type EngineRules } from '../../src/engine/rules.ts'
import { issueKey } from '../../src/http/credentials/issue.ts'
import { CredentialVerifier } from '../../src/http/credentials/verifier.ts'
import type { RateLimits } from '../../src/http/access/rate-limit.ts'
import type { KycRules } from '../../src/http/resources/accounts/kyc-simulator.ts'
import type { FixAdministration as FixSessions, FixMessages } from '../../src/http/resources/admin/fix-administration.ts'
import { eventData } from '../../src/http/resources/webhooks/event-data.ts'
import type { Availability } from '../../src/http/availability.ts'
import { createServer } from '../../src/http/server.ts'
import type { RetentionRules } from '../../src/delivery/events/retention.ts'
import { MarketData } from '../../src/market/market-data.ts'
import { readMarketDataFile } from '../../src/market/market-data-file.ts'
import { Sequencer } from '../../src/sequencer.ts'
import { AuditStore } from '../../src/storage/rows/audit-store.ts'
import { DocumentStore } from '../../src/storage/rows/document-store.ts'
import { EmailOutbox } from '../../src/storage/rows/email-outbox.ts'
import { ResetStore } from '../../src/storage/rows/reset-store.ts'
import { W9RequestStore } from '../../src/storage/rows/w9-request-store.ts'
import { CredentialStore } from '../../src/storage/rows/credential-store.ts'
import { FixSessionStore } from '../../src/storage/rows/fix-session-store.ts'
import { History } from '../../src/storage/history/history.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { Quarantine } from '../../src/storage/quarantine.ts'
import { Projection } from '../../src/storage/projector/projection.ts'
import { WebhookStore } from '../../src/storage/rows/webhook-store.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { type HealthFacts, healthChecks } from '../../src/telemetry/health-checks.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { CALENDAR, FRIDAY, INSTRUMENTS } from '../engine/engine-under-test.ts'
import { InlineJournal } from '../storage/support/inline-journal.ts'
import { ManualClock } from './manual-clock.ts'
import { injectInto, RestClient } from './rest-client.ts'
import { security } from './security.ts'

/** A key pair as clients get it. */
export interface KeyPair {
  readonly api_key: string
  readonly api_secret: string
}

export interface RestServerOptions {
  readonly rules?: Partial<EngineRules>
  readonly kyc?: KycRules
  readonly limits?: Partial<RateLimits>
  readonly maxPendingEvents?: number
  /** quotes in regular hours alone */
  readonly enforceHours?: boolean
  /** listed beside the five of the engine's tests, or in place of the one with the same symbol */
  readonly instruments?: readonly Instrument[]
  /** with FIX sessions, which nobody is connected to */
  readonly dictionary?: DictionaryRules
  /** connections can show client certificates; default true */
  readonly asksForCertificates?: boolean
  readonly webhooks?: WebhookOptions
  /** hears of errors that are our own fault; without it they fail the test's process */
  readonly reportFailure?: (error: unknown) => void
}

/** How webhooks and event streams are set; left out: retries by the sandbox's schedule, everything kept. */
export interface WebhookOptions {
  readonly retryScale?: number
  readonly allowHttp?: boolean
  readonly allowPrivateTargets?: boolean
  readonly retention?: RetentionRules
  /** of the receivers' certificates, PEM */
  readonly ca?: string
}

const NO_LIMITS: RateLimits = {
  perCredential: null,
  ordersPerAccount: null,
  failuresPerAddress: null,
  sandboxResetsPerMinute: null,
  streamsPerPartner: null,
}
const HEALTHY: Omit<HealthFacts, 'availability'> = {
  commitMs: 0,
  freeBytes: 2 ** 40,
  projectorLagEvents: 0,
  maxProjectorLagEvents: 1_000,
  pendingEvents: 0,
  isCongested: false,
  clockBehindMs: 0,
  quarantinedCommands: 0,
  deliveryLagEvents: 0,
}
const CONFIG = loadConfig({})
const SECRET = Buffer.alloc(32, 1)
/** Has read the document of the first server: all have the same, however they are set (openapi.test.ts), and to make it takes a seventh of a server. */
let anyone: RestClient | undefined
const MARKET_DATA = new MarketData(readMarketDataFile(new URL('../../config/market-data/securities.json', import.meta.url)))

/**
 * The REST edge over the real engine, sequencer, journal and read model, in a directory of its own. One sandbox partner with a key that has
 * every scope, and an operator. The clock stands on Friday 2026-11-20, 10:04 in New York, and moves when a test moves it.
 */
export async function openRestServer(options: RestServerOptions = {}): Promise<RestServer> {
  const parts = openParts(options)
  const server = new RestServer(parts, options)
  await server.begin()
  return server
}

function openParts({ rules }: RestServerOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'fillgate-rest-'))
  const journal: Journal = new InlineJournal({ directory, onFailure: fail })
  const engine = new Engine({ calendar: CALENDAR, rules: { ...DEFAULT_RULES, ...rules }, orderCapacity: 16 })
  return { directory, journal, engine }
}

function listed(wanted: readonly Instrument[]): Instrument[] {
  return [...new Map([...INSTRUMENTS, ...wanted].map((instrument) => [instrument.symbol, instrument])).values()]
}

function fail(error: Error): never {
  throw error
}

export class RestServer {
  readonly engine: Engine
  readonly journal: Journal
  readonly directory: string
  readonly sequencer: Sequencer
  readonly projection: Projection
  readonly publisher: MarketDataPublisher
  readonly delivery: Delivery
  readonly quarantine: Quarantine
  readonly credentials: CredentialStore
  readonly metrics = new Metrics('test')
  readonly failures: unknown[] = []
  availability: Availability = 'ready'
  /** what health is judged by, as far as it is not as it should be */
  health: Partial<HealthFacts> = {}
  private isHolding = false
  private heldCommit: (() => void) | undefined
  /** epoch ms */
  now = FRIDAY
  app!: FastifyInstance
  /** the partner's, with every scope */
  client!: RestClient
  operator!: RestClient
  private readonly history: History
  private readonly reader: JournalReader
  private readonly gateway: FixGateway | undefined
  private readonly options: RestServerOptions

  constructor({ directory, journal, engine }: ReturnType<typeof openParts>, options: RestServerOptions) {
    this.directory = directory
    this.journal = journal
    this.engine = engine
    this.options = options
    this.credentials = new CredentialStore(journal)
    this.quarantine = new Quarantine(directory)
    this.projection = new Projection({
      directory,
      maxLagEvents: 100_000,
      fixLogMessages: 1_000,
      onProgress: (through) => {
        this.history.noteProjected(through)
        engine.releaseEnded(through + 1)
      },
      onFixLogBegunAnew: (complaint) => fail(new Error(complaint)),
      onFixLogHeld: () => fail(new Error('fix-log.db is locked')),
      onFailure: fail,
    })
    this.history = new History({ directory, view: engine.state, projection: this.projection, replayFrom: 1 })
    this.reader = new JournalReader(directory)
    const { webhooks = {} } = options
    this.delivery = new Delivery({
      directory,
      view: engine.state,
      reader: this.reader,
      readModel: this.projection,
      webhooks: new WebhookStore(journal, SECRET),
      dataOf: eventData({ view: engine.state, readModel: this.projection }),
      pendingEvents: () => this.sequencer.pendingEvents,
      spunMs: () => 0,
      now: () => this.now,
      retention: webhooks.retention ?? { events: 1_000_000, hours: 168, bytes: null },
      retryScale: webhooks.retryScale ?? 1,
      allowPrivateTargets: webhooks.allowPrivateTargets ?? null,
      onAttempt: (isSuccess) => this.metrics.webhookAttempts[isSuccess ? 'succeeded' : 'failed']++,
      onUnreadable: fail,
      onFailure: fail,
      version: '0.0.0-test',
      ...(webhooks.ca === undefined ? {} : { ca: webhooks.ca }),
    })
    this.publisher = new MarketDataPublisher({
      view: engine.state,
      clock: { ...systemClock, epochMs: () => this.now },
      whenDurable: (done) => this.sequencer.whenDurable(() => queueMicrotask(done)),
    })
    this.gateway =
      options.dictionary &&
      new FixGateway({
        view: engine.state,
        rules: options.dictionary,
        reader: this.reader,
        pastOrder: (account, id) => this.history.pastOrder(account, id),
        clock: new ManualClock(),
        logger: createLogger({ level: 'silent', terminal: false }),
        metrics: this.metrics,
        limits: gatewayLimits(CONFIG),
      })
    this.sequencer = new Sequencer({
      execute: (command, at, position, events) => {
        const from = events.length
        const result = engine.execute(command, at, position, events)
        this.history.noteEvents(events, from, position)
        return result
      },
      load: (command) => this.history.load(command),
      isQuarantined: (command) => this.quarantine.find(command) !== undefined,
      commit: (batch, durable) => this.commit(() => journal.commit(batch, durable)),
      now: () => this.now,
      participant: this.gateway?.commits ?? { seal: () => [], durable: () => undefined, tell: () => undefined },
      onDurable: (batch) => {
        const through = batch.position + positionsOf(batch) - 1
        this.history.noteDurable(through)
        this.projection.notify(through)
        this.publisher.onDurable(batch)
        this.delivery.onDurable(batch)
      },
      firstPosition: 1,
      lastAt: 0,
      maxPendingEvents: options.maxPendingEvents ?? 100_000,
    })
    this.gateway?.begin(this.sequencer)
  }

  async begin(): Promise<void> {
    // in one commit: the disk is waited for once
    await Promise.all([
      this.run({
        type: 'CreatePartner',
        id: '6f1ab0de-5b1c-4c8e-9d2e-3a7c51f0a001',
        name: 'Sandbox',
        environment: 'sandbox',
        seed: 'seed of the sandbox',
      }),
      ...listed(this.options.instruments ?? []).map((instrument) => this.run({ type: 'ListInstrument', instrument })),
    ])
    const view = this.engine.state
    const now = (): number => this.now
    const limits = { ...NO_LIMITS, ...this.options.limits }
    this.app = await createServer({
      version: '0.0.0-test',
      now,
      view,
      sequencer: this.sequencer,
      projection: this.projection,
      history: this.history,
      previewOrder: (command, gone) => this.engine.preview(this.history.loadPlaceOrder(command), this.now, gone),
      credentials: this.credentials,
      verifier: new CredentialVerifier({ credentials: this.credentials, view, pepper: SECRET, limits: limits.perCredential, now }),
      pepper: SECRET,
      taxIdKey: SECRET,
      limits,
      bodyLimitBytes: 1024 * 1024,
      availability: () => this.availability,
      metrics: this.metrics,
      reportFailure: (error) => {
        if (this.options.reportFailure === undefined) queueMicrotask(() => fail(error as Error))
        else this.options.reportFailure(error)
      },
      kyc: this.options.kyc ?? { mode: 'suffix', delayMs: 1000 },
      health: { checks: () => healthChecks({ ...HEALTHY, ...this.health, availability: this.availability }), uptimeS: () => 12 },
      calendar: CALENDAR,
      marketData: MARKET_DATA,
      enforceHours: this.options.enforceHours ?? false,
      publisher: this.publisher,
      partnerEvents: this.delivery,
      webhooks: this.delivery.webhooks,
      allowHttpWebhooks: this.options.webhooks?.allowHttp ?? false,
      fix: this.gateway
        ? new FixAdministration(this.gateway, new FixSessionStore(this.journal), {
            mayBeOpen: true,
            asksForCertificates: this.options.asksForCertificates ?? true,
          })
        : NO_SESSIONS,
      fixMessages: NO_MESSAGES,
      fixSessionDefaults: {
        targetCompId: 'GATEWAY',
        cancelOnDisconnect: { enabled: false, graceMs: 5000, onLogout: false, includeGtc: true },
      },
      fixtureOf: (partner, name) => sandboxFixture({ config: CONFIG, view, now: () => this.now, taxIdKey: SECRET }, partner, name),
      documents: new DocumentStore(this.journal, SECRET),
      emails: new EmailOutbox(this.journal),
      w9Requests: new W9RequestStore(this.journal),
      resets: new ResetStore(this.journal),
      printer,
      auditStore: new AuditStore(this.journal),
      quarantine: this.quarantine,
      journalReport: () => ({
        position: this.sequencer.nextPosition - 1,
        size_bytes: 4096,
        hot_from: 1,
        archives: 0,
        archive_bytes: 0,
        archived_at: null,
        snapshot_position: null,
        snapshot_at: null,
        commit_p50_us: null,
        commit_p99_us: null,
        projector_lag_events: 0,
      }),
    })
    anyone ??= await RestClient.of(injectInto(this.app))
    const anonymous = anyone.over(injectInto(this.app))
    this.client = anonymous.as(await this.issue(0, PARTNER_SCOPES))
    this.operator = anonymous.as(await this.issue(null, [OPERATOR_SCOPE]))
  }

  /** The disk is slow: no commit begins until the returned function is called. */
  holdCommits(): () => void {
    this.isHolding = true
    return () => {
      this.isHolding = false
      this.heldCommit?.()
      this.heldCommit = undefined
    }
  }

  /** The next request that waits for storage waits until it is let go, too; `waiting` resolves once it is there. */
  holdRead(): { readonly waiting: Promise<void>; readonly letGo: () => void } {
    const { projection } = this
    const shown = projection.caughtUp.bind(projection)
    let letGo = (): void => undefined
    const going = new Promise<void>((resolve) => (letGo = resolve))
    const waiting = new Promise<void>((resolve) => {
      projection.caughtUp = async (position) => {
        projection.caughtUp = shown
        resolve()
        await going
        await shown(position)
      }
    })
    return { waiting, letGo }
  }

  private commit(write: () => void): void {
    if (this.isHolding) this.heldCommit = write
    else write()
  }

  get anonymous(): RestClient {
    return this.client.anonymous
  }

  run(command: Command) {
    return this.sequencer.run(command)
  }

  /** A key of a partner, or an operator's. */
  async issue(
    partner: number | null,
    scopes: readonly (PartnerScope | typeof OPERATOR_SCOPE)[],
  ): Promise<KeyPair & { readonly id: string }> {
    const environment = partner === null ? 'sandbox' : this.engine.state.partners[partner]!.environment
    const { credential, apiSecret } = issueKey({ partner, environment, label: 'test', scopes, pepper: SECRET, now: this.now })
    await this.credentials.add(credential)
    return { id: credential.id, api_key: credential.keyId, api_secret: apiSecret }
  }

  /** A client of the same server with a key of its own. */
  async clientWith(scopes: readonly (PartnerScope | typeof OPERATOR_SCOPE)[], partner: number | null = 0): Promise<RestClient> {
    return this.client.as(await this.issue(partner, scopes))
  }

  async documentBytes(id: string): Promise<Buffer> {
    const { api_key, api_secret } = await this.issue(0, ['documents:read'])
    const headers = { 'x-api-key': api_key, 'x-api-secret': api_secret }
    return (await this.app.inject({ method: 'GET', url: `/v1/documents/${id}/content`, headers })).rawPayload
  }

  /** Lists so many securities, and gives an account one share of each. */
  async grantMany(accountId: string, count: number): Promise<void> {
    const positions = Array.from({ length: count }, (_, number) => ({ symbol: `S${number}`, shares: 1, priceTicks: 50_0000 }))
    await Promise.all(
      positions.map(({ symbol, priceTicks: previousCloseTicks }) =>
        this.run({ type: 'ListInstrument', instrument: security(symbol, previousCloseTicks) }),
      ),
    )
    await this.run({ type: 'GrantHoldings', account: this.engine.state.accountById(accountId)!.index, cashCents: 0, positions })
  }

  /** Another partner with a key that has every scope. */
  async anotherPartner(environment: 'sandbox' | 'live' = 'sandbox'): Promise<RestClient> {
    const index = this.engine.state.partners.length
    await this.run({
      type: 'CreatePartner',
      id: `00000000-0000-4000-8000-00000000000${index}`,
      name: `Partner ${index}`,
      environment,
      seed: `seed ${index}`,
    })
    return this.clientWith(PARTNER_SCOPES, index)
  }

  /** The body of an account application that is approved at once. */
  static application(more: object = {}): object {
    return {
      contact: { email_address: 'jane@example.com', phone_number: '+15125550100' },
      identity: { given_name: 'Jane', family_name: 'Doe', date_of_birth: '1990-01-01', tax_id: '123-45-0001' },
      ...more,
    }
  }

  /** An active account, with cash when some is given ("10000.00"). */
  async account(cash?: string, client = this.client): Promise<TradingAccount> {
    const { body } = await client.post('/v1/accounts', RestServer.application())
    const account = new TradingAccount(client, body)
    if (cash !== undefined) await account.deposit(cash)
    return account
  }

  /** The house buys and sells at these prices. */
  async quote(symbol: string, bid: string, ask: string, sizes = '1000'): Promise<void> {
    const { status } = await this.client.post('/v1/dev/sandbox/quotes', { symbol, bid, ask, bid_size: sizes, ask_size: sizes })
    if (status !== 200) throw new Error(`the quote was refused: ${status}`)
  }

  /** The simulated market of the first partner has no quote. */
  async withdrawQuote(symbol: string): Promise<void> {
    const quote: Quote = { bidTicks: 0, askTicks: 0, bidLots: 0, askLots: 0 }
    await this.run({ type: 'MoveQuote', market: 0, symbol, quote })
  }

  async close(): Promise<void> {
    await this.app.close()
    await this.sequencer.drain()
    await this.delivery.close()
    await this.projection.close()
    this.history.close()
    this.reader.close()
    await this.journal.close()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** An account as its owner uses it. */
export class TradingAccount {
  readonly id: string
  readonly number: string
  readonly path: string
  readonly created: Readonly<Record<string, unknown>>
  private readonly client: RestClient
  private ids = 0

  constructor(client: RestClient, created: { readonly id: string; readonly account_number: string }) {
    this.client = client
    this.created = { ...created }
    this.id = created.id
    this.number = created.account_number
    this.path = `/v1/accounts/${created.id}`
  }

  async link(more: object = {}) {
    const { body } = await this.client.post(`${this.path}/ach-relationships`, { ...BANK, ...more })
    return body as { readonly id: string; readonly status: string }
  }

  async deposit(amount: string): Promise<void> {
    const { id } = await this.link()
    const { status } = await this.client.post(`${this.path}/funding/deposits`, { ach_relationship_id: id, amount })
    if (status !== 201) throw new Error(`the deposit was refused: ${status}`)
  }

  /** A limit order for the day unless something else is said. */
  order(order: object) {
    return this.client.post(`${this.path}/orders`, {
      symbol: 'AAPL',
      order_type: 'limit',
      client_order_id: `c-${++this.ids}`,
      ...order,
    })
  }

  async balances() {
    const { body } = await this.client.get(`${this.path}/balances`)
    return body as Readonly<Record<string, string>>
  }
}

export const BANK = {
  bank_account_number: '000123456789',
  bank_account_owner_name: 'Jane Doe',
  bank_account_type: 'CHECKING',
  bank_name: 'First Bank',
  bank_routing_number: '121000358',
}

/** A gateway without FIX. */
const NO_SESSIONS: FixSessions = {
  list: () => [],
  find: () => undefined,
  create: () => Promise.resolve({ type: 'session_already_exists' }),
  change: () => Promise.resolve({ type: 'session_not_found' }),
  reset: () => Promise.resolve({ type: 'session_not_found' }),
  disconnect: () => Promise.resolve({ type: 'session_not_found' }),
  replay: () => ({ type: 'session_not_found' }),
}

const NO_MESSAGES: FixMessages = { ofOrder: () => Promise.resolve([]), ofSession: () => Promise.resolve([]) }
