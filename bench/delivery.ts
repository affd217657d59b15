import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { numbersGiven } from './arguments.ts'
import { type Figure, medianOf, printFigures } from './figure.ts'
import { type BenchGateway, residentMiB, startGateway } from './gateway.ts'
import type { Heard, Listen } from './listener.ts'
import { load, type LoadResult } from './load.ts'

/** One run. */
interface Measured {
  readonly result: LoadResult
  /** largest resident memory during the load */
  readonly rssMiB: number
  /** from the end of the load until the stream had told everything */
  readonly streamCatchUpS: number
  /** of the webhook, a second, once the load is over */
  readonly deliveriesPerSecond: number
}

const OFFERED = 20_000

/**
 * What being told of everything costs the order path: 20,000 orders/s offered, open loop, without and with one webhook (HTTPS) and one event
 * stream, in turn, `runs` times. Every order is two events; what can't be told meanwhile is told behind it, from the disk.
 */
export async function benchDelivery(scale: number, runs: number): Promise<readonly Figure[]> {
  const without: Measured[] = []
  const listened: Measured[] = []
  for (let run = 0; run < runs; run++) {
    without.push(await measure(Math.round(200_000 * scale), false))
    listened.push(await measure(Math.round(200_000 * scale), true))
  }
  const question = '20,000 orders/s offered while a webhook and a stream are told of everything'
  const of = (rows: readonly Measured[], pick: (measured: Measured) => number): Pick<Figure, 'value' | 'runs'> => medianOf(rows.map(pick))
  const calm = of(without, ({ result }) => result.ack_us.p99)
  return [
    { question, what: 'accepted, nobody listens', ...of(without, ({ result }) => result.orders_per_s), unit: 'orders/s', better: 'more' },
    {
      question,
      what: 'accepted, both are told',
      ...of(listened, ({ result }) => result.orders_per_s),
      unit: 'orders/s',
      better: 'more',
      bar: 18_000,
    },
    { question, what: 'order p99, nobody listens', ...calm, unit: 'µs', better: 'less' },
    {
      question,
      what: 'order p99, both are told',
      ...of(listened, ({ result }) => result.ack_us.p99),
      unit: 'µs',
      better: 'less',
      bar: 2 * calm.value,
    },
    { question, what: 'resident, nobody listens', ...of(without, ({ rssMiB }) => rssMiB), unit: 'MiB', better: 'less' },
    { question, what: 'resident, both are told', ...of(listened, ({ rssMiB }) => rssMiB), unit: 'MiB', better: 'less' },
    {
      question,
      what: 'until the stream has told everything',
      ...of(listened, ({ streamCatchUpS }) => streamCatchUpS),
      unit: 's',
      better: 'less',
    },
    {
      question,
      what: 'webhook deliveries behind the load',
      ...of(listened, (run) => run.deliveriesPerSecond),
      unit: 'requests/s',
      better: 'more',
    },
  ]
}

async function measure(orders: number, isListening: boolean): Promise<Measured> {
  const certificate = fileURLToPath(new URL('../test/support/receiver/certificate.pem', import.meta.url))
  const gateway = await startGateway('config/bench.json', undefined, { NODE_EXTRA_CA_CERTS: certificate })
  const listener = isListening ? await Listener.to(gateway) : undefined
  try {
    const memory = new Memory(gateway.pid)
    const result = await load(gateway, { window: 20_000, orders, warmup: 20_000, rate: OFFERED })
    const rssMiB = memory.stop()
    return { result, rssMiB, ...((await listener?.catchUp()) ?? { streamCatchUpS: 0, deliveriesPerSecond: 0 }) }
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
  async catchUp(): Promise<Pick<Measured, 'streamCatchUpS' | 'deliveriesPerSecond'>> {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [scale, runs] = numbersGiven('node run.js bench/delivery.ts', ['scale', 'runs'], [1, 3])
  printFigures(await benchDelivery(scale!, runs!))
}
