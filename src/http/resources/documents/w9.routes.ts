import { randomUUID } from 'node:crypto'
import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { behindCommits } from '../../answers/behind-disk.ts'
import { AccountStatus } from '../../../domain/accounts/account.ts'
import { W9Status } from '../../../domain/accounts/document.ts'
import type { AccountView } from '../../../domain/view.ts'
import { partnerOf } from '../../access/authentication.ts'
import { ApiError } from '../../answers/errors.ts'
import { invalid } from '../../requests/field-faults.ts'
import { accountClosed, accountNotFound } from '../../requests/found-account.ts'
import { parseInstant } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { w9Body, w9Ref } from './document.schema.ts'
import { w9View } from './document-views.ts'
import { Reach } from './reach.ts'
import { W9Desk, type W9DeskParts } from './w9-desk.ts'

export interface W9Parts extends W9DeskParts {
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Forms W-9: docs/api-contract.md section 9. */
export const w9Routes: FastifyPluginCallbackTypebox<W9Parts> = (app, parts, done) => {
  const { view } = parts
  const desk = new W9Desk(parts)
  const reach = new Reach(view)
  const tags = ['Documents']
  app.addHook('onSend', behindCommits(parts.sequencer))
  app.addHook('onClose', () => desk.idle())

  app.post(
    '/v1/documents/w9',
    {
      config: {
        scope: 'documents:write',
        accountTokens: true,
        faults: (request) => {
          const { signed_at } = given<typeof w9Body>(request)
          const now = view.marketTime(partnerOf(request).partner.market, parts.now())
          return signed_at !== undefined && parseInstant(signed_at)! > now
            ? [invalid('signed_at', 'signed_at must not be in the future.')]
            : []
        },
      },
      schema: {
        tags,
        operationId: 'requestW9',
        summary: "Make a user's form W-9",
        description:
          'Ask again until it is COMPLETED or FAILED. Codes: VALIDATION_ERROR, USER_NOT_FOUND, ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED.',
        body: w9Body,
        response: { 202: w9Ref },
      },
    },
    async (request, reply) => {
      const { user_id, account_id, signed_at } = request.body
      const account = accountOfUser(request, user_id.toLowerCase(), account_id?.toLowerCase())
      const createdAt = view.marketTime(account.market, parts.now())
      const signedAt = signed_at === undefined ? null : parseInstant(signed_at)!
      if (isClosed(account)) throw accountClosed()
      const asked = {
        id: randomUUID(),
        partner: account.partner,
        account: account.index,
        status: W9Status.Processing,
        signedAt,
        documentId: null,
        failureReason: null,
        createdAt,
      }
      await parts.w9Requests.add(asked)
      desk.begin(asked)
      return reply.code(202).send(w9View(view, asked))
    },
  )

  app.get(
    '/v1/documents/w9/:requestId',
    {
      config: { scope: 'documents:read', accountTokens: true },
      schema: {
        tags,
        operationId: 'getW9Request',
        summary: 'What became of a request for a W-9',
        description: 'Code: W9_REQUEST_NOT_FOUND.',
        params: pathParameters('requestId'),
        response: { 200: w9Ref },
      },
    },
    (request) => {
      const asked = parts.w9Requests.find(request.params.requestId.toLowerCase())
      if (asked === undefined || !reach.includes(request, asked)) throw new ApiError('W9_REQUEST_NOT_FOUND', 'There is no such request.')
      desk.begin(asked)
      return w9View(view, asked)
    },
  )

  function accountOfUser(request: FastifyRequest, userId: string, accountId: string | undefined): AccountView {
    const own = view.accountsOfUser(userId).filter(({ partner, index }) => reach.includes(request, { partner, account: index }))
    if (own.length === 0) throw new ApiError('USER_NOT_FOUND', 'There is no such user.')
    const account = accountId === undefined ? (own.find((one) => !isClosed(one)) ?? own[0]) : own.find(({ id }) => id === accountId)
    if (account === undefined) throw accountNotFound()
    return account
  }

  done()
}

const isClosed = ({ status }: AccountView): boolean => status === AccountStatus.Closed
