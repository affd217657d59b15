import type { Batch, SessionNumbers } from '../../src/domain/batch.ts'
import type { Event } from '../../src/domain/event.ts'
import { demand } from './finding.ts'
import type { SessionHours } from './session-hours.ts'
import type { Heard } from './wire.ts'
import { billionths } from './wire.ts'

/** A message that a client has sent under a number, and what has to come of it once that number counts. */
export interface Sent {
  readonly type: string
  readonly body: string
  /** the id that its answer has to name; '' where nothing in the journal answers it */
  readonly id: string
  /** of a replace: the new total */
  readonly quantityLots?: number
  /** the client has told the gateway to go on without it */
  isGivenUp: boolean
}

/** What the model asks of the client of a session. */
export interface SendingSide {
  /** counts the times that it has started both numberings over */
  readonly numbering: number
  sent(numbering: number, number: number): Sent | undefined
  /** the first numbering that is not begun before the moment; one that is still to come where that is none */
  numberingFrom(moment: number): number
  /** in one before that numbering */
  hasSentBefore(id: string, numbering: number): boolean
}

export interface SessionModelParts {
  readonly session: number
  readonly isCopy: boolean
  readonly client: SendingSide
  /** the venue answers some requests later than it takes them */
  readonly answersLate: boolean
  /** undefined = it may be logged on at any time */
  readonly hours: SessionHours | undefined
  /** the real time */
  readonly now: () => number
}

/** What the message about an event has to say. */
export interface Telling {
  readonly msgType: string
  /** ExecID(17); '' where it has none of its own */
  readonly executionId: string
  /** ExecType(150), LastQty(32) and CumQty(14) of a fill */
  readonly lastLots: number
  readonly filledLots: number
}

/**
 * One FIX session once more, from what is on the disk: both numberings, what the session is to be told and has been told, and what came of each of
 * its messages. The gateway's bytes are held against it as they are written.
 */
export class SessionModel {
  readonly #parts: SessionModelParts
  readonly #tellingAt: (position: number) => Telling
  nextInbound = 1
  nextOutbound = 1
  /** the client's numbering that the gateway is in */
  #numbering = 0
  /** what the numbers from 1 on were given to, as in SessionNumbers.outbound */
  #entries: number[] = []
  /** positions of everything that concerns the session, in order; so many of them have been told */
  readonly #concerned: number[] = []
  #told = 0
  readonly #consumed = new Set<string>()
  /** both numberings have started over as often as they had to up to then */
  #begunAt: number
  /** when the session ends that the present connection is in */
  #closesAt = Infinity
  /** the client has logged on, and not out */
  isOn = false

  constructor(parts: SessionModelParts, tellingAt: (position: number) => Telling) {
    this.#parts = parts
    this.#tellingAt = tellingAt
    this.#begunAt = parts.now()
  }

  // --- What is on the disk ---

  apply(batch: Batch): void {
    batch.events.forEach((event, index) => {
      if (this.#concerns(event)) this.#concerned.push(batch.position + index)
    })
    const numbers = batch.sessions.find(({ session }) => session === this.#parts.session)
    const answers = this.#answersIn(batch)
    if (numbers !== undefined) {
      this.#begin(numbers, batch.sealedAt)
      this.#consume(numbers, answers)
      this.#count(numbers)
      this.isOn = numbers.loggedOn ?? this.isOn
    }
    for (const [id, { isLate }] of answers) {
      const isKnown = this.#consumed.has(id) && (isLate || this.#parts.answersLate)
      const isOfBefore = numbers?.reset === true && this.#parts.client.hasSentBefore(id, this.#numbering)
      if (isOfBefore) this.#consumed.add(id)
      demand(isKnown || isOfBefore, () => `${this.#name} was answered about ${id}, and no number of it has counted in this commit`)
    }
  }

  get hasBeenToldAll(): boolean {
    return this.#told === this.#concerned.length
  }

  /** Nothing is on its way any more: everything has been told. */
  demandToldAll(): void {
    demand(
      this.hasBeenToldAll,
      () => `${this.#name} was never told of position ${this.#concerned[this.#told]} (${this.#concerned.length - this.#told} in all)`,
    )
  }

  /** Both numberings start over where the client asks for it, and once behind each session whose schedule says so, before anybody is in again. */
  #begin({ reset, outbound, loggedOn }: SessionNumbers, sealedAt: number): void {
    const { client, hours } = this.#parts
    const dueAt = hours?.lastReset(sealedAt) ?? -Infinity
    const isDue = dueAt > this.#begunAt
    const isFresh = this.nextInbound === 1 && this.nextOutbound === 1
    if (isDue && (reset || isFresh)) this.#numbering = client.numberingFrom(dueAt)
    else if (reset) {
      demand(client.numbering > this.#numbering, () => `${this.#name} starts over, and nobody has asked for it`)
      // until a reset is answered, the client says nothing else: of several that it has asked for, any will do
      this.#numbering = client.numbering
    } else if (isDue)
      demand(
        loggedOn !== true && sealedAt < dueAt + FAREWELL_MS,
        () => `${this.#name} goes on with its numbers, which had to start over at ${new Date(dueAt).toISOString()}`,
      )
    if (reset || (isDue && isFresh)) this.#begunAt = sealedAt
    if (hours === undefined || hours.windowAt(sealedAt) !== undefined || sealedAt < hours.lastEnd(sealedAt) + LAST_WORDS_MS) return
    // what an operator has repeated waits for the client under numbers of its own
    demand(loggedOn !== true && outbound.every((entry) => entry < 0), () => `${this.#name} is told something outside its hours`)
  }

  /** The messages of the client whose numbers count now have had their effect in the same commit, each once. */
  #consume({ nextInbound, reset }: SessionNumbers, answers: Map<string, Answer>): void {
    if (reset) this.nextInbound = 1
    demand(
      nextInbound >= this.nextInbound,
      () => `${this.#name}: the next number expected went back from ${this.nextInbound} to ${nextInbound}`,
    )
    for (let number = this.nextInbound; number < nextInbound; number++) {
      const sent = this.#parts.client.sent(this.#numbering, number)
      demand(sent !== undefined, () => `${this.#name}: number ${number} counts, and the client has not sent it`)
      if (sent.isGivenUp || sent.id === '') continue
      const answer = answers.get(sent.id)
      demand(answer !== undefined, () => `${this.#name}: number ${number} (35=${sent.type}, ${sent.id}) counts, and nothing came of it`)
      this.#consumed.add(sent.id)
      if (--answer.count === 0) answers.delete(sent.id)
    }
    this.nextInbound = nextInbound
  }

  #count({ reset, firstOutbound, outbound }: SessionNumbers): void {
    if (reset) {
      this.#entries = []
      this.nextOutbound = 1
    }
    demand(firstOutbound === this.nextOutbound, () => `${this.#name}: number ${this.nextOutbound} is to be given, ${firstOutbound} was`)
    for (const entry of outbound) {
      if (entry > 0) this.#tell(entry)
      this.#entries.push(entry)
    }
    this.nextOutbound += outbound.length
  }

  #tell(position: number): void {
    const next = this.#concerned[this.#told++]
    demand(
      next === position,
      () => `${this.#name} is told of position ${position}; ${next === undefined ? 'it has heard everything' : `${next} comes first`}`,
    )
  }

  #concerns(event: Event): boolean {
    const { session, isCopy } = this.#parts
    if (event.type === 'NewsAnnounced') return true
    if ('order' in event && 'execution' in event)
      return isCopy || event.order.session === session || ('requester' in event && event.requester === session)
    return 'session' in event && event.session === session
  }

  #answersIn({ events }: Batch): Map<string, Answer> {
    const answers = new Map<string, Answer>()
    if (this.#parts.isCopy) return answers
    for (const event of events) {
      const id = answeredId(event, this.#parts.session)
      if (id === undefined) continue
      const answer = answers.get(id)
      const isLate = event.type === 'OrderStatusReported' || answer?.isLate === true
      answers.set(id, { count: (answer?.count ?? 0) + 1, isLate })
    }
    return answers
  }

  // --- What is written to the client ---

  /** A message on its way out. `previous`: the number of the last new one on this connection, 0 = it is the first. */
  written(message: Heard, previous: number): void {
    const { number, isDuplicate, type } = message
    this.#demandOpen(message, previous)
    if (!isDuplicate)
      demand(previous === 0 || number === previous + 1, () => `${this.#name}: ${number} follows ${previous}: ${message.text}`)
    if (type === '4') return this.#fills(message)
    const entry = this.#entries[number - 1]
    demand(entry !== undefined, () => `${this.#name} hears ${number} before it is on the disk: ${message.text}`)
    if (SESSION_TYPES.has(type)) {
      demand(entry === 0 && !isDuplicate, () => `${this.#name}: ${number} is no session message: ${message.text}`)
      return
    }
    demand(entry !== 0, () => `${this.#name}: ${number} is a session message: ${message.text}`)
    demand((message.get(97) === 'Y') === entry < 0, () => `${this.#name}: PossResend of ${number}: ${message.text}`)
    this.#demandTells(message, this.#tellingAt(Math.abs(entry)))
  }

  /** Nothing new is said behind the end of the session in which the client has logged on, whatever session comes next. */
  #demandOpen(message: Heard, previous: number): void {
    const { hours, now } = this.#parts
    if (hours === undefined) return
    if (previous === 0) this.#closesAt = hours.windowAt(now())?.end ?? -Infinity
    const again = message.isDuplicate || message.type === '4'
    demand(now() < this.#closesAt + (again ? FAREWELL_MS : LAST_WORDS_MS), () => `${this.#name} is closed, and hears ${message.text}`)
  }

  #fills(message: Heard): void {
    const to = Number(message.get(36))
    demand(
      to <= this.nextOutbound,
      () => `${this.#name}: the gap is filled up to ${to}, and ${this.nextOutbound} is the next: ${message.text}`,
    )
    for (let number = message.number; number < to; number++)
      demand(this.#entries[number - 1] === 0, () => `${this.#name}: a gap fill swallows the report with number ${number}: ${message.text}`)
  }

  #demandTells(message: Heard, telling: Telling): void {
    demand(message.type === telling.msgType, () => `${this.#name}: 35=${telling.msgType} was to come: ${message.text}`)
    if (message.type !== '8') return
    if (telling.executionId !== '')
      demand(message.get(17) === telling.executionId, () => `${this.#name}: 17=${telling.executionId} was to come: ${message.text}`)
    if (telling.lastLots > 0) {
      const right =
        message.get(150) === 'F' && billionths(message.get(32)!) === telling.lastLots && billionths(message.get(14)!) === telling.filledLots
      demand(right, () => `${this.#name}: a fill of ${telling.lastLots} lots, ${telling.filledLots} in all, was to come: ${message.text}`)
    }
    if (!LIVE_STATUSES.has(message.get(39)!)) return
    const [total, cumulative, leaves] = [38, 14, 151].map((tag) => billionths(message.get(tag)!)) as [number, number, number]
    demand(total === cumulative + leaves, () => `${this.#name}: 38 is not 14 + 151: ${message.text}`)
  }

  get #name(): string {
    return `session ${this.#parts.session}`
  }
}

/** from the end of a session to the commit of its Logout */
const LAST_WORDS_MS = 1_000
/** … to the end of the last connection: two seconds for the client's Logout, and some for what it has not read */
const FAREWELL_MS = 10_000

interface Answer {
  count: number
  /** a report on the state of an order, of which one request may cause many */
  readonly isLate: boolean
}

/** Heartbeat, TestRequest, ResendRequest, Reject, Logout, Logon */
const SESSION_TYPES: ReadonlySet<string> = new Set(['0', '1', '2', '3', '5', 'A'])
const LIVE_STATUSES: ReadonlySet<string> = new Set(['0', '1', '6', '9', 'A', 'E'])

/** The id of the request of a session that an event answers. */
function answeredId(event: Event, session: number): string | undefined {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderRejected':
      return event.order.session === session ? event.order.firstClientOrderId : undefined
    case 'OrderPended':
      return event.request.session === session || (event.request.kind === 'new' && event.order.session === session)
        ? event.request.kind === 'new'
          ? event.order.firstClientOrderId
          : event.request.clientOrderId
        : undefined
    case 'OrderRefused':
      return event.session === session ? event.report.clientOrderId : undefined
    case 'OrderCancelled':
      return event.requester === session && event.requestId !== '' ? event.requestId : undefined
    case 'OrderReplaced':
      return event.requester === session ? event.order.clientOrderId : undefined
    case 'CancelRejected':
    case 'MassCancelReported':
      return event.session === session ? event.clientOrderId : undefined
    case 'OrderStatusReported':
      // asked by an older id of the chain, the answer has both
      return event.session === session
        ? event.massRequestId || event.requestId || event.originalClientOrderId || event.clientOrderId
        : undefined
    case 'UnknownOrderReported':
      return event.session === session ? event.massRequestId || event.requestId || event.clientOrderId : undefined
    default:
      return undefined
  }
}
