import type { Static } from 'typebox'
import type { UpdateAccount } from '../../../domain/commands/account-command.ts'
import { mergeProfile, type Profile } from '../../../domain/accounts/profile.ts'
import type { accountChangeBody, furtherAccountBody } from './account-change.schema.ts'
import {
  type AccountProfile,
  agreementsOf,
  givenTradingConfigurations,
  jointOwnerOf,
  known,
  type NewAccount,
  sealedJointOwner,
} from './account-profile.ts'
import {
  contactInput,
  disclosuresInput,
  employmentInput,
  identityInput,
  investmentProfileInput,
  trustedContactInput,
} from './account.schema.ts'

type Change = Static<typeof accountChangeBody>
type FurtherAccount = Static<typeof furtherAccountBody>

const OBJECTS = {
  contact: contactInput,
  identity: identityInput,
  disclosures: disclosuresInput,
  investment_profile: investmentProfileInput,
  trusted_contact: trustedContactInput,
  employment: employmentInput,
} as const
const VALUES = ['registered_rep_code', 'advisor_code', 'discretionary_account', 'dividend_reinvestment', 'corr_metadata'] as const

/** A PATCH as a command: of what the client sends only the documented members count, and a section without any changes nothing. */
export function toUpdate(account: number, body: Change): UpdateAccount {
  const changes = changedSections(body)
  return {
    type: 'UpdateAccount',
    account,
    tradingConfigurations: givenTradingConfigurations(body.trading_configurations),
    changes: JSON.stringify(changes),
    changesContact: changes['contact'] !== undefined,
    changesIdentity: changes['identity'] !== undefined,
  }
}

/**
 * The profile of a further account: who the user is comes from the stored one, and so does each section that the request leaves out. What is
 * about one account alone (corr_metadata, dividend_reinvestment, discretionary_account) is not taken over.
 */
export function toFurtherProfile(stored: AccountProfile, body: FurtherAccount, taxIdKey: Uint8Array): AccountProfile {
  return {
    ...mergeProfile(stored, { discretionary_account: false, dividend_reinvestment: false, corr_metadata: null, ...changedSections(body) }),
    account_type: body.account_type,
    joint_owner: jointOwnerOf(body.joint_owner),
    sealed: { tax_id: stored.sealed.tax_id, ...sealedJointOwner(body.joint_owner, taxIdKey) },
  }
}

type Given = { readonly [Name in keyof typeof OBJECTS]?: object } & Readonly<Partial<Record<(typeof VALUES)[number], unknown>>> &
  Pick<Partial<NewAccount>, 'agreements'>

function changedSections(body: Given): Profile {
  const objects = Object.entries(OBJECTS).flatMap(([name, schema]) => {
    const given = body[name as keyof typeof OBJECTS]
    const section = given === undefined ? {} : known(schema, given)
    return Object.keys(section).length === 0 ? [] : [[name, section] as const]
  })
  const values = VALUES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]))
  return {
    ...Object.fromEntries<unknown>([...objects, ...values]),
    ...(body.agreements === undefined ? {} : { agreements: agreementsOf(body.agreements) }),
  }
}
