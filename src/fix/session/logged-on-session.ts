import type { ClientCertificate } from '../../domain/edges/client-certificate.ts'
import type { LogonRefusal } from '../../telemetry/metrics.ts'
import type { Moment } from '../clock.ts'
import { momentOf } from '../clock.ts'
import type { FixGateway } from '../gateway.ts'
import { clientOrderIdFault } from '../inbound/client-order-id-fault.ts'
import { refuseQuarantined } from '../inbound/quarantined.ts'
import { keptNameFault } from '../inbound/kept-name-fault.ts'
import { isThrottled, translate } from '../inbound/translate.ts'
import type { Outbox } from '../connection/outbox.ts'
import { hasSecrets, maskedBytes } from '../message-log/log-rendering.ts'
import { faultOfFurtherLogon, faultOfNextExpected } from '../connection/logon.ts'
import type { LogonRequest } from '../connection/logon.ts'
import { MarketDataSession } from '../market-data/market-data-session.ts'
import { answerRoute } from '../outbound/message-route.ts'
import type { ResendRange } from '../past/replay.ts'
import { MOST_RESENDS, ReplayQueue } from '../past/replay-queue.ts'
import type { SessionBook } from './session-book.ts'
import { CLEAN_ENDS, SessionMachine } from './session-machine.ts'
import type { SessionActions } from './session-machine.ts'
import type { SessionMessage } from './session-message.ts'
import { Voice } from '../outbound/session-renderer.ts'
import { SessionThrottle } from './session-throttle.ts'
import type { MessageView } from '../wire/message-view.ts'
import type { HandedOver } from '../wire/message-writer.ts'

/** What a session needs of its connection. */
export interface SessionEnds {
  readonly outbox: Outbox
  /** what the connection has shown */
  readonly clientCertificate: ClientCertificate | undefined
  /** the connection ends with the commit of what has been said */
  leave(reason: string): void
  /** the connection ends now */
  cut(reason: string): void
  /** the messages that were taken in this turn have caused as much as one may */
  readonly isTurnOver: boolean
  /** something was written to the outbox: the client has its time to read it */
  wrote(): void
}

/** A session from its Logon on: does what its machine wants, with the gateway, the engine and the wire. */
export class LoggedOnSession implements SessionActions {
  readonly book: SessionBook
  readonly machine: SessionMachine
  readonly voice: Voice
  readonly #gateway: FixGateway
  readonly #ends: SessionEnds
  #throttle: SessionThrottle
  readonly #replays: ReplayQueue
  /** undefined for sessions that may not ask for it */
  readonly #marketData: MarketDataSession | undefined
  /** the message being received, which may let others be taken that waited behind a gap */
  #atHand: MessageView | undefined
  /** when the read at hand came: all its messages did */
  #readAt: Moment
  #isReading = false

  constructor(gateway: FixGateway, ends: SessionEnds, logon: LogonRequest) {
    const { book, heartbeatS } = logon
    const { clock, pastTurns, renderer, metrics, rules } = gateway
    this.book = book
    this.voice = new Voice(book.settings, book.routes)
    this.#gateway = gateway
    this.#ends = ends
    this.machine = new SessionMachine({
      book,
      rules,
      clock,
      actions: this,
      heartbeatS,
      valueFault: (view) => clientOrderIdFault(view) ?? keptNameFault(view),
      logonFault: (view) => faultOfFurtherLogon(view, book, ends.clientCertificate),
    })
    this.#throttle = new SessionThrottle(book.settings.throttlePerS, clock.monotonicMs())
    this.#replays = new ReplayQueue({
      outbox: ends.outbox,
      clock,
      turns: pastTurns,
      renderer,
      voice: this.voice,
      sent: (resent, gapFills) => {
        metrics.fix.resent += resent
        metrics.fix.messagesOut += resent + gapFills
        this.machine.wrote()
        ends.wrote()
      },
      unreadable: (error) => gateway.pastUnreadable(book, error),
    })
    this.#marketData = this.#openMarketData(ends.outbox)
    this.#readAt = momentOf(clock)
  }

  #openMarketData(outbox: Outbox): MarketDataSession | undefined {
    const { marketData, view, rules } = this.#gateway
    const { kind, partner } = this.book.settings
    if (marketData === undefined || kind !== 'order-entry') return undefined
    return new MarketDataSession({
      ...marketData,
      view,
      rules,
      partner,
      outbox,
      // nothing comes behind a Logout
      say: (message) => {
        if (this.machine.isActive) this.say(message)
      },
    })
  }

  /** The client is in: its Logon is answered, and its numbers and ours are put in order. False: it is logged out for its numbers. */
  answer(request: LogonRequest, logon: Buffer): boolean {
    const { book, machine } = this
    const { number, heartbeatS, nextExpected } = request
    this.#note(number, logon, 0, logon.length)
    const reset = request.reset || book.settings.resetOnLogon
    if (reset || this.#gateway.hours.missedReset(book)) book.startOver()
    // The client has not asked for it: what it says in 34 and 789 is of the numbers that are over, and its number 1 comes next.
    const isUnasked = reset && !request.reset
    const fault = isUnasked ? undefined : faultOfNumbers(request)
    if (fault !== undefined) {
      machine.logout(fault)
      this.leave(fault)
      return false
    }
    book.presence = 'catching-up'
    book.logged(true)
    const inTurn = number === book.nextInbound && !isUnasked
    const newest = book.nextOutbound - 1
    this.say({ type: 'Logon', heartbeatS, reset, nextExpected: nextExpected > 0 ? book.nextInbound + (inTurn ? 1 : 0) : 0 })
    if (isUnasked) machine.beginAnew(number)
    else machine.begin(number, nextExpected > 0)
    // numbers of a commit that is under way are among them: the replay begins behind the answer, when they are on the disk
    if (nextExpected > 0 && nextExpected <= newest) this.#sendAgain({ begin: nextExpected, end: newest, toNewest: false })
    this.#log('info', { heartbeat_s: heartbeatS, reset }, 'FIX session logged on')
    return true
  }

  receive(view: MessageView): void {
    const position = this.#gateway.nextPosition
    this.#atHand = view
    this.#beginRead()
    this.machine.receive(view, this.#readAt)
    this.#noteMessage(view.sequenceNumber, view, this.#gateway.nextPosition - position)
  }

  /** Goes on with what had waited behind a gap, where it was more than one turn may take. */
  goOn(): void {
    this.#atHand = undefined
    this.#beginRead()
    this.machine.drain()
  }

  #beginRead(): void {
    if (this.#isReading) return
    this.#isReading = true
    this.#readAt = momentOf(this.#gateway.clock)
  }

  /** The messages of one read have been received. */
  readEnd(): void {
    this.#isReading = false
  }

  /** `events`: that it has caused, the newest ones. */
  #noteMessage(sequence: number, view: MessageView, events: number): void {
    if (this.#gateway.inboundLog === undefined) return
    if (hasSecrets(view)) {
      const masked = maskedBytes(view)
      this.#note(sequence, masked, 0, masked.length, events)
    } else {
      this.#note(sequence, view.buffer, view.start, view.end, events)
    }
  }

  #note(sequence: number, source: Buffer, start: number, end: number, events = 0): void {
    const { inboundLog, nextPosition } = this.#gateway
    const position = nextPosition - events
    const receivedAt = this.#readAt.epochMs
    inboundLog?.note({ session: this.book.settings.index, sequence, receivedAt, position, events }, source, start, end)
  }

  /** Messages that a durable batch gave numbers to; undefined where it had none. */
  send(messages: HandedOver | undefined): void {
    if (messages !== undefined) {
      this.#ends.outbox.write(messages.bytes, messages.release)
      this.machine.wrote()
      // it knows of our Logout from here on
      if (!this.machine.isActive) this.machine.excuse()
    }
    // the first of them is the answer to the Logon, before which nothing may go out
    this.#replays.open()
    if (!this.book.hasUnsent) this.#marketData?.sent()
  }

  /** The connection has ended. */
  close(): void {
    this.#replays.clear()
    this.#marketData?.clear()
  }

  // --- What the session machine wants ---

  say(message: SessionMessage): void {
    const { metrics } = this.#gateway
    if (message.type === 'Reject') metrics.fix.rejects++
    else if (message.type === 'ResendRequest') metrics.fix.resendRequestsOut++
    this.book.say(message, this.#gateway.nextPosition)
    this.#gateway.requestCommit()
  }

  take(view: MessageView): boolean {
    const now = this.#readAt.monotonicMs
    // an operator may have set another rate since
    const { throttlePerS } = this.book.settings
    if (this.#throttle.perS !== throttlePerS) this.#throttle = new SessionThrottle(throttlePerS, now)
    const verdict = isThrottled(view) ? this.#throttle.take(now) : 'pass'
    if (verdict === 'logout') {
      this.machine.logout('More than twice the permitted messages a second')
      return false
    }
    const isOver = verdict === 'refuse'
    const { fix } = this.#gateway.metrics
    if (this.#marketData?.take(view, isOver) === true) {
      if (isOver) fix.throttled++
      return true
    }
    const context = this.#gateway.contextOf(this.book)
    const asked = translate(view, context, isOver)
    if (asked === undefined) return true
    // what else comes over the rate is answered as it always is
    if (isOver && (asked.type === 'RefuseOrder' || asked.type === 'ReplaceOrder')) fix.throttled++
    const command = this.#gateway.isQuarantined(asked) ? refuseQuarantined(view, context, asked) : asked
    const from = this.#gateway.nextPosition
    this.#gateway.submit(command, now)
    // Noted when it came, and now for what it causes: without its number, so that it is not shown twice.
    if (view !== this.#atHand) this.#noteMessage(0, view, this.#gateway.nextPosition - from)
    const route = answerRoute(view)
    if (route !== undefined) this.book.routes.answer({ route, clientOrderId: view.string(11) }, from, this.#gateway.nextPosition)
    return true
  }

  get isTurnOver(): boolean {
    return this.#ends.isTurnOver
  }

  replay(begin: number, end: number): void {
    this.#gateway.metrics.fix.resendRequestsIn++
    const newest = this.book.sentBefore - 1
    if (begin > newest) return
    this.#sendAgain({ begin, end: end === 0 ? newest : Math.min(end, newest), toNewest: end === 0 })
  }

  #sendAgain(range: ResendRange): void {
    const { reader, resendLog } = this.#gateway
    const result = this.#replays.add({ book: this.book, reader, ...range, onResent: resendLog && ((resent) => resendLog.note(resent)) })
    if (result === 'added') this.#log('info', { begin: range.begin, end: range.end }, 'FIX resend requested')
    else if (result === 'too many') this.machine.logout(`More than ${MOST_RESENDS} ranges of numbers wait to be sent again`)
  }

  restart(): void {
    this.book.startOver()
    this.#replays.clear()
    this.#marketData?.clear()
  }

  leave(reason: string): void {
    if (CLEAN_ENDS.has(reason)) this.book.logged(false)
    // also when there is nothing left to say: the connection ends with the commit
    this.book.touch()
    this.#gateway.requestCommit()
    this.#ends.leave(reason)
  }

  cut(reason: string): void {
    this.#log('warn', { reason }, 'FIX connection cut')
    this.#ends.cut(reason)
  }

  refuseLogon(reason: LogonRefusal): void {
    this.#gateway.metrics.countRefusedLogon(reason)
    this.cut(`logon refused: ${reason}`)
  }

  rejected(reason: number, text: string): void {
    // debug: a client that sends nothing else must not fill the disk; there is a metric
    this.#log('debug', { reason, text }, 'FIX message rejected')
  }

  #log(level: 'debug' | 'info' | 'warn', members: Readonly<Record<string, unknown>>, message: string): void {
    this.#gateway.logger[level]({ session: this.book.settings.senderCompId, ...members }, message)
  }
}

/** Numbers that no Logon may have: the client is told, and has to sort it out. */
function faultOfNumbers({ book, number, isPossDup, nextExpected }: LogonRequest): string | undefined {
  if (number < book.nextInbound && !isPossDup) return `MsgSeqNum too low, expecting ${book.nextInbound} but received ${number}`
  return faultOfNextExpected(nextExpected, book.nextOutbound)
}
