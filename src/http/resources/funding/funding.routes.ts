import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { parseMoney } from '../../../domain/amounts.ts'
import type { AchStatus } from '../../../domain/command.ts'
import { IdentifierKind } from '../../../domain/identifier.ts'
import type { AccountView } from '../../../domain/view.ts'
import { partnerOf } from '../../authentication.ts'
import { ApiError, refusalError } from '../../errors.ts'
import { accountOf } from '../../found-account.ts'
import { caughtUp, type Gateway, run } from '../../gateway.ts'
import { idempotencyKey } from '../../idempotency.ts'
import { parseLowerBound, parseUpperBound } from '../../instants.ts'
import { PAGE_SIZES, readPage } from '../../paging.ts'
import { noBody, pathParameters } from '../../schema/values.ts'
import { achView, depositView } from './funding-views.ts'
import {
  achListQuery,
  achPage,
  achRef,
  fundingActivityQuery,
  newAchBody,
  newDepositBody,
  transferPage,
  transferRef,
} from './funding.schema.ts'
import { isRoutingNumber } from './routing-number.ts'

/** ACH relationships and instant deposits: docs/api-contract.md section 7. */
export const fundingRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts
  const { funding } = parts.projection
  const tags = ['Funding']
  const read = { scope: 'funding:read' } as const
  const write = { scope: 'funding:write' } as const
  const path = '/v1/accounts/:accountId'
  const params = pathParameters('accountId')
  const namedAch = pathParameters('accountId', 'achId')

  app.post(
    `${path}/ach-relationships`,
    {
      config: write,
      schema: {
        tags,
        operationId: 'createAchRelationship',
        summary: 'Link a bank account',
        params,
        body: newAchBody,
        response: { 201: achRef },
      },
    },
    async (request, reply) => {
      const { body } = request
      if (!isRoutingNumber(body.bank_routing_number)) {
        throw new ApiError('INVALID_ROUTING_NUMBER', 'The checksum of the routing number is wrong.', { field: 'bank_routing_number' })
      }
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
      return reply.code(201).send(achView(view, { linked, status: linked.status, cancelledAt: 0 }))
    },
  )

  app.get(
    `${path}/ach-relationships`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'listAchRelationships',
        summary: 'List linked bank accounts, newest first',
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
    `${path}/ach-relationships/:achId`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'getAchRelationship',
        summary: 'Read a linked bank account',
        params: namedAch,
        response: { 200: achRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const ach = achNumber(account, request.params.achId)
      await caughtUp(parts)
      const record = funding.achRelationship(account.index, ach)
      if (record === undefined) throw achNotFound()
      return achView(view, record)
    },
  )

  app.delete(
    `${path}/ach-relationships/:achId`,
    {
      config: write,
      schema: {
        tags,
        operationId: 'deleteAchRelationship',
        summary: 'Unlink a bank account',
        params: namedAch,
        response: { 204: noBody },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const ach = achNumber(account, request.params.achId)
      const outcome = await run(sequencer, { type: 'UnlinkBank', account: account.index, ach })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      return reply.code(204).send(undefined)
    },
  )

  app.post(
    `${path}/funding/deposits`,
    {
      config: write,
      schema: {
        tags,
        operationId: 'createDeposit',
        summary: 'Move money in',
        params,
        body: newDepositBody,
        response: { 200: transferRef, 201: transferRef },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const { body } = request
      const outcome = await run(sequencer, {
        type: 'Deposit',
        account: account.index,
        ach: decoded(account, body.ach_relationship_id, IdentifierKind.AchRelationship) ?? NO_ACH,
        amountCents: amountCents(body.amount),
        description: body.description ?? null,
        idempotencyKey: idempotencyKey(request, body.idempotency_key),
      })
      if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
      if (outcome.repeatOf !== undefined) {
        return reply
          .code(200)
          .header('idempotent-replayed', 'true')
          .send(await storedDeposit(account, outcome.repeatOf))
      }
      const [settled] = outcome.events
      if (settled?.type !== 'DepositSettled') throw new Error(`expected DepositSettled, found ${settled?.type ?? 'no event'}`)
      return reply.code(201).send(depositView(view, settled))
    },
  )

  async function storedDeposit(account: AccountView, transfer: number) {
    await caughtUp(parts)
    const deposit = funding.deposit(account.index, transfer)
    if (deposit === undefined) throw new Error(`transfer ${transfer} is known by its key and can't be read`)
    return depositView(view, deposit)
  }

  app.get(
    `${path}/funding/activity`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'listFundingActivity',
        summary: 'List transfers, newest first',
        params,
        querystring: fundingActivityQuery,
        response: { 200: transferPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.fundingActivity.default, cursor, ...filters } = request.query
      const { index } = accountOf(request)
      const query = {
        account: index,
        createdFrom: filters.created_after === undefined ? undefined : parseLowerBound(filters.created_after),
        createdTo: filters.created_before === undefined ? undefined : parseUpperBound(filters.created_before),
      }
      // every transfer of this release is an instant deposit
      const matches = (filters.type ?? 'DEPOSIT') === 'DEPOSIT' && (filters.status ?? 'SETTLED') === 'SETTLED'
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: [index, filters] },
        (after, count) => (matches ? funding.deposits(query, after, count) : []),
        (deposit) => ({ key: deposit.at, id: deposit.transfer }),
        (deposit) => depositView(view, deposit),
      )
    },
  )

  app.get(
    `${path}/funding/activity/:activityId`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'getFundingActivity',
        summary: 'Read a transfer',
        params: pathParameters('accountId', 'activityId'),
        response: { 200: transferRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const transfer = decoded(account, request.params.activityId, IdentifierKind.Transfer)
      await caughtUp(parts)
      const deposit = transfer === undefined ? undefined : funding.deposit(account.index, transfer)
      if (deposit === undefined) throw new ApiError('FUNDING_ACTIVITY_NOT_FOUND', 'There is no such transfer.')
      return depositView(view, deposit)
    },
  )

  function achNumber(account: AccountView, id: string): number {
    const ach = decoded(account, id, IdentifierKind.AchRelationship)
    if (ach === undefined || !account.banks.has(ach)) throw achNotFound()
    return ach
  }

  /** The counter behind an id of the account's market. */
  function decoded(account: AccountView, id: string, kind: IdentifierKind): number | undefined {
    const identified = view.markets[account.market]!.mint.decode(id.toLowerCase())
    return identified?.kind === kind ? identified.number : undefined
  }

  done()
}

/** Counters begin at 1. */
const NO_ACH = 0

/** The bank's answer in the sandbox, by the end of the account number. */
function verify(accountNumber: string): AchStatus {
  if (accountNumber.endsWith('0002')) return 'REJECTED'
  return accountNumber.endsWith('0003') ? 'PENDING' : 'APPROVED'
}

function amountCents(text: string): number {
  const cents = parseMoney(text)
  if (cents === 'too_large' || /^[1-9][0-9]{15}/.test(text))
    throw new ApiError('AMOUNT_OUT_OF_RANGE', 'The amount is too large.', { field: 'amount' })
  if (typeof cents === 'string' || cents === 0) {
    throw new ApiError('INVALID_AMOUNT', 'The amount has to be above zero, without leading zeros.', { field: 'amount' })
  }
  return cents
}

function achNotFound(): ApiError {
  return new ApiError('ACH_RELATIONSHIP_NOT_FOUND', 'There is no such ACH relationship.')
}
