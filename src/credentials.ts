import { existsSync } from 'node:fs'
import { loadConfig } from './config.ts'
import type { PartnerCreated } from './domain/events/market-event.ts'
import { OPERATOR_SCOPE, PARTNER_SCOPES } from './domain/partners/scopes.ts'
import { issueKey } from './http/credentials/issue.ts'
import { CommandError, runCommand } from './operations/command.ts'
import { CredentialStore } from './storage/rows/credential-store.ts'
import { type DataDirectory, holdDirectory, openDataDirectory } from './storage/directory/data-directory.ts'
import { decodeBatch } from './storage/encoding/batch-codec.ts'
import { JournalReader } from './storage/journal-reading/journal-reader.ts'
import { storedBatches } from './storage/journal-reading/stored-batches.ts'
import { hasJournal, JournalFile } from './storage/journal/journal-file.ts'
import type { JournalRows } from './storage/journal/journal.ts'
import { RowReader } from './storage/journal/row-reader.ts'
import { settleReplacedSecrets } from './storage/secrets/replaced-secrets.ts'
import { defaultSecretsFile, prepareSecrets, requireSecretsOfJournal } from './storage/secrets/secrets.ts'
import { storageFault } from './storage/directory/storage-fault.ts'

// npm run credentials: makes a key while the gateway is stopped, and prints it once. A gateway that runs issues keys over REST:
// POST /v1/keys and POST /v1/admin/partners/{id}/keys.

const USAGE = `usage: npm run credentials -- partner|operator [--partner ID] [--label TEXT] [--new-secrets]

Makes a key with every scope of the first partner (or of the one that --partner names), or an operator's, in DATA_DIR. --new-secrets makes a new
secrets.json first, where the file is lost: keys of before don't work any more, and what was encrypted with it can't be read.`

const options = { partner: { type: 'string' }, label: { type: 'string' }, 'new-secrets': { type: 'boolean' } } as const

interface Wanted {
  readonly kind: 'partner' | 'operator'
  readonly partnerId: string | undefined
  readonly label: string
}

await runCommand({ usage: USAGE, options, takes: 1 }, async ({ positionals: [kind], values }) => {
  if (kind !== 'partner' && kind !== 'operator')
    throw new CommandError(`expected partner or operator, not "${kind!}"; ${USAGE.split('\n')[0]!}`)
  const { partner: partnerId, label = 'npm run credentials' } = values
  if (kind === 'operator' && partnerId !== undefined)
    throw new CommandError('--partner is for the key of a partner: an operator belongs to none')
  if (label.length < 1 || label.length > 64) throw new CommandError('--label takes 1 to 64 characters')
  const { data_dir, secrets_file } = loadConfig()
  if (!hasJournal(data_dir)) throw new CommandError(notStarted(data_dir))
  try {
    if (values['new-secrets'] === true) await replaceSecrets(data_dir, secrets_file ?? defaultSecretsFile(data_dir))
    const directory = openDataDirectory(data_dir, secrets_file)
    try {
      await issue({ kind, partnerId, label }, directory)
    } finally {
      directory.close()
    }
  } catch (error) {
    const fault = storageFault(error, data_dir)
    if (fault === undefined) throw error
    throw new CommandError(`DATA_DIR ${data_dir} can't be used: ${fault}`, { cause: error })
  }
})

async function replaceSecrets(directory: string, file: string): Promise<void> {
  const held = holdDirectory(directory)
  try {
    if (existsSync(file))
      throw new CommandError(
        `${file} exists: --new-secrets is for when it is lost; leave the option out, or move the file away if it is the wrong one`,
      )
    // the file gets its name last: where it is, it is the journal's, and where it is not, all of this can be done again
    const { secrets, place } = prepareSecrets(file)
    const { webhooks } = await withJournal(held.path, (journal) => settleReplacedSecrets(journal, secrets))
    place()
    console.error(
      `${file} is new. Keys of before, uploaded documents and tax ids of before can't be used any more; make keys for everybody.`,
    )
    if (webhooks > 0)
      console.error(`Webhooks that are switched off: ${webhooks}. Their owners have to rotate the secret, then activate them.`)
  } finally {
    held.close()
  }
}

async function withJournal<Result>(directory: string, work: (journal: JournalRows) => Promise<Result>): Promise<Result> {
  const file = new JournalFile(directory)
  const rows = new RowReader(directory)
  try {
    return await work({ run: (sql, params) => Promise.resolve(file.run(sql, params)), all: (sql, params) => rows.all(sql, params) })
  } finally {
    rows.close()
    file.close()
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
    for (const batch of storedBatches(reader, 1)) {
      for (const event of decodeBatch(batch).events)
        if (event.type === 'PartnerCreated' && (id === undefined || event.id === id)) return event
    }
  } finally {
    reader.close()
  }
  throw new CommandError(id === undefined ? notStarted(directory) : `there is no partner ${id}`)
}

function notStarted(directory: string): string {
  return `${directory} has no journal with a partner: start the gateway once (npm start)`
}
