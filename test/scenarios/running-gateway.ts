import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { deepMerge } from '../../src/config/merge.ts'
import { tradeDate } from '../../src/domain/time/trade-date.ts'
import { credentialsPath, type SandboxCredentials } from '../../src/genesis/sandbox-credentials.ts'
import { nextBusinessDay, tradingDayAlwaysOpen } from '../../src/market/trading-calendar.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { fieldOrderViolations, validateWithPublicDictionary } from '../fix/wire/peer-validator.ts'
import { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { connectTo, RestClient } from '../support/rest-client.ts'

/** What a configuration file may say. */
export type Settings = Readonly<Record<string, unknown>>

/**
 * Three clients, each with an account of its own that has money and shares, a drop copy of all of them, and symbols BENCH1 … that nobody
 * quotes: whatever trades there, a test has ordered.
 */
export const CLIENTS: Settings = {
  rate_limits: { enabled: false },
  fix: { sessions: [{ sender_comp_id: 'DROP1', kind: 'drop-copy' }] },
  first_start: {
    instruments: null,
    fixture: 'none',
    bench: { sessions: 3, symbols: 100, previous_close: '100.00', cash: '100000000.00', shares_per_symbol: 1_000_000 },
  },
}

export interface StartOptions {
  /** over `CLIENTS`, member by member */
  readonly settings?: Settings
  /** an earlier gateway's data: a restart */
  readonly dataDirectory?: string
}

/** The whole product in this process: src/app.ts with a configuration file and a data directory of its own, on free ports. */
export class RunningGateway {
  /** empty it with `remove` */
  readonly root: string
  readonly dataDirectory: string
  app!: App
  credentials!: SandboxCredentials
  /** the partner's, with every scope */
  partner!: RestClient
  operator!: RestClient
  readonly #clients: FixClient[] = []

  private constructor({ settings = {}, dataDirectory }: StartOptions) {
    this.root = mkdtempSync(join(tmpdir(), 'fillgate-scenario-'))
    this.dataDirectory = dataDirectory ?? join(this.root, 'data')
    writeFileSync(join(this.root, 'config.json'), JSON.stringify(deepMerge(CLIENTS, settings)))
  }

  static async start(options: StartOptions = {}): Promise<RunningGateway> {
    const gateway = new RunningGateway(options)
    await gateway.begin()
    return gateway
  }

  /** Starts it, for the first time or again. */
  async begin(): Promise<void> {
    const config = loadConfig({
      CONFIG: join(this.root, 'config.json'),
      DATA_DIR: this.dataDirectory,
      HTTP_PORT: '0',
      FIX_PORT: '0',
      MANAGEMENT_PORT: '0',
    })
    this.app = await createApp(config, {
      version: '0.0.0-test',
      logger: createLogger({ level: 'silent', terminal: false }),
      onFatal: (error) => {
        throw error
      },
    })
    this.credentials = JSON.parse(readFileSync(credentialsPath(this.dataDirectory), 'utf8')) as SandboxCredentials
    const anyone = await RestClient.of(connectTo(this.credentials.base_url))
    this.partner = anyone.as(this.credentials)
    this.operator = anyone.as(this.credentials.operator)
    if (this.app.isFirstStart) await this.#moveTradingDayAhead()
  }

  // The clock of the machine must not end the trading day in the middle of a test.
  async #moveTradingDayAhead(): Promise<void> {
    await this.endOfDay(tradeDate(nextBusinessDay(tradingDayAlwaysOpen(Date.now()) + 6)))
  }

  /** Ends the trading day; the next one is the next business day unless a date is given. */
  async endOfDay(date?: string): Promise<void> {
    const { status } = await this.operator.post('/v1/admin/end-of-day', date === undefined ? {} : { date })
    if (status !== 200) throw new Error(`the end of day was refused: ${status}`)
  }

  /** The account of CLIENT1, CLIENT2 … */
  account(client: number): { readonly id: string; readonly account_number: string } {
    return this.credentials.accounts[client - 1]!
  }

  /** A FIX client that has logged on and heard the answer; `number` is the first that it sends. */
  async logOn(senderCompId: string, { number = 1, body }: { readonly number?: number; readonly body?: string } = {}): Promise<FixClient> {
    const client = await FixClient.open({ port: this.app.addresses.fix, senderCompId })
    this.#clients.push(client)
    client.next = number
    client.logon(body)
    await client.hear('A')
    return client
  }

  /** Drains and ends; then whatever clients heard has to be what a desk with a public dictionary accepts. The data stays. */
  async stop(): Promise<void> {
    for (const client of this.#clients) client.answerLogout()
    await this.app.close()
    for (const client of this.#clients) await client.drop()
    const violations = this.#clients.splice(0).flatMap((client) => client.heard.flatMap(violationsOf))
    if (violations.length > 0) throw new Error(`a desk would not accept:\n${violations.join('\n')}`)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  /** `stop` and `remove`. */
  async end(): Promise<void> {
    await this.stop()
    this.remove()
  }
}

/** What a strict peer would hold against a message, and our own rule about the order of fields. */
function violationsOf(message: FixMessage): string[] {
  const bytes = Buffer.from(message.text.replaceAll('|', '\x01'), 'latin1')
  return [...validateWithPublicDictionary(bytes), ...fieldOrderViolations(bytes)].map((violation) => `${violation}: ${message.text}`)
}
