import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { frame, FixMessage, utcTimestamp } from './fix-message.ts'

export interface FixClientOptions {
  readonly port: number
  readonly host?: string
  readonly senderCompId?: string
  readonly targetCompId?: string
  readonly nowMs?: () => number
  /** speaks TLS with these options of node:tls */
  readonly tls?: ConnectionOptions
}

/** What to say otherwise than usual. */
export interface Saying {
  readonly number?: number
  /** further header fields, `43=Y|122=…` */
  readonly header?: string
  readonly senderCompId?: string
  readonly targetCompId?: string
  readonly sendingTime?: string
  readonly beginString?: string
  readonly checkSum?: string
  readonly bodyLength?: number
}

/** What a message has to be: its MsgType, or what the function says. */
export type Wanted = string | ((message: FixMessage) => boolean)

/** A FIX client that does nothing by itself: it says what a test says, byte for byte, and keeps what it hears. */
export class FixClient {
  readonly #socket: Socket
  readonly #options: FixClientOptions
  #rest = Buffer.alloc(0)
  readonly #heard: FixMessage[] = []
  #read = 0
  #waiting:
    | { wanted: (message: FixMessage) => boolean; skip: boolean; resolve: (message: FixMessage) => void; reject: (error: Error) => void }
    | undefined
  #isClosed = false
  #answersLogout = false
  /** MsgSeqNum(34) of the next message */
  next = 1
  readonly closed: Promise<void>

  private constructor(socket: Socket, options: FixClientOptions) {
    this.#socket = socket
    this.#options = options
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#onData(chunk))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#isClosed = true
        this.#waiting?.reject(new Error(`the connection ended while waiting; heard:\n${this.#transcript()}`))
        resolve()
      })
    })
  }

  static open(options: FixClientOptions): Promise<FixClient> {
    return new Promise((resolve, reject) => {
      const address = { port: options.port, host: options.host ?? '127.0.0.1' }
      const socket = options.tls === undefined ? connect(address) : connectSecurely({ ...options.tls, ...address })
      socket.once('error', reject)
      socket.once(options.tls === undefined ? 'connect' : 'secureConnect', () => resolve(new FixClient(socket, options)))
    })
  }

  /** Connects, logs on and hears the answer. */
  static async loggedOn(options: FixClientOptions & { readonly logon?: string; readonly number?: number }): Promise<FixClient> {
    const client = await FixClient.open(options)
    if (options.number !== undefined) client.next = options.number
    client.logon(options.logon)
    await client.hear('A')
    return client
  }

  /** Logon(A); `98=0|108=30` unless said otherwise. */
  logon(body = '98=0|108=30', saying: Saying = {}): void {
    this.say('A', body, saying)
  }

  /** Says a message with the next number, which counts on unless a number was given. Fields are separated by `|`. */
  say(msgType: string, body = '', saying: Saying = {}): void {
    this.sayRaw(this.bytes(msgType, body, saying))
  }

  /** The message that `say` would send. */
  bytes(msgType: string, body = '', saying: Saying = {}): Buffer {
    const number = saying.number ?? this.next++
    const { senderCompId = 'DESK1', targetCompId = 'GATEWAY', nowMs = Date.now } = this.#options
    const fields = [
      `35=${msgType}|34=${number}`,
      `49=${saying.senderCompId ?? senderCompId}|52=${saying.sendingTime ?? utcTimestamp(nowMs())}|56=${saying.targetCompId ?? targetCompId}`,
      ...(saying.header === undefined ? [] : [saying.header]),
      ...(body === '' ? [] : [body]),
    ]
    return frame(fields.join('|'), saying)
  }

  sayRaw(bytes: Buffer | string): void {
    this.#socket.write(bytes)
  }

  /** The next message, which has to be the one wanted. */
  async hear(wanted: Wanted): Promise<FixMessage> {
    return this.#wait(wanted, false)
  }

  /** The next message that is the one wanted; those before it are passed over. */
  async hearLater(wanted: Wanted): Promise<FixMessage> {
    return this.#wait(wanted, true)
  }

  /** The next `count` messages. */
  async hearMany(count: number): Promise<FixMessage[]> {
    const messages: FixMessage[] = []
    while (messages.length < count) messages.push(await this.hear(() => true))
    return messages
  }

  /** Everything that is said before the answer to a TestRequest: what comes of what was said so far, and nothing more. */
  async hearAll(): Promise<FixMessage[]> {
    const id = `FENCE${this.next}`
    this.say('1', `112=${id}`)
    const messages: FixMessage[] = []
    for (;;) {
      const message = await this.hear(() => true)
      if (message.type === '0' && message.get(112) === id) return messages
      messages.push(message)
    }
  }

  /** Everything heard so far, as it came. */
  get heard(): readonly FixMessage[] {
    return this.#heard
  }

  /** Stops and resumes reading. */
  pause(): void {
    this.#socket.pause()
  }
  resume(): void {
    this.#socket.resume()
  }

  /** Ends without a Logout. */
  drop(): Promise<void> {
    this.#socket.destroy()
    return this.closed
  }

  async logout(): Promise<void> {
    this.say('5')
    await this.hearLater('5')
    await this.closed
  }

  /** From now on a Logout is answered with one, as a desk does: a gateway that ends waits for that. */
  answerLogout(): void {
    this.#answersLogout = true
  }

  #wait(wanted: Wanted, skip: boolean): Promise<FixMessage> {
    return new Promise((resolve, reject) => {
      const guard = setTimeout(() => reject(new Error(`nothing of the kind came; heard:\n${this.#transcript()}`)), 8_000)
      this.#waiting = {
        wanted: typeof wanted === 'string' ? ({ type }) => type === wanted : wanted,
        skip,
        resolve: (message) => {
          clearTimeout(guard)
          resolve(message)
        },
        reject: (error) => {
          clearTimeout(guard)
          reject(error)
        },
      }
      this.#offer()
    })
  }

  #offer(): void {
    const waiting = this.#waiting
    if (waiting === undefined) return
    while (this.#read < this.#heard.length) {
      const message = this.#heard[this.#read++]!
      if (waiting.wanted(message)) {
        this.#waiting = undefined
        waiting.resolve(message)
        return
      }
      if (waiting.skip) continue
      this.#waiting = undefined
      waiting.reject(new Error(`another message came: ${message.text}\nheard:\n${this.#transcript()}`))
      return
    }
    if (this.#isClosed) {
      this.#waiting = undefined
      waiting.reject(new Error(`the connection has ended; heard:\n${this.#transcript()}`))
    }
  }

  #onData(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const trailer = this.#rest.indexOf('\x0110=')
      if (trailer < 0 || this.#rest.length < trailer + 8) break
      const message = new FixMessage(this.#rest.toString('latin1', 0, trailer + 8))
      this.#heard.push(message)
      this.#rest = this.#rest.subarray(trailer + 8)
      if (this.#answersLogout && message.type === '5') this.say('5')
    }
    this.#offer()
  }

  #transcript(): string {
    return this.#heard
      .slice(-20)
      .map(({ text }) => text)
      .join('\n')
  }
}
