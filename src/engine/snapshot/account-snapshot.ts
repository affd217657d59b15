import type { Transfer } from '../../domain/accounts/transfer.ts'
import type { BankView } from '../../domain/view.ts'
import { Account, type OpenedAccount, type Position, type SettlementLot } from '../accounts/account-state.ts'
import { noteReview } from '../apply/apply-account.ts'
import { storeBank } from '../apply/apply-bank.ts'
import { storeTransfer } from '../apply/apply-transfer.ts'
import type { EngineState } from '../state.ts'

export interface AccountSnapshot extends OpenedAccount {
  readonly dividendReinvestment: boolean
  readonly gone: boolean
  readonly updatedAt: number
  readonly closedAt: number
  readonly settledCents: number
  readonly lastEquityCents: number
  readonly settlementLots: readonly SettlementLot[]
  readonly positions: readonly Position[]
  readonly banks: readonly BankView[]
  readonly transfers: readonly Transfer[]
  readonly transferKeys: readonly (readonly [string, { readonly transfer: number; readonly content: string }])[]
}

export function accountSnapshot(account: Account): AccountSnapshot {
  return {
    account: account.index,
    id: account.id,
    accountNumber: account.accountNumber,
    userId: account.userId,
    partner: account.partner,
    market: account.market,
    at: account.createdAt,
    status: account.status,
    kycStatus: account.kycStatus,
    kycResults: account.kycResults,
    reviewDueAt: account.reviewDueAt,
    tradingConfigurations: account.tradingConfigurations,
    dividendReinvestment: account.dividendReinvestment,
    gone: account.gone,
    updatedAt: account.updatedAt,
    closedAt: account.closedAt,
    settledCents: account.settledCents,
    lastEquityCents: account.lastEquityCents,
    settlementLots: account.settlementLots.map((lot) => ({ ...lot })),
    positions: [...account.positions.values()].map((position) => ({ ...position })),
    banks: [...account.banks.values()],
    transfers: [...account.transfers.values()],
    transferKeys: [...account.transferKeys],
  }
}

export function restoreAccount(state: EngineState, from: AccountSnapshot): void {
  const account = new Account(from)
  account.gone = from.gone
  account.updatedAt = from.updatedAt
  account.closedAt = from.closedAt
  account.settledCents = from.settledCents
  account.lastEquityCents = from.lastEquityCents
  for (const lot of from.settlementLots) {
    account.settlementLots.push({ ...lot })
    state.market(account.market).settlementsDue.note(account, lot.day)
  }
  // what open orders hold comes back with them
  for (const position of from.positions) account.positions.set(position.instrument, { ...position, heldShares: 0, heldLots: 0 })
  for (const transfer of from.transfers) storeTransfer(state.market(account.market), account, transfer)
  for (const [key, transfer] of from.transferKeys) account.transferKeys.set(key, transfer)
  state.addAccount(account)
  for (const bank of from.banks) storeBank(state, account.index, bank)
  noteReview(state, account)
}
