import { AccountStatus, FIRST_ACCOUNT_NUMBER, KycStatus } from '../../../domain/accounts/account.ts'
import type { GrantHoldings, OpenAccount, OpenFurtherAccount } from '../../../domain/commands/account-command.ts'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import { DONE, type Result } from '../../../domain/result.ts'
import { reinvests } from '../../accounts/reinvests.ts'
import type { Run } from '../../run.ts'

/** A new account, its review already decided or due later. */
export function openAccount(run: Run, command: OpenAccount): Result {
  const { state, at } = run
  const partner = state.partners[command.partner]
  if (!partner) throw new Error(`engine: partner ${command.partner} does not exist`)
  const market = state.market(partner.market)
  const counter = market.accountCount + 1
  run.emit({
    type: 'AccountOpened',
    at,
    account: state.accounts.length,
    partner: command.partner,
    market: market.index,
    id: command.id ?? market.mint.mint(IdentifierKind.Account, counter),
    accountNumber: command.accountNumber ?? String(FIRST_ACCOUNT_NUMBER + state.accounts.length),
    userId: command.userId === '' ? market.mint.mint(IdentifierKind.User, counter) : command.userId,
    status: command.status,
    kycStatus: command.kycStatus,
    kycResults: command.kycResults,
    reviewDueAt: command.kycDelayMs === undefined ? 0 : at + command.kycDelayMs,
    tradingConfigurations: command.tradingConfigurations,
    profile: command.profile,
    ...(reinvests(command.profile) === true && { dividendReinvestment: true }),
  })
  return DONE
}

/** Another account of a user who is known already: active at once. */
export function openFurtherAccount(run: Run, command: OpenFurtherAccount): Result {
  const { partner, userId, tradingConfigurations, profile } = command
  const passed = run.state.accountsOfUser(userId).find((account) => account.kycStatus === KycStatus.Approved)
  if (!passed) return { refusal: { code: 'USER_KYC_NOT_APPROVED', message: 'No account of the user has passed its review yet.' } }
  return openAccount(run, {
    type: 'OpenAccount',
    partner,
    userId,
    status: AccountStatus.Active,
    kycStatus: KycStatus.Approved,
    kycResults: passed.kycResults,
    tradingConfigurations,
    profile,
  })
}

/** Opening holdings of a configured account. */
export function grantHoldings(run: Run, { account, cashCents, positions }: GrantHoldings): Result {
  run.emit({
    type: 'HoldingsGranted',
    at: run.at,
    account,
    cashCents,
    positions: positions.map(({ symbol, shares, priceTicks }) => {
      const instrument = run.state.instrumentBySymbol(symbol)
      if (instrument === undefined) throw new Error(`engine: a grant in ${symbol}, which is not listed`)
      return { instrument, shares, priceTicks }
    }),
  })
  return DONE
}
