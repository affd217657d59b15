import { timingSafeEqual } from 'node:crypto'
import { type ClientCertificate, fitsSession } from '../../domain/edges/client-certificate.ts'
import type { FixGateway } from '../gateway.ts'
import type { Line } from './line.ts'
import { Outbox } from './outbox.ts'
import { maskedBytes } from '../message-log/log-rendering.ts'
import { LoggedOnSession } from '../session/logged-on-session.ts'
import type { SessionEnds } from '../session/logged-on-session.ts'
import { CLEAN_ENDS } from '../session/session-machine.ts'
import type { SessionBook } from '../session/session-book.ts'
import { readLogon } from './logon.ts'
import type { LogonFault, LogonRequest } from './logon.ts'
import { NOBODYS_HASH, verifyPassword } from './password-hash.ts'
import { MOST_TOLD_AT_ONCE } from '../past/past-telling.ts'
import type { Voice } from '../outbound/session-renderer.ts'
import { MessageView } from '../wire/message-view.ts'
import type { HandedOver } from '../wire/message-writer.ts'

/**
 * One connection of a client, from its first byte to its last: a Logon that nothing is believed of, then the session. It knows no socket,
 * only a `Line`; `onMessage` and the other `on…` are its inputs.
 */
export class ClientConnection implements SessionEnds {
  readonly outbox: Outbox
  readonly #gateway: FixGateway
  readonly #line: Line
  #phase: 'waiting' | 'checking' | 'logged-on' | 'closed' = 'waiting'
  /** set from Logon on */
  #session: LoggedOnSession | undefined
  /** its Logon was answered by a Logon */
  #isIn = false
  /** messages behind a Logon whose password is being checked, or behind what one turn may take; nothing is read meanwhile */
  #held: Buffer[] = []
  /** the position from which on what is read is held; 0 = the next message begins a turn */
  #turnEnd = 0
  /** … and the moment, monotonic ms */
  #turnEndsAt = 0
  #callOff: () => void
  #timerAt: number
  /** the line ends once what is being said is out */
  #isLeaving = false
  #endReason = ''
  readonly #whenClosed: (() => void)[] = []
  /** so many have stopped the reading and not resumed it yet */
  #pauses = 0

  constructor(gateway: FixGateway, line: Line) {
    this.#gateway = gateway
    this.#line = line
    this.outbox = new Outbox(line, gateway.clock, gateway.limits.outbox)
    this.#timerAt = gateway.clock.monotonicMs() + gateway.limits.logonTimeoutMs
    this.#callOff = gateway.clock.at(this.#timerAt, () => this.#onTimer())
  }

  // --- What comes in ---

  /** A well-framed message; the view is valid only inside the call. */
  onMessage(view: MessageView): void {
    this.#gateway.metrics.fix.messagesIn++
    if (this.#phase === 'logged-on') this.#receive(view)
    else if (this.#phase === 'waiting') this.#onFirst(view)
    else if (this.#phase === 'checking') this.#held.push(view.copy())
  }

  /**
   * A few bytes can ask for a lot: AF, or an H without Account(1) in a session of many accounts. Once a turn has caused that many events or taken that
   * long, and while messages that were kept behind a gap are still taken, what comes waits for another turn.
   */
  #receive(view: MessageView): void {
    this.#beginTurn()
    if (this.isTurnOver || this.#session!.machine.isDraining) this.#held.push(view.copy())
    else this.#session!.receive(view)
  }

  #beginTurn(): void {
    if (this.#turnEnd !== 0) return
    this.#turnEnd = this.#gateway.nextPosition + EVENTS_A_TURN
    this.#turnEndsAt = this.#gateway.clock.monotonicMs() + MS_A_TURN
  }

  get isTurnOver(): boolean {
    return this.#gateway.nextPosition >= this.#turnEnd || this.#gateway.clock.monotonicMs() >= this.#turnEndsAt
  }

  /** The messages of one read have been handed over. */
  onReadEnd(): void {
    this.#turnEnd = 0
    if (this.#phase !== 'logged-on') return
    const { book, machine } = this.#session!
    this.#session!.readEnd()
    book.lastInboundAt = this.#gateway.clock.epochMs()
    if (book.isDrafting) this.#gateway.requestCommit()
    if (machine.nextTickAt() < this.#timerAt) this.#setTimer()
    const { clock, isCongested } = this.#gateway
    if (this.#held.length > 0 || machine.isDraining) {
      this.#pause()
      clock.soon(() => this.#gateway.whenUncongested(() => this.#takeHeld()))
    } else if (isCongested) {
      this.#pause()
      this.#gateway.whenUncongested(() => this.#resume())
    }
  }

  #takeHeld(): void {
    if (this.#phase !== 'logged-on') return
    this.#beginTurn()
    this.#session!.goOn()
    for (const bytes of this.#held.splice(0)) if (HELD_VIEW.load(bytes, 0, bytes.length)) this.#receive(HELD_VIEW)
    this.onReadEnd()
    this.#resume()
  }

  #pause(): void {
    this.#pauses++
    this.#line.pause()
  }

  #resume(): void {
    this.#pauses--
    this.#session?.machine.excuse()
    this.#line.resume()
  }

  onGarbled(reason: string): void {
    this.#gateway.metrics.fix.garbled++
    this.#gateway.logger.debug({ remote: this.remoteAddress, reason }, 'garbled FIX input ignored')
    this.#session?.machine.garbled()
    // Before the Logon there is nobody to be patient with.
    if (this.#phase === 'waiting') this.#refuse({ reason: 'malformed', detail: reason }, '')
  }

  onTooLong(bodyLength: number): void {
    this.#gateway.metrics.fix.garbled++
    const detail = `BodyLength(9) ${bodyLength} is over the limit`
    if (this.#phase === 'waiting') {
      this.#refuse({ reason: 'malformed', detail }, '')
      return
    }
    this.#gateway.logger.warn({ remote: this.remoteAddress, body_length: bodyLength }, 'FIX message over the size limit, connection ended')
    this.cut(detail)
  }

  /** The line is gone, whoever ended it. */
  onClosed(reason: string): void {
    this.cut(this.#endReason === '' ? reason : this.#endReason)
  }

  // --- Logon ---

  #onFirst(view: MessageView): void {
    const { rules, clock, door } = this.#gateway
    const request = readLogon(view, {
      rules,
      epochMs: clock.epochMs(),
      clientCertificate: this.clientCertificate,
      find: (sender, target) => this.#gateway.find(sender, target),
    })
    if (request.type === 'refused') {
      if (request.tellsOfSessions) this.#check(NOBODYS_HASH, view, () => this.#refuse(request, request.compId))
      else this.#refuse(request, request.compId)
      return
    }
    const logon = maskedBytes(view)
    const { passwordHash } = request.book.settings
    if (passwordHash === null) {
      this.#admit(request, logon)
      return
    }
    door.checking.add(request.book)
    this.#check(passwordHash, view, (isRight) =>
      this.#onChecked(request, isRightNow(request.book, { passwordHash, isRight, password: request.password }), logon),
    )
  }

  /** Reads no further until Password(554) has been held against a hash; what came behind the Logon is kept. */
  #check(passwordHash: string, view: MessageView, checked: (isRight: boolean) => void): void {
    this.#phase = 'checking'
    this.#pause()
    void verifyPassword(view.string(554) ?? '', passwordHash).then(checked)
  }

  /** A wrong one counts, whatever has become of the connection meanwhile: else strangers could have any number checked. */
  #onChecked(request: LogonRequest, right: boolean, logon: Buffer): void {
    this.#gateway.door.checking.delete(request.book)
    if (!right) {
      this.#refuse({ reason: 'password' }, request.book.settings.senderCompId)
      return
    }
    if (this.#phase !== 'checking') return
    request.book.passwordFingerprint = request.password
    this.#phase = 'waiting'
    this.#admit(request, logon)
    this.#takeHeld()
  }

  /** The client is who it says: what is left are the session's own conditions. */
  #admit(request: LogonRequest, logon: Buffer): void {
    const { book } = request
    // an operator may have bound the session to another while its password was checked
    const refusal = fitsSession(book.settings, this.clientCertificate) ? this.#gateway.refusalOf(book) : 'certificate'
    if (refusal !== undefined) {
      this.#refuse({ reason: refusal }, book.settings.senderCompId)
      return
    }
    this.#phase = 'logged-on'
    this.#gateway.door.admitted(this)
    this.#session = new LoggedOnSession(this.#gateway, this, request)
    this.#gateway.join(book, this)
    this.#isIn = this.#session.answer(request, logon)
    if (this.#isIn) this.#gateway.returned(book)
    this.#setTimer()
  }

  /** No message, no number: the reason is in the log and in a metric. */
  #refuse({ reason, detail }: LogonFault, compId: string): void {
    this.#gateway.door.refused({ reason, detail, compId, address: this.remoteAddress })
    this.cut(`logon refused: ${reason}`)
  }

  // --- What the gateway tells it ---

  /** Messages that a durable batch gave numbers to; undefined where it had none. */
  send(messages: HandedOver | undefined): void {
    if (this.#phase !== 'logged-on') return
    if (this.outbox.isStuck) {
      this.#cutSlowReader()
      return
    }
    this.#session!.send(messages)
    if (this.#isLeaving && !this.#session!.book.hasUnsent) this.#finish()
    else this.wrote()
  }

  /** Logs the client out and, once it has answered or has had its time, ends the connection. */
  logout(text: string): void {
    if (this.#phase !== 'logged-on') {
      this.cut(text)
      return
    }
    this.#session!.machine.logout(text)
    this.#setTimer()
  }

  /** The connection ends once what has been said is written. */
  leave(reason: string): void {
    this.#endReason = reason
    this.#isLeaving = true
  }

  wrote(): void {
    if (this.outbox.stuckAt < this.#timerAt) this.#setTimer()
  }

  whenClosed(run: () => void): void {
    this.#whenClosed.push(run)
  }

  /** Its first message has not come, or not whole. */
  get isWaiting(): boolean {
    return this.#phase === 'waiting'
  }

  /** No Logout has been said on either side. */
  get isActive(): boolean {
    return this.#session?.machine.isActive ?? false
  }

  get voice(): Voice {
    return this.#session!.voice
  }

  get looksDead(): boolean {
    return this.#session?.machine.looksDead ?? false
  }

  get heartbeatS(): number {
    return this.#session?.machine.heartbeatS ?? 0
  }

  get remoteAddress(): string {
    return this.#line.remoteAddress
  }

  get clientCertificate(): ClientCertificate | undefined {
    return this.#line.clientCertificate
  }

  /** Too much waits for the client to be told anything live. */
  get isBehind(): boolean {
    return this.outbox.backlogBytes > BEHIND_BYTES
  }

  /** How many messages it may be told live beside what waits for it, so that they alone make no slow reader of it. */
  get mayBeTold(): number {
    const free = this.#gateway.limits.outbox.maxBytes - this.outbox.backlogBytes
    return Math.min(MOST_TOLD_AT_ONCE, free / LONG_MESSAGE_BYTES)
  }

  // --- Time ---

  #setTimer(): void {
    this.#callOff()
    if (this.#phase !== 'logged-on') return
    this.#timerAt = Math.min(this.#session!.machine.nextTickAt(), this.outbox.stuckAt)
    this.#callOff = this.#gateway.clock.at(this.#timerAt, () => this.#onTimer())
  }

  /** A timer that comes late may be that of a process that stood still: what the client did meanwhile is seen before it is judged. */
  #onTimer(): void {
    const { clock } = this.#gateway
    if (clock.monotonicMs() > this.#timerAt) clock.soon(() => this.#onDue())
    else this.#onDue()
  }

  #onDue(): void {
    // its Logon has come in time: how long its password is checked is ours
    if (this.#phase === 'closed' || this.#phase === 'checking') return
    if (this.#phase === 'waiting') {
      this.#refuse({ reason: 'timeout' }, '')
    } else if (this.outbox.isStuck) {
      this.#cutSlowReader()
    } else {
      const { book, machine } = this.#session!
      const isLogoutUnsent = !machine.isActive && book.hasUnsent
      if (this.#pauses > 0 || isLogoutUnsent) machine.excuse()
      machine.tick()
      this.#setTimer()
    }
  }

  // --- The end ---

  /** What it has not read stays in the journal, and is sent after its next Logon. */
  #cutSlowReader(): void {
    this.#gateway.metrics.slowReadersCut.fix++
    this.#session!.cut('the client does not read')
  }

  /** Everything that was to be said is written. */
  #finish(): void {
    this.#phase = 'closed'
    this.outbox.end()
    this.#closed()
  }

  /** The connection ends now. */
  cut(reason: string): void {
    if (this.#phase === 'closed') return
    this.#endReason ||= reason
    this.#phase = 'closed'
    this.#line.destroy()
    this.#closed()
  }

  #closed(): void {
    this.#callOff()
    this.#held = []
    this.#session?.close()
    for (const run of this.#whenClosed.splice(0)) run()
    const end = !this.#isIn ? 'not in' : CLEAN_ENDS.has(this.#endReason) ? 'logged out' : 'lost'
    this.#gateway.closed(this, this.#session?.book, { reason: this.#endReason, end })
  }
}

/** Where an operator has set another password while this one was checked against the old hash, the new one is known by its fingerprint. */
function isRightNow(
  { settings, passwordFingerprint }: SessionBook,
  checked: { readonly passwordHash: string; readonly isRight: boolean; readonly password: Buffer },
): boolean {
  if (settings.passwordHash === checked.passwordHash) return checked.isRight
  if (settings.passwordHash === null) return true
  return passwordFingerprint !== undefined && timingSafeEqual(checked.password, passwordFingerprint)
}

const BEHIND_BYTES = 1024 * 1024
/** most reports have 300 */
const LONG_MESSAGE_BYTES = 512
/** far above what the orders of one read cause */
const EVENTS_A_TURN = 4_096
/** some times what those take */
const MS_A_TURN = 10
/** The shared view still holds the message behind which these were held. */
const HELD_VIEW = new MessageView()
