import { Type } from 'typebox'
import { PAGE_SIZES, pageOf } from '../../paging.ts'
import {
  boundInput,
  cursorInput,
  date,
  instant,
  limitInput,
  money,
  nullable,
  oneOf,
  openEnumeration,
  text,
  uuid,
} from '../../schema/values.ts'

const ACH_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELLED'] as const
const TRANSFER_TYPES = ['DEPOSIT', 'WITHDRAWAL'] as const
const TRANSFER_STATUSES = ['PENDING', 'QUEUED', 'SENT', 'SETTLED', 'CANCELLED', 'RETURNED'] as const

export const newAchBody = Type.Object({
  bank_account_number: text({
    pattern: '^[A-Za-z0-9]{4,17}$',
    expected: 'an account number of 4 to 17 characters',
    description: 'only the last four are kept',
  }),
  bank_account_owner_name: text({ minLength: 1, maxLength: 128 }),
  bank_account_type: oneOf(['CHECKING', 'SAVINGS']),
  bank_name: Type.Optional(text({ minLength: 1, maxLength: 128 })),
  bank_routing_number: text({ pattern: '^[0-9]{9}$', expected: 'an ABA routing number of nine digits', code: 'INVALID_ROUTING_NUMBER' }),
})

export const achListQuery = Type.Object({
  status: Type.Optional(oneOf(ACH_STATUSES)),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.achRelationships),
})

export const achSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    status: openEnumeration(ACH_STATUSES),
    bank_account_owner_name: Type.String(),
    bank_account_type: openEnumeration(['CHECKING', 'SAVINGS']),
    bank_name: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    bank_account_last4: Type.String(),
    bank_routing_number: Type.String(),
    rejection_reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    created_at: instant,
    updated_at: instant,
    cancelled_at: nullable(instant),
  },
  { $id: 'AchRelationship', title: 'ACH relationship' },
)
export const achRef = Type.Unsafe<object>({ $ref: 'AchRelationship#' })
export const achPage = pageOf(achRef)

export const newDepositBody = Type.Object({
  ach_relationship_id: text({ maxLength: 64 }),
  amount: text({ pattern: '^[0-9]+\\.[0-9]{2}$', expected: 'dollars and cents such as "10.00"', code: 'INVALID_AMOUNT', maxLength: 40 }),
  description: Type.Optional(text({ maxLength: 140 })),
  idempotency_key: Type.Optional(text({ minLength: 1, maxLength: 128, description: 'the header Idempotency-Key is the same thing' })),
})

export const fundingActivityQuery = Type.Object({
  type: Type.Optional(oneOf(TRANSFER_TYPES)),
  status: Type.Optional(oneOf(TRANSFER_STATUSES)),
  created_after: Type.Optional(boundInput()),
  created_before: Type.Optional(boundInput()),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.fundingActivity),
})

export const transferSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    type: openEnumeration(TRANSFER_TYPES),
    status: openEnumeration(TRANSFER_STATUSES),
    amount: money,
    net_amount: money,
    processing_fee: money,
    currency: openEnumeration(['USD']),
    ach_relationship_id: uuid,
    bank_account_last4: Type.String(),
    description: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    idempotency_key: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    return_code: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    return_reason: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    ira_distribution: Type.Unsafe<object | null>({ type: ['object', 'null'] }),
    expected_settlement_date: date,
    created_at: instant,
    updated_at: instant,
    settled_at: nullable(instant),
  },
  { $id: 'Transfer', title: 'Deposit or withdrawal' },
)
export const transferRef = Type.Unsafe<object>({ $ref: 'Transfer#' })
export const transferPage = pageOf(transferRef)
