import type { Batch } from '../../src/domain/batch.ts'
import { MarketDataPublisher } from '../../src/delivery/market-data/publisher.ts'
import { Engine } from '../../src/engine/engine.ts'
import { DEFAULT_RULES } from '../../src/engine/rules.ts'
import type { ClientConnection } from '../../src/fix/connection/client-connection.ts'
import { FixGateway } from '../../src/fix/gateway.ts'
import type { SessionBook } from '../../src/fix/session/session-book.ts'
import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import type { DictionaryRules } from '../../src/fix/wire/dictionary-rules.ts'
import { FrameReader } from '../../src/fix/wire/frame-reader.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import { Sequencer } from '../../src/sequencer.ts'
import { encodeBatch, openBatch } from '../../src/storage/encoding/batch-codec.ts'
import { createLogger } from '../../src/telemetry/logger.ts'
import { Metrics } from '../../src/telemetry/metrics.ts'
import { Archive } from '../engine/archive.ts'
import { CALENDAR, openVenue } from '../engine/engine-under-test.ts'
import { LIMITS, settingsOf } from '../support/gateway-under-test.ts'
import { ManualClock } from '../support/manual-clock.ts'

const LARGEST_BODY = 4_096

/** The real engine, sequencer and FIX gateway behind lines that are no sockets, over a journal that is a list: made in a moment. */
export class FuzzedGateway {
  readonly clock = new ManualClock()
  readonly engine = new Engine({ calendar: CALENDAR, rules: { ...DEFAULT_RULES, maxOpenOrders: 0 }, orderCapacity: 16 })
  readonly gateway: FixGateway
  readonly sequencer: Sequencer
  readonly book: SessionBook
  readonly #batches: Batch[] = []

  constructor(rules: DictionaryRules, settings: Partial<SessionSettings>) {
    const archive = new Archive()
    BEGINNING.forEach((event, index) => {
      this.engine.apply(event, index + 1)
      archive.take(event)
    })
    this.#batches.push({ position: 1, sealedAt: this.clock.epochMs(), events: BEGINNING, sessions: [] })
    const publisher = new MarketDataPublisher({
      view: this.engine.state,
      clock: this.clock,
      whenDurable: (done) => this.sequencer.whenDurable(() => queueMicrotask(done)),
    })
    this.gateway = new FixGateway({
      view: this.engine.state,
      rules,
      pastOrder: (account, id) => archive.order(account, id),
      reader: { pastBatches: (from, limit) => this.#read(from, limit.batches).map((batch) => openBatch(encodeBatch(batch))) },
      clock: this.clock,
      logger: LOGGER,
      metrics: METRICS,
      limits: { ...LIMITS, failedLogonsPerMinute: Infinity, maxBodyLength: LARGEST_BODY },
      marketData: { publisher, calendar: CALENDAR },
    })
    this.book = this.gateway.addSession(settingsOf({ senderCompId: 'DESK1', throttlePerS: 0, ...settings }, 1))
    this.sequencer = new Sequencer({
      execute: (command, at, position, events) => this.engine.execute(command, at, position, events),
      load: (command) => archive.load(command, this.engine.state),
      commit: (batch, durable) => {
        this.#batches.push(batch)
        setImmediate(durable)
      },
      now: () => this.clock.epochMs(),
      participant: this.gateway.commits,
      onDurable: (batch) => {
        for (const event of batch.events) archive.take(event)
        publisher.onDurable(batch)
      },
      firstPosition: BEGINNING.length + 1,
      lastAt: 0,
      maxPendingEvents: 100_000,
    })
    this.gateway.begin(this.sequencer)
  }

  #read(from: number, count: number): readonly Batch[] {
    const first = this.#batches.findIndex(({ position, events }) => from < position + Math.max(1, events.length))
    return first < 0 ? [] : this.#batches.slice(first, first + count)
  }

  /** What was committed can't be read any more: for runs that never look back. */
  forgetJournal(): void {
    this.#batches.length = 0
  }

  connect(onMessage: (connection: ClientConnection, view: MessageView) => void): FuzzedConnection {
    return new FuzzedConnection(this.gateway, onMessage)
  }

  /** Everything that was caused has happened, and what is to be said has been said. */
  async settle(): Promise<void> {
    await this.sequencer.drain()
    await turn()
    await this.sequencer.drain()
    await turn()
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A client's end of a line: what it hears is kept. */
export class FuzzedConnection {
  readonly connection: ClientConnection
  readonly #reader: FrameReader
  #heard: Buffer[] = []
  isOpen = true

  constructor(gateway: FixGateway, onMessage: (connection: ClientConnection, view: MessageView) => void) {
    const close = (): void => {
      this.isOpen = false
      this.#reader.stop()
    }
    const taken = gateway.connect({
      remoteAddress: '192.0.2.1',
      clientCertificate: undefined,
      write: (bytes, flushed) => {
        this.#heard.push(Buffer.from(bytes))
        flushed()
      },
      backlogBytes: 0,
      end: close,
      destroy: close,
      pause: () => undefined,
      resume: () => undefined,
    })
    if (taken === undefined) throw new Error('the connection is not taken')
    this.connection = taken
    this.#reader = new FrameReader(
      {
        onMessage: (view) => onMessage(taken, view),
        onGarbled: (reason) => taken.onGarbled(reason),
        onTooLong: (bodyLength) => taken.onTooLong(bodyLength),
      },
      VIEW,
      LARGEST_BODY,
    )
  }

  say(chunk: Buffer): void {
    this.#reader.push(chunk)
    this.connection.onReadEnd()
  }

  /** What was heard since the last call. */
  take(): Buffer {
    return Buffer.concat(this.#heard.splice(0))
  }

  drop(): void {
    this.#reader.stop()
    this.isOpen = false
    this.connection.onClosed('connection lost')
  }
}

const VIEW = new MessageView()
const METRICS = new Metrics('test')
const LOGGER = createLogger({ level: 'silent', terminal: false, destination: { write: () => undefined } })

/** A partner, instruments, and an account with money and shares. */
const BEGINNING = (() => {
  const venue = openVenue()
  venue.account('desk', { cash: '1000000.00', shares: { AAPL: 100_000, MSFT: 1_000 } })
  venue.quote('149.00 x 1000', '151.00 x 1000')
  return venue.journal
})()
