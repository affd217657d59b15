import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { AchStatus } from '../../../domain/accounts/linked-bank.ts'
import { partnerOf } from '../../access/authentication.ts'
import { refusalError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, run } from '../../gateway.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { noBody } from '../../schema/answer-values.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { achNotFound, foundAch } from './funding-lookup.ts'
import { achView } from './funding-views.ts'
import { achListQuery, achPage, achRef, newAchBody } from './funding.schema.ts'

/** Links to banks outside: docs/api-contract.md section 7. */
export const achRelationshipsRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts
  const { funding } = parts.projection
  const tags = ['Funding']
  const read = { scope: 'funding:read' } as const
  const write = { scope: 'funding:write' } as const
  const path = '/v1/accounts/:accountId/ach-relationships'
  const params = pathParameters('accountId')
  const named = pathParameters('accountId', 'achId')

  app.post(
    path,
    {
      config: write,
      schema: {
        tags,
        operationId: 'createAchRelationship',
        summary: 'Link a bank account',
        description: 'Codes: INVALID_ROUTING_NUMBER, VALIDATION_ERROR, ACCOUNT_NOT_FOUND, ACCOUNT_NOT_ACTIVE, ACCOUNT_CLOSED.',
        params,
        body: newAchBody,
        response: { 201: achRef },
      },
    },
    async (request, reply) => {
      const { body } = request
      const outcome = await run(sequencer, {
        type: 'LinkBank',
        account: accountOf(request).index,
        status: partnerOf(request).partner.environment === 'sandbox' ? verify(body.bank_account_number) : 'PENDING',
        ownerName: body.bank_account_owner_name,
        accountType: body.bank_account_type,
        bankName: body.bank_name ?? null,
        accountLast4: body.bank_account_number.slice(-4),
        routingNumber: body.bank_routing_number,
      })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      const [linked] = outcome.events
      if (linked?.type !== 'BankLinked') throw new Error(`expected BankLinked, found ${linked?.type ?? 'no event'}`)
      return reply.code(201).send(achView(view, { linked, status: linked.status, updatedAt: linked.at, cancelledAt: 0 }))
    },
  )

  app.get(
    path,
    {
      config: read,
      schema: {
        tags,
        operationId: 'listAchRelationships',
        summary: 'List linked bank accounts, newest first',
        description: 'Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params,
        querystring: achListQuery,
        response: { 200: achPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.achRelationships.default, cursor, status } = request.query
      const { index } = accountOf(request)
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: [index, status] },
        (after, count) => funding.achRelationships(index, status, after?.key ?? Number.MAX_SAFE_INTEGER, count),
        ({ linked }) => ({ key: linked.ach, id: linked.ach }),
        (record) => achView(view, record),
      )
    },
  )

  app.get(
    `${path}/:achId`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'getAchRelationship',
        summary: 'Read a linked bank account',
        description: 'Codes: ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND.',
        params: named,
        response: { 200: achRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const ach = foundAch(view, account, request.params.achId)
      await caughtUp(parts)
      const record = funding.achRelationship(account.index, ach)
      if (record === undefined) throw achNotFound()
      return achView(view, record)
    },
  )

  app.delete(
    `${path}/:achId`,
    {
      config: write,
      // what is not there is told before that the account is closed
      preValidation: (request, _reply, next) => {
        foundAch(view, accountOf(request), (request.params as { achId: string }).achId)
        next()
      },
      schema: {
        tags,
        operationId: 'deleteAchRelationship',
        summary: 'Unlink a bank account',
        description:
          'It stays listed as CANCELLED. Codes: ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND, ACCOUNT_CLOSED, ACH_RELATIONSHIP_NOT_APPROVED, ' +
          'ACH_RELATIONSHIP_IN_USE.',
        params: named,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const ach = foundAch(view, account, request.params.achId)
      const outcome = await run(sequencer, { type: 'UnlinkBank', account: account.index, ach })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      return reply.code(204).send(undefined)
    },
  )

  done()
}

/** The bank's answer in the sandbox, by the end of the account number. */
function verify(accountNumber: string): AchStatus {
  if (accountNumber.endsWith('0002')) return 'REJECTED'
  return accountNumber.endsWith('0003') ? 'PENDING' : 'APPROVED'
}
