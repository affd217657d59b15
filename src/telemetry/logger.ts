import process from 'node:process'
import { pino, stdTimeFunctions, type DestinationStream, type Level } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { masked } from './masking.ts'

/** of lines; what comes when there are more is lost */
const MOST_WAITING_BYTES = 1024 * 1024

type Write = (...values: unknown[]) => void

/** pino's, reduced to what the gateway uses: `logger.info({ session: 'DESK1' }, 'logged on')`. */
export type Logger = Readonly<Record<Level, Write>>

export interface LoggerOptions {
  readonly level: Level | 'silent'
  /** true: lines for a person, in colour; false: one JSON object a line */
  readonly terminal: boolean
  /** default: standard output */
  readonly destination?: DestinationStream
}

/**
 * One line for each event that an operator cares about. Whatever is logged goes through `masked`, the message too: no secret, password,
 * tax id or bank number is written. Lines are written when the call returns, so that the last ones before an exit are not lost.
 */
export function createLogger({ level, terminal, destination }: LoggerOptions): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    // errors are plain data already
    serializers: { err: (error: unknown) => error },
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: {
      logMethod(this: unknown, values: readonly unknown[], write: (this: unknown, ...values: unknown[]) => void): void {
        write.apply(this, withoutSecrets(values))
      },
    },
  }
  return pino(options, terminal ? prettyStream(destination) : (destination ?? standardOutput()))
}

/** Where it can't be written, on a disk that is full, say, the gateway goes on: it is said once, and what fits into memory is written later. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: MOST_WAITING_BYTES })
  let isSaid = false
  if (!process.stderr.listeners('error').includes(passOver)) process.stderr.on('error', passOver)
  stream.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    // nobody reads it any more, which nobody need be told
    if (!isSaid && code !== 'EPIPE') process.stderr.write(`fillgate: the log can't be written: ${message}\n`)
    isSaid = true
  })
  return stream
}

/** Standard error is often the same file: whoever can't be told there is told nowhere. */
const passOver = (): undefined => undefined

/** An error in front becomes the member `err`, whose message pino says where nothing else is said; the rest is masked in its place. */
function withoutSecrets([first, ...rest]: readonly unknown[]): unknown[] {
  if (!(first instanceof Error)) return [first, ...rest].map((value) => masked(value))
  return [{ err: masked(first) }, ...rest.map((value) => masked(value))]
}

function prettyStream(destination: DestinationStream | undefined): DestinationStream {
  return PinoPretty({
    colorize: destination === undefined,
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
    ...(destination === undefined ? { destination: 1 } : { destination: destination as NodeJS.WritableStream }),
  })
}
