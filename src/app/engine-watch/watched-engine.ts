import type { Execute, SequencerParts } from '../../sequencer.ts'
import { unwritablePosition } from '../../storage/encoding/batch-codec.ts'
import type { History } from '../../storage/history/history.ts'
import type { Quarantine } from '../../storage/quarantine.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Names } from '../../telemetry/operator-lines.ts'
import { Causes } from './causes.ts'
import { type EngineFailure, heldBack, reportEngineFailure } from './engine-failure.ts'

export interface WatchedEngineParts {
  readonly engine: { readonly execute: Execute }
  readonly history: Pick<History, 'noteEvents'>
  readonly commit: SequencerParts['commit']
  /** the error is of what the clock calls for, not of the command */
  readonly isDueWork: (error: unknown) => boolean
  /** MsgSeqNum(34) of the message that a session's book has at hand */
  readonly expected: (session: number) => number
  readonly quarantine: Quarantine
  readonly logger: Logger
  readonly names: Names
  /** the process has to end */
  readonly onFatal: (error: Error) => void
}

/**
 * The engine and the commit of what it caused, as the sequencer takes them. Where the engine fails on a command, at once or when an event of it
 * can't be written, that is a bug: the state may be half changed, so nothing more may be committed from it. The journal is sound, and the
 * command is held back from the next start on.
 */
export function watchedEngine(parts: WatchedEngineParts): Pick<SequencerParts, 'execute' | 'isQuarantined' | 'commit'> {
  const { engine, history, commit, isDueWork, expected, quarantine, logger, onFatal } = parts
  const causes = new Causes()
  const failed = (failure: EngineFailure): void => {
    reportEngineFailure(failure, parts)
    onFatal(failure.error)
  }
  return {
    execute: (command, at, position, events) => {
      const from = events.length
      try {
        const result = engine.execute(command, at, position, events)
        if (events.length > from) causes.note(command, position)
        history.noteEvents(events, from, position)
        return result
      } catch (error) {
        failed({ command, error: error as Error, isDueWork: isDueWork(error), expected })
        throw error
      }
    },
    isQuarantined: heldBack(quarantine, logger),
    commit: (batch, durable) => {
      try {
        commit(batch, durable)
      } catch (error) {
        const unwritable = unwritablePosition(batch)
        const command = unwritable === undefined ? undefined : causes.of(unwritable)
        if (command) failed({ command, error: error as Error, isDueWork: false })
        throw error
      }
      causes.clear()
    },
  }
}
