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
}

export const openLedger = (): HouseLedger => ({ houseCents: 0, bankCents: 0, clearingCents: 0 })

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
  if (account.settlementLots.some((lot) => lot.day === settlementDay)) addUnsettled(account, settlementDay, -cents)
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
