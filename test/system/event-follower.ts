import { EventStreamClient, type HeardEvent } from '../support/event-stream-client.ts'

/** A client that follows the event stream over whatever happens to it: it comes back with the id of the last event that it has heard. */
export class EventFollower {
  readonly heard: HeardEvent[] = []
  /** that it has opened */
  streams = 0
  readonly #headers: Readonly<Record<string, string>>
  readonly #below: (below: number) => number
  #waiting: { readonly count: number; readonly resolve: () => void }[] = []

  constructor(key: { readonly api_key: string; readonly api_secret: string }, below: (below: number) => number) {
    this.#headers = { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret }
    this.#below = below
  }

  /** Follows until the gateway is gone; now and then it hangs up itself, in the middle of what is coming. */
  async follow(baseUrl: string): Promise<void> {
    for (;;) {
      const stream = await EventStreamClient.open(`${baseUrl}/v1/webhooks/stream`, {
        ...this.#headers,
        'last-event-id': String(this.heard.length === 0 ? 0 : this.heard.at(-1)!.id),
      }).catch(() => undefined)
      if (stream === undefined) return
      this.streams++
      await this.#listen(stream, 20 + this.#below(400))
    }
  }

  /** Resolves when so many events have been heard. */
  hears(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ count, resolve })
      this.#tell()
    })
  }

  async #listen(stream: EventStreamClient, patience: number): Promise<void> {
    for (let left = patience; left > 0; left--) {
      const event = await stream.next().catch(() => undefined)
      if (event === undefined) break
      if (event.id === undefined) continue
      this.heard.push(event)
      this.#tell()
    }
    await stream.close()
  }

  #tell(): void {
    for (const { count, resolve } of this.#waiting) if (this.heard.length >= count) resolve()
    this.#waiting = this.#waiting.filter(({ count }) => this.heard.length < count)
  }
}
