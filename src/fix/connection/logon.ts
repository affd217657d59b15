import { timingSafeEqual } from 'node:crypto'
import { type ClientCertificate, fitsSession } from '../../domain/edges/client-certificate.ts'
import type { LogonRefusal } from '../../telemetry/metrics.ts'
import { MsgType } from '../fix-values.ts'
import { fingerprintOf } from './password-hash.ts'
import type { SessionBook } from '../session/session-book.ts'
import type { DictionaryRules } from '../wire/dictionary-rules.ts'
import type { MessageView } from '../wire/message-view.ts'
import { type StructureFault, validateMessage } from '../wire/validate.ts'

/** A Logon(A) that is in order, as far as it can be seen without its password. */
export interface LogonRequest {
  readonly type: 'logon'
  readonly book: SessionBook
  /** MsgSeqNum(34) */
  readonly number: number
  readonly isPossDup: boolean
  /** HeartBtInt(108), 1..120 */
  readonly heartbeatS: number
  /** ResetSeqNumFlag(141)=Y */
  readonly reset: boolean
  /** NextExpectedMsgSeqNum(789); 0 = absent */
  readonly nextExpected: number
  /** `fingerprintOf` its Password(554), '' where it has none */
  readonly password: Buffer
}

/** Why a Logon is refused. */
export interface LogonFault {
  readonly reason: LogonRefusal
  /** for the log, where the reason alone leaves the cause open; it names tags and repeats no value, which could be a password */
  readonly detail?: string
}

export interface RefusedLogon extends LogonFault {
  readonly type: 'refused'
  /** SenderCompID(49) as it came, for the log */
  readonly compId: string
  /** The reason gives away which sessions there are: it must not come faster than that of a wrong password. */
  readonly tellsOfSessions: boolean
}

export interface LogonSurroundings {
  readonly rules: DictionaryRules
  /** of the real clock */
  readonly epochMs: number
  /** what the connection has shown */
  readonly clientCertificate: ClientCertificate | undefined
  /** the session that the client's SenderCompID(49) and TargetCompID(56) name */
  readonly find: (senderCompId: string, targetCompId: string) => SessionBook | undefined
}

/**
 * Reads the first message of a connection. Nothing is changed by it, and nothing of it is believed yet. What depends on no session comes
 * first, so that the answer to a stranger is the same whatever sessions there are.
 */
export function readLogon(view: MessageView, { rules, epochMs, clientCertificate, find }: LogonSurroundings): LogonRequest | RefusedLogon {
  const compId = printable(view.string(49) ?? '')
  const refused = (fault: LogonFault): RefusedLogon => ({ type: 'refused', ...fault, compId, tellsOfSessions: false })
  const refusedLate = (fault: LogonFault): RefusedLogon => ({ ...refused(fault), tellsOfSessions: true })
  if (!view.equals(8, 'FIX.4.4')) return refused({ reason: 'begin_string' })
  if (view.msgType !== MsgType.Logon) return refused({ reason: 'not_a_logon' })
  const structureFault = validateMessage(view, rules, { allowUserDefined: true })
  if (structureFault !== undefined) return refused(malformed(detailOf(structureFault)))
  const number = view.sequenceNumber
  const reset = view.isYes(141)
  if (number === 0) return refused(malformed('MsgSeqNum(34) is 0'))
  // FIX 4.4: a Logon that resets has number 1.
  if (reset && number !== 1) return refused(malformed('ResetSeqNumFlag(141) is Y and MsgSeqNum(34) is not 1'))
  const fault = faultOfTerms(view) ?? faultOfPossDup(view)
  if (fault !== undefined) return refused(fault)

  const book = find(view.string(49) ?? '', view.string(56) ?? '')
  if (book === undefined) return refusedLate({ reason: 'comp_id' })
  const { settings } = book
  if (!fitsSession(settings, clientCertificate)) return refusedLate({ reason: 'certificate' })
  const userDefinedFault = settings.validateUserDefined ? validateMessage(view, rules) : undefined
  if (userDefinedFault !== undefined) return refusedLate(malformed(detailOf(userDefinedFault)))
  const toleranceMs = settings.clockToleranceS * 1000
  if (toleranceMs > 0 && Math.abs(epochMs - view.utcTimestamp(52)) > toleranceMs) return refusedLate({ reason: 'sending_time' })
  return {
    type: 'logon',
    book,
    number,
    isPossDup: view.isYes(43),
    heartbeatS: view.integer(108),
    reset,
    nextExpected: nextExpectedOf(view),
    password: fingerprintOf(view.string(554) ?? ''),
  }
}

/** Why a valid Logon inside of the session is refused: it has to be what a first one has to be, with the certificate and the password of now. */
export function faultOfFurtherLogon(
  view: MessageView,
  { settings, passwordFingerprint }: SessionBook,
  clientCertificate: ClientCertificate | undefined,
): LogonRefusal | undefined {
  const fault = faultOfTerms(view)
  if (fault !== undefined) return fault.reason
  if (!fitsSession(settings, clientCertificate)) return 'certificate'
  const isOpen = settings.passwordHash === null
  const isKnown = passwordFingerprint !== undefined && timingSafeEqual(fingerprintOf(view.string(554) ?? ''), passwordFingerprint)
  return isOpen || isKnown ? undefined : 'password'
}

/** NextExpectedMsgSeqNum(789); 0 = absent */
export function nextExpectedOf(view: MessageView): number {
  return view.has(789) ? view.integer(789) : 0
}

/** Why a Logon can't go on where the client is: it says that it has had more than it was sent. */
export function faultOfNextExpected(nextExpected: number, nextOutbound: number): string | undefined {
  if (nextExpected <= nextOutbound) return undefined
  return `NextExpectedMsgSeqNum too high, expecting ${nextOutbound} but received ${nextExpected}`
}

function faultOfTerms(view: MessageView): LogonFault | undefined {
  if (!view.equals(98, '0')) return malformed('EncryptMethod(98) is not 0')
  // numbers count from 1
  if (view.has(789) && view.integer(789) === 0) return malformed('NextExpectedMsgSeqNum(789) is 0')
  const heartbeatS = view.integer(108)
  return heartbeatS >= 1 && heartbeatS <= LONGEST_HEARTBEAT_S ? undefined : { reason: 'heartbeat' }
}

/** FIX 4.4: what is sent again says when it was sent first, which was not later. */
function faultOfPossDup(view: MessageView): LogonFault | undefined {
  if (!view.isYes(43)) return undefined
  if (!view.has(122)) return malformed('PossDupFlag(43) is Y and OrigSendingTime(122) is missing')
  return view.utcTimestamp(122) > view.utcTimestamp(52) ? { reason: 'sending_time' } : undefined
}

const malformed = (detail: string): LogonFault => ({ reason: 'malformed', detail })

function detailOf({ text, refTagId }: StructureFault): string {
  return refTagId === undefined ? text : `${text}: ${refTagId}`
}

const LONGEST_HEARTBEAT_S = 120

/** Names from strangers go into the log: short, and without control characters. */
function printable(text: string): string {
  return text.slice(0, 64).replace(/[^\x20-\x7e]/g, '?')
}
