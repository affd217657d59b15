import { existsSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from './config.ts'
import type { PartnerCreated } from './domain/event.ts'
import { OPERATOR_SCOPE, PARTNER_SCOPES } from './domain/scopes.ts'
import { issueKey } from './http/credentials/issue.ts'
import { CredentialStore } from './storage/credential-store.ts'
import { type DataDirectory, DataDirectoryError, openDataDirectory } from './storage/data-directory.ts'
import { JournalReader } from './storage/journal-reader.ts'
import { openJournal } from './storage/journal.ts'

// npm run credentials: makes a key while the gateway is stopped, and prints it once. A gateway that runs issues keys over REST:
// POST /v1/keys and POST /v1/admin/partners/{id}/keys.

const USAGE = `usage: npm run credentials -- partner|operator [--partner ID] [--label TEXT]

Makes a key with every scope of the first partner (or of the one that --partner names), or an operator's, in DATA_DIR.`

/** Something that the person who ran the command can put right; the message is one line. */
class CommandError extends Error {}

interface Wanted {
  readonly kind: 'partner' | 'operator'
  readonly partnerId: string | undefined
  readonly label: string
}

try {
  const wanted = readArguments()
  const { data_dir } = loadConfig()
  if (!existsSync(join(data_dir, 'journal.db'))) throw new CommandError(notStarted(data_dir))
  const directory = openDataDirectory(data_dir)
  try {
    await issue(wanted, directory)
  } finally {
    directory.close()
  }
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigError || error instanceof DataDirectoryError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function readArguments(): Wanted {
  try {
    const { values, positionals } = parseArgs({
      options: { partner: { type: 'string' }, label: { type: 'string', default: 'npm run credentials' } },
      allowPositionals: true,
    })
    const [kind] = positionals
    if (positionals.length !== 1 || (kind !== 'partner' && kind !== 'operator')) throw new CommandError(USAGE)
    if (values.label.length < 1 || values.label.length > 64) throw new CommandError('--label takes 1 to 64 characters')
    return { kind, partnerId: values.partner, label: values.label }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${error.message}\n${USAGE}`, { cause: error })
    throw error
  }
}

async function issue({ kind, partnerId, label }: Wanted, directory: DataDirectory): Promise<void> {
  const partner = findPartner(directory.path, partnerId)
  const { credential, apiSecret } = issueKey({
    partner: kind === 'partner' ? partner.partner : null,
    environment: partner.environment,
    label,
    scopes: kind === 'partner' ? PARTNER_SCOPES : [OPERATOR_SCOPE],
    pepper: directory.secrets.pepper,
    now: Date.now(),
  })
  const journal = openJournal({
    directory: directory.path,
    writer: 'in-line',
    onFailure: (error) => {
      throw error
    },
  })
  try {
    await new CredentialStore(journal).add(credential)
  } finally {
    await journal.close()
  }
  console.error(`A key of ${kind === 'partner' ? `the partner ${partner.name}` : 'an operator'}. Keep it: the secret is shown this once.`)
  console.log(JSON.stringify({ api_key: credential.keyId, api_secret: apiSecret, scopes: credential.scopes }, null, 2))
}

/** The partner with this id, else the first. Its creation is an event like any other. */
function findPartner(directory: string, id: string | undefined): PartnerCreated {
  const reader = new JournalReader(directory)
  try {
    for (let from = 1; ;) {
      const batches = reader.batches(from, { batches: 1000, bytes: 16 * 1024 * 1024 })
      const last = batches.at(-1)
      if (!last) break
      for (const { events } of batches) {
        const found = events.find((event) => event.type === 'PartnerCreated' && (id === undefined || event.id === id))
        if (found) return found as PartnerCreated
      }
      from = last.position + Math.max(1, last.events.length)
    }
  } finally {
    reader.close()
  }
  throw new CommandError(id === undefined ? notStarted(directory) : `there is no partner ${id}`)
}

function notStarted(directory: string): string {
  return `${directory} has no journal with a partner: start the gateway once (npm start)`
}
