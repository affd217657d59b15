import { netCentsOf, type Transfer, withheldCentsOf } from '../../domain/accounts/transfer.ts'
import type { Account } from './account-state.ts'

/**
 * The other sides of what accounts are posted, per market. Every posting has two legs; the sum over all accounts and these is 0, always.
 */
export interface HouseLedger {
  /** the participant behind the quote */
  houseCents: number
  /** the banks outside, which money comes from and goes to */
  bankCents: number
  /** between the two sides of a trade; what stays is rounding that a capped buyer did not pay */
  clearingCents: number
  /** fees that the house has earned */
  feeCents: number
  /** withheld from IRA distributions, owed to the tax offices */
  withheldCents: number
}

export const openLedger = (): HouseLedger => ({ houseCents: 0, bankCents: 0, clearingCents: 0, feeCents: 0, withheldCents: 0 })

/** A buy fill: paid from settled cash at once. `byHouse`: the quote was the seller. */
export function postBuy(ledger: HouseLedger, account: Account, cents: number, byHouse: boolean): void {
  account.settledCents -= cents
  if (byHouse) ledger.houseCents += cents
  else ledger.clearingCents += cents
}

/** A sell fill: proceeds are unsettled until `settlementDay`. */
export function postSell(ledger: HouseLedger, account: Account, cents: number, settlementDay: number, byHouse: boolean): void {
  addUnsettled(account, settlementDay, cents)
  if (byHouse) ledger.houseCents -= cents
  else ledger.clearingCents -= cents
}

/** Takes a buy back. */
export function reverseBuy(ledger: HouseLedger, account: Account, cents: number, byHouse: boolean): void {
  postBuy(ledger, account, -cents, byHouse)
}

/** Takes a sell back, from the bucket that its proceeds are in now. */
export function reverseSell(ledger: HouseLedger, account: Account, cents: number, settlementDay: number, byHouse: boolean): void {
  if (account.unsettledOn(settlementDay) !== 0) addUnsettled(account, settlementDay, -cents)
  else account.settledCents -= cents
  if (byHouse) ledger.houseCents += cents
  else ledger.clearingCents += cents
}

/** Proceeds of a corrected sale go where the sale's own went: settled when that day has passed. */
export function postCorrectedSell(
  ledger: HouseLedger,
  account: Account,
  cents: number,
  settlement: { readonly day: number; readonly passed: boolean },
  byHouse: boolean,
): void {
  if (settlement.passed) account.settledCents += cents
  else addUnsettled(account, settlement.day, cents)
  if (byHouse) ledger.houseCents -= cents
  else ledger.clearingCents -= cents
}

/** Money from outside. */
export function postDeposit(ledger: HouseLedger, account: Account, cents: number): void {
  ledger.bankCents -= cents
  account.settledCents += cents
}

/** A deposit that came back after it had settled: cash may be below zero afterwards. */
export function reverseDeposit(ledger: HouseLedger, account: Account, cents: number): void {
  postDeposit(ledger, account, -cents)
}

/** Money to the bank outside, and what is withheld of it for taxes. The fee is a posting of its own. */
export function postWithdrawal(ledger: HouseLedger, account: Account, transfer: Transfer): void {
  moveWithdrawal(ledger, account, transfer, 1)
}

/** A withdrawal that came back after it had settled; nothing stays withheld. */
export function reverseWithdrawal(ledger: HouseLedger, account: Account, transfer: Transfer): void {
  moveWithdrawal(ledger, account, transfer, -1)
}

function moveWithdrawal(ledger: HouseLedger, account: Account, transfer: Transfer, sign: 1 | -1): void {
  account.settledCents -= sign * (transfer.amountCents - transfer.feeCents)
  ledger.bankCents += sign * netCentsOf(transfer)
  ledger.withheldCents += sign * withheldCentsOf(transfer)
}

/** A fee, paid from settled cash; below 0 it is given back. */
export function postFee(ledger: HouseLedger, account: Account, cents: number): void {
  account.settledCents -= cents
  ledger.feeCents += cents
}

/**
 * Cash of a corporate action, settled as it is posted. A dividend: the house passes on what the issuer pays; negative cents are charged in lieu of
 * one. A part of a share that a split leaves and the account can't keep: the house buys it.
 */
export function postCorporateAction(ledger: HouseLedger, account: Account, cents: number): void {
  account.settledCents += cents
  ledger.houseCents -= cents
}

/** Proceeds that are due become settled cash. */
export function settle(account: Account, day: number, cents: number): void {
  addUnsettled(account, day, -cents)
  account.settledCents += cents
}

function addUnsettled(account: Account, day: number, cents: number): void {
  if (cents === 0) return
  const lots = account.settlementLots
  const index = lots.findIndex((lot) => lot.day >= day)
  const lot = index < 0 ? undefined : lots[index]
  if (!lot || lot.day !== day) lots.splice(index < 0 ? lots.length : index, 0, { day, cents })
  else {
    lot.cents += cents
    if (lot.cents === 0) lots.splice(index, 1)
  }
}

/** The money of an account whose market begins anew; the ledger of that market begins anew with it. */
export function writeOff(account: Account): void {
  account.settledCents = 0
  account.settlementLots.length = 0
}
