import type { Refusal } from './refusal.ts'

/** What a command came to besides its events; none of the members: it was done. A refusal may come with an event (a journaled rejection) or alone. */
export interface Result {
  readonly refusal?: Refusal
  /** number of the order, or of the transfer, that has the id and the content of the command: it stands (idempotent repeat) */
  readonly repeatOf?: number
  /** the command has done a part of its work and is to be given again */
  readonly unfinished?: boolean
  /** how many of the appended events are not its own: they come first, and were due in its market before it */
  readonly overdue?: number
}

export const DONE: Result = {}
