import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { FixClient } from '../support/fix-client.ts'
import type { FixMessage } from '../support/fix-message.ts'
import { frame, utcTimestamp } from '../support/fix-message.ts'
import { afterwards } from '../system/afterwards.ts'
import { GatewayProcess, type ProcessOptions } from '../system/gateway-process.ts'

/** The default limits of the doors; GUARDED has a password. No limit on what may be asked, so that no fault is one. */
const SETTINGS = {
  engine: { self_match: 'off', max_open_orders: null, price_band_percent: null },
  rate_limits: { enabled: false },
  fix: {
    sessions: [
      { sender_comp_id: 'DROP1', kind: 'drop-copy' },
      { sender_comp_id: 'GUARDED', kind: 'order-entry', password: 'open sesame' },
    ],
  },
  first_start: {
    instruments: null,
    fixture: 'none',
    bench: { sessions: 4, symbols: 1, previous_close: '100.00', cash: '1000000000.00', shares_per_symbol: 1_000_000 },
  },
}

type BesiegedOptions = Pick<ProcessOptions, 'command' | 'environment' | 'atTheEnd'> & {
  /** over the `fix` section of its configuration */
  readonly fix?: object
}

/** The real program with the doors as they are by default, in a directory that goes with it. */
export async function besieged({ fix, ...options }: BesiegedOptions): Promise<GatewayProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'fillgate-faults-'))
  const atTheEnd = options.atTheEnd ?? afterwards
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }))
  const directory = join(folder, 'data')
  writeFileSync(configOf(directory), JSON.stringify({ ...SETTINGS, fix: { ...SETTINGS.fix, ...fix } }))
  return GatewayProcess.start({ ...options, directory, config: configOf(directory), atTheEnd })
}

/** The same directory and configuration once more. */
export function besiegedAgain(directory: string, options: BesiegedOptions = {}): Promise<GatewayProcess> {
  return GatewayProcess.start({ ...options, directory, config: configOf(directory) })
}

const configOf = (directory: string): string => join(dirname(directory), 'config.json')

/** A desk that goes on trading whatever happens around it: the measure of whether others are harmed. */
export class SteadyDesk {
  readonly client: FixClient
  readonly #compId: string
  /** of its orders: a desk of an earlier test had others */
  readonly #name: string
  #orders = 0

  private constructor(client: FixClient, compId: string) {
    this.client = client
    this.#compId = compId
    this.#name = `${compId}-${Date.now()}`
  }

  /** `heartbeatS`: a desk that says nothing for 2.4 times as long is cut. */
  static async open(gateway: GatewayProcess, compId = 'CLIENT1', { heartbeatS = 120, number = 1 } = {}): Promise<SteadyDesk> {
    const { port } = gateway.credentials.fix
    return new SteadyDesk(await FixClient.loggedOn({ port, senderCompId: compId, number, logon: `98=0|108=${heartbeatS}` }), compId)
  }

  /** Buys from itself, one order each way; resolves with the two fills. Throws when anything but its four reports comes. */
  async trades(): Promise<readonly FixMessage[]> {
    const id = `${this.#name}-${this.#orders++}`
    const order = (name: string, side: number): void =>
      this.client.say('D', `11=${id}${name}|55=BENCH1|54=${side}|60=${utcTimestamp(Date.now())}|40=2|44=100|38=1`)
    order('a', 1)
    const accepted = await this.#hearReport(`${id}a`)
    order('b', 2)
    const rest = [await this.#hearReport(`${id}b`), await this.#hearReport(), await this.#hearReport()]
    const texts = [accepted, ...rest].map((message) => message.pick(150, 39))
    if (texts.join(' ') !== '150=0|39=0 150=0|39=0 150=F|39=2 150=F|39=2')
      throw new Error(`${this.#compId} heard ${rest.map(({ text }) => text).join('\n')}`)
    return rest.slice(1)
  }

  async #hearReport(clientOrderId?: string): Promise<FixMessage> {
    // signs of life come between
    const message = await this.client.hearLater(({ type }) => type !== '0' && type !== '1')
    if (message.type !== '8' || (clientOrderId !== undefined && message.get(11) !== clientOrderId))
      throw new Error(`${this.#compId} heard ${message.text}`)
    return message
  }
}

/** A connection that does nothing by itself. It counts as gone when the other side ends or resets it. */
export class RawConnection {
  readonly socket: Socket
  readonly gone: Promise<void>
  isGone = false

  private constructor(socket: Socket) {
    this.socket = socket
    this.gone = new Promise((resolve) => {
      socket.on('error', () => undefined)
      socket.on('end', () => socket.destroy())
      socket.on('close', () => {
        this.isGone = true
        resolve()
      })
    })
  }

  /** Resolves when it is connected, or was refused. */
  static open(port: number, { from = '127.0.0.1' } = {}): Promise<RawConnection> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
      const connection = new RawConnection(socket.resume())
      socket.once('connect', () => resolve(connection))
      socket.once('close', () => resolve(connection))
    })
  }

  /** Says it all, and resolves when the kernel has taken it or the other side does not want it any more. */
  async say(bytes: Buffer | string): Promise<void> {
    if (this.isGone || this.socket.write(bytes)) return
    await Promise.race([this.gone, new Promise<void>((resolve) => this.socket.once('drain', () => resolve()))])
  }

  async drop(): Promise<void> {
    this.socket.destroy()
    await this.gone
  }
}

/** Many at once, in the order in which they were asked for. */
export async function openMany(count: number, port: number, options: { readonly from?: string } = {}): Promise<RawConnection[]> {
  const open: RawConnection[] = []
  while (open.length < count) {
    const more = Math.min(KERNEL_QUEUE / 10, count - open.length)
    open.push(...(await Promise.all(Array.from({ length: more }, () => RawConnection.open(port, options)))))
  }
  return open
}

/** Connections that wait for `accept`: the kernel drops what comes beyond it, and a client that says nothing never hears of that. */
const KERNEL_QUEUE = 510

/** One metric, all its labels together. */
export async function metric(gateway: GatewayProcess, name: string): Promise<number> {
  const text = await (await fetch(gateway.metricsUrl)).text()
  const escaped = name.replace(/[{}]/g, '\\$&')
  return [...text.matchAll(new RegExp(`^${escaped}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce((sum, [, value]) => sum + Number(value), 0)
}

/**
 * What V8 may leave uncollected between two looks: three semi-spaces of 16 MiB, half as much again as the 100 MiB that live, and the 64 MiB of buffers
 * outside of the heap that it lets come together before it collects them.
 */
export const GARBAGE = (3 * 16 + 50 + 64) * 2 ** 20

/** Watches resident memory of a process from now on; the function gives by how many bytes it was larger than now, at its largest. */
export function watchMemory(pid: number): () => number {
  // proc(5): 5 sets the peak back to what is resident
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const peak = (): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
  const before = peak()
  return () => peak() - before
}

/** A Logon(A) with number 1. */
export function logonBytes(compId: string, body = '108=30'): Buffer {
  return frame(`35=A|34=1|49=${compId}|52=${utcTimestamp(Date.now())}|56=GATEWAY|98=0|${body}`)
}

export const httpPort = (gateway: GatewayProcess): number => Number(new URL(gateway.credentials.base_url).port)
