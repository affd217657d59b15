import { existsSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ConfigError, loadConfig } from './config.ts'
import type { PartnerCreated } from './domain/event.ts'
import { OPERATOR_SCOPE, PARTNER_SCOPES } from './domain/scopes.ts'
import { issueKey } from './http/credentials/issue.ts'
import { CredentialStore } from './storage/credential-store.ts'
import { type DataDirectory, holdDirectory, openDataDirectory } from './storage/data-directory.ts'
import { DataDirectoryError } from './storage/data-directory-error.ts'
import { JournalReader } from './storage/journal-reader.ts'
import { hasJournal } from './storage/journal/journal-file.ts'
import { type Journal, openJournal } from './storage/journal.ts'
import { settleReplacedSecrets } from './storage/replaced-secrets.ts'
import { createSecrets, defaultSecretsFile, requireSecretsOfJournal } from './storage/secrets.ts'

// npm run credentials: makes a key while the gateway is stopped, and prints it once. A gateway that runs issues keys over REST:
// POST /v1/keys and POST /v1/admin/partners/{id}/keys.

const USAGE = `usage: npm run credentials -- partner|operator [--partner ID] [--label TEXT] [--new-secrets]

Makes a key with every scope of the first partner (or of the one that --partner names), or an operator's, in DATA_DIR. --new-secrets makes a new
secrets.json first, where the file is lost: keys of before don't work any more, and what was encrypted with it can't be read.`

/** Something that the person who ran the command can put right; the message is one line. */
class CommandError extends Error {}

interface Wanted {
  readonly kind: 'partner' | 'operator'
  readonly partnerId: string | undefined
  readonly label: string
  readonly newSecrets: boolean
}

try {
  const wanted = readArguments()
  const { data_dir, secrets_file } = loadConfig()
  if (!hasJournal(data_dir)) throw new CommandError(notStarted(data_dir))
  if (wanted.newSecrets) await replaceSecrets(data_dir, secrets_file ?? defaultSecretsFile(data_dir))
  const directory = openDataDirectory(data_dir, secrets_file)
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
      options: {
        partner: { type: 'string' },
        label: { type: 'string', default: 'npm run credentials' },
        'new-secrets': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
      allowPositionals: true,
    })
    if (values.help) {
      console.log(USAGE)
      process.exit(0)
    }
    const [kind] = positionals
    if (positionals.length !== 1 || (kind !== 'partner' && kind !== 'operator')) throw new CommandError(USAGE)
    if (values.label.length < 1 || values.label.length > 64) throw new CommandError('--label takes 1 to 64 characters')
    return { kind, partnerId: values.partner, label: values.label, newSecrets: values['new-secrets'] }
  } catch (error) {
    if (error instanceof TypeError) throw new CommandError(`${error.message}\n${USAGE}`, { cause: error })
    throw error
  }
}

async function replaceSecrets(directory: string, file: string): Promise<void> {
  const held = holdDirectory(directory)
  try {
    if (existsSync(file))
      throw new CommandError(`${file} exists: --new-secrets is for when it is lost; move it away if it is the wrong one`)
    const { webhooks } = await withJournal(held.path, (journal) => settleReplacedSecrets(journal, createSecrets(file)))
    console.error(
      `${file} is new. Keys of before, uploaded documents and tax ids of before can't be used any more; make keys for everybody.`,
    )
    if (webhooks > 0) console.error(`${webhooks} webhooks are switched off: their owners have to rotate the secret, then activate them.`)
  } finally {
    held.close()
  }
}

async function withJournal<Result>(directory: string, work: (journal: Journal) => Promise<Result>): Promise<Result> {
  const journal = openJournal({
    directory,
    writer: 'in-line',
    onFailure: (error) => {
      throw error
    },
  })
  try {
    return await work(journal)
  } finally {
    await journal.close()
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
  await withJournal(directory.path, async (journal) => {
    await requireSecretsOfJournal(journal, directory.secrets, directory.path)
    await new CredentialStore(journal).add(credential)
  })
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
