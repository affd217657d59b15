import type { Clock } from '../clock.ts'
import type { Line } from './line.ts'

export interface OutboxLimits {
  /** what may wait for a slow reader */
  readonly maxBytes: number
  /** how long it may take for a piece of 512 KiB */
  readonly maxMs: number
}

/**
 * What waits to be written to a client; bounded, since a client that does not read costs memory. The line gets it in pieces, each when it has
 * room: the system reports a piece only once it has taken all of it, and a client that takes piece after piece reads, however slowly.
 */
export class Outbox {
  readonly #line: Line
  readonly #clock: Clock
  readonly #limits: OutboxLimits
  /** what the line has no room for yet */
  readonly #queued: Queued[] = []
  #queuedBytes = 0
  /** when each piece that the line has and the system has not was written, oldest first */
  readonly #pending: number[] = []
  readonly #waiting: (() => void)[] = []

  constructor(line: Line, clock: Clock, limits: OutboxLimits) {
    this.#line = line
    this.#clock = clock
    this.#limits = limits
  }

  /** `released`: the line reads `bytes` no more. */
  write(bytes: Buffer, released?: () => void): void {
    this.#queued.push({ bytes, released })
    this.#queuedBytes += bytes.length
    this.#handOver(PIECE_BYTES)
  }

  /** Ends the line once everything written is out; nothing is written behind it. */
  end(): void {
    this.#handOver(Infinity)
    this.#line.end()
  }

  /** `room`: what the line may have that the system has not taken */
  #handOver(room: number): void {
    while (this.#queued.length > 0 && this.#line.backlogBytes < room) {
      const { bytes, released } = this.#queued.shift()!
      const isLast = bytes.length <= PIECE_BYTES
      const piece = isLast ? bytes : bytes.subarray(0, PIECE_BYTES)
      if (!isLast) this.#queued.unshift({ bytes: bytes.subarray(PIECE_BYTES), released })
      this.#queuedBytes -= piece.length
      this.#pending.push(this.#clock.monotonicMs())
      this.#line.write(piece, () => {
        if (isLast) released?.()
        this.#flushed()
      })
    }
  }

  #flushed(): void {
    this.#pending.shift()
    this.#handOver(PIECE_BYTES)
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
    return this.#line.backlogBytes + this.#queuedBytes
  }

  /** The client reads so slowly that it has to be cut. */
  get isStuck(): boolean {
    return this.backlogBytes > this.#limits.maxBytes || this.#clock.monotonicMs() >= this.stuckAt
  }

  /** When it will be stuck if nothing more is taken; Infinity when nothing waits. */
  get stuckAt(): number {
    const oldest = this.#pending[0]
    return oldest === undefined ? Infinity : oldest + this.#limits.maxMs
  }
}

interface Queued {
  readonly bytes: Buffer
  readonly released: (() => void) | undefined
}

const PIECE_BYTES = 512 * 1024
const ROOM_BYTES = 128 * 1024
