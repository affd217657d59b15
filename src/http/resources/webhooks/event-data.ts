import type {
  AccountClosed,
  AccountOpened,
  AccountReviewed,
  BankLinked,
  BankReviewed,
  BankUnlinked,
} from '../../../domain/events/account-event.ts'
import type { Event } from '../../../domain/event.ts'
import type { PartnerEventType } from '../../../domain/partners/partner-event-type.ts'
import type { EngineView } from '../../../domain/view.ts'
import type { AchRecord } from '../../../storage/projections/queries/funding-queries.ts'
import { rejectionOf } from '../../../storage/projections/tables/order-row.ts'
import type { ReadModel } from '../../gateway.ts'
import { formatInstant } from '../../requests/instants.ts'
import type { AccountProfile } from '../accounts/account-profile.ts'
import { slimAccountView } from '../accounts/account-view.ts'
import { statusAfter } from '../accounts/status-history.ts'
import { achView, transferView } from '../funding/funding-views.ts'
import { executionView } from '../orders/execution-view.ts'
import { orderView } from '../orders/order-view.ts'

export interface EventDataParts {
  readonly view: EngineView
  readonly readModel: Pick<ReadModel, 'accounts' | 'funding'>
}

/**
 * `data` of what partners are told of an event at a position of the journal (docs/api-contract.md section 11), made by the views that REST
 * answers with. Of accounts and bank links the read model has to show the event already.
 */
export function eventData({ view, readModel }: EventDataParts): (type: PartnerEventType, event: Event, position: number) => object {
  return (type, event, position) => {
    switch (event.type) {
      case 'OrderAccepted':
      case 'OrderAcknowledged':
      case 'OrderCancelled':
      case 'OrderExpired':
      case 'OrderReplaced':
      case 'OrderRestated':
        return withAccount(view, event.order.account, { order: orderView(view, event.order) })
      case 'OrderRejected':
        return withAccount(view, event.order.account, { order: orderView(view, event.order, rejectionOf(event)) })
      case 'OrderFilled':
      case 'ExecutionBusted':
      case 'ExecutionCorrected':
        return withAccount(view, event.order.account, {
          order: orderView(view, event.order),
          execution: executionView(view, event, position),
        })
      case 'AccountOpened':
      case 'AccountReviewed':
      case 'AccountClosed':
        return withAccount(
          view,
          event.account,
          type === 'account.status_changed' ? statusChange(event) : { account: accountOf({ view, readModel }, event) },
        )
      case 'BankLinked':
      case 'BankReviewed':
      case 'BankUnlinked':
        return withAccount(view, event.account, { ach_relationship: linkOf({ view, readModel }, event) })
      case 'TransferMoved':
      case 'DepositSettled':
      case 'DepositReturned':
      case 'WithdrawalSettled':
      case 'WithdrawalReturned':
        return withAccount(view, event.account, { transfer: transferView(view, event.transfer) })
      default:
        throw new Error(`no partner is told of ${event.type}`)
    }
  }
}

function withAccount(view: EngineView, account: number, about: object): object {
  return { account_id: view.accounts[account]!.id, ...about }
}

function statusChange(event: AccountOpened | AccountReviewed | AccountClosed) {
  return {
    status_from: event.type === 'AccountOpened' ? null : event.statusFrom,
    status_to: statusAfter(event),
    kyc_status: event.kycStatus,
  }
}

/** The account as the event left it, with what the event is about. */
function accountOf({ view, readModel }: EventDataParts, event: AccountOpened | AccountReviewed | AccountClosed) {
  const account = view.accounts[event.account]!
  const profile = event.type === 'AccountOpened' ? event.profile : readModel.accounts.profile(event.account)
  if (profile === undefined) throw new Error(`account ${event.account} has no profile in the read model`)
  const isClosed = event.type === 'AccountClosed'
  const slim = slimAccountView(
    {
      ...account,
      status: statusAfter(event),
      kycStatus: event.kycStatus,
      // before its first day an account has none
      lastEquityCents: isClosed ? (event.lastEquityCents ?? 0) : 0,
    },
    JSON.parse(profile) as AccountProfile,
  )
  if (isClosed) return { ...slim, closed_at: formatInstant(event.at) }
  return { ...slim, user_id: account.userId, kyc_results: event.kycResults }
}

/** The ACH relationship as the event left it, without the number of the bank. */
function linkOf({ view, readModel }: EventDataParts, event: BankLinked | BankReviewed | BankUnlinked) {
  const { bank_routing_number, ...link } = achView(view, recordAfter(readModel, event))
  void bank_routing_number
  return link
}

function recordAfter(readModel: EventDataParts['readModel'], event: BankLinked | BankReviewed | BankUnlinked): AchRecord {
  if (event.type === 'BankLinked') return { linked: event, status: event.status, updatedAt: event.at, cancelledAt: 0 }
  const stored = readModel.funding.achRelationship(event.account, event.ach)
  if (stored === undefined) throw new Error(`ACH relationship ${event.ach} of account ${event.account} is not in the read model`)
  if (event.type === 'BankReviewed') return { linked: stored.linked, status: event.status, updatedAt: event.at, cancelledAt: 0 }
  return { linked: stored.linked, status: 'CANCELLED', updatedAt: event.at, cancelledAt: event.at }
}
