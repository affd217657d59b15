import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusalError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { run } from '../../gateway.ts'
import { given } from '../../requests/judged-request.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import type { CredentialStore } from '../../../storage/rows/credential-store.ts'
import { toUpdate } from './account-change.ts'
import { accountChangeBody } from './account-change.schema.ts'
import { accountFaults } from './account-checks.ts'
import { accountRef } from './account.schema.ts'
import type { AccountsParts } from './accounts.routes.ts'
import { changedAccount } from './stored-profile.ts'

export interface AccountChangesParts extends AccountsParts {
  readonly credentials: CredentialStore
}

/** Changes to an account, and its end: docs/api-contract.md section 4. */
export const accountChangesRoutes: FastifyPluginCallbackTypebox<AccountChangesParts> = (app, parts, done) => {
  const { view, sequencer, credentials } = parts
  const tags = ['Accounts']
  const params = pathParameters('accountId')
  const write = { scope: 'accounts:write' } as const

  app.patch(
    '/v1/accounts/:accountId',
    {
      config: {
        ...write,
        faults: (request) =>
          accountFaults(given<typeof accountChangeBody>(request), view.marketTime(accountOf(request).market, parts.now())),
      },
      schema: {
        tags,
        operationId: 'updateAccount',
        summary: 'Change an account, section by section',
        description:
          'Objects are merged member by member, arrays take the place of arrays, what is left out stays. contact needs a phone_number. An account that is ACTION_REQUIRED is reviewed on after a change of contact or identity. Codes: VALIDATION_ERROR, IMMUTABLE_FIELD, INVALID_PHONE_NUMBER, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, IDENTITY_LOCKED.',
        params,
        body: accountChangeBody,
        response: { 200: accountRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const { refusal } = await run(sequencer, toUpdate(account.index, request.body))
      if (refusal !== undefined) throw refusalError(refusal)
      return changedAccount(parts, account)
    },
  )

  // the end of an account is its partner's to decide
  const config = { ...write, accountTokens: false } as const

  app.post(
    '/v1/accounts/:accountId/actions/close',
    {
      config,
      schema: {
        tags,
        operationId: 'closeAccount',
        summary: 'Close an empty account, for good',
        description:
          'From any status; its tokens are revoked with it. Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, ACCOUNT_HAS_BALANCE (details: cash, open_positions, open_orders, pending_transfers).',
        params,
        response: { 204: noBody },
      },
    },
    close,
  )

  app.delete(
    '/v1/accounts/:accountId',
    {
      config,
      schema: {
        tags,
        operationId: 'deleteAccount',
        summary: 'Close an empty account: the same as the close action',
        description: 'Codes: ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED, ACCOUNT_HAS_BALANCE.',
        params,
        response: { 204: noBody },
      },
    },
    close,
  )

  async function close(request: FastifyRequest, reply: FastifyReply) {
    const account = accountOf(request)
    const { refusal } = await run(sequencer, { type: 'CloseAccount', account: account.index })
    if (refusal !== undefined) throw refusalError(refusal)
    await credentials.revokeAccounts([account.index], account.closedAt)
    return reply.code(204).send(undefined)
  }

  done()
}
