import { DataDirectoryError } from '../../storage/directory/data-directory-error.ts'
import type { Clock } from '../clock.ts'
import type { Outbox } from '../connection/outbox.ts'
import type { PastTurns } from './past-turns.ts'
import { Replay } from './replay.ts'
import type { ReplayParts, ResendRange } from './replay.ts'
import type { SessionRenderer, Voice } from '../outbound/session-renderer.ts'

export interface ReplayQueueParts {
  readonly outbox: Pick<Outbox, 'whenRoom' | 'write'>
  readonly clock: Pick<Clock, 'epochMs'>
  readonly turns: PastTurns
  readonly renderer: SessionRenderer
  readonly voice: Voice
  /** so many messages were sent again, and so many SequenceResets(4) in place of others */
  readonly sent: (resent: number, gapFills: number) => void
  /** an archive that is not there, or is damaged, has what is wanted */
  readonly unreadable: (error: DataDirectoryError) => void
}

/** Answers ResendRequests one after the other, a step at a time and not ahead of what the client reads: live messages go out between. */
export class ReplayQueue {
  readonly #parts: ReplayQueueParts
  readonly #replays: Replay[] = []
  #isOpen = false
  #isScheduled = false

  constructor(parts: ReplayQueueParts) {
    this.#parts = parts
  }

  /**
   * A number that is under way is not sent twice, whichever requests ask for it: a client that asks anew for all its gap with each message
   * behind it would otherwise be sent the whole gap each time.
   */
  add(request: ReplayParts): 'added' | 'under way' | 'too many' {
    let ranges: readonly ResendRange[] = [request]
    for (const running of this.#replays) ranges = ranges.flatMap((range) => running.othersOf(range))
    if (ranges.length === 0) return 'under way'
    if (this.#replays.length + ranges.length > MOST_RESENDS) return 'too many'
    for (const range of ranges) this.#replays.push(new Replay({ ...request, ...range }))
    this.#schedule()
    return 'added'
  }

  /** The answer to the Logon is out; nothing may go before it. */
  open(): void {
    this.#isOpen = true
    this.#schedule()
  }

  clear(): void {
    this.#replays.length = 0
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#isOpen || this.#replays.length === 0) return
    this.#isScheduled = true
    this.#parts.turns.soon(() => this.#parts.outbox.whenRoom(() => this.#step()))
  }

  #step(): void {
    this.#isScheduled = false
    const replay = this.#replays[0]
    if (replay === undefined) return
    const { outbox, renderer, sent } = this.#parts
    const { resent, gapFills } = replay
    const isDone = this.#stepOf(replay)
    const bytes = renderer.take()
    if (bytes.length > 0) outbox.write(bytes)
    sent(replay.resent - resent, replay.gapFills - gapFills)
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

/** Ranges that may wait for a client that reads slower than it asks. */
export const MOST_RESENDS = 100
