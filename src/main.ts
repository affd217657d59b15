import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { App } from './app.ts'
import { banner } from './banner.ts'
import { ConfigError, loadConfig } from './config.ts'
import { createLogger, type Logger } from './telemetry/logger.ts'
import { endWhenOutputFails } from './telemetry/standard-output.ts'

// The process: configuration, the gateway, and its end on a signal. Whatever stops the start is one line on standard error.

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const SETTINGS =
  'settings are environment variables (HTTP_PORT, FIX_PORT, HOST, DATA_DIR …) and the file that CONFIG names: README.md lists them'

/** a signal that comes so soon behind another was sent with it */
const SAME_SIGNAL_MS = 1_000

// what is written here is nobody else's business
process.umask(0o077)

let startRefusal: ((error: unknown) => string | undefined) | undefined
let app: App | undefined
let announceEnd: ((signal: string) => void) | undefined
// first of all: to process 1 of a container the system does not even hand on what nobody listens for
endOnSignal()
try {
  takeNoArguments(process.argv.slice(2))
  const config = loadConfig()
  // what is wrong with the configuration is said before everything else is loaded
  const { createApp } = await import('./app.ts')
  const refusals = await import('./app/start-refusal.ts')
  startRefusal = (error) => refusals.startRefusal(error, config.data_dir)
  const logger = createLogger({ level: config.log_level, terminal: process.stdout.isTTY })
  // a fault that nobody foresaw has its line in the log, too
  process.on('uncaughtException', (error) => endWith(logger, error))
  announceEnd = (signal) => logger.info({ signal }, app === undefined ? 'the start is broken off' : 'draining')
  // without TLS a terminal that is closed ends the process, as it does any other
  let isReloadDue = false
  if (config.server.tls.cert_file !== null || config.fix.tls.cert_file !== null)
    process.on('SIGHUP', () => {
      if (app === undefined) isReloadDue = true
      else app.reloadCertificates()
    })
  app = await createApp(config, {
    version,
    logger,
    onFatal: (error) => {
      if (app === undefined) refuse(error)
      endWith(logger, error)
    },
  })
  if (isReloadDue) app.reloadCertificates()
  endWhenOutputFails('fillgate: ')
  process.stdout.write(banner(app))
} catch (error) {
  refuse(error)
  throw error
}

/** A port that is given in the wrong way must not be another one without a word. */
function takeNoArguments([first]: readonly string[]): void {
  if (first === undefined) return
  if (first !== '--help' && first !== '-h') throw new ConfigError(`npm start takes no arguments, but was given "${first}": ${SETTINGS}`)
  process.stdout.write(`usage: npm start\n\n${SETTINGS}\n`)
  process.exit(0)
}

/** Ends the process with the one line that says why it can't start; returns where the error is a bug. */
function refuse(error: unknown): void {
  const line = error instanceof ConfigError ? error.message : startRefusal?.(error)
  if (line === undefined) return
  process.stderr.write(`fillgate: ${line}\n`)
  process.exit(1)
}

function endWith(logger: Logger, error: unknown): void {
  logger.fatal({ err: error }, 'the process ends; what is not durable was not answered')
  process.exit(1)
}

/**
 * SIGTERM and SIGINT drain; a second one does not wait. Ctrl+C under npm comes twice at once: from the terminal, and from npm, which gets it too
 * and hands it on. During the start the process just ends: no work has been taken, and the next start does what is half done.
 */
function endOnSignal(): void {
  let endingSince: number | undefined
  const end = (signal: string): void => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince >= SAME_SIGNAL_MS) process.exit(1)
      return
    }
    endingSince = performance.now()
    announceEnd?.(signal)
    if (app === undefined) process.exit(0)
    void app.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', () => end('SIGTERM'))
  process.on('SIGINT', () => end('SIGINT'))
}
