import { DataDirectoryError } from '../storage/data-directory-error.ts'
import type { Clock } from './clock.ts'
import type { Outbox } from './line.ts'
import { Replay } from './replay.ts'
import type { ReplayParts } from './replay.ts'
import type { SessionRenderer, Voice } from './session-renderer.ts'

export interface ReplayQueueParts {
  readonly outbox: Outbox
  readonly clock: Clock
  readonly renderer: SessionRenderer
  readonly voice: Voice
  /** so many messages were sent again */
  readonly sent: (messages: number) => void
  /** an archive that is not there, or is damaged, has what is wanted */
  readonly unreadable: (error: DataDirectoryError) => void
}

/** Answers ResendRequests one after the other, a step a turn and not ahead of what the client reads: live messages go out between. */
export class ReplayQueue {
  readonly #parts: ReplayQueueParts
  readonly #replays: Replay[] = []
  #isOpen = false
  #isScheduled = false

  constructor(parts: ReplayQueueParts) {
    this.#parts = parts
  }

  /** false: these numbers are being sent already. */
  add(request: ReplayParts): boolean {
    if (this.#replays.some((running) => running.covers(request))) return false
    this.#replays.push(new Replay(request))
    this.#schedule()
    return true
  }

  /** The answer to the Logon is out; nothing may go before it. */
  open(): void {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#schedule()
  }

  clear(): void {
    this.#replays.length = 0
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#isOpen || this.#replays.length === 0) return
    this.#isScheduled = true
    this.#parts.clock.soon(() => this.#parts.outbox.whenRoom(() => this.#step()))
  }

  #step(): void {
    this.#isScheduled = false
    const replay = this.#replays[0]
    if (replay === undefined) return
    const { outbox, renderer, sent } = this.#parts
    const before = replay.resent
    const isDone = this.#stepOf(replay)
    const bytes = renderer.take()
    if (bytes.length > 0) outbox.write(bytes)
    sent(replay.resent - before)
    if (isDone) this.#replays.shift()
    this.#schedule()
  }

  #stepOf(replay: Replay): boolean {
    const { clock, renderer, voice, unreadable } = this.#parts
    try {
      return replay.step(renderer, voice, clock.epochMs())
    } catch (error) {
      if (!(error instanceof DataDirectoryError)) throw error
      unreadable(error)
      return true
    }
  }
}
