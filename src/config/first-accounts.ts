/** Accounts of the fixture `minimal`, by the names that `fix.sessions` may use. */
export const MINIMAL_ACCOUNTS = ['approved', 'rejected', 'manual-review'] as const

/** What the approved one is funded with, in dollars. */
export const MINIMAL_DEPOSIT = '10000.00'

/** CLIENT1, CLIENT2 …: sessions of `first_start.bench`, and the account of each. */
export function clientNames(bench: { readonly sessions: number } | null): readonly string[] {
  return Array.from({ length: bench?.sessions ?? 0 }, (_, index) => `CLIENT${index + 1}`)
}
