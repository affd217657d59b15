import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { frame, FixMessage, utcTimestamp } from '../support/fix-message.ts'

interface Sent {
  readonly type: string
  readonly body: string
  readonly sendingTime: string
}

/**
 * A FIX 4.4 client as a desk would run it: numbers, sent messages and what it has heard outlive its connections; gaps are asked for, what
 * is asked for is sent again. Whatever is wrong with a message that it hears is thrown.
 */
export class Desk {
  readonly compId: string
  /** every number that has been heard, once, in order: the message, or undefined where a gap was filled */
  readonly heard: (FixMessage | undefined)[] = []
  /** number of the next message to be sent */
  next = 1
  readonly #sent = new Map<number, Sent>()
  readonly #asksByLogon: boolean
  readonly #remembers: number
  #socket: Socket | undefined
  #rest = Buffer.alloc(0)
  /** TestReqIDs that were answered */
  readonly #fences = new Set<string>()
  #isLeaving = false
  #reportCount = 0
  /** came before their turn */
  readonly #early = new Map<number, FixMessage>()
  #gapUntil = 0
  #again: FixMessage[] = []
  #againThrough = 0
  #onReport: ((message: FixMessage) => void) | undefined
  #failure: Error | undefined
  #rejectFailed: (error: Error) => void = () => undefined
  /** rejects when something was wrong with what it heard */
  readonly failed: Promise<never>
  #waiting: { readonly done: () => boolean; readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined

  /**
   * `asksByLogon`: its Logon carries NextExpectedMsgSeqNum(789) instead of a ResendRequest after it. `remembers`: so many messages of either
   * direction; older ones are forgotten, and nobody may ask for them.
   */
  constructor(
    compId: string,
    { asksByLogon = false, remembers = Infinity }: { readonly asksByLogon?: boolean; readonly remembers?: number } = {},
  ) {
    this.compId = compId
    this.#asksByLogon = asksByLogon
    this.#remembers = remembers
    this.failed = new Promise((_, reject) => (this.#rejectFailed = reject))
    this.failed.catch(() => undefined)
  }

  /** Next number that it expects. */
  get expected(): number {
    return this.heard.length + 1
  }

  get isConnected(): boolean {
    return this.#socket !== undefined
  }

  /** The application messages that it has heard, in order; the News of a gateway's end is not about orders. */
  get reports(): FixMessage[] {
    return this.heard.filter((message) => message !== undefined && isReport(message)) as FixMessage[]
  }

  /** Calls with every application message from now on, as soon as it is there. */
  onReport(run: (message: FixMessage) => void): void {
    this.#onReport = run
  }

  /** Connects and logs on; resolves with the answer to the Logon, whatever its number. */
  async logOn(port: number): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    this.#rest = Buffer.alloc(0)
    this.#early.clear()
    this.#gapUntil = 0
    let answered = false
    this.#isLeaving = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      try {
        if (this.#onData(chunk)) answered = true
      } catch (error) {
        this.#fail(error as Error)
      }
      this.#wake()
    })
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
      this.#wake()
    })
    this.say('A', `98=0|108=60${this.#asksByLogon ? `|789=${this.expected}` : ''}`)
    await this.#until('an answer to the Logon', () => answered)
  }

  /** Says a message with the next number. */
  say(type: string, body = ''): void {
    this.sayAll([[type, body]])
  }

  /** All in one write. They count as sent whatever becomes of the connection. */
  sayAll(messages: readonly (readonly [type: string, body: string])[]): void {
    const bytes = messages.map(([type, body]) => {
      const number = this.next++
      const sendingTime = utcTimestamp(Date.now())
      this.#sent.set(number, { type, body, sendingTime })
      this.#sent.delete(number - this.#remembers)
      return this.#bytes(number, type, sendingTime, '', body)
    })
    this.#socket?.write(Buffer.concat(bytes))
  }

  /** Resolves when the gateway has taken all that was said and has said all that came of it. */
  async caughtUp(): Promise<void> {
    const id = `FENCE${this.next}`
    this.say('1', `112=${id}`)
    await this.#until(`a Heartbeat(0) with ${id}`, () => this.#fences.has(id))
  }

  /** Resolves when it has heard so many `reports`. A session that is behind hears the answer to a TestRequest(1) before them. */
  hearReports(count: number): Promise<void> {
    return this.#until(`${count} reports`, () => this.#reportCount >= count)
  }

  /** Asks for everything from a number on once more; resolves with the application messages that come. */
  async hearAgain(from = 1): Promise<readonly FixMessage[]> {
    const through = this.expected - 1
    this.#again = []
    this.#againThrough = 0
    this.say('2', `7=${from}|16=0`)
    await this.#until(`a resend through ${through}`, () => this.#againThrough >= through)
    return this.#again
  }

  async logOut(): Promise<void> {
    this.#isLeaving = true
    this.say('5')
    await this.disconnected()
  }

  /** Resolves when the connection has ended, whoever ended it. */
  disconnected(): Promise<void> {
    return this.#until('the end of the connection', () => this.#socket === undefined)
  }

  /** Ends the connection without a Logout. */
  drop(): Promise<void> {
    this.#socket?.destroy()
    return this.disconnected()
  }

  #bytes(number: number, type: string, sendingTime: string, header: string, body: string): Buffer {
    return frame(`35=${type}|34=${number}|49=${this.compId}|52=${sendingTime}|56=GATEWAY${header}${body === '' ? '' : `|${body}`}`)
  }

  #write(number: number, type: string, header: string, body: string): void {
    this.#socket?.write(this.#bytes(number, type, utcTimestamp(Date.now()), header, body))
  }

  /** True when a Logon was among it. */
  #onData(chunk: Buffer): boolean {
    this.#rest = Buffer.concat([this.#rest, chunk])
    let isLogon = false
    for (let end = this.#rest.indexOf('\x0110=', 0, 'latin1'); end >= 0 && this.#rest.length >= end + 8;) {
      const message = new FixMessage(this.#rest.toString('latin1', 0, end + 8))
      this.#rest = this.#rest.subarray(end + 8)
      isLogon = isLogon || message.type === 'A'
      this.#take(message)
      end = this.#rest.indexOf('\x0110=', 0, 'latin1')
    }
    return isLogon
  }

  #take(message: FixMessage): void {
    // honoured at any number
    if (message.type === '2') this.#sendAgain(Number(message.get(7)), Number(message.get(16)))
    const { number } = message
    if (number < this.expected) {
      this.#hearAgain(message)
    } else if (number > this.expected) {
      this.#early.set(number, message)
      if (message.type === 'A') this.#readNextExpected(message)
      if (this.#gapUntil > this.expected) return
      this.#gapUntil = number
      // the gateway sees the gap in our Logon
      if (!(this.#asksByLogon && message.type === 'A')) this.say('2', `7=${this.expected}|16=0`)
    } else {
      this.#hear(message)
    }
  }

  /** A message in its turn, and those behind it that came too early. */
  #hear(message: FixMessage): void {
    if (message.type === 'A') this.#readNextExpected(message)
    if (message.type === '4') {
      const next = Number(message.get(36))
      // what came early and is a session message is in the gap that is filled
      while (this.expected < next) this.#keep(this.#takeEarly(this.expected), message)
    } else {
      this.#early.delete(message.number)
      this.#keep(message)
    }
    const following = this.#takeEarly(this.expected)
    if (following !== undefined) this.#hear(following)
  }

  #keep(message: FixMessage | undefined, gapFill?: FixMessage): void {
    if (message?.type === '3') throw new Error(`${this.compId} is rejected: ${message.text}`)
    this.heard.push(message)
    if (this.heard.length > this.#remembers) this.heard[this.heard.length - 1 - this.#remembers] = undefined
    if (message === undefined) return
    // else it would be cut after a minute of silence
    if (message.type === '1') this.say('0', `112=${message.get(112)!}`)
    if (message.type === '0' && message.get(112) !== undefined) this.#fences.add(message.get(112)!)
    if (message.type === '5' && !this.#isLeaving) {
      this.#isLeaving = true
      this.say('5')
    }
    if (SESSION_TYPES.has(message.type)) return
    if (gapFill !== undefined) throw new Error(`${this.compId} heard ${message.text}, over which goes ${gapFill.text}`)
    if (isReport(message)) this.#reportCount++
    this.#onReport?.(message)
  }

  #takeEarly(number: number): FixMessage | undefined {
    const found = this.#early.get(number)
    this.#early.delete(number)
    return found
  }

  /** A number that has been heard: the same message, or a gap where a session message was. */
  #hearAgain(message: FixMessage): void {
    if (message.get(43) !== 'Y') throw new Error(`${this.compId} expected ${this.expected} and heard ${message.text}`)
    const { number } = message
    if (message.type === '4') {
      const next = Number(message.get(36))
      const lost = this.heard.slice(number - 1, next - 1).find((first) => first !== undefined && !SESSION_TYPES.has(first.type))
      if (lost !== undefined) throw new Error(`${this.compId} heard ${lost.text}, over which goes ${message.text}`)
      this.#againThrough = next - 1
      return
    }
    const first = this.heard[number - 1]
    if (first?.type !== message.type || first.body !== message.body || message.get(122) !== (first.get(122) ?? first.get(52)))
      throw new Error(`${this.compId} heard ${first?.text ?? 'nothing'} and then again ${message.text}`)
    this.#again.push(message)
    this.#againThrough = number
  }

  /** 789 of the gateway's Logon: it has not taken what we said from there on. */
  #readNextExpected(logon: FixMessage): void {
    const from = Number(logon.get(789) ?? this.next)
    if (from < this.next - 1) this.#sendAgain(from, 0)
  }

  #sendAgain(begin: number, end: number): void {
    const last = end === 0 ? this.next - 1 : Math.min(end, this.next - 1)
    for (let number = begin; number <= last; number++) {
      const { type, body, sendingTime } = this.#sent.get(number)!
      const header = `|43=Y|122=${sendingTime}`
      if (SESSION_TYPES.has(type)) this.#write(number, '4', header, `36=${number + 1}|123=Y`)
      else this.#write(number, type, header, body)
    }
  }

  #until(what: string, done: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const guard = setTimeout(() => {
        const last = this.heard.slice(-5).map((message) => message?.text ?? '(gap)')
        this.#fail(new Error(`${this.compId} waits for ${what}; expects ${this.expected}, heard last:\n${last.join('\n')}`))
      }, 20_000)
      this.#waiting = {
        done,
        resolve: () => {
          clearTimeout(guard)
          resolve()
        },
        reject: (error) => {
          clearTimeout(guard)
          reject(error)
        },
      }
      this.#wake()
    })
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#rejectFailed(error)
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    if (waiting === undefined) return
    if (this.#failure === undefined && !waiting.done()) return
    this.#waiting = undefined
    if (this.#failure === undefined) waiting.resolve()
    else waiting.reject(this.#failure)
  }
}

/** Heartbeat, TestRequest, ResendRequest, Reject, SequenceReset, Logout, Logon. */
const SESSION_TYPES = new Set(['0', '1', '2', '3', '4', '5', 'A'])

const isReport = ({ type }: FixMessage): boolean => !SESSION_TYPES.has(type) && type !== 'B'
