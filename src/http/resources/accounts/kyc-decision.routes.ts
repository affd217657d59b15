import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { accountOf } from '../../requests/found-account.ts'
import type { Gateway } from '../../gateway.ts'
import { given } from '../../requests/judged-request.ts'
import { sandboxOnly } from '../../access/sandbox-only.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { kycDecisionBody } from './account-change.schema.ts'
import { accountRef } from './account.schema.ts'
import { decideReview, labelFaults } from './kyc-decision.ts'

/** The reviewer of the sandbox is the partner itself: docs/api-contract.md section 4. */
export const kycDecisionRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  app.post(
    '/v1/dev/sandbox/accounts/:accountId/kyc',
    {
      config: { scope: 'partner', faults: (request) => labelFaults(given<typeof kycDecisionBody>(request)) },
      onRequest: sandboxOnly,
      schema: {
        tags: ['Sandbox'],
        operationId: 'decideKyc',
        summary: 'Decide the review of an account, as a reviewer would',
        description:
          'Codes: VALIDATION_ERROR (also where the status leaves nothing to decide: details.status), SANDBOX_ONLY, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.',
        params: pathParameters('accountId'),
        body: kycDecisionBody,
        response: { 200: accountRef },
      },
    },
    (request) => decideReview(parts, accountOf(request), request.body),
  )

  done()
}
