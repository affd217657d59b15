import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { loadDictionary } from './dictionary.ts'
import { type Credentials, RestClient } from './rest-client.ts'
import { Stage } from './stage.ts'
import { tellStory } from './story.ts'
import { tellTradingDay } from './trading-day.ts'
import { tradingAccounts } from './trading-accounts.ts'
import { styled } from './two-columns.ts'

// npm run demo: two FIX desks, a drop copy and a REST client trade with each other at a gateway that runs already.

const WIDEST = 120
const NARROWEST = 80
const PAUSE_MS = 1200
const USAGE = `usage: npm run demo

Trades over two FIX sessions and REST at a gateway that runs with its own settings, and shows every message. It logs on as the sessions of
sandbox-credentials.json in DATA_DIR (./data).`

try {
  await run()
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}

async function run(): Promise<void> {
  takeNoArguments(process.argv.slice(2))
  // as where it is read page by page, and left
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  const credentials = readCredentials()
  const terminal = process.stdout.isTTY
  const prefix = `demo-${Date.now().toString(36)}-`
  const colour = terminal && process.env.NO_COLOR === undefined
  const width = Math.min(WIDEST, Math.max(NARROWEST, terminal ? process.stdout.columns : WIDEST))
  const stage = new Stage({
    dictionary: loadDictionary(),
    write: (text) => process.stdout.write(text),
    width,
    colour,
    pauseMs: terminal ? PAUSE_MS : 0,
    prefix,
  })
  const rest = new RestClient(credentials, stage.watchRest)
  const accounts = await tradingAccounts(rest, credentials)
  const half = Math.floor((width + 3) / 2)
  stage.print(styled(`${'What a client sends'.padEnd(half)}What the gateway answers`, 'title', colour))
  await tellStory({ rest, stage, credentials, accounts, prefix })
  await tellTradingDay({ credentials, stage })
}

/** Who asks what it does must not begin to trade by it. */
function takeNoArguments([first]: readonly string[]): void {
  if (first === undefined) return
  if (first !== '--help' && first !== '-h') throw new Error(`it takes no arguments, but was given "${first}"`)
  console.log(USAGE)
  process.exit(0)
}

function readCredentials(): Credentials {
  const directory = process.env.DATA_DIR ?? './data'
  const path = join(directory, 'sandbox-credentials.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Credentials
  } catch (error) {
    throw new Error(`${path} can't be read: start the gateway first (npm start), or say with DATA_DIR where its data is`, { cause: error })
  }
}

function explain(error: unknown): string {
  const code = codeOf(error)
  if (code === 'ECONNREFUSED') return 'Nothing listens where sandbox-credentials.json says: start the gateway first (npm start)'
  if (!(error instanceof Error)) return String(error)
  // fetch says that it has failed, and its cause says why
  const cause = error instanceof TypeError && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `demo: ${error.message}${cause}`
}

/** Of a system error, or of the one behind a failed fetch. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  if (code !== undefined) return code
  return error.cause === undefined ? undefined : codeOf(error.cause)
}
