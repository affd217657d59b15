import type { Command } from '../domain/command.ts'
import type { EngineView } from '../domain/view.ts'
import type { Outcome, Sequencer } from '../sequencer.ts'
import type { History } from '../storage/history/history.ts'
import type { Projection } from '../storage/projector/projection.ts'
import { ApiError } from './answers/errors.ts'

/** The one door to the engine, as far as the REST edge uses it. */
export type Commands = Pick<
  Sequencer,
  'run' | 'isQuarantined' | 'congested' | 'pendingEvents' | 'whenUncongested' | 'whenDurable' | 'nextPosition'
>

/** Queries over the past, and when it can be read. */
export type ReadModel = Pick<Projection, 'caughtUp' | 'orders' | 'accounts' | 'activities' | 'funding' | 'searches' | 'tradingDays'>

/** What the resources of trading and money work with. */
export interface Gateway {
  readonly view: EngineView
  readonly sequencer: Commands
  /** the past, as storage shows it */
  readonly projection: ReadModel
  /** what of the past storage does not show yet */
  readonly history: Pick<History, 'changedOrder'>
}

/**
 * Runs a command and waits until it is durable; while too much waits for its commit already, the command waits outside. `ran` is told what it came to
 * before that is durable.
 */
export function run(sequencer: Commands, command: Command, ran?: (outcome: Outcome) => void): Promise<Outcome> {
  refuseQuarantined(sequencer, command)
  return sequencer.congested ? runLater(sequencer, command, ran) : sequencer.run(command, ran)
}

async function runLater(sequencer: Commands, command: Command, ran?: (outcome: Outcome) => void): Promise<Outcome> {
  while (sequencer.congested) await new Promise<void>((resume) => sequencer.whenUncongested(resume))
  return sequencer.run(command, ran)
}

/** Throws a 422 for a command on which the engine has failed before. */
export function refuseQuarantined(sequencer: Pick<Commands, 'isQuarantined'>, command: Command): void {
  if (sequencer.isQuarantined(command))
    throw new ApiError(
      'REQUEST_QUARANTINED',
      'The gateway has failed on this request before: it is held back until an operator lets it through.',
    )
}

/** Gives back what was read of the live state once it is durable, at once when it is: nobody learns of what a crash could still take back. */
export function whenDurable<Read>(sequencer: Commands, read: Read): Read | Promise<Read> {
  if (sequencer.pendingEvents === 0) return read
  return new Promise((resolve, reject) => sequencer.whenDurable(() => resolve(read), reject))
}

/** Waits until storage shows all that has run so far: what a client has been told of, a list that it asks for next has. */
export async function caughtUp({
  sequencer,
  projection,
}: Pick<Gateway, 'sequencer'> & { readonly projection: Pick<ReadModel, 'caughtUp'> }): Promise<void> {
  const { nextPosition } = sequencer
  // what can't become durable any more storage never shows
  await whenDurable(sequencer, undefined)
  await projection.caughtUp(nextPosition)
}
