import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import { IdentifierKind } from '../../../domain/identifiers/identifier.ts'
import type { Transfer } from '../../../domain/accounts/transfer.ts'
import type { AccountView } from '../../../domain/view.ts'
import type { Outcome } from '../../../sequencer.ts'
import { refusalError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, run } from '../../gateway.ts'
import { idempotencyKeyHeader } from '../../requests/documented-request.ts'
import { idempotencyKey, idempotencyKeyFaults } from '../../requests/idempotency.ts'
import { parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { NO_ACH, numberOf, transferNotFound } from './funding-lookup.ts'
import { transferView } from './funding-views.ts'
import { fundingActivityQuery, newDepositBody, newWithdrawalBody, transferPage, transferRef } from './funding.schema.ts'
import { transferOf } from './move-transfer.ts'
import { centsOf, withdrawalFaults, withdrawalOf } from './transfer-request.ts'

const SHARED_CODES =
  'VALIDATION_ERROR, INVALID_AMOUNT, ACCOUNT_NOT_FOUND, ACH_RELATIONSHIP_NOT_FOUND, IDEMPOTENCY_CONFLICT, ACCOUNT_NOT_ACTIVE, ' +
  'ACCOUNT_CLOSED, ACH_RELATIONSHIP_NOT_APPROVED, AMOUNT_OUT_OF_RANGE'

/** Money in and out: docs/api-contract.md section 7. */
export const fundingRoutes: FastifyPluginCallbackTypebox<Gateway> = (app, parts, done) => {
  const { view, sequencer } = parts
  const { funding, accounts } = parts.projection
  const tags = ['Funding']
  const read = { scope: 'funding:read' } as const
  const write = { scope: 'funding:write' } as const
  const path = '/v1/accounts/:accountId/funding'
  const params = pathParameters('accountId')
  const named = pathParameters('accountId', 'activityId')

  app.post(
    `${path}/deposits`,
    {
      // a repeat is answered whatever has become of the account
      config: {
        ...write,
        judgesClosedAccounts: true,
        readsHeaders: idempotencyKeyHeader('dep-1'),
        faults: (request) => idempotencyKeyFaults(request, given<typeof newDepositBody>(request).idempotency_key),
      },
      schema: {
        tags,
        operationId: 'createDeposit',
        summary: 'Move money in',
        description: `A repeat of an idempotency key is answered 200 with the first transfer. Codes: ${SHARED_CODES}.`,
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
        ach: achOf(account, body.ach_relationship_id),
        amountCents: centsOf(body.amount),
        description: body.description ?? null,
        idempotencyKey: idempotencyKey(request, body.idempotency_key),
      })
      const repeated = await repeatedTransfer(account, outcome)
      if (repeated === undefined) return reply.code(201).send(transferView(view, transferOf(outcome)))
      return reply.code(200).header('idempotent-replayed', 'true').send(transferView(view, repeated))
    },
  )

  app.post(
    `${path}/withdrawals`,
    {
      config: {
        ...write,
        judgesClosedAccounts: true,
        readsHeaders: idempotencyKeyHeader('wd-1'),
        faults: async (request, refused) => {
          const body = given<typeof newWithdrawalBody>(request)
          return [
            ...withdrawalFaults(body, { isIra: await isIra(accountOf(request)), refused }),
            ...idempotencyKeyFaults(request, body.idempotency_key),
          ]
        },
      },
      schema: {
        tags,
        operationId: 'createWithdrawal',
        summary: 'Move money out',
        description:
          'The amount is reserved until the withdrawal settles, is cancelled or is returned; fee and withholdings come out of it. ' +
          `Codes: ${SHARED_CODES}, INSUFFICIENT_FUNDS, IRA_FIELDS_NOT_ALLOWED, IRA_DISTRIBUTION_REQUIRED.`,
        params,
        body: newWithdrawalBody,
        response: { 200: transferRef, 201: transferRef },
      },
    },
    async (request, reply) => {
      const account = accountOf(request)
      const { body } = request
      const outcome = await run(sequencer, {
        type: 'Withdraw',
        account: account.index,
        ach: achOf(account, body.ach_relationship_id),
        ...withdrawalOf(body),
        idempotencyKey: idempotencyKey(request, body.idempotency_key),
      })
      const repeated = await repeatedTransfer(account, outcome)
      if (repeated === undefined) return reply.code(201).send(transferView(view, transferOf(outcome)))
      return reply.code(200).header('idempotent-replayed', 'true').send(transferView(view, repeated))
    },
  )

  /** An id that names nothing is left to the engine to refuse, behind what it checks first. */
  function achOf(account: AccountView, id: string): number {
    return numberOf(view, account.market, id, IdentifierKind.AchRelationship) ?? NO_ACH
  }

  async function isIra({ index }: AccountView): Promise<boolean> {
    await caughtUp(parts)
    const { account_type } = JSON.parse(accounts.profile(index) ?? '{}') as { readonly account_type?: string }
    return account_type?.startsWith('ira_') === true
  }

  /** The transfer that an idempotency key was given for; undefined for a new one. Throws the refusal. */
  async function repeatedTransfer({ index }: AccountView, { refusal, repeatOf }: Outcome): Promise<Transfer | undefined> {
    if (refusal !== undefined) throw refusalError(refusal)
    if (repeatOf === undefined) return undefined
    await caughtUp(parts)
    const transfer = funding.transfer(index, repeatOf)
    if (transfer === undefined) throw new Error(`transfer ${repeatOf} is known by its key and can't be read`)
    return transfer
  }

  app.get(
    `${path}/activity`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'listFundingActivity',
        summary: 'List transfers, newest first',
        description: 'Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params,
        querystring: fundingActivityQuery,
        response: { 200: transferPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.fundingActivity.default, cursor, ...filters } = request.query
      const query = {
        account: accountOf(request).index,
        type: filters.type,
        status: filters.status,
        createdFrom: filters.created_after === undefined ? undefined : parseLowerBound(filters.created_after),
        createdTo: filters.created_before === undefined ? undefined : parseUpperBound(filters.created_before),
      }
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: query },
        (after, count) => funding.transfers(query, after, count),
        (transfer) => ({ key: transfer.createdAt, id: transfer.number }),
        (transfer) => transferView(view, transfer),
      )
    },
  )

  app.get(
    `${path}/activity/:activityId`,
    {
      config: read,
      schema: {
        tags,
        operationId: 'getFundingActivity',
        summary: 'Read a transfer',
        description: 'Codes: ACCOUNT_NOT_FOUND, FUNDING_ACTIVITY_NOT_FOUND.',
        params: named,
        response: { 200: transferRef },
      },
    },
    async (request) => transferView(view, await storedTransfer(accountOf(request), request.params.activityId)),
  )

  app.post(
    `${path}/activity/:activityId/cancel`,
    {
      config: write,
      // what is not there is told before that the account is closed
      preValidation: async (request) =>
        void (await storedTransfer(accountOf(request), (request.params as { activityId: string }).activityId)),
      schema: {
        tags,
        operationId: 'cancelTransfer',
        summary: 'Cancel a transfer that is PENDING',
        description: 'Codes: ACCOUNT_NOT_FOUND, FUNDING_ACTIVITY_NOT_FOUND, ACCOUNT_CLOSED, TRANSFER_NOT_CANCELLABLE.',
        params: named,
        response: { 200: transferRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const { activityId } = request.params
      const { number } = await storedTransfer(account, activityId)
      const outcome = await run(sequencer, { type: 'CancelTransfer', account: account.index, transfer: number })
      if (outcome.refusal === undefined) return transferView(view, transferOf(outcome))
      throw refusalError(outcome.refusal, { status: (await storedTransfer(account, activityId)).status })
    },
  )

  async function storedTransfer(account: AccountView, id: string): Promise<Transfer> {
    const number = numberOf(view, account.market, id, IdentifierKind.Transfer)
    await caughtUp(parts)
    const transfer = number === undefined ? undefined : funding.transfer(account.index, number)
    if (transfer === undefined) throw transferNotFound()
    return transfer
  }

  done()
}
