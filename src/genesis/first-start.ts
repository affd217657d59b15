import type { Config } from '../config.ts'
import type { FixGateway } from '../fix/gateway.ts'
import type { SessionSettings } from '../fix/session/session-settings.ts'
import { firstSessions, genesisCommands } from '../genesis.ts'
import type { Sequencer } from '../sequencer.ts'
import type { CredentialStore } from '../storage/rows/credential-store.ts'
import type { DataDirectory } from '../storage/directory/data-directory.ts'
import type { FixSessionStore } from '../storage/rows/fix-session-store.ts'
import { credentialsPath, firstKeys, sandboxCredentials, writeSandboxCredentials } from './sandbox-credentials.ts'

export interface FirstStartParts {
  readonly config: Config
  readonly directory: DataDirectory
  readonly sequencer: Pick<Sequencer, 'submit' | 'drain'>
  readonly credentials: CredentialStore
  readonly sessionStore: FixSessionStore<SessionSettings>
  readonly gateway: Pick<FixGateway, 'addSession'>
}

/**
 * Fills an empty data directory: keys, FIX sessions, then partner, securities and accounts in one commit. That commit comes last, so that a
 * crash before it leaves a journal that is still empty, and the next start does all of it again.
 */
export async function firstStart({ config, directory, sequencer, credentials, sessionStore, gateway }: FirstStartParts): Promise<void> {
  const now = Date.now()
  // of one that was ended before its commit: the file that has their secrets is written anew
  await credentials.revokeAll(now)
  if (config.first_start.environment === 'sandbox') {
    const keys = firstKeys(config, { pepper: directory.secrets.pepper, now })
    writeSandboxCredentials(credentialsPath(directory.path), sandboxCredentials(config, keys))
    await credentials.add(keys.partner.credential)
    await credentials.add(keys.operator.credential)
  }
  for (const settings of await firstSessions(config, now)) {
    await sessionStore.add({ session: settings.index, settings, createdAt: now })
    gateway.addSession(settings)
  }
  for (const command of genesisCommands(config, { taxIdKey: directory.secrets.taxIdKey })) sequencer.submit(command)
  await sequencer.drain()
}
