import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ConnectionOptions, TlsOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { gatewayLimits } from '../../src/config/edge-limits.ts'
import { loadConfig } from '../../src/config.ts'
import type { TradingConfigurations } from '../../src/domain/accounts/account.ts'
import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Batch } from '../../src/domain/batch.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import { MarketDataPublisher } from '../../src/delivery/market-data/publisher.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import type { EngineRules } from '../../src/engine/rules.ts'
import { listenForFix } from '../../src/fix/connection/acceptor.ts'
import type { FixListener } from '../../src/fix/connection/acceptor.ts'
import { systemClock } from '../../src/fix/clock.ts'
import type { Clock } from '../../src/fix/clock.ts'
import { FixAdministration } from '../../src/fix/fix-administration.ts'
import { FixGateway } from '../../src/fix/gateway.ts'
import type { GatewayLimits } from '../../src/fix/gateway-parts.ts'
import { DEFAULT_SESSION_SETTINGS } from '../../src/fix/session/session-settings.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import { compileDictionaryRules, loadDefinitions } from '../../src/fix/wire/dictionary-rules.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import { validateMessage } from '../../src/fix/wire/validate.ts'
import { Sequencer } from '../../src/sequencer.ts'
import { JournalReader } from '../../src/storage/journal-reading/journal-reader.ts'
import type { Journal } from '../../src/storage/journal/journal.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import type { LogonRefusal } from '../../src/telemetry/metrics.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { Archive } from '../engine/archive.ts'
import { CALENDAR, INSTRUMENTS } from '../engine/engine-under-test.ts'
import { openStrictJournal } from '../storage/support/strict-journal.ts'
import { FixClient } from './fix-client.ts'
import { until } from './until.ts'

export const DICTIONARY = fileURLToPath(new URL('../../fix-dictionary/FIX44.xml', import.meta.url))

let loadedDefinitions: ReturnType<typeof loadDefinitions> | undefined
export const definitions = (): ReturnType<typeof loadDefinitions> => (loadedDefinitions ??= loadDefinitions(DICTIONARY))

let loadedRules: Promise<DictionaryRules> | undefined
export const dictionaryRules = (): Promise<DictionaryRules> => (loadedRules ??= definitions().then(compileDictionaryRules))

/** of a gateway that sets none of its own */
export const LIMITS = gatewayLimits(loadConfig({}))

export interface GatewayOptions {
  readonly clock?: Clock
  readonly sessions?: readonly (Partial<SessionSettings> & { readonly senderCompId: string })[]
  readonly limits?: Partial<GatewayLimits>
  readonly rules?: Partial<EngineRules>
  /** names of the accounts; each has 1,000,000 dollars and 100,000 AAPL */
  readonly accounts?: readonly string[]
  /** an earlier gateway's directory: a restart */
  readonly directory?: string
  readonly maxPendingEvents?: number
  /** sessions may have neither password nor client certificate; default true */
  readonly mayBeOpen?: boolean
  /** commands on which the engine is said to have failed before */
  readonly isQuarantined?: (command: Command) => boolean
  /** TLS in place of plain TCP */
  readonly tls?: TlsOptions
  /** where it listens; default 127.0.0.1 */
  readonly host?: string
}

let loadedPublicRules: Promise<DictionaryRules> | undefined
/** The common public FIX 4.4 dictionary, by which a desk may validate: it has to accept whatever the gateway sends. */
export const publicRules = (): Promise<DictionaryRules> =>
  (loadedPublicRules ??= loadDefinitions(
    join(dirname(createRequire(import.meta.url).resolve('jspurefix/package.json')), 'data/FIX44.xml'),
  ).then(compileDictionaryRules))

/** The real gateway on a free port of the loopback address: engine, sequencer, in-line journal in a directory of its own. */
export class GatewayUnderTest {
  readonly directory: string
  readonly clock: Clock
  readonly engine: Engine
  readonly journal: Journal
  readonly reader: JournalReader
  readonly publisher: MarketDataPublisher
  readonly gateway: FixGateway
  readonly sequencer: Sequencer
  readonly administration: FixAdministration
  readonly metrics = new Metrics('test')
  readonly logged: string[] = []
  readonly settings: SessionSettings[]
  readonly batches: Batch[] = []
  readonly #tls: TlsOptions | undefined
  readonly #host: string
  #listener: FixListener | undefined
  readonly #clients: FixClient[] = []

  constructor(options: GatewayOptions, dictionary: DictionaryRules) {
    this.clock = options.clock ?? systemClock
    this.#tls = options.tls
    this.#host = options.host ?? '127.0.0.1'
    this.directory = options.directory ?? mkdtempSync(join(tmpdir(), 'fillgate-fix-'))
    this.engine = new Engine({ calendar: CALENDAR, rules: { ...DEFAULT_RULES, ...options.rules } })
    this.journal = openStrictJournal(this.directory)
    this.reader = new JournalReader(this.directory)
    this.publisher = new MarketDataPublisher({
      view: this.engine.state,
      clock: this.clock,
      whenDurable: (done) => this.sequencer.whenDurable(() => queueMicrotask(done)),
    })
    const archive = new Archive()
    this.gateway = new FixGateway({
      view: this.engine.state,
      rules: dictionary,
      reader: this.reader,
      pastOrder: (account, id) => archive.order(account, id),
      clock: this.clock,
      logger: createLogger({ level: 'debug', terminal: false, destination: { write: (line: string) => void this.logged.push(line) } }),
      metrics: this.metrics,
      limits: { ...LIMITS, ...options.limits },
      marketData: { publisher: this.publisher, calendar: CALENDAR },
    })
    const wanted = options.sessions ?? [
      { senderCompId: 'DESK1' },
      { senderCompId: 'DESK2' },
      { senderCompId: 'DROP1', kind: 'drop-copy' as const },
    ]
    this.settings = wanted.map((session, index) => settingsOf(session, index + 1))
    for (const settings of this.settings) this.gateway.addSession(settings)
    const last = this.#replayJournal(archive)
    this.sequencer = new Sequencer({
      execute: (command, at, position, events) => this.engine.execute(command, at, position, events),
      load: (command) => archive.load(command, this.engine.state),
      ...(options.isQuarantined && { isQuarantined: options.isQuarantined }),
      commit: (batch, durable) => this.journal.commit(batch, durable),
      now: () => this.clock.epochMs(),
      participant: this.gateway.commits,
      onDurable: (batch) => {
        this.batches.push(batch)
        for (const event of batch.events) archive.take(event)
        this.publisher.onDurable(batch)
      },
      firstPosition: this.reader.lastPosition() + 1,
      lastAt: last,
      maxPendingEvents: options.maxPendingEvents ?? 100_000,
    })
    this.gateway.begin(this.sequencer)
    const store = { add: () => Promise.resolve(), change: () => Promise.resolve() }
    this.administration = new FixAdministration(this.gateway, store, { mayBeOpen: options.mayBeOpen ?? true, asksForCertificates: true })
  }

  #replayJournal(archive: Archive): number {
    let at = 0
    for (let from = 1; ;) {
      const batches = this.reader.batches(from, { batches: 1_000 })
      if (batches.length === 0) return at
      for (const batch of batches) {
        batch.events.forEach((event, index) => {
          this.engine.apply(event, batch.position + index)
          archive.take(event)
          at = event.at
        })
        this.gateway.restore(batch)
        from = batch.position + Math.max(1, batch.events.length)
      }
    }
  }

  static async start(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
    const started = new GatewayUnderTest(options, await dictionaryRules())
    if (options.directory === undefined) await started.#open(options.accounts ?? ['ACC1'])
    await started.listen()
    started.gateway.awaitLost()
    return started
  }

  async #open(accounts: readonly string[]): Promise<void> {
    // in one commit: the disk is waited for once
    const done = [
      this.run({ type: 'CreatePartner', id: 'partner-1', name: 'Sandbox', environment: 'sandbox', seed: 'a seed' }),
      ...INSTRUMENTS.map((instrument) => this.run({ type: 'ListInstrument', instrument })),
    ]
    for (const accountNumber of accounts) {
      const opened = this.run({
        type: 'OpenAccount',
        partner: 0,
        userId: '',
        accountNumber,
        status: AccountStatus.Active,
        kycStatus: KycStatus.Approved,
        kycResults: null,
        tradingConfigurations: TRADING,
        profile: '{}',
      })
      const granted = this.run({
        type: 'GrantHoldings',
        account: this.engine.state.accounts.length - 1,
        cashCents: 100_000_000,
        positions: [{ symbol: 'AAPL', shares: 100_000, priceTicks: 1_500_000 }],
      })
      done.push(opened, granted)
    }
    await Promise.all(done)
  }

  async listen(): Promise<void> {
    this.#listener = await listenForFix(this.gateway, { host: this.#host, port: 0, definitions: await definitions(), tls: this.#tls })
  }

  useCertificate(tls: TlsOptions): void {
    this.#listener!.useCertificate(tls)
  }

  stopListening(): Promise<void> {
    const listener = this.#listener
    this.#listener = undefined
    return listener?.close() ?? Promise.resolve()
  }

  get port(): number {
    return this.#listener!.port
  }

  /** Runs a command as REST or an operator would; resolves when it is durable. */
  async run(command: Command): Promise<readonly Event[]> {
    return (await this.sequencer.run(command)).events
  }

  /** The next commit is under way until the function is called that this gives once it has begun; those behind it are as quick as ever. */
  heldCommit(): Promise<() => void> {
    const commit = this.journal.commit.bind(this.journal)
    return new Promise((begun) => {
      this.journal.commit = (batch, durable) => {
        this.journal.commit = commit
        commit(batch, () => begun(durable))
      }
    })
  }

  async connect(senderCompId = 'DESK1', tls?: ConnectionOptions): Promise<FixClient> {
    const client = await FixClient.open({ port: this.port, senderCompId, nowMs: () => this.clock.epochMs(), ...(tls && { tls }) })
    this.#clients.push(client)
    return client
  }

  /** A client that has logged on and heard the answer. */
  async logOn(senderCompId = 'DESK1', { body, number = 1 }: { body?: string; number?: number } = {}): Promise<FixClient> {
    const client = await this.connect(senderCompId)
    client.next = number
    client.logon(body)
    await client.hear('A')
    return client
  }

  /** Resolves once the gateway has noticed that the session's connection has ended. */
  async goneFrom(senderCompId: string): Promise<void> {
    await until(() => this.gateway.connectionOf(this.book(senderCompId)) === undefined)
  }

  book(senderCompId = 'DESK1'): FixGateway['books'][number] {
    return this.gateway.books.find(({ settings }) => settings.senderCompId === senderCompId)!
  }

  refusedLogons(reason: LogonRefusal): Promise<number> {
    return this.metric(`fillgate_fix_refused_logons_total{reason="${reason}"}`)
  }

  async metric(name: string): Promise<number> {
    const line = (await this.metrics.text()).split('\n').find((text) => text.startsWith(`${name} `))
    return Number(line?.slice(name.length + 1))
  }

  /** Ends as kill -9 would: nothing is said, nothing more is written. The directory stays. */
  async kill(): Promise<void> {
    for (const client of this.#clients) await client.drop()
    await this.#validateAllThatWasSent()
    await this.stopListening()
    await this.sequencer.drain()
    await this.journal.close()
    this.reader.close()
  }

  async #validateAllThatWasSent(): Promise<void> {
    const view = new MessageView()
    const heard = this.#clients.splice(0).flatMap((client) => client.heard)
    for (const rules of [await publicRules(), this.gateway.rules]) {
      for (const message of heard) {
        const bytes = Buffer.from(message.text.replaceAll('|', '\x01'), 'latin1')
        const fault = view.load(bytes, 0, bytes.length) ? validateMessage(view, rules) : { text: 'unparsable' }
        if (fault !== undefined) throw new Error(`the gateway sent ${message.text}, at which a desk would say ${JSON.stringify(fault)}`)
      }
    }
  }

  async close(): Promise<void> {
    await this.kill()
    rmSync(this.directory, { recursive: true, force: true })
  }
}

const TRADING: TradingConfigurations = { fractional_trading: true, extended_hours: true, suspend_trade: false, max_order_notional: null }

export function settingsOf(session: Partial<SessionSettings> & { readonly senderCompId: string }, index: number): SessionSettings {
  return {
    ...DEFAULT_SESSION_SETTINGS,
    index,
    id: `00000000-0000-8000-8000-00000000000${index}`,
    targetCompId: 'GATEWAY',
    kind: 'order-entry',
    partner: 0,
    createdAt: 0,
    ...session,
  }
}
