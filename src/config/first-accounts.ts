/** Accounts of the fixture `minimal`, by the names that `fix.sessions` may use. */
export const MINIMAL_ACCOUNTS = ['approved', 'rejected', 'manual-review'] as const

/** What the approved one is funded with, in dollars. */
export const MINIMAL_DEPOSIT = '10000.00'

/** CLIENT1, CLIENT2 …: sessions of `first_start.bench`, and the account of each. */
export function clientNames(bench: { readonly sessions: number } | null): readonly string[] {
  return Array.from({ length: bench?.sessions ?? 0 }, (_, index) => `CLIENT${index + 1}`)
}

/** Every account of `first_start.bench`: those of the clients, then FURTHER1, FURTHER2 … */
export function benchAccounts(bench: { readonly sessions: number; readonly further_accounts?: number } | null): readonly string[] {
  return [...clientNames(bench), ...Array.from({ length: bench?.further_accounts ?? 0 }, (_, index) => `FURTHER${index + 1}`)]
}
