import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import type { Static } from 'typebox'
import { firstViolation, type Violation } from './config/check.ts'
import { contradictionIn } from './config/contradictions.ts'
import { CONFIG_VARIABLE, type Environment, settingsOf, variableFor } from './config/environment.ts'
import { clientNames } from './config/first-accounts.ts'
import { benchListings, type Listing, listingFaultIn, ListingsSchema, listingsOf } from './config/listings.ts'
import { type DeepReadonly, deepFreeze, deepMerge, isPlainObject } from './config/merge.ts'
import { type ConfigFile, ConfigSchema } from './config/schema.ts'

type SessionInFile = ConfigFile['fix']['sessions'][number]

/** A FIX session of the first start with every setting decided. */
export type FixSessionConfig = DeepReadonly<Required<SessionInFile>>

/**
 * Everything that can be configured, checked, complete and frozen. Settings keep the names that the file gives them; what they mean
 * stands in `config/schema.ts`. Paths are absolute; the sessions and symbols of `first_start.bench` are written out.
 */
export type Config = DeepReadonly<
  Omit<ConfigFile, 'fix' | 'first_start'> & {
    fix: Omit<ConfigFile['fix'], 'sessions'> & { sessions: FixSessionConfig[] }
    first_start: Omit<ConfigFile['first_start'], 'instruments'> & { listings: Listing[] }
  }
>

/** A configuration with which the gateway can't start. The message is one line: which setting, which value, what was expected. */
export class ConfigError extends Error {}

const root = fileURLToPath(new URL('..', import.meta.url))
const DEFAULTS = join('config', 'default.json')

/**
 * config/default.json, then the file that CONFIG names, then the environment; each overrides what comes before it. Relative paths are
 * those of the working directory, in default.json those of the installation. Throws a ConfigError.
 */
export function loadConfig(environment: Environment = process.env, readFile: (path: string) => string = readText): Config {
  const sources = readSources(environment, readFile)
  const settings = withEnvironment(deepMerge(sources.defaults, sources.file), environment) as ConfigFile
  const violation = firstViolation(ConfigSchema, settings) ?? contradictionIn(settings)
  if (violation) throw new ConfigError(explain(violation, sources, environment))
  return deepFreeze(complete(settings, readFile)) as Config
}

/** A section that the file has made something else of stays that, for the check to refuse: laid over, it would be one with settings missing. */
function withEnvironment(settings: unknown, environment: Environment): unknown {
  const set = Object.entries(settingsOf(environment))
  return deepMerge(
    settings,
    Object.fromEntries(set.filter(([name, value]) => !isPlainObject(value) || isPlainObject(at(settings, [name])))),
  )
}

interface Sources {
  readonly defaults: unknown
  readonly file: unknown
  readonly fileName: string | undefined
}

function readSources(environment: Environment, readFile: (path: string) => string): Sources {
  const defaults = parse(DEFAULTS, () => readFile(join(root, DEFAULTS)))
  const fileName = environment[CONFIG_VARIABLE]
  if (fileName === undefined) return { defaults: withAbsoluteInstruments(defaults), file: {}, fileName }
  if (fileName === '') throw new ConfigError(`${CONFIG_VARIABLE} must be text that is not empty, not ""`)
  const file = parse(`${CONFIG_VARIABLE}=${fileName}`, () => readFile(resolve(fileName)))
  if (!isPlainObject(file)) {
    throw new ConfigError(`${CONFIG_VARIABLE}=${fileName}: must be a JSON object with settings`)
  }
  return { defaults: withAbsoluteInstruments(defaults), file, fileName }
}

function withAbsoluteInstruments(defaults: unknown): unknown {
  const instruments = at(defaults, ['first_start', 'instruments'])
  return typeof instruments === 'string' ? deepMerge(defaults, { first_start: { instruments: resolve(root, instruments) } }) : defaults
}

function parse(name: string, read: () => string): unknown {
  let text: string
  try {
    text = read()
  } catch (error) {
    throw new ConfigError(`${name}: can't be read: ${oneLine(error)}`, { cause: error })
  }
  if (text.startsWith('\ufeff')) throw new ConfigError(`${name}: begins with a byte order mark: save it as UTF-8 without one`)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    // Node quotes the text around the fault, and that could be a password
    throw new ConfigError(`${name}: is not JSON: ${oneLine(error).replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/, '')}`)
  }
}

/** One line: where the value at fault was set (`HTTP_PORT`, `CONFIG=my.json: …` or `config/default.json: …`) and what is wrong with it. */
function explain({ path, problem, against }: Violation, { file, fileName }: Sources, environment: Environment): string {
  const variable = variableFor(path, environment)
  if (variable !== undefined) return `${variable} (${path.join('.')}) ${problem}`
  const setting = `${path.join('.')} ${problem}`
  const otherVariable = against && variableFor(against, environment)
  if (otherVariable !== undefined) return `${otherVariable}: ${setting}`
  const inFile = isSetIn(file, path) || (against !== undefined && isSetIn(file, against))
  return `${inFile ? `${CONFIG_VARIABLE}=${fileName!}` : DEFAULTS}: ${setting}`
}

/** Whether the file has the setting or, where it misses one, the section that it belongs to. */
function isSetIn(file: unknown, path: readonly string[]): boolean {
  return at(file, path) !== undefined || (path.length > 2 && at(file, path.slice(0, -1)) !== undefined)
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, key) =>
      typeof parent === 'object' && parent !== null && Object.hasOwn(parent, key) ? (parent as Record<string, unknown>)[key] : undefined,
    value,
  )
}

function complete(settings: ConfigFile, readFile: (path: string) => string): unknown {
  const { instruments, ...firstStart } = settings.first_start
  const { bench } = firstStart
  const listings = instruments === null ? [] : readListings(instruments, readFile)
  return {
    ...settings,
    data_dir: resolve(settings.data_dir),
    secrets_file: settings.secrets_file === null ? null : resolve(settings.secrets_file),
    server: { ...settings.server, tls: withAbsoluteFiles(settings.server.tls) },
    fix: {
      ...settings.fix,
      tls: withAbsoluteFiles(settings.fix.tls),
      sessions: [...benchSessions(bench), ...settings.fix.sessions].map((one) => completeSession(one, settings)),
    },
    first_start: { ...firstStart, listings: bench === null ? listings : [...listings, ...benchListings(bench)] },
  }
}

function withAbsoluteFiles(tls: ConfigFile['server']['tls']): ConfigFile['server']['tls'] {
  const absolute = (path: string | null): string | null => path && resolve(path)
  return { ...tls, cert_file: absolute(tls.cert_file), key_file: absolute(tls.key_file), ca_file: absolute(tls.ca_file) }
}

function completeSession(session: SessionInFile, settings: ConfigFile): Required<SessionInFile> {
  return { accounts: 'all', password: null, client_certificate: null, enabled: true, ...settings.fix.session_defaults, ...session }
}

/** Each client trades the account of its own name. */
function benchSessions(bench: ConfigFile['first_start']['bench']): SessionInFile[] {
  return clientNames(bench).map((name) => ({ sender_comp_id: name, kind: 'order-entry', accounts: [name] }))
}

function readListings(path: string, readFile: (path: string) => string): Listing[] {
  const setting = `first_start.instruments ${path}`
  const rows = parse(setting, () => readFile(resolve(path)))
  const violation = firstViolation(ListingsSchema, rows) ?? listingFaultIn(rows as Static<typeof ListingsSchema>)
  if (violation) throw new ConfigError(`${setting}: ${violation.path.join('.') || 'the file'} ${violation.problem}`)
  return listingsOf(rows as Static<typeof ListingsSchema>)
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
}
