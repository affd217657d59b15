import type { Event } from './event.ts'

/**
 * What one commit holds: everything that must be true together. Event i of a batch stands at journal position `position + i`; a batch
 * without events takes one position. Positions are the journal's `sequence`.
 */
export interface Batch {
  readonly position: number
  /** epoch ms of the real clock: SendingTime(52) of every message that the batch numbers */
  readonly sealedAt: number
  readonly events: readonly Event[]
  readonly sessions: readonly SessionNumbers[]
}

/** A batch of the journal whose events are decoded as they are asked for: it may have tens of thousands. */
export interface PastBatch extends Pick<Batch, 'position' | 'sealedAt' | 'sessions'> {
  /** that it takes */
  readonly positions: number
  /** the event at `position + index`; undefined where there is none */
  event(index: number): Event | undefined
  /** whom that event is about, which is known without decoding it; undefined where there is none */
  addressee(index: number): Addressee | undefined
}

/** Whom an event is about. Good until the next one is asked for. */
export interface Addressee {
  readonly type: Event['type'] | undefined
  /** FIX session of the order or of the answer; 0 = none, or REST */
  readonly session: number
  /** index of the account, -1 = none */
  readonly account: number
  /** it answers a session other than `session` too: the event says which */
  readonly answersOtherSession: boolean
}

/** Numbers of one FIX session that a batch moves. */
export interface SessionNumbers {
  readonly session: number
  /** true: both numberings start over with this batch; earlier numbers can't be asked for any more */
  readonly reset: boolean
  /** next MsgSeqNum(34) expected from the client, after this batch */
  readonly nextInbound: number
  /** number of the first entry of `outbound`; without entries, the next number to be given */
  readonly firstOutbound: number
  /**
   * One entry a message, numbered in order: the position of the event that it tells, negative when it is sent with PossResend(97)=Y,
   * 0 for a session message (Heartbeat, Logon …), which a resend replaces by a gap fill.
   */
  readonly outbound: readonly number[]
  /** the session has been given numbers for every event of its concern before this position */
  readonly toldBefore: number
  /** true: the client's Logon is answered with this batch; false: the client and the gateway have both said Logout; left out: neither */
  readonly loggedOn?: boolean
}

/** Positions that a batch takes. */
export const positionsOf = (batch: Batch): number => Math.max(1, batch.events.length)
