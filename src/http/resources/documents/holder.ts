import type { Holder } from '../../../documents/ledger-line.ts'
import type { AccountProfile } from '../accounts/account-profile.ts'

interface Contact {
  readonly street_address?: readonly string[]
  readonly unit?: string
  readonly city?: string
  readonly state?: string
  readonly postal_code?: string
  readonly country?: string
}

export interface Identity {
  readonly given_name: string
  readonly middle_name?: string
  readonly family_name: string
  /** masked */
  readonly tax_id: string
  readonly tax_id_type: 'US_SSN' | 'US_EIN'
  readonly country_of_tax_residence?: string
}

/** Whom a document is for: both owners of a joint account, at the address of the first. */
export function holderOf(profile: AccountProfile): Holder {
  const { joint_owner, contact } = profile
  const names = [fullName(profile.identity as Identity), ...(joint_owner === null ? [] : [fullName(joint_owner.identity as Identity)])]
  const { street, place } = addressOf(contact)
  return { name: names.join(' and '), address: [street, place].filter(Boolean) }
}

/** `***-**-0001`, `**-***0001` of an employer: all that a document shows of it. */
export const shownTaxId = ({ tax_id, tax_id_type }: Pick<Identity, 'tax_id' | 'tax_id_type'>): string =>
  `${tax_id_type === 'US_EIN' ? '**-***' : '***-**-'}${tax_id.slice(-4)}`

export function fullName({ given_name, middle_name, family_name }: Identity): string {
  return [given_name, middle_name, family_name].filter(Boolean).join(' ')
}

/** As it stands on an envelope; '' where it is not known. */
export function addressOf(contact: object): { readonly street: string; readonly place: string } {
  const { street_address = [], unit, city, state, postal_code, country = 'US' } = contact as Contact
  const region = [state, postal_code].filter(Boolean).join(' ')
  const place = [city, region, country === 'US' ? undefined : country].filter(Boolean).join(', ')
  return { street: [...street_address, unit].filter(Boolean).join(', '), place }
}
