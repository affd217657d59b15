import { ActivityType } from '../../../domain/account.ts'
import type {
  CashSettled,
  DepositSettled,
  ExecutionBusted,
  ExecutionCorrected,
  HoldingsGranted,
  OrderFilled,
} from '../../../domain/event.ts'
import { EVENT_CODES } from '../../encoding/event-codes.ts'

/** An event that the ledger of an account shows. */
export type ActivityEvent = OrderFilled | ExecutionBusted | ExecutionCorrected | DepositSettled | CashSettled | HoldingsGranted

/** By event code. */
export const ACTIVITY_TYPES: Readonly<Record<number, ActivityType>> = {
  [EVENT_CODES.OrderFilled]: ActivityType.Fill,
  [EVENT_CODES.ExecutionBusted]: ActivityType.Adjustment,
  [EVENT_CODES.ExecutionCorrected]: ActivityType.Adjustment,
  [EVENT_CODES.DepositSettled]: ActivityType.Deposit,
  [EVENT_CODES.CashSettled]: ActivityType.Settlement,
  [EVENT_CODES.HoldingsGranted]: ActivityType.Deposit,
} satisfies Record<(typeof EVENT_CODES)[ActivityEvent['type']], ActivityType>

const KINDS = Object.values(ActivityType)

/** The bit of a type in `account_events.kinds`. */
export const kindBit = (type: ActivityType): number => 1 << KINDS.indexOf(type)
