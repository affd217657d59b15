import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type BenchGateway, residentMiB, startGateway } from './gateway.ts'
import type { Heard, Listen } from './listener.ts'
import { loadOf } from './order-load.ts'

export interface DeliveryRow {
  readonly what: string
  readonly ordersPerSecond: number
  /** of an order, microseconds from the moment at which it was due */
  readonly p50: number
  readonly p99: number
  /** largest resident memory during the load */
  readonly rssMiB: number
  /** what was told while the load ran; every order is two events */
  readonly streamed: number
  readonly delivered: number
  /** from the end of the load until the stream had told everything */
  readonly streamCatchUpS: number
  /** of the webhook, a second, once the load is over */
  readonly deliveriesPerSecond: number
}

const OFFERED = 20_000

/**
 * What being told of everything costs the order path: 20,000 orders/s offered, open loop, without and with one webhook (HTTPS) and one event
 * stream, in turn, `runs` times; the row of each is the median of its runs.
 */
export async function benchDelivery(scale: number, runs = 3): Promise<readonly DeliveryRow[]> {
  const measured: Record<'without' | 'with', DeliveryRow[]> = { without: [], with: [] }
  for (let run = 0; run < runs; run++) {
    measured.without.push(await measure(Math.round(200_000 * scale), false))
    measured.with.push(await measure(Math.round(200_000 * scale), true))
  }
  return [median('nobody listens', measured.without), median('a webhook and a stream', measured.with)]
}

async function measure(orders: number, isListening: boolean): Promise<DeliveryRow> {
  const certificate = fileURLToPath(new URL('../test/support/receiver/certificate.pem', import.meta.url))
  const gateway = await startGateway('config/bench.json', undefined, { NODE_EXTRA_CA_CERTS: certificate })
  const listener = isListening ? await Listener.to(gateway) : undefined
  try {
    const memory = new Memory(gateway.pid)
    const result = await loadOf(gateway, orders, OFFERED)
    const rssMiB = memory.stop()
    const heard = await listener?.heard()
    return {
      what: '',
      ordersPerSecond: Math.round(result.orders_per_s),
      p50: result.ack_us.p50,
      p99: result.ack_us.p99,
      rssMiB,
      streamed: heard?.streamId ?? 0,
      delivered: heard?.deliveries ?? 0,
      ...((await listener?.catchUp()) ?? { streamCatchUpS: 0, deliveriesPerSecond: 0 }),
    }
  } finally {
    listener?.end()
    await gateway.stop()
  }
}

/** The listening process. */
class Listener {
  readonly #child: ChildProcess
  /** of the event stream */
  readonly #url: string
  readonly #headers: Readonly<Record<string, string>>

  private constructor(child: ChildProcess, { url, headers }: Listen) {
    this.#child = child
    this.#url = url
    this.#headers = headers
  }

  static async to({ baseUrl, apiKey, apiSecret }: BenchGateway): Promise<Listener> {
    const child = fork(fileURLToPath(new URL('../run.js', import.meta.url)), [fileURLToPath(new URL('./listener.ts', import.meta.url))])
    const [port] = (await once(child, 'message')) as [number]
    const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
    const answer = await fetch(`${baseUrl}/v1/webhooks`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `https://localhost:${port}/hook`, events: [] }),
    })
    if (answer.status !== 201) throw new Error(`bench: no webhook: ${answer.status} ${await answer.text()}`)
    const listener = new Listener(child, { url: `${baseUrl}/v1/webhooks/stream`, headers })
    child.send({ url: `${listener.#url}?since_id=0`, headers } satisfies Listen)
    return listener
  }

  async heard(): Promise<Heard> {
    this.#child.send('report')
    const [heard] = (await once(this.#child, 'message')) as [Heard]
    if (heard.hasOverflowed) throw new Error('bench: the stream was cut')
    return heard
  }

  /** Until the stream has told everything. */
  async catchUp(): Promise<Pick<DeliveryRow, 'streamCatchUpS' | 'deliveriesPerSecond'>> {
    const begun = performance.now()
    const first = await this.heard()
    const last = await this.#lastSequence()
    for (let heard = first; ; heard = await this.heard()) {
      const seconds = (performance.now() - begun) / 1000
      if (heard.streamId >= last && seconds > 5)
        return {
          streamCatchUpS: Math.round(seconds * 10) / 10,
          deliveriesPerSecond: Math.round((heard.deliveries - first.deliveries) / seconds),
        }
      if (seconds > 300) throw new Error(`bench: the stream has come to ${heard.streamId} of ${last}`)
      await pause(100)
    }
  }

  end(): void {
    this.#child.kill()
  }

  /** The stream says it to whoever asks for what is not there yet. */
  async #lastSequence(): Promise<number> {
    const answer = await fetch(`${this.#url}?since_id=${10 ** 14}`, { headers: this.#headers })
    const { error } = (await answer.json()) as { readonly error: { readonly details: { readonly last_sequence: number } } }
    return error.details.last_sequence
  }
}

/** The largest resident memory of a process while it is looked at. */
export class Memory {
  readonly #timer: NodeJS.Timeout
  #largest = 0

  constructor(pid: number) {
    this.#timer = setInterval(() => (this.#largest = Math.max(this.#largest, residentMiB(pid))), 100)
  }

  stop(): number {
    clearInterval(this.#timer)
    return this.#largest
  }
}

function median(what: string, rows: readonly DeliveryRow[]): DeliveryRow {
  const of = (pick: (row: DeliveryRow) => number): number => rows.map(pick).sort((a, b) => a - b)[Math.floor(rows.length / 2)]!
  return {
    what,
    ordersPerSecond: of((row) => row.ordersPerSecond),
    p50: of((row) => row.p50),
    p99: of((row) => row.p99),
    rssMiB: of((row) => row.rssMiB),
    streamed: of((row) => row.streamed),
    delivered: of((row) => row.delivered),
    streamCatchUpS: of((row) => row.streamCatchUpS),
    deliveriesPerSecond: of((row) => row.deliveriesPerSecond),
  }
}
