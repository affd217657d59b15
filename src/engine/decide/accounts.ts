import type { GrantHoldings, OpenAccount, ReviewAccount } from '../../domain/command.ts'
import { IdentifierKind } from '../../domain/identifier.ts'
import { DONE, type Result, type Run } from '../run.ts'

const FIRST_ACCOUNT_NUMBER = 410_000_001

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
  })
  return DONE
}

/** A reviewer's decision. */
export function reviewAccount(run: Run, { account, status, kycStatus, kycResults }: ReviewAccount): Result {
  const statusFrom = run.state.account(account).status
  run.emit({ type: 'AccountReviewed', at: run.at, account, statusFrom, status, kycStatus, kycResults, reviewDueAt: 0 })
  return DONE
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
