import type { AccountView } from '../../../domain/view.ts'
import { caughtUp, type Gateway, whenDurable } from '../../gateway.ts'
import type { AccountProfile } from './account-profile.ts'
import { accountView } from './account-view.ts'

/** Who the owner of an account is, from storage. */
export async function storedProfile(parts: Pick<Gateway, 'sequencer' | 'projection'>, account: number): Promise<AccountProfile> {
  const { accounts } = parts.projection
  let text = accounts.profile(account)
  if (text === undefined) {
    await caughtUp(parts)
    text = accounts.profile(account)
  }
  if (text === undefined) throw new Error(`account ${account} is known to the engine and has no profile`)
  return JSON.parse(text) as AccountProfile
}

/** An account after a change to it: storage shows what this client has been told of. */
export async function changedAccount(parts: Pick<Gateway, 'sequencer' | 'projection'>, account: AccountView) {
  await caughtUp(parts)
  return whenDurable(parts.sequencer, accountView(account, await storedProfile(parts, account.index)))
}
