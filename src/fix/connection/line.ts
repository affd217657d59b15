import type { ClientCertificate } from '../../domain/edges/client-certificate.ts'
import type { Clock } from '../clock.ts'

/** The byte stream to one client, as the gateway needs it; behind it is a socket, or a test. */
export interface Line {
  readonly remoteAddress: string
  /** what TLS has verified; undefined where none was asked for, or shown */
  readonly clientCertificate: ClientCertificate | undefined
  /** `flushed`: the system has taken the bytes, or the line is gone; they are not read any more */
  write(bytes: Buffer, flushed: () => void): void
  /** what has been written and not yet been taken by the system */
  readonly backlogBytes: number
  /** ends once everything written is out */
  end(): void
  /** ends now */
  destroy(): void
  /** stops reading until `resume` has been called as often */
  pause(): void
  resume(): void
}

export interface OutboxLimits {
  /** what may wait for a slow reader */
  readonly maxBytes: number
  /** how long it may take nothing */
  readonly maxMs: number
}

/** What is written to a client: bounded, since a client that does not read costs memory. */
export class Outbox {
  readonly #line: Line
  readonly #clock: Clock
  readonly #limits: OutboxLimits
  /** when each write that is not yet out was made, oldest first */
  readonly #pending: number[] = []
  #oldest = 0
  readonly #waiting: (() => void)[] = []

  constructor(line: Line, clock: Clock, limits: OutboxLimits) {
    this.#line = line
    this.#clock = clock
    this.#limits = limits
  }

  /** `released`: the line reads `bytes` no more. */
  write(bytes: Buffer, released?: () => void): void {
    this.#pending.push(this.#clock.monotonicMs())
    this.#line.write(bytes, () => {
      released?.()
      this.#flushed()
    })
  }

  #flushed(): void {
    this.#oldest++
    if (this.#oldest === this.#pending.length) {
      this.#pending.length = 0
      this.#oldest = 0
    }
    if (this.#waiting.length > 0 && this.hasRoom) for (const run of this.#waiting.splice(0)) run()
  }

  /** Calls once the client has taken enough of what was written; at once when there is room. */
  whenRoom(run: () => void): void {
    if (this.hasRoom) run()
    else this.#waiting.push(run)
  }

  /** For what can wait: the past, and replays. */
  get hasRoom(): boolean {
    return this.backlogBytes <= ROOM_BYTES
  }

  get backlogBytes(): number {
    return this.#line.backlogBytes
  }

  /** The client reads so slowly that it has to be cut. */
  get isStuck(): boolean {
    return this.backlogBytes > this.#limits.maxBytes || this.#clock.monotonicMs() >= this.stuckAt
  }

  /** When it will be stuck if nothing more is taken; Infinity when nothing waits. */
  get stuckAt(): number {
    const oldest = this.#pending[this.#oldest]
    return oldest === undefined ? Infinity : oldest + this.#limits.maxMs
  }
}

const ROOM_BYTES = 128 * 1024
