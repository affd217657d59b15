import type {
  AdministrationFault,
  FixSessionChanges,
  FixSessionReport,
  FixSessionSchedule,
  NewFixSession,
} from '../domain/edges/fix-session.ts'
import { IdentifierKind } from '../domain/identifiers/identifier.ts'
import { marketOf } from '../domain/orders/order.ts'
import type { FixGateway } from './gateway.ts'
import { fingerprintOf, hashPassword } from './connection/password-hash.ts'
import type { SessionBook } from './session/session-book.ts'
import { ScheduleCalendar } from './session/session-schedule.ts'
import { DEFAULT_SESSION_SETTINGS } from './session/session-settings.ts'
import type { SessionSettings } from './session/session-settings.ts'

/** Where settings are kept; rows of the journal's file. */
export interface SessionStore {
  add(stored: { readonly session: number; readonly settings: SessionSettings; readonly createdAt: number }): Promise<void>
  change(session: number, settings: SessionSettings): Promise<void>
}

/** What keeps others out of a session. */
type Protection = Pick<SessionSettings, 'enabled' | 'clientCertificate'> & { readonly hasPassword: boolean }

/**
 * What operators do to FIX sessions. Everything takes effect at once; settings are stored before that, and `storing` is called right before they are, with the
 * id of the session.
 */
export class FixAdministration {
  readonly #gateway: FixGateway
  readonly #store: SessionStore
  readonly #mayBeOpen: boolean
  readonly #asksForCertificates: boolean
  /** settled once the last session is created, or the last change of settings is in effect */
  #changed: Promise<unknown> = Promise.resolve()
  /** index of the new session that a crash could still take back */
  #unstored: number | undefined

  /**
   * `mayBeOpen`: a session may have neither password nor client certificate; `asksForCertificates`: connections can show one (fix.tls.ca_file)
   */
  constructor(
    gateway: FixGateway,
    store: SessionStore,
    { mayBeOpen, asksForCertificates }: { readonly mayBeOpen: boolean; readonly asksForCertificates: boolean },
  ) {
    this.#asksForCertificates = asksForCertificates
    this.#gateway = gateway
    this.#store = store
    this.#mayBeOpen = mayBeOpen
  }

  /** As a restart would find them, never ahead of the disk. */
  list(): readonly FixSessionReport[] {
    return this.#gateway.books.filter(({ settings }) => settings.index !== this.#unstored).map((book) => this.#report(book))
  }

  find(id: string): FixSessionReport | undefined {
    const book = this.#book(id)
    return book && this.#report(book)
  }

  create(wanted: NewFixSession, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault> {
    return this.#inTurn(() => this.#create(wanted, storing))
  }

  async #create(wanted: NewFixSession, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault> {
    const { password = null, ...given } = wanted
    const fault = this.#check(given, { ...DEFAULT_SESSION_SETTINGS, ...given, hasPassword: password !== null })
    if (fault !== undefined) return fault
    if (this.#gateway.find(wanted.senderCompId, wanted.targetCompId) !== undefined) return { type: 'session_already_exists' }
    const passwordHash = password === null ? null : await hashPassword(password)
    const index = this.#gateway.books.length + 1
    const settings: SessionSettings = {
      ...DEFAULT_SESSION_SETTINGS,
      ...given,
      index,
      id: this.#mintId(wanted.partner, index),
      passwordHash,
      createdAt: this.#gateway.clock.epochMs(),
    }
    this.#unstored = index
    // a session that is stored without where it begins would be told of everything that there ever was
    const book = await this.#gateway.createSession(settings)
    storing?.(settings.id)
    await this.#store.add({ session: index, settings, createdAt: settings.createdAt })
    this.#unstored = undefined
    return this.#report(book)
  }

  /** `enabled: false` logs the session out. */
  change(id: string, changes: FixSessionChanges, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault> {
    return this.#inTurn(() => this.#change(id, changes, storing))
  }

  /** One after the other: no settings are made of those that another is about to replace, none are changed before they are stored. */
  #inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const done = this.#changed.then(run)
    this.#changed = done.catch(() => undefined)
    return done
  }

  async #change(id: string, changes: FixSessionChanges, storing?: (id: string) => void): Promise<FixSessionReport | AdministrationFault> {
    const book = this.#book(id)
    if (book === undefined) return { type: 'session_not_found' }
    const { password, ...given } = changes
    const hasPassword = password === undefined ? book.settings.passwordHash !== null : password !== null
    const fault = this.#check({ partner: book.settings.partner, ...given }, { ...book.settings, ...given, hasPassword })
    if (fault !== undefined) return fault
    const passwordHash = password === undefined ? undefined : password === null ? null : await hashPassword(password)
    const settings = { ...book.settings, ...given, ...(passwordHash !== undefined && { passwordHash }) }
    storing?.(settings.id)
    await this.#store.change(settings.index, settings)
    const isSwitchedOn = settings.cancelOnDisconnect.enabled && !book.settings.cancelOnDisconnect.enabled
    this.#gateway.use(book, settings)
    if (isSwitchedOn) this.#gateway.awaitIfLost(book)
    // a client that is logged on is asked for the new one by a further Logon
    if (typeof password === 'string') book.passwordFingerprint = fingerprintOf(password)
    if (!settings.enabled) this.#gateway.connectionOf(book)?.logout('The session is disabled')
    return this.#report(book)
  }

  /** Both numberings start over at these numbers; a client that is logged on is logged out first. */
  async reset(
    id: string,
    { nextInbound, nextOutbound }: { readonly nextInbound: number; readonly nextOutbound: number },
  ): Promise<FixSessionReport | AdministrationFault> {
    const book = this.#book(id)
    if (book === undefined) return { type: 'session_not_found' }
    await this.disconnect(id)
    await this.#gateway.startOver(book, nextInbound, nextOutbound)
    return this.#report(book)
  }

  /** Logs the client out and ends its connection; resolves when that is done. */
  async disconnect(id: string): Promise<AdministrationFault | undefined> {
    const book = this.#book(id)
    if (book === undefined) return { type: 'session_not_found' }
    await this.#gateway.logOut(book, 'Disconnected by the operator')
    return undefined
  }

  /** Sends reports again as new messages with PossResend(97)=Y, from an execution or a moment (epoch ms) on. */
  replay(id: string, from: { readonly execId: string } | { readonly time: number }): AdministrationFault | undefined {
    const book = this.#book(id)
    if (book === undefined) return { type: 'session_not_found' }
    if ('time' in from) {
      this.#gateway.repeatFrom(book, (event) => event.at >= from.time)
      return undefined
    }
    const market = this.#gateway.view.partners[book.settings.partner]!.market
    const identified = this.#gateway.view.markets[market]!.mint.decode(from.execId)
    if (identified?.kind !== IdentifierKind.Execution) return { type: 'execution_not_found' }
    this.#gateway.repeatFrom(
      book,
      (event) =>
        'execution' in event && 'order' in event && event.execution === identified.number && marketOf(event.order.number) === market,
    )
    return undefined
  }

  /** What is wrong with what is given, and with what it leads to: all of it. */
  #check(
    { partner, accountNumbers = [], schedule, clientCertificate = null }: { readonly partner: number } & FixSessionChanges,
    result: Protection,
  ): AdministrationFault | undefined {
    const { view } = this.#gateway
    const faults: { field: string; message: string }[] = []
    const strange = accountNumbers.find((accountNumber) => view.accountByNumber(accountNumber)?.partner !== partner)
    if (strange !== undefined) faults.push({ field: 'account_numbers', message: `${strange} is no account of the partner.` })
    // no connection could ever show it, and the session would count as one that is not open
    if (clientCertificate !== null && !this.#asksForCertificates) {
      const message = 'The gateway asks nobody for a client certificate: fix.tls.ca_file is not set.'
      faults.push({ field: 'client_certificate', message })
    }
    const unusable = schedule === undefined || schedule === null ? undefined : scheduleFault(schedule)
    if (unusable !== undefined) faults.push({ field: 'schedule', message: unusable })
    if (!this.#mayBeOpen && result.enabled && !result.hasPassword && result.clientCertificate === null) faults.push(LEFT_OPEN)
    return faults.length === 0 ? undefined : { type: 'invalid', faults }
  }

  #mintId(partner: number, index: number): string {
    const { view } = this.#gateway
    return view.markets[view.partners[partner]!.market]!.mint.mint(IdentifierKind.FixSession, index)
  }

  #book(id: string): SessionBook | undefined {
    const known = id.toLowerCase()
    return this.#gateway.books.find(({ settings }) => settings.id === known)
  }

  #stateOf(book: SessionBook): FixSessionReport['state'] {
    if (this.#gateway.connectionOf(book) !== undefined) return 'logged_on'
    return this.#gateway.door.checking.has(book) ? 'logon_pending' : 'logged_out'
  }

  #report(book: SessionBook): FixSessionReport {
    const connection = this.#gateway.connectionOf(book)
    return {
      settings: book.settings,
      state: this.#stateOf(book),
      remoteAddress: connection?.remoteAddress ?? null,
      heartbeatS: connection?.heartbeatS ?? 0,
      ...book.durableNumbers,
      lastInboundAt: book.lastInboundAt,
      lastOutboundAt: book.lastOutboundAt,
    }
  }
}

function scheduleFault(schedule: FixSessionSchedule): string | undefined {
  try {
    new ScheduleCalendar(schedule)
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

const LEFT_OPEN = {
  field: 'password',
  message: 'Where others can reach the gateway a session that is enabled needs a password or a client certificate.',
}
