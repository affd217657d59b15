import type { Batch, SessionNumbers } from './domain/batch.ts'
import type { Command } from './domain/command.ts'
import type { Event } from './domain/event.ts'
import type { Result } from './domain/result.ts'

/** What a command came to, with the events that it caused, in order. */
export interface Outcome extends Omit<Result, 'overdue'> {
  readonly events: readonly Event[]
  /** journal position of the first of them */
  readonly position: number
}

/** Runs one command at a moment; appends the events that it causes to `events`, the first of them at journal `position`, and applies them. */
export type Execute = (command: Command, at: number, position: number, events: Event[]) => Result

/** Takes part in every commit: gives FIX numbers when a batch is sealed, sends what it numbered once that is durable. */
export interface CommitParticipant {
  seal(events: readonly Event[], position: number): readonly SessionNumbers[]
  /** What was sealed last is durable. Takes in what the next seal has to know of it; the next seal may come before `tell`. */
  durable(batch: Batch): void
  /** Sends what it numbered in the batch that became durable last. */
  tell(batch: Batch): void
}

interface Waiting {
  readonly from: number
  readonly to: number
  readonly result: Result
  readonly done: (outcome: Outcome) => void
  /** told instead where storage has failed: whether the command is durable is not known */
  readonly failed?: ((error: Error) => void) | undefined
}

export interface SequencerParts {
  readonly execute: Execute
  /** attaches what the command needs of the past (an order that has left the engine …) */
  readonly load: (command: Command) => Command
  /** whether the engine has failed on such a command before; left out: on none */
  readonly isQuarantined?: (command: Command) => boolean
  /** calls back, never inside the call, once the batch is durable; a failure ends the process inside the journal, never here */
  readonly commit: (batch: Batch, durable: () => void) => void
  /** real clock, epoch ms */
  readonly now: () => number
  readonly participant: CommitParticipant
  /** told of every durable batch, after its replies have left */
  readonly onDurable: (batch: Batch) => void
  readonly firstPosition: number
  /** when the journal's last event happened, epoch ms; 0 for an empty journal */
  readonly lastAt: number
  /** events that may wait for their commit before the edges have to pause */
  readonly maxPendingEvents: number
}

/**
 * The one door to the engine. Commands run in the order in which they come; their events gather in a batch, which is sealed at the end of
 * the turn or, while a commit is under way, as soon as that one is durable: the disk then works on it while the one before is told. Replies
 * leave only when their batch is durable.
 */
export class Sequencer {
  private readonly parts: SequencerParts
  private events: Event[] = []
  private waiting: Waiting[] = []
  private inCommit: readonly Waiting[] = []
  private failure: Error | undefined
  private commitWanted = false
  private sealScheduled = false
  private inFlight = 0
  private sealedAt = 0
  private position: number
  private lastAt: number
  private readonly drained: (() => void)[] = []
  private readonly uncongested: (() => void)[] = []

  constructor(parts: SequencerParts) {
    this.parts = parts
    this.position = parts.firstPosition
    this.lastAt = parts.lastAt
  }

  /**
   * Runs a command now. `done` is called with its outcome once that is durable; `ran` inside this call, before the command's batch is sealed: what
   * it hands to the journal is durable sooner.
   */
  submit(command: Command, done?: (outcome: Outcome) => void, failed?: (error: Error) => void, ran?: (outcome: Outcome) => void): void {
    if (this.failure) {
      failed?.(this.failure)
      return
    }
    const from = this.events.length
    // time never runs backwards in the journal, whatever the machine's clock does
    const at = Math.max(this.lastAt, this.parts.now())
    const result = this.parts.execute(this.parts.load(command), at, this.nextPosition, this.events)
    // of a command that has caused nothing the journal has no moment either
    if (this.events.length > from) this.lastAt = at
    const own = from + (result.overdue ?? 0)
    ran?.({ events: this.events.slice(own), position: this.position + own, ...result })
    if (done) this.waiting.push({ from: own, to: this.events.length, result, done, failed })
    if (this.events.length > from || done) this.scheduleSeal()
  }

  /** `submit` for callers that wait. */
  run(command: Command, ran?: (outcome: Outcome) => void): Promise<Outcome> {
    return new Promise((resolve, reject) => this.submit(command, resolve, reject, ran))
  }

  /** The engine has failed on this command before: the edges refuse it. */
  isQuarantined(command: Command): boolean {
    return this.parts.isQuarantined?.(command) ?? false
  }

  /** Storage has failed: nothing is executed any more, and whoever waits learns that the outcome is not known. */
  fail(error: Error): void {
    this.failure = error
    for (const { failed } of [...this.inCommit, ...this.waiting]) failed?.(error)
    for (const resume of this.uncongested.splice(0)) resume()
  }

  /** Asks for a commit although no event was caused: FIX numbers have moved. */
  requestCommit(): void {
    this.commitWanted = true
    this.scheduleSeal()
  }

  /**
   * True while more waits for its commit than the bound: edges stop reading until `whenUncongested` calls back. Once storage has failed
   * there is nothing to wait for.
   */
  get congested(): boolean {
    return this.failure === undefined && this.events.length + this.inFlight > this.parts.maxPendingEvents
  }

  whenUncongested(resume: () => void): void {
    if (this.congested) this.uncongested.push(resume)
    else resume()
  }

  /**
   * Calls `done` once everything that has run is durable, at once where it is: what a reader has seen of the state can't be taken back then.
   * Calls `failed` where it never will be.
   */
  whenDurable(done: () => void, failed?: (error: Error) => void): void {
    if (this.inFlight === 0 && this.events.length === 0) {
      done()
      return
    }
    if (this.failure) {
      failed?.(this.failure)
      return
    }
    const here = this.events.length
    this.waiting.push({ from: here, to: here, result: {}, done: () => done(), failed })
  }

  /** Resolves when everything submitted so far is durable and answered. */
  drain(): Promise<void> {
    return new Promise((resolve) => {
      this.drained.push(resolve)
      this.scheduleSeal()
    })
  }

  /** How far the machine's clock is behind the newest event: business time stands still until it has caught up. 0 while it is not. */
  get clockBehindMs(): number {
    return Math.max(0, this.lastAt - this.parts.now())
  }

  /** Events that wait for their commit. */
  get pendingEvents(): number {
    return this.events.length + this.inFlight
  }

  /** When the commit that is under way began, epoch ms; 0 while none is. */
  get committingSince(): number {
    return this.inFlight === 0 ? 0 : this.sealedAt
  }

  /** Positions before this one are durable. */
  get durableBefore(): number {
    return this.position - this.inFlight
  }

  /** Position that the next event will have. */
  get nextPosition(): number {
    return this.position + this.events.length
  }

  private scheduleSeal(): void {
    if (this.sealScheduled || this.inFlight > 0) return
    this.sealScheduled = true
    setImmediate(this.endTurn)
  }

  // one function for all turns: a closure inside `scheduleSeal` costs every order, also those that schedule nothing
  private readonly endTurn = (): void => {
    this.sealScheduled = false
    // a batch may have been sealed meanwhile, by the release of the one before: its own release seals the next
    if (this.inFlight === 0) this.seal()
  }

  private seal(): void {
    if (this.failure) return
    const { events, waiting } = this
    const sessions = this.parts.participant.seal(events, this.position)
    if (events.length === 0 && sessions.length === 0 && !this.commitWanted) {
      for (const one of waiting.splice(0)) one.done({ events: [], position: this.position, ...one.result })
      this.reportDrained()
      return
    }
    this.events = []
    this.waiting = []
    this.commitWanted = false
    const batch: Batch = { position: this.position, sealedAt: this.parts.now(), events, sessions }
    this.sealedAt = batch.sealedAt
    this.position += Math.max(1, events.length)
    this.inFlight = Math.max(1, events.length)
    this.inCommit = waiting
    this.parts.commit(batch, () => this.release(batch, waiting))
  }

  private release(batch: Batch, waiting: readonly Waiting[]): void {
    this.inFlight = 0
    this.inCommit = []
    this.parts.participant.durable(batch)
    // before this one is told: the disk works on the next one meanwhile
    if (this.events.length > 0 || this.commitWanted) this.seal()
    this.parts.participant.tell(batch)
    for (const one of waiting)
      one.done({ events: batch.events.slice(one.from, one.to), position: batch.position + one.from, ...one.result })
    this.parts.onDurable(batch)
    if (this.inFlight === 0) {
      if (this.events.length > 0 || this.waiting.length > 0 || this.commitWanted) this.seal()
      else this.reportDrained()
    }
    if (!this.congested) for (const resume of this.uncongested.splice(0)) resume()
  }

  private reportDrained(): void {
    for (const resolve of this.drained.splice(0)) resolve()
  }
}
