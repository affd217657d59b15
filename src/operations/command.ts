import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { ConfigError } from '../config.ts'
import { DataDirectoryError } from '../storage/directory/data-directory-error.ts'
import { isOfSystem } from '../storage/directory/storage-fault.ts'
import { endWhenOutputFails } from '../telemetry/standard-output.ts'

/** Something that the person who ran a command can put right; the message is one line. */
export class CommandError extends Error {}

export interface Command<Options extends NonNullable<ParseArgsConfig['options']>> {
  /** `usage: npm run …`, an empty line, and what it does */
  readonly usage: string
  readonly options: Options
  /** how many arguments it takes besides the options */
  readonly takes: number
}

type Values<Options extends NonNullable<ParseArgsConfig['options']>> = {
  readonly [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string
}

/**
 * Runs one of the operator's commands: reads its arguments, answers --help, and turns whatever its user can put right into one line on
 * standard error and exit code 1.
 */
export async function runCommand<const Options extends NonNullable<ParseArgsConfig['options']>>(
  { usage, options, takes }: Command<Options>,
  work: (given: { readonly positionals: readonly string[]; readonly values: Values<Options> }) => Promise<void> | void,
): Promise<void> {
  endWhenOutputFails()
  try {
    const { values, positionals } = readArguments({ ...options, help: { type: 'boolean', short: 'h' } })
    if (values['help'] === true) {
      say(usage)
      return
    }
    if (positionals.length !== takes) {
      const wanted = `expected ${takes} ${takes === 1 ? 'argument' : 'arguments'}, not ${positionals.length}`
      throw new CommandError(`${wanted}; ${usage.split('\n')[0]!}`)
    }
    await work({ positionals, values: values as Values<Options> })
  } catch (error) {
    const isForUser = error instanceof CommandError || error instanceof ConfigError || error instanceof DataDirectoryError
    if (!isForUser && !isOfSystem(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** A line for the person who runs the command. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function readArguments(options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`${error.message.split(/\.\s/)[0]!}; --help says what there is`, { cause: error })
  }
}

/** The number of an option. Throws CommandError unless it is an integer from 1 up. */
export function positionOf(name: string, text: string): number {
  const position = /^[0-9]{1,16}$/.test(text) ? Number(text) : 0
  if (!Number.isSafeInteger(position) || position < 1)
    throw new CommandError(`${name} must be a position of the journal, an integer from 1 up, not "${text}"`)
  return position
}
