import type { Static } from 'typebox'
import type { TradingConfigurations } from '../../../domain/account.ts'
import { formatMoney, parseMoney } from '../../../domain/amounts.ts'
import { dayNumber, type TradeDate } from '../../../domain/trade-date.ts'
import { type FieldFault, refuseFaults } from '../../field-faults.ts'
import { formatInstant, parseInstant } from '../../instants.ts'
import { ApiError } from '../../errors.ts'
import {
  agreementInput,
  contactInput,
  disclosuresInput,
  employmentInput,
  identityInput,
  investmentProfileInput,
  type newAccountBody,
  trustedContactInput,
} from './account.schema.ts'
import { maskTaxId, sealTaxId } from './tax-id-seal.ts'

type NewAccount = Static<typeof newAccountBody>
type Identity = NewAccount['identity']
type Contact = NewAccount['contact']

/**
 * What is kept of an account beside what the engine knows, as the API shows it: the sections of docs/api-contract.md section 4. Tax ids are
 * masked; `sealed` has them encrypted and is never shown.
 */
export interface AccountProfile {
  readonly account_type: string
  readonly enabled_assets: readonly string[]
  readonly contact: object
  readonly identity: object
  readonly disclosures: object
  readonly agreements: readonly object[]
  readonly investment_profile: object | null
  readonly trusted_contact: object | null
  readonly employment: object | null
  readonly joint_owner: { readonly contact: object; readonly identity: object } | null
  readonly registered_rep_code: string | null
  readonly advisor_code: string | null
  readonly discretionary_account: boolean
  readonly dividend_reinvestment: boolean
  readonly corr_metadata: string | null
  readonly sealed: { readonly tax_id: string; readonly joint_owner_tax_id?: string }
}

/** The digits alone. */
export function digitsOf(taxId: string): string {
  return taxId.replaceAll('-', '')
}

/** Throws a 400 for what the schema can't say: dates, and that a joint account has two owners. `today` is a day number of the caller's clock. */
export function checkNewAccount(body: NewAccount, now: number): void {
  const faults: FieldFault[] = [...identityFaults(body.identity, 'identity', now)]
  if (body.joint_owner !== undefined) faults.push(...identityFaults(body.joint_owner.identity, 'joint_owner.identity', now))
  body.agreements?.forEach(({ signed_at }, index) => {
    if (parseInstant(signed_at)! > now) faults.push(fault(`agreements.${index}.signed_at`, 'must not be in the future'))
  })
  refuseFaults(faults)
  if (body.account_type === 'joint' && body.joint_owner === undefined) {
    throw new ApiError('JOINT_OWNER_REQUIRED', 'A joint account needs a joint_owner.', { field: 'joint_owner' })
  }
}

function identityFaults(identity: Identity, path: string, now: number): FieldFault[] {
  const born = dayNumber(identity.date_of_birth as TradeDate)
  return born < Math.floor(now / 86_400_000) ? [] : [fault(`${path}.date_of_birth`, 'must be in the past')]
}

function fault(field: string, problem: string): FieldFault {
  return { field, code: 'VALIDATION_ERROR', message: `${field} ${problem}.` }
}

export function toProfile(body: NewAccount, key: Uint8Array): AccountProfile {
  const joint = body.joint_owner
  return {
    account_type: body.account_type ?? 'individual',
    enabled_assets: ['equity'],
    contact: contactOf(body.contact),
    identity: identityOf(body.identity),
    disclosures: disclosuresOf(body.disclosures),
    agreements: (body.agreements ?? []).map((agreement) => ({
      ...known(agreementInput, agreement),
      signed_at: formatInstant(parseInstant(agreement.signed_at)!),
    })),
    investment_profile: knownOrNull(investmentProfileInput, body.investment_profile),
    trusted_contact: knownOrNull(trustedContactInput, body.trusted_contact),
    employment: knownOrNull(employmentInput, body.employment),
    joint_owner: joint === undefined ? null : { contact: contactOf(joint.contact), identity: identityOf(joint.identity) },
    registered_rep_code: body.registered_rep_code ?? null,
    advisor_code: body.advisor_code ?? null,
    discretionary_account: body.discretionary_account ?? false,
    dividend_reinvestment: body.dividend_reinvestment ?? false,
    corr_metadata: body.corr_metadata ?? null,
    sealed: {
      tax_id: sealTaxId(key, digitsOf(body.identity.tax_id)),
      ...(joint === undefined ? {} : { joint_owner_tax_id: sealTaxId(key, digitsOf(joint.identity.tax_id)) }),
    },
  }
}

export function toTradingConfigurations(body: NewAccount): TradingConfigurations {
  const given = body.trading_configurations ?? {}
  const largest = given.max_order_notional ?? null
  return {
    fractional_trading: given.fractional_trading ?? true,
    extended_hours: given.extended_hours ?? true,
    suspend_trade: given.suspend_trade ?? false,
    max_order_notional: largest === null ? null : formatMoney(moneyOf(largest)),
  }
}

function moneyOf(text: string): number {
  const cents = parseMoney(text)
  if (typeof cents === 'number') return cents
  throw new ApiError('VALIDATION_ERROR', 'trading_configurations.max_order_notional is too large.', {
    field: 'trading_configurations.max_order_notional',
  })
}

function contactOf(contact: Contact): object {
  return { ...known(contactInput, contact), country: contact.country?.toUpperCase() ?? 'US' }
}

function identityOf(identity: Identity): object {
  return { ...known(identityInput, identity), tax_id: maskTaxId(digitsOf(identity.tax_id)), tax_id_type: identity.tax_id_type ?? 'US_SSN' }
}

function disclosuresOf(given: NewAccount['disclosures'] = {}): object {
  const no = {
    is_control_person: false,
    is_affiliated_exchange_or_finra: false,
    is_politically_exposed: false,
    immediate_family_exposed: false,
  }
  return { ...no, ...known(disclosuresInput, given) }
}

/** Of what a client sends only the documented members are kept. */
function known(schema: { readonly properties: object }, given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(schema.properties, name)))
}

function knownOrNull(schema: { readonly properties: object }, given: object | undefined): object | null {
  return given === undefined ? null : known(schema, given)
}
