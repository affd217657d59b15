import { Type } from 'typebox'
import Format from 'typebox/format'
import { ACH_STATUSES } from '../../../domain/accounts/linked-bank.ts'
import { DISTRIBUTION_TYPES, RETURN_CODES, TRANSFER_STATUSES, TRANSFER_TYPES } from '../../../domain/accounts/transfer.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { date, instant, money, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import { boundInput, cursorInput, limitInput, oneOf, text } from '../../schema/request-values.ts'
import { ACH_ID, achExample, transferExample } from './funding.examples.ts'
import { isRoutingNumber } from './routing-number.ts'

Format.Set('aba-routing-number', isRoutingNumber)

export const newAchBody = Type.Object(
  {
    bank_account_number: text({
      pattern: '^[A-Za-z0-9]{4,17}$',
      expected: 'an account number of 4 to 17 characters',
      description: 'only the last four are kept; in the sandbox an end of 0002 is rejected, one of 0003 waits for a decision',
    }),
    bank_account_owner_name: text({ minLength: 1, maxLength: 128 }),
    bank_account_type: oneOf(['CHECKING', 'SAVINGS']),
    bank_name: Type.Optional(text({ minLength: 1, maxLength: 128 })),
    bank_routing_number: text({
      pattern: '^[0-9]{9}$',
      format: 'aba-routing-number',
      expected: 'an ABA routing number: nine digits with the right checksum',
      code: 'INVALID_ROUTING_NUMBER',
    }),
  },
  {
    examples: [
      {
        bank_account_number: '000123456789',
        bank_account_owner_name: 'Jane Doe',
        bank_account_type: 'CHECKING',
        bank_name: 'First Bank',
        bank_routing_number: '121000358',
      },
    ],
  },
)

export const achListQuery = Type.Object({
  status: Type.Optional(oneOf(ACH_STATUSES)),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.achRelationships),
})

export const achReviewBody = Type.Object({ decision: oneOf(['approve', 'reject']) }, { examples: [{ decision: 'approve' }] })

export const achSchema = Type.Object(
  {
    id: uuid,
    account_id: uuid,
    status: openEnumeration(ACH_STATUSES),
    bank_account_owner_name: Type.String(),
    bank_account_type: openEnumeration(['CHECKING', 'SAVINGS']),
    bank_name: textOrNull,
    bank_account_last4: Type.String(),
    bank_routing_number: Type.String(),
    rejection_reason: textOrNull,
    created_at: instant,
    updated_at: instant,
    cancelled_at: nullable(instant),
  },
  {
    $id: 'AchRelationship',
    title: 'ACH relationship',
    examples: [achExample],
  },
)
export const achRef = Type.Unsafe<object>({ $ref: 'AchRelationship#' })
export const achPage = pageOf(achRef)

const dollars = (rule: { readonly pattern: string; readonly expected: string }, description?: string) =>
  text({ ...rule, code: 'INVALID_AMOUNT', maxLength: 40, ...(description === undefined ? {} : { description }) })

const cents = (description?: string) =>
  dollars({ pattern: '^(0|[1-9][0-9]*)\\.[0-9]{2}$', expected: 'dollars and cents such as "0.00", without leading zeros' }, description)

/** What moves: a transfer of nothing is none. */
const amount = (description?: string) =>
  dollars(
    {
      pattern: '^(?!0\\.00$)(0|[1-9][0-9]*)\\.[0-9]{2}$',
      expected: 'dollars and cents above 0.00 such as "10.00", without leading zeros',
    },
    description,
  )

/** What both ways of moving money ask for. */
const transferMembers = {
  ach_relationship_id: text({ maxLength: 64 }),
  description: Type.Optional(text({ maxLength: 140 })),
  idempotency_key: Type.Optional(text({ minLength: 1, maxLength: 128, description: 'the header Idempotency-Key is the same thing' })),
}

export const newDepositBody = Type.Object(
  { ...transferMembers, amount: amount() },
  { examples: [{ ach_relationship_id: ACH_ID, amount: '10000.00', description: 'initial', idempotency_key: 'dep-1' }] },
)

/** The members that only a withdrawal from an IRA has. */
export const distributionMembers = {
  distribution_type: Type.Optional(oneOf(DISTRIBUTION_TYPES, { description: 'required of IRA accounts, refused of others' })),
  federal_withholding_amount: Type.Optional(cents()),
  state: Type.Optional(text({ pattern: '^[A-Z]{2}$', expected: 'a state of two capital letters' })),
  state_withholding_amount: Type.Optional(cents()),
  tax_code: Type.Optional(text({ pattern: '^[0-9A-Z]{1,2}$', expected: 'a distribution code of one or two characters' })),
  tax_year: Type.Optional(Type.Integer({ minimum: 1975, maximum: 2099 })),
}

export const newWithdrawalBody = Type.Object(
  {
    ...transferMembers,
    amount: Type.Optional(amount('required unless withdraw_full_balance is true')),
    withdraw_full_balance: Type.Optional(Type.Boolean({ description: 'the settled cash less holds and withdrawals under way' })),
    processing_fee: Type.Optional(cents('comes out of the amount')),
    ...distributionMembers,
  },
  {
    examples: [
      { ach_relationship_id: ACH_ID, amount: '250.00', idempotency_key: 'wd-1' },
      { ach_relationship_id: ACH_ID, withdraw_full_balance: true },
      {
        ach_relationship_id: ACH_ID,
        amount: '1000.00',
        distribution_type: 'NORMAL_DISTRIBUTION',
        federal_withholding_amount: '100.00',
        state: 'TX',
        tax_code: '7',
        tax_year: 2026,
      },
    ],
  },
)

export const moveTransferBody = Type.Object(
  {
    action: oneOf(['queue', 'send', 'settle', 'return']),
    return_code: Type.Optional(oneOf(RETURN_CODES, { description: 'required of the action return' })),
  },
  { examples: [{ action: 'settle' }, { action: 'return', return_code: 'R01' }] },
)

export const returnTransferBody = Type.Object({ return_code: oneOf(RETURN_CODES) }, { examples: [{ return_code: 'R01' }] })

export const fundingActivityQuery = Type.Object({
  type: Type.Optional(oneOf(TRANSFER_TYPES)),
  status: Type.Optional(oneOf(TRANSFER_STATUSES)),
  created_after: Type.Optional(boundInput()),
  created_before: Type.Optional(boundInput()),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.fundingActivity),
})

const iraDistribution = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  required: ['distribution_type', 'federal_withholding_amount', 'state', 'state_withholding_amount', 'tax_code', 'tax_year'],
  properties: {
    distribution_type: openEnumeration(DISTRIBUTION_TYPES),
    federal_withholding_amount: money,
    state: textOrNull,
    state_withholding_amount: money,
    tax_code: textOrNull,
    tax_year: { type: ['integer', 'null'] },
  },
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
    description: textOrNull,
    idempotency_key: textOrNull,
    return_code: textOrNull,
    return_reason: textOrNull,
    ira_distribution: iraDistribution,
    expected_settlement_date: date,
    created_at: instant,
    updated_at: instant,
    settled_at: nullable(instant),
  },
  {
    $id: 'Transfer',
    title: 'Deposit or withdrawal',
    examples: [transferExample],
  },
)
export const transferRef = Type.Unsafe<object>({ $ref: 'Transfer#' })
export const transferPage = pageOf(transferRef)
