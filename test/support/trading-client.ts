import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { FixMessage, frame, utcTimestamp } from './fix-message.ts'

/**
 * A desk as FIX 4.4 wants it: numbers and sent messages outlive its connections, gaps are asked for, and what is asked for is sent again.
 * It believes nothing but its session layer: `executions` are the reports that it took, in order.
 */
export class TradingClient {
  readonly executions: FixMessage[] = []
  /** next number that it expects */
  expected = 1
  #next = 1
  readonly #sent = new Map<number, string>()
  readonly #compId: string
  #socket: Socket | undefined
  #rest = Buffer.alloc(0)
  #gapUntil = 0
  /** came before their turn */
  readonly #early = new Map<number, FixMessage>()
  #whenLoggedOn: (() => void) | undefined

  constructor(compId: string) {
    this.#compId = compId
  }

  /** Connects and logs on, again where it is refused because the gateway has not seen yet that the last connection is gone. */
  async logOn(port: number): Promise<void> {
    while (!(await this.#tryToLogOn(port))) this.#next--
  }

  #tryToLogOn(port: number): Promise<boolean> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    this.#rest = Buffer.alloc(0)
    this.#gapUntil = 0
    this.#early.clear()
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      if (this.#socket === socket) this.#onData(chunk)
    })
    return new Promise((resolve) => {
      socket.on('close', () => resolve(false))
      this.#whenLoggedOn = () => resolve(true)
      this.#say('A', '98=0|108=60')
    })
  }

  /** Sends a NewOrderSingle; it is sent again whenever the gateway asks. */
  order(body: string): void {
    this.#sent.set(this.#next, body)
    this.#say('D', body)
  }

  /** The connection is gone, with whatever is under way in it. */
  async drop(): Promise<void> {
    const socket = this.#socket!
    this.#socket = undefined
    if (socket.destroyed) return
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    socket.destroy()
    await closed
  }

  /** Resolves when everything that the gateway has to say has been taken. */
  async caughtUp(): Promise<void> {
    const id = `FENCE${this.#next}`
    await new Promise<void>((resolve) => {
      this.#fence = { id, resolve }
      this.#say('1', `112=${id}`)
    })
  }
  #fence: { id: string; resolve: () => void } | undefined

  #say(type: string, body: string, number = this.#next++, header = ''): void {
    const fields = `35=${type}|34=${number}|49=${this.#compId}|52=${utcTimestamp(Date.now())}|56=GATEWAY${header}|${body}`
    this.#socket?.write(frame(fields))
  }

  #onData(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (let end = this.#rest.indexOf('\x0110='); end >= 0 && this.#rest.length >= end + 8; end = this.#rest.indexOf('\x0110=')) {
      const message = new FixMessage(this.#rest.toString('latin1', 0, end + 8))
      this.#rest = this.#rest.subarray(end + 8)
      this.#take(message)
    }
  }

  #take(message: FixMessage): void {
    if (message.type === 'A') this.#whenLoggedOn?.()
    // honoured at any number
    if (message.type === '2') this.#sendAgain(Number(message.get(7)), Number(message.get(16)))
    if (message.number > this.expected) {
      if (this.#gapUntil <= this.expected) this.#say('2', `7=${this.expected}|16=0`)
      this.#gapUntil = Math.max(this.#gapUntil, message.number)
      this.#early.set(message.number, message)
      return
    }
    if (message.number < this.expected) {
      if (message.get(43) !== 'Y') throw new Error(`expected ${this.expected}, heard ${message.text}`)
      return
    }
    this.expected = message.type === '4' ? Number(message.get(36)) : message.number + 1
    if (message.type === '8') this.executions.push(message)
    if (message.type === '0' && message.get(112) === this.#fence?.id) this.#fence?.resolve()
    // the answer to the fence was a session message that a gap fill has replaced
    if (message.type === '4' && this.#fence !== undefined && this.expected >= this.#gapUntil) this.#say('1', `112=${this.#fence.id}`)
    const next = this.#early.get(this.expected)
    if (next === undefined) return
    this.#early.delete(this.expected)
    this.#take(next)
  }

  #sendAgain(begin: number, end: number): void {
    const last = end === 0 ? this.#next - 1 : Math.min(end, this.#next - 1)
    for (let number = begin; number <= last; number++) {
      const body = this.#sent.get(number)
      const again = `|43=Y|122=${utcTimestamp(Date.now() - 5)}`
      if (body === undefined) this.#say('4', `36=${number + 1}|123=Y`, number, again)
      else this.#say('D', body, number, again)
    }
  }
}
