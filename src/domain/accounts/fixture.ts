import type { GrantHoldings, OpenAccount } from '../commands/account-command.ts'
import type { PlaceOrder } from '../commands/order-command.ts'
import type { LinkedBank } from './linked-bank.ts'

/** of the reports with which a reset ends the orders of before */
export const RESET_TEXT = 'sandbox reset'

/** An account of a fixture with what belongs to it. All its ids are given: tests may know them beforehand. */
export interface FixtureAccount {
  readonly opening: Omit<OpenAccount, 'type' | 'partner' | 'accountNumber'> & { readonly id: string }
  /** linked in this order; deposits come over the first */
  readonly banks: readonly (LinkedBank & { readonly id: string })[]
  readonly deposits: readonly { readonly id: string; readonly amountCents: number; readonly description: string | null }[]
  readonly positions: GrantHoldings['positions']
  readonly orders: readonly (Omit<PlaceOrder, 'type' | 'account'> & { readonly id: string })[]
}
