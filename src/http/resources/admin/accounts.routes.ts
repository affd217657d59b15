import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Gateway } from '../../gateway.ts'
import { accountOf } from '../../requests/found-account.ts'
import { given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { kycDecisionBody } from '../accounts/account-change.schema.ts'
import { accountRef } from '../accounts/account.schema.ts'
import { decideReview, labelFaults } from '../accounts/kyc-decision.ts'
import { type AuditTrail, knownMembers } from './audit-trail.ts'

export interface AdminAccountsParts extends Gateway {
  readonly audit: AuditTrail
}

/** What operators decide about accounts, whosever they are: docs/api-contract.md section 19. */
export const adminAccountsRoutes: FastifyPluginCallbackTypebox<AdminAccountsParts> = (app, parts, done) => {
  app.post(
    '/v1/admin/accounts/:accountId/kyc',
    {
      config: { scope: 'operator', faults: (request) => labelFaults(given<typeof kycDecisionBody>(request)) },
      schema: {
        tags: ['Operators'],
        operationId: 'decideKycByOperator',
        summary: 'Decide the review of an account',
        description:
          'Codes: VALIDATION_ERROR (also where the status leaves nothing to decide: details.status), ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.',
        params: pathParameters('accountId'),
        body: kycDecisionBody,
        response: { 200: accountRef },
      },
    },
    (request) => {
      const { body } = request
      const account = accountOf(request)
      return parts.audit.ahead(
        request,
        () => ({ operation: 'account.review', subject: account.id, detail: knownMembers(body, kycDecisionBody) }),
        (ran) => decideReview(parts, account, body, ran),
      )
    },
  )

  done()
}
