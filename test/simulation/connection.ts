import type { ClientConnection } from '../../src/fix/connection/client-connection.ts'
import type { FixGateway } from '../../src/fix/gateway.ts'
import type { Line } from '../../src/fix/connection/line.ts'
import { FrameReader } from '../../src/fix/wire/frame-reader.ts'
import { MessageView } from '../../src/fix/wire/message-view.ts'
import type { Random } from './random.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { Heard } from './wire.ts'
import { messagesIn, wholeLength } from './wire.ts'

/** The client at the other end. */
export interface ConnectionEnd {
  hears(message: Heard): void
  lostConnection(): void
}

export interface ConnectionParts {
  readonly time: SimulatedTime
  readonly random: Random
  readonly end: ConnectionEnd
  /** the gateway writes: sees it before the network does */
  readonly observe: (messages: readonly Heard[], bytes: Buffer) => void
}

interface Written {
  readonly messages: readonly Heard[]
  readonly bytes: number
  readonly flushed: () => void
}

/** One view for all connections, as the real parser has it. */
const VIEW = new MessageView()

/**
 * A TCP connection as the gateway and a client may meet it: bytes arrive late, in pieces or in lumps, in order, and perhaps not at all. The gateway's
 * end stands where jspurefix's socket and parser stand: what it is handed goes through the real `FrameReader`.
 */
export class Connection implements Line {
  readonly remoteAddress: string
  readonly clientCertificate = undefined
  readonly #parts: ConnectionParts
  readonly #delayMs: number
  #reader: FrameReader | undefined
  #session: ClientConnection | undefined
  /** sent by the client and not yet handed over */
  #toGateway: Buffer[] = []
  #isReading = true
  #handOver = false
  #toClient: Written[] = []
  /** a message of which only the beginning has been written */
  #begun: Buffer = Buffer.alloc(0)
  #isDelivering = false
  /** the client does not read */
  isStalled = false
  #gatewayEnd: 'open' | 'ending' | 'closed' = 'open'
  #clientEnd: 'open' | 'closed' = 'open'

  constructor(parts: ConnectionParts, address: string) {
    this.#parts = parts
    this.remoteAddress = address
    this.#delayMs = parts.random.between(0.02, 1.5)
  }

  /** The gateway accepts the connection, or does not. */
  connect(gateway: FixGateway): boolean {
    this.#session = gateway.connect(this)
    if (this.#session === undefined) return false
    const session = this.#session
    this.#reader = new FrameReader(
      {
        onMessage: (view) => session.onMessage(view),
        onGarbled: (reason) => session.onGarbled(reason),
        onTooLong: (bodyLength) => session.onTooLong(bodyLength),
      },
      VIEW,
      gateway.limits.maxBodyLength,
    )
    return true
  }

  // --- The client's side ---

  send(bytes: Buffer): void {
    if (this.#clientEnd === 'closed') return
    this.#toGateway.push(bytes)
    this.#scheduleHandOver()
  }

  /** The client's end is gone. The gateway sees that after `ms`; Infinity: never, as when a cable is pulled. */
  drop(ms: number): void {
    if (this.#clientEnd === 'closed') return
    this.#clientEnd = 'closed'
    this.#toClient = []
    if (ms < Infinity) this.#parts.time.after(ms, () => this.#closeGatewayEnd('connection lost'))
  }

  get isOpen(): boolean {
    return this.#clientEnd === 'open'
  }

  resumeReading(): void {
    this.isStalled = false
    this.#deliver()
  }

  #delay(): number {
    const { random } = this.#parts
    return this.#delayMs * random.next() + (random.chance(0.01) ? random.between(20, 700) : 0)
  }

  #scheduleHandOver(): void {
    if (this.#handOver || !this.#isReading || this.#toGateway.length === 0) return
    this.#handOver = true
    this.#parts.time.after(this.#delay(), () => this.#handBytesOver())
  }

  #handBytesOver(): void {
    this.#handOver = false
    if (this.#gatewayEnd !== 'open' || !this.#isReading || this.#toGateway.length === 0) return
    const { random } = this.#parts
    const lump = this.#toGateway.length === 1 ? this.#toGateway[0]! : Buffer.concat(this.#toGateway)
    const length = random.chance(0.85) ? lump.length : 1 + random.below(lump.length)
    this.#toGateway = length < lump.length ? [lump.subarray(length)] : []
    this.#scheduleHandOver()
    this.#reader!.push(Buffer.from(lump.subarray(0, length)))
    this.#session!.onReadEnd()
  }

  // --- The gateway's side: Line ---

  write(bytes: Buffer, flushed: () => void): void {
    const lump = Buffer.concat([this.#begun, bytes])
    const whole = lump.subarray(0, wholeLength(lump))
    this.#begun = lump.subarray(whole.length)
    const messages = messagesIn(whole)
    this.#parts.observe(messages, whole)
    if (this.#gatewayEnd !== 'open') return
    this.#toClient.push({ messages, bytes: bytes.length, flushed })
    this.#deliver()
  }

  get backlogBytes(): number {
    return this.#toClient.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  end(): void {
    if (this.#gatewayEnd !== 'open') return
    this.#gatewayEnd = 'ending'
    this.#reader?.stop()
    this.#deliver()
    // an end that the other side never answers is cut
    this.#parts.time.after(10_000, () => this.destroy())
  }

  destroy(): void {
    if (this.#gatewayEnd === 'closed') return
    this.#reader?.stop()
    this.#lose()
  }

  pause(): void {
    this.#isReading = false
  }

  resume(): void {
    this.#isReading = true
    this.#scheduleHandOver()
  }

  #deliver(): void {
    if (this.#isDelivering || this.isStalled) return
    if (this.#toClient.length === 0) {
      if (this.#gatewayEnd === 'ending') this.#closeGatewayEnd('connection ended')
      return
    }
    this.#isDelivering = true
    this.#parts.time.after(this.#delay(), () => {
      this.#isDelivering = false
      if (this.isStalled) return
      const written = this.#toClient.shift()
      if (written === undefined) return
      if (this.#gatewayEnd === 'open') written.flushed()
      for (const message of written.messages) if (this.#clientEnd === 'open') this.#parts.end.hears(message)
      this.#deliver()
    })
  }

  /** What has been written is lost from some message on; the client sees the end. */
  #lose(): void {
    this.#gatewayEnd = 'closed'
    this.#toGateway = []
    const kept = this.#parts.random.below(this.#toClient.length + 1)
    const lost = this.#toClient.splice(kept)
    const cut = lost[0]
    if (cut !== undefined && cut.messages.length > 1) {
      const messages = cut.messages.slice(0, this.#parts.random.below(cut.messages.length))
      this.#toClient.push({ messages, bytes: 0, flushed: () => undefined })
    }
    const rest = this.#toClient.splice(0)
    this.#parts.time.after(this.#delay(), () => {
      for (const { messages } of rest) for (const message of messages) if (this.#clientEnd === 'open') this.#parts.end.hears(message)
      this.#tellClient()
    })
    const session = this.#session
    if (session !== undefined) this.#parts.time.inProcess(0.01, () => session.onClosed('connection lost'))
  }

  #closeGatewayEnd(reason: string): void {
    if (this.#gatewayEnd === 'closed') return
    this.#gatewayEnd = 'closed'
    this.#toGateway = []
    this.#reader?.stop()
    this.#session?.onClosed(reason)
    this.#tellClient()
  }

  #tellClient(): void {
    if (this.#clientEnd === 'closed') return
    this.#clientEnd = 'closed'
    this.#parts.end.lostConnection()
  }

  /** The gateway's process was killed: nobody is at its end any more. */
  killed(): void {
    if (this.#gatewayEnd === 'closed') return
    this.#session = undefined
    this.#lose()
  }
}
