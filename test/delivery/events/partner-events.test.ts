import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countOfCode, partnerEventsOf } from '../../../src/delivery/events/partner-events.ts'
import { accountOfEvent, type Event } from '../../../src/domain/event.ts'
import type { OrderEvent } from '../../../src/domain/events/order-event.ts'
import { OrderStatus } from '../../../src/domain/orders/order.ts'
import { PARTNER_EVENT_TYPES } from '../../../src/domain/partners/partner-event-type.ts'
import type { Transfer } from '../../../src/domain/accounts/transfer.ts'
import { encodeBatch, EventRecords } from '../../../src/storage/encoding/batch-codec.ts'
import { EVENT_CODES } from '../../../src/storage/encoding/event-codes.ts'
import { eventArbitrary } from '../../storage/event-arbitraries.ts'

const ABOUT = { at: 1, account: 7 }
const ofOrder = (type: OrderEvent['type'], status: OrderStatus, more: object = {}) =>
  ({ type, at: 1, execution: 1, order: { account: 7, status }, ...more }) as unknown as Event
const ofTransfer = (type: 'TransferMoved', status: Transfer['status'], kind: Transfer['type']) =>
  ({ type, ...ABOUT, transfer: { status, type: kind } }) as unknown as Event
const ofLink = (type: 'BankLinked' | 'BankReviewed', status: string) => ({ type, ...ABOUT, status }) as unknown as Event

describe('a partner is told', () => {
  test.each<[string, Event, readonly string[]]>([
    ['an accepted order', ofOrder('OrderAccepted', OrderStatus.New), ['order.submitted']],
    ['one that the venue has yet to take', ofOrder('OrderPended', OrderStatus.New), []],
    ['one that the venue has taken', ofOrder('OrderAcknowledged', OrderStatus.New), ['order.submitted']],
    ['a refused order', ofOrder('OrderRejected', OrderStatus.Rejected), ['order.rejected']],
    ['a fill with a rest', ofOrder('OrderFilled', OrderStatus.PartiallyFilled), ['order.partially_filled']],
    ['a fill of an order that was cancelled meanwhile', ofOrder('OrderFilled', OrderStatus.Cancelled), ['order.partially_filled']],
    ['the last fill', ofOrder('OrderFilled', OrderStatus.Filled), ['order.filled']],
    ['a cancel', ofOrder('OrderCancelled', OrderStatus.Cancelled), ['order.cancelled']],
    ['an expiry', ofOrder('OrderExpired', OrderStatus.Expired), ['order.cancelled']],
    ['the end of a day order as done for the day', ofOrder('OrderExpired', OrderStatus.DoneForDay), ['order.cancelled']],
    ['a day that an order outlives', ofOrder('OrderExpired', OrderStatus.New), []],
    ['a replace', ofOrder('OrderReplaced', OrderStatus.New), ['order.replaced']],
    ['a replace over REST', ofOrder('OrderRestated', OrderStatus.New, { text: 'REST replace' }), ['order.replaced']],
    ['another restatement', ofOrder('OrderRestated', OrderStatus.New, { text: 'GTC renewal' }), []],
    ['a stop that triggers', ofOrder('OrderTriggered', OrderStatus.New), []],
    ['a halt', ofOrder('OrderSuspended', OrderStatus.Suspended), []],
    ['its end', ofOrder('OrderReinstated', OrderStatus.New), []],
    ['a bust', ofOrder('ExecutionBusted', OrderStatus.New), ['order.execution_corrected']],
    ['a correction', ofOrder('ExecutionCorrected', OrderStatus.Filled), ['order.execution_corrected']],
    [
      'a review that goes on',
      {
        type: 'AccountReviewed',
        ...ABOUT,
        statusFrom: 'SUBMITTED',
        status: 'APPROVAL_PENDING',
        kycStatus: 'SUBMITTED',
        kycResults: null,
        reviewDueAt: 0,
      },
      ['account.status_changed'],
    ],
    [
      'a rejection',
      {
        type: 'AccountReviewed',
        ...ABOUT,
        statusFrom: 'APPROVAL_PENDING',
        status: 'REJECTED',
        kycStatus: 'REJECTED',
        kycResults: null,
        reviewDueAt: 0,
      },
      ['account.status_changed', 'account.kyc_rejected'],
    ],
    ['a bank link that waits', ofLink('BankLinked', 'QUEUED'), ['funding.ach_relationship_created']],
    [
      'one that is approved at once',
      ofLink('BankLinked', 'APPROVED'),
      ['funding.ach_relationship_created', 'funding.ach_relationship_approved'],
    ],
    [
      'one that is refused at once',
      ofLink('BankLinked', 'REJECTED'),
      ['funding.ach_relationship_created', 'funding.ach_relationship_rejected'],
    ],
    ['the approval of one', ofLink('BankReviewed', 'APPROVED'), ['funding.ach_relationship_approved']],
    ['its rejection', ofLink('BankReviewed', 'REJECTED'), ['funding.ach_relationship_rejected']],
    ['a transfer that is on its way', ofTransfer('TransferMoved', 'SENT', 'DEPOSIT'), []],
    ['a deposit that never settled', ofTransfer('TransferMoved', 'RETURNED', 'DEPOSIT'), ['funding.deposit_returned']],
    ['a withdrawal that never settled', ofTransfer('TransferMoved', 'RETURNED', 'WITHDRAWAL'), ['funding.withdrawal_returned']],
    ['a cancelled transfer', ofTransfer('TransferMoved', 'CANCELLED', 'DEPOSIT'), ['funding.transfer_cancelled']],
    ['cash that settles', { type: 'CashSettled', ...ABOUT, day: 1, cents: 1 }, []],
  ])('of %s', (_what, event, names) => {
    expect(partnerEventsOf(event)).toEqual(names)
  })

  test('by names of the list alone; and what a record says without being decoded is what the event says', () => {
    fc.assert(
      fc.property(eventArbitrary, (event) => {
        const names = partnerEventsOf(event)
        for (const name of names) expect(PARTNER_EVENT_TYPES).toContain(name)
        expect([undefined, names.length]).toContain(countOfCode(EVENT_CODES[event.type]))
        if (names.length === 0) return
        const records = new EventRecords(encodeBatch({ position: 1, sealedAt: 1, events: [event], sessions: [] }).events)
        records.next()
        expect([records.account, countOfCode(records.code)]).toEqual([accountOfEvent(event), countOfCode(EVENT_CODES[event.type])])
      }),
      { numRuns: 2_000, seed: 1 },
    )
  })
})
