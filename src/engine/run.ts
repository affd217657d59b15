import type { Event } from '../domain/event.ts'
import type { Refusal } from '../domain/refusal.ts'
import { apply } from './apply.ts'
import type { EngineRules } from './rules.ts'
import type { EngineState } from './state.ts'

/** What a decision came to besides its events. */
export interface Result {
  readonly refusal?: Refusal
  readonly repeatOf?: number
}

export const DONE: Result = {}

/** One command being decided: every event is applied as soon as it is emitted, so that what follows sees the new state. */
export class Run {
  readonly state: EngineState
  readonly rules: EngineRules
  readonly at: number
  /** lowest and highest price printed by this command, for the stops; 0 = none */
  lowPrint = 0
  highPrint = 0
  private readonly events: Event[]
  private position: number

  constructor(parts: {
    readonly state: EngineState
    readonly rules: EngineRules
    readonly at: number
    readonly position: number
    readonly events: Event[]
  }) {
    this.state = parts.state
    this.rules = parts.rules
    this.at = parts.at
    this.position = parts.position
    this.events = parts.events
  }

  emit(event: Event): void {
    this.events.push(event)
    apply(this.state, event, this.position++)
  }

  /** Number of the next execution report about an account's order. */
  nextExecution(account: number): number {
    return this.state.market(this.state.account(account).market).executionCount + 1
  }
}
