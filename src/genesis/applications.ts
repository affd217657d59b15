import type { Static } from 'typebox'
import type { newAccountBody } from '../http/resources/accounts/account.schema.ts'

/** An application for an account, as a partner would post it. */
export type Application = Static<typeof newAccountBody>

/** Of an invented person; the end of the tax id decides the review (docs/api-contract.md section 4). */
export function applicationOf({ givenName, familyName, taxId }: { givenName: string; familyName: string; taxId: string }): Application {
  return {
    contact: {
      email_address: `${givenName}.${familyName}@example.com`.toLowerCase(),
      phone_number: '+15125550100',
      street_address: ['1 Main St'],
      city: 'Austin',
      state: 'TX',
      postal_code: '78701',
      country: 'US',
    },
    identity: { given_name: givenName, family_name: familyName, date_of_birth: '1990-01-01', tax_id: taxId },
    agreements: [{ agreement: 'customer_agreement', signed_at: '2025-01-02T15:00:00.000Z', ip_address: '203.0.113.7' }],
    investment_profile: { risk_tolerance: 'moderate', investment_objective: 'growth', time_horizon: 'average' },
  }
}
