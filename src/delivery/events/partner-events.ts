import type { AccountReviewed, BankReviewed } from '../../domain/events/account-event.ts'
import type { Event } from '../../domain/event.ts'
import { REST_REPLACE_TEXT } from '../../domain/events/order-event.ts'
import type { TransferMoved } from '../../domain/events/transfer-event.ts'
import { KycStatus } from '../../domain/accounts/account.ts'
import { isOpen, OrderStatus } from '../../domain/orders/order.ts'
import type { PartnerEventType } from '../../domain/partners/partner-event-type.ts'
import type { EventRecords } from '../../storage/encoding/batch-codec.ts'
import { EVENT_CODES } from '../../storage/encoding/event-codes.ts'

/**
 * What a partner is told of an event of the journal, in this order: a pure function, so that whoever counts from the first event on comes
 * to the same sequence.
 */
export function partnerEventsOf(event: Event): readonly PartnerEventType[] {
  switch (event.type) {
    case 'OrderAccepted':
    case 'OrderAcknowledged':
      return SUBMITTED
    case 'OrderRejected':
      return REJECTED
    case 'OrderFilled':
      return event.order.status === OrderStatus.Filled ? FILLED : PARTIALLY_FILLED
    case 'OrderCancelled':
      return CANCELLED
    case 'OrderExpired':
      // done for the day, and open again tomorrow, is no end
      return isOpen(event.order.status) ? NONE : CANCELLED
    case 'OrderReplaced':
      return REPLACED
    case 'OrderRestated':
      return event.text === REST_REPLACE_TEXT ? REPLACED : NONE
    case 'ExecutionBusted':
    case 'ExecutionCorrected':
      return EXECUTION_CORRECTED
    case 'AccountOpened':
      return kycOutcome(event.kycStatus)
    case 'AccountReviewed':
      return ofReview(event)
    case 'AccountClosed':
      return CLOSED
    case 'BankLinked':
      return ofLink(event.status)
    case 'BankReviewed':
      return ofBankReview(event.status)
    case 'BankUnlinked':
      return LINK_REMOVED
    case 'TransferMoved':
      return ofMove(event)
    case 'DepositSettled':
      return DEPOSIT_COMPLETED
    case 'DepositReturned':
      return DEPOSIT_RETURNED
    case 'WithdrawalSettled':
      return WITHDRAWAL_COMPLETED
    case 'WithdrawalReturned':
      return WITHDRAWAL_RETURNED
    default:
      return NONE
  }
}

/** How many events of its partner a record is; the event is decoded only where it has to be. */
export function countOfRecord(records: EventRecords): number {
  return countOfCode(records.code) ?? partnerEventsOf(records.event()).length
}

/** The same for all records of a code, where the code alone says it; undefined where the event has to be looked at. */
export function countOfCode(code: number): number | undefined {
  if (ALWAYS_ONE.has(code)) return 1
  return IT_DEPENDS.has(code) ? undefined : 0
}

const NONE: readonly PartnerEventType[] = []
const SUBMITTED = ['order.submitted'] as const
const REJECTED = ['order.rejected'] as const
const FILLED = ['order.filled'] as const
const PARTIALLY_FILLED = ['order.partially_filled'] as const
const CANCELLED = ['order.cancelled'] as const
const REPLACED = ['order.replaced'] as const
const EXECUTION_CORRECTED = ['order.execution_corrected'] as const
const CLOSED = ['account.status_changed', 'account.closed'] as const
const LINK_REMOVED = ['funding.ach_relationship_removed'] as const
const DEPOSIT_COMPLETED = ['funding.deposit_completed'] as const
const DEPOSIT_RETURNED = ['funding.deposit_returned'] as const
const WITHDRAWAL_COMPLETED = ['funding.withdrawal_completed'] as const
const WITHDRAWAL_RETURNED = ['funding.withdrawal_returned'] as const
const TRANSFER_CANCELLED = ['funding.transfer_cancelled'] as const

function ofReview({ statusFrom, status, kycStatus }: AccountReviewed): readonly PartnerEventType[] {
  if (statusFrom === status) return NONE
  return ['account.status_changed', ...kycOutcome(kycStatus)]
}

/** A review ends with one of these, once: no status moves on from there but to closed. */
function kycOutcome(kycStatus: KycStatus): readonly PartnerEventType[] {
  if (kycStatus === KycStatus.Approved) return ['account.kyc_approved']
  return kycStatus === KycStatus.Rejected ? ['account.kyc_rejected'] : NONE
}

function ofLink(status: string): readonly PartnerEventType[] {
  if (status === 'APPROVED' || status === 'REJECTED') return ['funding.ach_relationship_created', ...ofBankReview(status)]
  return ['funding.ach_relationship_created']
}

function ofBankReview(status: BankReviewed['status']): readonly PartnerEventType[] {
  return [status === 'APPROVED' ? 'funding.ach_relationship_approved' : 'funding.ach_relationship_rejected']
}

function ofMove({ transfer: { status, type } }: TransferMoved): readonly PartnerEventType[] {
  if (status === 'CANCELLED') return TRANSFER_CANCELLED
  if (status !== 'RETURNED') return NONE
  return type === 'DEPOSIT' ? DEPOSIT_RETURNED : WITHDRAWAL_RETURNED
}

const ALWAYS_ONE: ReadonlySet<number> = new Set([
  EVENT_CODES.OrderAccepted,
  EVENT_CODES.OrderAcknowledged,
  EVENT_CODES.OrderRejected,
  EVENT_CODES.OrderFilled,
  EVENT_CODES.OrderCancelled,
  EVENT_CODES.OrderReplaced,
  EVENT_CODES.ExecutionBusted,
  EVENT_CODES.ExecutionCorrected,
  EVENT_CODES.BankReviewed,
  EVENT_CODES.BankUnlinked,
  EVENT_CODES.DepositSettled,
  EVENT_CODES.DepositReturned,
  EVENT_CODES.WithdrawalSettled,
  EVENT_CODES.WithdrawalReturned,
])
const IT_DEPENDS: ReadonlySet<number> = new Set([
  EVENT_CODES.OrderExpired,
  EVENT_CODES.OrderRestated,
  EVENT_CODES.AccountOpened,
  EVENT_CODES.AccountReviewed,
  EVENT_CODES.AccountClosed,
  EVENT_CODES.BankLinked,
  EVENT_CODES.TransferMoved,
])
