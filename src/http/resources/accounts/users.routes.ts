import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest, preValidationHookHandler } from 'fastify'
import type { AccountView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { behindCommits } from '../../answers/behind-disk.ts'
import { ApiError } from '../../answers/errors.ts'
import { run } from '../../gateway.ts'
import { formatInstant } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { toFurtherProfile } from './account-change.ts'
import { furtherAccountBody } from './account-change.schema.ts'
import { accountFaults } from './account-checks.ts'
import { toTradingConfigurations } from './account-profile.ts'
import { accountRef, userSchema } from './account.schema.ts'
import { accountView, factsOf } from './account-view.ts'
import { type AccountsParts, openedBy } from './accounts.routes.ts'
import { storedProfile } from './stored-profile.ts'

/** The persons behind accounts: docs/api-contract.md section 4. Account tokens can't use any of it. */
export const usersRoutes: FastifyPluginCallbackTypebox<AccountsParts> = (app, parts, done) => {
  const { view, sequencer } = parts
  const tags = ['Accounts']
  app.addHook('onSend', behindCommits(sequencer))
  const params = pathParameters('userId')

  app.get(
    '/v1/users/:userId',
    {
      config: { scope: 'accounts:read' },
      schema: {
        tags,
        operationId: 'getUser',
        summary: 'Read a user',
        description: 'Code: USER_NOT_FOUND.',
        params,
        response: { 200: userSchema },
      },
    },
    (request) => {
      const own = accountsOfUser(request)
      const [first] = own
      // once any account of the user passes, the user has passed
      const kycStatus = own.some((account) => account.kycStatus === 'APPROVED') ? 'APPROVED' : first.kycStatus
      return {
        id: first.userId,
        kyc_status: kycStatus,
        created_at: formatInstant(first.createdAt),
        account_ids: own.map((account) => account.id),
      }
    },
  )

  const findUser: preValidationHookHandler = (request, _reply, next) => {
    accountsOfUser(request)
    next()
  }

  app.post(
    '/v1/users/:userId/accounts',
    {
      config: {
        scope: 'accounts:write',
        faults: (request) =>
          accountFaults(given<typeof furtherAccountBody>(request), view.marketTime(partnerOf(request).partner.market, parts.now())),
      },
      preValidation: findUser,
      schema: {
        tags,
        operationId: 'createFurtherAccount',
        summary: 'Open a further account of a user who has passed the review, active at once',
        description:
          'Who the user is comes from the first account, and so does each section that is left out. Codes: VALIDATION_ERROR, IDENTITY_NOT_ALLOWED, JOINT_OWNER_REQUIRED, INVALID_PHONE_NUMBER, USER_NOT_FOUND, USER_KYC_NOT_APPROVED.',
        params,
        body: furtherAccountBody,
        response: { 201: accountRef },
      },
    },
    async (request, reply) => {
      const { body } = request
      const { partner } = partnerOf(request)
      const [first] = accountsOfUser(request)
      const profile = toFurtherProfile(await storedProfile(parts, first.index), body, parts.taxIdKey)
      const outcome = await run(sequencer, {
        type: 'OpenFurtherAccount',
        partner: partner.index,
        userId: first.userId,
        tradingConfigurations: toTradingConfigurations(body),
        profile: JSON.stringify(profile),
      })
      return reply.code(201).send(accountView(factsOf(openedBy(outcome)), profile))
    },
  )

  /** Oldest first. Throws a 404 where the partner has no such user. */
  function accountsOfUser(request: FastifyRequest): readonly [AccountView, ...AccountView[]] {
    const { userId } = request.params as { userId: string }
    const partner = partnerOf(request).partner.index
    const [first, ...others] = view.accountsOfUser(userId.toLowerCase()).filter((account) => account.partner === partner)
    if (first === undefined) throw new ApiError('USER_NOT_FOUND', 'There is no such user.')
    return [first, ...others]
  }

  done()
}
