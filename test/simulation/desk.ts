import type { SessionSettings } from '../../src/fix/session/session-settings.ts'
import type { Connection, ConnectionEnd } from './connection.ts'
import { demand } from './finding.ts'
import type { Random } from './random.ts'
import type { SessionHours } from './session-hours.ts'
import type { SendingSide, Sent } from './session-model.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { Heard } from './wire.ts'
import { compose, timestamp } from './wire.ts'

export interface DeskParts {
  readonly time: SimulatedTime
  readonly random: Random
  readonly settings: SessionSettings
  /** those of its session; undefined = at any time */
  readonly hours: SessionHours | undefined
  /** undefined when nobody listens */
  readonly connect: (end: ConnectionEnd, session: number) => Connection | undefined
  /** for the story of a run */
  readonly tell: (text: string) => void
}

/** An order as its desk sees it from the reports. */
export interface LiveOrder {
  readonly account: string
  /** its last accepted ClOrdID(11) */
  readonly id: string
  readonly symbol: string
  readonly side: string
  readonly type: string
  readonly timeInForce: string
  readonly quantity: number
  readonly price: string | undefined
  readonly stop: string | undefined
}

interface Sending extends Sent {
  readonly connection: number
  wasSentAgain: boolean
}

const ENDED: ReadonlySet<string> = new Set(['2', '3', '4', '8', 'C'])
/** reports that tell the terms of an order, under its own id: new, replaced, restated */
const TERMS: ReadonlySet<string> = new Set(['0', '5', 'D'])
/** so many of the last messages are compared when they are heard again */
const KEPT_MESSAGES = 300
/** how long a gap may stay as it is */
const PATIENCE_MS = 5_000
/** who comes that shortly before the end would not know which numbers count by the time it is in */
const LAST_MOMENTS_MS = 2_000
const APPLICATION: ReadonlySet<string> = new Set(['D', 'F', 'G', 'H', 'q', 'AF'])

/**
 * The session layer of a client, as FIX 4.4 wants it: numbers and sent messages outlive its connections, gaps are asked for, what is asked for is sent
 * again or given up. It takes each number once and in order; what the numbers stand for is the model's to judge.
 */
export class Desk implements ConnectionEnd, SendingSide {
  readonly settings: SessionSettings
  readonly orders = new Map<string, LiveOrder>()
  state: 'away' | 'waiting' | 'on' | 'leaving' = 'away'
  /** next number of its own */
  next = 1
  /** next number of the gateway */
  expected = 1
  /** its next Logon starts both numberings over */
  wantsReset = false
  readonly #parts: DeskParts
  #connection: Connection | undefined
  #connections = 0
  /** what it has sent, by number, in each of its numberings */
  readonly #numberings = [new Map<number, Sending>()]
  /** when the present one began */
  #begunAt: number
  readonly #sentBefore = new Set<string>()
  readonly #requestedLots = new Map<string, number>()
  readonly #heard = new Map<number, Heard>()
  readonly #early = new Map<number, Heard>()
  #gapUntil = 0
  #awaitsReset = false
  #saysNextExpected = false
  #heartbeatMs = 0
  #lastSentAt = 0
  #stalledUntil = 0

  constructor(parts: DeskParts) {
    this.#parts = parts
    this.settings = parts.settings
    this.#begunAt = parts.time.now
  }

  // --- For the model ---

  get numbering(): number {
    return this.#numberings.length - 1
  }

  sent(numbering: number, number: number): Sent | undefined {
    return this.#numberings[numbering]?.get(number)
  }

  numberingFrom(moment: number): number {
    return this.#begunAt >= moment ? this.numbering : this.numbering + 1
  }

  hasSentBefore(id: string, numbering: number): boolean {
    return this.#sentBefore.has(id) || (numbering > this.numbering && [...this.#sent.values()].some((sent) => sent.id === id))
  }

  requestedLots(id: string): number | undefined {
    return this.#requestedLots.get(id)
  }

  /** What it has sent under its present numbers, oldest first, and has not given up. */
  sentOf(type: string): readonly { readonly number: number; readonly sent: Sent }[] {
    return [...this.#sent].flatMap(([number, sent]) => (sent.type === type && !sent.isGivenUp ? [{ number, sent }] : []))
  }

  // --- Connections ---

  logOn(): void {
    const { time, random, settings, hours, connect } = this.#parts
    if (hours !== undefined && !this.#mayTry(hours)) return
    const connection = connect(this, settings.index)
    if (connection === undefined) return
    this.#connection = connection
    this.#connections++
    this.state = 'waiting'
    this.#early.clear()
    this.#gapUntil = 0
    const reset = this.wantsReset
    if (hours !== undefined && hours.lastReset(time.now) > this.#begunAt) this.#beginAnew()
    if (reset) this.#startOver()
    this.#saysNextExpected = !reset && random.chance(0.5)
    const heartbeatS = random.pick([30, 60, 120])
    this.#heartbeatMs = heartbeatS * 1000
    const further = reset ? '|141=Y' : this.#saysNextExpected ? `|789=${this.expected}` : ''
    this.say('A', `98=0|108=${heartbeatS}${further}`)
    this.#keepAlive(connection)
  }

  /** Outside its hours it seldom tries, and is to be refused. */
  #mayTry(hours: SessionHours): boolean {
    const { time, random } = this.#parts
    const window = hours.windowAt(time.now)
    return window === undefined ? random.chance(0.02) : window.end - time.now > LAST_MOMENTS_MS
  }

  #isAboutToEnd(): boolean {
    const { time, hours } = this.#parts
    return hours !== undefined && (hours.windowAt(time.now)?.end ?? -Infinity) - time.now <= LAST_MOMENTS_MS
  }

  #startOver(): void {
    this.#newNumbering()
    this.#awaitsReset = true
    this.wantsReset = true
  }

  /** By the schedule that both sides have; nobody says so. */
  #beginAnew(): void {
    this.#newNumbering()
    this.#forgetHeard()
  }

  #newNumbering(): void {
    for (const { id } of this.#sent.values()) if (id !== '') this.#sentBefore.add(id)
    this.#numberings.push(new Map())
    this.#begunAt = this.#parts.time.now
    this.next = 1
  }

  #forgetHeard(): void {
    this.expected = 1
    this.#heard.clear()
    this.#early.clear()
    this.#gapUntil = 0
  }

  /** ResetSeqNumFlag(141)=Y inside the session; until it is answered nothing else is said. */
  resetInSession(): void {
    if (this.#isAboutToEnd()) return
    this.#startOver()
    this.state = 'waiting'
    this.say('A', `98=0|108=${this.#heartbeatMs / 1000}|141=Y`)
  }

  logOut(): void {
    this.state = 'leaving'
    this.say('5', '')
    this.#giveUpAfter(8_000)
  }

  /** `ms`: until the gateway sees that the connection is gone. */
  drop(ms: number): void {
    this.#connection?.drop(ms)
    this.lostConnection()
  }

  lostConnection(): void {
    this.#connection = undefined
    this.state = 'away'
  }

  /** Stops reading, for as long as it takes. */
  stall(ms: number): void {
    const connection = this.#connection
    if (connection === undefined) return
    connection.isStalled = true
    this.#stalledUntil = this.#parts.time.now + ms
    this.#parts.time.after(ms, () => connection.resumeReading())
  }

  get #sent(): Map<number, Sending> {
    return this.#numberings.at(-1)!
  }

  get isOn(): boolean {
    return this.state === 'on'
  }

  #giveUpAfter(ms: number): void {
    const connection = this.#connection
    this.#parts.time.after(ms, () => {
      if (this.#connection === connection && connection !== undefined) this.drop(1)
    })
  }

  #keepAlive(connection: Connection): void {
    const { time } = this.#parts
    time.after(this.#heartbeatMs, () => {
      if (this.#connection !== connection || !connection.isOpen) return
      if (this.state === 'on' && time.now - this.#lastSentAt >= 0.9 * this.#heartbeatMs) this.say('0', '')
      else if (this.state === 'waiting') return this.drop(1)
      this.#keepAlive(connection)
    })
  }

  // --- What it says ---

  /** Says a message with its next number. `id`: what the answer has to name. */
  say(
    type: string,
    body: string,
    { id = '', header = '', quantityLots }: { id?: string; header?: string; quantityLots?: number } = {},
  ): void {
    const number = this.next++
    this.#sent.set(number, {
      type,
      body,
      id,
      ...(quantityLots !== undefined && { quantityLots }),
      isGivenUp: false,
      connection: this.#connections,
      wasSentAgain: false,
    })
    if (quantityLots !== undefined) this.#requestedLots.set(id, quantityLots)
    this.sayRaw(this.bytes(type, number, body, header))
  }

  /** Uses numbers up without a message. */
  skip(count: number): void {
    for (let left = count; left > 0; left--)
      this.#sent.set(this.next++, { type: '', body: '', id: '', isGivenUp: true, connection: this.#connections, wasSentAgain: false })
  }

  bytes(type: string, number: number, body: string, header = '', hasBadSum = false): Buffer {
    return compose({ type, number, from: this.settings.senderCompId, at: this.#parts.time.now, header, body, hasBadSum })
  }

  sayRaw(bytes: Buffer): void {
    this.#lastSentAt = this.#parts.time.now
    this.#connection?.send(bytes)
  }

  /** A message of before once more, with PossDupFlag(43)=Y. */
  sayAgain(number: number): void {
    const { type, body } = this.#sent.get(number)!
    this.sayRaw(this.bytes(type, number, body, this.#duplicateHeader()))
  }

  #duplicateHeader(): string {
    return `43=Y|122=${timestamp(this.#parts.time.now - 5)}`
  }

  #answerResendRequest(begin: number, end: number): void {
    const last = end === 0 ? this.next - 1 : Math.min(end, this.next - 1)
    let gapFrom = 0
    const fillGap = (to: number): void => {
      if (gapFrom > 0) this.sayRaw(this.bytes('4', gapFrom, `36=${to}|123=Y`, this.#duplicateHeader()))
      gapFrom = 0
    }
    for (let number = begin; number <= last; number++) {
      if (this.#sendsAgain(this.#sent.get(number)!)) {
        fillGap(number)
        this.sayAgain(number)
      } else gapFrom ||= number
    }
    fillGap(last + 1)
  }

  // An order that has grown old may be given up; never one that the gateway may have kept behind a gap of this connection.
  #sendsAgain(sending: Sending): boolean {
    if (sending.isGivenUp || !APPLICATION.has(sending.type)) return false
    if (!sending.wasSentAgain && sending.connection < this.#connections && this.#parts.random.chance(0.1)) {
      sending.isGivenUp = true
      return false
    }
    sending.wasSentAgain = true
    return true
  }

  // --- What it hears ---

  hears(message: Heard): void {
    if (this.#awaitsReset) {
      if (message.type !== 'A' || message.get(141) !== 'Y') return
      this.#awaitsReset = false
      this.wantsReset = false
      this.#forgetHeard()
    }
    // honoured at any number
    if (message.type === '2') this.#answerResendRequest(Number(message.get(7)), Number(message.get(16)))
    if (message.number > this.expected) this.#keep(message)
    else if (message.number === this.expected) this.#takeAll(message)
    else this.#hearsAgain(message)
  }

  #keep(message: Heard): void {
    this.#early.set(message.number, message)
    // by NextExpectedMsgSeqNum(789) it has asked already
    const hasAsked = message.type === 'A' && this.#saysNextExpected
    if (message.type === 'A') this.#loggedOn(message)
    if (this.#gapUntil <= this.expected) this.#awaitFill()
    if (this.#gapUntil <= this.expected && !hasAsked) {
      const end = this.#parts.random.chance(0.5) ? 0 : message.number - 1
      this.say('2', `7=${this.expected}|16=${end}`)
    }
    this.#gapUntil = Math.max(this.#gapUntil, message.number)
  }

  /** What was asked for has to begin to come while the connection stands. */
  #awaitFill(): void {
    const { time, settings } = this.#parts
    const connection = this.#connection
    const from = this.expected
    const numberings = this.#numberings.length
    time.after(PATIENCE_MS, () => {
      const isOver =
        this.#connection !== connection ||
        // after a reset the same number may be expected once more
        this.#numberings.length !== numberings ||
        this.expected !== from ||
        this.#stalledUntil + PATIENCE_MS > time.now
      demand(isOver, () => `${settings.senderCompId} has asked for ${from}, and nothing has come for ${PATIENCE_MS} ms`)
    })
  }

  #takeAll(first: Heard): void {
    for (let message: Heard | undefined = first; message !== undefined; message = this.#early.get(this.expected)) {
      this.#early.delete(message.number)
      this.#take(message)
    }
    for (const number of this.#early.keys()) if (number < this.expected) this.#early.delete(number)
    if (this.#gapUntil <= this.expected && this.#early.size > 0 && this.#connection !== undefined) this.#keep([...this.#early.values()][0]!)
  }

  #hearsAgain(message: Heard): void {
    const { settings } = this.#parts
    demand(message.isDuplicate, () => `${settings.senderCompId} expects ${this.expected} and hears ${message.text}`)
    const first = this.#heard.get(message.number)
    if (first === undefined || first.type === '4' || message.type === '4' || !'89rjB'.includes(first.type)) return
    demand(
      contentOf(first) === contentOf(message),
      () => `${settings.senderCompId} hears number ${message.number} with other content: first ${first.text}, now ${message.text}`,
    )
  }

  #take(message: Heard): void {
    this.#heard.set(message.number, message)
    this.#heard.delete(message.number - KEPT_MESSAGES)
    this.expected = message.type === '4' ? Number(message.get(36)) : message.number + 1
    switch (message.type) {
      case 'A':
        return this.#loggedOn(message)
      case '1':
        return this.say('0', `112=${message.get(112)!}`)
      case '3': {
        const rejected = this.#sent.get(Number(message.get(45)))
        demand(
          rejected === undefined || rejected.id === '',
          () => `${this.settings.senderCompId}: a sound message was rejected: ${message.text}`,
        )
        return
      }
      case '5':
        if (this.state !== 'leaving') this.logOut()
        return
      case '8':
        return this.#onReport(message)
      default:
    }
  }

  #loggedOn(answer: Heard): void {
    if (this.state === 'waiting') this.state = 'on'
    const wanted = Number(answer.get(789) ?? this.next)
    if (this.#saysNextExpected && wanted < this.next) this.#answerResendRequest(wanted, 0)
    this.#saysNextExpected = false
  }

  #onReport(report: Heard): void {
    const orderId = report.get(37)!
    if (this.settings.kind === 'drop-copy' || orderId === 'NONE') return
    if (ENDED.has(report.get(39)!)) {
      this.orders.delete(orderId)
      return
    }
    if (!TERMS.has(report.get(150)!)) return
    this.orders.set(orderId, {
      account: report.get(1)!,
      id: report.get(11)!,
      symbol: report.get(55)!,
      side: report.get(54)!,
      type: report.get(40)!,
      timeInForce: report.get(59)!,
      quantity: Number(report.get(38)),
      price: report.get(44),
      stop: report.get(99),
    })
  }
}

/** What has to be the same each time: everything but the header's times and flags, BodyLength and CheckSum. */
const contentOf = ({ raw }: Heard): string => raw.replace(/\x01(?:9|10|34|43|52|97|122)=[^\x01]*/g, '')
