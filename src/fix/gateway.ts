import type { Batch } from '../domain/batch.ts'
import type { Command } from '../domain/command.ts'
import type { Event } from '../domain/event.ts'
import type { EngineView } from '../domain/view.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { LogonRefusal, Metrics } from '../telemetry/metrics.ts'
import { Audience } from './audience.ts'
import { CancelTimers } from './session/cancel-on-disconnect.ts'
import { ClientConnection } from './connection/client-connection.ts'
import type { Clock } from './clock.ts'
import { Doorkeeper } from './connection/doorkeeper.ts'
import type { FixCommands, FixGatewayParts, GatewayLimits, InboundLog, ResendLog } from './gateway-parts.ts'
import type { InboundContext } from './inbound/inbound-context.ts'
import type { PastJournal } from './past/past-journal.ts'
import type { Line } from './connection/line.ts'
import { ReportLookup } from './outbound/report-lookup.ts'
import type { MarketDataSource } from './market-data/market-data-session.ts'
import { PastTelling } from './past/past-telling.ts'
import { PastTurns } from './past/past-turns.ts'
import { SessionBook } from './session/session-book.ts'
import type { BookSnapshot } from './session/session-book.ts'
import { SessionCommits } from './session-commits.ts'
import { SessionHours } from './session/session-hours.ts'
import { SessionRenderer } from './outbound/session-renderer.ts'
import type { SessionSettings } from './session/session-settings.ts'
import type { DictionaryRules } from './wire/dictionary-rules.ts'

/**
 * The FIX edge: sessions, their books and their connections. Use: make it, `addSession` and `restore` what there was, `begin` with the sequencer, in
 * whose commits its `commits` take part, then listen.
 */
export class FixGateway {
  readonly view: EngineView
  readonly rules: DictionaryRules
  readonly reader: PastJournal
  readonly clock: Clock
  readonly logger: Logger
  readonly metrics: Metrics
  readonly limits: GatewayLimits
  readonly inboundLog: InboundLog | undefined
  readonly resendLog: ResendLog | undefined
  readonly marketData: MarketDataSource | undefined
  /** of all who are told the past, and who ask for it again */
  readonly pastTurns: PastTurns
  readonly renderer: SessionRenderer
  readonly lookup: ReportLookup
  /** for the sequencer */
  readonly commits: SessionCommits
  readonly door: Doorkeeper
  readonly hours: SessionHours
  readonly #pastOrder: FixGatewayParts['pastOrder']
  readonly #audience: Audience
  readonly #books: SessionBook[] = []
  readonly #byCompIds = new Map<string, SessionBook>()
  /** by index of the session */
  readonly #contexts: InboundContext[] = []
  readonly #connections = new Map<SessionBook, ClientConnection>()
  readonly #past: PastTelling
  readonly #cancelTimers: CancelTimers
  #commands: FixCommands | undefined

  constructor(parts: FixGatewayParts) {
    this.view = parts.view
    this.rules = parts.rules
    this.reader = parts.reader
    this.#pastOrder = parts.pastOrder
    this.clock = parts.clock
    this.logger = parts.logger
    this.metrics = parts.metrics
    this.limits = parts.limits
    this.inboundLog = parts.inboundLog
    this.resendLog = parts.resendLog
    this.marketData = parts.marketData
    this.pastTurns = new PastTurns(parts.clock)
    this.lookup = new ReportLookup(parts.view)
    this.renderer = new SessionRenderer(this.lookup)
    this.door = new Doorkeeper(parts)
    this.hours = new SessionHours(parts.clock)
    this.#audience = new Audience(parts.view)
    this.#past = new PastTelling({
      reader: parts.reader,
      turns: this.pastTurns,
      audience: this.#audience,
      connectionOf: (book) => this.#connections.get(book),
      sealedBefore: () => this.commits.sealedBefore,
      requestCommit: () => this.requestCommit(),
      beforeRepeat: (book) => this.#resetIfMissed(book),
      onUnreadable: (book, error) => this.pastUnreadable(book, error),
    })
    this.commits = new SessionCommits({
      books: this.#books,
      connections: this.#connections,
      audience: this.#audience,
      past: this.#past,
      renderer: this.renderer,
      resendLog: parts.resendLog,
      metrics: parts.metrics,
      clock: parts.clock,
    })
    this.#cancelTimers = new CancelTimers(parts.clock, (command) => this.submit(command))
  }

  // --- Start ---

  /** A session that was configured before; its book is still empty. */
  addSession(settings: SessionSettings): SessionBook {
    const book = new SessionBook(settings)
    this.#noteWhatItMisses(book)
    this.#books.push(book)
    this.use(book, settings)
    return book
  }

  /** Takes in what a journaled batch says of the sessions; all batches behind the snapshot, in order. */
  restore(batch: Pick<Batch, 'position' | 'sealedAt' | 'sessions'>): void {
    for (const numbers of batch.sessions) this.#audience.book(numbers.session)?.restore(numbers, batch.position, batch.sealedAt)
  }

  /** Plain data of all books, as they stand after everything before `durableBefore`. */
  snapshot(durableBefore: number): readonly BookSnapshot[] {
    return this.#books.map((book) => book.snapshot(durableBefore))
  }

  restoreSnapshot(books: readonly BookSnapshot[]): void {
    for (const snapshot of books) this.#audience.book(snapshot.session)?.restoreSnapshot(snapshot)
  }

  /** From here on commands are taken and batches sealed. */
  begin(commands: FixCommands): void {
    this.#commands = commands
    this.commits.begin(commands.nextPosition)
    for (const book of this.#books) this.#noteWhatItMisses(book)
  }

  /** The door is open: clients that were there when the process before this one ended, or were lost shortly before, have their grace from now on. */
  awaitLost(): void {
    for (const book of this.#books) this.awaitIfLost(book)
  }

  /** A client that was lost has its grace from now on. */
  awaitIfLost(book: SessionBook): void {
    const { enabled, onLogout } = book.settings.cancelOnDisconnect
    if (enabled && (book.isOn || onLogout) && !this.#connections.has(book) && !this.door.isShut) this.#cancelTimers.start(book)
  }

  /** From here on, once batches are sealed; what happened before is not known. */
  #noteWhatItMisses(book: SessionBook): void {
    if (this.#commands !== undefined) book.missed.noteFrom(this.#commands.nextPosition)
  }

  // --- What was told ---

  /** Sends again what the session was told from the event that `start` finds, as new messages with PossResend(97)=Y. */
  repeatFrom(book: SessionBook, start: (event: Event) => boolean): void {
    // What is still to be told is not repeated.
    const { sealedBefore } = this.commits
    this.#past.repeat(book, start, book.presence === 'live' ? sealedBefore : Math.min(book.toldBefore, sealedBefore))
  }

  /** A reset that is due at the next Logon would no longer be seen there: the numbers that are given now move the book. */
  #resetIfMissed(book: SessionBook): void {
    if (!this.#connections.has(book) && this.hours.missedReset(book)) book.startOver()
  }

  // --- Connections ---

  /** A client has connected. Undefined, and the line destroyed, when it is not taken. */
  connect(line: Line): ClientConnection | undefined {
    if (!this.door.takes(line.remoteAddress)) {
      line.destroy()
      return undefined
    }
    const connection = new ClientConnection(this, line)
    this.door.opened(connection)
    return connection
  }

  find(senderCompId: string, targetCompId: string): SessionBook | undefined {
    return this.#byCompIds.get(compIdKey(senderCompId, targetCompId))
  }

  /** Why a client that is who it says may not log on now. */
  refusalOf(book: SessionBook): LogonRefusal | undefined {
    if (this.door.isShut || !book.settings.enabled) return 'disabled'
    if (!this.hours.isOpen(book)) return 'out_of_schedule'
    const other = this.#connections.get(book)
    if (other === undefined) return undefined
    if (!other.looksDead) return 'already_logged_on'
    other.cut('taken over by a new connection')
    return undefined
  }

  join(book: SessionBook, connection: ClientConnection): void {
    this.#connections.set(book, connection)
    this.hours.watch(book, connection)
    this.#past.catchUp(book)
  }

  /** Its Logon has been answered by a Logon: one that is refused for its numbers does not prolong the grace. */
  returned(book: SessionBook): void {
    this.#cancelTimers.callOff(book)
  }

  /** `end`: what it was to a session; `not in` where its Logon was not answered by one. */
  closed(
    connection: ClientConnection,
    book: SessionBook | undefined,
    { reason, end }: { readonly reason: string; readonly end: 'lost' | 'logged out' | 'not in' },
  ): void {
    if (book !== undefined && this.#connections.get(book) === connection) {
      this.#connections.delete(book)
      this.#past.forget(book)
      book.leave(this.commits.sealedBefore)
      this.hours.left(book)
      this.requestCommit()
      this.logger.info({ session: book.settings.senderCompId, remote: connection.remoteAddress, reason }, 'FIX session logged out')
      const { enabled, onLogout } = book.settings.cancelOnDisconnect
      if (!this.door.isShut && enabled && (end === 'lost' || (end === 'logged out' && onLogout))) this.#cancelTimers.start(book)
    }
    this.door.closed(connection)
  }

  /** What a session has to be told lies in an archive that can't be read: it is logged out, since nobody is told less than what happened. */
  pastUnreadable(book: SessionBook, { message }: Error): void {
    const connection = this.#connections.get(book)
    if (connection?.isActive === false) return
    this.logger.error({ session: book.settings.senderCompId, complaint: message }, 'what a FIX session is to be told can not be read')
    connection?.logout('Messages of the past can not be read now')
  }

  contextOf(book: SessionBook): InboundContext {
    return this.#contexts[book.settings.index]!
  }

  // --- The way to the engine ---

  submit(command: Command, arrivedMs?: number): void {
    if (arrivedMs !== undefined && command.type === 'PlaceOrder') this.commits.orderArrived(arrivedMs)
    this.#commands!.submit(command)
  }

  /** The engine has failed on this command before: it must not see it again. */
  isQuarantined(command: Command): boolean {
    return this.#commands!.isQuarantined(command)
  }

  requestCommit(): void {
    this.#commands?.requestCommit()
  }

  get nextPosition(): number {
    return this.#commands!.nextPosition
  }

  /** So much waits for its commit that nothing more is to be read. */
  get isCongested(): boolean {
    return this.#commands!.congested
  }

  /** Calls back once no more waits for its commit than may; at once when that is so. */
  whenUncongested(run: () => void): void {
    this.#commands!.whenUncongested(run)
  }

  // --- For administration ---

  /** A new session: it is told of what happens from now on; resolves when that is durable. */
  async createSession(settings: SessionSettings): Promise<SessionBook> {
    const book = this.addSession(settings)
    book.toldBefore = this.#commands?.nextPosition ?? 0
    book.touch()
    await this.#nextCommit()
    return book
  }

  /** Logs a client out; resolves when its connection has ended, at once when there is none. */
  logOut(book: SessionBook, text: string): Promise<void> {
    const connection = this.#connections.get(book)
    if (connection === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      connection.whenClosed(resolve)
      connection.logout(text)
    })
  }

  /** Both numberings start over; resolves when that is durable. */
  startOver(book: SessionBook, nextInbound: number, nextOutbound: number): Promise<void> {
    book.startOver(nextInbound, nextOutbound)
    return this.#nextCommit()
  }

  #nextCommit(): Promise<void> {
    return new Promise((resolve) => {
      this.commits.whenNextDurable(resolve)
      this.requestCommit()
    })
  }

  get books(): readonly SessionBook[] {
    return this.#books
  }

  connectionOf(book: SessionBook): ClientConnection | undefined {
    return this.#connections.get(book)
  }

  /** Puts settings into effect, for what comes next. */
  use(book: SessionBook, settings: SessionSettings): void {
    this.#byCompIds.delete(compIdKey(book.settings.senderCompId, book.settings.targetCompId))
    // what happened so far is looked through again: it may concern the session now
    if (settings.accountNumbers !== book.settings.accountNumbers) this.#noteWhatItMisses(book)
    book.settings = settings
    this.#byCompIds.set(compIdKey(settings.senderCompId, settings.targetCompId), book)
    this.#audience.set(book)
    this.hours.set(book)
    const { view } = this
    this.#contexts[settings.index] = {
      settings,
      accounts: this.#audience.accounts(settings.index),
      view,
      pastOrder: this.#pastOrder,
      get market() {
        return view.partners[settings.partner]!.market
      },
    }
  }

  sessionCounts(): Record<'logged_on' | 'logged_out' | 'logon_pending', number> {
    const loggedOn = this.#connections.size
    return { logged_on: loggedOn, logged_out: this.#books.length - loggedOn, logon_pending: this.door.unauthenticated }
  }

  /** Logout to all, and nothing is told again; resolves when every connection has ended, which takes two seconds at most. */
  async drain(): Promise<void> {
    this.#cancelTimers.stop()
    this.#past.repeatNothing()
    await this.door.shut((connection) => connection.logout('The gateway is shutting down'))
  }
}

/** CompIDs have no SOH. */
const compIdKey = (senderCompId: string, targetCompId: string): string => `${senderCompId}\x01${targetCompId}`
