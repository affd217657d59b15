import { ActivityType } from '../../../domain/accounts/account.ts'
import type { CashSettled, DividendPaid, HoldingsGranted, PositionSplit } from '../../../domain/events/account-event.ts'
import type {
  DepositReturned,
  DepositSettled,
  FeeCharged,
  WithdrawalReturned,
  WithdrawalSettled,
} from '../../../domain/events/transfer-event.ts'
import type { ExecutionBusted, ExecutionCorrected, OrderFilled } from '../../../domain/events/order-event.ts'
import { EVENT_CODES } from '../../encoding/event-codes.ts'

/** An event that the ledger of an account shows. */
export type ActivityEvent =
  | OrderFilled
  | ExecutionBusted
  | ExecutionCorrected
  | DepositSettled
  | DepositReturned
  | WithdrawalSettled
  | WithdrawalReturned
  | FeeCharged
  | CashSettled
  | HoldingsGranted
  | PositionSplit
  | DividendPaid

/** What each of them is called; the only list. */
export const ACTIVITY_TYPE_OF = {
  OrderFilled: ActivityType.Fill,
  ExecutionBusted: ActivityType.Adjustment,
  ExecutionCorrected: ActivityType.Adjustment,
  DepositSettled: ActivityType.Deposit,
  DepositReturned: ActivityType.Deposit,
  WithdrawalSettled: ActivityType.Withdrawal,
  WithdrawalReturned: ActivityType.Withdrawal,
  FeeCharged: ActivityType.Fee,
  CashSettled: ActivityType.Settlement,
  HoldingsGranted: ActivityType.Deposit,
  PositionSplit: ActivityType.Adjustment,
  DividendPaid: ActivityType.Dividend,
} as const satisfies Record<ActivityEvent['type'], ActivityType>

/** The same by event code. */
export const ACTIVITY_TYPES: Readonly<Record<number, ActivityType>> = Object.fromEntries(
  Object.entries(ACTIVITY_TYPE_OF).map(([event, type]) => [EVENT_CODES[event as ActivityEvent['type']], type]),
)

const KINDS = Object.values(ActivityType)

/** The bit of a type in `account_events.kinds`. */
export const kindBit = (type: ActivityType): number => 1 << KINDS.indexOf(type)
