import { AccountStatus, KycStatus } from '../../src/domain/accounts/account.ts'
import type { Command } from '../../src/domain/command.ts'
import type { Event } from '../../src/domain/event.ts'
import type { Venue } from './engine-under-test.ts'

interface Holders {
  readonly profile: string
  /** what else each of them does */
  readonly then?: (account: number, run: (command: Command) => void) => void
}

/** Opens so many accounts like that of the account given, each with a share of AAPL. Past the venue, which looks at every account behind each command: restart it behind them. */
export function openHolders(venue: Venue, like: number, count: number, { profile, then }: Holders): void {
  const { tradingConfigurations } = venue.state.account(like)
  const run = (command: Command): void => {
    const events: Event[] = []
    venue.engine.execute(command, venue.at, venue.journal.length + 1, events)
    venue.journal.push(...events)
  }
  for (let made = 0; made < count; made++) {
    const account = venue.state.accounts.length
    const standing = { status: AccountStatus.Active, kycStatus: KycStatus.Approved, kycResults: null }
    run({ type: 'OpenAccount', partner: 0, userId: '', ...standing, tradingConfigurations, profile })
    run({ type: 'GrantHoldings', account, cashCents: 0, positions: [{ symbol: 'AAPL', shares: 1, priceTicks: 150_0000 }] })
    then?.(account, run)
  }
}
