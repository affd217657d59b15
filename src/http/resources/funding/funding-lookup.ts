import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import type { AccountView, EngineView, PartnerView } from '../../../domain/view.ts'
import { ApiError } from '../../answers/errors.ts'
import { isThere } from '../../requests/found-account.ts'

/** Counters begin at 1: no relationship has this number. */
export const NO_ACH = 0

/** The counter behind the id of a relationship or a transfer of a market; undefined when the id is none of them. */
export function numberOf(
  view: Pick<EngineView, 'markets'>,
  market: number,
  id: string,
  kind: typeof IdentifierKind.AchRelationship | typeof IdentifierKind.Transfer,
): number | undefined {
  const identified = view.markets[market]!.mint.decode(id.toLowerCase())
  return identified?.kind === kind ? identified.number : undefined
}

/** The relationship of an account that a path names, or a 404. */
export function foundAch(view: Pick<EngineView, 'markets'>, account: AccountView, id: string): number {
  const ach = numberOf(view, account.market, id, IdentifierKind.AchRelationship)
  if (ach === undefined || !account.banks.has(ach)) throw achNotFound()
  return ach
}

/** The one of these accounts that a partner can reach. */
export function ownAccount(view: Pick<EngineView, 'accounts'>, partner: PartnerView, accounts: readonly number[]) {
  return accounts.map((index) => view.accounts[index]!).find((account) => account.partner === partner.index && isThere(view, account.index))
}

export function achNotFound(): ApiError {
  return new ApiError('ACH_RELATIONSHIP_NOT_FOUND', 'There is no such ACH relationship.')
}

export function transferNotFound(): ApiError {
  return new ApiError('FUNDING_ACTIVITY_NOT_FOUND', 'There is no such transfer.')
}
