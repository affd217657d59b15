import { Type } from 'typebox'
import { oneOf, optional, refused, text } from '../../schema/request-values.ts'
import { ACCOUNT_TYPES, contactInput, identityInput, jointOwnerInput, phoneRule, REJECT_LABELS, sectionsInput } from './account.schema.ts'

const code = optional(
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 64,
    'x-expected': 'a text of 1 to 64 characters, or null',
  }),
)

/** What both a change and a further account may say of the sections; each takes the place of what is stored, member by member. */
const sections = {
  ...sectionsInput,
  discretionary_account: optional(Type.Boolean()),
  dividend_reinvestment: optional(Type.Boolean()),
}

const IMMUTABLE = 'left as it is: it can not be changed'
const immutable = refused('IMMUTABLE_FIELD', IMMUTABLE)

const changeableIdentity = Type.Partial(Type.Omit(identityInput, ['tax_id', 'date_of_birth']))

/** PATCH: what is sent changes, what is left out stays. */
export const accountChangeBody = Type.Object(
  {
    // contract section 4: contact is never changed without a phone number
    contact: optional(Type.Object({ ...Type.Partial(contactInput).properties, phone_number: text({ ...phoneRule, codeOfAll: true }) })),
    identity: optional(Type.Object({ ...changeableIdentity.properties, tax_id: immutable, date_of_birth: immutable })),
    ...sections,
    registered_rep_code: code,
    advisor_code: code,
    corr_metadata: optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 255, 'x-expected': 'a text of at most 255 characters, or null' }),
    ),
    account_type: immutable,
    joint_owner: immutable,
    status: immutable,
    kyc_status: immutable,
    kyc_results: immutable,
  },
  {
    examples: [
      {
        contact: { phone_number: '+1 512 555 0199', street_address: ['2 Main St'], city: 'Austin' },
        employment: { employment_status: 'employed', employer_name: 'ACME' },
        trading_configurations: { max_order_notional: '25000.00' },
      },
    ],
  },
)

/** A further account of a user: what is left out is taken from the user's first account. */
export const furtherAccountBody = Type.Object(
  {
    account_type: oneOf(ACCOUNT_TYPES),
    joint_owner: optional(jointOwnerInput),
    contact: optional(Type.Partial(contactInput)),
    identity: refused('IDENTITY_NOT_ALLOWED', 'left out: who the user is, is known'),
    ...sections,
    registered_rep_code: optional(text({ minLength: 1, maxLength: 64 })),
    advisor_code: optional(text({ minLength: 1, maxLength: 64 })),
    corr_metadata: optional(text({ maxLength: 255 })),
  },
  { examples: [{ account_type: 'ira_roth', corr_metadata: 'cust-77-ira' }] },
)

export const kycDecisionBody = Type.Object(
  {
    decision: oneOf(['approve', 'reject', 'request_information']),
    reject: optional(
      Type.Array(oneOf(REJECT_LABELS), {
        maxItems: REJECT_LABELS.length,
        uniqueItems: true,
        description: 'why it is rejected, or what is missing',
      }),
    ),
  },
  { examples: [{ decision: 'request_information', reject: ['ADDRESS_VERIFICATION'] }] },
)
