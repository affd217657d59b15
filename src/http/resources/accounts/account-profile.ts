import type { Static } from 'typebox'
import type { TradingConfigurations } from '../../../domain/accounts/account.ts'
import { formatMoney, parseMoney } from '../../../domain/amounts/amounts.ts'
import { formatInstant, parseInstant } from '../../requests/instants.ts'
import {
  agreementInput,
  contactInput,
  disclosuresInput,
  employmentInput,
  identityInput,
  investmentProfileInput,
  type newAccountBody,
  tradingConfigurationsInput,
  trustedContactInput,
} from './account.schema.ts'
import { maskTaxId, sealTaxId } from './tax-id-seal.ts'

export type NewAccount = Static<typeof newAccountBody>
export type Identity = NewAccount['identity']
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

export function toProfile(body: NewAccount, key: Uint8Array): AccountProfile {
  const joint = body.joint_owner
  return {
    account_type: body.account_type ?? 'individual',
    enabled_assets: ['equity'],
    contact: contactOf(body.contact),
    identity: identityOf(body.identity),
    disclosures: disclosuresOf(body.disclosures),
    agreements: agreementsOf(body.agreements),
    investment_profile: knownOrNull(investmentProfileInput, body.investment_profile),
    trusted_contact: knownOrNull(trustedContactInput, body.trusted_contact),
    employment: knownOrNull(employmentInput, body.employment),
    joint_owner: jointOwnerOf(joint),
    registered_rep_code: body.registered_rep_code ?? null,
    advisor_code: body.advisor_code ?? null,
    discretionary_account: body.discretionary_account ?? false,
    dividend_reinvestment: body.dividend_reinvestment ?? false,
    corr_metadata: body.corr_metadata ?? null,
    sealed: {
      tax_id: sealTaxId(key, digitsOf(body.identity.tax_id)),
      ...sealedJointOwner(joint, key),
    },
  }
}

export function toTradingConfigurations(body: Pick<NewAccount, 'trading_configurations'>): TradingConfigurations {
  return {
    fractional_trading: true,
    extended_hours: true,
    suspend_trade: false,
    max_order_notional: null,
    ...givenTradingConfigurations(body.trading_configurations),
  }
}

/** Those that a request names. */
export function givenTradingConfigurations(given: NewAccount['trading_configurations'] = {}): Partial<TradingConfigurations> {
  const { max_order_notional: largest } = given
  return {
    ...known(tradingConfigurationsInput, given),
    ...(typeof largest === 'string' ? { max_order_notional: formatMoney(parseMoney(largest) as number) } : {}),
  }
}

export function jointOwnerOf(joint: NewAccount['joint_owner']): AccountProfile['joint_owner'] {
  return joint === undefined ? null : { contact: contactOf(joint.contact), identity: identityOf(joint.identity) }
}

export function sealedJointOwner(joint: NewAccount['joint_owner'], key: Uint8Array): { readonly joint_owner_tax_id?: string } {
  return joint === undefined ? {} : { joint_owner_tax_id: sealTaxId(key, digitsOf(joint.identity.tax_id)) }
}

export function agreementsOf(agreements: NewAccount['agreements'] = []): readonly object[] {
  return agreements.map((agreement) => ({
    ...known(agreementInput, agreement),
    signed_at: formatInstant(parseInstant(agreement.signed_at)!),
  }))
}

function contactOf(contact: Contact): object {
  return { ...known(contactInput, contact), country: (contact.country ?? 'US').toUpperCase() }
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

/** Of what a client sends only the documented members are kept, codes of states and countries in capitals. */
export function known(schema: { readonly properties: object }, given: object): object {
  const kept = Object.entries(given).filter(([name]) => Object.hasOwn(schema.properties, name))
  return Object.fromEntries(
    kept.map(([name, value]: [string, unknown]) => [name, CODES.has(name) && typeof value === 'string' ? value.toUpperCase() : value]),
  )
}

const CODES: ReadonlySet<string> = new Set(['state', 'country', 'country_of_citizenship', 'country_of_birth', 'country_of_tax_residence'])

function knownOrNull(schema: { readonly properties: object }, given: object | undefined): object | null {
  return given === undefined ? null : known(schema, given)
}
