import { performance } from 'node:perf_hooks'
import type { Batch } from '../../domain/batch.ts'
import type { Projection } from '../../storage/projector/projection.ts'
import type { Slices } from '../slices.ts'
import type { EventLog } from './event-log.ts'
import type { EventReader } from './event-reader.ts'
import type { PartnerEvent } from './partner-event.ts'
import { PastPieces } from './past-pieces.ts'

export interface EventFeedParts {
  readonly log: EventLog
  readonly slices: Slices
  /** what the data of some events is made of beside the event */
  readonly readModel: Pick<Projection, 'projectedThrough' | 'caughtUp'>
}

/**
 * Is given every event in order, each once. `isLive`: the follower has caught up, the event is given to all followers of the partner at once.
 * False = no room for another: nothing comes before `resume`.
 */
export type Take = (event: PartnerEvent, isLive: boolean) => boolean

/**
 * Hands the partners' events to whoever follows them, from any point on. Who has caught up is told of what is new together with the others;
 * who is behind, or has no room, reads from the disk at its own pace: nobody waits for anybody, and nothing piles up in memory.
 */
export class EventFeed {
  readonly parts: EventFeedParts
  readonly #tails = new Map<number, Tail>()
  readonly #pieces = new PastPieces()

  constructor(parts: EventFeedParts) {
    this.parts = parts
  }

  /** Follows a partner's events behind a sequence. The first may come before this returns to the event loop, never inside the call. */
  follow(partner: number, after: number, take: Take): Following {
    let tail = this.#tails.get(partner)
    if (tail === undefined) {
      tail = new Tail(this.parts, partner, () => this.#tails.delete(partner))
      this.#tails.set(partner, tail)
    }
    return new Following(this.parts, this.#pieces, tail, { after, take })
  }

  /** A batch is durable. */
  onDurable(batch: Batch): void {
    for (const partner of this.parts.log.onDurable(batch)) this.#tails.get(partner)?.wake()
  }
}

/** The newest events of a partner, read once for all who have caught up. */
class Tail {
  readonly partner: number
  readonly #parts: EventFeedParts
  readonly #onUnused: () => void
  readonly #followings = new Set<Following>()
  readonly #caughtUp = new Set<Following>()
  #reader: EventReader
  #unread: PartnerEvent[] = []
  /** who has yet to be told of the event at hand, and of whom comes meanwhile */
  #untold: Iterator<Following> | undefined
  #sequence: number
  /** for the read model */
  #isWaiting = false

  constructor(parts: EventFeedParts, partner: number, onUnused: () => void) {
    this.#parts = parts
    this.partner = partner
    this.#onUnused = onUnused
    this.#sequence = parts.log.head(partner)
    this.#reader = parts.log.readerBehind(partner, this.#sequence)
  }

  /** Who has everything up to this one has caught up: the last event handed on, or the partner's last while nobody is there to hear of it. */
  get sequence(): number {
    return this.#caughtUp.size > 0 ? this.#sequence : this.#parts.log.head(this.partner)
  }

  wake(): void {
    if (this.#caughtUp.size > 0 && !this.#isWaiting) this.#parts.slices.request(this.#step)
  }

  enter(following: Following): void {
    this.#followings.add(following)
  }

  /** It has everything up to `sequence`. */
  attach(following: Following, sequence: number): void {
    if (this.#caughtUp.size === 0 && sequence > this.#sequence) this.#moveTo(sequence)
    this.#caughtUp.add(following)
    this.wake()
  }

  detach(following: Following): void {
    this.#caughtUp.delete(following)
  }

  leave(following: Following): void {
    this.#caughtUp.delete(following)
    this.#followings.delete(following)
    if (this.#followings.size > 0) return
    this.#parts.slices.forget(this.#step)
    this.#onUnused()
  }

  /** Nobody is there to hear what is before: those who have left it unread read it by themselves. */
  #moveTo(sequence: number): void {
    this.#sequence = sequence
    this.#reader = this.#parts.log.readerBehind(this.partner, sequence)
    this.#unread = []
    this.#untold = undefined
    this.#isWaiting = false
  }

  readonly #step = (): number => {
    if (this.#unread.length === 0) this.#unread = this.#reader.read()
    const begun = performance.now()
    while (this.#unread.length > 0) {
      const [event] = this.#unread as [PartnerEvent]
      this.#isWaiting = isWaitingForReadModel(this.#parts, event, () => this.#goOn())
      if (this.#isWaiting) return 0
      this.#sequence = event.sequence
      // of the set itself: who leaves meanwhile is left out
      this.#untold ??= this.#caughtUp.values()
      for (let next = this.#untold.next(); next.done !== true; next = this.#untold.next()) {
        next.value.offer(event)
        if (performance.now() - begun < LONGEST_MS) continue
        this.wake()
        return 0
      }
      this.#untold = undefined
      this.#unread.shift()
    }
    if (this.#reader.sequence < this.#parts.log.head(this.partner)) this.wake()
    return 0
  }

  #goOn(): void {
    this.#isWaiting = false
    this.wake()
  }
}

/** One who follows the events of a partner. */
export class Following {
  readonly #parts: EventFeedParts
  readonly #pieces: PastPieces
  readonly #tail: Tail
  readonly #take: Take
  #sequence: number
  #isPaused = false
  #hasEnded = false
  /** while it is behind */
  #reader: EventReader | undefined
  #unread: PartnerEvent[] = []

  constructor(parts: EventFeedParts, pieces: PastPieces, tail: Tail, { after, take }: { readonly after: number; readonly take: Take }) {
    this.#parts = parts
    this.#pieces = pieces
    this.#tail = tail
    this.#take = take
    this.#sequence = after
    tail.enter(this)
    this.#proceed()
  }

  /** There is room again. */
  resume(): void {
    if (!this.#isPaused || this.#hasEnded) return
    this.#isPaused = false
    this.#proceed()
  }

  end(): void {
    this.#hasEnded = true
    this.#parts.slices.forget(this.#step)
    this.#tail.leave(this)
  }

  /** From the tail, to those who have caught up. */
  offer(event: PartnerEvent): void {
    if (event.sequence <= this.#sequence) return
    this.#sequence = event.sequence
    if (this.#take(event, true)) return
    this.#isPaused = true
    this.#tail.detach(this)
  }

  #proceed(): void {
    if (this.#unread.length === 0 && this.#sequence >= this.#tail.sequence) {
      this.#reader = undefined
      this.#tail.attach(this, this.#sequence)
    } else this.#parts.slices.request(this.#step)
  }

  readonly #step = (): number => {
    if (this.#unread.length === 0) this.#unread = this.#read()
    while (this.#unread.length > 0) {
      const [event] = this.#unread as [PartnerEvent]
      if (isWaitingForReadModel(this.#parts, event, () => this.#goOn())) return 0
      this.#unread.shift()
      this.#sequence = event.sequence
      const hasRoom = this.#take(event, false)
      if (this.#hasEnded) return 0
      if (!hasRoom) {
        this.#isPaused = true
        return 0
      }
    }
    this.#proceed()
    return 0
  }

  #read(): PartnerEvent[] {
    const { partner } = this.#tail
    const known = this.#pieces.behind(partner, this.#sequence)
    if (known.length > 0) return known
    // what others have read is behind it
    if (this.#reader?.sequence !== this.#sequence) this.#reader = this.#parts.log.readerBehind(partner, this.#sequence)
    const read = this.#reader.read()
    this.#pieces.keep([...read])
    return read
  }

  #goOn(): void {
    if (!this.#hasEnded) this.#proceed()
  }
}

/** What is told of accounts and of bank links is made of the read model too. */
function isWaitingForReadModel({ readModel }: EventFeedParts, { type, position }: PartnerEvent, goOn: () => void): boolean {
  if (!needsReadModel(type) || readModel.projectedThrough >= position) return false
  void readModel.caughtUp(position + 1).then(goOn)
  return true
}

export function needsReadModel(type: string): boolean {
  return type.startsWith('account.') || type.startsWith('funding.ach_')
}

/** A slice that tells followers lasts so long: for each of them it may be a write to a socket, or nothing where its filter leaves the event out. */
const LONGEST_MS = 5
