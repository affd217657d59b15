import type { FastifyPluginCallbackTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import type { OpenAccount } from '../../../domain/commands/account-command.ts'
import type { Outcome } from '../../../sequencer.ts'
import { type AccountListQuery, isAtHand } from '../../../storage/projections/queries/account-queries.ts'
import { partnerOf } from '../../access/authentication.ts'
import type { PartnerCaller } from '../../credentials/caller.ts'
import { refusalError } from '../../answers/errors.ts'
import { accountOf } from '../../requests/found-account.ts'
import { caughtUp, type Gateway, run, whenDurable } from '../../gateway.ts'
import { parseLowerBound, parseUpperBound } from '../../requests/instants.ts'
import { given } from '../../requests/judged-request.ts'
import { PAGE_SIZES, readPage } from '../../requests/paging.ts'
import { pathParameters } from '../../schema/request-values.ts'
import { accountFaults } from './account-checks.ts'
import { type AccountProfile, digitsOf, toProfile, toTradingConfigurations } from './account-profile.ts'
import { accountView, factsOf, slimAccountView } from './account-view.ts'
import { accountListQuery, accountPage, accountRef, newAccountBody, statusHistoryQuery, statusMovePage } from './account.schema.ts'
import { type KycRules, review } from './kyc-simulator.ts'
import { statusMoves, statusMoveView } from './status-history.ts'
import { storedProfile } from './stored-profile.ts'

export interface AccountsParts extends Gateway {
  readonly kyc: KycRules
  /** 32 bytes: encrypts tax ids */
  readonly taxIdKey: Uint8Array
  /** real clock, epoch ms */
  readonly now: () => number
}

/** Accounts: docs/api-contract.md section 4. */
export const accountsRoutes: FastifyPluginCallbackTypebox<AccountsParts> = (app, parts, done) => {
  const { view, sequencer, projection } = parts
  const { accounts } = projection
  const tags = ['Accounts']
  const read = { scope: 'accounts:read' } as const

  app.post(
    '/v1/accounts',
    {
      config: {
        scope: 'accounts:write',
        faults: (request) =>
          accountFaults(given<typeof newAccountBody>(request), view.marketTime(partnerOf(request).partner.market, parts.now())),
      },
      schema: {
        tags,
        operationId: 'createAccount',
        summary: 'Open an account for a new user',
        description:
          'Codes: VALIDATION_ERROR, INVALID_PHONE_NUMBER, JOINT_OWNER_REQUIRED. In the sandbox the end of the tax id decides the review (kyc.mode suffix): 0001 approved, 0002 rejected, 0003 manual review, 0004 more information wanted, anything else approved a moment later.',
        body: newAccountBody,
        response: { 201: accountRef },
      },
    },
    async (request, reply) => {
      const { partner } = partnerOf(request)
      const profile = toProfile(request.body, parts.taxIdKey)
      const outcome = await run(sequencer, toOpenAccount(partner.index, request.body, profile))
      return reply.code(201).send(accountView(factsOf(openedBy(outcome)), profile))
    },
  )

  function toOpenAccount(partner: number, body: Static<typeof newAccountBody>, profile: AccountProfile): OpenAccount {
    return {
      type: 'OpenAccount',
      partner,
      userId: '',
      ...review(digitsOf(body.identity.tax_id), parts.kyc),
      tradingConfigurations: toTradingConfigurations(body),
      profile: JSON.stringify(profile),
    }
  }

  app.get(
    '/v1/accounts',
    {
      config: { ...read, accountTokens: true },
      schema: {
        tags,
        operationId: 'listAccounts',
        summary: 'List accounts',
        description: 'An account token sees its own account alone. Codes: VALIDATION_ERROR, INVALID_CURSOR.',
        querystring: accountListQuery,
        response: { 200: accountPage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.accounts.default, cursor } = request.query
      const caller = partnerOf(request)
      const query = toAccountQuery(caller, request.query)
      await caughtUp(parts)
      const page = await readPage(
        { request, reply, limit, cursor, filters: query },
        (after, count) => (isAtHand(query) ? accounts : projection.searches).accounts(query, after, count),
        (account) => ({ key: view.accounts[account]!.createdAt, id: account }),
        (account) => account,
      )
      const data = page.data.map(async (account) => slimAccountView(view.accounts[account]!, await storedProfile(parts, account)))
      return whenDurable(sequencer, { ...page, data: await Promise.all(data) })
    },
  )

  app.get(
    '/v1/accounts/:accountId',
    {
      config: read,
      schema: {
        tags,
        operationId: 'getAccount',
        summary: 'Read an account',
        description: 'Code: ACCOUNT_NOT_FOUND.',
        params: pathParameters('accountId'),
        response: { 200: accountRef },
      },
    },
    async (request) => {
      const account = accountOf(request)
      const profile = await storedProfile(parts, account.index)
      return whenDurable(sequencer, accountView(account, profile))
    },
  )

  app.get(
    '/v1/accounts/:accountId/status-history',
    {
      config: read,
      schema: {
        tags,
        operationId: 'listAccountStatuses',
        summary: 'List the statuses that an account came through, oldest first',
        description:
          'APPROVED, which an account passes on its way to ACTIVE, is seen here alone. Codes: VALIDATION_ERROR, INVALID_CURSOR, ACCOUNT_NOT_FOUND.',
        params: pathParameters('accountId'),
        querystring: statusHistoryQuery,
        response: { 200: statusMovePage },
      },
    },
    async (request, reply) => {
      const { limit = PAGE_SIZES.accounts.default, cursor } = request.query
      const { index } = accountOf(request)
      await caughtUp(parts)
      return readPage(
        { request, reply, limit, cursor, filters: [index] },
        (after, count) => {
          const from = after === undefined ? 0 : after.id + 1
          const moves = statusMoves(accounts.steps(index)).map((move, place) => ({ move, place }))
          return moves.slice(from, from + count)
        },
        ({ move, place }) => ({ key: move.sequence, id: place }),
        ({ move }) => statusMoveView(move),
      )
    },
  )

  done()
}

/** The event of a command that opens an account; throws its refusal. */
export function openedBy(outcome: Outcome) {
  if (outcome.refusal !== undefined) throw refusalError(outcome.refusal)
  const [event] = outcome.events
  if (event?.type !== 'AccountOpened') throw new Error(`expected AccountOpened, found ${event?.type ?? 'no event'}`)
  return event
}

function toAccountQuery({ partner, account }: PartnerCaller, query: Static<typeof accountListQuery>): AccountListQuery {
  return {
    partner: partner.index,
    account: account ?? undefined,
    tokens: (query.query ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    status: query.status,
    createdFrom: query.created_after === undefined ? undefined : parseLowerBound(query.created_after),
    createdTo: query.created_before === undefined ? undefined : parseUpperBound(query.created_before),
    descending: query.sort !== 'created_at:asc',
  }
}
