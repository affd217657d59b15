import { answer, WebhookReceiver } from '../support/webhook-receiver.ts'
import { connectTo } from '../support/rest-client.ts'
import { Desk } from '../system/desk.ts'
import type { GatewayProcess } from '../system/gateway-process.ts'
import { seeded } from '../system/seeded.ts'
import { Latencies } from './latencies.ts'
import { RestTraffic } from './rest-traffic.ts'
import { EventReader, NeverReader, type StreamSource } from './stream-readers.ts'
import { TradingSession } from './trading-session.ts'

export const DESKS = 4
export const SYMBOLS = 20
/** accounts that trade over REST; the first of them is a desk's too */
const REST_ACCOUNTS = 3

/** What the gateway of a soak needs of its configuration. */
export const ACCOUNTS = DESKS + REST_ACCOUNTS - 1

/** orders that a desk, or the partner, leaves behind it before it cancels the oldest */
const MOST_OPEN = 150
const BEAT_MS = 20
const SHORT_EVERY_MS = 10_000

export interface LoadParts {
  readonly gateway: GatewayProcess
  /** requests a second, all together */
  readonly rate: number
  readonly seed: number
}

/**
 * Everybody at once, at an offered rate: four desks that also leave and return, two drop copies, orders, reads and quotes over REST, a webhook receiver
 * that fails now and then, a reader of the event stream that hangs up and one that never reads. Whatever is wrong with an answer fails `running`.
 */
export class MixedLoad {
  readonly fix = new Latencies()
  readonly rest = new Latencies()
  readonly sessions: readonly TradingSession[]
  readonly partner: RestTraffic
  readonly reader: EventReader
  offered = 0
  reconnects = 0
  readonly #parts: LoadParts
  readonly #copies = [new Desk('DROP1', { remembers: 5_000 }), new Desk('DROP2', { remembers: 5_000 })]
  readonly #never: NeverReader
  readonly #below: (below: number) => number
  readonly #source: StreamSource
  /** sequences that the receiver has said yes to */
  readonly #delivered = new Set<number>()
  #receiver: WebhookReceiver | undefined
  #isStopping = false
  #isHeld = false

  constructor(parts: LoadParts) {
    const { credentials } = parts.gateway
    this.#parts = parts
    this.#below = seeded(parts.seed)
    this.#source = {
      baseUrl: credentials.base_url,
      headers: { 'x-api-key': credentials.api_key, 'x-api-secret': credentials.api_secret },
    }
    const common = { below: this.#below, symbols: SYMBOLS }
    this.sessions = Array.from(
      { length: DESKS },
      (_, index) => new TradingSession({ ...common, compId: `CLIENT${index + 1}`, port: credentials.fix.port, latencies: this.fix }),
    )
    const accounts = credentials.accounts.map(({ id }) => id)
    this.partner = new RestTraffic({ ...common, ...this.#source, accounts: [accounts[0]!, ...accounts.slice(DESKS)], latencies: this.rest })
    this.reader = new EventReader(this.#source)
    this.#never = new NeverReader(this.#source)
  }

  /** Logs everybody on, makes the webhook, and gives each symbol a quote. */
  async begin(): Promise<void> {
    const { port } = this.#parts.gateway.credentials.fix
    for (const session of this.sessions) await session.logOn()
    for (const copy of this.#copies) await copy.logOn(port)
    this.#receiver = await WebhookReceiver.open({ isSecure: false })
    this.#receiver.usually = (response, received) => {
      // nothing is kept of what came but its number
      this.#receiver!.received.length = 0
      const fails = this.#below(100) === 0
      if (!fails) this.#delivered.add(received.body.sequence as number)
      answer(fails ? 500 : 200)(response, received)
    }
    await this.#post('/v1/webhooks', { url: this.#receiver.url, events: [] }, 201)
    const quotes = Array.from({ length: SYMBOLS }, (_, index) => ({ symbol: `BENCH${index + 1}`, bid: '99.00', ask: '101.00' }))
    await this.#post('/v1/dev/sandbox/quotes', { quotes }, 200)
  }

  /** Resolves when `stop` has been called and everything asked is answered; rejects as soon as something is wrong. */
  async run(): Promise<void> {
    const listening = [this.reader.read(), this.#never.neverRead()]
    const failed = [...this.sessions.map(({ desk }) => desk.failed), ...this.#copies.map((copy) => copy.failed)]
    const trading = Promise.all([this.#offer(), this.#comeAndGo()])
    await Promise.race([trading, ...failed, ...listening.map((reading) => reading.then(() => trading))])
    await this.partner.settled()
    for (const session of this.sessions) await session.desk.caughtUp()
    for (const copy of this.#copies) await copy.caughtUp()
  }

  stop(): void {
    this.#isStopping = true
  }

  /** Asks for nothing while something is done. */
  async hold<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#isHeld = true
    await this.partner.settled()
    const result = await run()
    this.#isHeld = false
    return result
  }

  /** Everybody leaves; `through`: the last event there is. */
  async end(through: number): Promise<void> {
    while (this.reader.last < through) await pause(BEAT_MS)
    while (this.#undelivered(through) > 0) await pause(SHORT_EVERY_MS / 10)
    this.#never.stop()
    await this.reader.stop()
    for (const { desk } of this.sessions) await desk.logOut()
    for (const copy of this.#copies) await copy.logOut()
    await this.#receiver?.close()
  }

  async #post(url: string, body: unknown, wanted: number): Promise<void> {
    const headers = { ...this.#source.headers, 'content-type': 'application/json' }
    const { status, text } = await connectTo(this.#source.baseUrl)({ method: 'POST', url, headers, payload: JSON.stringify(body) })
    if (status !== wanted) throw new Error(`POST ${url} was answered with ${status}: ${text}`)
  }

  /** How many events the receiver has yet to say yes to, up to a number, from the first that it got on. */
  #undelivered(through: number): number {
    const first = this.#delivered.size === 0 ? 1 : [...this.#delivered].reduce((least, number) => Math.min(least, number))
    return through - first + 1 - this.#delivered.size
  }

  /** Open loop: what is due is asked for, whether what was asked before is answered or not. */
  async #offer(): Promise<void> {
    for (let dueAt = performance.now(); !this.#isStopping;) {
      if (this.#isHeld) dueAt = performance.now()
      if (this.#isHeld || dueAt > performance.now()) {
        await pause(BEAT_MS)
        continue
      }
      this.offered++
      this.#request(dueAt)
      dueAt += 1_000 / this.#parts.rate
    }
  }

  #request(dueAt: number): void {
    const session = this.sessions[this.#below(DESKS)]!
    const { partner } = this
    const dice = this.#below(100)
    if (dice < 50) {
      if (session.openAtMost >= MOST_OPEN || dice < 8) session.cancel(dueAt)
      else if (dice < 15) session.replace(dueAt)
      else session.order(dueAt)
    } else if (dice < 75) {
      if (partner.openAtMost >= MOST_OPEN || dice < 54) partner.cancel(dueAt)
      else if (dice < 57) partner.replace(dueAt)
      else partner.order(dueAt)
    } else if (dice < 95) partner.read(dueAt)
    else partner.quote(dueAt)
  }

  /** One desk after the other leaves and returns or asks for its past; the drop copies show that they live. */
  async #comeAndGo(): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn++) {
      await pause(SHORT_EVERY_MS)
      const session = this.sessions[turn % DESKS]!
      if (turn % 2 === 0) {
        await session.leaveAndReturn(turn % 4 === 0)
        this.reconnects++
      }
      await session.askAgain()
      for (const copy of this.#copies) await copy.caughtUp()
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
