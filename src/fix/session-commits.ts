import { positionsOf } from '../domain/batch.ts'
import type { Batch, SessionNumbers } from '../domain/batch.ts'
import type { Event } from '../domain/event.ts'
import type { CommitParticipant } from '../sequencer.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Audience } from './audience.ts'
import type { Clock } from './clock.ts'
import type { ClientConnection } from './connection/client-connection.ts'
import type { ResendLog } from './gateway-parts.ts'
import type { SessionRenderer } from './outbound/session-renderer.ts'
import type { PastTelling } from './past/past-telling.ts'
import { REPEATED } from './session/session-book.ts'
import type { SealedNumbers, SessionBook } from './session/session-book.ts'

export interface SessionCommitsParts {
  /** all there are, as they come and go */
  readonly books: readonly SessionBook[]
  readonly connections: ReadonlyMap<SessionBook, ClientConnection>
  readonly audience: Audience
  readonly past: PastTelling
  readonly renderer: SessionRenderer
  readonly resendLog: ResendLog | undefined
  readonly metrics: Metrics
  readonly clock: Clock
}

/** What every batch owes the sessions: `seal` gives numbers to what they are told, `tell` sends it once that is durable. */
export class SessionCommits implements CommitParticipant {
  readonly #books: readonly SessionBook[]
  readonly #connections: ReadonlyMap<SessionBook, ClientConnection>
  readonly #audience: Audience
  readonly #past: PastTelling
  readonly #renderer: SessionRenderer
  readonly #resendLog: ResendLog | undefined
  readonly #metrics: Metrics
  readonly #clock: Clock
  #sealedBefore = 0
  /** when the orders of the next batch arrived, monotonic ms */
  #arrivals: number[] = []
  readonly #whenSealedDurable: (() => void)[] = []
  #inFlight: Sealed = NOTHING_SEALED
  /** durable, and about to be told */
  #durable: Sealed = NOTHING_SEALED

  constructor(parts: SessionCommitsParts) {
    this.#books = parts.books
    this.#connections = parts.connections
    this.#audience = parts.audience
    this.#past = parts.past
    this.#renderer = parts.renderer
    this.#resendLog = parts.resendLog
    this.#metrics = parts.metrics
    this.#clock = parts.clock
  }

  /** The first batch will be at this position. */
  begin(position: number): void {
    this.#sealedBefore = position
  }

  /** Positions before it have been sealed. */
  get sealedBefore(): number {
    return this.#sealedBefore
  }

  /** An order of the next batch arrived then, monotonic ms. */
  orderArrived(at: number): void {
    this.#arrivals.push(at)
  }

  /** Calls back once the batch that is sealed next is durable. */
  whenNextDurable(run: () => void): void {
    this.#whenSealedDurable.push(run)
  }

  seal(events: readonly Event[], position: number): readonly SessionNumbers[] {
    const end = position + Math.max(1, events.length)
    for (const book of this.#books) if (book.presence !== 'away' || book.past !== undefined) book.open(position)
    for (const [book, connection] of this.#connections) if (connection.isBehind) book.fallBehind(position)
    for (let index = 0; index < events.length; index++) this.#audience.tell(events[index]!, position + index)
    for (const [book, connection] of this.#connections) if (book.toldAtOnce > connection.mayBeTold) book.fallBehind(position)
    const sending: Sending[] = []
    for (const book of this.#books) {
      const sealed = book.close(end)
      if (sealed !== undefined) sending.push({ sealed, connection: this.#connections.get(book) })
    }
    this.#inFlight = { sending, arrivals: this.#arrivals, whenDurable: this.#whenSealedDurable.splice(0) }
    if (this.#arrivals.length > 0) this.#arrivals = []
    // a batch with nothing in it is only made when somebody wants a commit
    if (events.length > 0 || sending.length > 0) this.#sealedBefore = end
    return sending.map(({ sealed }) => sealed.numbers)
  }

  durable(batch: Batch): void {
    this.#durable = this.#inFlight
    this.#inFlight = NOTHING_SEALED
    for (const { sealed } of this.#durable.sending) sealed.book.committed(sealed, batch.position, batch.sealedAt)
    this.#sealedBefore = batch.position + positionsOf(batch)
    for (const run of this.#durable.whenDurable) run()
    this.#past.goOn(batch, this.#connections.keys())
  }

  tell(batch: Batch): void {
    const { sending, arrivals } = this.#durable
    this.#durable = NOTHING_SEALED
    for (const { sealed, connection } of sending) {
      sealed.book.told(sealed)
      if (sealed.past?.toldBefore === REPEATED) this.#resendLog?.noteRepeated(batch, sealed)
      if (connection === undefined || this.#connections.get(sealed.book) !== connection) continue
      if (sealed.messages.length > 0) this.#resendLog?.noteSaid(batch, sealed)
      const { outbound } = sealed.numbers
      this.#metrics.fix.messagesOut += outbound.length
      if (outbound.length > 0) sealed.book.lastOutboundAt = batch.sealedAt
      connection.send(outbound.length === 0 ? undefined : this.#renderer.render(batch, sealed, connection.voice))
    }
    this.#countAcks(arrivals)
  }

  #countAcks(arrivals: readonly number[]): void {
    if (arrivals.length === 0) return
    const now = this.#clock.monotonicMs()
    for (const arrived of arrivals) this.#metrics.countAck('fix', (now - arrived) * 1000, now)
  }
}

/** What has to be done for a batch after its commit. */
interface Sealed {
  readonly sending: readonly Sending[]
  readonly arrivals: readonly number[]
  readonly whenDurable: readonly (() => void)[]
}

const NOTHING_SEALED: Sealed = { sending: [], arrivals: [], whenDurable: [] }

interface Sending {
  readonly sealed: SealedNumbers
  /** the connection at that moment; one that comes later learns of these numbers by a gap */
  readonly connection: ClientConnection | undefined
}
