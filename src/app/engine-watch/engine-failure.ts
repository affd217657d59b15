import type { Command } from '../../domain/command.ts'
import type { Quarantine, QuarantinedCommand } from '../../storage/quarantine.ts'
import { commandMembers } from '../../telemetry/command-members.ts'
import type { Logger } from '../../telemetry/logger.ts'
import type { Names } from '../../telemetry/operator-lines.ts'

export interface EngineFailure {
  readonly command: Command
  readonly error: Error
  /** it was what the clock calls for, whatever command came in then */
  readonly isDueWork: boolean
  /** MsgSeqNum(34) of the message that a session's book has at hand; absent once it has gone on to others */
  readonly expected?: (session: number) => number
}

/**
 * The engine has failed, which ends the process: says on what, and holds a client's command back from the next start on, so that whoever sends it
 * again does not end the next process too. What is due by the clock comes again by itself and can't be held back.
 */
export function reportEngineFailure(
  { command, error, isDueWork, expected }: EngineFailure,
  { logger, quarantine, names }: { readonly logger: Logger; readonly quarantine: Quarantine; readonly names: Names },
): void {
  const about = commandMembers(command, names, expected)
  if (isDueWork || COMES_BY_ITSELF.has(command.type)) {
    logger.fatal(
      about,
      `the engine has failed on what is due by the clock, and will at the next start; nothing of it is journaled: ${ADVICE}`,
    )
    return
  }
  try {
    const { id } = quarantine.add(command, { at: Date.now(), about, error: error.message.slice(0, LONGEST_ERROR) })
    logger.fatal(
      { ...about, quarantine: id },
      `the engine has failed on this command, which is not journaled and refused from now on: ${ADVICE}`,
    )
  } catch (failure) {
    const reason = (failure as Error).message
    logger.fatal(
      about,
      `the engine has failed on this command, which is not journaled; it can't be put into quarantine (${reason}): ${ADVICE}`,
    )
  }
}

/** Whether a command is held back; a line in the log for the first of its kind since the start. */
export function heldBack(quarantine: Quarantine, logger: Logger): (command: Command) => boolean {
  const told = new Set<QuarantinedCommand>()
  return (command) => {
    const held = quarantine.find(command)
    if (held === undefined) return false
    const level = told.has(held) ? 'debug' : 'warn'
    told.add(held)
    logger[level]({ ...held.about, quarantine: held.id }, 'a command in quarantine was refused')
    return true
  }
}

const ADVICE = 'docs/operations.md says how to get past it'
const LONGEST_ERROR = 500
/** given by the gateway itself, whoever is connected */
const COMES_BY_ITSELF: ReadonlySet<Command['type']> = new Set<Command['type']>(['AdvanceTime', 'CancelSessionOrders'])
