import { type IncomingMessage, get } from 'node:http'

/** One server-sent event; `data` is parsed. */
export interface HeardEvent {
  readonly id: number | undefined
  readonly event: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests compare it as a whole or follow the contract's members
  readonly data: any
}

/** A client of an event stream over a real socket, which reads as fast as a test wants. */
export class EventStreamClient {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly comments: string[] = []
  readonly closed: Promise<void>
  readonly #message: IncomingMessage
  #rest = ''
  readonly #heard: HeardEvent[] = []
  #waiting: { resolve: (event: HeardEvent) => void; reject: (error: Error) => void } | undefined
  #isClosed = false

  private constructor(message: IncomingMessage) {
    this.#message = message
    this.status = message.statusCode!
    this.headers = message.headers
    message.setEncoding('utf8')
    message.on('data', (text: string) => this.#onData(text))
    message.on('error', () => undefined)
    this.closed = new Promise((resolve) => {
      message.on('close', () => {
        this.#isClosed = true
        this.#waiting?.reject(new Error('the stream ended while waiting'))
        resolve()
      })
    })
  }

  static open(url: string, headers: Readonly<Record<string, string>>): Promise<EventStreamClient> {
    return new Promise((resolve, reject) => {
      // a connection of its own
      get(url, { headers, agent: false }, (message) => resolve(new EventStreamClient(message))).on('error', reject)
    })
  }

  /** The next event. */
  next(): Promise<HeardEvent> {
    return new Promise((resolve, reject) => {
      const guard = setTimeout(() => reject(new Error('nothing came')), 8_000)
      this.#waiting = {
        resolve: (event) => {
          clearTimeout(guard)
          resolve(event)
        },
        reject: (error) => {
          clearTimeout(guard)
          reject(error)
        },
      }
      this.#offer()
    })
  }

  /** The next `count` events. */
  async nextOnes(count: number): Promise<HeardEvent[]> {
    const events: HeardEvent[] = []
    while (events.length < count) events.push(await this.next())
    return events
  }

  /** Everything that comes up to the event that is the one wanted. */
  async nextUntil(wanted: (event: HeardEvent) => boolean): Promise<HeardEvent[]> {
    const events: HeardEvent[] = []
    for (;;) {
      const event = await this.next()
      events.push(event)
      if (wanted(event)) return events
    }
  }

  /** Stops and resumes reading. */
  pause(): void {
    this.#message.pause()
  }
  resume(): void {
    this.#message.resume()
  }

  close(): Promise<void> {
    this.#message.destroy()
    return this.closed
  }

  #onData(text: string): void {
    this.#rest += text
    for (;;) {
      const end = this.#rest.indexOf('\n\n')
      if (end < 0) break
      this.#take(this.#rest.slice(0, end))
      this.#rest = this.#rest.slice(end + 2)
    }
    this.#offer()
  }

  #take(block: string): void {
    const fields = block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
    const field = (name: string): string | undefined => fields.find(([found]) => found === name)?.[1]
    if (block.startsWith(':')) this.comments.push(block)
    const event = field('event')
    if (event === undefined) return
    const id = field('id')
    this.#heard.push({ id: id === undefined ? undefined : Number(id), event, data: JSON.parse(field('data')!) })
  }

  #offer(): void {
    const waiting = this.#waiting
    if (waiting === undefined) return
    const event = this.#heard.shift()
    if (event !== undefined) {
      this.#waiting = undefined
      waiting.resolve(event)
    } else if (this.#isClosed) {
      this.#waiting = undefined
      waiting.reject(new Error('the stream has ended'))
    }
  }
}
