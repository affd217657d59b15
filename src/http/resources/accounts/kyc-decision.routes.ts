import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { refusalError } from '../../answers/errors.ts'
import { type FieldFault, invalid } from '../../requests/field-faults.ts'
import { accountOf } from '../../requests/found-account.ts'
import { run } from '../../gateway.ts'
import { type Given, given } from '../../requests/judged-request.ts'
import { sandboxOnly } from '../../access/sandbox-only.ts'
import { pathParameters } from '../../schema/values.ts'
import { kycDecisionBody } from './account-change.schema.ts'
import { accountRef } from './account.schema.ts'
import type { AccountsParts } from './accounts.routes.ts'
import { changedAccount } from './stored-profile.ts'

/** The reviewer of the sandbox is the partner itself: docs/api-contract.md section 4. */
export const kycDecisionRoutes: FastifyPluginCallbackTypebox<AccountsParts> = (app, parts, done) => {
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
    async (request) => {
      const account = accountOf(request)
      const { decision, reject = [] } = request.body
      const labels = decision !== 'approve' && reject.length === 0 ? ['OTHER'] : reject
      const { refusal } = await run(parts.sequencer, { type: 'ReviewAccount', account: account.index, decision, reject: labels })
      if (refusal !== undefined) throw refusalError(refusal)
      return changedAccount(parts, account)
    },
  )

  done()
}

function labelFaults({ decision, reject = [] }: Given<Static<typeof kycDecisionBody>>): FieldFault[] {
  if (decision !== 'approve' || reject.length === 0) return []
  return [invalid('reject', 'reject goes with a rejection, or a request for information.')]
}
