import { setTimeout as pause } from 'node:timers/promises'
import { EventStreamClient } from '../support/event-stream-client.ts'

export interface StreamSource {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

/** Reads the partner's events from the first on, hangs up now and then and goes on behind the last one; a gap or a double throws. */
export class EventReader {
  last = 0
  connections = 0
  readonly #source: StreamSource
  #stream: EventStreamClient | undefined
  #isStopped = false

  constructor(source: StreamSource) {
    this.#source = source
  }

  async read(): Promise<void> {
    while (!this.#isStopped) {
      const { baseUrl, headers } = this.#source
      this.#stream = await EventStreamClient.open(`${baseUrl}/v1/webhooks/stream`, { ...headers, 'last-event-id': String(this.last) })
      if (this.#stream.status !== 200) throw new Error(`the event stream is answered with ${this.#stream.status}`)
      this.connections++
      await this.#listen(this.#stream, this.last + 5_000)
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#stream?.close()
  }

  async #listen(stream: EventStreamClient, through: number): Promise<void> {
    while (this.last < through) {
      // nothing for a while, or the end of the connection: it comes back
      const event = await stream.next().catch(() => undefined)
      if (event === undefined) break
      if (event.id === undefined) continue
      if (event.id !== this.last + 1) throw new Error(`the event stream goes on with ${event.id} behind ${this.last}`)
      this.last = event.id
    }
    await stream.close()
  }
}

/** Asks for all events of the past and reads nothing of the answer: it has to be cut, and asks again. */
export class NeverReader {
  readonly #source: StreamSource
  readonly #stopped = new AbortController()

  constructor(source: StreamSource) {
    this.#source = source
  }

  async neverRead(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const { baseUrl, headers } = this.#source
      const stream = await EventStreamClient.open(`${baseUrl}/v1/webhooks/stream?since_id=0`, headers)
      stream.pause()
      await pause(PATIENCE_OF_THE_GATEWAY_MS + 10_000, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      await stream.close()
    }
  }

  stop(): void {
    this.#stopped.abort()
  }
}

/** for a stream that takes nothing */
const PATIENCE_OF_THE_GATEWAY_MS = 30_000
