import { Type } from 'typebox'
import { instant, openEnumeration, uuid } from '../../../schema/answer-values.ts'
import { oneOf } from '../../../schema/request-values.ts'
import { AccountStatus, KycStatus } from '../../../../domain/accounts/account.ts'
import { FIXTURE_NAMES } from './fixture.ts'

export const resetBody = Type.Object(
  {
    fixture: Type.Optional(
      oneOf(FIXTURE_NAMES, {
        default: 'minimal',
        description:
          'minimal: an approved account with 10,000 dollars, a rejected one, one in manual review. full: beside that a bank link that waits, ' +
          'a position, open orders and documents of the approved account, and, where the partner has fewer than twenty, a webhook that is disabled',
      }),
    ),
  },
  { examples: [{ fixture: 'full' }] },
)

export const resetAnswer = Type.Object(
  {
    fixture: openEnumeration(FIXTURE_NAMES),
    reset_at: instant,
    accounts: Type.Array(
      Type.Object({
        id: uuid,
        account_number: Type.String(),
        kyc_status: openEnumeration(Object.values(KycStatus)),
        status: openEnumeration(Object.values(AccountStatus)),
      }),
    ),
    orders: Type.Array(uuid, { description: 'open orders' }),
    ach_relationships: Type.Array(uuid),
    webhooks: Type.Array(Type.Object({ id: uuid, secret: Type.String() })),
    documents: Type.Array(uuid),
  },
  {
    examples: [
      {
        fixture: 'minimal',
        reset_at: '2026-11-20T15:04:05.123Z',
        accounts: [
          { id: '81169e98-3f9a-5d9a-a62c-52fce2000b14', account_number: '410000001', kyc_status: 'APPROVED', status: 'ACTIVE' },
          { id: '1e8f2e52-e45b-5a28-9d80-369b6d32f9b5', account_number: '410000002', kyc_status: 'REJECTED', status: 'REJECTED' },
          {
            id: 'f6da9fc3-ff82-5e9a-b3d3-9706a643269d',
            account_number: '410000003',
            kyc_status: 'MANUAL_REVIEW',
            status: 'APPROVAL_PENDING',
          },
        ],
        orders: [],
        ach_relationships: ['0b8de1c5-1c1d-5c38-8d7d-1f1f2ab7c0de'],
        webhooks: [],
        documents: [],
      },
    ],
  },
)
