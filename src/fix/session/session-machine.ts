import type { LogonRefusal } from '../../telemetry/metrics.ts'
import type { Clock, Moment } from '../clock.ts'
import { MsgType } from '../fix-values.ts'
import { GapQueue, HANDLED } from './gap-queue.ts'
import { Heartbeats } from './heartbeats.ts'
import { InboundGap } from './inbound-gap.ts'
import { faultOfNextExpected, nextExpectedOf } from '../connection/logon.ts'
import { BYTES_A_TURN } from '../connection/read-turns.ts'
import { answerRoute } from '../outbound/message-route.ts'
import type { SessionBook } from './session-book.ts'
import type { SessionMessage } from './session-message.ts'
import type { DictionaryRules } from '../wire/dictionary-rules.ts'
import { MessageView } from '../wire/message-view.ts'
import { REJECT_REASONS, rejectText } from '../wire/reject-reasons.ts'
import type { StructureFault } from '../wire/validate.ts'
import { faultOf, validateMessage } from '../wire/validate.ts'

/** What the machine wants done. */
export interface SessionActions {
  /** queues a session message; it goes out with the next commit */
  say(message: SessionMessage): void
  /** an application message, in its turn; the view is valid only inside the call. False: not taken, its number stays expected */
  take(view: MessageView): boolean
  /** the messages that were taken in this turn have caused as much as one may */
  readonly isTurnOver: boolean
  /** sends what was sent under these numbers again */
  replay(begin: number, end: number): void
  /** both numberings start over, the Logon that wants it included */
  restart(): void
  /** the connection ends once everything that has been said is out */
  leave(reason: string): void
  /** the connection ends at once */
  cut(reason: string): void
  /** a Logon inside of the session is refused: the connection ends at once */
  refuseLogon(reason: LogonRefusal): void
  /** what the session refused, for log and metrics */
  rejected(reason: number, text: string): void
}

export interface SessionMachineParts {
  readonly book: SessionBook
  readonly rules: DictionaryRules
  readonly clock: Clock
  readonly actions: SessionActions
  /** HeartBtInt(108) of the client's first Logon */
  readonly heartbeatS: number
  /** beyond the dictionary: what a value may not be (373=5) */
  readonly valueFault: (view: MessageView) => StructureFault | undefined
  /** why a Logon inside of the session is refused */
  readonly logonFault: (view: MessageView) => LogonRefusal | undefined
}

/**
 * The session layer of one logged-on connection: rules of engagement, sections 1 to 3. Inputs are messages and ticks of the clock,
 * outputs are `SessionActions`; it knows neither sockets nor the journal. The numbers are the book's, which outlives it.
 */
export class SessionMachine {
  readonly #parts: SessionMachineParts
  readonly #book: SessionBook
  readonly #clock: Clock
  readonly #actions: SessionActions
  readonly #heartbeats: Heartbeats
  readonly #queue = new GapQueue()
  readonly #gap = new InboundGap()
  #state: 'active' | 'logging-out' | 'over' = 'active'
  /** whether the client's number 1 was its Logon is seen by the number of its next message */
  #mayCountLogon = false
  #logoutDeadline = Infinity

  constructor(parts: SessionMachineParts) {
    this.#parts = parts
    this.#book = parts.book
    this.#clock = parts.clock
    this.#actions = parts.actions
    this.#heartbeats = new Heartbeats(parts.heartbeatS, parts.clock.monotonicMs())
  }

  /** The Logon that opened the connection has been answered: its number counts now. `asksItself`: the client reads our 789. */
  begin(logonNumber: number, asksItself: boolean): void {
    if (logonNumber === this.#book.nextInbound) {
      this.#book.received(logonNumber + 1)
      return
    }
    // one that is sent again, with PossDupFlag(43)=Y: its number has passed
    if (logonNumber < this.#book.nextInbound) return
    this.#queue.keepHandled(logonNumber)
    if (asksItself) this.#openGap(logonNumber)
    else this.#requestGap(logonNumber)
  }

  /**
   * In place of `begin`, where the answer started the numbers over and the client had not asked for it. Behind a Logon with number 1
   * most engines say number 1 again, as they are told to; others go on with 2.
   */
  beginAnew(logonNumber: number): void {
    this.#mayCountLogon = logonNumber === 1
  }

  /** A well-framed message of the client, `readAt` when it was read. */
  receive(view: MessageView, readAt: Moment): void {
    if (this.#state === 'over') return
    this.#heartbeats.heard(readAt.monotonicMs)
    const number = view.sequenceNumber
    if (this.#mayCountLogon) this.#countLogon(number)
    if (!view.equals(8, 'FIX.4.4')) this.#end('Incorrect BeginString')
    else if (number === 0) this.#actions.rejected(REJECT_REASONS.requiredTagMissing, 'MsgSeqNum(34) is missing or no number')
    else if (this.#isInOrder(view, number, readAt.epochMs)) this.#judge(view, number)
    this.drain()
  }

  /** With any number but 2 something else is missing: the client is asked for all from its number 1 on, whatever that was. */
  #countLogon(firstNumber: number): void {
    this.#mayCountLogon = false
    if (firstNumber === 2) this.#received(2)
  }

  /** Bytes came that are no message: they may have been the client's number 1. */
  garbled(): void {
    this.#mayCountLogon = false
  }

  /** Log the client out; it has a moment to answer. */
  logout(text: string): void {
    if (this.#state !== 'active') return
    this.#say({ type: 'Logout', text })
    this.#state = 'logging-out'
    this.#logoutDeadline = this.#clock.monotonicMs() + LOGOUT_ANSWER_MS
  }

  /** Something was written: the next Heartbeat has time. */
  wrote(): void {
    this.#heartbeats.spoke(this.#clock.monotonicMs())
  }

  /** The client could not be read until now, or not know of our Logout: what it owes us is waited for anew. */
  excuse(): void {
    const now = this.#clock.monotonicMs()
    this.#heartbeats.heard(now)
    this.#gap.moved(now)
    if (this.#state === 'logging-out') this.#logoutDeadline = now + LOGOUT_ANSWER_MS
  }

  /** Another connection may take over. */
  get looksDead(): boolean {
    return this.#heartbeats.looksDead(this.#clock.monotonicMs())
  }

  get heartbeatS(): number {
    return this.#heartbeats.intervalS
  }

  /** No Logout has been said on either side. */
  get isActive(): boolean {
    return this.#state === 'active'
  }

  /** Does what is due. */
  tick(): void {
    if (this.#state === 'over') return
    const now = this.#clock.monotonicMs()
    if (now >= this.#logoutDeadline) return this.#cut('Logout was not answered')
    if (this.#state === 'logging-out') return
    if (this.#heartbeats.isLost(now)) return this.#cut('no answer to TestRequest')
    if (now >= this.#gapGivenUpAt) return this.#end(`MsgSeqNum ${this.#book.nextInbound} is missing and was not sent again`)
    if (this.#heartbeats.takeTestRequest(now)) this.#say({ type: 'TestRequest', id: `TEST${Math.floor(now)}` })
    if (this.#heartbeats.isHeartbeatDue(now)) this.#say({ type: 'Heartbeat' })
  }

  /** When `tick` has something to do next, at the earliest. */
  nextTickAt(): number {
    if (this.#state !== 'active') return this.#state === 'over' ? Infinity : this.#logoutDeadline
    return Math.min(this.#heartbeats.nextAt, this.#gapGivenUpAt)
  }

  // --- What comes before the sequence number: rules of engagement, section 2 ---

  /** Structure, CompIDs, clock and PossDup; a message that fails is rejected whatever its number. */
  #isInOrder(view: MessageView, number: number, readAtMs: number): boolean {
    const { settings } = this.#book
    const fault =
      validateMessage(view, this.#parts.rules, { allowUserDefined: !settings.validateUserDefined }) ?? this.#parts.valueFault(view)
    if (fault !== undefined) return this.#reject(view, number, fault)
    if (!view.equals(49, settings.senderCompId) || !view.equals(56, settings.targetCompId)) {
      return this.#rejectAndLogout(view, number, REJECT_REASONS.compId)
    }
    const sentAt = view.utcTimestamp(52)
    const toleranceMs = settings.clockToleranceS * 1000
    if (toleranceMs > 0 && Math.abs(readAtMs - sentAt) > toleranceMs) return this.#rejectAndLogout(view, number, REJECT_REASONS.sendingTime)
    // SequenceReset(4) goes without OrigSendingTime(122) from many engines: it has no original.
    if (view.isYes(43) && !view.equals(35, MsgType.SequenceReset)) {
      if (!view.has(122)) return this.#reject(view, number, faultOf(REJECT_REASONS.requiredTagMissing, 122))
      if (view.utcTimestamp(122) > sentAt) return this.#rejectAndLogout(view, number, REJECT_REASONS.sendingTime)
    }
    return true
  }

  #reject(view: MessageView, number: number, fault: StructureFault): false {
    this.#actions.rejected(fault.reason, fault.text)
    // its number stays expected, as that of every message behind our Logout
    if (this.#state !== 'active') return false
    const route = answerRoute(view)
    const reject = { refSeqNum: number, refTagId: fault.refTagId, refMsgType: view.msgType, reason: fault.reason, text: fault.text }
    this.#say({ type: 'Reject', reject, ...(route && { route }) })
    if (number === this.#book.nextInbound) this.#received(number + 1)
    return false
  }

  #rejectAndLogout(view: MessageView, number: number, reason: number): false {
    this.#reject(view, number, { reason, text: rejectText(reason) })
    this.logout(rejectText(reason))
    return false
  }

  // --- Sequence ---

  #judge(view: MessageView, number: number): void {
    const expected = this.#book.nextInbound
    const isDuplicate = number < expected && view.isYes(43) && !isReset(view)
    if (isDuplicate) return
    switch (view.msgType) {
      case MsgType.Logout:
        return this.#onLogout(number)
      case MsgType.ResendRequest:
        return this.#onResendRequest(view, number)
      case MsgType.SequenceReset:
        if (isReset(view)) return this.#onSequenceReset(view, number)
        break
      case MsgType.Logon:
        if (view.isYes(141) && number === 1) return this.#onRestart(view)
        break
      default:
    }
    // After our Logout nothing more is taken; its number stays expected, so that nothing is lost.
    if (this.#state !== 'active') return
    if (number < expected) this.#end(`MsgSeqNum too low, expecting ${expected} but received ${number}`)
    else if (number > expected) this.#keepForLater(view, number)
    else this.#process(view, number)
  }

  #keepForLater(view: MessageView, number: number): void {
    this.#queue.keep(number, () => view.copy())
    // A replay that leaves something out is a gap of its own.
    const replaySkipped = this.#isGapOpen && view.isYes(43) && this.#gap.hasMoved(this.#book.nextInbound)
    if (!this.#isGapOpen || replaySkipped) this.#requestGap(number)
  }

  #requestGap(until: number): void {
    this.#openGap(until)
    this.#say({ type: 'ResendRequest', begin: this.#book.nextInbound, end: 0 })
  }

  #openGap(until: number): void {
    this.#gap.open(this.#book.nextInbound, until, this.#clock.monotonicMs())
  }

  get #isGapOpen(): boolean {
    return this.#gap.isOpen(this.#book.nextInbound)
  }

  get #gapGivenUpAt(): number {
    return this.#gap.givenUpAt(this.#book.nextInbound, Math.max(GAP_PATIENCE_MS, this.#heartbeats.patienceMs))
  }

  #received(next: number): void {
    if (this.#isGapOpen) this.#gap.moved(this.#clock.monotonicMs())
    this.#book.received(next)
  }

  /** Takes what was kept, as far as it is next and one turn may take: no more than is read in one. What is missing then is the next gap. */
  drain(): void {
    if (this.#queue.isEmpty) return
    let bytes = 0
    while (this.#state === 'active' && bytes < BYTES_A_TURN && !this.#actions.isTurnOver) {
      const number = this.#book.nextInbound
      const kept = this.#queue.take(number)
      if (kept === undefined) break
      if (kept === HANDLED) {
        this.#received(number + 1)
      } else if (KEPT_VIEW.load(kept, 0, kept.length)) {
        bytes += kept.length
        this.#process(KEPT_VIEW, number)
      }
    }
    if (this.#state !== 'active' || this.#isGapOpen || this.#queue.isEmpty || this.isDraining) return
    this.#requestGap(this.#queue.lowest)
  }

  /** What was kept and is next waits for another turn; nothing else may be received before it. */
  get isDraining(): boolean {
    return this.#state === 'active' && this.#queue.lowest <= this.#book.nextInbound
  }

  // --- Messages in their turn ---

  #process(view: MessageView, number: number): void {
    switch (view.msgType) {
      case MsgType.Heartbeat:
      case MsgType.Reject:
        break
      case MsgType.TestRequest: {
        const route = answerRoute(view)
        this.#say({ type: 'Heartbeat', testRequestId: view.string(112)!, ...(route && { route }) })
        break
      }
      case MsgType.SequenceReset:
        return this.#onGapFill(view, number)
      case MsgType.Logon:
        this.#reject(view, number, { reason: REJECT_REASONS.other, text: 'Already logged on' })
        return
      default:
        if (!this.#actions.take(view)) return
    }
    this.#received(number + 1)
  }

  #onGapFill(view: MessageView, number: number): void {
    const next = view.integer(36)
    if (next <= number || next > LARGEST_NEW_NUMBER) this.#refuseReset(view, number)
    else this.#received(next)
  }

  #onSequenceReset(view: MessageView, number: number): void {
    const next = view.integer(36)
    if (next < this.#book.nextInbound || next > LARGEST_NEW_NUMBER) {
      this.#refuseReset(view, number)
      return
    }
    // the numbers from there on are given anew, also those that waited behind a gap
    this.#forgetGap()
    this.#received(next)
  }

  #forgetGap(): void {
    this.#queue.clear()
    this.#gap.close()
  }

  /** Nothing changes, the inbound number included. */
  #refuseReset(view: MessageView, number: number): void {
    const { reason, text } = faultOf(REJECT_REASONS.valueOutOfRange, 36)
    this.#actions.rejected(reason, text)
    this.#say({ type: 'Reject', reject: { refSeqNum: number, refTagId: 36, refMsgType: view.msgType, reason, text } })
  }

  /** Honoured at any number, before its own gap is asked for: two sides that wait for each other would wait for ever. */
  #onResendRequest(view: MessageView, number: number): void {
    const begin = view.integer(7)
    const end = view.integer(16)
    const badTag = begin < 1 ? 7 : end !== 0 && end < begin ? 16 : 0
    if (badTag !== 0) {
      this.#reject(view, number, faultOf(REJECT_REASONS.valueOutOfRange, badTag))
      return
    }
    this.#actions.replay(begin, end)
    if (number === this.#book.nextInbound) {
      this.#received(number + 1)
    } else if (number > this.#book.nextInbound) {
      this.#queue.keepHandled(number)
      if (!this.#isGapOpen) this.#requestGap(number)
    }
  }

  /** Honoured at any number; what lies in a gap stays expected, and is asked for after the next Logon. */
  #onLogout(number: number): void {
    if (number === this.#book.nextInbound) this.#received(number + 1)
    this.#say({ type: 'Logout', text: '' })
    this.#leave(this.#logoutDeadline === Infinity ? LOGGED_OUT : LOGOUT_ANSWERED)
  }

  /** ResetSeqNumFlag(141)=Y inside a session: a Logon as the first one was, and refused as that would be. */
  #onRestart(view: MessageView): void {
    if (this.#state !== 'active') return
    const refusal = this.#parts.logonFault(view)
    if (refusal !== undefined) {
      this.#state = 'over'
      this.#actions.refuseLogon(refusal)
      return
    }
    this.#heartbeats.intervalS = view.integer(108)
    this.#forgetGap()
    this.#actions.restart()
    const nextExpected = nextExpectedOf(view)
    const fault = faultOfNextExpected(nextExpected, 1)
    if (fault !== undefined) return this.#end(fault)
    this.#book.received(2)
    this.#say({ type: 'Logon', heartbeatS: this.heartbeatS, reset: true, nextExpected: nextExpected > 0 ? 2 : 0 })
  }

  // --- Ends ---

  /** Nothing more once our Logout has been said: the client may be gone with it, and the number would be lost. */
  #say(message: SessionMessage): void {
    if (this.#state !== 'active') return
    this.#heartbeats.spoke(this.#clock.monotonicMs())
    this.#actions.say(message)
  }

  /** Logout with a reason, and the connection ends with it. */
  #end(text: string): void {
    this.#say({ type: 'Logout', text })
    this.#leave(text)
  }

  #leave(reason: string): void {
    this.#state = 'over'
    this.#actions.leave(reason)
  }

  #cut(reason: string): void {
    this.#state = 'over'
    this.#actions.cut(reason)
  }
}

const LOGGED_OUT = 'Logout'
const LOGOUT_ANSWERED = 'Logout answered'
/** How a connection ends when both sides have said Logout: no session was lost. */
export const CLEAN_ENDS: ReadonlySet<string> = new Set([LOGGED_OUT, LOGOUT_ANSWERED])

const LOGOUT_ANSWER_MS = 2_000
const GAP_PATIENCE_MS = 30_000
/** Most engines count in 32 bits; a number without any behind it would leave the session deaf for good. */
const LARGEST_NEW_NUMBER = 2 ** 31 - 1
/** Kept messages are read by a view of their own: the shared one still holds the message that fills the gap. */
const KEPT_VIEW = new MessageView()

/** A SequenceReset(4) without GapFillFlag(123)=Y, whose own number is ignored: no number makes it a duplicate. */
function isReset(view: MessageView): boolean {
  return view.equals(35, MsgType.SequenceReset) && !view.isYes(123)
}
