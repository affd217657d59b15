import { Type, type TObject, type TSchema } from 'typebox'
import Format from 'typebox/format'
import { AccountStatus, KycStatus } from '../../../domain/accounts/account.ts'
import { parseMoney } from '../../../domain/amounts/amounts.ts'
import { PAGE_SIZES, pageOf } from '../../requests/paging.ts'
import { accountExample, newAccountExample } from './account.examples.ts'
import { instant, money, nullable, openEnumeration, textOrNull, uuid } from '../../schema/answer-values.ts'
import {
  boundInput,
  cursorInput,
  dateInput,
  emailInput,
  instantInput,
  limitInput,
  oneOf,
  optional,
  text,
} from '../../schema/request-values.ts'

export const ACCOUNT_TYPES = ['individual', 'joint', 'ira_traditional', 'ira_roth', 'custodial'] as const
export const REJECT_LABELS = [
  'IDENTITY_VERIFICATION',
  'TAX_IDENTIFICATION',
  'ADDRESS_VERIFICATION',
  'DATE_OF_BIRTH',
  'SELFIE_VERIFICATION',
  'PEP',
  'CONTROL_PERSON',
  'AFFILIATED',
  'WATCHLIST_HIT',
  'COUNTRY_NOT_SUPPORTED',
  'OTHER',
] as const

const shortText = text({ minLength: 1, maxLength: 255 })
const country = text({ pattern: '^[A-Za-z]{2}$', expected: 'a country code of two letters' })
const state = text({ pattern: '^[A-Za-z]{2}$', expected: 'a state code of two letters' })
const streetAddress = Type.Array(text({ minLength: 1, maxLength: 128 }), { maxItems: 4 })
const postalCode = text({ pattern: '^[0-9]{5}(-?[0-9]{4})?$', expected: 'a postal code of 5 or 9 digits' })

/** 7 to 25 characters of digits, blanks and `( ) - .`, at least 7 digits; begins with `+` and the country code (contract sections 4, 20). */
export const phoneRule = {
  pattern: '^(?=.{7,25}$)\\+(?:[ ().-]*[0-9]){7,}[ ().-]*$',
  expected: 'a phone number: + and the country code, 7 to 25 characters',
  code: 'INVALID_PHONE_NUMBER',
} as const
const phoneNumber = text(phoneRule)

export const contactInput = Type.Object({
  email_address: emailInput,
  phone_number: optional(phoneNumber),
  street_address: optional(streetAddress),
  unit: optional(shortText),
  city: optional(shortText),
  state: optional(state),
  postal_code: optional(postalCode),
  country: optional(country),
})

const FUNDING_SOURCES = ['employment_income', 'investments', 'inheritance', 'business_income', 'savings', 'family'] as const

export const identityInput = Type.Object({
  given_name: text({ minLength: 1, maxLength: 128 }),
  middle_name: optional(shortText),
  family_name: text({ minLength: 1, maxLength: 128 }),
  date_of_birth: dateInput({ description: 'in the past' }),
  tax_id: text({ pattern: '^([0-9]-?){8}[0-9]$', expected: 'a tax id of 9 digits', description: 'dashes are optional; never shown again' }),
  tax_id_type: optional(oneOf(['US_SSN', 'US_EIN'], { default: 'US_SSN' })),
  country_of_citizenship: optional(country),
  country_of_birth: optional(country),
  country_of_tax_residence: optional(country),
  funding_source: optional(Type.Array(oneOf(FUNDING_SOURCES), { maxItems: FUNDING_SOURCES.length })),
})

export const disclosuresInput = Type.Object({
  is_control_person: optional(Type.Boolean()),
  control_person_company_name: optional(shortText),
  is_affiliated_exchange_or_finra: optional(Type.Boolean()),
  is_spouse_affiliated_finra: optional(Type.Boolean()),
  is_politically_exposed: optional(Type.Boolean()),
  immediate_family_exposed: optional(Type.Boolean()),
})

export const agreementInput = Type.Object({
  agreement: optional(oneOf(['customer_agreement', 'account_agreement', 'margin_agreement', 'options_agreement'])),
  signed_at: instantInput({ description: 'not in the future' }),
  ip_address: optional(text({ minLength: 1, maxLength: 45 })),
  revision: optional(shortText),
})

// kept as it comes, so that its places are a matter of its form
const amount = text({ pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,9})?$', expected: 'a plain decimal such as "50000.00", as a string' })

export const investmentProfileInput = Type.Object({
  risk_tolerance: optional(oneOf(['conservative', 'moderate', 'aggressive'])),
  investment_objective: optional(text({ minLength: 1, maxLength: 64 })),
  time_horizon: optional(oneOf(['short', 'average', 'long'])),
  annual_income_min: optional(amount),
  annual_income_max: optional(amount),
  liquid_net_worth_min: optional(amount),
  liquid_net_worth_max: optional(amount),
  total_net_worth_min: optional(amount),
  total_net_worth_max: optional(amount),
})

export const trustedContactInput = Type.Object({
  given_name: optional(shortText),
  family_name: optional(shortText),
  email_address: optional(emailInput),
  phone_number: optional(phoneNumber),
  street_address: optional(streetAddress),
  city: optional(shortText),
  state: optional(state),
  postal_code: optional(postalCode),
  country: optional(country),
})

export const employmentInput = Type.Object({
  employment_status: optional(oneOf(['employed', 'unemployed', 'student', 'retired'])),
  employer_name: optional(shortText),
  employer_address: optional(shortText),
  employment_position: optional(shortText),
})

Format.Set('dollars', (text: string) => typeof parseMoney(text) === 'number')

export const tradingConfigurationsInput = Type.Object({
  fractional_trading: optional(Type.Boolean()),
  extended_hours: optional(Type.Boolean()),
  suspend_trade: optional(Type.Boolean()),
  max_order_notional: optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      pattern: '^(0|[1-9][0-9]{0,14})(\\.[0-9]{1,2})?$',
      format: 'dollars',
      'x-expected': 'dollars as a string, or null',
    }),
  ),
})

export const jointOwnerInput = Type.Object({ contact: contactInput, identity: identityInput })

/** The sections that a request may leave out. */
export const sectionsInput = {
  disclosures: optional(disclosuresInput),
  agreements: optional(Type.Array(agreementInput, { maxItems: 20 })),
  investment_profile: optional(investmentProfileInput),
  trusted_contact: optional(trustedContactInput),
  employment: optional(employmentInput),
  trading_configurations: optional(tradingConfigurationsInput),
}

export const newAccountBody = Type.Object(
  {
    contact: contactInput,
    identity: identityInput,
    account_type: optional(oneOf(ACCOUNT_TYPES, { default: 'individual' })),
    joint_owner: optional(jointOwnerInput),
    ...sectionsInput,
    registered_rep_code: optional(text({ minLength: 1, maxLength: 64 })),
    advisor_code: optional(text({ minLength: 1, maxLength: 64 })),
    discretionary_account: optional(Type.Boolean({ default: false })),
    dividend_reinvestment: optional(Type.Boolean({ default: false })),
    corr_metadata: optional(text({ maxLength: 255 })),
  },
  { examples: [newAccountExample] },
)

export const accountListQuery = Type.Object({
  query: optional(text({ maxLength: 256, description: 'tokens, each of which has to be part of account number, name, e-mail or phone' })),
  status: optional(oneOf(Object.values(AccountStatus))),
  created_after: optional(boundInput()),
  created_before: optional(boundInput()),
  sort: optional(oneOf(['created_at:asc', 'created_at:desc'], { default: 'created_at:desc' })),
  cursor: cursorInput,
  limit: limitInput(PAGE_SIZES.accounts),
})

// --- answers

const slimMembers = {
  id: uuid,
  account_number: Type.String(),
  status: openEnumeration(Object.values(AccountStatus)),
  kyc_status: openEnumeration(Object.values(KycStatus)),
  currency: openEnumeration(['USD']),
  last_equity: money,
  created_at: instant,
  account_type: openEnumeration(ACCOUNT_TYPES),
  enabled_assets: Type.Array(Type.String()),
}

export const slimAccountSchema = Type.Object(slimMembers, { $id: 'SlimAccount', title: 'Account of a list' })
export const accountPage = pageOf(Type.Unsafe<object>({ $ref: 'SlimAccount#' }))

const kycResults = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  required: ['summary', 'reject', 'additional_information'],
  properties: {
    summary: openEnumeration(['pass', 'fail', 'indeterminate']),
    reject: { type: 'array', items: openEnumeration(REJECT_LABELS) },
    additional_information: { type: ['string', 'null'] },
  },
})

/** A section of the stored profile: the members of the request, whatever it gave of them. */
function section({ properties }: TObject, { nullable = false } = {}) {
  return Type.Unsafe<object | null>({ type: nullable ? ['object', 'null'] : 'object', properties: shown(properties) })
}

/** Of an answer only the types are promised: what a text must look like is a rule of requests. */
function shown(properties: Record<string, TSchema>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, shownType(schema)]))
}

function shownType(schema: TSchema): unknown {
  const { type, items, enum: values } = schema as unknown as { type: string | string[]; items?: TSchema; enum?: string[] }
  if (items !== undefined) return { type, items: shownType(items) }
  return values === undefined ? { type } : { type, 'x-extensible-enum': values }
}

const identityShown = section(identityInput)
const contactShown = section(contactInput)

export const accountSchema = Type.Object(
  {
    id: uuid,
    account_number: Type.String(),
    user_id: uuid,
    status: slimMembers.status,
    kyc_status: slimMembers.kyc_status,
    kyc_results: kycResults,
    currency: slimMembers.currency,
    last_equity: money,
    created_at: instant,
    updated_at: instant,
    account_type: slimMembers.account_type,
    enabled_assets: Type.Array(Type.String()),
    contact: contactShown,
    identity: identityShown,
    disclosures: section(disclosuresInput),
    agreements: Type.Array(section(agreementInput)),
    investment_profile: section(investmentProfileInput, { nullable: true }),
    trusted_contact: section(trustedContactInput, { nullable: true }),
    employment: section(employmentInput, { nullable: true }),
    joint_owner: Type.Unsafe<object | null>({ type: ['object', 'null'], properties: { contact: contactShown, identity: identityShown } }),
    trading_configurations: Type.Object({
      fractional_trading: Type.Boolean(),
      extended_hours: Type.Boolean(),
      suspend_trade: Type.Boolean(),
      max_order_notional: nullable(money),
    }),
    registered_rep_code: textOrNull,
    advisor_code: textOrNull,
    discretionary_account: Type.Boolean(),
    dividend_reinvestment: Type.Boolean(),
    corr_metadata: textOrNull,
    closed_at: nullable(instant),
  },
  { $id: 'Account', title: 'Account', examples: [accountExample] },
)
export const accountRef = Type.Unsafe<object>({ $ref: 'Account#' })

export const userSchema = Type.Object({
  id: uuid,
  kyc_status: slimMembers.kyc_status,
  created_at: instant,
  account_ids: Type.Array(uuid),
})

export const statusMovePage = pageOf(
  Type.Object({
    status_from: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null where the account was opened' }),
    status: slimMembers.status,
    kyc_status: slimMembers.kyc_status,
    kyc_results: kycResults,
    sequence: Type.Integer(),
    created_at: instant,
  }),
)

export const statusHistoryQuery = Type.Object({ cursor: cursorInput, limit: limitInput(PAGE_SIZES.accounts) })
