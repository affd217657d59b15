import type { SessionNumbers } from '../../domain/batch.ts'
import type { Event } from '../../domain/event.ts'
import { MissedBlocks } from '../past/missed-blocks.ts'
import { NumberIndex } from '../past/number-index.ts'
import type { NumberIndexSnapshot } from '../past/number-index.ts'
import type { SessionMessage } from './session-message.ts'
import { SessionRoutes } from './session-routes.ts'
import type { SessionSettings } from './session-settings.ts'

/**
 * - away: what concerns it is noted, to within a few thousand positions; numbers are given when the session returns
 * - catching-up: logged on, and told the past from the journal in chunks
 * - live: every batch gives numbers to what concerns it
 */
export type Presence = 'away' | 'catching-up' | 'live'

/**
 * The sequence book of one session: both numberings and how far it has been told. It outlives connections; all that it knows for good is
 * in the journal's batches, from which `restore` makes it again. Between two batches it drafts what the next one holds of the session.
 */
export class SessionBook {
  settings: SessionSettings
  /** `fingerprintOf` the password of `settings`, once it is known: a Logon has shown it, or an operator has set it */
  passwordFingerprint: Buffer | undefined
  presence: Presence = 'away'
  /** next MsgSeqNum(34) expected from the client */
  nextInbound = 1
  /** next MsgSeqNum(34) to be given */
  nextOutbound = 1
  /** numbers before this one are durable and may be asked for again */
  sentBefore = 1
  /** it has been given numbers for every event of its concern before this position; kept up to date except while it is live */
  toldBefore = 0
  /** when one of the numberings last moved, epoch ms */
  movedAt = 0
  /** when the client last logged on, or both numberings last started over, epoch ms; 0 = not known */
  begunAt = 0
  /** the client has logged on and, as far as is durable, not out: it is here, or it was lost */
  isOn = false
  /** counts the times that the numberings started over */
  epoch = 0
  /** the one that is on the disk */
  #durableEpoch = 0
  /** epoch ms of the last message either way; 0 = none since the start */
  lastInboundAt = 0
  lastOutboundAt = 0
  readonly index = new NumberIndex()
  /** where to look for what it was not told live */
  readonly missed = new MissedBlocks()
  readonly routes = new SessionRoutes()

  #reset = false
  #moved = false
  /** as in SessionNumbers, of the next batch */
  #loggedOn: boolean | undefined
  #outbound: number[] = []
  #messages: SessionMessage[] = []
  #queue: QueuedMessage[] = []
  #past: PastChunk | undefined
  #tellsPast = false
  /** sealed, and not yet sent: session messages, and all that was given a number */
  #unsentMessages = 0
  #unsentNumbers = 0
  /** both numberings as the last durable batch that names the session leaves them */
  #durable: NextNumbers = { nextInbound: 1, nextOutbound: 1 }

  constructor(settings: SessionSettings) {
    this.settings = settings
  }

  // --- What happens between two batches ---

  /** The client's messages before `next` have been dealt with. */
  received(next: number): void {
    this.nextInbound = next
    this.#moved = true
  }

  /** Queues a session message; it goes out ahead of the events from `position` on, the answer to a Logon ahead of all. */
  say(message: SessionMessage, position: number): void {
    this.#queue.push({ message, before: message.type === 'Logon' ? FIRST : position })
  }

  /** The client's Logon is answered, or it and the gateway have both said Logout. */
  logged(on: boolean): void {
    this.#loggedOn = on
    this.#moved = true
  }

  /** What of the past is told with the next batch. */
  recount(chunk: PastChunk): void {
    this.#past = chunk
  }

  get past(): PastChunk | undefined {
    return this.#past
  }

  /** Something is to be committed although nothing may be said. */
  touch(): void {
    this.#moved = true
  }

  /** Both numberings start over with the next batch; what has not been sent yet is not sent. */
  startOver(nextInbound = 1, nextOutbound = 1): void {
    this.#reset = true
    this.#moved = true
    this.#queue = []
    this.epoch++
    this.nextInbound = nextInbound
    this.nextOutbound = nextOutbound
    this.sentBefore = nextOutbound
    this.index.clear()
  }

  /** Both numberings have started over, and that is not on the disk yet. */
  get isStartingOver(): boolean {
    return this.epoch !== this.#durableEpoch
  }

  /** The connection is gone. `sealedBefore`: positions before it have been sealed, and told if the session was live. */
  leave(sealedBefore: number): void {
    if (this.presence === 'live') this.#isToldFrom(sealedBefore)
    this.presence = 'away'
    this.#queue = []
    if (this.#past !== undefined && this.#past.toldBefore !== REPEATED) this.#past = undefined
    this.#moved = true
  }

  /** Whether the next batch holds anything of the session. */
  get isDrafting(): boolean {
    return this.#moved || this.#queue.length > 0 || this.#past !== undefined
  }

  /** Whether a session message is still to be sent: it waits for its number, for its commit, or for its turn behind that. */
  get hasUnsent(): boolean {
    return this.#queue.length > 0 || this.#unsentMessages > 0
  }

  // --- Sealing: `open`, then `tell` for each event, then `close` ---

  /** Begins the draft of the batch at `position`: what is told of the past comes first, and who is through with it becomes live. */
  open(position: number): void {
    if (this.presence === 'catching-up') this.#flush(Infinity, position)
    else if (this.#reset) this.#flush(FIRST, position)
    const past = this.#past
    this.#tellsPast = past !== undefined
    if (past !== undefined) {
      for (const told of past.positions) this.#outbound.push(told)
      if (past.toldBefore !== REPEATED) this.toldBefore = past.toldBefore
    }
    if (this.presence === 'catching-up' && this.toldBefore >= position) this.presence = 'live'
  }

  /** Gives the event at `position` the next number, or notes it for later where the session is not live. In the order of the journal. */
  tell(position: number): void {
    if (this.presence === 'live' && this.#queue.length > 0) this.#flush(position, position)
    if (this.#presence === 'live') this.#outbound.push(position)
    else this.missed.note(position)
  }

  /** More than can be sent at once is told from the journal instead. */
  fallBehind(position: number): void {
    if (this.presence !== 'live' || this.#tellsPast) return
    this.presence = 'catching-up'
    this.#isToldFrom(position)
    for (const given of this.#outbound) if (given >= position) this.missed.note(given)
    this.#outbound = this.#messages.map(() => 0)
  }

  /** What the session will be sent at once: this batch, and the one before it where that is still to be sent. */
  get toldAtOnce(): number {
    return this.#unsentNumbers + this.#outbound.length
  }

  /** Ends the draft: what the batch holds of the session; undefined when that is nothing. */
  close(end: number): SealedNumbers | undefined {
    if (this.#queue.length > 0) this.#flush(Infinity, end)
    if (!this.#moved && this.#outbound.length === 0) return undefined
    const numbers: SessionNumbers = {
      session: this.settings.index,
      reset: this.#reset,
      nextInbound: this.nextInbound,
      firstOutbound: this.nextOutbound,
      outbound: this.#outbound,
      toldBefore: this.presence === 'live' ? end : this.toldBefore,
      ...(this.#loggedOn !== undefined && { loggedOn: this.#loggedOn }),
    }
    const sealed: SealedNumbers = { book: this, epoch: this.epoch, numbers, messages: this.#messages, past: this.#past }
    this.nextOutbound += this.#outbound.length
    this.#unsentMessages += this.#messages.length
    this.#unsentNumbers += this.#outbound.length
    this.#reset = false
    this.#moved = false
    this.#loggedOn = undefined
    this.#outbound = []
    this.#messages = []
    this.#past = undefined
    return sealed
  }

  /** Gives numbers to queued messages. A Logout is the last that the session hears: what happens later is told after its next Logon. */
  #flush(before: number, position: number): void {
    let count = 0
    for (const queued of this.#queue) {
      if (queued.before > before) break
      count++
      this.#outbound.push(0)
      this.#messages.push(queued.message)
      if (queued.message.type !== 'Logout') continue
      if (this.presence === 'live') this.#isToldFrom(position)
      this.presence = 'away'
      if (this.#past?.toldBefore !== REPEATED) this.#past = undefined
      count = this.#queue.length
      break
    }
    this.#queue.splice(0, count)
  }

  /** It was live: what happens from `position` on is told later. */
  #isToldFrom(position: number): void {
    this.toldBefore = position
    this.missed.noteFrom(position)
  }

  /** `presence` may change within a call, which the compiler does not see. */
  get #presence(): Presence {
    return this.presence
  }

  // --- After the commit, and at start ---

  /** Takes in what a durable batch says of this session. */
  committed({ epoch, numbers }: SealedNumbers, position: number, sealedAt: number): void {
    this.#note(numbers, sealedAt)
    this.#durableEpoch = epoch
    if (epoch === this.epoch) this.#learn(numbers, position)
  }

  /** A durable batch is being sent, or there is nobody to send it to. */
  told({ numbers, messages }: SealedNumbers): void {
    this.#unsentMessages -= messages.length
    this.#unsentNumbers -= numbers.outbound.length
  }

  /** At start, for every batch of the journal that names the session, in order. */
  restore(numbers: SessionNumbers, position: number, sealedAt: number): void {
    if (numbers.reset) this.index.clear()
    this.nextInbound = numbers.nextInbound
    this.nextOutbound = numbers.firstOutbound + numbers.outbound.length
    this.toldBefore = numbers.toldBefore
    this.#note(numbers, sealedAt)
    this.#learn(numbers, position)
  }

  #note({ reset, loggedOn }: SessionNumbers, sealedAt: number): void {
    this.movedAt = sealedAt
    this.isOn = loggedOn ?? this.isOn
    if (reset || loggedOn === true) this.begunAt = sealedAt
  }

  #learn(numbers: SessionNumbers, position: number): void {
    if (numbers.outbound.length > 0) this.index.add(numbers.firstOutbound, position)
    this.sentBefore = numbers.firstOutbound + numbers.outbound.length
    this.#durable = { nextInbound: numbers.nextInbound, nextOutbound: this.sentBefore }
  }

  /** Where both numberings would go on after a crash. */
  get durableNumbers(): NextNumbers {
    return this.#durable
  }

  /** Plain data. `durableBefore`: positions before it are durable; the book of a live session has been told all of them. */
  snapshot(durableBefore: number): BookSnapshot {
    const { sentBefore, movedAt, begunAt, presence, toldBefore, isOn } = this
    return {
      session: this.settings.index,
      nextInbound: this.#durable.nextInbound,
      nextOutbound: sentBefore,
      toldBefore: presence === 'live' ? durableBefore : Math.min(toldBefore, durableBefore),
      movedAt,
      begunAt,
      isOn,
      index: this.index.snapshot(),
    }
  }

  restoreSnapshot(snapshot: BookSnapshot): void {
    this.nextInbound = snapshot.nextInbound
    this.#durable = { nextInbound: snapshot.nextInbound, nextOutbound: snapshot.nextOutbound }
    this.nextOutbound = snapshot.nextOutbound
    this.sentBefore = snapshot.nextOutbound
    this.toldBefore = snapshot.toldBefore
    this.movedAt = snapshot.movedAt
    this.begunAt = snapshot.begunAt ?? 0
    this.isOn = snapshot.isOn ?? false
    this.index.restore(snapshot.index)
  }
}

/** Events of the past that a session is told of with one batch. */
export interface PastChunk {
  /** as in SessionNumbers.outbound */
  readonly positions: readonly number[]
  /** the events, one for each position */
  readonly events: readonly Event[]
  /** everything of its concern before this position has then been told; REPEATED: told before, and now again */
  readonly toldBefore: number
}

export const REPEATED = -1

/** before any position */
const FIRST = 0

/** What a batch holds of a session, and what sending it needs. */
export interface SealedNumbers {
  readonly book: SessionBook
  readonly epoch: number
  readonly numbers: SessionNumbers
  /** the messages behind the zeros in `numbers.outbound`, in order */
  readonly messages: readonly SessionMessage[]
  readonly past: PastChunk | undefined
}

/** The MsgSeqNum(34) that is expected next, and the one that is given next. */
interface NextNumbers {
  readonly nextInbound: number
  readonly nextOutbound: number
}

export interface BookSnapshot {
  readonly session: number
  readonly nextInbound: number
  readonly nextOutbound: number
  readonly toldBefore: number
  readonly movedAt: number
  /** snapshots from before these were kept have none */
  readonly begunAt?: number
  readonly isOn?: boolean
  readonly index: NumberIndexSnapshot
}

interface QueuedMessage {
  readonly message: SessionMessage
  readonly before: number
}
